"""What the player wishes: the only things that leave the desk."""

from dataclasses import dataclass

from cdgdevice.gadget.desk.settings import Setting, Value
from cdgdevice.method.request import New, Request


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the game for this; a `Roll` that names no die is to be thrown by the gadget."""

    request: Request


@dataclass(frozen=True, slots=True)
class BeginGame:
    """Lay the game aside and begin this one."""

    new: New


@dataclass(frozen=True, slots=True)
class ResumeGame:
    """Lay the game aside and take this one up again."""

    game: str


@dataclass(frozen=True, slots=True)
class Calibrate:
    """Teach the die reader its die."""


@dataclass(frozen=True, slots=True)
class Say:
    """Say this line to the die reader."""

    line: bytes


@dataclass(frozen=True, slots=True)
class Change:
    """Set this, for good."""

    setting: Setting
    value: Value


@dataclass(frozen=True, slots=True)
class SelfTest:
    """Try the gadget's parts."""


@dataclass(frozen=True, slots=True)
class ShutDown:
    """Have the computer shut down."""


Wish = Ask | BeginGame | ResumeGame | Calibrate | Say | Change | SelfTest | ShutDown
