"""The checked values of the configuration; the defaults are those of the reference build."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cdgdevice.config.pins import Pins
from cdgdevice.gadget.desk.settings import DieSource
from cdgdevice.gadget.glass.controller import Controller
from cdgdevice.gadget.glass.frame import Rotation
from cdgdevice.method.die import Conversion
from cdgdevice.method.display import Side


@dataclass(frozen=True, slots=True)
class Die:
    """The section `[die]`."""

    source: DieSource = DieSource.BUTTON
    conversion: Conversion = field(default_factory=Conversion)
    """What each number of a numbered die stands for."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The section `[reader]`."""

    port: str | None = "auto"
    """`auto`, a device path, or a URL that pyserial knows; None where there is no reader."""
    baud: int = 115200
    """Bits a second, 300 to 4,000,000."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One screen: the section `[screens.left]` or `[screens.right]`."""

    controller: Controller = Controller.SSD1309
    address: int = 0x3C
    """On the I2C bus: 0x3C or 0x3D."""
    rotate: Rotation = 0
    """Degrees."""
    contrast: int = 128
    """Brightness while somebody plays, 0 to 255."""


@dataclass(frozen=True, slots=True)
class Screens:
    """The section `[screens]`."""

    bus: str | None = "/dev/i2c-1"
    """A bus of the Pi, or `record:PATH`; None where there are no screens."""
    result_ms: int = 1200
    """How long a die's result fills the screen, 0 to 10,000 milliseconds; 0 leaves it out."""
    left: Panel | None = field(default_factory=Panel)
    """None where it is not fitted."""
    right: Panel | None = field(default_factory=lambda: Panel(address=0x3D))

    @property
    def fitted(self) -> Mapping[Side, Panel]:
        """The screens that the build has, by side."""
        both = {Side.LEFT: self.left, Side.RIGHT: self.right}
        return {side: panel for side, panel in both.items() if panel is not None}


@dataclass(frozen=True, slots=True)
class Sleep:
    """The section `[sleep]`: seconds, 0 to 86,400; 0 is never."""

    dim_after_s: int = 120
    """Without a touch, until the screens dim."""
    shift_every_s: int = 60
    """How often a dim picture moves by a pixel, so that none burns in."""
    off_after_s: int = 900
    """Without a touch, until the screens are dark."""


@dataclass(frozen=True, slots=True)
class Sound:
    """The section `[sound]`."""

    on: bool = True
    """The buzzer sounds, where one is fitted."""


@dataclass(frozen=True, slots=True)
class Config:
    """All of the configuration."""

    games: Path
    """The folder of the games, absolute."""
    sheet: str = "paths-of-glory-2022"
    """The sheet of the first game."""
    die: Die = field(default_factory=Die)
    reader: Reader = field(default_factory=Reader)
    pins: Pins = field(default_factory=Pins)
    screens: Screens = field(default_factory=Screens)
    sleep: Sleep = field(default_factory=Sleep)
    sound: Sound = field(default_factory=Sound)
