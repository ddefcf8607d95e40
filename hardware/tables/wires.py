"""The wires: each from where to where."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from cdgdevice.method.form import Form
from hardware.tables.builds import BUILDS
from hardware.tables.headers import HEADERS, Board, Kind
from hardware.tables.mistaken import HERE, read_file
from hardware.tables.pins import read_pins

WIRES = HERE / "wires.toml"
COLOURS: Final = {
    "BK": "black",
    "RD": "red",
    "YE": "yellow",
    "GN": "green",
    "BU": "blue",
    "WH": "white",
    "OG": "orange",
    "VT": "violet",
    "BN": "brown",
    "GY": "grey",
}
"""The colours of a usual set of jumper wires, by their two letters."""
SPLICE: Final = "_splice"
"""How a thing's name ends that is only wires soldered together."""
JOINT: Final = "joint"
"""The one terminal of a splice."""


@dataclass(frozen=True, slots=True)
class End:
    """One end of a wire."""

    thing: str
    """`pi`, `left_screen`, `sda_splice`…"""
    terminal: str
    """`SDA`; on a board's header `pin 29`; on a splice `joint`."""

    @property
    def pin(self) -> int | None:
        """The number on the board's header; None where the end is on no board."""
        return int(self.terminal[4:]) if self.terminal.startswith("pin ") else None


@dataclass(frozen=True, slots=True)
class Wire:
    """One piece of wire."""

    build: frozenset[str]
    start: End
    end: End
    colour: str
    """Two letters, of `COLOURS`."""
    length_mm: int
    note: str


def read_wires(build: str) -> tuple[Wire, ...]:
    """Give the wires of one build, in the order in which the guide lays them.

    Raises:
        TablesError: when the file is mistaken.
    """
    return tuple(wire for wire in read_all_wires() if build in wire.build)


@cache
def read_all_wires(path: Path = WIRES) -> tuple[Wire, ...]:
    """Read every wire of every build."""
    return read_file(path, lambda form: tuple(_wire(inner) for inner in form.each("wire")))


def _wire(form: Form) -> Wire:
    builds = frozenset(form.texts("builds", choices=BUILDS))
    if not builds:
        form.refuse("builds", "must name the builds that have this wire.")
    return Wire(
        builds,
        _end(form, "from"),
        _end(form, "to"),
        form.text("colour", choices=tuple(COLOURS)),
        form.whole("length_mm", low=10, high=400),
        form.text("note", ""),
    )


def _end(form: Form, key: str) -> End:
    """Read `pi.left_button`, `pi.gnd.9`, `left_screen.SDA` or `sda_splice`."""
    text = form.text(key)
    if form.is_wrong(key) or not text:
        return End("", "")
    thing, dot, terminal = text.partition(".")
    if thing.endswith(SPLICE) and not dot:
        return End(thing, JOINT)
    if thing in (board.value for board in Board):
        pin = read_pins().get(text)
        number = pin.header_pin if pin else _power_pin(Board(thing), terminal)
        if number:
            return End(thing, f"pin {number}")
        form.refuse(key, f'"{text}" is no key of pins.toml and no power pin like "{thing}.gnd.9".')
    elif thing.endswith(SPLICE):
        form.refuse(key, f'a splice has one joint; write "{thing}".')
    elif not terminal:
        form.refuse(key, f'must name a terminal too, like "{thing}.GND".')
    return End(thing, terminal)


def _power_pin(board: Board, terminal: str) -> int | None:
    """Give the number in `gnd.9`, where that pin of the header is ground; else None."""
    kind, _, number = terminal.partition(".")
    pin = HEADERS[board].get(int(number)) if number.isdecimal() else None
    fits = pin and pin.kind.value == kind and pin.kind in (Kind.GROUND, Kind.THREE, Kind.FIVE)
    return pin.number if pin and fits else None
