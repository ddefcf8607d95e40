"""What can be built from the tables."""

from enum import Enum
from typing import Final


class Build(Enum):
    """A build, or an addition to one."""

    SOLDER_FREE = "solder-free"
    """One screen, one button and a knob, all by plugs: nothing is soldered."""
    MINIMAL = "minimal"
    """One screen and one button."""
    REFERENCE = "reference"
    """Two screens on SPI, two lit buttons and a knob."""
    DIE_TRAY = "die-tray"
    """An addition to any of the three: it reads a real die, and needs one USB cable to the Pi."""
    FOUR_PINS = "four-pins"
    """In place of the reference build's screens: two with four pins, on I2C."""
    MOTOR = "motor"
    """An option of the die tray: its motor, and what takes the place of the sensor's red wire."""

    @property
    def title(self) -> str:
        """Its name in a sentence: `minimal build`, `die tray`."""
        if self is Build.DIE_TRAY:
            return "die tray"
        if self is Build.FOUR_PINS:
            return "screens on I2C"
        if self is Build.MOTOR:
            return "die tray's motor"
        return f"{self.value} build"


BUILDS: Final = tuple(build.value for build in Build)
"""Their words in the tables."""

GOES_INTO: Final = {Build.MOTOR.value: Build.DIE_TRAY.value}
"""An option, and the build to whose things some of its wires go: these are bought for that one."""

IN_PLACE: Final = {Build.REFERENCE: Build.FOUR_PINS}
"""A build, and the other way to wire its screens."""

BOARD: Final = "board"
"""The board under the panel: an addition to the reference build that has no wires of its own here.

`hardware/board/circuit.py` says what is on it, and `board = 3` in a part's file how many it takes.
"""

CONSOLE: Final = "console"
"""The printed box for that board: what it takes beside the board's own list.

It has no wires of its own either: everything is plugged into the board. `console = 3` in a part's
file says how many it takes.
"""

LISTS: Final = (*BUILDS, BOARD, CONSOLE)
"""What has a list of parts."""
