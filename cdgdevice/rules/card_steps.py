"""The step types that turn, pick and move cards, chits and draw piles.

Types alone; each family of steps is a union, of which `rules/steps.py` makes the set of all.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, ClassVar

from msgspec import Struct

from cdgdevice.rules.card_display import Facing, Space
from cdgdevice.rules.field_forms import Change, Default, Key, Reference, Whole, Words


class CardUse(Enum):
    """What an offered card may be played for."""

    ANY = "any"
    """Any purpose that the game allows."""
    EVENT = "event"
    """Its event only."""
    LOWEST_OPS = "lowest-ops"
    """Any purpose, but only if it is the lowest-valued face-up card of its kind."""
    DISCARD = "discard"
    """To be discarded instead of played, where the game allows that."""


class Whose(Enum):
    """Which side a step works on."""

    MINE = "mine"
    """The side whose result or action it is."""
    OTHER = "other"
    """The side across the table."""
    BOTH = "both"
    """Both sides, the active one first."""


class PickableCards(Enum):
    """Which cards may be picked."""

    UP = "up"
    """Face-up cards."""
    DOWN = "down"
    """Face-down cards."""
    UP_FIRST = "up-first"
    """Face-up cards; face-down ones where there are none."""
    DOWN_FIRST = "down-first"
    """Face-down cards; face-up ones where there are none."""
    ANY = "any"
    """All cards."""
    PLAYED = "played"
    """Cards played beside that of the round, while their slots are not filled."""
    KEPT = "kept"
    """Cards kept beside the display, by the slots that they came from."""


_UP, _DOWN = (Facing.UP,), (Facing.DOWN,)
FACINGS_OF: Mapping[PickableCards, tuple[tuple[Facing | None, ...], ...]] = {
    PickableCards.UP: (_UP,),
    PickableCards.DOWN: (_DOWN,),
    PickableCards.UP_FIRST: (_UP, _DOWN),
    PickableCards.DOWN_FIRST: (_DOWN, _UP),
    PickableCards.ANY: ((*_UP, *_DOWN),),
    PickableCards.PLAYED: ((None,),),
}
"""How the cards lie that may be picked, the first that there are; None: a gap."""


class ReshuffledCards(Enum):
    """What of a display goes into a reshuffle."""

    NOTHING = "nothing"
    """No card of the display."""
    FACE_DOWN = "face-down"
    """Its face-down cards."""
    ALL = "all"
    """All its cards; it is set up again."""
    PILE = "pile"
    """The draw pile on C, with a face-up card on it."""


MAX_COUNTED = 20
"""Cards or chits: more than any game has of them."""


WhoseOrMine = Annotated[Whose, Default(Whose.MINE)]


class FlipSpaces(Struct, frozen=True):
    """Turn every face-down card of these spaces face-up."""

    do: ClassVar = "flip"
    words: ClassVar = "Flip [whose!=mine:{whose} ]{spaces}."
    spaces: tuple[Space, ...]
    whose: Whose = Whose.MINE


class TurnUp(Struct, frozen=True):
    """The player turns face-down cards up until `until` cards are face-up."""

    do: ClassVar = "turn-up"
    words: ClassVar = (
        "[one:With fewer than {until} face-up, turn one card up.][!one:Turn cards up until "
        "{until} are face-up.]"
    )
    until: Annotated[int, Whole(1, 10)]
    """The cards that are face-up already count."""
    one: bool = False
    """One card at most is turned up, also where fewer than `until` are then face-up."""


class Offer(Struct, frozen=True):
    """The face-up cards of these spaces may be played for these uses."""

    do: ClassVar = "offer"
    words: ClassVar = "Play {spaces:or} {uses}."
    spaces: tuple[Space, ...]
    uses: tuple[CardUse, ...]
    only: bool = False
    """Nothing else is on offer any more."""


class OfferBeside(Struct, frozen=True):
    """A card that lies beside the display may be played."""

    do: ClassVar = "offer-beside"
    words: ClassVar = "Or play {card}, which is beside the display."
    card: Annotated[str, Reference("beside")]
    """Its id among the sheet's cards beside the display."""


