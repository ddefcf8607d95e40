"""What a confirmation can take, what the player's dice show, and what an answer leads to.

Dice are thrown, kept or named. After an answer a result fills the screen, or a page tells what the
hands put back.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.config.settings import DieSource
from cdgdevice.render.views import PageView
from cdgdevice.rules.card_display import Place, Side
from cdgdevice.rules.die import STANDARD_CONVERSION, DieConversion, DieResult
from cdgdevice.rules.game import Game, RowDice, Waiting
from cdgdevice.rules.history import (
    GameHistory,
    PastAnswers,
    drop_cancelled_flips,
    leave_shuffled_cards,
)
from cdgdevice.rules.player_actions import Action, read_action
from cdgdevice.rules.prompt import (
    ONE_METHOD_DIE,
    find_plain_turn_end,
    list_options,
    memoize_recent,
    prompt,
)
from cdgdevice.rules.questions import Prompt
from cdgdevice.rules.requests import ChooseOption, CorrectRoll, Request, RollDice, UndoLast
from cdgdevice.rules.texts.sentences import name_result
from cdgdevice.rules.texts.templates import join_lines
from cdgdevice.rules.texts.words import Words, describe_for_both, describe_of
from cdgdevice.rules.wants import PickedCard, WantsDie
from cdgdevice.ui import texts
from cdgdevice.ui.intents_and_commands import AskGame, PageId, PickSpace
from cdgdevice.ui.state import (
    BACK_ENTRY,
    FlashLayer,
    KeptDice,
    Layer,
    MenuEntry,
    MenuLayer,
    PageLayer,
    UiContext,
    UiState,
)

if TYPE_CHECKING:
    from cdgdevice.rules.engine import AnswerResult


class Choice(Struct, frozen=True):
    """One thing that a confirmation can take."""

    title: str
    request: Request | None
    """None: a press takes nothing."""
    card: PickedCard | None = None
    """The card of a display that it stands for."""
    question: str = ""
    """What it answers, where the sheet asks about an action."""
    number: int | None = None
    """The number that it stands for."""
    meaning: str = ""
    """What it means, in a sentence, if the title alone doesn't say it."""


def list_choices(game: Game, side: Side | None = None) -> tuple[Choice, ...]:
    """Return the choices of a side, the plain one first; none when the game is over.

    They are those of the active side unless another is given, which would begin out of turn.
    """
    return _list_choices_of(game, side or game.active)


@memoize_recent
def _list_choices_of(game: Game, side: Side) -> tuple[Choice, ...]:
    now = prompt(game)
    options = [
        Choice(
            option.title,
            ChooseOption(option.id, option.side),
            option.card,
            number=option.number,
            meaning=option.meaning,
        )
        for option in list_options(game, side)
    ]
    if now.stage == "turn-end":
        plain = ChooseOption(find_plain_turn_end(game, now).id)
        # A card is discarded only after both plain ends of the turn were passed over.
        options.sort(key=lambda choice: (choice.card is not None, choice.request != plain))
    if side in now.rollers:
        options.insert(0, Choice(texts.ROLL_TITLE, RollDice(side)))
    if now.comes_by_itself:
        options.insert(0, Choice(texts.CHOOSE_AN_ANSWER, None))
    return (*options, *(_list_asked_actions(game, now) if side is game.active else ()))


def describe_position(chosen: Choice, offered: tuple[Choice, ...]) -> str:
    """Describe which one of the choices that are no cards it is, or among which numbers."""
    others = [
        choice
        for choice in offered
        if choice.card is None and not isinstance(choice.request, RollDice | None)
    ]
    if len(others) == 1 or chosen not in others:
        return ""
    if chosen.number is not None:
        numbers = [choice.number for choice in others if choice.number is not None]
        return texts.span_numbers(min(numbers), max(numbers))
    return texts.count_choice(others.index(chosen) + 1, len(others))


def find_highlighted(game: Game, moved: int) -> int:
    """Return which of the choices is highlighted, `moved` on from where the question starts."""
    default = prompt(game).default
    start = ChooseOption(default or "")
    offered = list_choices(game) if default is not None else ()
    return moved + next((n for n, choice in enumerate(offered) if choice.request == start), 0)


def find_choices_in(offered: Sequence[Choice], picked: PickSpace) -> list[int]:
    """Return which of the choices are cards of this space: two of a doubled one."""
    return [
        number
        for number, choice in enumerate(offered)
        if choice.card is not None
        and choice.card.card.space is picked.space
        and picked.side in (None, choice.card.side)
    ]


