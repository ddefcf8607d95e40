"""A thing of the gadget as pictures know it: meshes and the places where wires end."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from hardware.pictures.body import Colour
from hardware.pictures.view import Points


@dataclass(frozen=True, slots=True)
class Piece:
    """A mesh of one colour."""

    vertices: npt.NDArray[np.float32]
    """Millimetres, shape (n, 3), where the thing belongs."""
    triangles: npt.NDArray[np.int32]
    colour: Colour


@dataclass(frozen=True, slots=True)
class Thing:
    """A printed or a fitted thing."""

    name: str
    part: str
    """Its id among the parts; empty for what is printed."""
    pieces: tuple[Piece, ...]
    lying: tuple[Piece, ...] = ()
    """A printed thing as it lies on the printer's bed."""
    terminals: Mapping[str, Points] = field(default_factory=dict)
    """Where a wire ends, in millimetres, shape (3,)."""
    turned: Points = field(default_factory=lambda: np.eye(3))
    """How it is turned, shape (3, 3): of a fitted thing from its own drawing into the gadget, of a
    printed one from the gadget onto the bed."""

    def corners(self) -> Points:
        """Give all its vertices, shape (n, 3)."""
        return np.vstack([piece.vertices for piece in self.pieces]).astype(np.float64)
