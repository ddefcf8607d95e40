"""The state of the user interface: highlight, layers over the board, and what it knows around it.

A restart may forget all of it: what counts is in the journal.
"""

import math
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Literal

from msgspec import Struct, field

from cdgdevice.config.settings import DieSource, Settings
from cdgdevice.drivers.gpio.control_events import Gesture
from cdgdevice.drivers.reader.reader_messages import DieInRange, Hello
from cdgdevice.render.language import IN_ENGLISH, Language
from cdgdevice.render.views import DiceCountView, PageKind, PageView, View
from cdgdevice.rules.card_display import Facing, Place, Side
from cdgdevice.rules.die import STANDARD_CONVERSION, DieConversion, DieResult
from cdgdevice.rules.game import Game
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.sheet_entries import Variant
from cdgdevice.rules.wants import PickedCard
from cdgdevice.ui import intents_and_commands as messages
from cdgdevice.ui.calibration import Calibration
from cdgdevice.ui.texts import BACK_TITLE, SELF_TEST_TITLE


class SelfTestRun(Struct, frozen=True, kw_only=True):
    """How far a self-test has come; what does not concern it leaves it as it is."""

    over: tuple[PageView, ...] = ()
    """What has come of it, to be read one page after the other; none while it lasts."""
    by_touch: bool = False
    """It wants each touch as it is, and not what it means elsewhere."""
    sounds: bool = False
    """The buzzer is to sound, whatever is set."""

    @property
    def lit(self) -> frozenset[Side]:
        """The sides whose lamp is to burn."""
        return frozenset()

    @property
    def fits(self) -> Mapping[Side, tuple[str, Literal[0, 180]]]:
        """How it has screens driven while it lasts, as `PanelFit` says."""
        return {}

    def view(self, _side: Side) -> View:
        """Return what this side's screen shows; the only screen shows either side's."""
        return PageView(PageKind.NOTE, SELF_TEST_TITLE, ())

    def pressed(self) -> "SelfTestRun":
        """Go on, or take what is highlighted."""
        return self

    def moved(self, _steps: int, *, around: bool = False) -> "SelfTestRun":  # noqa: ARG002
        """Move the highlight; `around`: from the last on to the first."""
        return self

    def left(self) -> "SelfTestRun":
        """Leave out what is left of it."""
        return self

    def touched(self, _gesture: Gesture) -> "SelfTestRun":
        """Take a touch, while `by_touch`."""
        return self

    def thrown(self, _face: str) -> "SelfTestRun":
        """Take note that a die was thrown into the reader, and what it showed, while `by_touch`."""
        return self

    def tick(self, _now: float) -> "SelfTestRun":
        """Do what is due at `now` seconds of the monotonic clock, for at most 0.3 seconds."""
        return self

    def deadline(self) -> float:
        """Return when `tick` must be called next; infinity: not before something happens."""
        return math.inf


class OfferedSheet(Struct, frozen=True):
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
    game: str = ""
    """The game's title, which sheets of several editions share."""


class DiceViews(Struct, frozen=True):
    """What is known of the dice that were thrown."""

    views: tuple[DiceCountView | PageView, ...]
    """At least one; a page has one screenful."""
    counting: bool = False
    """There is more to count: ask again."""


class SideChances(Struct, frozen=True):
    """How many throws of a side's next roll offer each of its cards."""

    throws: int
    """How many throws there are; 0: none is to come."""
    counts: Mapping[Place, int]


class Chances(Struct, frozen=True, eq=False):
    """What the next throw of each side offers, as the table lies in one game.

    Two of them are equal only if they are the same: comparing games would take long.
    """

    game: Game
    sides: Mapping[Side, SideChances]
    counting: bool = False
    """There is more to count: ask again."""


class KeptDice(Struct, frozen=True):
    """Dice of a side that were taken back: its next roll shows these again, 1 to 6 each."""

    shown: tuple[int, ...]
    corrected: tuple[int, ...] = ()
    """What they had been corrected to, where that was taken back too."""


