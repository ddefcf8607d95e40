"""The prompt: what is said and what is allowed, from one function, so that they can't disagree."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.rules.actions import (
    SET_TABLE,
    OfferedAction,
    filter_offers,
    find_action_played_at_once,
    find_compelled_cards,
    find_forced_cards,
    find_overdue_cards,
    list_actions,
    list_perhaps_mandatory,
)
from cdgdevice.rules.card_display import Facing, Instruction, Place, Side
from cdgdevice.rules.card_row import EXTRA_CARD, PILE_TOP_CARD, list_nominees, target_number
from cdgdevice.rules.conditions import LASTING
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.game import (
    EITHER_SIDES_EVENT,
    NO_MORE_CARDS,
    CardOffer,
    Choosing,
    Game,
    GameEnd,
    Nominating,
    PastAnswer,
    PickedCard,
    Playing,
    Ready,
    RoundRoll,
    RowDice,
    SettingUp,
    SizingHands,
    Stage,
    TurnEnd,
    TurningUp,
    Waiting,
    WantsAnswer,
    WantsCard,
    WantsCards,
    WantsDie,
    WantsDone,
    WantsHeadline,
    WantsHome,
    WantsNumber,
    event_option_of,
    has_round,
    list_alternatives,
    pick_option_of,
)
from cdgdevice.rules.requests import ChooseOption, CorrectRoll, RollDice, TakeAction
from cdgdevice.rules.set_up import (
    NEXT,
    SKIP,
    ask_for_hand,
    find_question,
    list_hand_sizes,
    list_pages,
)
from cdgdevice.rules.sheet import (
    Alternative,
    BesideCard,
    ExcessRule,
    Note,
    Outcome,
    SheetAction,
    SheetFamily,
    TurnEndDiscard,
    list_notes_of,
    walk_sheet_steps,
)
from cdgdevice.rules.steps import Add, CardUse, Remember, ReturnExcess, Spend, walk_steps
from cdgdevice.rules.texts.instructions import (
    join_names,
    possessive_of,
    say_for_both,
)
from cdgdevice.rules.texts.words import BOOK_WORDS, Words, begin_sentence
from cdgdevice.rules.turns import HOME_CARD, NO_HOME_CARD, count_discards_left, list_discardable

T = TypeVar("T")
P = ParamSpec("P")


def memoize_last(
    work_out: Callable[Concatenate[Game, P], T],
) -> Callable[Concatenate[Game, P], T]:
    """Make a pure function of a game work once where it is asked the same several times in a row.

    The very same game is meant: to compare two games would take longer than the work. What else
    is asked may be equal only.
    """
    last: tuple[Game, object, T] | None = None

    @wraps(work_out)
    def ask(game: Game, /, *args: P.args, **named: P.kwargs) -> T:
        # One assignment: threads may ask at the same time.
        nonlocal last
        known = last
        if known is None or known[0] is not game or known[1] != (args, named):
            known = last = (game, (args, named), work_out(game, *args, **named))
        return known[2]

    return ask


class Option(Struct, frozen=True):
    """One thing that may be chosen."""

    id: str
    title: str
    """A few words for a menu or a button."""
    uses: tuple[str, ...] = ()
    """For a card: what it may be played for."""
    card: PickedCard | None = None
    """The card of a display that it stands for."""


class WantedThrow(Struct, frozen=True):
    """A throw that is wanted."""

    what: str
    """What it decides: `round`, `nominated`, `random-card`, `check`, `method-die`…"""
    dice: tuple[str, ...]
    """Each die by its kind: `method`, `d6`, `white`, `coloured`."""


class Prompt(Struct, frozen=True):
    """What the game waits for."""

    stage: str
    """The stage's name in the text protocol."""
    text: tuple[str, ...]
    """Short sentences, in the order of doing."""
    rollers: tuple[Side, ...]
    """The sides that may roll now."""
    options: tuple[Option, ...]
    actions: tuple[OfferedAction, ...]
    ask: WantedThrow | None = None
    """What a roll would be; None where none is allowed."""

    def allows(self, action: str, args: tuple[tuple[str, str | int], ...]) -> bool:
        """Tell whether this action with these arguments is offered."""
        given = dict(args)
        return any(
            offered.id == action
            and given.keys() == dict(offered.args).keys()
            and all(given[name] in values for name, values in offered.args)
            for offered in self.actions
        )


