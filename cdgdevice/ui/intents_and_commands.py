"""Messages that the user interface takes, and commands that it gives back.

Messages say what the player means, whatever the build has to press or turn. Commands are the only
things that leave the user interface: the session carries them out.
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from cdgdevice.config.settings import Setting, SettingValue
from cdgdevice.drivers.gpio.control_events import Gesture
from cdgdevice.drivers.reader.reader_messages import Hello, ReaderAnswer
from cdgdevice.render.views import PageView
from cdgdevice.rules.card_display import Side, Space
from cdgdevice.rules.requests import NewGame, Request, RollDice

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
    """The throw that was taken back counts, and not the new one."""
    PUT_BACK = auto()
    """What the hands put back after an undo."""
    CORRECTED = auto()
    """What the hands change after a die was corrected."""
    TO_DO = auto()
    """Orders that the boards have no room for."""
    OTHER_SIDE = auto()
    """What the other side does first, on the only screen."""
    SHUTTING_DOWN = auto()
    """The computer is on its way to go off."""
    SELF_TEST = auto()
    """What has come of the self-test."""
    READING = auto()
    """A text chosen in a menu."""


@dataclass(frozen=True, slots=True)
class PressSide:
    """The button of this side."""

    side: Side


@dataclass(frozen=True, slots=True)
class Advance:
    """The only button of a small build: the plain thing, or the next choice."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Take what is highlighted."""


@dataclass(frozen=True, slots=True)
class PushKnob:
    """The knob pushed: confirm, or the menu where nothing is to be confirmed."""


@dataclass(frozen=True, slots=True)
class Scroll:
    """Move the highlight or the page by so many steps."""

    steps: int


@dataclass(frozen=True, slots=True)
class ToggleMenu:
    """Open the menu, or close it."""


@dataclass(frozen=True, slots=True)
class PressUndo:
    """Undo."""


@dataclass(frozen=True, slots=True)
class PickSpace:
    """The direct key of a space."""

    space: Space


Intent = PressSide | Advance | Confirm | PushKnob | Scroll | ToggleMenu | PressUndo | PickSpace


@dataclass(frozen=True, slots=True)
class GestureTried:
    """A control was touched while the self-test tries it."""

    gesture: Gesture


@dataclass(frozen=True, slots=True)
class DieThrown:
    """A real die was thrown into the die reader."""

    roll: RollDice
    key: tuple[int, int] | None = None
    """What the reader calls this throw."""
    uid: str = ""
    """What the reader calls itself."""


@dataclass(frozen=True, slots=True)
class ReaderLinked:
    """This die reader is linked now; None: none is."""

    reader: Hello | None


@dataclass(frozen=True, slots=True)
class ReaderAnswered:
    """The die reader answers a question of the calibration."""

    answer: ReaderAnswer


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed: do what is due."""


@dataclass(frozen=True, slots=True)
class WentDark:
    """The gadget has gone dark: nobody is there."""


@dataclass(frozen=True, slots=True)
class ScreensSeen:
    """These screens are about to show the state."""

    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class NoticeRaised:
    """There is something to tell; the game goes on beneath it."""

    id: PageId
    page: PageView


@dataclass(frozen=True, slots=True)
class NoticeCleared:
    """What this page tells is true no more."""

    id: PageId


@dataclass(frozen=True, slots=True)
class GameAnswered:
    """The game took a request, and the journal has it."""

    request: Request
    result: "AnswerResult"
    flash_until: float
    """Until when a roll's result fills the screen, in seconds of the monotonic clock."""


@dataclass(frozen=True, slots=True)
class GameRefused:
    """The rules don't allow now what was asked for."""

    reason: str


@dataclass(frozen=True, slots=True)
class CommandFailed:
    """A command could not be carried out."""

    reason: str


@dataclass(frozen=True, slots=True)
class GameChanged:
    """Another game is on the table."""


@dataclass(frozen=True, slots=True)
class SettingsSaved:
    """All that was set in the menu is kept."""


@dataclass(frozen=True, slots=True)
class SettingNotSaved:
    """The disk did not take what was set in the menu."""

    reason: str


@dataclass(frozen=True, slots=True)
class ShuttingDown:
    """The computer was asked to shut down; `fault` says why the last answers are not saved."""

    fault: str | None


@dataclass(frozen=True, slots=True)
class AskGame:
    """Ask the game for this; a `Roll` that names no die is to be thrown by the gadget."""

    request: Request
    thrown: DieThrown | None = None
    """The throw in the die reader that it is about."""


class Sound(Enum):
    """What the buzzer says about a request."""

    COUNTED = auto()
    """A throw counts."""
    REFUSED = auto()
    """Something does not count, or could not be done."""


@dataclass(frozen=True, slots=True)
class PlaySound:
    """Have the buzzer sound."""

    sound: Sound


@dataclass(frozen=True, slots=True)
class ShowPage:
    """Raise this notice when the commands before it have been carried out."""

    id: PageId
    page: PageView


@dataclass(frozen=True, slots=True)
class CountDice:
    """Count the dice that are looked at a little further."""


@dataclass(frozen=True, slots=True)
class TickSelfTest:
    """Have the self-test do what is due."""


@dataclass(frozen=True, slots=True)
class BeginGame:
    """Lay the game aside and begin this one."""

    new: NewGame


@dataclass(frozen=True, slots=True)
class ResumeGame:
    """Lay the game aside and take this one up again."""

    game: str


@dataclass(frozen=True, slots=True)
class StartCalibration:
    """Teach the die reader its die."""


@dataclass(frozen=True, slots=True)
class SendToReader:
    """Say this line to the die reader."""

    line: bytes


@dataclass(frozen=True, slots=True)
class ChangeSetting:
    """Set this, for good."""

    setting: Setting
    value: SettingValue


@dataclass(frozen=True, slots=True)
class StartSelfTest:
    """Try the gadget's parts."""


@dataclass(frozen=True, slots=True)
class ShutDown:
    """Have the computer shut down."""


Command = (
    AskGame
    | BeginGame
    | ResumeGame
    | StartCalibration
    | SendToReader
    | ChangeSetting
    | StartSelfTest
    | ShutDown
    | PlaySound
    | ShowPage
    | CountDice
    | TickSelfTest
)
