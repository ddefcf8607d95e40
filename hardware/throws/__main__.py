"""Simulates throws into the die tray, and counts how the die lies: `.ci/throws`.

All surfaces have the same friction. A buzz is the motor below the window, run once by the reader.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass

import numpy as np

from hardware.case.tables import Tables, read_tables
from hardware.throws.throw import ASIDE, Bench, End

FRICTIONS = (0.2, 0.3, 0.4)
# The friction that the tray is made for: paper on matt plastic.
AIMED_AT = 0.4
BUZZES = 2
COLUMNS = (
    "friction",
    "let go off the middle by up to",
    "leans",
    "after one buzz",
    "after two",
    "leaves the tray",
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
    faces: tuple[int, ...]
    """How often each side lies below, of the dice that come to lie flat."""

    @property
    def chi_squared(self) -> float:
        """Give how far the six sides are from equally often."""
        expected = sum(self.faces) / 6
        return sum((count - expected) ** 2 / expected for count in self.faces)


def throw_often(
    tables: Tables, friction: float, throws: int, aside: float = ASIDE, seed: int = 1
) -> Counted:
    """Throw so often, and buzz at most twice where the die leans."""
    bench, rng = Bench(tables, friction, aside), np.random.default_rng(seed)
    leans = [0] * (BUZZES + 1)
    faces: Counter[int] = Counter()
    out = 0
    for _ in range(throws):
        lies = bench.throw(rng)
        for buzz in range(BUZZES + 1):
            if lies.end is not End.LEANS:
                break
            leans[buzz] += 1
            if buzz < BUZZES:
                lies = bench.buzz()
        out += lies.end is End.OUT
        if lies.end is End.FLAT:
            faces[lies.face] += 1
    return Counted(throws, tuple(leans), out, tuple(faces[face] for face in range(6)))


def _row(tables: Tables, friction: float, aside: float, throws: int) -> str:
    counted = throw_often(tables, friction, throws, aside)
    shares = (f"{count / throws:.1%}" for count in (*counted.leans, counted.out))
    cells = (f"{friction:g}", f"{aside:g} mm", *shares, f"{counted.chi_squared:.1f}")
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m hardware.throws", description=__doc__)
    parser.add_argument("--throws", type=int, default=3000)
    parser.add_argument("--friction", type=float, nargs="+", default=list(FRICTIONS))
    asked = parser.parse_args()
    print(f"{asked.throws} throws each.\n")
    print(f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}", flush=True)
    cases = [*((friction, ASIDE) for friction in asked.friction), (AIMED_AT, 2 * ASIDE)]
    for friction, aside in cases:
        print(_row(read_tables(), friction, aside, asked.throws), flush=True)
    print(
        "\nA fair die's chi squared is over", LIKELY, "once in 20, over", UNLIKELY, "once in 1,000."
    )


if __name__ == "__main__":
    main()
