"""The entries of a sheet that have no steps: hands, variants, marks, notes, words."""

from collections.abc import Mapping
from enum import Enum
from typing import Annotated

from msgspec import Struct, field

from cdgdevice.rules.card_display import Mark, Side, Space
from cdgdevice.rules.field_forms import (
    Change,
    Default,
    Id,
    Key,
    Like,
    NamingWords,
    Reference,
    TogetherWith,
    Whole,
)


class SheetFamily(Enum):
    """How cards come to a side, and what decides which may be played."""

    has_display: bool
    """Cards are in the spaces A to E."""
    has_pile_on_c: bool
    """The draw pile is space C; its top card fills a gap and keeps its facing."""
    shares_pile: bool
    """Both sides draw from a pile off the displays; a gap is filled face-down."""
    nominates: bool
    """The spaces are a conveyor; a card is nominated and two dice decide (V3, Five)."""

    def __new__(cls, name: str, *decides: str) -> "SheetFamily":
        """Make a member of which the named attributes hold, and the others don't."""
        family = object.__new__(cls)
        family._value_ = name
        for each in ("has_display", "has_pile_on_c", "shares_pile", "nominates"):
            setattr(family, each, each in decides)
        return family

    PILE = "pile", "has_display", "has_pile_on_c"
    OPEN = "open", "has_display", "shares_pile"
    ROW = "row", "has_display", "nominates"
    CHECKS = ("checks",)
    """A guided list of dice for the enemy's turn (Crusade)."""

    @property
    def rolls_method_die(self) -> bool:
        """The Method die decides, by the sheet's results."""
        return self.has_pile_on_c or self.shares_pile

    def is_pile(self, space: Space) -> bool:
        """Return whether the card in a space is the top of a draw pile."""
        return self.has_pile_on_c and space is Space.C


class DoublingRule(Enum):
    """Whether unequal hands double spaces (Book, common mechanic #8)."""

    OPTION = "option"
    """Off unless the player switches it on."""
    RULE = "rule"
    """On unless the player switches it off."""


class WhenOutOfCards(Enum):
    """What an alternative to the roll is to a side without chits."""

    NEVER = "never"
    """Not available."""
    MUST = "must"
    """The only way to take the round, and the round must be taken."""


class TurnEndDiscard(Enum):
    """Which face-up cards may be discarded at the turn's end, one for each chit left."""

    NONE = "none"
    """None."""
    COMBAT = "combat"
    """Combat cards only; the player knows which those are."""
    ANY = "any"
    """Any (Book, common mechanic #2)."""


class ExcessRule(Enum):
    """What becomes of more face-up mandatory cards than chits."""

    NONE = "none"
    """The sheet does not say."""
    LAST = "last"
    """The last ones turned up go back, counting in the order A to E."""
    FLIP = "flip"
    """All mandatory cards of the last flip go back."""


LARGEST_HAND = 20


MAX_KEPT = 99
"""A number that a sheet keeps is at most this."""


LAST_TURN = 99
"""A game that does not say its last turn may go on as long."""


class ActionMoment(Enum):
    """When an action of a sheet may be taken."""

    READY = "ready"
    """Before the round's roll."""
    CHOOSE = "choose"
    """After the roll, before a card is chosen."""
    CHOSEN = "card-chosen"
    """When the round's card has been chosen, before it is used: it is taken by itself."""
    PLAY = "play"
    """While the round is played on the map."""
    TURN_END = "turn-end"
    """When the turn's card play is over."""
    ASKED = "asked"
    """While a list asks a question or for a die; the question stays."""
    SET_UP = "set-up"
    """The same of the list that sets the game up."""


class PlayUnderWay(Enum):
    """What must be done on the map for an action."""

    CARD = "card"
    """A card of the display whose space is still a gap."""
    ANY_CARD = "any-card"
    """A card, of the display or from beside it."""
    BESIDE = "beside"
    """A card from beside the display, or what was taken instead of a roll."""


class ActionSide(Enum):
    """Whose action it is."""

    ACTIVE = "active"
    """The side whose round it is."""
    INACTIVE = "inactive"
    """The other side."""
    EITHER = "either"
    """Either: the player says which."""


class HandRules(Struct, frozen=True):
    """How many cards a side may play a turn."""

    default: tuple[int, int]
    """Left, right; `by_turn` comes before it."""
    low: int
    high: int
    vary: bool
    """They can change while the game is played."""
    source: str
    counted: bool = True
    """Chits are turned; else the hand size is only kept in mind."""
    by_turn: tuple[int, ...] = ()
    """Both sides' hand sizes in turns 1, 2 and so on; the last one stays."""
    asked: bool = False
    """They are asked for as each turn begins, in a game whose set-up was guided."""
    while_pile_empty: int | None = None
    """A turn that begins with an empty draw pile leaves so many of them at most."""

    def sizes_in(self, turn: int) -> tuple[int, int]:
        """Return the hand sizes of a turn, left and right, if no player or event changes them."""
        if not self.by_turn:
            return self.default
        both = self.by_turn[min(turn, len(self.by_turn)) - 1]
        return both, both


