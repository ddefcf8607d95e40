"""The tower's heights and its legs, computed from the tables: the model and the simulation agree.

All in millimetres, upwards from the tray's rim.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from hardware.case.die_tray_sizes import ROUND
from hardware.case.tables import Tables


@dataclass(frozen=True, slots=True)
class Baffle:
    """A slanting plate: its upper side goes down at 45 degrees from a wall to its free edge."""

    side: int
    """1: it begins at the right wall; -1: at the left one."""
    begins: float
    """How high."""


@dataclass(frozen=True, slots=True)
class TowerSizes:
    """What of the tower follows from its section of case.toml and from the tray."""

    low: float
    """The shaft's lower end."""
    top: float
    """Its mouth."""
    baffles: tuple[Baffle, ...]
    """From above downwards."""
    corner: float
    """From the middle to the shaft's inner corners."""
    foot: float
    """From the middle to where the legs' feet begin, outside the tray's mouth."""
    half: float
    """From the middle to the lips' outer sides: the tower is twice as wide."""
    round: float
    """The radius of their corners."""
    end: float
    """From the middle to the legs' ends."""
    end_high: float
    """The legs' height there."""

    def leg_high(self, away: float) -> float:
        """Give a leg's height so far from the middle: it sinks at 45 degrees, so prints freely."""
        return self.end_high + self.end - away


def tower_sizes(tables: Tables) -> TowerSizes:
    """Add the tower's heights up, and lay its legs over the tray's corners."""
    case, tray = tables.case["tower"], tables.case["die_tray"]
    low = case["gap"]
    count = round(case["baffles"])
    top = low + case["last"] + case["reach"] + (count - 1) * case["apart"] + case["first"]
    out = case["play"] + case["wall"]
    half = tray["half"] + out
    return TowerSizes(
        low=low,
        top=top,
        baffles=tuple(_baffles(count, top - case["first"], case["apart"])),
        corner=case["inside"] / 2 * sqrt(2),
        foot=tray["mouth_radius"] + case["mouth_gap"],
        half=half,
        round=ROUND + out,
        end=(half - ROUND - out) * sqrt(2) + ROUND + out,
        end_high=case["leg_end"],
    )


def longest_of_a_die(tables: Tables) -> float:
    """Give a die's length in mm from corner to corner, which are rounded."""
    edge, corner = tables.mm("die", "edge"), tables.mm("die", "corner_radius")
    return (edge - 2 * corner) * sqrt(3) + 2 * corner


def way_through(tables: Tables) -> list[tuple[float, float, float]]:
    """Give the corners of the way that a ball's middle takes through the tower, in mm.

    From over the mouth, midway between each baffle and the one above it, down to the rim.
    """
    case, at = tables.case["tower"], tower_sizes(tables)
    half, reach = case["inside"] / 2, case["reach"]
    aside = at.baffles[0].side * -reach / 2
    way = [(aside, 0.0, at.top + half)]
    for baffle in at.baffles[1:]:
        # Over its upper side as high as half way to the free edge above it, upright.
        over = baffle.begins - (half - reach / 2) + _between(tables) / 2
        way.append((aside, 0.0, over))
        aside = -aside
        way.append((aside, 0.0, over - reach))
    return [*way, (aside, 0.0, 0.0)]


def _between(tables: Tables) -> float:
    """Give how high a baffle's free edge is over the next baffle's upper side."""
    case = tables.case["tower"]
    return case["apart"] - (2 * case["reach"] - case["inside"])


def _baffles(count: int, begins: float, apart: float) -> Iterator[Baffle]:
    for number in range(count):
        yield Baffle(1 if number % 2 else -1, begins - number * apart)
