"""The dice in a terminal, or for another program."""

import itertools
from collections.abc import Iterable

from cdgdevice.columns import folded
from cdgdevice.fair_dice.words import corrections, faces, figures, thrown, title, verdict
from cdgdevice.table.dice_count import Counted, DiceCount
from cdgdevice.table.fairness import chi_square
from cdgdevice.table.power import LEVEL, can_tell, noticeable

BAR = 50
"""Columns of the longest bar."""

NO_THROWS = "No throws are kept yet: every roll of a game that is played counts."
_P = (
    "p is the share of fair dice that throw at least as unevenly. "
    f"Where it is below {LEVEL} a die is called unlikely to be fair."
)
_LOOKING = (
    "If you test again after every few throws, any die is called unlikely sooner or later: "
    "decide beforehand how many throws to look at."
)


def report(count: DiceCount) -> str:
    """Write what was counted in lines of at most 80 columns."""
    parts = [_die(counted) for counted in count.dice] or [NO_THROWS]
    parts.extend(_folded([*_cautions(count), *count.left_out, *count.as_written]))
    return "\n\n".join(parts)


def for_programs(count: DiceCount) -> dict[str, object]:
    """Give what was counted as an object of JSON."""
    return {
        "dice": [_as_json(counted) for counted in count.dice],
        "games": count.games,
        "left_out": list(count.left_out),
        "as_written": list(count.as_written),
    }


def _die(counted: Counted) -> str:
    test = chi_square(counted.faces)
    expected = counted.throws / 6
    longest = max(*counted.faces, expected)
    lines = [f"{title(counted.die)}: {thrown(counted.throws)}"]
    for face, shown in zip(faces(counted.die), counted.faces, strict=True):
        bar = "#" * round(BAR * shown / longest)
        fair = round(BAR * expected / longest)
        marked = f"{bar:{BAR + 1}}"
        marked = f"{marked[:fair]}|{marked[fair + 1 :]}".rstrip()
        lines.append(f"  {face:5} {shown:7,} {100 * shown / counted.throws:5.1f} %  {marked}")
    found = f"Each {expected:,.1f} expected (|). {figures(counted, test, how=True)}"
    said = [found, verdict(counted, test), corrections(counted)]
    return "\n".join([*lines, *_folded(filter(None, said), "  ")])


def _cautions(count: DiceCount) -> list[str]:
    """Say what p is, and how easily it misleads; nothing where no die is tested."""
    tested = sum(can_tell(counted.throws) for counted in count.dice)
    if not tested:
        return []
    one = f"So is one fair die in {1 / LEVEL:.0f}"
    if tested == 1:
        return [f"{_P} {one}. {_LOOKING}"]
    any_of = 100 * (1 - (1 - LEVEL) ** tested)
    few = next(throws for throws in itertools.count(1) if can_tell(throws))
    left = f" (fewer than {few} throws tell nothing)" if tested < len(count.dice) else ""
    return [
        f"{_P} {one}: of {tested} that are tested at once{left}, at least one is in up to "
        f"{any_of:.0f} cases of 100. {_LOOKING}"
    ]


def _folded(sentences: Iterable[str], indent: str = "") -> list[str]:
    return [folded(sentence, indent) for sentence in sentences]


def _as_json(counted: Counted) -> dict[str, object]:
    die, test = counted.die, chi_square(counted.faces)
    tested, bias = can_tell(counted.throws), noticeable(counted.throws)
    return {
        "whose": die.whose.value,
        "reader": die.uid or None,
        "pips": die.pips,
        "which": die.which.value,
        "throws": counted.throws,
        "faces": dict(zip(faces(die), counted.faces, strict=True)),
        "corrected": counted.corrected,
        "chi_square": _rounded(test.statistic) if tested else None,
        "p": _rounded(test.p) if tested else None,
        "exact": test.exact,
        "noticeable": None if bias is None else _rounded(bias),
        "verdict": verdict(counted, test),
    }


def _rounded(number: float) -> float:
    """Leave the figures away that say nothing: six count."""
    return float(f"{number:.6g}")
