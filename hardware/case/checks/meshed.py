"""Solids as triangles, for questions that OCC answers exactly but slowly.

Curved faces lose up to 0.02 mm (`mesh.OFF`), which no clearance here depends on.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from build123d import Shape
from manifold3d import Manifold, Mesh, OpType

from hardware.case.mesh import mesh


def meshed(solid: Shape) -> Any:
    """Give one manifold of a shape's solids; a ValueError says which is none."""
    parts = [_one(each) for each in solid.solids()]
    return Manifold.batch_boolean(parts, OpType.Add)


def _one(solid: Shape) -> Any:
    points, triangles = mesh(solid)
    # Faces are meshed one by one: their common edges' corners become one.
    surface = Mesh(points, triangles.astype(np.uint32))
    surface.merge()
    found = Manifold(surface)
    if abs(found.volume() - solid.volume) > 0.02 * solid.volume + 0.5:
        raise ValueError(
            f"A solid of {solid.volume:.1f} mm3 became {found.volume():.1f} mm3 of triangles."
        )
    return found
