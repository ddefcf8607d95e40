"""The page ELECTRICITY.md: every sum of every build, with what it is made of."""

from collections.abc import Iterable, Mapping, Sequence
from math import isinf
from pathlib import Path
from typing import Final

from hardware.electricity import lamps
from hardware.electricity.board import board_sums, lamp_in_play
from hardware.electricity.builds import circuit_of, sums_of
from hardware.electricity.bus import SINK, bus_sums, sunk_at_worst
from hardware.electricity.sums import Sum
from hardware.tables.blocks import table, write_csv
from hardware.tables.builds import Build
from hardware.tables.headers import Board
from hardware.tables.parts import Part, read_parts

PAGE: Final = Path("hardware/ELECTRICITY.md")
"""Where it stands, from the repository's root."""

_BOARD: Final = "The board under the panel"

_SUMS: Final = Path("hardware/made/electricity-sums.csv")
"""Every sum of every build."""
_LOADS: Final = Path("hardware/made/electricity-loads.csv")
"""What each sum is made of."""

_HEAD: Final = """\
# Currents and voltages

Does any wire, pin or part of a build carry more than it may? Every current, voltage and rise time
is added up from `wires.toml`, `pins.toml` and `parts/`, and `make test` fails when one is over its
limit. This page and its data files are made by `make hardware`; do not edit them. Nothing here was
measured on a build.

[{sums}](made/{sums}) has all sums with their limits and who sets these,
[{loads}](made/{loads}) what each is made of, and [figures.csv](made/figures.csv) every figure of a
part, with who told it.

Each sum is at its worst, all at once: the screens all white, all four cores busy, the lamps lit,
every contact closed, the buzzer sounding, the tray's motor running. Only "in play", in
the first file, is about the hours between such moments.

- **"Current at 0.4 V"**, **"supply"** and **"highest voltage at a pin"** take voltages and
  resistors at their nominal values, without tolerances. At the worst tolerances two screens on
  I2C would ask {worst} mA of a chip instead of {named} mA, where the standard asks {limit} mA; "low
  level" shows that a line is still low then.
- **"Low level"** is how low a line goes when a chip pulls it that does no more than the standard
  asks for, against two thirds of what still counts as low.
- **"Rise"** counts only pull-ups that are sure to be there.
- **Lamps** are counted as if they had no resistor of their own.
- **Options**, buzzer and keys, are counted in the reference build, and the motor in the die tray.

## Nearest to their limits

These take more than half. Sum and limit are those of the build that is named last:

{near}
"""


def made_texts() -> Mapping[Path, str]:
    """Give the page by its place."""
    parts = read_parts()
    builds = [(build, circuit_of(build, parts)) for build in Build]
    known = [
        (f"{build.title[0].upper()}{build.title[1:]}", sums_of(circuit), lamps.chapter(circuit))
        for build, circuit in builds
    ]
    chapters = [
        *((title, rows, more) for title, rows, more in known if rows),
        (_BOARD, board_sums(parts), _board_lamps(parts)),
    ]
    near = _near({_word(title): rows for title, rows, _ in chapters})
    page = _head(parts, near) + "".join(more for _, _, more in chapters)
    return {
        PAGE: page,
        _SUMS: write_csv(
            ("build", "sum", "amount", "limit", "share", "holds", "whose limit"),
            ((title, *_row(row)) for title, rows, _ in chapters for row in rows),
        ),
        _LOADS: write_csv(
            ("build", "sum", "load", "amount"),
            ((title, *line) for title, rows, _ in chapters for row in rows for line in _loads(row)),
        ),
    }


def _head(parts: Mapping[str, Part], near: str) -> str:
    circuit = circuit_of(Build.FOUR_PINS, parts)
    named = next(row for row in bus_sums(circuit, Board.PI) if row.limit is SINK)
    return _HEAD.format(
        worst=f"{sunk_at_worst(circuit, Board.PI):.2f}",
        named=f"{named.total:.2f}",
        limit=f"{SINK.amount:g}",
        sums=_SUMS.name,
        loads=_LOADS.name,
        near=near,
    )


def _board_lamps(parts: Mapping[str, Part]) -> str:
    here, pin = lamp_in_play(parts), lamps.glows(circuit_of(Build.REFERENCE, parts))[0].amount
    return f"""
[On the board](BOARD.md) such a lamp gets {here:.1f} mA, from 5 V: {here / pin:.1f} times as much.
"""


def _word(title: str) -> str:
    """Name a build in a cell: `Minimal build` is `minimal`, the board `board`."""
    return "board" if title == _BOARD else title[0].lower() + title[1:].removesuffix(" build")


def _near(sums: Mapping[str, Sequence[Sum]]) -> str:
    """Write each sum that takes much of its limit once, with the builds by their shares."""
    found: dict[str, list[tuple[str, Sum]]] = {}
    for build, rows in sums.items():
        for row in rows:
            if row.is_near_its_limit:
                found.setdefault(row.what, []).append((build, row))
    lines = []
    for what, each in found.items():
        shares: dict[str, list[str]] = {}
        for build, row in sorted(each, key=lambda one: one[1].share):
            shares.setdefault(_share(row), []).append(build)
        _, total, limit, *_ = _row(max((row for _, row in each), key=lambda row: row.share))
        told = "; ".join(f"{', '.join(builds)} {share}" for share, builds in shares.items())
        lines.append((what, total, limit, told))
    return table(("what", "sum", "limit", "share"), lines)


def _share(row: Sum) -> str:
    share = "-" if isinf(row.share) else f"{row.share:.0%}"
    return share if row.holds else f"{share} **NO**"


def _row(row: Sum) -> tuple[str, ...]:
    limit = f"{_number(row.limit.amount)} {row.unit}"
    share = "-" if isinf(row.share) else f"{row.share:.0%}"
    holds = "yes" if row.holds else "**NO**"
    whose = f"{row.limit.told_by} ({row.limit.source.value})"
    return row.what, f"{_number(row.total)} {row.unit}", limit, share, holds, whose


def _loads(row: Sum) -> Iterable[tuple[str, ...]]:
    for load in row.loads:
        yield row.what, load.what.replace("_", " "), f"{_number(load.amount)} {row.unit}"


def _number(amount: float) -> str:
    """Write three figures, and no more than a sum deserves."""
    if isinf(amount):
        return "no end of"
    return f"{amount:,.0f}" if amount >= 100 else f"{amount:.3g}"