def find_side_at_work(state: UiState, game: Game) -> Side:
    """Return the side whose choices the controls move through: out of turn that which pressed."""
    side = state.armed_side
    return side if side is not None and list_choices(game, side) else game.active


def list_dice_targets(game: Game) -> tuple[tuple[PickedCard, bool], ...]:
    """Return the cards that dice are thrown for; with a ring the one that was nominated."""
    match game.stage:
        case RowDice(Place() as nominated):
            return ((PickedCard(game.active, nominated), True),)
        case Waiting(WantsDie(among=among)):
            return tuple((picked, False) for picked in among)
        case _:
            return ()


def find_card_in_question(state: UiState, game: Game) -> PickedCard | None:
    """Return the card that is highlighted, or one that dice are thrown for."""
    offered = list_choices(game, find_side_at_work(state, game))
    at = find_highlighted(game, state.highlight)
    if at < len(offered) and offered[at].card is not None:
        return offered[at].card
    return next((picked for picked, _ in list_dice_targets(game)), None)


def _list_asked_actions(game: Game, now: Prompt) -> Iterator[Choice]:
    """Offer the actions that the sheet asks about, as that a card to be drawn was not there.

    A card that the other side was to draw is left to the menu, unless the sheet has a condition for
    when a pile may run out: here it would stand beside one's own, round after round.
    """
    asked = {each.id: each.asks for each in game.sheet.actions if each.drawn or each.asks}
    any_time = {each.id for each in game.sheet.actions if each.drawn and not each.conditions}
    for action in now.actions:
        names = [name for name, _ in action.args]
        for values in product(*(of for _, of in action.args)) if action.id in asked else ():
            args = dict(zip(names, values, strict=True))
            if action.id in any_time and args.get("side") == game.active.other.value:
                continue
            said = [
                game.sheet.sides[Side(value)] if name == "side" else str(value)
                for name, value in args.items()
            ]
            title = describe_of(action.title, join_lines(*said)) if said else action.title
            yield Choice(title, read_action(action.id, args), question=asked[action.id])


DIE_COLOURS = {Side.LEFT: (255, 30, 0), Side.RIGHT: (0, 60, 255)}
"""In which colour a die is lit that each side must roll: red, green and blue, 0 to 255 each."""
TWO_DICE = ("white", "coloured")
"""The dice of a nomination."""
_FACES = range(1, 7)


def build_roll_menu(game: Game, context: UiContext, side: Side) -> MenuLayer:
    """Ask for what the dice show that were thrown on the table, or offer the gadget's own."""
    title = texts.ask_what_dice_show(game.sheet.words, two=asks_two_dice(game))
    own = MenuEntry(texts.GADGET_ROLLS, AskGame(RollDice(side)))
    return MenuLayer(title, (*roll_entries(game, context, side), own, BACK_ENTRY))


def wants_own_dice(history: GameHistory, context: UiContext, side: Side) -> bool:
    """Return whether this side rolls dice of the player's, in the die reader or on the table.

    A throw that was taken back shows again, so no real die is asked for then.
    """
    return context.die is not DieSource.BUTTON and not find_kept_dice(history, side)


def find_kept_dice(history: GameHistory, side: Side | None = None) -> tuple[int, ...]:
    """Return the dice, 1 to 6 each, that this side's next roll shows again."""
    ask = prompt(history.now).ask
    wanted = len(ask.dice) if ask else 1
    return history.kept_dice.get(side or history.now.active, ())[:wanted]


def list_next_requests(history: GameHistory, context: UiContext) -> Iterator[Request]:
    """Return what the game may be asked next, with dice; of a throw of two dice nothing."""
    offered = list_choices(history.now)
    start = find_highlighted(history.now, 0)
    for choice in (*offered[start:], *offered[:start]):
        roll = choice.request
        if not isinstance(roll, RollDice):
            yield from () if roll is None else (roll,)
            continue
        ask = prompt(history.now).ask
        missing = 0 if ask is None else len(ask.dice) - len(find_kept_dice(history, roll.side))
        if missing == 0:
            yield roll
        elif missing == 1 and context.die is DieSource.READER and is_method_die(history.now):
            yield from (replace(roll, result=result) for result in DieResult)
        elif missing == 1:
            yield from (replace(roll, die=(number,)) for number in _FACES)


