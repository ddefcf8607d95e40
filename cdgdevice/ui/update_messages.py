"""Messages that the user interface takes, and commands that it gives back.

Messages say what the player means, whatever the build has to press or turn. Commands are the only
things that leave the user interface: the session carries them out.
"""

from dataclasses import dataclass

from cdgdevice.config.settings import Setting, SettingValue
from cdgdevice.rules.card_display import Side, Space
from cdgdevice.rules.requests import NewGame, Request


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
class AskGame:
    """Ask the game for this; a `Roll` that names no die is to be thrown by the gadget."""

    request: Request


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
)
