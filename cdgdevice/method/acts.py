"""What the player does by hand at the table, and what undoes it.

Every answer to the engine yields the acts that it asks of the player's hands, in the order of
doing: flip, play, refill, count.
"""

from dataclasses import dataclass
from enum import Enum

from cdgdevice.method.display import Facing, Place, Side


@dataclass(frozen=True, slots=True)
class Deal:
    """Lay a card from the draw pile in this place at set-up."""

    side: Side
    card: Place
    facing: Facing


@dataclass(frozen=True, slots=True)
class Flip:
    """Turn these cards to this facing: up in play, down when something is undone."""

    side: Side
    cards: tuple[Place, ...]
    facing: Facing = Facing.UP


@dataclass(frozen=True, slots=True)
class Play:
    """Take this card off the display: it is being played."""

    side: Side
    card: Place
    facing: Facing


@dataclass(frozen=True, slots=True)
class Discard:
    """Take this card off the display: it leaves without being played."""

    side: Side
    card: Place
    facing: Facing


class Source(Enum):
    """Where the card comes from that fills a gap."""

    C = "C"
    """Pile family: the top card of space C."""
    PILE = "pile"
    """Open family: the draw pile beside the display."""
    BENEATH = "beneath"
    """Pile family: nothing is laid in C, for the pile's next card lies there already."""
    DISCARDS = "discards"
    """A card fetched from the discards."""
    PLAYED = "played"
    """The card that was being played."""
    ASIDE = "aside"
    """The card that was set aside beside the display."""


@dataclass(frozen=True, slots=True)
class Refill:
    """A gap holds a card again."""

    side: Side
    card: Place
    source: Source
    facing: Facing


@dataclass(frozen=True, slots=True)
class Count:
    """Set the side's chits so that it has `left` of `of` cards to play; they were `was`."""

    side: Side
    left: int
    of: int
    was: tuple[int, int]
    """`left` and `of` before."""


@dataclass(frozen=True, slots=True)
class PutBack:
    """Undo: lay the card that was taken from this place there again, facing so."""

    side: Side
    card: Place
    facing: Facing


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo: lay the card of this place where it came from, facing so."""

    side: Side
    card: Place
    to: Source
    facing: Facing


@dataclass(frozen=True, slots=True)
class Move:
    """Move a card from one place to another, as it lies: to `side`'s `card` from `giver`'s."""

    side: Side
    card: Place
    giver: Side
    start: Place


@dataclass(frozen=True, slots=True)
class Swap:
    """Change this face-up card for the top discard, which is laid face-up in its place."""

    side: Side
    card: Place


@dataclass(frozen=True, slots=True)
class Return:
    """Shuffle this face-up card back into the draw pile."""

    side: Side
    card: Place


@dataclass(frozen=True, slots=True)
class Tell:
    """Something else to do by hand, in a sentence of the sheet."""

    side: Side
    text: str
    undo: str = ""
    """What puts the cards back that it moves, in a sentence; empty where it moves none."""


Act = (
    Deal | Flip | Play | Discard | Refill | Count | PutBack | TakeBack | Move | Swap | Return | Tell
)


def restoring(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """Give the acts that put the table back as it was before these, last one first."""
    return tuple(back for act in reversed(acts) for back in _back(act))


def _back(act: Act) -> tuple[Act, ...]:
    match act:
        case Flip(side, cards, facing):
            other = Facing.DOWN if facing is Facing.UP else Facing.UP
            return (Flip(side, cards, other),)
        case Play(side, card, facing) | Discard(side, card, facing):
            return (PutBack(side, card, facing),)
        case Refill(side, card, source, facing):
            return _emptied(side, card, source, facing)
        case Deal(side, card, _):
            return (TakeBack(side, card, Source.PILE, Facing.DOWN),)
        case Count(side, left, of, was):
            return (Count(side, *was, was=(left, of)),)
        case Move(side, card, giver, start):
            return (Move(giver, start, side, card),)
        case Swap():
            return (act,)
        case Return(side, card):
            return (PutBack(side, card, Facing.UP),)
        case Tell(side, _, undo):
            return (Tell(side, undo),) if undo else ()
        case PutBack() | TakeBack():
            return ()


def _emptied(side: Side, card: Place, source: Source, facing: Facing) -> tuple[Act, ...]:
    """Put the card that filled a gap where it came from."""
    match source:
        case Source.BENEATH:
            return () if facing is Facing.DOWN else (Flip(side, (card,), Facing.DOWN),)
        case Source.PILE:
            # However it was laid: in the pile it lies face-down.
            return (TakeBack(side, card, source, Facing.DOWN),)
        case Source.C | Source.ASIDE:
            return (TakeBack(side, card, source, facing),)
        case Source.DISCARDS:
            return (Discard(side, card, facing),)
        case Source.PLAYED:
            return (Play(side, card, facing),)


def net(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """Leave out flips that cancel each other, so that no card is turned twice for nothing."""
    facing: dict[tuple[Side, Place], list[Facing]] = {}
    for act in acts:
        if isinstance(act, Flip):
            for card in act.cards:
                facing.setdefault((act.side, card), []).append(act.facing)
    idle = {card for card, turned in facing.items() if len(turned) % 2 == 0}
    kept: list[Act] = []
    for act in acts:
        if isinstance(act, Flip):
            cards = tuple(card for card in act.cards if (act.side, card) not in idle)
            if cards:
                kept.append(Flip(act.side, cards, act.facing))
        else:
            kept.append(act)
    return tuple(kept)
