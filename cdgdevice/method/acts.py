"""What the player does by hand at the table, and what undoes it.

Every answer to the engine yields the acts that it asks of the player's hands, in the order of
doing: flip, play, refill, count.
"""

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Refill:
    """Lay the next card in this gap: from C in the pile family, else from the draw pile."""

    side: Side
    card: Place
    from_c: bool
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
    """Undo: lay the card of this place on C or on the draw pile again, facing so."""

    side: Side
    card: Place
    to_c: bool
    facing: Facing


Act = Deal | Flip | Play | Discard | Refill | Count | PutBack | TakeBack


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
        case Refill(side, card, from_c, facing):
            return (TakeBack(side, card, from_c, facing),)
        case Deal(side, card, facing):
            return (TakeBack(side, card, False, facing),)
        case Count(side, left, of, was):
            return (Count(side, *was, was=(left, of)),)
        case PutBack() | TakeBack():
            return ()


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
