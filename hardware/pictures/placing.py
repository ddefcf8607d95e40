"""Where the things of a picture lie: in place, moved out, turned over, or beside each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hardware.pictures.scene import Arrangement, Scene, Shown
from hardware.pictures.thing import Piece, Thing
from hardware.pictures.view import Points

_GAP = 3.0
"""Between the box and what lies turned over behind it."""
_APART = 22.0
"""Between things that lie beside each other; room for a name below each is added."""
_NAMED = 24.0
_ROW = {Arrangement.ON_THE_BED: 330.0, Arrangement.LAID_OUT: 230.0}
_LEAST = 30.0
"""Room in a row for a thing and its name."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A thing where the picture has it: at `turn @ point + shift`."""

    shown: Shown
    thing: Thing
    pieces: tuple[Piece, ...]
    turn: Points
    shift: Points

    def at(self, point: Points) -> Points:
        """Give where a point of the assembly, or each of (n, 3), is in the picture."""
        return np.asarray(point @ self.turn.T + self.shift)

    def corners(self) -> Points:
        """Give all vertices where the picture has them, shape (n, 3)."""
        return np.vstack([self.at(piece.vertices.astype(np.float64)) for piece in self.pieces])

    def outward(self) -> Points:
        """Give the direction of the thing's own z in the picture."""
        return np.asarray(self.turn @ self.thing.turned @ np.array((0.0, 0.0, 1.0)))


def place(scene: Scene, things: Mapping[str, Thing]) -> list[Placed]:
    """Place everything that the scene shows, in its order.

    Raises:
        KeyError: with a sentence, when the assembly has no thing of that name.
    """
    for shown in scene.things:
        if shown.name not in things:
            known = ", ".join(sorted(things))
            raise KeyError(f'Picture {scene.name} shows "{shown.name}"; there are: {known}.')
    if scene.arrangement is Arrangement.IN_PLACE:
        return _in_place(scene, things)
    return _beside_each_other(scene, things)


def _in_place(scene: Scene, things: Mapping[str, Thing]) -> list[Placed]:
    upright = (np.eye(3), np.zeros(3))
    over = [shown for shown in scene.things if shown.turned_over]
    rest = [things[shown.name] for shown in scene.things if not shown.turned_over]
    printed = [thing for thing in rest if thing.lying]
    turned = _turned_over(things[over[0].name], printed) if over else upright
    placed = []
    for shown in scene.things:
        turn, shift = turned if shown.turned_over else upright
        thing = things[shown.name]
        placed.append(Placed(shown, thing, thing.pieces, turn, shift + np.array(shown.moved)))
    return placed


def _turned_over(base: Thing, rest: Sequence[Thing]) -> tuple[Points, Points]:
    """Turn over what is on `base`, about a line that runs right, as a bonnet is opened.

    Left stays left. `base` is a printed thing; it lies as it was printed, on the table or, behind
    what else is shown, as high as that.
    """
    _, y, z = base.turned.T @ np.array((0.0, 0.0, -1.0))
    angle = -np.pi / 2 - np.arctan2(z, y)
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.array(((1.0, 0.0, 0.0), (0.0, cos, -sin), (0.0, sin, cos)))
    corners = base.corners() @ turn.T
    _, rear, high = np.vstack([thing.corners() for thing in rest] or [np.zeros(3)]).max(axis=0)
    return turn, np.array((0.0, rear + _GAP, high)) - np.array((0.0, *corners[:, 1:].min(axis=0)))


def _beside_each_other(scene: Scene, things: Mapping[str, Thing]) -> list[Placed]:
    """Lay things in rows, the first at the back; each row's things stand on one line."""
    on_bed = scene.arrangement is Arrangement.ON_THE_BED
    rows: list[list[Placed]] = [[]]
    x = 0.0
    for shown in scene.things:
        thing = things[shown.name]
        turn = np.eye(3) if on_bed else thing.turned.T
        placed = Placed(shown, thing, thing.lying if on_bed else thing.pieces, turn, np.zeros(3))
        corners = placed.corners()
        wide = max(float(np.ptp(corners[:, 0])), _LEAST)
        if rows[-1] and x + wide > _ROW[scene.arrangement]:
            rows.append([])
            x = 0.0
        least = corners.min(axis=0)
        spare = (wide - float(np.ptp(corners[:, 0]))) / 2
        shift = np.array((x + spare - least[0], -least[1], -least[2]))
        rows[-1].append(Placed(shown, thing, placed.pieces, turn, shift))
        x += wide + _APART
    return _behind_each_other(rows)


def _behind_each_other(rows: Sequence[Sequence[Placed]]) -> list[Placed]:
    laid: list[Placed] = []
    y = 0.0
    for row in rows:
        deep = max(float(np.ptp(placed.corners()[:, 1])) for placed in row)
        wide = max(float(placed.corners()[:, 0].max()) for placed in row)
        y -= deep
        by = np.array((-wide / 2, y, 0.0))
        laid += [Placed(p.shown, p.thing, p.pieces, p.turn, p.shift + by) for p in row]
        y -= _APART + _NAMED
    return laid
