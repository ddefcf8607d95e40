"""Finds the board's tracks: on two layers' grid, for each net the cheapest way from pad to pad.

Ground is no net of its own here: it is poured over both layers, and each flat pad of it gets a
short track to a via. Whatever comes out is KiCad's to judge; `.ci/board` has it judged.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

GRID: Final = 0.25
TRACK: Final = 0.25
VIA: Final = 0.6
DRILL: Final = 0.3
CLEAR: Final = 0.2
"""Between the copper of two nets; a factory's usual least is 0.15."""
EDGE: Final = 0.6
"""Between copper and the board's edge."""
_ATTEMPTS: Final = 12
_ACROSS: Final = 1.6
"""What a step costs against its layer's own direction; along it costs 1."""
_THROUGH: Final = 8.0
"""What a via costs."""
_DRILLS_APART: Final = 0.26

Cell = tuple[int, int, int]
"""Layer (0 above, 1 below), and the place on the grid."""
Track = tuple[int, float, float, float, float]
"""Layer, from x and y, to x and y."""
Box = tuple[float, float, float, float]
"""Left, upper, right, lower edge."""


class NotRoutedError(Exception):
    """A net found no way."""


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad, or a hole: copper that other nets keep away from."""

    net: str
    """Empty where it belongs to none."""
    at: tuple[float, float]
    layers: tuple[int, ...]
    box: Box
    tied: bool = False
    """Joined by tracks too where its net is poured: the pour may not reach it."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Where on the grid its tracks begin."""
        return tuple(
            (layer, round(self.at[0] / GRID), round(self.at[1] / GRID)) for layer in self.layers
        )


@dataclass(slots=True)
class Ways:
    """What was drawn for a net."""

    tracks: list[Track] = field(default_factory=list)
    vias: list[tuple[float, float]] = field(default_factory=list)


class Grid:
    """Which net keeps others from which cell, for tracks of each layer and for vias."""

    def __init__(self, width: float, height: float) -> None:
        self.wide, self.high = int(width / GRID) + 1, int(height / GRID) + 1
        self._track: tuple[dict[tuple[int, int], set[str]], ...] = ({}, {})
        self._via: dict[tuple[int, int], set[str]] = {}

    def block(self, layers: Iterable[int], box: Box, net: str, around: float = 0.0) -> None:
        """Keep other nets away from a rectangle of copper, widened round by `around`."""
        near = CLEAR + around - 1e-6
        for i, j in _near(box, near + VIA / 2):
            self._via.setdefault((i, j), set()).add(net)
        for layer in layers:
            for i, j in _near(box, near + TRACK / 2):
                self._track[layer].setdefault((i, j), set()).add(net)

    def block_area(self, corners: Sequence[tuple[float, float]], net: str) -> None:
        """Keep other nets' tracks of the upper layer, and their vias, out of a poured area."""
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        for i, j in _near((min(xs), min(ys), max(xs), max(ys)), 0):
            if _is_inside(i * GRID, j * GRID, corners):
                self.block((0,), (i * GRID, j * GRID, i * GRID, j * GRID), net)

    def block_holes(self, box: Box, around: float) -> None:
        """Keep every via's drill away from a hole or a pad, whatever net it has."""
        for cell in _near(box, around + DRILL / 2 + _DRILLS_APART):
            self._via.setdefault(cell, set()).add("a hole")

    def keep(self, net: str, ways: Ways) -> None:
        """Keep other nets away from what was drawn."""
        for layer, x0, y0, x1, y1 in ways.tracks:
            box = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
            self.block((layer,), box, net, TRACK / 2)
        for x, y in ways.vias:
            self.block((0, 1), (x, y, x, y), net, VIA / 2)
            self.block_holes((x, y, x, y), DRILL / 2)

    def is_free(self, cell: Cell, net: str) -> bool:
        """Say whether a track of this net may go through a cell."""
        layer, i, j = cell
        rim = int(EDGE / GRID) + 1
        if not (rim <= i < self.wide - rim and rim <= j < self.high - rim):
            return False
        return not (self._track[layer].get((i, j), set()) - {net})

    def has_room_for_via(self, i: int, j: int, net: str) -> bool:
        """Say whether a via of this net may stand there."""
        taken = self._via.get((i, j), set()) - {net}
        return not taken and all(self.is_free((layer, i, j), net) for layer in (0, 1))