class UiContext(Struct, frozen=True):
    """What the desk knows of the gadget and of the games beside this one."""

    die: DieSource = DieSource.BUTTON
    conversion: DieConversion = STANDARD_CONVERSION
    """What the numbers of the owner's own die stand for."""
    knob: bool = True
    """The build has a knob."""
    buttons: frozenset[Side] = frozenset(Side)
    """The side buttons that the build has."""
    reader: Hello | None = None
    """The die reader that is linked."""
    sheets: Callable[[], tuple[OfferedSheet, ...]] | None = None
    """Gives every sheet, for a new game; asked only when one will begin, for it reads them."""
    games: Callable[[], tuple[tuple[str, str], ...]] = tuple
    """Gives name and title of every other saved game; asked only when a menu is opened."""
    played: Callable[[], tuple[str, ...]] = tuple
    """Gives the ids of the sheets that were played, the last one first; asked as `games` is."""
    dice: Callable[[DieSource], DiceViews] | None = None
    """Counts the throws of all games a little further, and gives what is known so far.

    The die from there comes first.
    """
    chances: Callable[[GameHistory], Chances] | None = None
    """Counts a little further what the next throws offer; None: nobody counts."""
    settings: Settings | None = None
    """What can be set in the menu, as it is in force; None: nothing can be."""
    about: tuple[str, ...] = ()
    """Which program this is and where its games are, a paragraph each; none: it does not say."""
    card_updates: Callable[[], tuple[messages.CardUpdate, ...]] = tuple
    """Gives what became of updates of the whole card; asked as `games` is."""
    shut_down: Callable[[], None] | None = None
    """Asks the computer to shut down; may raise CdgDeviceError. None: it can't be asked."""
    self_test: Callable[[], SelfTestRun] | None = None
    """Begins the self-test; None: it can't be begun from the menu."""
    language: Language = IN_ENGLISH
    """What the screens are written in, for games that it has."""
    open_pairing: Callable[[], messages.PairingCode] | None = None
    """Returns the code that allows a browser; None: there is no page that needs one."""


class EntryId(Enum):
    """Entries of a menu that are looked for: a sheet's own may have any title."""

    BACK = "back"
    """Closes the menu that it is in."""
    GADGET = "gadget"
    """Opens what is about the gadget, whatever is played on it."""
    SETTINGS = "settings"
    """Opens the settings."""
    BLUETOOTH = "bluetooth"
    """Opens the list of Bluetooth dice."""
    WHITE_DIE = "white-die"
    """Asks which of two Bluetooth dice is the white one, over their list."""


class MenuEntry(Struct, frozen=True):
    """A line of a menu: it gives a command, opens a page or more entries, or changes its menu."""

    title: str
    command: messages.Command | None = None
    entries: tuple["MenuEntry", ...] = ()
    page: PageView | None = None
    load_entries: Callable[[], tuple["MenuEntry", ...]] | None = None
    """Gives further entries, where these are worked out only when they are wanted."""
    change_menu: Callable[[int], tuple[tuple["MenuEntry", ...], int]] | None = None
    """Gives the entries that its own menu has after it, and its number among them.

    It is given its number before.
    """
    count_dice: Callable[[], DiceViews] | None = None
    """Counts the dice that this entry shows."""
    highlighted: int = 0
    """Which of its `entries` is highlighted when it opens them."""
    heading: str = ""
    """The title of the menu that it opens, where that is not its own."""
    card: PickedCard | None = None
    """The card that it is about: a list of such entries is shown on the cards themselves."""
    facing: Facing | None = None
    """How that card is shown; None: as a gap."""
    die: DieInRange | None = None
    """The Bluetooth die that it takes or forgets."""
    id: EntryId | None = None
    """What it is, if it is looked for."""


BACK_ENTRY = MenuEntry(BACK_TITLE, id=EntryId.BACK)
"""Closes the menu that it is in."""


class MenuLayer(Struct, frozen=True):
    """A menu lies over the board; `below` is the menu that it was opened from."""

    title: str
    entries: tuple[MenuEntry, ...]
    highlighted: int = 0
    below: "MenuLayer | None" = None
    id: EntryId | None = None
    """What opened it, if that is looked for."""


class DiceLayer(Struct, frozen=True):
    """How the dice fell lies over the board, one die after the other."""

    count: Callable[[], DiceViews]
    """Counts on, while there is more to be counted."""
    shown: DiceViews
    number: int = 0
    """Which of the views."""
    below: MenuLayer | None = None
    """The menu that it was opened from."""


