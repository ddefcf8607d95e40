"""How many lines of play there are: a number that any other program of these rules can check.

A line says for each round of one side, from the set-up, the result, the cards turned up by choice
in their order, and the card played. A card that may be played for several purposes is one line.
"""

from collections import Counter

from cdgdevice.method.die import Result
from cdgdevice.method.display import Display
from cdgdevice.method.figures.errors import NoFiguresError, NoRoundsError
from cdgdevice.method.figures.odds import all_lines
from cdgdevice.method.figures.rounds import set_up
from cdgdevice.method.sheet import Sheet

DEEPEST = 1000
"""The most rounds that are counted; it takes a second, and no game is longer."""


def count_lines(sheet: Sheet, depth: int) -> int:
    """Count the lines of `depth` rounds, 0 to `DEEPEST`; there is one line of no rounds.

    Raises:
        NoFiguresError: when the depth is out of range, or the sheet has no Method die.
    """
    return _after(sheet, depth)[set_up(sheet)]


def count_by_first_result(sheet: Sheet, depth: int) -> dict[Result, int]:
    """Count the lines of `depth` rounds, 0 to `DEEPEST`, that begin with each result.

    Raises:
        NoFiguresError: when the depth is out of range, or the sheet has no Method die.
    """
    _check(depth)
    if depth == 0:
        return {}
    following = _after(sheet, depth - 1)
    counts: Counter[Result] = Counter()
    for line in all_lines(sheet)[set_up(sheet)]:
        counts[line.result] += following[line.after]
    return {result: counts[result] for result in Result}


def _after(sheet: Sheet, depth: int) -> dict[Display, int]:
    """Count the lines of `depth` rounds from every facing."""
    _check(depth)
    try:
        found = all_lines(sheet)
    except NoRoundsError as none:
        raise NoRoundsError(sheet, none.why, "lines of play to count") from none
    ways = {display: Counter(line.after for line in leading) for display, leading in found.items()}
    counts = dict.fromkeys(ways, 1)
    for _ in range(depth):
        counts = {
            display: sum(times * counts[after] for after, times in leading.items())
            for display, leading in ways.items()
        }
    return counts


def _check(depth: int) -> None:
    if not 0 <= depth <= DEEPEST:
        raise NoFiguresError(f"Lines are counted over 0 to {DEEPEST} rounds, not {depth}.")
