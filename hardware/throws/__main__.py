"""Simulates throws into the die tray, and counts how the die lies: `.ci/throws`.

All surfaces have the same friction. A buzz is the motor below the window, run once by the reader.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from firmware.motor import TIMES
from hardware.case.tables import Tables, read_tables
from hardware.throws.throw import ASIDE, CAREFUL, DROPS, THROWS, Bench, End, Hand

FRICTIONS = (0.2, 0.3, 0.4)
TOWER_FRICTIONS = (0.2, 0.3, 0.4, 0.45)
# The friction that the tray is made for: paper on matt plastic.
AIMED_AT = 0.4
BUZZES = TIMES
COLUMNS = (
    "friction",
    "let go off the middle by up to",
    "leans",
    "after one buzz",
    "after two",
    "leaves the tray",
    "chi squared",
)
TOWER_COLUMNS = (
    "friction",
    "tower",
    "hand",
    "stuck in it",
    "leans",
    "after two buzzes",
    "leaves the tray",
    "lies after, mean",
    "19 of 20 within",
    "commonest side",
    "chi squared",
)
# Five degrees of freedom: so high comes by chance once in 20 and once in 1,000.
LIKELY, UNLIKELY = 11.07, 20.52


@dataclass(frozen=True, slots=True)
class Counted:
    """What came of many throws."""

    throws: int
    leans: tuple[int, ...]
    """How many lean after no buzz, after one, and so on."""
    out: int
    stuck: int
    faces: tuple[int, ...]
    """How often each side lies below, of the dice that come to lie flat."""
    seconds: tuple[float, ...]
    """How long each took to lie, without buzzes, but for those that are stuck."""

    @property
    def chi_squared(self) -> float:
        """Give how far the six sides are from equally often."""
        expected = sum(self.faces) / 6
        return sum((count - expected) ** 2 / expected for count in self.faces)


def throw_often(
    tables: Tables,
    friction: float,
    throws: int,
    hand: Hand = THROWS,
    *,
    tower: bool = False,
    seed: int = 1,
) -> Counted:
    """Throw so often, and buzz at most twice where the die leans."""
    bench, rng = Bench(tables, friction, hand, tower=tower), np.random.default_rng(seed)
    leans = [0] * (BUZZES + 1)
    faces: Counter[int] = Counter()
    ends: Counter[End] = Counter()
    seconds = []
    for _ in range(throws):
        lies = bench.throw(rng)
        if lies.end is not End.STUCK:
            seconds.append(lies.seconds)
        for buzz in range(BUZZES + 1):
            if lies.end is not End.LEANS:
                break
            leans[buzz] += 1
            if buzz < BUZZES:
                lies = bench.buzz()
        ends[lies.end] += 1
        if lies.end is End.FLAT:
            faces[lies.face] += 1
    sides = tuple(faces[face] for face in range(6))
    return Counted(throws, tuple(leans), ends[End.OUT], ends[End.STUCK], sides, tuple(seconds))


def _row(tables: Tables, friction: float, aside: float, throws: int) -> str:
    counted = throw_often(tables, friction, throws, replace(THROWS, aside=aside))
    shares = (f"{count / throws:.1%}" for count in (*counted.leans, counted.out))
    return _line(f"{friction:g}", f"{aside:g} mm", *shares, f"{counted.chi_squared:.1f}")


def _tower_row(tables: Tables, friction: float, hand: Hand, throws: int, *, tower: bool) -> str:
    counted = throw_often(tables, friction, throws, hand, tower=tower)
    stuck, *others = (
        f"{count / throws:.1%}"
        for count in (counted.stuck, counted.leans[0], counted.leans[-1], counted.out)
    )
    took = counted.seconds or (0.0,)
    times = (f"{np.mean(took):.1f} s", f"{np.quantile(took, 0.95):.1f} s")
    most = f"{max(counted.faces) / max(1, sum(counted.faces)):.1%}"
    return _line(
        f"{friction:g}",
        "yes" if tower else "no",
        "careful" if hand is CAREFUL else "any",
        stuck if tower else "",
        *others,
        *times,
        most,
        f"{counted.chi_squared:.1f}",
    )


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m hardware.throws", description=__doc__)
    parser.add_argument("--throws", type=int, default=3000)
    parser.add_argument("--friction", type=float, nargs="+")
    parser.add_argument("--tower", action="store_true", help="the table of the tower instead")
    asked = parser.parse_args()
    print(f"{asked.throws} throws each.\n")
    tables = read_tables()
    columns = TOWER_COLUMNS if asked.tower else COLUMNS
    print(f"{_line(*columns)}\n|{'---|' * len(columns)}", flush=True)
    if asked.tower:
        for friction in asked.friction or TOWER_FRICTIONS:
            for hand, tower in ((CAREFUL, False), (CAREFUL, True), (DROPS, True)):
                print(_tower_row(tables, friction, hand, asked.throws, tower=tower), flush=True)
    else:
        frictions = asked.friction or FRICTIONS
        for friction, aside in [*((each, ASIDE) for each in frictions), (AIMED_AT, 2 * ASIDE)]:
            print(_row(tables, friction, aside, asked.throws), flush=True)
    print(
        "\nA fair die's chi squared is over", LIKELY, "once in 20, over", UNLIKELY, "once in 1,000."
    )


if __name__ == "__main__":
    main()