def route(
    size: tuple[float, float],
    pads: Sequence[Pad],
    poured: str,
    areas: Sequence[tuple[str, Sequence[tuple[float, float]]]],
) -> tuple[Mapping[str, Ways], Grid]:
    """Give the ways of every net, and the grid as they leave it.

    `areas` are poured above, by net. The pads of such a net that lie in its area need no track.

    Raises:
        NotRoutedError: when nets are left after all attempts.
    """
    nets: dict[str, list[Pad]] = {}
    for pad in pads:
        if pad.net and not any(
            net == pad.net and _is_inside(*pad.at, corners) for net, corners in areas
        ):
            nets.setdefault(pad.net, []).append(pad)
    for net, corners in areas:
        # One pad of those in the area stands for all of it.
        there = (pad for pad in pads if pad.net == net and _is_inside(*pad.at, corners))
        nets.setdefault(net, []).insert(0, next(there))
    order = sorted((net for net in nets if net != poured), key=lambda net: (_span(nets[net]), net))
    failed: list[str] = []
    for _ in range(_ATTEMPTS):
        grid = _obstacles(size, pads, areas)
        drawn = {poured: _join_to_pour(grid, nets[poured], poured)}
        failed = []
        for net in order:
            ways = _connect(grid, nets[net], net)
            if ways is None:
                failed.append(net)
                continue
            drawn[net] = ways
            grid.keep(net, ways)
        if not failed:
            return drawn, grid
        # What failed comes first the next time.
        order = failed + [net for net in order if net not in failed]
    raise NotRoutedError(f"No way was found for {', '.join(failed)}: move a part.")


def _obstacles(
    size: tuple[float, float],
    pads: Sequence[Pad],
    areas: Sequence[tuple[str, Sequence[tuple[float, float]]]],
) -> Grid:
    grid = Grid(*size)
    for pad in pads:
        grid.block(pad.layers or (0, 1), pad.box, pad.net or "-")
        # No via in a pad: the solder would run into it.
        grid.block_holes(pad.box, 0.0)
    for net, corners in areas:
        grid.block_area(corners, net)
    return grid


def _join_to_pour(grid: Grid, pads: Sequence[Pad], net: str) -> Ways:
    """Tie the pads that are to be tied, and give each flat pad a via, where there is room."""
    tied = [pad for pad in pads if pad.tied]
    every = (_connect(grid, tied, net) if tied else None) or Ways()
    grid.keep(net, every)
    for pad in pads:
        if len(pad.layers) != 1:
            continue
        way = _search(grid, pad.cells, {}, net)
        if way is None:
            continue
        ways = Ways(vias=[(way[-1][1] * GRID, way[-1][2] * GRID)])
        ways.tracks += _to_the_grid(pad)
        _to_segments(way, ways)
        grid.keep(net, ways)
        every.tracks += ways.tracks
        every.vias += ways.vias
    return every


def _connect(grid: Grid, pads: Sequence[Pad], net: str) -> Ways | None:
    """Join the pads of a net one after the other; None where one has no way."""
    ways = Ways()
    tree = set(pads[0].cells)
    left = list(pads[1:])
    while left:
        goals = {cell: pad for pad in left for cell in pad.cells}
        way = _search(grid, tree, goals, net)
        if way is None:
            return None
        pad = goals[way[-1]]
        left.remove(pad)
        tree.update(pad.cells)
        tree.update(way)
        _to_segments(way, ways)
    for pad in pads:
        ways.tracks += _to_the_grid(pad)
    return ways


