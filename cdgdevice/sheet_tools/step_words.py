"""The steps of a sheet in words: what a result, an action or a guided list does, line by line."""

from collections.abc import Iterable

from cdgdevice.rules.card_display import Space
from cdgdevice.rules.sheet import Alternative, BesideCard, Sheet, SheetAction, walk_sheet_steps
from cdgdevice.rules.steps import (
    NAMED,
    Add,
    AddChits,
    Again,
    BeginState,
    CardUse,
    Check,
    CheckAgainst,
    ChitsAtMost,
    CountCards,
    Decide,
    DiscardPicked,
    Divide,
    DropExtra,
    Each,
    EachNamed,
    EmptyPile,
    EndGame,
    EndState,
    ExchangePicked,
    ExtraCard,
    Fill,
    FlipSpaces,
    GoOn,
    HandOver,
    HandSize,
    Headlines,
    HomeCard,
    HowMany,
    IfAny,
    IfEnough,
    IfMore,
    IfPicked,
    IfVariant,
    MethodCheck,
    Nominate,
    NotDrawn,
    Offer,
    OfferBeside,
    OfferPicked,
    OpenRow,
    Phase,
    Pick,
    PickableCards,
    PickNumber,
    PickRandom,
    PickUnderWay,
    PlayPicked,
    RangeCheck,
    Recall,
    Remember,
    Repeat,
    Reshuffle,
    ReshuffledCards,
    ReturnExcess,
    RollAgain,
    RunList,
    Say,
    SayAtTurnEnd,
    SetNumber,
    Spend,
    StealPicked,
    Step,
    SwapPicked,
    TakePicked,
    TurnUp,
    Uncounted,
    UseUp,
    Whose,
)
from cdgdevice.rules.texts.words import begin_sentence, join_names, possessive_of

_INDENT = "  "
_SIDE = {Whose.MINE: "your", Whose.OTHER: "the other side's", Whose.BOTH: "both sides'"}
_AMONG = {
    PickableCards.UP: "face-up card",
    PickableCards.DOWN: "face-down card",
    PickableCards.UP_FIRST: "card, a face-up one if there is any",
    PickableCards.DOWN_FIRST: "card, a face-down one if there is any",
    PickableCards.ANY: "card, face-up or face-down",
}
_USES = {
    CardUse.ANY: "for anything",
    CardUse.EVENT: "as its {event}",
    CardUse.LOWEST_OPS: "if it is the lowest face-up {lowest} card",
    CardUse.DISCARD: "to be discarded",
}
_TAKES = {
    ReshuffledCards.NOTHING: "the {discards}",
    ReshuffledCards.FACE_DOWN: "the {discards} and the face-down cards",
    ReshuffledCards.ALL: "the {discards} and all cards of the display",
    ReshuffledCards.PILE: "the {discards} and the {draw_pile}",
}


def step_lines(steps: Iterable[Step], sheet: Sheet) -> tuple[str, ...]:
    """Return a line for each step, and below it, indented by two columns, those that it holds.

    The sheet is the one that they are of: it knows what variants and cards are called.
    """
    return tuple(line for step in steps for line in _lines(step, sheet))


def state_title(state: str, sheet: Sheet) -> str:
    """Return what the sheet calls a state of a side."""
    return next((each.title for each in sheet.states if each.id == state), state)


def list_title(name: str, sheet: Sheet) -> str:
    """Return what the sheet calls one of its lists."""
    return next((each.title for each in sheet.lists if each.id == name), name)


def title_of(id_: str, sheet: Sheet) -> str:
    """Return the title of a way, an action or a card beside the display, by its id."""
    entries: tuple[Alternative | SheetAction | BesideCard, ...]
    entries = (*sheet.instead, *sheet.actions, *sheet.beside)
    return next((entry.title for entry in entries if entry.id == id_), id_)


def variant_title(id_: str, sheet: Sheet) -> str:
    """Return the title of a variant by its id, in quotes: it is no word of the method."""
    return f'"{next((each.title for each in sheet.variants if each.id == id_), id_)}"'


