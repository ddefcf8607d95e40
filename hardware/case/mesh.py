"""A solid as triangles, always the same ones."""

from __future__ import annotations

import copy

import numpy as np
from build123d import Shape
from numpy.typing import NDArray

# How far a triangle may stand off a curved face (mm), and turn from the next one (radians).
OFF = 0.02
TURN = 0.2


def mesh(solid: Shape) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Corners, float32 (n, 3) in millimetres, and triangles, int32 (m, 3), wound outwards."""
    # Of a copy: OCC keeps the first mesh it made of a shape, whatever is asked for later.
    corners, triangles = copy.copy(solid).tessellate(OFF, TURN)
    points = np.array([tuple(corner) for corner in corners], dtype=np.float32).reshape(-1, 3)
    return points, np.array(triangles, dtype=np.int32).reshape(-1, 3)
