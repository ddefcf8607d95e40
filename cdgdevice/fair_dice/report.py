"""The dice in a terminal, or for another program."""

from collections.abc import Iterator

from cdgdevice.columns import folded
from cdgdevice.fair_dice.words import corrections, faces, thrown, title, verdict
from cdgdevice.table.dice_count import Counted, DiceCount
from cdgdevice.table.fairness import FREEDOM, chi_square
from cdgdevice.table.power import LEVEL, noticeable, throws_needed

BAR = 50
"""Columns of the longest bar."""
SAMPLES = (20, 30, 50, 100, 200, 300, 500, 1000, 2000, 5000, 10_000)
"""Throws of which the table of powers tells."""
BIASES = (1 / 3, 1 / 4, 1 / 5, 0.18)
"""Chances of one face for which it tells how many throws they take."""

NO_THROWS = "No throws are kept yet: every roll of a game that is played counts."
_LOOKING = (
    "Who tests again after every few throws will call any die unlikely sooner or later: "
    "say beforehand how many throws you will look at."
)


def report(count: DiceCount) -> str:
    """Write what was counted in lines of at most 80 columns."""
    parts = [_die(counted) for counted in count.dice] or [NO_THROWS]
    if count.dice:
        parts.append("\n".join(_folded(_cautions(len(count.dice)))))
    parts.extend("\n".join(_folded([sentence])) for sentence in _sentences(count))
    return "\n\n".join(parts)


def for_programs(count: DiceCount) -> dict[str, object]:
    """Give what was counted as an object of JSON."""
    return {
        "dice": [_as_json(counted) for counted in count.dice],
        "games": count.games,
        "left_out": list(count.left_out),
        "as_written": list(count.as_written),
    }


def power_table() -> str:
    """Write what samples can show: a bias for each size, and a size for each bias."""
    lines = [
        "A die is called unlikely to be fair where p is below 5 %. A bias counts as",
        "noticed where 8 of 10 such dice are called so (really 7 to 8: the formula is",
        "a little hopeful). A fair face comes up 16.7 % of the time.",
        "",
        "   throws   smallest bias noticed: one face comes up",
    ]
    for throws in SAMPLES:
        bias = noticeable(throws)
        lines.append(f"{throws:9,}   {'-' if bias is None else f'{100 * bias:5.1f} %'}")
    lines += ["", "one face comes up   throws to notice it"]
    lines += [f"{100 * bias:15.1f} %   {throws_needed(bias):19,}" for bias in BIASES]
    return "\n".join(lines)


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
        lines.append(f"  {face:5} {shown:7} {100 * shown / counted.throws:5.1f} %  {marked}")
    p = "below 0.0001" if test.p < 0.0001 else f"{test.p:.4f}"
    how = "exact" if test.exact else f"{FREEDOM} degrees of freedom"
    figures = f"Chi-square {test.statistic:.2f}, p {p}, {how}."
    figures = f"Each {expected:.1f} expected (|). {figures}"
    said = [figures, verdict(counted, test), *filter(None, [corrections(counted)])]
    return "\n".join([*lines, *_folded(said, "  ")])


def _cautions(dice: int) -> list[str]:
    if dice == 1:
        return [f"Of fair dice, one in {round(1 / LEVEL)} is called unlikely. {_LOOKING}"]
    any_of = 100 * (1 - (1 - LEVEL) ** dice)
    return [
        f"Of fair dice, one in {round(1 / LEVEL)} is called unlikely: of {dice} that are tested "
        f"at once, at least one is in {any_of:.0f} cases of 100. {_LOOKING}"
    ]


def _sentences(count: DiceCount) -> Iterator[str]:
    yield from count.left_out
    yield from count.as_written


def _folded(sentences: list[str], indent: str = "") -> list[str]:
    return [folded(sentence, indent) for sentence in sentences]


def _as_json(counted: Counted) -> dict[str, object]:
    die, test = counted.die, chi_square(counted.faces)
    return {
        "whose": die.whose.value,
        "reader": die.uid or None,
        "pips": die.pips,
        "which": die.which.value,
        "throws": counted.throws,
        "faces": dict(zip(faces(die), counted.faces, strict=True)),
        "corrected": counted.corrected,
        "chi_square": test.statistic,
        "p": test.p,
        "exact": test.exact,
        "noticeable": noticeable(counted.throws),
        "verdict": verdict(counted, test),
    }
