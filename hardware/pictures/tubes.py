"""Wires as tubes: from terminal to terminal in an arc, apart enough to be told from each other."""

import numpy as np

from hardware.pictures.view import Points

_STEPS = 40
_SIDES = 10


def arc(start: Points, leaves: Points, end: Points, comes: Points, slack: float) -> Points:
    """Give the points (n, 3) of a curve that leaves `start` and reaches `end`.

    `leaves` and `comes` are the directions out of the terminals; `slack` is how far, in
    millimetres, the wire follows them.
    """
    along = np.linspace(0.0, 1.0, _STEPS)[:, None]
    first, second = start + leaves * slack, end + comes * slack
    back = 1 - along
    return np.asarray(
        back**3 * start
        + 3 * back**2 * along * first
        + 3 * back * along**2 * second
        + along**3 * end
    )


def tube(points: Points, radius: float) -> tuple[Points, Points]:
    """Give vertices and triangles of a tube, closed at both ends, around a line of points."""
    tangents = np.gradient(points, axis=0)
    tangents /= np.linalg.norm(tangents, axis=1)[:, None]
    side = _across(tangents[0])
    rings = []
    turn = np.linspace(0.0, 2 * np.pi, _SIDES, endpoint=False)[:, None]
    for point, tangent in zip(points, tangents, strict=True):
        # The ring is carried along without a twist.
        side = side - tangent * float(side @ tangent)
        side /= float(np.linalg.norm(side))
        other = np.cross(tangent, side)
        rings.append(point + radius * (np.cos(turn) * side + np.sin(turn) * other))
    vertices = np.vstack([*rings, points[:1], points[-1:]])
    count = len(points)
    faces = []
    for ring in range(count - 1):
        for corner in range(_SIDES):
            a, b = ring * _SIDES + corner, ring * _SIDES + (corner + 1) % _SIDES
            faces += [(a, b, a + _SIDES), (b, b + _SIDES, a + _SIDES)]
    last = (count - 1) * _SIDES
    for corner in range(_SIDES):
        following = (corner + 1) % _SIDES
        faces.append((following, corner, count * _SIDES))
        faces.append((last + corner, last + following, count * _SIDES + 1))
    return vertices, np.array(faces, np.int32)


def _across(direction: Points) -> Points:
    least = np.zeros(3)
    least[int(np.argmin(np.abs(direction)))] = 1.0
    return np.asarray(np.cross(direction, least))
