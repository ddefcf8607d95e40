"""What samples of different sizes can show of a die, as a table for the terminal."""

from cdgdevice.columns import folded
from cdgdevice.fair_dice.words import about
from cdgdevice.table.power import LEVEL, POWER, noticeable, throws_needed
from cdgdevice.table.simulated_throws import noticed

SIZES = (20, 30, 50, 100, 200, 300, 500, 1000, 2000, 5000, 10_000)
"""Throws of which the table tells."""
BIASES = (1 / 3, 1 / 4, 1 / 5, 0.18)
"""Chances of one face for which it tells how many throws they take."""
DICE = 5000
"""Simulated dice in each line."""

_INTRODUCTION = (
    "To notice that one face comes up once in 5 throws, not once in 6, takes some "
    f"{about(throws_needed(1 / 5))} throws, if {10 * POWER:.0f} of 10 such dice are to be noticed "
    f"({100 * POWER:.0f} % power).",
    f"A die is noticed if it is called unlikely to be fair: p is below {100 * LEVEL:.0f} %. So is "
    f"one fair die in {1 / LEVEL:.0f}. Below, one face comes up more often than 16.7 % of the "
    "time, and the others share the rest. The biases and the throws are by a formula that is a "
    f"little hopeful: last stands how many of {DICE:,} simulated dice were noticed, where "
    f"{100 * POWER:.0f} % should be.",
)
_BY_SIZE = """\
            smallest bias noticed:
   throws   one face comes up        noticed in simulation"""
_BY_BIAS = """\
one face comes up   throws to notice it   noticed in simulation"""


def power_table() -> str:
    """Write what samples can show: a bias for each size, and a size for each bias."""
    lines = [*(f"{folded(said)}\n" for said in _INTRODUCTION), _BY_SIZE]
    for throws in SIZES:
        bias = noticeable(throws)
        if bias is None:
            lines.append(f"{throws:9,}   none")
        else:
            lines.append(f"{throws:9,}   {_percent(bias):25}{_simulated(throws, bias)}")
    lines += ["", _BY_BIAS]
    for bias in BIASES:
        throws = throws_needed(bias)
        lines.append(f"{_percent(bias):>17}   {throws:19,}   {_simulated(throws, bias)}")
    return "\n".join(lines)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _simulated(throws: int, bias: float) -> str:
    return f"{100 * noticed(throws, bias, DICE, seed=throws):.0f} %"