class HomeCard(Struct, frozen=True):
    """A home card may be played instead of turning C, and ends the result (mechanic #5).

    "Whenever a die result with a C is rolled": also with a C that an earlier round turned up; not
    once this roll has turned it. A side may have several, each once a turn: it is asked until it
    says that none is left.
    """

    do: ClassVar = "home"
    words: ClassVar = "A home card may be played instead of turning C."


class Pick(Struct, frozen=True):
    """The player picks a card."""

    do: ClassVar = "pick"
    words: ClassVar = (
        "{text} (Pick one: [picked:of {whose} picked cards][!picked:{whose} {among}]"
        "[some:, of {spaces}].)"
    )
    whose: WhoseOrMine
    among: Annotated[PickableCards, Default(PickableCards.UP)]
    text: Words
    spaces: tuple[Space, ...] = tuple(Space)
    """Of these spaces only."""
    picked: bool = False
    """Of the picked cards only, also of those that were played since."""


class PickRandom(Struct, frozen=True):
    """A die picks a card (Random Card Selection); none where there is none."""

    do: ClassVar = "pick-random"
    words: ClassVar = "Dice pick [picked:one of {whose} picked cards][!picked:{whose} {among}]."
    whose: WhoseOrMine
    among: Annotated[PickableCards, Default(PickableCards.UP)]
    picked: bool = False
    """Of the picked cards only."""


class PickUnderWay(Struct, frozen=True):
    """The place of the card under way."""

    do: ClassVar = "pick-under-way"
    words: ClassVar = "The place of the card under way is picked."


class Nominate(Struct, frozen=True):
    """The player picks as many cards as wanted, or none."""

    do: ClassVar = "nominate"
    words: ClassVar = "{text}[among!=up: (Of each {among}.)][chits: (No more than {words.chits}.)]"
    whose: WhoseOrMine
    text: Words
    chits: bool = False
    """No more cards than the side has chits for."""
    among: PickableCards = PickableCards.UP


class PlayPicked(Struct, frozen=True):
    """The picked cards are played and leave gaps; these are filled when combat is over."""

    do: ClassVar = "play"
    words: ClassVar = (
        "Play [whose!=both:{whose} ]picked cards[event: as {words.event}]; gaps that are left are "
        "filled at the end."
    )
    whose: Whose = Whose.BOTH
    """Only those of this side."""
    event: bool = False
    """The order says that they are played as their events."""


class OfferPicked(Struct, frozen=True):
    """The picked card may be played for these uses, and takes the round."""

    do: ClassVar = "offer-picked"
    words: ClassVar = "Play a picked card {uses}."
    uses: tuple[CardUse, ...]
    only: bool = False
    """Nothing else is on offer any more."""


class DiscardPicked(Struct, frozen=True):
    """The picked cards are discarded and leave gaps."""

    do: ClassVar = "discard"
    words: ClassVar = (
        "Discard the picked cards[even_mandatory:, mandatory ones too][stays:; the gap stays]."
    )
    stays: bool = False
    """Row family: the gap stays empty until the end of the side's next round."""
    even_mandatory: bool = False
    """A mandatory card is discarded too; else it is played instead (Book, mechanic #4)."""


class NotDrawn(Struct, frozen=True):
    """The picked cards should have been drawn and were not there: their places are gaps."""

    do: ClassVar = "not-drawn"
    words: ClassVar = "They were not there: their places are empty."


class Fill(Struct, frozen=True):
    """The picked gaps are filled; without a facing as the family says."""

    do: ClassVar = "fill"
    words: ClassVar = (
        "Fill the gaps[discards: from the {words.discards}][facing:, face-{facing}][later:, "
        "when the {words.round} or the combat is over]"
        "[from_other:; with the {words.draw_pile} empty, with a random card of the other side]."
    )
    facing: Facing | None = None
    discards: bool = False
    """With a card from the discards."""
    later: bool = False
    """When the round or the combat is over."""
    from_other: bool = False
    """With an empty draw pile: with a random card of the other display, a face-down one first.

    Without a facing only the gaps that wait for such a card.
    """
    note: str | None = None
    """The title of the note that has its rule."""


class SwapFor(Enum):
    """Which card comes to the place of the picked one."""

    DISCARD = "discard"
    """A card of the discards."""
    UNDER_WAY = "under-way"
    """The card under way, and the picked one to its place."""


