"""Messages that the user interface takes, and commands that it gives back.

Messages say what the player means, whatever the build has to press or turn. Commands are the only
things that leave the user interface: the session carries them out.
"""

from enum import Enum, auto
from typing import TYPE_CHECKING

from msgspec import Struct

from cdgdevice.config.settings import Setting, SettingValue
from cdgdevice.drivers.gpio.control_events import Gesture
from cdgdevice.drivers.reader.reader_messages import Hello, ReaderAnswer
from cdgdevice.render.views import PageView
from cdgdevice.rules.card_display import Side, Space
from cdgdevice.rules.requests import NewGame, Request, RollDice
from cdgdevice.ui.sounds import Sound

if TYPE_CHECKING:
    from cdgdevice.rules.engine import AnswerResult


class PageId(Enum):
    """What a page is, by which it is found again; its title is only what it says."""

    SHEETS = auto()
    """What is wrong with the player's own sheets."""
    CONFIGURATION = auto()
    """What is wrong with the configuration."""
    SAVED_ANEW = auto()
    """A game's file was lost, and was written again."""
    FAULT = auto()
    """A screen or the disk fails."""
    READER = auto()
    """How it stands with the die reader."""
    DIE = auto()
    """How the die lies in its reader."""
    PAIRING = auto()
    """The code that lets a browser in."""
    GAME_OPENED = auto()
    """How the game came to the table."""
    SETTING_NOT_SAVED = auto()
    """The disk did not take a setting."""
    REFUSED = auto()
    """What was asked for is not allowed now."""
    FAILED = auto()
    """What was asked for could not be done."""
    NO_ROUND = auto()
    """The side that pressed has no round left."""
    NOT_WANTED = auto()
    """A die was thrown that nothing waits for."""
    NAMING_ENDED = auto()
    """A throw ended the naming of two dice."""
    SAME_DIE = auto()
    """The roll that was taken back counts, and not the new one."""
    PUT_BACK = auto()
    """What the hands put back after an undo."""
    CORRECTED = auto()
    """What the hands change after a die was corrected."""
    SHUTTING_DOWN = auto()
    """The computer is on its way to go off."""
    SELF_TEST = auto()
    """What has come of the self-test."""
    READING = auto()
    """A text chosen in a menu."""


class PressSide(Struct, frozen=True):
    """The button of this side."""

    side: Side


class Press(Enum):
    """What means the same wherever it is pressed."""

    ADVANCE = auto()
    """The only button of a small build: the plain thing, or the next choice."""
    CONFIRM = auto()
    """Take what is highlighted."""
    KNOB = auto()
    """The knob pushed: confirm, or the menu if there is nothing to confirm."""
    MENU = auto()
    """Open the menu, or close it."""
    UNDO = auto()


class Scroll(Struct, frozen=True):
    """Move the highlight or the page by so many steps."""

    steps: int


class PickSpace(Struct, frozen=True):
    """The direct key of a space, or a finger on its card."""

    space: Space
    side: Side | None = None
    """On whose display; None: whichever is offered."""


class TapScreen(Struct, frozen=True):
    """A finger on a pixel of the picture that this side's screen shows.

    What it means, as intents, depends on what lies there.
    """

    side: Side
    x: int
    """Column, 0 to 127."""
    y: int
    """Row, 0 to 63."""


Intent = PressSide | Press | Scroll | PickSpace


class GestureTried(Struct, frozen=True):
    """A control was touched while the self-test tries it."""

    gesture: Gesture


class DieThrown(Struct, frozen=True):
    """A real die was thrown into the die reader."""

    roll: RollDice
    key: tuple[int, int] | None = None
    """What the reader calls this throw."""
    uid: str = ""
    """What the reader calls itself."""


class ReaderLinked(Struct, frozen=True):
    """This die reader is linked now; None: none is."""

    reader: Hello | None


class ReaderAnswered(Struct, frozen=True):
    """The die reader answers a question of the calibration."""

    answer: ReaderAnswer


class Signal(Enum):
    """What has happened, where that is all there is to know of it."""

    TICK = auto()
    """Time has passed: do what is due."""
    SCREENS_SLEPT = auto()
    """The gadget has gone dark: nobody is there."""
    SCREENS_WOKE = auto()
    """The gadget was dark, and somebody is there again."""
    FIRST_GAME_WANTED = auto()
    """There is no game yet: the player is to say which one to begin."""
    GAME_CHANGED = auto()
    """Another game is on the table."""
    SETTINGS_SAVED = auto()
    """All that was set in the menu is kept."""


class ScreensSeen(Struct, frozen=True):
    """These screens are about to show the state."""

    sides: tuple[Side, ...]


class NoticeRaised(Struct, frozen=True):
    """There is something to tell; the game goes on beneath it."""

    id: PageId
    page: PageView


class NoticeCleared(Struct, frozen=True):
    """What this page tells is true no more."""

    id: PageId


class WifiTrouble(Enum):
    """Why the Wi-Fi that the owner asked for is not there: the words of the card image."""

    SETTINGS = "settings"
    """What its owner wrote has a mistake."""
    RADIO = "radio"
    """This computer has no radio that works."""
    NETWORK = "network"
    """No network of this name lets it in."""


