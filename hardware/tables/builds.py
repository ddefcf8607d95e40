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
    """Two screens, two lit buttons and a knob: what the program takes for granted."""
    DIE_TRAY = "die-tray"
    """An addition to any of the three: it reads a real die, and needs one USB cable to the Pi."""
    SPI_SCREENS = "spi-screens"
    """In place of the reference build's screens: two with seven pins, on SPI."""

    @property
    def title(self) -> str:
        """Its name in a sentence: `minimal build`, `die tray`."""
        if self is Build.DIE_TRAY:
            return "die tray"
        if self is Build.SPI_SCREENS:
            return "screens on SPI"
        return f"{self.value} build"


BUILDS: Final = tuple(build.value for build in Build)
"""Their words in the tables."""

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