def name_result(result: DieResult, words: Words) -> str:
    """Name what the Method die shows: `ABC`, `JR`, or the signs of the sheet for it."""
    signs = words.signs_of_jolly_roger if result is DieResult.JR else None
    return signs or result.value


def say_roll(roll: RoundRoll, words: Words) -> str:
    """Say what the dice of the round show: `The die: ABC.`, or the two dice by their names."""
    if roll.method_result is not None:
        return f"The die: {name_result(roll.method_result, words)}."
    white, coloured = roll.numbers
    return f"The dice: {words.white} {white}, {words.coloured} {coloured}."


def name_phase(game: Game) -> str:
    """Name the part of a guided list that asks something now; nothing where none does."""
    return game.phase if isinstance(game.stage, Waiting) else ""


def say_kept_numbers(game: Game) -> tuple[str, ...]:
    """Say what a sheet keeps in sight, as `Aggression: 4.`, in the order of its table [[kept]].

    A sheet without that table shows each number that is thrown for, added to or spent from.
    """
    if not game.sheet.kept:
        return _say_counted_numbers(game)
    said = []
    for each in game.sheet.kept:
        if each.id in game.kept_numbers:
            said.append(f"{each.title}: {game.kept_numbers[each.id]}.")
        elif each.id in game.named and isinstance(game.stage, Waiting):
            said.append(f"{each.title}: {join_names(game.named[each.id], 'and')}.")
    return tuple(said)


def _say_counted_numbers(game: Game) -> tuple[str, ...]:
    if not game.kept_numbers:
        return ()
    shown = Remember | Add | Spend
    names = {step.name for step in walk_sheet_steps(game.sheet) if isinstance(step, shown)}
    return tuple(
        f"{name[:1].upper()}{name[1:].replace('-', ' ')}: {number}."
        for name, number in game.kept_numbers.items()
        if name in names
    )


def list_kept(game: Game, side: Side) -> tuple[str, ...]:
    """Name in a word each what the sheet keeps in mind of a side, the most urgent first.

    A card that it may play only from the next turn on stands in brackets.
    """
    seat = game.seats[side]
    beside = {
        **dict.fromkeys(seat.next_beside_cards, "({})"),
        **dict.fromkeys(seat.beside_cards, "{}"),
    }
    return (
        *(state.title for state in game.sheet.states if state.id in seat.states),
        *(
            beside[card.id].format(card.short)
            for card in game.sheet.beside
            if card.short and card.id in beside
        ),
    )


_MOST_NAMED = 4
"""More cards than this are not named one by one: the glass shows which they are."""


_SHORTER_WORDS = (
    (" any face-up card ", " any card "),
    ("Play ", ""),
    ("play ", ""),
    (" face-up", ""),
)
"""What `say_offers` says more fully than need be."""


def say_what_to_do(game: Game, acts: Iterable[Instruction] | None = None) -> tuple[str, ...]:
    """Say what the hands are to do; a side is named unless it is plain whose cards it is.

    It is what this state asks, unless `acts` are given.
    """
    asked = game.instructions if acts is None else acts
    return say_for_both(asked, game.sheet.sides, game.active, game.sheet.words)


