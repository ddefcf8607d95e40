"""The rows of pins of the two boards, as their makers number them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final


class Board(Enum):
    """A board with pins to wire."""

    PI = "pi"
    """Any Raspberry Pi with 40 pins."""
    PICO = "pico"
    """The Raspberry Pi Pico in the die tray."""

    @property
    def short(self) -> str:
        """Its name in a sentence: `Pi`, `Pico`."""
        return self.value.capitalize()


class Kind(Enum):
    """What a pin of a header carries."""

    GPIO = "gpio"
    """A line that a program drives or reads: never more than 3.3 V."""
    GROUND = "gnd"
    """Ground."""
    THREE = "3v3"
    """3.3 V, given by the board."""
    FIVE = "5v"
    """5 V, straight from the supply: it destroys what is made for 3.3 V."""
    OTHER = "other"
    """None of these: reset, enable, a reference."""


@dataclass(frozen=True, slots=True)
class HeaderPin:
    """One pin of a header."""

    number: int
    """Its place, 1 to 40."""
    kind: Kind
    gpio: int | None
    """Its GPIO number, where it has one."""
    name: str
    """What pinout pictures call it: `GPIO2`, `GP4`, `3V3`, `GND`."""


def _pi(number: int, word: str) -> HeaderPin:
    if word.isdigit():
        return HeaderPin(number, Kind.GPIO, int(word), f"GPIO{word}")
    return HeaderPin(number, Kind(word), None, word.upper())


def _pico(number: int, word: str) -> HeaderPin:
    if word.isdigit():
        return HeaderPin(number, Kind.GPIO, int(word), f"GP{word}")
    kinds = {"GND": Kind.GROUND, "AGND": Kind.GROUND, "3V3": Kind.THREE}
    kinds |= {"VSYS": Kind.FIVE, "VBUS": Kind.FIVE}
    return HeaderPin(number, kinds.get(word, Kind.OTHER), None, word)


# In the order of the numbers: 1 and 2 side by side, then 3 and 4. The Raspberry Pi documentation
# shows them under "GPIO and the 40-pin header".
_PI: Final = """
    3v3 5v   2 5v   3 gnd   4 14   gnd 15   17 18   27 gnd   22 23   3v3 24   10 gnd
    9 25   11 8   gnd 7   0 1   5 gnd   6 12   13 gnd   19 16   26 20   gnd 21
"""
# Down the left side from the USB socket, then up the right: the Pico data sheet, "Pico pinout".
_PICO: Final = """
    0 1 GND 2 3 4 5 GND 6 7 8 9 GND 10 11 12 13 GND 14 15
    16 17 GND 18 19 20 21 GND 22 RUN 26 27 AGND 28 ADC_VREF 3V3 3V3_EN GND VSYS VBUS
"""

HEADERS: Final[Mapping[Board, Mapping[int, HeaderPin]]] = MappingProxyType(
    {
        Board.PI: MappingProxyType({n: _pi(n, word) for n, word in enumerate(_PI.split(), 1)}),
        Board.PICO: MappingProxyType(
            {n: _pico(n, word) for n, word in enumerate(_PICO.split(), 1)}
        ),
    }
)
"""Every pin of each board's header by its number."""

PULLED_UP: Final[Mapping[Board, frozenset[int]]] = MappingProxyType(
    {Board.PI: frozenset(range(9)), Board.PICO: frozenset()}
)
"""The GPIOs that the chip itself holds high from power-on until a program takes them.

BCM2835 ARM Peripherals, table 6-31, "Pull": 0 to 8 high, 9 to 27 low, and so on every Pi since.
RP2040 data sheet, "GPIO pads": all low.
"""


def pin_of(board: Board, gpio: int) -> int:
    """Give the number of the header's pin that has this GPIO; KeyError where none has."""
    for pin in HEADERS[board].values():
        if pin.gpio == gpio:
            return pin.number
    raise KeyError(f"GPIO{gpio} has no pin on the {board.value}'s header")
