"""What a screen is to show, before anything is drawn: plain values, equal when they look equal."""

from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.render.language import IN_ENGLISH, Language
from cdgdevice.rules.card_display import Facing, Mark
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.texts.sentences import count_die, count_page, describe_thrown
from cdgdevice.rules.texts.templates import Template
from cdgdevice.rules.texts.words import BOOK_WORDS, Words

NO_BREAK = "\N{NO-BREAK SPACE}"
"""A blank at which no row ends."""
SCROLLED_COLUMNS = 24
"""Characters of the longest item of a menu that scrolls: as many as the smallest letters allow."""


class CardView(Struct, frozen=True):
    """One card of the display as the screen shows it."""

    facing: Facing
    offered: bool = False
    """It may be taken now: drawn inverse."""
    highlighted: bool = False
    """The next confirmation takes it: drawn with a thick frame. Implies offered."""
    mark: Mark | None = None
    """What the player said of it: a letter in its corner."""
    gap: bool = False
    """No card is there, but one can be put there: drawn as a dotted frame."""
    reach: int | None = None
    """Row family: a white die up to this number plays it when it is nominated."""


class LargeOrder(Struct, frozen=True):
    """What hands do next, in a verb and the names of cards: it fills the screen."""

    verb: str
    cards: str = ""
    """The names of the cards, a blank between them."""
    lies: str = ""
    """How the cards lie then, in a word."""
    takes_first: bool = False
    """The next confirmation takes the first of several cards: it is drawn inverse."""


class BoardView(Struct, frozen=True):
    """A side's own screen: its card display, what to do, and its chits."""

    side: str
    """The side's name."""
    turn: int
    round: int
    spaces: tuple[tuple[CardView, ...], ...]
    """Spaces A to E: no card (a gap), one card, or two (the first in front).

    None at all where the method has no display: the text has their room.
    """
    lines: tuple[str, ...]
    """Sentences in the order of doing; each starts on a line of its own and may wrap."""
    left: int | None
    """Cards left to play, 0 to 20; None where the sheet counts none."""
    of: int | None
    """Hand size, 0 to 20; None where the sheet knows none."""
    quiet: bool = False
    """The other side is at work: drawn so that nothing calls for attention."""
    chosen: str | None = None
    """The highlighted choice where it is no card: the next confirmation takes it."""
    among: str = ""
    """What it is one of, where there are others that are no cards: `<1/3>`, or numbers `<0-12>`.

    Where it turns to a further page: `page 1/3`.
    """
    words: Words = BOOK_WORDS
    """What the sheet calls what is told of it."""
    kept: tuple[str, ...] = ()
    """What is kept in mind of the side, the most urgent first, as far as the title has room."""
    result: str = ""
    """What the round's dice show, as long as the round lasts: `ABC`, or `W6 C1` for two.

    Of the side that is not at work: what its last round came to, such as `JR: C`.
    """
    two_dice: bool = False
    """A round is decided by two dice."""
    chances: tuple[tuple[int, ...], ...] | None = None
    """How many throws of the side's next roll offer each card, by space as `spaces`.

    It stands below each card; empty: the room is kept, the numbers come; None: no room for them.
    """
    throws: int = 0
    """How many throws there are: 6, or 36 of two dice."""
    thrown: Template = describe_thrown
    """What its result is said with, where there is room."""
    language: Language = IN_ENGLISH
    """What its texts will be written in, and must have room in."""
    large: LargeOrder | None = None
    """What is drawn in place of all the rest, in large type."""

    def written(self) -> "BoardView":
        """Return it with its texts as they will be drawn."""
        if self.language is IN_ENGLISH:
            return self
        return replace(self.language.write(self), language=IN_ENGLISH)


class DiceView(Struct, frozen=True):
    """What the dice show fills the whole screen for a moment."""

    shown: DieResult | tuple[int, ...]
    """The result of the Method die, or one or two numbers, 1 to 6."""
    words: Words = BOOK_WORDS
    """What the sheet calls the dice."""


class MenuView(Struct, frozen=True):
    """A list of which one item is highlighted; it scrolls to keep that item in sight."""

    title: str
    items: tuple[str, ...]
    """At least one item."""
    highlighted: int
    """Index into items."""


class PageKind(Enum):
    """What kind of page it is: the icon beside its title."""

    NOTE = "note"
    """Something to read."""
    ERROR = "error"
    """The player's input or configuration: they can fix it."""
    FAULT = "fault"
    """A part of the gadget does not answer; the game goes on."""
    PUT_BACK = "put-back"
    """Things to put back by hand after an undo."""
    DIE = "die"
    """A step with the die and its reader."""


class PageView(Struct, frozen=True):
    """Text to read, a screenful at a time."""

    mood: PageKind
    title: str
    text: tuple[str, ...]
    """Paragraphs; each starts on a line of its own and wraps between words."""
    page: int = 0
    """Which screenful, from 0; past the end shows the last."""
    progress: tuple[int, int] | None = None
    """So many done of so many, at least one: a bar below the text."""
    beside: tuple[int, int] = (0, 0)
    """The screenfuls of other pages that are read before it and after it, counted with its own."""
    count: Template = count_page
    """What says which screenful it is."""


class DiceCountView(Struct, frozen=True):
    """How often each face of a die came up."""

    title: str
    """Whose die it is."""
    counts: tuple[int, ...]
    """Six, each 0 or more."""
    labels: tuple[str, ...]
    """What the six faces are called, in at most four characters."""
    text: str
    """What the counts tell, in two rows."""
    number: int = 1
    """Which die it is, from 1."""
    of: int = 1
    """How many dice there are, each on a page of its own."""
    count: Template = count_die
    """What says which die it is."""


class PatternView(Struct, frozen=True):
    """What shows whether a screen is set up as it should be."""

    name: str
    """Which screen this is meant to be: at most 8 letters."""
    text: tuple[str, ...]
    """Two or three short rows."""
    number: int | None = None
    """That of the setting that is tried, 0 to 9: it stands there, with a mark, and not the name."""


View = BoardView | DiceView | MenuView | PageView | DiceCountView | PatternView


def may_shift(view: View) -> bool:
    """Return whether a dim picture of it may lie a pixel beside its place.

    Not a pattern: an edge of it that falls off the screen is the very fault that it is to show.
    """
    return not isinstance(view, PatternView)