def _to_the_grid(pad: Pad) -> list[Track]:
    """Give the short tracks from a pad's middle to its cells, where it lies beside the grid."""
    x, y = pad.at
    return [
        (layer, x, y, i * GRID, j * GRID)
        for layer, i, j in pad.cells
        if abs(x - i * GRID) + abs(y - j * GRID) > 1e-6
    ]


def _search(
    grid: Grid, starts: Iterable[Cell], goals: Mapping[Cell, Pad], net: str
) -> list[Cell] | None:
    """Find the cheapest way to a goal; without goals, to the next place for a via."""
    queue: list[tuple[float, Cell]] = []
    cost: dict[Cell, float] = {}
    before: dict[Cell, Cell] = {}

    def guess(cell: Cell) -> float:
        if len(goals) not in range(1, 5):
            return 0
        return min(abs(cell[1] - i) + abs(cell[2] - j) for _, i, j in goals)

    for cell in starts:
        cost[cell] = 0
        heapq.heappush(queue, (guess(cell), cell))
    while queue:
        _, cell = heapq.heappop(queue)
        if cell in goals if goals else grid.has_room_for_via(cell[1], cell[2], net):
            way = [cell]
            while way[-1] in before:
                way.append(before[way[-1]])
            return way[::-1]
        for step, price in _steps(grid, cell, goals, net):
            whole = cost[cell] + price
            if whole < cost.get(step, float("inf")):
                cost[step] = whole
                before[step] = cell
                heapq.heappush(queue, (whole + guess(step), step))
    return None


def _steps(
    grid: Grid, cell: Cell, goals: Mapping[Cell, Pad], net: str
) -> Iterable[tuple[Cell, float]]:
    """Give where a track can go from a cell, and what that costs."""
    layer, i, j = cell
    for di, dj in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        step = (layer, i + di, j + dj)
        if step in goals or grid.is_free(step, net):
            yield step, 1.0 if (di != 0) == (layer == 0) else _ACROSS
    if grid.has_room_for_via(i, j, net):
        yield (1 - layer, i, j), _THROUGH


def _to_segments(way: Sequence[Cell], ways: Ways) -> None:
    """Write a way as straight tracks, and a via at each change of layer."""
    start = way[0]
    for number, cell in enumerate(way):
        if number and cell[0] != way[number - 1][0]:
            ways.vias.append((cell[1] * GRID, cell[2] * GRID))
            start = cell
        following = way[number + 1] if number + 1 < len(way) else None
        turns = number and following and _turns(way[number - 1], cell, following)
        if following is None or following[0] != cell[0] or turns:
            if start[1:] != cell[1:]:
                ways.tracks.append(
                    (cell[0], start[1] * GRID, start[2] * GRID, cell[1] * GRID, cell[2] * GRID)
                )
            start = cell


def _turns(one: Cell, two: Cell, three: Cell) -> bool:
    return (two[1] - one[1], two[2] - one[2]) != (three[1] - two[1], three[2] - two[2])


def _span(pads: Sequence[Pad]) -> float:
    xs, ys = [pad.at[0] for pad in pads], [pad.at[1] for pad in pads]
    return max(xs) - min(xs) + max(ys) - min(ys)


def _near(box: Box, far: float) -> Iterable[tuple[int, int]]:
    """Give the places on the grid that are less than `far` from a rectangle, or in it."""
    x0, y0, x1, y1 = box
    for i in range(int((x0 - far) / GRID), int((x1 + far) / GRID) + 2):
        for j in range(int((y0 - far) / GRID), int((y1 + far) / GRID) + 2):
            dx = max(x0 - i * GRID, 0, i * GRID - x1)
            dy = max(y0 - j * GRID, 0, j * GRID - y1)
            if dx * dx + dy * dy <= far * far:
                yield i, j


def _is_inside(x: float, y: float, corners: Sequence[tuple[float, float]]) -> bool:
    """Say whether a place lies in a polygon: a ray from it crosses the rim an odd time."""
    inside = False
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            inside = not inside
    return inside
