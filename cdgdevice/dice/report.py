"""The count of dice, and what is said of it, which is no more than the throws can show."""

import math
from collections.abc import Iterable
from enum import Enum

from msgspec import Struct

from cdgdevice.dice import fairness
from cdgdevice.drivers.reader.reader_messages import SIMULATED_UID as SIMULATED
from cdgdevice.fold_lines import fold_text
from cdgdevice.rules.die import STANDARD_CONVERSION


class DieOwner(Enum):
    """Who threw a die."""

    GADGET = "gadget"
    """The program, with chance from the operating system."""
    READER = "reader"
    """The player, into a die reader."""
    HAND = "hand"
    """The player, on the table; its face was named."""
    UNKNOWN = "unknown"
    """The program or the player: older versions did not keep which."""


class DieColour(Enum):
    """Which of the dice on the table."""

    ONE = "one"
    """The only one."""
    WHITE = "white"
    """The white one of two."""
    COLOURED = "coloured"
    """The coloured one of two."""


class DieIdentity(Struct, frozen=True):
    """A die, as far as the journals tell it from others."""

    whose: DieOwner
    uid: str = ""
    """The die reader's; empty where it gave none."""
    pips: bool | None = None
    """A reader's die is numbered, else it has results; None where that was not kept."""
    which: DieColour = DieColour.ONE
    """A reader has one die in its tray, and the program has none at all: only of other dice."""


class DieCount(Struct, frozen=True):
    """The throws of one die."""

    die: DieIdentity
    faces: tuple[int, ...]
    """How often each face came up, from 1 to 6."""
    corrected: int
    """How many of the throws were first taken for another face."""

    @property
    def throws(self) -> int:
        """How often it was thrown."""
        return sum(self.faces)


class DiceCount(Struct, frozen=True):
    """What has been counted so far."""

    dice: tuple[DieCount, ...]
    """The die that was thrown most comes first."""
    counted: int
    """How many games have been gone through."""
    games: int
    """How many there are."""
    left_out: tuple[str, ...] = ()
    """A sentence for each game that can't be read, and so is left out."""
    as_written: tuple[str, ...] = ()
    """A sentence for each game that can't be replayed, so that its rolls count as written."""

    @property
    def done(self) -> bool:
        """All games have been gone through."""
        return self.counted == self.games


_OWNER = {
    DieOwner.GADGET: "The gadget's own dice",
    DieOwner.READER: "Die reader",
    DieOwner.HAND: "Rolled by hand",
    DieOwner.UNKNOWN: "Not known whose (games of an older version)",
}
_SHORT_OWNER = {
    DieOwner.GADGET: "The gadget's dice",
    DieOwner.READER: "Die reader",
    DieOwner.HAND: "By hand",
    DieOwner.UNKNOWN: "Unknown",
}
_COLOUR = {DieColour.ONE: "", DieColour.WHITE: "white", DieColour.COLOURED: "coloured"}
_NUMBERS = tuple(str(number) for number in range(1, 7))
_RESULTS = tuple(result.value for result in STANDARD_CONVERSION.results)


def die_title(die: DieIdentity) -> str:
    """Describe which die it is."""
    owner = f"{_OWNER[die.whose]} {die.uid}".rstrip()
    if die.uid == SIMULATED:
        owner = "Simulated die reader"
    faces = {True: ", a die with pips", False: ", a die with results", None: ""}[die.pips]
    colour = f", the {_COLOUR[die.which]} die" if _COLOUR[die.which] else ""
    return f"{owner}{faces}{colour}"


def short_titles(dice: Iterable[DieIdentity]) -> tuple[str, ...]:
    """Describe which dice these are, each in at most 17 characters.

    A die reader's uid means little to a player: its end is shown where it tells readers apart.
    """
    dice = tuple(dice)
    readers = {die.uid for die in dice if die.whose is DieOwner.READER and die.uid != SIMULATED}
    return tuple(_short_title(die, among=len(readers)) for die in dice)


