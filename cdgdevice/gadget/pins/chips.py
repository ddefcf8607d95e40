"""What this program asks of the kernel's GPIO chips: the narrow edge that can be simulated."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol


class Pull(Enum):
    """The resistor inside the chip, by gpiozero's names."""

    UP = "up"
    """Towards 3.3 V: an open switch reads high."""
    DOWN = "down"
    """Towards ground: an open switch reads low."""
    FLOATING = "floating"
    """None: something outside must hold the line."""


class Edges(Enum):
    """Which changes of level the kernel reports, by gpiozero's names."""

    NONE = "none"
    """None at all."""
    RISING = "rising"
    """From low to high."""
    FALLING = "falling"
    """From high to low."""
    BOTH = "both"
    """Either."""


@dataclass(frozen=True, slots=True)
class LineSettings:
    """How a line is to be used: an input, or an output that starts `high` or low."""

    output: bool = False
    high: bool = False
    pull: Pull = Pull.FLOATING
    edges: Edges = Edges.NONE


@dataclass(frozen=True, slots=True)
class LineEdge:
    """The line went to `high` or low at `at`, seconds of the monotonic clock, kernel's time."""

    at: float
    high: bool


class Line(Protocol):
    """One line, ours until released. Every method may raise OSError."""

    def fileno(self) -> int:
        """Give the file descriptor that is readable while edges wait."""

    def read(self) -> bool:
        """Give the level now: True is high."""

    def write(self, high: bool) -> None:
        """Set the level of an output."""

    def change(self, settings: LineSettings) -> None:
        """Use the line in another way without giving it up."""

    def edges(self) -> tuple[LineEdge, ...]:
        """Take the edges that wait, oldest first; blocks when none does."""

    def release(self) -> None:
        """Give the line back; more than once does no harm."""


class Chips(Protocol):
    """The GPIO chips of this machine."""

    def labels(self) -> Mapping[str, str]:
        """Give the label of every chip by its path, like /dev/gpiochip0.

        Raises:
            OSError: when a chip can't be opened; `filename` says which.
        """

    def request(self, path: str, offset: int, settings: LineSettings) -> Line:
        """Take the line `offset` of the chip at `path`.

        Raises:
            OSError: EBUSY when someone else has it, or whatever the kernel says.
        """

    def user(self, path: str, offset: int) -> str:
        """Name the program or driver that has the line; empty when none or unnamed."""
