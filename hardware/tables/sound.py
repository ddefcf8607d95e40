"""Whether all tables are sound: nothing is made, drawn or modelled from one that is not."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from hardware.tables.builds import BUILDS, IN_PLACE, Build
from hardware.tables.case import read_case
from hardware.tables.headers import Board
from hardware.tables.mistaken import HERE, TablesError
from hardware.tables.nets import find_nets
from hardware.tables.parts import Part, read_parts
from hardware.tables.pins import PinTable, read_pin_table
from hardware.tables.resistors import bands
from hardware.tables.wired import wrong_wires
from hardware.tables.wires import Wire, read_all_wires

T = TypeVar("T")

_FULL: Final = {Build.REFERENCE: Board.PI, Build.DIE_TRAY: Board.PICO}
"""The builds that wire every pin of a board which is not an option."""


def check(folder: Path = HERE) -> None:
    """Do nothing where the tables are sound.

    Raises:
        TablesError: with every sentence of `mistakes`, a line each.
    """
    found = mistakes(folder)
    if found:
        raise TablesError("\n".join(found))


def mistakes(folder: Path = HERE) -> tuple[str, ...]:
    """Say all that is wrong with pins, parts, wires and case, a sentence each; `folder` has them.

    What no file says by itself is only looked for when each can be read. The sums have a check of
    their own, `hardware.electricity.overloads`, which needs tables without mistakes.
    """
    pins, parts, wires = folder / "pins.toml", folder / "parts", folder / "wires.toml"
    told: list[str] = []
    table = _tried(lambda: read_pin_table(pins), told)
    known = _tried(lambda: read_parts(parts), told)
    every = _tried(lambda: read_all_wires(wires, pins, parts), told)
    _tried(lambda: read_case(folder / "case.toml"), told)
    if table and known and every:
        told += _unlike(table, known, every)
    return tuple(dict.fromkeys(told))


def _tried(read: Callable[[], T], told: list[str]) -> T | None:
    try:
        return read()
    except TablesError as why:
        told += str(why).splitlines()
        return None


def _unlike(table: PinTable, parts: Mapping[str, Part], every: tuple[Wire, ...]) -> list[str]:
    """Say where the tables, each right by itself, do not fit together."""
    found: list[str] = []
    for build in BUILDS:
        wires = tuple(wire for wire in every if build in wire.build)
        found += wrong_wires(build, wires, parts, table.every)
        board = _FULL.get(Build(build))
        other = IN_PLACE.get(Build(build))
        wires += tuple(wire for wire in every if other and other.value in wire.build)
        wired = {pin for net in find_nets(wires, table.every) for pin in net.pins}
        found += [
            f"{build}: {pin.key} has no wire."
            for pin in table.pins.values()
            if pin.board is board and pin.fitted and pin not in wired
        ]
    for part in parts.values():
        if "resistance_ohm" in part.electric:
            _tried(partial(bands, part), found)
    return found