def awaits_throw(history: GameHistory, context: UiContext) -> bool:
    """Return whether nothing but a throw into the die reader can be meant: no press asks for it."""
    offered = list_choices(history.now)
    only = len(offered) == 1 and isinstance(offered[0].request, RollDice)
    return context.die is DieSource.READER and only and not find_kept_dice(history)


def format_dice(game: Game, numbers: tuple[int, ...]) -> str:
    """Describe what dice show at this moment of a game: `ABC`, `4`, `3 and 5`."""
    if is_method_die(game):
        return name_result(STANDARD_CONVERSION.result(numbers[0]), game.sheet.words)
    return texts.join_numbers(tuple(map(str, numbers)))


def list_kept_dice(history: GameHistory) -> dict[Side, KeptDice]:
    """Return the dice that count again, of each side that has some and may roll now."""
    kept = {side: find_kept_dice(history, side) for side in prompt(history.now).rollers}
    corrected = history.undone_corrections
    return {
        side: KeptDice(shown, corrected.get((side, len(history.kept_dice[side])), ()))
        for side, shown in kept.items()
        if shown
    }


def describe_dice_count(game: Game, kept: KeptDice) -> tuple[str, ...]:
    """Say before a roll that dice which were taken back count for it: one, two, or one of two."""
    ask = prompt(game).ask
    of_two = ask is not None and len(ask.dice) > len(kept.shown)
    shown = format_dice(game, kept.shown)
    said = texts.describe_counting_dice(
        shown, name_die(game) if of_two else None, two=len(kept.shown) > 1
    )
    if not kept.corrected:
        return (said,)
    return (said, texts.describe_was_corrected(format_dice(game, kept.corrected)))


def describe_which_throws_count(history: GameHistory) -> tuple[str, ...]:
    """Describe of each side that may roll which dice count again; the side at work is not named."""
    game = history.now
    said = {
        side: join_lines(*describe_dice_count(game, kept))
        for side, kept in list_kept_dice(history).items()
    }
    return tuple(
        words if side is game.active else describe_of(game.sheet.sides[side], words)
        for side, words in said.items()
    )


def name_die(game: Game) -> str:
    """Name the one die that is thrown at this moment of a game; of two by its colour."""
    ask = prompt(game).ask
    kind = "" if ask is None else ask.dice[0]
    words = game.sheet.words
    colour = {"white": words.white, "coloured": words.coloured}.get(kind)
    return texts.name_die(colour)


def is_method_die(game: Game) -> bool:
    """Return whether the die that is asked for is the Method die."""
    ask = prompt(game).ask
    return ask is not None and ask.dice == ONE_METHOD_DIE


def read_die(game: Game, shown: RollDice, conversion: DieConversion) -> RollDice:
    """Return what a real die shows as the game has it: the Method die's result, else a number."""
    if is_method_die(game):
        if shown.die:
            return RollDice(result=conversion.result(shown.die[0]))
    elif shown.result is not None:
        return RollDice(die=(conversion.number(shown.result),))
    return shown


def roll_entries(game: Game, context: UiContext, side: Side) -> tuple[MenuEntry, ...]:
    """Return an entry for each result of the owner's die; of two dice one menu after the other."""
    if is_method_die(game):
        words = game.sheet.words
        return result_entries(context, words, lambda result: RollDice(side, result=result))
    if asks_two_dice(game):
        return two_dice_entries(game.sheet.words, lambda die: RollDice(side, die))
    return one_die_entries(lambda die: RollDice(side, die))


def asks_two_dice(game: Game) -> bool:
    """Return whether two dice are wanted now."""
    ask = prompt(game).ask
    return ask is not None and ask.dice == TWO_DICE


def one_die_entries(request: Callable[[tuple[int, ...]], Request]) -> tuple[MenuEntry, ...]:
    """Return an entry for each number of one die."""
    return tuple(MenuEntry(str(number), AskGame(request((number,)))) for number in _FACES)


def two_dice_entries(
    words: Words, request: Callable[[tuple[int, ...]], Request], coloured_now: int = 1
) -> tuple[MenuEntry, ...]:
    """Return an entry for each number of the white die, and in it one for each coloured number.

    The latter stand on `coloured_now`, 1 to 6.
    """
    return tuple(
        MenuEntry(
            texts.name_die_of_two(words.white, white),
            entries=tuple(
                MenuEntry(
                    texts.name_die_of_two(words.coloured, coloured),
                    AskGame(request((white, coloured))),
                )
                for coloured in _FACES
            ),
            highlighted=coloured_now - 1,
        )
        for white in _FACES
    )


