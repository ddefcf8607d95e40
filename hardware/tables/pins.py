"""The pin table: which GPIO serves what."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

from cdgdevice.tomlform.form import Form
from hardware.tables.headers import HEADERS, PULLED_UP, Board, pin_of
from hardware.tables.mistaken import HERE, read_file

PINS = HERE / "pins.toml"


class Direction(Enum):
    """What the chip does with the line."""

    IN = "in"
    """Reads a contact to ground, through its own pull-up."""
    OUT = "out"
    """Drives it."""
    BUS = "bus"
    """Serves an I2C bus: pulled up, and pulled low by whoever speaks."""


@dataclass(frozen=True, slots=True)
class Pin:
    """One GPIO and what it serves."""

    key: str
    """`pi.left_button`: the board, then the word that `[pins]` of a configuration uses too."""
    board: Board
    gpio: int
    direction: Direction
    meaning: str
    """In a few words, without a full stop."""
    fitted: bool
    """False for what is optional: the number is a suggestion, and the program has no default."""

    @property
    def word(self) -> str:
        """The key without its board: `left_button`."""
        return self.key.partition(".")[2]

    @property
    def header_pin(self) -> int:
        """Its place on the board's header, 1 to 40."""
        return pin_of(self.board, self.gpio)

    @property
    def name(self) -> str:
        """What pinout pictures call it: `GPIO5`, `GP4`."""
        return HEADERS[self.board][self.header_pin].name


@dataclass(frozen=True, slots=True)
class Bus:
    """An I2C bus."""

    unit: int
    """Its number: 1 is `/dev/i2c-1` on a Pi."""
    frequency_hz: int


@dataclass(frozen=True, slots=True)
class SpiPins:
    """The Pi's SPI bus and the GPIO numbers of what a screen on it is wired to."""

    unit: int
    """Its number: 0 is `/dev/spidev0.0` and `/dev/spidev0.1`."""
    frequency_hz: int
    clock: int
    data: int
    """From the Pi to the screens."""
    selects: Mapping[str, int]
    """By `left` and `right`."""
    data_command: int
    """High for pixels, low for commands."""
    resets: Mapping[str, int]
    """By `left` and `right`."""

    @property
    def gpios(self) -> tuple[int, ...]:
        """Give all of them."""
        each = (*self.selects.values(), *self.resets.values())
        return (self.clock, self.data, self.data_command, *each)

    def pins(self) -> Mapping[str, Pin]:
        """Give each line as a pin of the Pi, by its key: `pi.clock`, `pi.left_select`."""
        lines = {
            "clock": (self.clock, "the screens' clock on SPI"),
            "data": (self.data, "the screens' data on SPI"),
            "data_command": (self.data_command, "tells pixels from commands"),
            **{
                f"{side}_select": (gpio, f"{side} screen's select")
                for side, gpio in self.selects.items()
            },
            **{
                f"{side}_reset": (gpio, f"{side} screen's reset")
                for side, gpio in self.resets.items()
            },
        }
        board = Board.PI
        return {
            f"{board.value}.{word}": Pin(
                f"{board.value}.{word}", board, gpio, Direction.OUT, meaning, fitted=False
            )
            for word, (gpio, meaning) in lines.items()
        }


@dataclass(frozen=True, slots=True)
class PinTable:
    """All that `pins.toml` says."""

    pins: Mapping[str, Pin]
    """By key, in the order of the file."""
    buses: Mapping[Board, Bus]
    addresses: Mapping[str, int]
    """Of the screens, by `left` and `right`."""
    spi: SpiPins
    """Where the screens are wired to if not on I2C."""
    lamp_gpio: int
    """Of the lamp on the Pico itself, which has no pin."""
    reserved: Mapping[Board, Mapping[int, str]]
    """What these GPIOs are kept free for."""

    @property
    def every(self) -> Mapping[str, Pin]:
        """Give the pins, and those of the screens on SPI, by key."""
        return {**self.pins, **self.spi.pins()}

    def of(self, board: Board) -> tuple[Pin, ...]:
        """Give a board's pins, in the order of the file."""
        return tuple(pin for pin in self.pins.values() if pin.board is board)


def read_pins() -> Mapping[str, Pin]:
    """Give every pin by its key: `pi.left_button`, `pico.sda`."""
    return read_pin_table().pins


