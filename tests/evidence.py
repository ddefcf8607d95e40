"""The figures of docs/EVIDENCE.md: `python -m tests.evidence` counts and prints them."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.odds.odds import count_lines
from tests.naive import test_agreement
from tests.naive.agreeing import Pair
from tests.naive.facts import FACTS
from tests.naive.test_mutations import FIXED
from tests.odds.test_odds import SHEETS

ROOT: Final = Path(__file__).parents[1]
TESTS: Final = ("tests", "hardware", "bench")
EXAMPLES: Final = 40
"""Of the profile `quick` in tests/conftest.py, which `make test` takes."""


def count_positions() -> int:
    """Let both readings play as `make test` does, and return how often they were compared."""
    counted = 0
    compare = Pair.compare

    def counting(pair: Pair) -> None:
        nonlocal counted
        counted += 1
        compare(pair)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pair, "compare", counting)
        patch.setattr(
            test_agreement, "count_examples", lambda share: max(2, round(share * EXAMPLES))
        )
        for sheet in FACTS:
            test_agreement.test_both_readings_set_up_alike_with_every_variant_and_unequal_hands(
                sheet
            )
            test_agreement.test_both_readings_agree_on_whatever_can_be_asked_near_the_set_up(sheet)
            test_agreement.test_both_readings_agree_on_every_roll_and_choice_of_the_first_rounds(
                sheet
            )
            test_agreement.test_both_readings_agree_through_long_games_of_every_variant(sheet)
    return counted


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
