"""The odds of a sheet: what its Method die comes to in the long run, exactly."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from cdgdevice.method.display import Display, Facing, Space
from cdgdevice.method.figures.chain import long_run
from cdgdevice.method.figures.rounds import Line, lines, set_up
from cdgdevice.method.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Odds:
    """Shares of all rounds in the long run, each above 0; those of one table add up to 1.

    Keys stand in rising order.
    """

    states: int
    """How many facings of one side's display can come up between rounds, the set-up included."""
    hidden: Mapping[int, Fraction]
    """By the number of face-down cards between rounds."""
    offered: Mapping[int, Fraction]
    """By the number of cards that a result offers, once cards have been turned up."""
    played: Mapping[Space, Fraction]
    """By the space of the card that is played."""


def odds(sheet: Sheet) -> Odds:
    """Work out the odds of a sheet under the uniform policy.

    Raises:
        NoFiguresError: when the sheet has no Method die, or results that do more.
    """
    ways = all_lines(sheet)
    shares = facings(ways)
    hidden: dict[int, Fraction] = defaultdict(Fraction)
    offered: dict[int, Fraction] = defaultdict(Fraction)
    played: dict[Space, Fraction] = defaultdict(Fraction)
    for display, share in shares.items():
        hidden[len(display.lying(Facing.DOWN))] += share
        for line in ways[display]:
            offered[line.offered] += share * line.chance
            played[line.played.space] += share * line.chance
    return Odds(
        len(ways),
        {number: hidden[number] for number in sorted(hidden)},
        {number: offered[number] for number in sorted(offered)},
        {space: played[space] for space in Space if space in played},
    )


def all_lines(sheet: Sheet) -> dict[Display, tuple[Line, ...]]:
    """Give every line from every facing that can come up between rounds, the set-up first.

    Raises:
        NoFiguresError: when the sheet has no Method die, or results that do more.
    """
    found: dict[Display, tuple[Line, ...]] = {}
    waiting = [set_up(sheet)]
    while waiting:
        display = waiting.pop()
        if display not in found:
            found[display] = tuple(lines(sheet, display))
            waiting.extend(line.after for line in found[display])
    return found


def facings(ways: Mapping[Display, tuple[Line, ...]]) -> dict[Display, Fraction]:
    """Give the share of rounds that begin with each facing in the long run, from the first one.

    `ways` has every line from every facing, as `all_lines` gives them; shares are above 0.
    """
    chain: dict[Display, dict[Display, Fraction]] = {}
    for display, leading in ways.items():
        chain[display] = defaultdict(Fraction)
        for line in leading:
            chain[display][line.after] += line.chance
    return long_run(chain, next(iter(ways)))
