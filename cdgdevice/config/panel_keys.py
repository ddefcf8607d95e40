"""The keys of one screen: which chip it has, how its glass is wired to that, and where it is."""

from collections.abc import Iterator
from typing import Annotated, Final, Literal, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.config import keys
from cdgdevice.config.default_pins import RESETS
from cdgdevice.config.settings import Setting
from cdgdevice.drivers.oled.framebuffer import PanelFit, Rotation
from cdgdevice.drivers.oled.panels import COM_PINS, SSD1309, Panel, PanelChip
from cdgdevice.drivers.oled.screen import I2C_PREFIX, SPI_PREFIX


class PanelConfig(Struct, frozen=True):
    """One screen."""

    controller: Annotated[
        Panel, keys.controller("The display's driver chip, as the seller names it.")
    ] = SSD1309
    """Once `size` is read, too: the panel of both."""
    size: Annotated[
        str | None, keys.size("Its pixels; without this line those that its chip mostly has.")
    ] = None
    bus: Annotated[
        str | None,
        keys.place(
            "Its own bus, as two panels at one address need; without this line it is on that of "
            "`[screens]`.",
            r"/dev/i2c-\d+|/dev/spidev\d+",
            'a bus like "/dev/i2c-3" or "/dev/spidev1"',
            or_none=False,
        ),
    ] = None
    """None: that of both screens, which each of `ScreensConfig.fitted` has here."""
    address: Annotated[
        int,
        keys.address(
            "Where it is on the I2C bus; a panel printed with 0x78 has 0x3C, one with 0x7A 0x3D."
        ),
    ] = 0x3C
    chip_select: Annotated[
        int, keys.pick("On SPI, the Pi's line that its CS is wired to: CE0 or CE1.", 0, 1)
    ] = 0
    reset: Annotated[
        int | Literal[False] | None,
        keys.reset_pin(
            "The BCM number of the pin that its RES is wired to; `false` for none. Without this "
            f"line it is none on I2C, and on SPI {RESETS['left']} for the left screen and "
            f"{RESETS['right']} for the right one."
        ),
    ] = None
    """None: as the bus usually has it; `ScreensConfig.reset_of` says what that is."""
    rotate: Annotated[Rotation, keys.pick("Degrees by which it is turned in its case.", 0, 180)] = 0
    contrast: Annotated[
        int,
        keys.whole(
            "How bright it is while somebody plays; a bright screen burns in sooner.",
            0,
            255,
            Setting.BRIGHTNESS,
        ),
    ] = 128
    column_offset: Annotated[
        int,
        keys.whole(
            "Columns by which the picture is moved to the right (where `rotate` or `mirror` turns "
            "it round, to the left): 0 to 4, or -2 to 2 on an SH1106.",
            -2,
            4,
        ),
    ] = 0
    row_offset: Annotated[
        int,
        keys.whole(
            "Rows by which the picture is moved down, or up where `rotate` turns it round.", -63, 63
        ),
    ] = 0
    mirror: Annotated[
        bool, keys.switch("Whether its columns run the other way, from right to left.")
    ] = False
    com_pins: Annotated[
        int,
        keys.com_pins(
            "How its rows are wired, as makers write it: what follows the command DA. An SH1106 "
            "has the first two, an SH1107 or CH1115 none."
        ),
    ] = COM_PINS
    multiplex: Annotated[
        int | None,
        keys.multiplex(
            "Rows that are driven in turn: what follows the command A8, plus 1. 64 makes an SH1107 "
            "brighter; the others have no choice."
        ),
    ] = None
    """None: what its chip mostly has."""

    @property
    def on_spi(self) -> bool:
        """Its bus is SPI."""
        return self.bus is not None and self.bus.startswith(SPI_PREFIX)

    @property
    def on_i2c(self) -> bool:
        """Its bus is I2C."""
        return self.bus is not None and self.bus.startswith(I2C_PREFIX)

    @property
    def panel(self) -> Panel:
        """The chip and its glass."""
        chip = self.controller
        if not isinstance(chip, PanelChip):
            return chip
        wired = self.column_offset, self.row_offset, self.mirror, self.com_pins
        return chip.fit(*wired, self.multiplex or 0)

    @property
    def fit(self) -> PanelFit:
        """How it is driven."""
        panel = self.panel
        return panel.word if isinstance(panel, PanelChip) else panel.name, self.rotate

    def fit_as(self, other: "PanelConfig") -> "PanelConfig":
        """Return this screen with the chip and glass of another one."""
        return replace(self, **{key: getattr(other, key) for key in FIT_KEYS})

    def list_fit_lines(self, before: "PanelConfig | None" = None) -> Iterator[str]:
        """Write the lines of a file that give `before` the fit of this screen; all without it."""
        hints = get_type_hints(PanelConfig, include_extras=True)
        for key in FIT_KEYS:
            value, earlier = getattr(self, key), getattr(before, key, None)
            if value is None:  # no line would say so, but that of what its chip mostly has
                value = next(iter(self.controller.multiplexes), None) if earlier else None
            if value != earlier:
                yield f"{key} = {hints[key].__metadata__[0].write(value)}"


FIT_KEYS: Final = (
    "controller",
    "column_offset",
    "row_offset",
    "rotate",
    "mirror",
    "com_pins",
    "multiplex",
)
"""The keys of a screen that say which chip and which glass it has."""