def say_offers(
    offers: Iterable[CardOffer],
    beside: Iterable[BesideCard] = (),
    lowest_of: str = "Ops",
    as_event: str = BOOK_WORDS.event,
) -> str:
    """Say what may be played, in one sentence."""
    freely: list[str] = []
    event: list[str] = []
    lowest: list[str] = []
    discard = False
    for offered in offers:
        card = str(offered.card)
        if CardUse.ANY in offered.uses:
            freely.append(card)
        if CardUse.EVENT in offered.uses:
            event.append(card)
        if CardUse.LOWEST_OPS in offered.uses and CardUse.ANY not in offered.uses:
            lowest.append(card)
        discard = discard or CardUse.DISCARD in offered.uses
    parts = []
    if freely:
        parts.append(f"play {join_names(freely, 'or')}")
    if event:
        cards = join_names(event, "or") if len(event) <= _MOST_NAMED else "any face-up card"
        parts.append(f"play {cards} as {as_event}")
    if lowest:
        of_them = "" if lowest == event else f" of {join_names(lowest, 'or')}"
        short = len(lowest) <= _MOST_NAMED
        parts.append(f"lowest {lowest_of}{of_them}" if short else f"lowest face-up {lowest_of}")
    if discard:
        parts.append("discard an event")
    parts.extend(card.title for card in beside)
    sentence = f"{', '.join(parts[:-1])}, or {parts[-1]}" if len(parts) > 1 else parts[0]
    return f"{sentence[:1].upper()}{sentence[1:]}."


def shorten_offers(sentence: str) -> str:
    """Say in fewer words what may be played, where the glass shows the cards anyhow."""
    for long, short in _SHORTER_WORDS:
        sentence = sentence.replace(long, short)
    return f"{sentence[:1].upper()}{sentence[1:]}"


def say_purpose(
    uses: tuple[CardUse, ...], lowest_of: str = "Ops", as_event: str = BOOK_WORDS.event
) -> str:
    """Say in a few words for what a chosen card may be played; nothing where for anything."""
    names = {
        CardUse.EVENT: as_event,
        CardUse.LOWEST_OPS: f"lowest {lowest_of}",
        CardUse.DISCARD: "discard",
    }
    found = [names[use] for use in uses if use in names]
    if CardUse.ANY in uses or not found:
        return ""
    if uses == (CardUse.LOWEST_OPS,):
        return " for any purpose"
    if set(uses) == {CardUse.EVENT, CardUse.LOWEST_OPS}:
        # Only the player sees whether the card is the lowest.
        return f" as {as_event}, or freely as lowest {lowest_of}"
    if len(found) == len(names):
        # All three are two lines on the glass only if they are short.
        return f": {as_event}, discard or lowest {lowest_of}"
    return f" as {join_names(found, 'or')}"


def say_undone(last: PastAnswer) -> str:
    """Say which answer was taken back, after the round that it was in: `T1 R4, the roll`."""
    game = last.before
    match last.request:
        case RollDice():
            what = "the roll"
        case CorrectRoll():
            what = "the corrected die"
        case ChooseOption(option):
            titles = {each.id: each.title for each in prompt(game).options}
            title = titles.get(option, option)
            what = "done" if title.startswith("Done") else title
        case TakeAction(action):
            titles = {each.id: each.title for each in prompt(game).actions}
            what = titles.get(action, action)
    return f"T{game.turn} R{game.round}, {what}"


def list_rules(game: Game) -> tuple[Note, ...]:
    """Return the notes on what is done now: its own step's first, then those of its whole list."""
    sheet = game.sheet
    stage: Stage | None = game.stage
    every: tuple[SheetAction | Alternative, ...] = (*sheet.actions, *sheet.instead)
    entries: list[Alternative | SheetAction | Outcome] = []
    of_step: tuple[Note, ...] = ()
    if isinstance(stage, Waiting) and stage.course.steps:
        first = stage.course.steps[0]
        title = getattr(first, "note", None)
        of_step = tuple(note for note in sheet.notes if note.title == title)
        # Steps within a list of a guided one are written anew for each number.
        entries.extend(entry for entry in every if first in walk_steps(entry.steps))
        stage = stage.course.return_to
    if isinstance(stage, Playing) and isinstance(stage.by, Alternative):
        entries.append(stage.by)
    if isinstance(stage, Choosing) and game.roll is not None and not entries:
        entries.extend(
            outcome
            for result, outcome in sheet.outcomes.items()
            if result.value == game.roll.result
        )
    found = (note for entry in entries for note in list_notes_of(sheet, entry))
    return tuple(dict.fromkeys((*of_step, *found)))