def _short_title(die: DieIdentity, among: int) -> str:
    if die.uid == SIMULATED:
        return "Simulated reader"
    uid = f" ..{die.uid[-4:]}" if die.uid and among > 1 else ""
    colour = f": {_COLOUR[die.which]}" if _COLOUR[die.which] else ""
    return f"{_SHORT_OWNER[die.whose]}{uid}{colour}"


def face_labels(die: DieIdentity) -> tuple[str, ...]:
    """Describe what stands on the six faces: results on a stickered die, else numbers."""
    return _RESULTS if die.pips is False else _NUMBERS


def fairness_verdict(counted: DieCount) -> str:
    """Describe what the rolls of a die show, and how large a bias they could have shown."""
    many, test = count_throws(counted.throws), fairness.chi_square(counted.faces)
    if test is None:
        few = "is" if counted.throws == 1 else "are"
        return f"{many} {few} too few to test: it takes {fairness.MIN_ROLLS}."
    if test.p < fairness.SIGNIFICANCE:
        return f"Unlikely for a fair die: {_rarity(test.p)} rolls so unevenly."
    return (
        f"No sign of unfairness that {many} could show. A face that comes up "
        f"{_percent(fairness.noticeable_bias(counted.throws))} of the time, not 16.7 %, would be "
        "noticed 7 to 8 times in 10."
    )


def short_verdict(counted: DieCount) -> str:
    """Describe the same in few words, for a screen."""
    many, test = count_throws(counted.throws), fairness.chi_square(counted.faces)
    if test is None:
        return f"{many}: too few to tell."
    if test.p < fairness.SIGNIFICANCE:
        p = "p<0.001" if test.p < 0.001 else f"p {test.p:.3f}"
        return f"{many}. Unlikely for a fair die ({p})."
    return f"{many}. Looks fair so far."


def describe_corrections(counted: DieCount) -> str:
    """Describe how often a die was misread; empty where it never was."""
    if not counted.corrected:
        return ""
    share = 100 * counted.corrected / counted.throws
    many = f"{counted.corrected:,} ({share:.1f} %)"
    if counted.die.whose is DieOwner.GADGET:
        return f"Corrected by the player: {many}; counted as rolled."
    return f"Corrected: {many}; counted as corrected."


def round_to_two_figures(number: float) -> str:
    """Write a number, 1 or more, with two significant figures."""
    digits = 1 - math.floor(math.log10(number))
    return f"{round(number, min(digits, 0)):,.0f}"


def count_throws(throws: int) -> str:
    """Write a number of throws."""
    return f"{throws:,} roll{'' if throws == 1 else 's'}"


def format_test(counted: DieCount) -> str:
    """Write the figures of the test; empty if there are too few rolls for one."""
    test = fairness.chi_square(counted.faces)
    if test is None:
        return ""
    p = "below 0.0001" if test.p < 0.0001 else f"{test.p:.4f}"
    return f"Chi-square {test.statistic:,.2f}, {fairness.FREEDOM} degrees of freedom, p {p}."


def _rarity(p: float) -> str:
    """Write what share of fair dice has a p-value so low."""
    if p <= 1e-6:
        return "fewer than one fair die in a million"
    return f"about one fair die in {round_to_two_figures(1 / p)}"


BAR = 50
"""Columns of the longest bar."""

NO_THROWS = "No rolls are kept yet: every roll of a game that is played counts."
_P = (
    "p is the share of fair dice that roll at least as unevenly. "
    f"Where it is below {fairness.SIGNIFICANCE} a die is called unlikely to be fair."
)
_LOOKING = (
    "If you test again after every few rolls, any die is called unlikely sooner or later: "
    "decide beforehand how many rolls to look at."
)


def report_dice(count: DiceCount) -> str:
    """Write what was counted in lines of at most 80 columns."""
    parts = [_describe_die(counted) for counted in count.dice] or [NO_THROWS]
    parts.extend(_fold_all([*_caveats(count), *count.left_out, *count.as_written]))
    return "\n\n".join(parts)


def report_dice_as_json(count: DiceCount) -> dict[str, object]:
    """Return what was counted as an object of JSON."""
    return {
        "dice": [_as_json(counted) for counted in count.dice],
        "games": count.games,
        "left_out": list(count.left_out),
        "as_written": list(count.as_written),
    }


