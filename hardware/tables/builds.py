"""What can be built from the tables."""

from enum import Enum
from typing import Final


class Build(Enum):
    """A build, or an addition to one."""

    MINIMAL = "minimal"
    """One screen and one button."""
    REFERENCE = "reference"
    """Two screens, two lit buttons and a knob: what the program takes for granted."""
    DIE_TRAY = "die-tray"
    """An addition to either: it reads a real die, and needs one USB cable to the Pi."""


BUILDS: Final = tuple(build.value for build in Build)
"""Their words in the tables."""
