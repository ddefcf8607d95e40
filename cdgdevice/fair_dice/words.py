"""Dice and what their counts tell, in words that say no more than the throws can show."""

import math
from collections.abc import Iterable

from cdgdevice.gadget.reader.simulated_device import UID as SIMULATED
from cdgdevice.method.die import STANDARD
from cdgdevice.table.dice_count import Counted
from cdgdevice.table.fairness import FREEDOM, ChiSquare
from cdgdevice.table.power import LEVEL, can_tell, noticeable
from cdgdevice.table.thrown import Die, Which, Whose

TOO_FEW = 30
"""Below so many throws only a badly loaded die shows."""

_OWNER = {
    Whose.GADGET: "The gadget's own dice",
    Whose.READER: "Die reader",
    Whose.HAND: "Thrown by hand",
    Whose.UNKNOWN: "Not known whose (games of an older version)",
}
_SHORT_OWNER = {
    Whose.GADGET: "The gadget's dice",
    Whose.READER: "Die reader",
    Whose.HAND: "By hand",
    Whose.UNKNOWN: "Not known",
}
_COLOUR = {Which.ONE: "", Which.WHITE: "white", Which.COLOURED: "coloured"}
_NUMBERS = tuple(str(number) for number in range(1, 7))
_RESULTS = tuple(result.value for result in STANDARD.results)


def title(die: Die) -> str:
    """Say which die it is."""
    owner = f"{_OWNER[die.whose]} {die.uid}".rstrip()
    if die.uid == SIMULATED:
        owner = "Simulated die reader"
    faces = {True: ", a die with pips", False: ", a die with results", None: ""}[die.pips]
    colour = f", the {_COLOUR[die.which]} die" if _COLOUR[die.which] else ""
    return f"{owner}{faces}{colour}"


def short_titles(dice: Iterable[Die]) -> tuple[str, ...]:
    """Say which dice these are, each in at most 17 characters.

    A die reader's uid means little to a player: its end is shown where it tells readers apart.
    """
    dice = tuple(dice)
    readers = {die.uid for die in dice if die.whose is Whose.READER and die.uid != SIMULATED}
    return tuple(_short_title(die, among=len(readers)) for die in dice)


def _short_title(die: Die, among: int) -> str:
    if die.uid == SIMULATED:
        return "Simulated reader"
    uid = f" ..{die.uid[-4:]}" if die.uid and among > 1 else ""
    colour = f": {_COLOUR[die.which]}" if _COLOUR[die.which] else ""
    return f"{_SHORT_OWNER[die.whose]}{uid}{colour}"


def faces(die: Die) -> tuple[str, ...]:
    """Say what stands on the six faces: results on a stickered die, else numbers."""
    return _RESULTS if die.pips is False else _NUMBERS


def verdict(counted: Counted, test: ChiSquare) -> str:
    """Say what the throws of a die tell, and what they could have told."""
    many = thrown(counted.throws)
    if test.p < LEVEL:
        return f"Unlikely for a fair die: {_rarity(test.p)} throws so unevenly."
    if counted.throws < TOO_FEW:
        few = "is" if counted.throws == 1 else "are"
        but = " but a loaded die" if can_tell(counted.throws) else ""
        return f"{many} {few} too few to tell anything{but}."
    found = f"No sign of unfairness that {many} could show."
    bias = noticeable(counted.throws)
    if bias is None:
        return found
    return (
        f"{found} A face that comes up {100 * bias:.1f} % of the time, not 16.7 %, would be "
        "noticed 7 to 8 times in 10."
    )


def short_verdict(counted: Counted, test: ChiSquare) -> str:
    """Say the same on the glass."""
    many = thrown(counted.throws)
    if test.p < LEVEL:
        p = "p<0.001" if test.p < 0.001 else f"p {test.p:.3f}"
        return f"{many}. Unlikely for a fair die ({p})."
    if counted.throws < TOO_FEW:
        return f"{many}: too few to tell."
    return f"{many}. Looks fair so far."


def corrections(counted: Counted) -> str:
    """Say how often a die was misread; empty where it never was."""
    if not counted.corrected:
        return ""
    share = 100 * counted.corrected / counted.throws
    many = f"{counted.corrected:,} ({share:.1f} %)"
    if counted.die.whose is Whose.GADGET:
        return f"Corrected by the player: {many}; counted as thrown."
    return f"Corrected: {many}; counted as corrected."


def about(number: float) -> str:
    """Write a number, 1 or more, in two figures that count."""
    digits = 1 - math.floor(math.log10(number))
    return f"{round(number, min(digits, 0)):,.0f}"


def thrown(throws: int) -> str:
    """Write a number of throws."""
    return f"{throws:,} throw{'' if throws == 1 else 's'}"


def figures(counted: Counted, test: ChiSquare, *, how: bool = False) -> str:
    """Write the figures of the test, and `how` p was found; empty where the throws tell nothing."""
    if not can_tell(counted.throws):
        return ""
    p = "below 0.0001" if test.p < 0.0001 else f"{test.p:.4f}"
    found = f"Chi-square {test.statistic:,.2f}, p {p}"
    if how:
        found += ", exact" if test.exact else f", {FREEDOM} degrees of freedom"
    return f"{found}."


def _rarity(p: float) -> str:
    """Write how few fair dice have a p-value so low."""
    if p <= 1e-6:
        return "fewer than one fair die in a million"
    return f"about one fair die in {about(1 / p)}"
