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
from hardware.tables.blocks import table
from hardware.tables.builds import Build
from hardware.tables.figure import Figure
from hardware.tables.headers import Board
from hardware.tables.parts import Part, read_parts

PAGE: Final = Path("hardware/ELECTRICITY.md")
"""Where it stands, from the repository's root."""

_BOARD: Final = "The board under the panel"

_HEAD: Final = """\
# The sums of electricity

Made by `make hardware` from `wires.toml`, `pins.toml` and `parts/`; do not edit it.
`make test` fails when a row does not hold.

Each sum is at its worst, all at once: the screens all white, all four cores busy, the lamps lit,
every contact closed, the buzzer sounding, the tray's motor running. A pin's current and a
resistor's heat also take the highest rail and the least resistance of its band. Only "in play" is
about the hours between such moments.

Three kinds of sums take the rail and the resistors as they are named, not at the ends of their
bands, and say so here:

- **"Current at 0.4 V"**: the standard asks {limit} mA of a chip. With the highest rail on the least
  pull-ups of their bands, the reference build would ask {worst} mA instead of {named} mA. "Low
  level" takes those ends of the bands, and shows that a line is still low then.
- **"Supply"**: the 3.3 V rail is seen from 5 V at its named voltage; the margin of a fifth on the
  supply's rating is for that.
- **"Highest voltage at a pin"** compares named voltages: it finds 5 V on a line, not a regulator
  that is a few percent off. The makers give that limit as named, too.

And so read the rest:

- **The pull-ups.** "Low level" is how low a line goes when a chip pulls it that does no more than
  the standard asks for. Two thirds of what still counts as low are the limit: the rest is for
  noise. "Rise" counts only pull-ups that are sure to be there. Where a board has a level shifter in
  each line, both its sides are counted: joined until its transistor lets go, and then each alone.
- **The lamps.** Their pins are counted as if the lamp had no resistor of its own and were of the
  colour that drops least. A real one takes a fraction of that.
- **The options**, buzzer and keys, are counted in the reference build, and the motor in the die
  tray. A pin drives a transistor, not the buzzer or the motor.

A limit is as good as its source: an *assumption* is a figure that nobody we could ask has
confirmed, *others* is somebody's public note.
"""


def made_texts() -> Mapping[Path, str]:
    """Give the page by its place."""
    parts = read_parts()
    builds = [(build, circuit_of(build, parts)) for build in Build]
    chapters = [
        _chapter(f"{build.title[0].upper()}{build.title[1:]}", sums_of(circuit), parts,
                 lamps.chapter(circuit))
        for build, circuit in builds if sums_of(circuit)
    ]  # fmt: skip
    chapters.append(_chapter(_BOARD, board_sums(parts), parts, _board_lamps(parts)))
    return {PAGE: "\n".join((_head(parts), *chapters))}


def _head(parts: Mapping[str, Part]) -> str:
    circuit = circuit_of(Build.REFERENCE, parts)
    named = next(row for row in bus_sums(circuit, Board.PI) if row.limit is SINK)
    return _HEAD.format(
        worst=f"{sunk_at_worst(circuit, Board.PI):.2f}",
        named=f"{named.total:.2f}",
        limit=f"{SINK.amount:g}",
    )


def _board_lamps(parts: Mapping[str, Part]) -> str:
    here, pin = lamp_in_play(parts), lamps.glows(circuit_of(Build.REFERENCE, parts))[0].amount
    return f"""
Its screens, buttons, knob and die tray are the reference build's: what is not here is as there.
A lamp of the listed part gets {here:.1f} mA here, from 5 V, {here / pin:.1f} times as much as from
its pin.
"""


def _chapter(title: str, rows: Sequence[Sum], known: Mapping[str, Part], more: str) -> str:
    heads = ("what", "sum", "limit", "share", "holds", "whose limit")
    whole = table(heads, (_row(row) for row in rows))
    parts = table(("sum", "load", "amount"), (line for row in rows for line in _loads(row)))
    figures = dict.fromkeys(figure for row in rows for figure in row.figures)
    columns = ("part", "figure", "value", "source", "who says so")
    told = table(columns, sorted(_told(figure, known) for figure in figures))
    return f"""\
## {title}

{whole}
{more}
<details><summary>What each sum is made of</summary>

{parts}

</details>

<details><summary>What the figures are taken from</summary>

{told}

</details>
"""


def _row(row: Sum) -> tuple[str, ...]:
    limit = f"{_number(row.limit.amount)} {row.unit}"
    share = "-" if isinf(row.share) else f"{row.share:.0%}"
    holds = "yes" if row.holds else "**NO**"
    whose = f"{row.limit.told_by} ({row.limit.source.value})"
    return row.what, f"{_number(row.total)} {row.unit}", limit, share, holds, whose


def _loads(row: Sum) -> Iterable[tuple[str, ...]]:
    for load in row.loads:
        yield row.what, load.what.replace("_", " "), f"{_number(load.amount)} {row.unit}"


def _told(figure: Figure, known: Mapping[str, Part]) -> tuple[str, ...]:
    places = [
        (part.id, name)
        for part in known.values()
        for name, here in part.electric.items()
        if here == figure
    ]
    parts = ", ".join(dict.fromkeys(part for part, _ in places))
    names = ", ".join(dict.fromkeys(name for _, name in places))
    return parts, f"`{names}`", f"{figure.value:g}", figure.source.value, figure.told_by


def _number(amount: float) -> str:
    """Write three figures, and no more than a sum deserves."""
    if isinf(amount):
        return "no end of"
    return f"{amount:,.0f}" if amount >= 100 else f"{amount:.3g}"
