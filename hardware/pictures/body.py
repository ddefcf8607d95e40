"""What is painted: meshes with their colours."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


@dataclass(frozen=True, slots=True)
class Body:
    """A mesh as it stands in the picture."""

    vertices: npt.NDArray[np.float32]
    """Millimetres, shape (n, 3)."""
    triangles: npt.NDArray[np.int32]
    """Three vertices each, shape (m, 3)."""
    colour: Colour
    edges: Colour
    smooth: bool = False
    """Without edges on its surface, as a wire is."""
    glows: bool = False
    """Its colour is its light: it has neither edges nor shade."""
