"""The wires: each from where to where."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from cdgdevice.tomlform.form import Form
from cdgdevice.tomlform.toml_source import suggest_known
from hardware.tables.builds import BUILDS
from hardware.tables.headers import HEADERS, Board, Kind
from hardware.tables.mistaken import HERE, read_file
from hardware.tables.parts import PARTS, read_parts, terminals_of
from hardware.tables.pins import PINS, Pin, read_pin_table
from hardware.tables.roles import Role, role_of

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
    "SN": "tin",
}
"""The colours of a usual set of jumper wires, by their two letters; tin are the legs of parts."""
LEG: Final = "SN"
"""The colour of what is no wire of its own but a part's leg."""
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

    @property
    def is_leg(self) -> bool:
        """Whether it is a part's own leg: there is nothing to cut and nothing to follow."""
        return self.colour == LEG


def read_wires(build: str) -> tuple[Wire, ...]:
    """Give the wires of one build, in the order in which the guide lays them.

    Raises:
        TablesError: when the file is mistaken.
    """
    return tuple(wire for wire in read_all_wires() if build in wire.build)


@cache
def read_all_wires(path: Path = WIRES, pins: Path = PINS, parts: Path = PARTS) -> tuple[Wire, ...]:
    """Read every wire of every build: each end is a terminal that the other tables know.

    Raises:
        TablesError: when this file or one of the other tables is mistaken.
    """
    known = _Known(
        read_pin_table(pins).every,
        {build: terminals_of(build, read_parts(parts)) for build in BUILDS},
    )
    return read_file(path, lambda form: _wires(form, known))


@dataclass(frozen=True, slots=True)
class _Known:
    """What an end of a wire can be."""

    pins: Mapping[str, Pin]
    things: Mapping[str, Mapping[str, Collection[str]]]
    """By build and thing, its terminals."""


def _wires(form: Form, known: _Known) -> tuple[Wire, ...]:
    forms = form.each("wire", at_least=1)
    wires = tuple(_wire(inner, known) for inner in forms)
    joined: dict[tuple[str, str], list[Form]] = defaultdict(list)
    for inner, wire in zip(forms, wires, strict=True):
        for key, end in (("from", wire.start), ("to", wire.end)):
            if end.terminal == JOINT and not inner.is_wrong(key):
                for build in wire.build:
                    joined[build, end.thing].append(inner)
    for (build, thing), there in sorted(joined.items()):
        if len(there) < 3:
            there[0].refuse(
                "", f"{thing} joins {len(there)} in {build}; a splice joins three wires or more."
            )
    return wires


def _wire(form: Form, known: _Known) -> Wire:
    builds = frozenset(form.texts("builds", choices=BUILDS))
    return Wire(
        builds,
        _end(form, "from", builds, known),
        _end(form, "to", builds, known),
        form.text("colour", choices=tuple(COLOURS)),
        form.whole("length_mm", low=10, high=400),
        form.text("note", ""),
    )


def _end(form: Form, key: str, builds: frozenset[str], known: _Known) -> End:
    """Read `pi.left_button`, `pi.gnd.9`, `left_screen.SDA` or `sda_splice`."""
    text = form.text(key)
    if form.is_wrong(key) or not text:
        return End("", "")
    thing, dot, terminal = text.partition(".")
    role = _role(thing)
    if role is Role.BOARD:
        pin = known.pins.get(text)
        number = pin.header_pin if pin else _power_pin(Board(thing), terminal)
        if number:
            return End(thing, f"pin {number}")
        form.refuse(key, f'"{text}" is no key of pins.toml and no power pin like "{thing}.gnd.9".')
    elif role is Role.SPLICE:
        if dot:
            form.refuse(key, f'a splice has one joint; write "{thing}".')
        return End(thing, JOINT)
    elif role and not terminal:
        form.refuse(key, f'must name a terminal too, like "{thing}.GND".')
    else:
        _find(form, key, thing, terminal, builds, known)
    return End(thing, terminal)


def _role(thing: str) -> Role | None:
    """Give a thing's role; None for what is none, and so in no part's file either."""
    try:
        return role_of(thing)
    except ValueError:
        return None


def _find(
    form: Form, key: str, thing: str, terminal: str, builds: frozenset[str], known: _Known
) -> None:
    """Refuse an end that no part of a build has."""
    for build in sorted(builds):
        things = known.things[build]
        if thing not in things:
            near = suggest_known(thing, things, "Known here")
            form.refuse(key, f'no file of parts/ has "{thing}" wired in {build}.{near}')
        elif terminal not in things[thing]:
            near = suggest_known(terminal, things[thing], "Its terminals")
            form.refuse(key, f'{thing} has no terminal "{terminal}" in {build}.{near}')


def _power_pin(board: Board, terminal: str) -> int | None:
    """Give the number in `gnd.9`, where that pin of the header is ground; else None."""
    kind, _, number = terminal.partition(".")
    pin = HEADERS[board].get(int(number)) if number.isdecimal() else None
    fits = pin and pin.kind.value == kind and pin.kind in (Kind.GROUND, Kind.THREE, Kind.FIVE)
    return pin.number if pin and fits else None
