"""The assumptions that decide: those behind a sum that takes more than half of its limit."""

from collections.abc import Iterable
from typing import Final

from hardware.electricity.board import board_sums
from hardware.electricity.builds import circuit_of, sums_of
from hardware.tables.blocks import write_csv
from hardware.tables.builds import BOARD, GOES_INTO, Build
from hardware.tables.figure import Figure, Source
from hardware.tables.parts import Part, Parts

_BY_NAME: Final = "highest voltage"
"""A sum that compares voltages by their names: it is always all of its limit."""
_COLUMNS: Final = ("sum", "builds", "share of its limit", "assumed")

Deciding = dict[str, tuple[float, list[str], dict[str, None]]]
"""By what is summed: its worst share, the builds, and the figures that nobody publishes."""


def find_deciding(parts: Parts) -> Deciding:
    """Return the sums that take much of their limit and rest on assumptions, the worst first."""
    found: Deciding = {}
    every = {build.value: sums_of(circuit_of(build, parts)) for build in Build}
    for build, sums in {**every, BOARD: board_sums(parts)}.items():
        for row in sums:
            assumed = [one for one in row.figures if one.source is Source.ASSUMPTION]
            if row.is_near_its_limit and assumed and not row.what.startswith(_BY_NAME):
                share, builds, names = found.get(row.what, (0.0, [], {}))
                tray = (Build.DIE_TRAY.value,) if "die tray" in row.what else ()
                mine = [part for part in parts.values() if _is_in(part, (build, *tray))]
                told = {name: None for one in assumed for name in _names(one, mine)}
                found[row.what] = (max(share, row.share), [*builds, build], names | told)
    return dict(sorted(found.items(), key=lambda one: -one[1][0]))


def write_deciding_file(found: Deciding) -> str:
    """Write each such sum as data: its worst share, and the figures of it that nobody publishes."""
    rows = (
        (what, ", ".join(builds), f"{share:.0%}", ", ".join(names))
        for what, (share, builds, names) in found.items()
    )
    return write_csv(_COLUMNS, rows)


def _is_in(part: Part, builds: tuple[str, ...]) -> bool:
    """Say whether a part is in one of these; options count for all, the board has its build's."""
    its_own = (Build.REFERENCE.value, Build.FOUR_PINS.value) if BOARD in builds else ()
    there = {*builds, *its_own}
    there |= {option for option, build in GOES_INTO.items() if build in there}
    return part.is_option or any(part.count(build) for build in there)


def _names(figure: Figure, parts: Iterable[Part]) -> list[str]:
    return [
        f"{part.id} {name}"
        for part in parts
        for name, one in part.electric.items()
        if one == figure
    ]