def has_named_white(layer: Layer | None) -> bool:
    """Return whether the white die of two has been named, and the coloured one is asked for."""
    match layer:
        case MenuLayer(entries=(MenuEntry(command=AskGame(RollDice(die=(_, _)))), *_)):
            return True
        case _:
            return False


def result_entries(
    context: UiContext, words: Words, request: Callable[[DieResult], Request]
) -> tuple[MenuEntry, ...]:
    """Return an entry for each result, by the number that stands for it."""
    names = texts.name_results(words)
    return tuple(
        MenuEntry(describe_of(str(number), names[result]), AskGame(request(result)))
        for number, result in enumerate(context.conversion.results, 1)
    )


def format_face(roll: RollDice) -> str:
    """Name what a real die shows."""
    return str(roll.die[0]) if roll.result is None else roll.result.value


def count_thrown_dice(past: PastAnswers) -> int:
    """Return how many dice the last roll threw."""
    return next((len(last.rolled[1]) for last in reversed(past) if last.rolled), 1)


def keeps_page(request: Request, after: GameHistory) -> bool:
    """Return whether an answer left question and orders as they were, as marking a card does."""
    if not isinstance(request, Action) or after.now.instructions or not after.past:
        return False
    return prompt(after.past[-1].before).text == prompt(after.now).text


def after_answer(request: Request, after: "AnswerResult", flash_until: float) -> UiState:
    """Return the state after the game took a request; `flash_until` is for a roll's result."""
    now = after.history.now
    if isinstance(request, UndoLast):
        return UiState(layer=PageLayer(PageId.PUT_BACK, _build_undone_page(after, now)))
    last = after.history.past[-1] if after.history.past else None
    if isinstance(request, CorrectRoll) and last is not None and last.roll_from is not None:
        acts = drop_cancelled_flips((*after.restore, *now.instructions))
        by_hand = describe_for_both(acts, now.sheet.sides, now.active, now.sheet.words)
        if last.corrects_nothing(now):
            by_hand = (texts.NOTHING_CHANGED,)
        page = texts.build_corrected_page(_describe_corrected(last.roll_from, request), by_hand)
        return UiState(layer=PageLayer(PageId.CORRECTED, page))
    rolled = last.rolled if isinstance(request, RollDice) and last is not None else None
    if last is not None and rolled is not None and len(rolled[1]) <= len(TWO_DICE):
        return UiState(layer=FlashLayer(_flash_content(last.before, rolled[1]), flash_until))
    return UiState()


def _build_undone_page(after: "AnswerResult", now: Game) -> PageView:
    """Describe which answer was taken back, and what the hands put back for it."""
    restore = leave_shuffled_cards(after.restore)
    of_other = all(act.side is now.active.other for act in restore)
    named_for = now.active if of_other else None
    acts = describe_for_both(restore, now.sheet.sides, named_for, now.sheet.words)
    return texts.build_undone_page(after.undone, (*describe_dice_again(after), *acts))


def describe_dice_again(after: "AnswerResult") -> tuple[str, ...]:
    """Describe what the dice show again after the undo of a correction."""
    past = after.history.past
    if not after.again or not past or past[-1].roll_from is None:
        return ()
    roll_from, two = past[-1].roll_from, len(after.again) > 1
    die = texts.name_die(None) if is_method_die(roll_from) else name_die(roll_from)
    return (texts.describe_restored_dice(die, format_dice(roll_from, after.again), two=two),)


def _describe_corrected(roll_from: Game, correct: CorrectRoll) -> str:
    if correct.result is not None:
        shown = name_result(correct.result, roll_from.sheet.words)
    else:
        shown = format_dice(roll_from, correct.die)
    of_method = correct.result is not None or is_method_die(roll_from)
    die = texts.name_die(None) if of_method else name_die(roll_from)
    return texts.describe_corrected(die, shown, two=not of_method and len(correct.die) > 1)


def _flash_content(before: Game, numbers: tuple[int, ...]) -> DieResult | tuple[int, ...]:
    """Return what fills the screen: the result, or the dice, the white one beside the coloured."""
    if is_method_die(before):
        return STANDARD_CONVERSION.result(numbers[0])
    stage = before.stage
    thrown_before = stage.white if isinstance(stage, RowDice) else None
    return numbers if thrown_before is None else (thrown_before, *numbers)