def _prompt_waiting(game: Game, stage: Waiting) -> Prompt:
    """Tell what steps wait for and what may be answered."""
    match stage.want:
        case WantsDie(decides, text, method):
            dice = ("method",) if method else ("d6",)
            ask = WantedThrow(decides.value, dice)
            return Prompt("dice", (text,), (game.active,), (), list_actions(game), ask)
        case WantsCard(among, text):
            options = [
                Option(
                    pick_option_of(card, among),
                    f"Card {pick_option_of(card, among)}",
                    ("pick",),
                    card,
                )
                for card in among
            ]
            return _prompt_choice(game, text, options)
        case WantsCards(among, text):
            options = [
                Option(
                    pick_option_of(card, among),
                    f"Card {pick_option_of(card, among)}",
                    ("nominate",),
                    card,
                )
                for card in among
            ]
            options.append(Option(NO_MORE_CARDS, "No more cards"))
            return Prompt("nominate", (text,), (), tuple(options), list_actions(game))
        case WantsAnswer(text, answers):
            return _prompt_choice(
                game, text, [Option(answer.id, answer.title) for answer in answers]
            )
        case WantsNumber(_, text, high):
            return _prompt_choice(game, text, [Option(str(n), str(n)) for n in range(high + 1)])
        case WantsHome():
            options = [
                Option(HOME_CARD.id, "Play a home card"),
                Option("turn-c", "Turn C"),
                Option(NO_HOME_CARD, "None left: turn C"),
            ]
            return Prompt(
                "home", ("Home card, or turn C?",), (), tuple(options), list_actions(game)
            )
        case WantsHeadline(has, dealt):
            text = f"Deal {'a card' if dealt == 1 else f'card {dealt}'}: whose event?"
            options = [
                Option(
                    event_option_of(side),
                    f"{possessive_of(name)}{': discard it' if side in has else ' event'}",
                )
                for side, name in game.sheet.sides.items()
            ]
            return _prompt_choice(
                game, text, [*options, Option(EITHER_SIDES_EVENT, "Either side's")]
            )
        case WantsDone(text):
            done = (Option("next", "Done: go on"),)
            return Prompt("ready", (text,), (), done, list_actions(game))


def _prompt_choice(game: Game, text: str, options: list[Option]) -> Prompt:
    return Prompt("choose", (text,), (), tuple(options), list_actions(game))


ONE_METHOD_DIE = ("method",)
"""The one die of a round in the families with a display."""
NEXT_SIDE = "next-side"
"""At a turn's end: on to the other side's discards."""
NEXT_TURN = "next-turn"
"""At a turn's end: it is over."""
WHO_BEGINS = "Whoever begins rolls."
"""What is asked where the game's own rules say who has a turn's first round."""
PLAY_NOTHING = "nothing"
"""The option that is left when a result offers no card, where the sheet has no other way."""

LAST_CARD_QUESTION = "Mandatory card? Mark it."
"""What is asked before a side's last roll of a turn; who rolls has said no.

One line of the glass, so that the order of the last round stays in sight above it."""

_ALLOWED_WITH_EXCESS = ("mark", SET_TABLE, "end-game")
"""What may be done before mandatory cards in excess have gone back."""


@memoize_last
def prompt(game: Game) -> Prompt:
    """Tell what a game waits for and what it allows."""
    now = _prompt_stage(game)
    asked = _list_asked(game, now.actions)
    if not asked or isinstance(game.stage, Playing):
        return now
    return replace(now, text=(*now.text, *asked))


def _list_asked(game: Game, actions: tuple[OfferedAction, ...]) -> tuple[str, ...]:
    """Return the questions of the sheet's actions that can be taken now."""
    may = {action.id for action in actions}
    return tuple(each.asks for each in game.sheet.actions if each.asks and each.id in may)


