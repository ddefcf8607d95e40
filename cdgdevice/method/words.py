"""The words of the table: one short sentence for every act, the same wherever it is shown."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from cdgdevice.method.acts import (
    Act,
    Count,
    Deal,
    Discard,
    Flip,
    Move,
    Play,
    PutBack,
    Refill,
    Return,
    Source,
    Swap,
    TakeBack,
    Tell,
)
from cdgdevice.method.display import Facing, Side, Space
from cdgdevice.method.game import Game
from cdgdevice.method.sheet import Beside
from cdgdevice.method.stage import GameEnd, Nominating, Offered, Ready, TurnEnd
from cdgdevice.method.terms import Use

_NAMED = 4
"""More cards than this are not named one by one: the glass shows which they are."""


_IN_SHORT = ((" any face-up card ", " any card "), ("Play ", ""), ("play ", ""), (" face-up", ""))
"""What `offer` says more fully than need be."""
_BACK = {
    Source.C: "on C",
    Source.PILE: "on the pile",
    Source.BENEATH: "on the pile",
    Source.DISCARDS: "on the discards",
    Source.ASIDE: "beside the display",
}


OfCards = Play | Discard | Refill | PutBack | TakeBack | Swap | Return
"""Acts of which one sentence can tell for several cards."""


def say(act: Act) -> str:
    """Say an act in one short sentence."""
    match act:
        case Deal(_, card, facing):
            return f"Deal {card} {_face(facing)}."
        case Flip(_, cards, facing):
            names = _names(map(str, cards))
            return f"Flip {names}." if facing is Facing.UP else f"Turn {names} face-down."
        case Count(_, left, of, _):
            return f"Chits: {left} of {of} left."
        case Move(side, card, giver, start):
            if side is giver:
                return f"Slide {start} to {card}."
            return f"Lay their {start} in {card}."
        case Tell(_, text, _):
            return text
        case _:
            return _say_of(act, str(act.card))


def _say_of(act: OfCards, cards: str) -> str:
    """Say an act of all these cards."""
    match act:
        case Play():
            return f"Play {cards}."
        case Discard():
            return f"Discard {cards}."
        case Refill(_, _, Source.BENEATH, facing):
            return f"{cards}: next card, {_face(facing)}."
        case Refill(_, _, Source.ASIDE, facing):
            return f"Lay the card set aside in {cards}, {_face(facing)}."
        case Refill(_, _, Source.DISCARDS, facing):
            return f"Lay the fetched card in {cards}, {_face(facing)}."
        case Refill(_, _, Source.PLAYED, facing):
            return f"Lay the played card in {cards}, {_face(facing)}."
        case Refill(_, _, source, facing):
            return f"Fill {cards}{' from C' if source is Source.C else ''}, {_face(facing)}."
        case PutBack(_, _, facing):
            return f"Put {cards} back, {_face(facing)}."
        case Swap():
            return f"Change {cards} for the discard."
        case Return():
            return f"Shuffle {cards} into the pile."
        case TakeBack(_, _, to, facing):
            return f"Put {cards} back {_BACK[to]}, {_face(facing)}."


def say_all(acts: Iterable[Act], side: Side) -> tuple[str, ...]:
    """Say the acts of one side in order; those alike, one after the other, in one sentence."""
    return tuple(_in_order(act for act in acts if act.side is side))


def _in_order(acts: Iterable[Act]) -> Iterator[str]:
    for _, together in groupby(acts, key=_alike):
        yield from _say_together(tuple(together))


def _dealt(deals: tuple[Deal, ...]) -> Iterator[str]:
    """Say what is dealt: by facing, but what lies face-up on the pile after all the others."""
    on_c = deals[-1].card.space is Space.C and deals[-1].facing is Facing.UP
    before, on_top = (deals[:-1], deals[-1:]) if on_c else (deals, ())
    parts = [tuple(deal for deal in before if deal.facing is facing) for facing in Facing]
    deal = "Deal "
    for part in filter(None, (*parts, on_top)):
        cards = sorted(str(dealt.card) for dealt in part)
        yield f"{deal}{_names(cards)} {_face(part[0].facing)}."
        deal = ""


def _alike(act: Act) -> object:
    """Give what acts have in common that one sentence can say of several cards."""
    match act:
        case Deal() | Play() | Discard() | Swap() | Return():
            return type(act)
        case PutBack(_, _, facing):
            return type(act), facing
        case Refill(_, _, Source.C | Source.PILE as source, facing):
            return type(act), source, facing
        case TakeBack(_, _, to, facing):
            return type(act), to, facing
        case Move(side, card, giver, start) if side is giver and not start.number:
            return type(act), str(start) < str(card)
        case _:
            return act


def _say_together(acts: tuple[Act, ...]) -> Iterator[str]:
    first = acts[0]
    if isinstance(first, Deal):
        yield from _dealt(tuple(act for act in acts if isinstance(act, Deal)))
    elif isinstance(first, OfCards):
        yield _say_of(first, _names(str(act.card) for act in acts if isinstance(act, OfCards)))
    elif isinstance(first, Move) and len(acts) > 1:
        onward = str(first.start) < str(first.card)
        yield f"Slide the others {'toward E' if onward else 'back toward A'}."
    else:
        yield say(first)


def _names(cards: Iterable[str]) -> str:
    """Name cards: `A and B`; the five of a whole display `A to E`."""
    named = tuple(cards)
    return "A to E" if sorted(named) == list("ABCDE") else listed(named, "and")


def of_both(done: tuple[str, ...]) -> tuple[str, ...]:
    """Say of both sides what is the same on either: at least one sentence."""
    first, *rest = done
    return f"Both sides: {first[:1].lower()}{first[1:]}", *rest


def say_both(
    acts: Iterable[Act], names: Mapping[Side, str], at_work: Side | None = None
) -> tuple[str, ...]:
    """Say the acts of both sides in order, and whose they are.

    A side that has them all is named only where the other is at work.
    """
    acts = tuple(acts)
    said = {side: say_all(acts, side) for side in Side}
    left, right = said[Side.LEFT], said[Side.RIGHT]
    if left == right:
        return of_both(left) if left else ()
    if not (left and right) and at_work is not (Side.RIGHT if left else Side.LEFT):
        return left or right
    return tuple(
        f"{names[side]}: {sentence}"
        for side, of_side in groupby(acts, key=lambda act: act.side)
        for sentence in _in_order(of_side)
    )


def told(game: Game, acts: Iterable[Act] | None = None) -> tuple[str, ...]:
    """Say what the hands are to do; a side is named unless it is plain whose cards it is.

    It is what this state asks, unless `acts` are given.
    """
    at_rest = isinstance(game.stage, Ready | Nominating | TurnEnd | GameEnd)
    asked = game.acts if acts is None else acts
    return say_both(asked, game.sheet.sides, None if at_rest else game.active)


def offer(offers: Iterable[Offered], beside: Iterable[Beside] = (), lowest_of: str = "Ops") -> str:
    """Say what may be played, in one sentence."""
    freely: list[str] = []
    event: list[str] = []
    lowest: list[str] = []
    discard = False
    for offered in offers:
        card = str(offered.card)
        if Use.ANY in offered.uses:
            freely.append(card)
        if Use.EVENT in offered.uses:
            event.append(card)
        if Use.LOWEST_OPS in offered.uses and Use.ANY not in offered.uses:
            lowest.append(card)
        discard = discard or Use.DISCARD in offered.uses
    parts = []
    if freely:
        parts.append(f"play {listed(freely, 'or')}")
    if event:
        cards = listed(event, "or") if len(event) <= _NAMED else "any face-up card"
        parts.append(f"play {cards} as event")
    if lowest:
        of_them = "" if lowest == event else f" of {listed(lowest, 'or')}"
        short = len(lowest) <= _NAMED
        parts.append(f"lowest {lowest_of}{of_them}" if short else f"lowest face-up {lowest_of}")
    if discard:
        parts.append("discard an event")
    parts.extend(card.title for card in beside)
    sentence = f"{', '.join(parts[:-1])}, or {parts[-1]}" if len(parts) > 1 else parts[0]
    return f"{sentence[:1].upper()}{sentence[1:]}."


def in_short(sentence: str) -> str:
    """Say in fewer words what may be played, where the glass shows the cards anyhow."""
    for long, short in _IN_SHORT:
        sentence = sentence.replace(long, short)
    return f"{sentence[:1].upper()}{sentence[1:]}"


def purpose(uses: tuple[Use, ...], lowest_of: str = "Ops") -> str:
    """Say in a few words for what a chosen card may be played; nothing where for anything."""
    names = {Use.EVENT: "event", Use.LOWEST_OPS: f"lowest {lowest_of}", Use.DISCARD: "discard"}
    found = [names[use] for use in uses if use in names]
    if Use.ANY in uses or not found:
        return ""
    if len(found) == len(names):
        # All three are two lines on the glass only if they are short.
        found = ["event", "Ops", "discard"]
    return f" as {listed(found, 'or')}"


def belonging_to(name: str) -> str:
    """Say that something is this side's: `Rome's`, `Central Powers'`."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def listed(names: Iterable[str], last: str) -> str:
    """Join names as in speech: `A, B or C`."""
    *some, final = names
    return f"{', '.join(some)} {last} {final}" if some else final


def _face(facing: Facing) -> str:
    return f"face-{facing.value}"
