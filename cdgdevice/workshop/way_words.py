"""The ways to play beside the die's results, in words: who has them, when, and what they do."""

from collections.abc import Iterator

from cdgdevice.method.reading.turn import LAST_TURN
from cdgdevice.method.sheet import Action, Instead, Sheet
from cdgdevice.method.terms import Among, Moment, OutOfCards, UnderWay, Who
from cdgdevice.method.words import listed
from cdgdevice.workshop.step_words import step_lines, use_words, variant_title

_WHEN = {
    Moment.READY: "before the roll",
    Moment.CHOOSE: "after the roll",
    Moment.PLAY: "while a card is played",
    Moment.TURN_END: "at the turn's end",
}
_WHO = {
    Who.ACTIVE: "The side whose round it is",
    Who.INACTIVE: "The other side",
    Who.EITHER: "Either side",
}
_CARD = {
    Among.UP: "a face-up card",
    Among.DOWN: "a face-down card",
    Among.UP_FIRST: "a face-up card, or a face-down one where there is none",
    Among.DOWN_FIRST: "a face-down card, or a face-up one where there is none",
    Among.ANY: "any card",
}


_UNDER_WAY = {
    UnderWay.CARD: ", while a card of the display is carried out",
    UnderWay.BESIDE: ", while something else than a card of the display is carried out",
}


def instead_words(way: Instead, sheet: Sheet) -> tuple[str, ...]:
    """Say who may take a round without the Method die, when, and what it does."""
    who = "Either side" if way.side is None else sheet.sides[way.side]
    limits = _limits(way.option, way.turns, way.first_round, sheet)
    if way.pile_gone:
        limits += ", with the draw pile empty"
    if way.at_most is not None:
        limits += f", with at most {way.at_most} cards on the display"
    if way.last_chit:
        limits += ", with one chit left"
    if way.once:
        limits += ", once in a game"
    if way.after_roll:
        limits += ", also after the roll"
    return (f"{who}{limits}.", *_rules(way), *step_lines(way.steps, sheet))


def action_words(action: Action, sheet: Sheet) -> tuple[str, ...]:
    """Say who may take an action, when and with which card, and what it does."""
    who = _WHO[action.who]
    if action.only is not None:
        own = {Who.ACTIVE: ", in this side's rounds,", Who.INACTIVE: ", in the other's rounds,"}
        who = sheet.sides[action.only] + own.get(action.who, ",")
    when = listed((_WHEN[moment] for moment in action.moments), "or")
    limits = _limits(action.option, action.turns, action.first_round, sheet)
    if action.result is not None:
        limits += f", on {action.result.value}"
    if action.needs_chit or action.chit_left:
        limits += ", with a chit left"
    if action.all_up:
        limits += ", with every card face-up"
    if action.use is not None:
        limits += f", with a card that may be played {use_words((action.use,), sheet.lowest)}"
    if action.other_chit:
        limits += ", if the other side has a chit left"
    if action.rolled:
        limits += ", in a round that was rolled for"
    if action.revealed:
        limits += ", if this roll turned it up"
    if action.under_way is not None:
        limits += _UNDER_WAY[action.under_way]
    if action.pile_gone:
        limits += ", with the draw pile empty"
    if action.once_a_round:
        limits += ", once a round"
    if action.once:
        limits += ", once in a game"
    with_card = ""
    if action.card is not None:
        offered = " that is offered" if action.offered else ""
        with_card = f", with {_CARD[action.card]}{offered}"
    return (f"{who} {when}{with_card}{limits}.", *step_lines(action.steps, sheet))


def _rules(way: Instead) -> Iterator[str]:
    if way.must:
        yield "Where it can be had, nothing else can."
    if way.fallback:
        yield "It is what is left when a result offers nothing."
    if way.out_of_cards is OutOfCards.MUST:
        yield "A side without chits must take it."
    if way.plays is not None:
        yield f"It plays {way.plays.value} as its event."
    if way.on_map:
        yield "It is carried out on the map."
    if way.counts:
        yield "It turns a chit."
    if way.ends_turn:
        yield "The side takes no more rounds this turn."


def span(turns: tuple[int, int]) -> str:
    """Say in which turns: the first and the last one; nothing where it is all turns."""
    first, last = turns
    if first == last:
        return f"in turn {first}"
    if last < LAST_TURN:
        return f"in turns {first} to {last}"
    return f"from turn {first} on" if first > 1 else ""


def _limits(
    option: str | None, turns: tuple[int, int] | None, first_round: bool, sheet: Sheet
) -> str:
    found = "" if option is None else f", with {variant_title(option, sheet)}"
    when = span(turns) if turns is not None else ""
    found += f", {when}" if when else ""
    return found + (", in the turn's first round" if first_round else "")