def _prompt_stage(game: Game) -> Prompt:
    match game.stage:
        case SettingUp():
            return _prompt_setting_up(game, game.stage)
        case SizingHands():
            sizes = [Option(str(size), str(size)) for size in list_hand_sizes(game, game.active)]
            return Prompt("choose", (ask_for_hand(game.sheet, game.active),), (), tuple(sizes), ())
        case Ready():
            return _prompt_ready(game)
        case Nominating():
            return _prompt_nominating(game)
        case RowDice():
            return _prompt_row_dice(game, game.stage)
        case TurningUp():
            return _prompt_turning_up(game, game.stage)
        case Choosing():
            return _prompt_choosing(game, game.stage)
        case Playing():
            return _prompt_playing(game, game.stage)
        case Waiting():
            return _prompt_waiting(game, game.stage)
        case TurnEnd():
            return _prompt_turn_end(game)
        case GameEnd():
            return Prompt("game-end", ("The game is over.",), (), (), ())


def _prompt_setting_up(game: Game, stage: SettingUp) -> Prompt:
    question = find_question(game, stage)
    skip = Option(SKIP, "Skip the set-up")
    if question is not None:
        answers = (Option(answer.id, answer.title) for answer in question.answers)
        return Prompt("set-up", question.text, (), (*answers, skip), ())
    number, of = (stage.page or 0) + 1, len(list_pages(game))
    text = f"Set-up, {number} of {of}."
    return Prompt("set-up", (text,), (), (Option(NEXT, "Done: next"), skip), ())


def _prompt_ready(game: Game) -> Prompt:
    method = game.sheet.family in (SheetFamily.PILE, SheetFamily.OPEN)
    rollers = tuple(side for side in Side if method and _may_roll(game, side))
    ask = WantedThrow("round", ONE_METHOD_DIE) if rollers else None
    must = find_forced_cards(game, game.active)
    if must:
        cards = [_card_option(game, card.card, card.uses) for card in must]
        # What turns no chit leaves the card its chit.
        free = _list_ways_beside_mandatory_cards(game, list_alternatives(game, game.active))
        options = (*cards, *(Option(way.id, way.title) for way in free))
        but = f", or {join_names((way.title for way in free), 'or')}" if free else ""
        must_be_played = f"{join_names((card.id for card in cards), 'or')} must be played"
        return Prompt(
            "ready",
            (f"No roll: {must_be_played}{but}.",),
            rollers,
            options,
            list_actions(game),
            ask,
        )
    options = tuple(Option(way.id, way.title) for way in list_alternatives(game, game.active))
    ways = ["roll"] if game.active in rollers else []
    words = join_names([*ways, *(option.title for option in options)], "or")
    text: tuple[str, ...] = (f"{words[:1].upper()}{words[1:]}.",)
    if not options and is_open_who_begins(game) and len(rollers) == len(Side):
        text = (WHO_BEGINS,)
    if list_perhaps_mandatory(game):
        text = (*text, LAST_CARD_QUESTION)
    return Prompt("ready", text, rollers, options, list_actions(game), ask)


def is_open_who_begins(game: Game) -> bool:
    """Tell whether no side has had a round of this turn, and either may have the first."""
    open_turn = game.sheet.turn.either_begins
    return open_turn and not any(seat.rounds_taken for seat in game.seats.values())


def _list_ways_beside_mandatory_cards(
    game: Game, ways: Iterable[Alternative]
) -> tuple[Alternative, ...]:
    """Return the ways that leave mandatory cards, which must be played now, their chits."""
    if not find_overdue_cards(game, game.active):
        return ()
    return tuple(way for way in ways if not way.turns_chit)


def _may_roll(game: Game, side: Side) -> bool:
    return (
        has_round(game, side)
        and not game.seats[side].is_out_of_chits
        and not find_forced_cards(game, side)
        and not any(way.is_compulsory for way in list_alternatives(game, side))
    )


