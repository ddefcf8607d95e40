"""What matters at this moment only: highlight, open menu, page. A restart may forget all of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from cdgdevice.gadget.desk.calibrating import Calibrating
from cdgdevice.gadget.desk.settings import DieSource, Settings
from cdgdevice.gadget.desk.trial import Trial
from cdgdevice.gadget.desk.wishes import Wish
from cdgdevice.gadget.reader.messages import Hello
from cdgdevice.gadget.views.view import Bars, Page
from cdgdevice.method.acts import Act
from cdgdevice.method.die import Conversion, Result
from cdgdevice.method.display import Side
from cdgdevice.method.sheet import Variant


@dataclass(frozen=True, slots=True)
class OfferedSheet:
    """A sheet that a new game may be begun with."""

    id: str
    title: str
    hands: range
    """The hand sizes that may be chosen."""
    default: tuple[int, int]
    """The hand sizes, left and right, unless others are chosen."""
    sides: Mapping[Side, str]
    """What the sides are called."""
    variants: tuple[Variant, ...] = ()
    """The rules that may be switched on or off."""


@dataclass(frozen=True, slots=True)
class DiceShown:
    """What is known of the dice that were thrown."""

    views: tuple[Bars | Page, ...]
    """At least one; a page has one screenful."""
    counting: bool = False
    """More is to be counted: ask again."""


@dataclass(frozen=True, slots=True)
class Around:
    """What the desk knows of the gadget and of the games beside this one."""

    die: DieSource = DieSource.BUTTON
    conversion: Conversion = field(default_factory=Conversion)
    """What the numbers of the owner's own die stand for."""
    knob: bool = True
    """The build has a knob."""
    buttons: frozenset[Side] = frozenset(Side)
    """The side buttons that the build has."""
    reader: Hello | None = None
    """The die reader that is linked."""
    sheets: Callable[[], tuple[OfferedSheet, ...]] | None = None
    """Gives every sheet, for a new game; asked only when one is to be begun, for it reads them."""
    games: Callable[[], tuple[tuple[str, str], ...]] = tuple
    """Gives name and title of every game laid aside; asked only when a menu is opened."""
    dice: Callable[[DieSource], DiceShown] | None = None
    """Counts the throws of all games a little further, and gives what is known so far.

    The die from there comes first.
    """
    settings: Settings | None = None
    """What can be set in the menu, as it is in force; None: nothing can be."""
    about: tuple[str, ...] = ()
    """Which program this is and where its games are, a paragraph each; none: it does not say."""
    shut_down: Callable[[], None] | None = None
    """Asks the computer to shut down; may raise CdgDeviceError. None: it can't be asked."""
    self_test: Callable[[], Trial] | None = None
    """Begins a trial of the gadget's parts; None: they can't be tried from the menu."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a menu: it grants a wish, opens a page or further entries, or sets up a game."""

    title: str
    wish: Wish | None = None
    entries: tuple["Entry", ...] = ()
    page: Page | None = None
    sheet: OfferedSheet | None = None
    opens: Callable[[], tuple["Entry", ...]] | None = None
    """Gives further entries, where these are worked out only when they are wanted."""
    dice: Callable[[], DiceShown] | None = None
    """Counts the dice that this entry shows."""
    highlighted: int = 0
    """Which of its `entries` is highlighted when it opens them."""


BACK = Entry("Back")
"""Closes the menu that it is in."""


@dataclass(frozen=True, slots=True)
class OpenMenu:
    """A menu lies over the board; `below` is the menu that it was opened from."""

    title: str
    entries: tuple[Entry, ...]
    highlighted: int = 0
    below: "OpenMenu | None" = None


@dataclass(frozen=True, slots=True)
class SettingUp:
    """A new game is being set up; nothing has begun yet."""

    sheet: OfferedSheet
    hands: Mapping[Side, int]
    on: frozenset[str]
    """The variants that are switched on."""
    highlighted: int = 0
    below: OpenMenu | None = None
    """The menu that it was opened from."""


@dataclass(frozen=True, slots=True)
class LookingAtDice:
    """How the dice fell lies over the board, one die after the other."""

    count: Callable[[], DiceShown]
    """Counts on, while there is more to be counted."""
    shown: DiceShown
    number: int = 0
    """Which of the views."""
    below: OpenMenu | None = None
    """The menu that it was opened from."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A text lies over the board; presses turn its pages and then close it."""

    page: Page
    below: "Layer | None" = None
    """What it was laid over, and what is shown again when it has been read."""


@dataclass(frozen=True, slots=True)
class Trying:
    """The gadget's parts are tried: the trial has both screens, the lamps and every touch."""

    trial: Trial


@dataclass(frozen=True, slots=True)
class Flashing:
    """What the dice show fills the screen until `until`, in seconds of the monotonic clock."""

    shown: Result | tuple[int, ...]
    """The result of the Method die, or the numbers of other dice."""
    until: float
    then: "Layer | None" = None
    """What is to be shown after it."""


Layer = OpenMenu | SettingUp | LookingAtDice | Reading | Trying | Flashing


@dataclass(frozen=True, slots=True)
class Moment:
    """What the screens need beside the game's own state."""

    highlight: int = 0
    """Which of the moment's choices the next confirmation takes."""
    layer: Layer | None = None
    armed: Side | None = None
    """This side pressed out of turn; where it may roll, its second press takes the round."""
    throwing: Side | None = None
    """A real die is asked for, for this side's round."""
    told: tuple[Act, ...] = ()
    """Orders that a page has told, as the boards have no room for them."""
    kept: tuple[int, ...] = ()
    """Dice of the active side that were taken back: its next roll shows these again."""
    glance: bool = False
    """One screen only: look at the active side's board before the other's refill is done."""
    guide: Calibrating | None = None
    """The die reader is being calibrated: the guide lies over the board, and pages over both."""
