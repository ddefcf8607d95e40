"""A thing of the gadget as pictures know it: meshes and the places where wires end."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

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
    count: int = 1
    """How many of its kind the build needs."""
    lying: tuple[Piece, ...] = ()
    """A printed thing as it lies on the printer's bed."""
    terminals: Mapping[str, Points] = field(default_factory=dict)
    """Where a wire ends, in millimetres, shape (3,)."""
    leaves: Points | None = None
    """The direction in which its wires leave it, shape (3,); None for out of its back."""
    turned: Points = field(default_factory=lambda: np.eye(3))
    """How it is turned, shape (3, 3): of a fitted thing from its own drawing into the gadget, of a
    printed one from the gadget onto the bed."""

    def corners(self) -> Points:
        """Give all its vertices, shape (n, 3)."""
        return np.vstack([piece.vertices for piece in self.pieces]).astype(np.float64)

    def shifted(self, name: str, by: Points) -> "Thing":
        """Give it under another name, and so far (millimetres, shape (3,)) from where it was."""
        pieces = tuple(
            replace(piece, vertices=(piece.vertices + by).astype(np.float32))
            for piece in self.pieces
        )
        terminals = {terminal: at + by for terminal, at in self.terminals.items()}
        return replace(self, name=name, pieces=pieces, terminals=terminals)