class UpdateOutcome(Enum):
    """What became of an update of the whole card: the words of the card image."""

    WRITING = "writing"
    """It is being written, beside what runs."""
    NEXT = "next"
    """It was written; the next start tries it."""
    AGAIN = "again"
    """It was tried, and did not run for long enough; the next start tries it again."""
    FAILED = "failed"
    """It was tried as often as may be; what ran before stays."""
    FETCHED = "fetched"
    """It came over the network; the next start writes it."""
    NEWEST = "newest"
    """Nothing newer is at the address that its owner wrote down."""
    RUNS = "runs"
    """It is what runs, and stays."""
    SIGNATURE = "signature"
    """Refused: another key signed it, or none. So are all that follow, for their own reasons."""
    DAMAGED = "damaged"
    """It is not whole."""
    BOARDS = "boards"
    """It is for other computers."""
    OLDER = "older"
    """What runs is newer."""
    LARGE = "large"
    """Its root is larger than the card's room for one."""
    FULL = "full"
    """The boot partition has no room."""
    CONFIG = "config"
    """The file that chooses what starts was changed."""
    CARD = "card"
    """The card can't be read or written."""
    ADDRESS = "address"
    """What its owner wrote down is no address of http."""
    NETWORK = "network"
    """No network reaches the address yet."""
    MISSING = "missing"
    """What came from the address is no update, or broke off."""
    SPACE = "space"
    """The games' partition has no room for what is there."""


class CardUpdate(Struct, frozen=True):
    """An update of the whole card, and what became of it since the start."""

    file: str
    """Its name; empty where what runs was kept."""
    outcome: UpdateOutcome
    version: str = ""
    """Which version it has, such as `0.3.0`; empty if it was refused."""
    made: str = ""
    """The day on which that was made, such as `2026-11-30`."""


class PairingCode(Struct, frozen=True):
    """What a browser needs to be allowed."""

    code: str
    """Six digits."""
    address: str
    """Where the browser finds the page, such as `gadget.local`."""
    wifi: WifiTrouble | None = None
    """Why it may not find it there."""


class BrowserAllowed(Struct, frozen=True):
    """A browser named the code that the gadget shows, and has used it up."""


class WrongCodeTried(Struct, frozen=True):
    """A browser named another code."""

    address: str
    count: int
    """How many wrong codes came, from all addresses, since the code was made."""
    expired: bool
    """They were too many: the code is no longer valid."""


class GameAnswered(Struct, frozen=True):
    """The game took a request, and the journal has it."""

    request: Request
    result: "AnswerResult"
    flash_until: float
    """Until when a roll's result fills the screen, in seconds of the monotonic clock."""


class GameRefused(Struct, frozen=True):
    """The rules don't allow now what was asked for."""

    reason: str


class CommandFailed(Struct, frozen=True):
    """A command could not be carried out."""

    reason: str


class SettingNotSaved(Struct, frozen=True):
    """The disk did not take what was set in the menu."""

    reason: str


class ShuttingDown(Struct, frozen=True):
    """The computer was asked to shut down; `fault` says why the last answers are not saved."""

    fault: str | None


class AskGame(Struct, frozen=True):
    """Ask the game for this; a `Roll` that names no die is thrown by the gadget."""

    request: Request
    thrown: DieThrown | None = None
    """The throw in the die reader that it is about."""


class PlaySound(Struct, frozen=True):
    """Have the buzzer sound."""

    sound: Sound


class ShowPage(Struct, frozen=True):
    """Raise this notice when the commands before it have been carried out."""

    id: PageId
    page: PageView


class Task(Enum):
    """What the session must do, where that is all there is to say of it."""

    COUNT_DICE = auto()
    """Count the dice that are looked at a little further."""
    COUNT_CHANCES = auto()
    """Count a little further what the next throw of each side offers."""
    START_SELF_TEST = auto()
    """Try the gadget's parts."""
    TICK_SELF_TEST = auto()
    """Have the self-test do what is due."""
    START_CALIBRATION = auto()
    """Teach the die reader its die."""
    ALLOW_BROWSER = auto()
    """Show the code that allows a browser."""
    SHUT_DOWN = auto()
    """Have the computer shut down."""


class BeginGame(Struct, frozen=True):
    """Lay the game aside and begin this one."""

    new: NewGame


class ResumeGame(Struct, frozen=True):
    """Lay the game aside and take this one up again."""

    game: str


ON_THE_TABLE = ""
"""Stands for the file of the game on the table."""


class RenameGame(Struct, frozen=True):
    """Call this saved game, or the one on the table, so."""

    game: str
    name: str


class DeleteGame(Struct, frozen=True):
    """Delete this saved game for good."""

    game: str


class SendToReader(Struct, frozen=True):
    """Say this line to the die reader."""

    line: bytes


class ChangeSetting(Struct, frozen=True):
    """Set this, for good."""

    setting: Setting
    value: SettingValue


Command = (
    AskGame
    | BeginGame
    | ResumeGame
    | RenameGame
    | DeleteGame
    | SendToReader
    | ChangeSetting
    | PlaySound
    | ShowPage
    | Task
)