class Reminder(Struct, frozen=True):
    """What is said when a turn comes to this point."""

    text: NamingWords
    side: Side | None = None
    """Before this side's round; None: at the turn's end, or at its start with round 0."""
    round: Annotated[int | None, Whole(0, LARGEST_HAND)] = None
    turns: tuple[int, int] = (1, LAST_TURN)
    """First and last turn, both included."""
    even: bool = False
    """In even turns only."""
    if_open: Side | None = None
    """Only while this side's row is open by a card that the other side played."""
    once: Annotated[str | None, Id("scoring-card")] = None
    """Of all reminders of this name only the first is said in a turn."""
    unless_used: Annotated[str | None, Id("card-set-aside")] = None
    """Not once this was used: a way or an action that is available once in a game."""
    pile_gone: bool = False
    """To each side whose draw pile is empty, and to no other."""
    adds: Annotated[int | None, Change(9), TogetherWith("to")] = None
    """So much is added to a kept number before it is said; not said where it is at its bound."""
    to: Annotated[str | None, Id("morale")] = None
    """The number."""
    off: Annotated[str | None, Id("scored")] = None
    """What is added comes off this kept number: no more than it has, and said in any case."""
    forgets: Annotated[str | None, Id("deck")] = None
    """This kept number is not known any more once it is said."""
    note: str | None = None
    """The title of the note that has its rule."""


class Period(Struct, frozen=True):
    """What the game calls some of its turns."""

    title: str
    """A few words for the top of the screens, at most 9 characters."""
    turns: tuple[int, int] = (1, LAST_TURN)
    """First and last turn, both included."""


class BesideCard(Struct, frozen=True):
    """A card that lies beside the display."""

    id: Annotated[str, Id("china-card", of_option=True)]
    title: str
    source: str
    counts: bool = False
    """Playing it turns a chit."""
    target: Annotated[int | None, Whole(1, 6)] = None
    """Row family: a white die up to this plays it when it is nominated; None: never nominated."""
    holder: Side | None = None
    """Row family: who holds it at first; played, it is the other side's next turn."""
    short: str = ""
    """A word for the top of its holder's screen; empty: nothing is said there."""
    tracked: bool = False
    """A side has it only after a step has placed it there, and may have several."""
    turn: bool = False
    """It leaves when the turn ends."""
    turn_end: str = ""
    """What a side that has it then does with it, in a sentence."""


class SideState(Struct, frozen=True):
    """Something that is so of a side for some time, and that the gadget keeps in mind."""

    id: Annotated[str, Id("trapped")]
    title: str
    """A word for the top of that side's screen."""
    source: str
    turn: bool = False
    """It ends with the turn."""


class KeptInSight(Struct, frozen=True):
    """A number that lists keep, or what they have told under a name: the screen shows it."""

    id: Annotated[str, Id("supply")]
    """The name under which it is kept."""
    title: str
    source: str
    begins: Annotated[int | None, Whole(0, MAX_KEPT)] = None
    """What it is when a game begins; None: nothing is kept until a step keeps it."""
    high: Annotated[int, Whole(1, MAX_KEPT)] = MAX_KEPT
    """A reminder adds to it up to this."""
    drawn_from: bool = False
    """The cards of a draw pile off the displays: each that is drawn takes one off."""
    warns_at: Annotated[int | None, Whole(1, MAX_KEPT), TogetherWith("warning")] = None
    """Row family: at this or less the warning is said with a nomination and with doubles."""
    warning: str = ""


class FixedDoubling(Struct, frozen=True):
    """Spaces that a scenario doubles, whatever the hands."""

    side: Side
    spaces: tuple[Space, ...]
    once: tuple[Space, ...]
    """Doubled only until a card of the space is played."""


DOUBLED_SPACES = "doubled-spaces"
"""The variant that a sheet with a [doubled-spaces] table has (Book, common mechanic #8)."""