def _describe_die(counted: DieCount) -> str:
    expected = counted.throws / 6
    longest = max(*counted.faces, expected)
    lines = [f"{die_title(counted.die)}: {count_throws(counted.throws)}"]
    for face, shown in zip(face_labels(counted.die), counted.faces, strict=True):
        bar = "#" * round(BAR * shown / longest)
        fair = round(BAR * expected / longest)
        marked = f"{bar:{BAR + 1}}"
        marked = f"{marked[:fair]}|{marked[fair + 1 :]}".rstrip()
        lines.append(f"  {face:5} {shown:7,} {100 * shown / counted.throws:5.1f} %  {marked}")
    found = f"Each {expected:,.1f} expected (|). {format_test(counted)}"
    said = [found, fairness_verdict(counted), describe_corrections(counted)]
    return "\n".join([*lines, *_fold_all(filter(None, said), "  ")])


def _caveats(count: DiceCount) -> list[str]:
    """Describe what p is, and how easily it misleads; nothing if no die is tested."""
    tested = sum(fairness.can_be_tested(counted.throws) for counted in count.dice)
    if not tested:
        return []
    one = f"So is one fair die in {1 / fairness.SIGNIFICANCE:.0f}"
    if tested == 1:
        return [f"{_P} {one}. {_LOOKING}"]
    any_of = 100 * (1 - (1 - fairness.SIGNIFICANCE) ** tested)
    return [
        f"{_P} {one}: of {tested} that are tested at once, at least one is in "
        f"{any_of:.0f} cases of 100. {_LOOKING}"
    ]


def _fold_all(sentences: Iterable[str], indent: str = "") -> list[str]:
    return [fold_text(sentence, indent) for sentence in sentences]


def _as_json(counted: DieCount) -> dict[str, object]:
    die, test = counted.die, fairness.chi_square(counted.faces)
    return {
        "whose": die.whose.value,
        "reader": die.uid or None,
        "pips": die.pips,
        "which": die.which.value,
        "throws": counted.throws,
        "faces": dict(zip(face_labels(die), counted.faces, strict=True)),
        "corrected": counted.corrected,
        "chi_square": None if test is None else _rounded(test.statistic),
        "p": None if test is None else _rounded(test.p),
        "noticeable": None if test is None else _rounded(fairness.noticeable_bias(counted.throws)),
        "verdict": fairness_verdict(counted),
    }


def _rounded(number: float) -> float:
    """Round to six significant figures."""
    return float(f"{number:.6g}")


SIZES = (30, 50, 100, 200, 300, 500, 1000, 2000, 5000, 10_000)
"""Rolls for which the table has the smallest bias that they show."""
BIASES = (1 / 3, 1 / 4, 1 / 5, 0.18)
"""Chances of one face for which it has how many rolls show them."""

_INTRODUCTION = (
    "To notice that one face comes up once in 5 rolls, not once in 6, takes some "
    f"{round_to_two_figures(fairness.rolls_needed(1 / 5))} rolls, for {10 * fairness.POWER:.0f} of "
    f"10 such dice to be noticed ({100 * fairness.POWER:.0f} % power). "
    f"A die is noticed if p is below {100 * fairness.SIGNIFICANCE:.0f} %; "
    f"so is one fair die in {1 / fairness.SIGNIFICANCE:.0f}. "
    "Below, one face comes up more often than 16.7 % of the time, and the others share the rest."
)


def power_table() -> str:
    """Write what samples can show: a bias for each size, and a size for each bias."""
    sizes = (f"{rolls:9,}   {_percent(fairness.noticeable_bias(rolls))}" for rolls in SIZES)
    biases = (f"{_percent(bias):>17}   {fairness.rolls_needed(bias):16,}" for bias in BIASES)
    return "\n".join(
        (
            f"{fold_text(_INTRODUCTION)}\n",
            "    rolls   smallest bias noticed",
            *sizes,
            "",
            "one face comes up   rolls to notice it",
            *biases,
        )
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