@cache
def read_every_pin() -> Mapping[str, Pin]:
    """Give every pin by its key, those of the screens on SPI among them."""
    return read_pin_table().every


@cache
def read_pin_table(path: Path = PINS) -> PinTable:
    """Read the table, once.

    Raises:
        TablesError: when a GPIO is there twice, is kept free, or is on no pin of its board.
    """
    return read_file(path, _table)


def _table(form: Form) -> PinTable:
    pins: dict[str, Pin] = {}
    reserved = {}
    buses = {}
    for board in Board:
        section = form.table(board.value, required=True)
        reserved[board] = _reserved(section.table("reserved"))
        for pin in _pins(section.table("pins", required=True), board, reserved[board]):
            pins[pin.key] = pin
        buses[board] = Bus(
            section.whole("bus", low=0, high=9),
            section.whole("frequency_hz", low=10_000, high=1_000_000),
        )
    pi, pico = form.table(Board.PI.value), form.table(Board.PICO.value)
    sides = ("left", "right")
    addresses = {side: pi.whole(f"{side}_address", low=0x08, high=0x77) for side in sides}
    if len(set(addresses.values())) < len(addresses):
        pi.refuse("right_address", "is the left one's too; give each screen its own.")
    spi = _spi(pi.table("spi", required=True), reserved[Board.PI])
    lamp = pico.whole("lamp_gpio", low=0, high=29)
    return PinTable(pins, buses, addresses, spi, lamp, reserved)


def _spi(form: Form, reserved: Mapping[int, str]) -> SpiPins:
    def pin(key: str) -> int:
        gpio = form.whole(key, low=0, high=27)
        if not form.is_wrong(key) and key in form and gpio not in reserved:
            form.refuse(key, f"{gpio} is not in [pi.reserved]; keep it free for the screens.")
        if "reset" in key and gpio in PULLED_UP[Board.PI]:
            form.refuse(key, f"{gpio} is pulled up while the Pi starts; take one that is not.")
        return gpio

    sides = ("left", "right")
    spi = SpiPins(
        form.whole("bus", low=0, high=9),
        form.whole("frequency_hz", low=500_000, high=10_000_000),
        pin("clock"),
        pin("data"),
        {side: pin(f"{side}_select") for side in sides},
        pin("data_command"),
        {side: pin(f"{side}_reset") for side in sides},
    )
    if len(set(spi.gpios)) < len(spi.gpios):
        form.refuse("", "two of its lines have one pin; give each its own.")
    return spi


def _reserved(form: Form) -> dict[int, str]:
    """Read `"7 to 11" = "what for"`."""
    free = {}
    for key in form.keys:
        what_for = form.text(key)
        if not re.fullmatch(r"\d+( to \d+)?((,| and) \d+( to \d+)?)*", key):
            form.refuse(key, 'must be GPIO numbers, like "7 to 11" or "14 and 15".')
        for first, last in re.findall(r"(\d+)(?: to (\d+))?", key):
            free.update(dict.fromkeys(range(int(first), int(last or first) + 1), what_for))
    return free


def _pins(form: Form, board: Board, reserved: Mapping[int, str]) -> list[Pin]:
    there = {pin.gpio for pin in HEADERS[board].values()}
    taken: dict[int, str] = {}
    pins = []
    for word in form.keys:
        inner = form.table(word)
        gpio = inner.whole("gpio", low=0, high=29)
        if not inner.is_wrong("gpio") and "gpio" in inner:
            if gpio in reserved:
                inner.refuse("gpio", f"{gpio} is kept free for {reserved[gpio]}; take another.")
            elif gpio in taken:
                inner.refuse("gpio", f"{gpio} serves {taken[gpio]} too; give each its own.")
            elif gpio not in there:
                inner.refuse("gpio", f"{gpio} is on no pin of the header; take one that is.")
            taken.setdefault(gpio, word)
        direction = inner.one_of("direction", Direction)
        if direction is Direction.OUT and gpio in PULLED_UP[board]:
            inner.refuse(
                "gpio",
                f"{gpio} is pulled up while the {board.short} starts: what it drives "
                "would be on; take one that is pulled down.",
            )
        meaning = inner.text("meaning")
        fitted = inner.yes_no("fitted", True)
        pins.append(Pin(f"{board.value}.{word}", board, gpio, direction, meaning, fitted))
    return pins