def _lines(step: Step, sheet: Sheet) -> tuple[str, ...]:
    def parted(
        when: str, then: tuple[Step, ...], unless: str, otherwise: tuple[Step, ...]
    ) -> tuple[str, ...]:
        first = held(when, then)
        return (*first, *held("Otherwise:" if first else unless, otherwise))

    def held(when: str, steps: tuple[Step, ...]) -> tuple[str, ...]:
        lines = step_lines(steps, sheet)
        return (when, *(_INDENT + line for line in lines)) if lines else ()

    match step:
        case Check(text, low, high, then, otherwise):
            numbers = str(low) if low == high else f"{low} to {high}"
            return (
                _say_words(text),
                *parted(f"On {numbers}:", then, f"Not on {numbers}:", otherwise),
            )
        case CheckAgainst(level, text, tally, then, otherwise):
            passed = (Say(f"One more is {_plain(tally)}."), *then) if tally else then
            numbers = _plain(level)
            branches = parted(f"On {numbers} or less:", passed, f"Above {numbers}:", otherwise)
            return (_say_words(text), *branches)
        case MethodCheck(whose, then):
            return (
                f"Roll the {sheet.words.die}: of {_SIDE[whose]} picked cards "
                "those it names stay picked.",
                *held("If it names any:", then),
            )
        case RangeCheck(then):
            return (
                "Roll a die for each picked card, A to E, until one is within its range.",
                *held("If one is:", then),
            )
        case Decide(text, answers):
            told = {each.title: held(f"{each.title}:", each.steps) for each in answers}
            if not any(told.values()):
                return (_say_words(text), f"{join_names(told, 'or')}.")
            every = (lines or (f"{title}.",) for title, lines in told.items())
            return (_say_words(text), *(line for lines in every for line in lines))
        case IfPicked(then, otherwise):
            return parted("If a card is picked:", then, "If no card is picked:", otherwise)
        case IfVariant(variant, then, otherwise):
            title = variant_title(variant, sheet)
            return parted(f"With {title}:", then, f"Without {title}:", otherwise)
        case IfAny(name, then, otherwise):
            some = "" if name in _yes_or_no(sheet) else "any "
            return parted(f"If {some}{_plain(name)}:", then, f"If no {_plain(name)}:", otherwise)
        case IfEnough(name, keep, amount, then, otherwise):
            after = f" after the {_plain(amount)}" if amount else ""
            left = f"{keep} or more {_plain(name)}"
            few = f"less than {keep} {_plain(name)}"
            return parted(f"If {left} stay{after}:", then, f"If {few} stay{after}:", otherwise)
        case IfMore(name, than, then, otherwise):
            more, less = f"{_plain(name)} above {_plain(than)}", f"{_plain(name)} not above it"
            return parted(f"If {more}:", then, f"If {less}:", otherwise)
        case EachNamed(name, steps):
            return held(f"For each that was told as {_plain(name)}, {{n}}:", steps)
        case Repeat(name, steps):
            flag = name in _yes_or_no(sheet)
            while_any = "" if flag else f", while there are any {_plain(name)}"
            return held(f"Again and again{while_any}:", steps)
        case Each(name, steps):
            return held(f"For each of the {_plain(name)}, number {{n}}:", steps)
        case SetNumber(name, number):
            # A mark or a count that begins: where it is asked for, the list says what it means.
            return (f"There are {number} {_plain(name)}.",) if number > 1 else ()
        case _:
            return (_line(step, sheet),)


def _line(step: Step, sheet: Sheet) -> str:
    match step:
        case GoOn(text):
            return _say_words(_unnamed(text))
        case Say(text):
            return _say_words(text)
        case Nominate(_, text, chits, among):
            of = "" if among is PickableCards.UP else f" (Of each {_AMONG[among]}.)"
            return (
                f"{_say_words(text)}{of}{f' (No more than {sheet.words.chits}.)' if chits else ''}"
            )
        case SayAtTurnEnd(text):
            return f"At the {possessive_of(sheet.words.turn)} end: {_say_words(text)}"
        case PickNumber(name, text):
            return f"{_say_words(text)} (Dice pick one of the {_plain(name)}.)"
        case Remember(name, text):
            return f"{_say_words(text)} Roll a die: that is the {_plain(name)}."
        case RunList(name):
            return f"Do this: {list_title(name, sheet)}."
        case Phase(title):
            return f"{title}:"
        case Divide(name, among, share, over):
            shared = f"Share the {_plain(name)} among the {_plain(among)}"
            return f"{shared}: the {_plain(share)}, and what is left {_plain(over)}."
        case EndGame():
            return "The game is over."
        case Add(name, amount):
            return f"Add the {_plain(amount)} to the {_plain(name)}."
        case Spend(name, amount):
            return f"Take the {_plain(amount)} off the {_plain(name)}."
        case HowMany(name, text):
            return f"{_say_words(text)} Count the {_plain(name)}."
        case Pick(whose, among, text, spaces):
            where = "" if set(spaces) == set(Space) else f", of {_spaces(spaces)}"
            return f"{_say_words(text)} (Pick one: {_SIDE[whose]} {_AMONG[among]}{where}.)"
        case Reshuffle(whose, takes, text):
            words = sheet.words
            taken = _TAKES[takes].format(discards=words.discards, draw_pile=words.draw_pile)
            return f"{_say_words(text)} (Into {_SIDE[whose]} {sheet.words.pile}: {taken}.)"
        case _:
            return _of_cards(step, sheet)


