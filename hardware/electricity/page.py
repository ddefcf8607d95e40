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
# The sums of electricity

Does any wire, pin or part of a build carry more than it may? Every current, voltage and rise time
is added up from `wires.toml`, `pins.toml` and `parts/`, and `make test` fails when one is over its
limit. This page and its data files are made by `make hardware`; do not edit them. Nothing here was
measured on a build.

Below are the sums that take more than half of their limit. All of them are in
[{sums}](made/{sums}), what each is made of in [{loads}](made/{loads}), and every figure of a
part, with who told it, in [figures.csv](made/figures.csv). An *assumption* is a figure that nobody
we could ask has confirmed, *others* is somebody's public note.

Each sum is at its worst, all at once: the screens all white, all four cores busy, the lamps lit,
every contact closed, the buzzer sounding, the tray's motor running. A pin's current and a
resistor's heat also take the highest rail and the least resistance of its band. Only "in play" is
about the hours between such moments.

- **"Current at 0.4 V"**, **"supply"** and **"highest voltage at a pin"** take rail and resistors as
  they are named, not at the ends of their bands. With those, the reference build would ask
  {worst} mA of a chip instead of {named} mA, where the standard asks {limit} mA; "low level" shows
  that a line is still low then.
- **"Low level"** is how low a line goes when a chip pulls it that does no more than the standard
  asks for. Two thirds of what still counts as low are the limit: the rest is for noise.
- **"Rise"** counts only pull-ups that are sure to be there. Where a board has a level shifter in
  each line, both its sides are counted: joined until its transistor lets go, and then each alone.
- **Lamps** are counted as if they had no resistor of their own and were of the colour that drops
  least. A real one takes a fraction of that.
- **Options**, buzzer and keys, are counted in the reference build, and the motor in the die tray.
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
    page = "\n".join((_head(parts), *(_chapter(*each) for each in chapters)))
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


def _head(parts: Mapping[str, Part]) -> str:
    circuit = circuit_of(Build.REFERENCE, parts)
    named = next(row for row in bus_sums(circuit, Board.PI) if row.limit is SINK)
    return _HEAD.format(
        worst=f"{sunk_at_worst(circuit, Board.PI):.2f}",
        named=f"{named.total:.2f}",
        limit=f"{SINK.amount:g}",
        sums=_SUMS.name,
        loads=_LOADS.name,
    )


def _board_lamps(parts: Mapping[str, Part]) -> str:
    here, pin = lamp_in_play(parts), lamps.glows(circuit_of(Build.REFERENCE, parts))[0].amount
    return f"""
Its screens, buttons, knob and die tray are the reference build's: what is not here is as there.
A lamp of the listed part gets {here:.1f} mA here, from 5 V, {here / pin:.1f} times as much as from
its pin.
"""


def _chapter(title: str, rows: Sequence[Sum], more: str) -> str:
    near = [row for row in rows if row.is_near_its_limit]
    heads = ("what", "sum", "limit", "share", "holds", "whose limit")
    return f"""\
## {title}

{len(rows)} sums; those that are nearest to their limits:

{table(heads, map(_row, near))}
{more}"""


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