class SwapPicked(Struct, frozen=True):
    """The picked card is changed for another one, face-up."""

    do: ClassVar = "swap"
    words: ClassVar = (
        "[card=discard:Change the picked card for one of the {words.discards}, face-up.]"
        "[card=under-way:The picked card and the card under way change places, both face-up.]"
    )
    event: bool = False
    """A card of the discards is an event: it is nobody's lowest card."""
    card: Annotated[SwapFor, Key("for")] = SwapFor.DISCARD


class TakePicked(Struct, frozen=True):
    """The picked card moves to the place of the card under way."""

    do: ClassVar = "take"
    words: ClassVar = (
        "The picked card moves to [gap:another gap][!gap:the place of the card under way]."
    )
    gap: bool = False
    """To another gap of mine, instead."""


class ReturnExcess(Struct, frozen=True):
    """Mandatory cards in excess of the chits go back into the pile (mechanic #4).

    The sheet's marks say which; their gaps are filled face-up.
    """

    do: ClassVar = "return-excess"
    words: ClassVar = (
        "Mandatory cards beyond the {words.chits} go back into the {words.pile}; fill face-up."
    )


class CountCards(Struct, frozen=True):
    """Cards count as played, one for each picked card, or one; never below no chit."""

    do: ClassVar = "count"
    words: ClassVar = "Count the cards as played: {whose} {words.chits}."
    whose: WhoseOrMine


class ChitsBy(Struct, frozen=True):
    """So many chits more for this turn; fewer with a negative number."""

    words: ClassVar = (
        "{words.chits:capital}: {by} [by>0:more][by<0:fewer] for {whose} {words.turn}."
    )
    by: Annotated[int, Change(MAX_COUNTED)]


class ChitsAtMost(Struct, frozen=True):
    """Of more chits left only so many stay, beside that of the card under way."""

    words: ClassVar = "{words.chits:capital}: at most {at_most}."
    at_most: Annotated[int, Whole(0, MAX_COUNTED)]


ChitChange = ChitsAtMost | ChitsBy


class ChangeChits(Struct, frozen=True):
    """The chits that a side has left change for this turn."""

    do: ClassVar = "chits"
    whose: WhoseOrMine
    change: ChitChange


class Uncounted(Struct, frozen=True):
    """The round under way turns no chit."""

    do: ClassVar = "uncounted"
    words: ClassVar = "This {words.round} {words.turns_no_chit}."


class UseUp(Struct, frozen=True):
    """The card under way has been played for this, and for nothing else."""

    do: ClassVar = "use-up"
    words: ClassVar = "The card under way is played for nothing else."


class HandSize(Struct, frozen=True):
    """My hand grows or shrinks for good; doubled spaces follow.

    A card that a relieved space gives up moves into the picked gap (Fate, Samurai, Leader Seppuku).
    """

    do: ClassVar = "hand-size"
    words: ClassVar = "The hand [by>0:grows][by<0:shrinks] by {by} for good."
    by: Annotated[int, Change(MAX_COUNTED)]


class EmptyPile(Struct, frozen=True):
    """My draw pile has no card any more: gaps stay."""

    do: ClassVar = "empty-pile"
    words: ClassVar = "The {words.draw_pile} is empty: gaps stay.[keeps_c: Its last card is on C.]"
    keeps_c: bool = False
    """Pile family: the pile's last card is still on C, face-down."""


class Reshuffle(Struct, frozen=True):
    """What is taken is shuffled into the pile, and every gap is dealt face-down."""

    do: ClassVar = "reshuffle"
    words: ClassVar = "{text} (Into {whose} {words.pile}: {takes}.)"
    whose: WhoseOrMine
    takes: ReshuffledCards
    text: Words


ResultStep = FlipSpaces | TurnUp | Offer | OfferBeside | HomeCard
"""What a result does: it turns cards and offers them."""


PickingStep = Pick | PickRandom | PickUnderWay | Nominate
"""What picks cards."""


PickedStep = (
    PlayPicked
    | OfferPicked
    | DiscardPicked
    | NotDrawn
    | Fill
    | SwapPicked
    | TakePicked
    | ReturnExcess
)
"""What is done with the picked cards."""


ChitStep = CountCards | ChangeChits | Uncounted | UseUp | HandSize
"""What is done with chits, and with the card under way."""


PileStep = EmptyPile | Reshuffle
"""What is done with draw piles."""