class Variant(Struct, frozen=True):
    """A rule or scenario of the sheet that the player switches on or off for a game."""

    id: str
    title: str
    default: bool
    source: str
    group: str | None = None
    """At most one variant of a group is on."""
    face_up: Mapping[Side, tuple[Space, ...]] = field(default_factory=dict)
    """Cards that it lays face-up at set-up."""
    names: Mapping[Side, str] = field(default_factory=dict)
    """What the sides are called in it."""
    hands: tuple[int, int] | None = None
    """Hand sizes, left and right, unless the player says otherwise."""
    doubling: FixedDoubling | None = None
    text: str | None = None
    """What it means, in a sentence: said where the set-up asks for it."""
    unless: tuple[str, ...] = ()
    """The set-up does not ask for it with one of these variants on."""
    needs: str | None = None
    """The set-up asks for it only with this variant on."""
    home: Side | None = None
    """Only this side has home cards."""
    first_turn: int = 1
    """The turn with which a game with a guided set-up begins."""
    pile_off_displays: bool = False
    """Both sides draw from one pile off the displays: C is empty but for a card drawn to it."""
    question: str = ""
    """How the set-up asks for it, or for its group; empty: by its title."""
    more: bool = False
    """It is seldom wanted: the set-up asks for it only after `more`."""

    @property
    def doubles_spaces(self) -> bool:
        """A space may hold two cards while it is on."""
        return self.doubling is not None or self.id == DOUBLED_SPACES


class SetUpStep(Struct, frozen=True):
    """What the hands do at the set-up, beside the deal."""

    text: str
    source: str
    side: Side | None = None
    """Whose cards they are; None: both sides', done once."""
    when: Annotated[str | None, Reference("variants")] = None
    """Only with this variant on."""
    unless: tuple[str, ...] = ()
    """Not with one of these variants on."""
    after_deal: bool = False
    """After the deal; else before it."""
    lays: tuple[Space, ...] = ()
    """Cards that it lays in these spaces, which are not dealt then."""
    pile: bool = False
    """It says where the draw pile lies, in place of the family's usual sentence."""
    stays: bool = False
    """What it lays beside the displays stays there: a set-up that is skipped tells it too."""
    note: str | None = None
    """The title of the note that has its rule."""


class SetAsideRules(Struct, frozen=True):
    """A card that lies face-up beside the display at first, and fills a side's first gap."""

    side: Side
    spaces: tuple[Space, ...]
    """The first gap in one of these is filled with it, in place of a draw."""
    turns: Annotated[tuple[int, int], Default((1, 1))]
    """First and last turn in which that happens."""
    source: str


class MarkRules(Struct, frozen=True):
    """Which marks a sheet knows, and what they do."""

    kinds: tuple[Mark, ...]
    excess: Annotated[ExcessRule, Default(ExcessRule.NONE)]
    jolly_roger_forces: Annotated[bool, Key("jolly-roger"), Default(False)]
    """The Jolly Roger forces scoring and special cards."""
    source: str
    played_at_once: Annotated[bool, Key("at-once")] = False
    """A mandatory card that is turned up is played beside the round's own card: it forces none."""
    most: Annotated[int | None, Key("mandatory-cards"), Whole(1, LARGEST_HAND)] = None
    """No side can have more mandatory cards than these."""
    first_by_event: bool = False
    """A first-opportunity card must be played on EVENT too, whatever its space."""


class OrderKind(Enum):
    """An order to the hands that has the same rule whatever came before it."""

    FILL = "fill"
    """To fill a gap; in a row also what slides and what leaves it."""
    LEAVE = "leave"
    """To leave a gap empty because the draw pile is gone."""
    ROUND_END = "round-end"
    """What a side does after each of its rounds."""
    COUNT = "count"
    """To set the chits."""
    COMBAT = "combat"
    """To play a combat card."""
    MANDATORY = "mandatory"
    """To play a mandatory card, or to mark one."""
    ROLL = "roll"
    """To roll for a round."""
    TURN_END = "turn-end"
    """To go on to the next turn."""
    FIRST_OPPORTUNITY = "first-opportunity"
    """To play such a card, as its space is named."""
    SCORING = "scoring"
    """To play a scoring card."""
    HOME = "home"
    """To play a home card, and to turn it."""


class Note(Struct, frozen=True):
    """A rule of a card or a matter of the game, in a few sentences to read."""

    card: Annotated[str | None, Like("[^0-9]*[0-9].*", "#22"), Default(None)]
    """Number as printed, like `#22`; None: a matter of its own."""
    title: str
    text: str
    source: str
    action: Annotated[str | None, Id("reveal-display")] = None
    """The action or way that does what it says."""
    orders: tuple[OrderKind, ...] = ()
    """The orders of which it is the rule."""


LIST_OF_TERMS = "words"
"""What a player asks to see all words that are explained; no term can be called so."""


class Term(Struct, frozen=True):
    """A word of the document, explained in a sentence."""

    word: str
    text: str
    also: tuple[str, ...] = ()
    """What else it is called or typed as."""
    source: str = ""
    """Where it stands; empty for the words that several games share."""

    @property
    def names(self) -> tuple[str, ...]:
        """All that it is found by."""
        return (self.word, *self.also)


def fold_term(name: str) -> str:
    """Return what two names of a term are compared by.

    Upper and lower case are the same, and so are one and several.
    """
    return " ".join(name.split()).casefold().removesuffix("s")
