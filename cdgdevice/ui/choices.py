"""What a confirmation can take, and what the player's dice show: thrown, kept or named."""

from collections.abc import Callable, Iterator
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.config.settings import DieSource
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import STANDARD_CONVERSION, DieResult
from cdgdevice.rules.game import Game, GameHistory, PastAnswer, PickedCard, Ready, has_round
from cdgdevice.rules.prompt import ONE_METHOD_DIE, Prompt, find_plain_turn_end, memoize_last, prompt
from cdgdevice.rules.requests import ChooseOption, Request, RollDice, TakeAction
from cdgdevice.rules.texts.sentences import name_result
from cdgdevice.rules.texts.words import BOOK_WORDS, Words, begin_sentence
from cdgdevice.ui.intents_and_commands import AskGame
from cdgdevice.ui.state import BACK_ENTRY, Layer, MenuEntry, MenuLayer, UiContext

ROLL_TITLE = "Roll"
"""The title of the choice that throws the dice."""


class Choice(Struct, frozen=True):
    """One thing that a confirmation can take."""

    title: str
    request: Request
    card: PickedCard | None = None
    """The card of a display that it stands for."""


@memoize_last
def list_choices(game: Game) -> tuple[Choice, ...]:
    """Return the state's choices, the plain one first; none when the game is over."""
    now = prompt(game)
    options = [Choice(option.title, ChooseOption(option.id), option.card) for option in now.options]
    if now.stage == "turn-end":
        plain = ChooseOption(find_plain_turn_end(game, now).id)
        # A card is discarded only after both plain ends of the turn were passed over.
        options.sort(key=lambda choice: (choice.card is not None, choice.request != plain))
    if game.active in now.rollers:
        options.insert(0, Choice(ROLL_TITLE, RollDice(game.active)))
    return (*options, *_list_asked_actions(game, now))


def can_choose_out_of_turn(game: Game, side: Side) -> bool:
    """Tell whether a side whose round it is not could do more with a round of its own than roll."""
    if not isinstance(game.stage, Ready) or side is game.active or not has_round(game, side):
        return False
    return bool(prompt(replace(game, active=side)).options)


def _list_asked_actions(game: Game, now: Prompt) -> Iterator[Choice]:
    """Offer the actions that the sheet asks about, as that a card to be drawn was not there."""
    asked = {action.id for action in game.sheet.actions if action.drawn or action.asks}
    for action in now.actions:
        names = [name for name, _ in action.args]
        for values in product(*(of for _, of in action.args)) if action.id in asked else ():
            args = tuple(zip(names, values, strict=True))
            said = [
                game.sheet.sides[Side(value)] if name == "side" else str(value)
                for name, value in args
            ]
            title = f"{action.title}: {' '.join(said)}" if said else action.title
            yield Choice(title, TakeAction(action.id, args))


RESULT_NAMES = {
    DieResult.JR: BOOK_WORDS.jolly_roger,
    DieResult.AB: "A or B",
    DieResult.DE: "D or E",
    DieResult.ABC: "A, B or C",
    DieResult.CDE: "C, D or E",
    DieResult.EVENT: "Event",
}
TWO_DICE = ("white", "coloured")
"""The dice of a nomination."""
_FACES = range(1, 7)


def build_roll_menu(game: Game, context: UiContext, side: Side) -> MenuLayer:
    """Ask for what the dice show that were thrown on the table, or offer the gadget's own."""
    white = f"The {game.sheet.words.white} die shows"
    title = white if asks_two_dice(game) else "The die shows"
    own = MenuEntry("Let the gadget roll", AskGame(RollDice(side)))
    return MenuLayer(title, (*roll_entries(game, context, side), own, BACK_ENTRY))


def find_kept_dice(history: GameHistory, side: Side | None = None) -> tuple[int, ...]:
    """Return the dice, 1 to 6 each, that this side's next roll shows again."""
    ask = prompt(history.now).ask
    wanted = len(ask.dice) if ask else 1
    return history.kept_dice.get(side or history.now.active, ())[:wanted]


def awaits_throw(history: GameHistory, context: UiContext) -> bool:
    """Tell whether nothing but a throw into the die reader can be meant: no press asks for it."""
    offered = list_choices(history.now)
    only = len(offered) == 1 and isinstance(offered[0].request, RollDice)
    return context.die is DieSource.READER and only and not find_kept_dice(history)


def format_dice(game: Game, numbers: tuple[int, ...]) -> str:
    """Say what dice show at this moment of a game: `ABC`, `4`, `3 and 5`."""
    if is_method_die(game):
        return name_result(STANDARD_CONVERSION.result(numbers[0]), game.sheet.words)
    return " and ".join(map(str, numbers))


def say_dice_stay(game: Game, numbers: tuple[int, ...]) -> str:
    """Say that the next roll shows these dice again, be they one, two, or one of two."""
    ask = prompt(game).ask
    if ask is not None and len(ask.dice) > len(numbers):
        return f"{begin_sentence(name_die(game))} stays {format_dice(game, numbers)}"
    die = "The die stays" if len(numbers) == 1 else "The dice stay"
    return f"{die} {format_dice(game, numbers)}"


def name_die(game: Game) -> str:
    """Name the one die that is thrown at this moment of a game; of two by its colour."""
    ask = prompt(game).ask
    kind = "" if ask is None else ask.dice[0]
    words = game.sheet.words
    colour = {"white": words.white, "coloured": words.coloured}.get(kind)
    return "the die" if colour is None else f"the {colour} die"


def is_method_die(game: Game) -> bool:
    """Tell whether the die that is asked for is the Method die."""
    ask = prompt(game).ask
    return ask is not None and ask.dice == ONE_METHOD_DIE


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
    return ask is not None and len(ask.dice) == 2


def one_die_entries(request: Callable[[tuple[int, ...]], Request]) -> tuple[MenuEntry, ...]:
    """Return an entry for each number of one die."""
    return tuple(MenuEntry(str(number), AskGame(request((number,)))) for number in _FACES)


def two_dice_entries(
    words: Words, request: Callable[[tuple[int, ...]], Request]
) -> tuple[MenuEntry, ...]:
    """Return an entry for each number of the white die, and in it one for each coloured number."""
    return tuple(
        MenuEntry(
            f"{begin_sentence(words.white)} {white}",
            entries=tuple(
                MenuEntry(
                    f"{begin_sentence(words.coloured)} {coloured}",
                    AskGame(request((white, coloured))),
                )
                for coloured in _FACES
            ),
        )
        for white in _FACES
    )


def has_named_white(layer: Layer | None) -> bool:
    """Tell whether the white die of two has been named, and the coloured one is asked for."""
    match layer:
        case MenuLayer(entries=(MenuEntry(command=AskGame(RollDice(die=(_, _)))), *_)):
            return True
        case _:
            return False


def result_entries(
    context: UiContext, words: Words, request: Callable[[DieResult], Request]
) -> tuple[MenuEntry, ...]:
    """Return an entry for each result, by the number that stands for it."""
    names = {**RESULT_NAMES, DieResult.JR: words.jolly_roger}
    return tuple(
        MenuEntry(f"{number}: {names[result]}", AskGame(request(result)))
        for number, result in enumerate(context.conversion.results, 1)
    )


def format_face(roll: RollDice) -> str:
    """Name what a real die shows."""
    return str(roll.die[0]) if roll.result is None else roll.result.value


def count_thrown_dice(past: tuple[PastAnswer, ...]) -> int:
    """Tell how many dice the last roll threw."""
    return next((len(last.rolled[1]) for last in reversed(past) if last.rolled), 1)
