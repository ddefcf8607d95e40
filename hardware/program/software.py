"""The two source files that say the pins to the program and to the firmware."""

from hardware.tables.headers import Board
from hardware.tables.pins import Direction, PinTable, SpiPins

_SPI_BACK = 9  # MISO of the Pi's SPI bus 0


def wiring(table: PinTable) -> str:
    """Write `cdgdevice/config/default_pins.py`: the defaults of the section `[pins]`."""
    pins = table.of(Board.PI)
    bus = [str(table.pins[f"{Board.PI.value}.{line}"].gpio) for line in ("sda", "scl")]
    rows = "".join(
        f'    "{pin.word}": {pin.gpio if pin.fitted else None},\n'
        for pin in pins
        if pin.direction is not Direction.BUS
    )
    resets = ", ".join(f'"{side}": {gpio}' for side, gpio in table.spi.resets.items())
    return f'''"""The pins of the reference build, by GPIO number.

Made from hardware/pins.toml by `make hardware`, so it stands alone: change them there.
"""

from collections.abc import Mapping
from typing import Final

USUAL: Final[Mapping[str, int | None]] = {{
{rows}}}
"""The pin of each key of `[pins]`; None is for what the reference build does not have."""

I2C: Final = ({", ".join(bus)})
"""The screens' bus on I2C: data, clock."""

SPI: Final = ({", ".join(map(str, _spi_bus(table.spi)))})
"""The screens' bus on SPI: chip selects, the way back that no screen uses, data, clock."""
DATA_COMMAND: Final = {table.spi.data_command}
"""The line that tells pixels from commands on SPI."""
RESETS: Final[Mapping[str, int]] = {{{resets}}}
"""Each screen's reset line on SPI."""
SPI_WIRES: Final[Mapping[str, tuple[int, ...]]] = {{
    "selects": {tuple(table.spi.selects.values())},
    "clock": ({table.spi.clock},),
    "data": ({table.spi.data},),
}}
"""What of that bus a screen is wired to; the chip selects by their number."""
'''


def _spi_bus(spi: SpiPins) -> tuple[int, ...]:
    """Give the pins that the bus has for itself, in order."""
    return tuple(sorted((*spi.selects.values(), _SPI_BACK, spi.data, spi.clock)))


def board(table: PinTable) -> str:
    """Write `firmware/board.py`, which MicroPython reads."""
    gpio = {pin.word: pin.gpio for pin in table.of(Board.PICO)}
    bus = table.buses[Board.PICO]
    return f'''"""The pins of the board and the bus of the sensor.

Made from hardware/pins.toml by `make hardware`: change them there.
"""

I2C = {bus.unit}
"""The number of the I2C unit."""
SDA = {gpio["sda"]}
"""The GPIO of the bus's data line."""
SCL = {gpio["scl"]}
"""The GPIO of the bus's clock line."""
FREQUENCY = {bus.frequency_hz:_}
"""The bus's clock, in hertz."""
LED = {gpio["led"]}
"""The GPIO of the sensor's LED: high is lit."""
MOTOR = {gpio["motor"]}
"""The GPIO of the tray's motor: high runs it. A tray may lack the motor."""
'''