def _of_cards(step: Step, sheet: Sheet) -> str:
    match step:
        case FlipSpaces(spaces, whose):
            owner = "" if whose is Whose.MINE else f"{_SIDE[whose]} "
            return f"Flip {owner}{_spaces(spaces)}."
        case TurnUp(until, one):
            if one:
                return f"With fewer than {until} face-up, turn one card up."
            return f"Turn cards up until {until} are face-up."
        case Offer(spaces, uses):
            cards = join_names(_letters(spaces) or ["no card"], "or")
            return f"Play {cards} {use_words(uses, sheet)}."
        case OfferBeside(card):
            return f"Or play {title_of(card, sheet)}, which is beside the display."
        case OfferPicked(uses):
            return f"Play a picked card {use_words(uses, sheet)}."
        case HomeCard():
            return "A home card may be played instead of turning C."
        case PickRandom(whose, _, True):
            return f"Dice pick one of {_SIDE[whose]} picked cards."
        case PickRandom(whose, among):
            return f"Dice pick {_SIDE[whose]} {_AMONG[among]}."
        case PickUnderWay():
            return "The place of the card under way is picked."
        case PlayPicked(whose):
            owner = "" if whose is Whose.BOTH else f"{_SIDE[whose]} "
            return f"Play {owner}picked cards; gaps that are left are filled at the end."
        case DiscardPicked(stays, even_mandatory):
            even = ", mandatory ones too" if even_mandatory else ""
            return f"Discard the picked cards{even}{'; the gap stays.' if stays else '.'}"
        case Fill():
            return _fill(step, sheet)
        case SwapPicked():
            return f"Change the picked card for one of the {sheet.words.discards}, face-up."
        case TakePicked(gap):
            where = "another gap" if gap else "the place of the card under way"
            return f"The picked card moves to {where}."
        case StealPicked():
            return "The picked card is your extra card from now on; its gap stays."
        case ExchangePicked():
            return "The picked card and the card under way change places, both face-up."
        case ReturnExcess():
            return (
                f"Mandatory cards beyond the {sheet.words.chits} go back into the "
                f"{sheet.words.pile}; fill face-up."
            )
        case _:
            return _of_the_round(step, sheet)


def _of_the_round(step: Step, sheet: Sheet) -> str:
    turn = possessive_of(sheet.words.turn)
    match step:
        case CountCards(whose):
            return f"Count the cards as played: {_SIDE[whose]} {sheet.words.chits}."
        case AddChits(whose, by):
            chits = begin_sentence(sheet.words.chits)
            more = "more" if by > 0 else "fewer"
            return f"{chits}: {abs(by)} {more} for {_SIDE[whose]} {sheet.words.turn}."
        case ChitsAtMost(number):
            return f"{begin_sentence(sheet.words.chits)}: at most {number}."
        case Uncounted():
            return f"This {sheet.words.round} {sheet.words.turns_no_chit}."
        case UseUp():
            return "The card under way is played for nothing else."
        case HandSize(by):
            return f"The hand {'grows' if by > 0 else 'shrinks'} by {abs(by)} for good."
        case NotDrawn():
            return "They were not there: their places are empty."
        case EmptyPile():
            last = " Its last card is on C." if step.keeps_c else ""
            return f"The {sheet.words.draw_pile} is empty: gaps stay.{last}"
        case Again():
            return "The same result offers cards again."
        case RollAgain():
            return f"Roll again; the {sheet.words.round} has not been taken."
        case OpenRow():
            return f"Turn the row up; its new cards come face-up until the {turn} end."
        case ExtraCard():
            return f"One more card lies below the row until the {turn} end."
        case DropExtra(whose):
            row = "the other side's row" if whose is Whose.OTHER else "the row"
            return f"An extra card leaves {row}."
        case HandOver(card, down):
            when = f"the next {sheet.words.turn}" if down else "now"
            return f"{title_of(card, sheet)} is the other side's, to play from {when} on."
        case BeginState(state):
            return f"From now on: {state_title(state, sheet)}."
        case EndState(state):
            return f"No longer: {state_title(state, sheet)}."
        case Recall(text):
            return (
                _say_words(_unnamed(text)) if text else "Show again what the list has said so far."
            )
        case Headlines():
            return "Deal cards until each side has a headline."
        case _:
            raise AssertionError(f"{step} has no words")


def _fill(step: Fill, sheet: Sheet) -> str:
    discards = f" from the {sheet.words.discards}" if step.discards else ""
    how = "" if step.facing is None else f", face-{step.facing.value}"
    later = f", when the {sheet.words.round} or the combat is over" if step.later else ""
    return f"Fill the gaps{discards}{how}{later}."


def _yes_or_no(sheet: Sheet) -> frozenset[str]:
    """Return the names under which a sheet keeps whether something is so: as 1 or 0."""
    marked = (step for step in walk_sheet_steps(sheet) if isinstance(step, SetNumber))
    return frozenset(step.name for step in marked if step.number == 1)


def _plain(name: str) -> str:
    """Say the name of a kept number in words."""
    return name.replace("-", " ")


def _unnamed(text: str) -> str:
    """Leave room on paper for what a list tells under a name only as it is played."""
    return NAMED.sub(lambda name: "{n}" if name[1] == "n" else "...", text)


def _say_words(text: str) -> str:
    return text if text[-1] in ".?!:" else f"{text}."


def _spaces(spaces: tuple[Space, ...]) -> str:
    return join_names(_letters(spaces) or ["no space"], "and")


def _letters(spaces: tuple[Space, ...]) -> list[str]:
    return [space.value for space in spaces]


def use_words(uses: tuple[CardUse, ...], sheet: Sheet) -> str:
    """Say what a card may be played for."""
    said = [_USES[use].format(lowest=sheet.lowest, event=sheet.words.event) for use in uses]
    return join_names(said or ["for nothing"], "or")
