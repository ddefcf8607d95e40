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

    @property
    def title(self) -> str:
        """Its name in a sentence: `minimal build`, `die tray`."""
        plain = self.value.replace("-", " ")
        return plain if self is Build.DIE_TRAY else f"{plain} build"


BUILDS: Final = tuple(build.value for build in Build)
"""Their words in the tables."""