def _prompt_nominating(game: Game) -> Prompt:
    side = game.active
    ways = list_alternatives(game, side)
    must = any(way.is_compulsory for way in ways)
    cards = () if must else list_nominees(game, side)
    nominate = begin_sentence(game.sheet.words.nominate)
    options = [
        Option(card.id, f"{nominate} {card.title}")
        if isinstance(card, BesideCard)
        else Option(str(card), f"{nominate} {card}", card=PickedCard(side, card))
        for card in cards
    ]
    options.extend(Option(way.id, way.title) for way in ways)
    # Those below the row are seen on no display.
    called = (
        [f"{game.sheet.words.nominate} a card"]
        if any(isinstance(card, Place) for card in cards)
        else []
    )
    called.extend(card.title for card in cards if isinstance(card, BesideCard))
    words = join_names([*called, *(way.title for way in ways)], "or")
    text = (f"{words[:1].upper()}{words[1:]}.",)
    return Prompt("nominate", text, (), tuple(options), list_actions(game))


def _prompt_row_dice(game: Game, stage: RowDice) -> Prompt:
    high = target_number(game, stage.nominated)
    words = game.sheet.words
    if stage.white is None:
        dice: tuple[str, ...] = ("white", "coloured")
        text = f"{stage.nominated.title}: {words.white} 1-{high} plays it."
    else:
        dice = ("coloured",)
        text = f"{begin_sentence(words.white)} is {stage.white}. Throw the {words.coloured} die."
    return Prompt(
        "dice", (text,), (game.active,), (), list_actions(game), WantedThrow("nominated", dice)
    )


def _prompt_turning_up(game: Game, stage: TurningUp) -> Prompt:
    side = stage.course.side
    display = game.seats[side].display
    missing = min(
        stage.until - len(display.places_facing(Facing.UP)), len(display.places_facing(Facing.DOWN))
    )
    options = tuple(
        Option(str(card), f"Turn up {card}", ("flip",), PickedCard(side, card))
        for card in display.places_facing(Facing.DOWN)
    )
    text = (f"Turn up {'a card' if missing == 1 else f'{missing} cards'} of your choice.",)
    return Prompt("flip", text, (), options, list_actions(game))


def _prompt_choosing(game: Game, stage: Choosing) -> Prompt:
    may = list_actions(game)
    back = tuple(action for action in may if _returns_excess(game, action))
    if back:
        # Another card of the flip may be mandatory too: marks can still be set, and taken away.
        rules = game.sheet.marks
        flipped = rules is not None and rules.excess is ExcessRule.FLIP
        which = "those just flipped" if flipped else "those in excess"
        text = f"More mandatory cards than {game.sheet.words.chits}: {which} go back first."
        still = tuple(
            action for action in may if action in back or action.id in _ALLOWED_WITH_EXCESS
        )
        return Prompt("choose", (text,), (), (), still)
    cards = filter_offers(game, stage.offers)
    must = bool(find_compelled_cards(game, cards))
    beside = () if must else stage.beside
    options = [_card_option(game, card.card, card.uses) for card in cards]
    options.extend(Option(card.id, card.title, (CardUse.ANY.value,)) for card in beside)
    sentence = (
        say_offers(cards, beside, game.sheet.lowest, game.sheet.words.event)
        if cards or beside
        else "Nothing to play."
    )
    if find_action_played_at_once(game, cards) is not None:
        names = join_names((str(card.card) for card in cards), "or")
        sentence = f"Mandatory: play {names} now, uncounted."
    if not options:
        ways = list_alternatives(game, game.active, fallback=True)
        options = [Option(way.id, way.title) for way in ways] or [
            Option(PLAY_NOTHING, "Play nothing")
        ]
        sentence = f"Nothing to play: {options[0].title}."
    taken = {option.id for option in options}
    ways = list_alternatives(game, game.active, after_roll=True)
    if must:
        ways = _list_ways_beside_mandatory_cards(game, ways)
    ways = tuple(way for way in ways if way.id not in taken)
    options.extend(Option(way.id, way.title) for way in ways)
    if ways:
        titles = join_names((way.title for way in ways), "or")
        sentence = f"{sentence.removesuffix('.')}, or {titles}."
    return Prompt("choose", (sentence,), (), tuple(options), may)


