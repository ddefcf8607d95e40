"""The figures of docs/EVIDENCE.md: `python -m tests.evidence` counts and prints them."""

import re
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Final

import pytest

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.odds.odds import count_lines
from tests.naive.agreeing import Pair
from tests.naive.facts import FACTS
from tests.naive.test_mutations import FIXED
from tests.odds.test_odds import SHEETS

ROOT: Final = Path(__file__).parents[1]
TESTS: Final = ("tests", "hardware", "bench")
AGREEMENT: Final = ROOT / "tests/naive/test_agreement.py"


def count_positions() -> int:
    """Let both readings play as `make test` does, and return how often they were compared."""
    before = Pair.compared
    with redirect_stdout(StringIO()):
        failed = pytest.main(["-q", "-p", "no:cacheprovider", str(AGREEMENT)])
    if failed:
        raise SystemExit(f"{AGREEMENT} fails: run it by pytest.")
    return Pair.compared - before


def _count(pattern: str, *globs: str) -> int:
    files = (path for glob in globs for path in ROOT.glob(glob))
    return sum(len(re.findall(pattern, path.read_text("utf-8"), re.M)) for path in files)


COUNTED: Final[dict[str, Callable[[], int]]] = {
    "sheets": lambda: len(sheet_ids()),
    "of which the rules are written a second time": lambda: len(FACTS),
    "positions in which `make test` compares both": count_positions,
    "faults put back into the rules, each of them caught": lambda: len(FIXED),
    "ways to play two rounds, counted, and played out by the rules": lambda: sum(
        count_lines(load_sheet(sheet), 2) for sheet in SHEETS
    ),
    "moves in turns that are written out with the rules beside them": lambda: _count(
        "^>", *(f"tests/transcripts/{sheet}.txt" for sheet in sheet_ids())
    ),
    "test functions; many try dozens of examples": lambda: _count(
        r"^\s*def test_", *(f"{folder}/**/*.py" for folder in TESTS)
    ),
    "lines of Python in the program, which `mypy --strict` checks": lambda: _count(
        "$\n", "cdgdevice/**/*.py"
    ),
    "lines of Python in its tests": lambda: _count("$\n", "tests/**/*.py"),
}
"""What is counted, and how."""


def main() -> None:
    """Print the table of the page."""
    for what, count in COUNTED.items():
        print(f"| {what} | {count():,} |")


if __name__ == "__main__":
    main()