class PageLayer(Struct, frozen=True):
    """A text lies over the board; presses turn its pages and then close it."""

    id: messages.PageId
    page: PageView
    below: "Layer | None" = None
    """What it was laid over, and what is shown again when it has been read."""


class SelfTestLayer(Struct, frozen=True):
    """The gadget's parts are tried: the self-test has both screens, the lamps and every touch."""

    run: SelfTestRun


class FlashLayer(Struct, frozen=True):
    """What fills the screen until `until`, in seconds of the monotonic clock."""

    shown: DieResult | tuple[int, ...] | PageView
    """The result of the Method die, the numbers of other dice, or which game it is."""
    until: float
    below: "Layer | None" = None
    """What is shown after it."""


Layer = MenuLayer | DiceLayer | PageLayer | SelfTestLayer | FlashLayer


class UiState(Struct, frozen=True):
    """What the screens need beside the game's own state."""

    highlight: int = 0
    """How far the highlight was moved from the choice at which the question starts."""
    layer: Layer | None = None
    needs_game: bool = False
    """No game has been begun yet: the list of games lies over the board until one is."""
    armed_side: Side | None = None
    """This side pressed out of turn: the controls move through what it may take the round with."""
    throwing_side: Side | None = None
    """A real die is asked for, for this side's round."""
    page: int = 0
    """Which page is read of the board of the side at work, where its text is divided."""
    idle_page: int = 0
    """Which page is read of the other side's board."""
    kept_dice: Mapping[Side, KeptDice] = field(default_factory=dict)
    """The sides whose next roll shows dice again that were taken back."""
    calibration: Calibration | None = None
    """The die reader is being calibrated: the guide lies over the board, and pages over both."""
    context: UiContext = field(default_factory=UiContext)
    """The gadget and the games beside this one."""
    screens: tuple[Side, ...] = tuple(Side)
    """The screens that show it."""
    chances: Chances | None = None
    """What the next throws offer, as last counted."""
    count_at: float = math.inf
    """When that is counted next; minus infinity: when it has been quiet for a while from now.

    Infinity: it is counted."""
    answer_by: float = math.inf
    """When a question of the calibration counts as not answered; infinity: nothing is asked."""
    ask_dice_at: float = -math.inf
    """When the reader is asked next which dice are in range, while their list is open."""
    unwanted_at: float = -math.inf
    """When a throw last came that was not wanted."""
    shutdown_asked_at: float = -math.inf
    """When the computer was last asked to shut down."""


class Transition(Struct, frozen=True):
    """The state after a message, and the commands that the session is to carry out."""

    state: UiState
    commands: tuple[messages.Command, ...] = ()


class SelfTestStarted(Struct, frozen=True):
    """The self-test has begun."""

    run: SelfTestRun


class SelfTestTicked(Struct, frozen=True):
    """The self-test did what was due."""

    run: SelfTestRun


class DiceCounted(Struct, frozen=True):
    """The dice were counted a little further."""

    views: DiceViews


class ChancesCounted(Struct, frozen=True):
    """What the next throws offer was counted a little further."""

    chances: Chances


class ContextChanged(Struct, frozen=True):
    """The gadget, or what it knows of the games beside this one, has changed."""

    context: UiContext


TOUCHES = messages.Intent | messages.TapScreen | messages.GestureTried | messages.DieThrown
"""Messages of somebody who is at work."""

Result = (
    messages.GameAnswered
    | messages.GameRefused
    | messages.CommandFailed
    | messages.SettingNotSaved
    | SelfTestStarted
    | SelfTestTicked
    | DiceCounted
    | ChancesCounted
)
"""Messages that come of commands."""

Message = (
    TOUCHES
    | messages.ReaderLinked
    | messages.ReaderAnswered
    | messages.Signal
    | messages.ScreensSeen
    | messages.NoticeRaised
    | messages.NoticeCleared
    | messages.ShuttingDown
    | Result
    | ContextChanged
)
"""All that `update` takes."""


def step_index(number: int, count: int, steps: int, *, around: bool) -> int:
    """Return the number after `steps`, from 0 below `count`; `around` the ends or held there."""
    number += steps
    return number % count if around else min(max(number, 0), count - 1)