def _returns_excess(game: Game, action: OfferedAction) -> bool:
    """Tell whether this is an action of the sheet that sends mandatory cards in excess back."""
    return any(
        each.id == action.id
        and any(isinstance(step, ReturnExcess) for step in walk_steps(each.steps))
        for each in game.sheet.actions
    )


def _prompt_playing(game: Game, stage: Playing) -> Prompt:
    way = _find_alternative_played(game, stage)
    what = stage.by.title if way is None else way.title
    options = (Option("done", "Done: refill and count"),)
    actions = list_actions(game)
    if asked := _list_asked(game, actions):
        # What the card may be used for was said when it was chosen: the question needs the room.
        return Prompt("play", (" ".join((f"Use {what}.", *asked)),), (), options, actions)
    purpose = say_purpose(stage.uses, game.sheet.lowest, game.sheet.words.event)
    text = f"Use {what}{purpose}, then done."
    rules = game.sheet.row
    if stage.why and rules is not None:
        if stage.by == PILE_TOP_CARD:
            what = "top card"
        of_row = isinstance(stage.by, Place) or stage.by in (PILE_TOP_CARD, EXTRA_CARD)
        if of_row and CardUse.ANY in stage.uses:
            purpose = f", {rules.any_purpose}"
        played = (rules.played,) if rules.played else ()
        text = f"{stage.why}: {what}{purpose}, then done."
        return Prompt("play", (text, *played), (), options, actions)
    return Prompt("play", (text,), (), options, actions)


def _find_alternative_played(game: Game, stage: Playing) -> Alternative | None:
    """Return the way, taken instead of a roll, that plays this card of the display."""
    if game.roll is not None or not isinstance(stage.by, Place):
        return None
    for way in game.sheet.instead:
        lasting = [each for each in way.conditions if isinstance(each, LASTING)]
        if (
            way.plays is stage.by.space
            and way.side in (None, game.active)
            and all(condition.holds(game, game.active) for condition in lasting)
        ):
            return way
    return None


def _prompt_turn_end(game: Game) -> Prompt:
    cards = list_discardable(game, game.active)
    discard = (CardUse.DISCARD.value,)
    options = [
        Option(str(card), f"Discard {card}", discard, PickedCard(game.active, card))
        for card in cards
    ]
    turn = game.sheet.words.turn
    over = f"{begin_sentence(turn)} {game.turn} is over"
    if cards:
        may = min(count_discards_left(game, game.active), len(cards))
        kind = "combat card" if game.sheet.turn.discard is TurnEndDiscard.COMBAT else "card"
        over = f"{over}: you may discard {may} {kind}{'' if may == 1 else 's'}"
        if list_discardable(game, game.active.other):
            options.append(Option(NEXT_SIDE, "Other side's discards"))
    last = game.turn == game.sheet.turn.last
    options.append(Option(NEXT_TURN, "End of the game" if last else f"Next {turn}"))
    return Prompt("turn-end", (f"{over}.",), (), tuple(options), list_actions(game))


def find_plain_turn_end(game: Game, now: Prompt) -> Option:
    """Return what a confirmation takes at a turn's end: the other side's discards come first.

    So a press that is one too many skips neither side, nor goes to and fro for ever.
    """
    options = {option.id: option for option in now.options}
    if NEXT_SIDE in options and game.active is game.sheet.turn.first:
        return options[NEXT_SIDE]
    return options[NEXT_TURN]


def _card_option(game: Game, card: Place, uses: tuple[CardUse, ...]) -> Option:
    names = tuple(use.value for use in uses)
    return Option(str(card), f"Play {card}", names, PickedCard(game.active, card))
