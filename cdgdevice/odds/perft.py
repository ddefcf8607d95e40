"""How many lines of play there are: a number that any other program of these rules can check.

A line says for each round of one side, from the set-up, the result, the cards turned up by choice
in their order, and the card played. A card that may be played for several purposes is one line.
"""

from collections import Counter

from cdgdevice.odds.odds import NoOddsError, NoRoundsError, list_all_lines, set_up_without_variants
from cdgdevice.rules.card_display import Display
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.sheet import Sheet

MOST_ROUNDS = 1000
"""The most rounds that are counted; it takes a second, and no game is longer."""


def count_lines(sheet: Sheet, depth: int) -> int:
    """Count the lines of `depth` rounds, 0 to `MOST_ROUNDS`; there is one line of no rounds.

    Raises:
        NoFiguresError: when the depth is out of range, or the sheet has no Method die.
    """
    return _count_from_each_facing(sheet, depth)[set_up_without_variants(sheet)]


def count_by_first_result(sheet: Sheet, depth: int) -> dict[DieResult, int]:
    """Count the lines of `depth` rounds, 0 to `MOST_ROUNDS`, that begin with each result.

    Raises:
        NoFiguresError: when the depth is out of range, or the sheet has no Method die.
    """
    _check_depth(depth)
    if depth == 0:
        return {}
    following = _count_from_each_facing(sheet, depth - 1)
    counts: Counter[DieResult] = Counter()
    for line in list_all_lines(sheet)[set_up_without_variants(sheet)]:
        counts[line.result] += following[line.after]
    return {result: counts[result] for result in DieResult}


def _count_from_each_facing(sheet: Sheet, depth: int) -> dict[Display, int]:
    """Count the lines of `depth` rounds from every facing."""
    _check_depth(depth)
    try:
        found = list_all_lines(sheet)
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


def _check_depth(depth: int) -> None:
    if not 0 <= depth <= MOST_ROUNDS:
        raise NoOddsError(f"Lines are counted over 0 to {MOST_ROUNDS} rounds, not {depth}.")
