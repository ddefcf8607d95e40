"""What hands do at the table: the instructions that an answer to the engine yields.

They come in the order of doing: flip, play, refill, count.
"""

from enum import Enum

from msgspec import Struct

from cdgdevice.rules.card_display import Facing, Place, Side


class DealCard(Struct, frozen=True):
    """Lay a card from the draw pile in this place at set-up."""

    side: Side
    card: Place
    facing: Facing
    named: bool = False
    """A sentence of the sheet says which card it is, and where it is laid."""
    pile: bool = False
    """It is the draw pile that is laid there."""


class FlipCards(Struct, frozen=True):
    """Turn these cards to this facing: up in play, down when something is undone."""

    side: Side
    cards: tuple[Place, ...]
    facing: Facing = Facing.UP


class PlayCard(Struct, frozen=True):
    """Take this card off the display: it is being played."""

    side: Side
    card: Place
    facing: Facing
    event: bool = False
    """A rule has it played as its event."""


class DiscardCard(Struct, frozen=True):
    """Take this card off the display: it leaves without being played."""

    side: Side
    card: Place
    facing: Facing


class CardSource(Enum):
    """Where the card comes from that fills a gap."""

    C = "C"
    """Pile family: the top card of space C."""
    PILE = "pile"
    """Open family: the draw pile beside the display."""
    BENEATH = "beneath"
    """Pile family: nothing is laid in C, for the pile's next card lies there already."""
    SHUFFLED = "shuffled"
    """Pile family: the pile is laid in C, which was empty, after a shuffle."""
    DISCARDS = "discards"
    """A card fetched from the discards."""
    PLAYED = "played"
    """The card that was being played."""
    ASIDE = "aside"
    """The card that was set aside beside the display."""


class RefillGap(Struct, frozen=True):
    """A gap holds a card again."""

    side: Side
    card: Place
    source: CardSource
    facing: Facing
    or_from_other: bool = False
    """If the pile has no card for it, one of the other display comes."""


class LeaveGap(Struct, frozen=True):
    """This gap stays empty: no card comes for it."""

    side: Side
    card: Place


class SetChits(Struct, frozen=True):
    """Set the side's chits so that it has `left` of `of` cards to play; they were `was`."""

    side: Side
    left: int
    hand_size: int
    before: tuple[int, int]
    """`left` and `of` before."""


class PutCardBack(Struct, frozen=True):
    """Undo: lay the card that was taken from this place there again, facing so."""

    side: Side
    card: Place
    facing: Facing


class TakeCardBack(Struct, frozen=True):
    """Undo: lay the card of this place where it came from, facing so."""

    side: Side
    card: Place
    to: CardSource
    facing: Facing


class MoveCard(Struct, frozen=True):
    """Move a card from one place to another, in its facing: to `side`'s `card` from `giver`'s."""

    side: Side
    card: Place
    from_side: Side
    from_place: Place


class LayBelowRow(Struct, frozen=True):
    """Lay a card of the other side's row below this side's, or put it back there (Five)."""

    side: Side
    card: Place
    from_side: Side
    owner: str
    """What the other side is called."""
    facing: Facing
    back: bool = False


class SwapCard(Struct, frozen=True):
    """Change this face-up card for the top discard, which is laid face-up in its place."""

    side: Side
    card: Place


class ReturnCard(Struct, frozen=True):
    """Shuffle this face-up card back into the draw pile."""

    side: Side
    card: Place


class TellPlayer(Struct, frozen=True):
    """Something else to do by hand, in a sentence of the sheet."""

    side: Side
    text: str
    undo: str = ""
    """What puts the cards back that it moves, in a sentence; empty where it moves none."""
    of_game: bool = False
    """It is neither side's: the side's screen shows it, and its name is not said with it."""
    shuffles: bool = False
    """It shuffles the side's cards: it stays as long as orders for cards, which need it, do."""
    note: str | None = None
    """The title of the note that has its rule."""
    is_outcome: bool = False
    """It only says how a question of the sheet came out: the hands have nothing to do."""
    draws: bool = False
    """It draws a card from the draw pile that goes to no space."""
    remark: bool = False
    """It says more of what is asked: the order comes first, and this after it."""


Instruction = (
    DealCard
    | FlipCards
    | PlayCard
    | DiscardCard
    | RefillGap
    | LeaveGap
    | SetChits
    | PutCardBack
    | TakeCardBack
    | MoveCard
    | LayBelowRow
    | SwapCard
    | ReturnCard
    | TellPlayer
)


def has_no_effect(act: Instruction) -> bool:
    """Return whether an act is only read: it moves no card, and an undo puts nothing back."""
    return isinstance(act, TellPlayer) and not act.undo
