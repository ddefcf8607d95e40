"""From millimetres to pixels: a parallel projection, so that what is equally long looks so."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hardware.pictures.scene import Vector

Points = npt.NDArray[np.float64]
Pixel = tuple[float, float]
"""Right and down from the picture's top left corner."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of a picture that the things fill, in pixels."""

    left: float
    top: float
    width: float
    height: float

    @property
    def middle(self) -> Pixel:
        """Its middle."""
        return self.left + self.width / 2, self.top + self.height / 2


@dataclass(frozen=True, slots=True)
class View:
    """A parallel projection onto a picture."""

    right: Points
    """Unit vectors in space, shape (3,): what is right and up in the picture, and to the eye."""
    up: Points
    toward: Points
    scale: float
    """Pixels a millimetre."""
    origin: Pixel
    """The pixel of the point (0, 0, 0)."""

    def pixel(self, point: Vector | Points) -> Pixel:
        """Give the pixel that shows a point."""
        at = np.asarray(point, dtype=np.float64)
        return (
            self.origin[0] + float(at @ self.right) * self.scale,
            self.origin[1] - float(at @ self.up) * self.scale,
        )

    def point(self, pixel: Pixel) -> Points:
        """Give the point in the plane through (0, 0, 0) that a pixel shows."""
        across = (pixel[0] - self.origin[0]) / self.scale
        upward = (self.origin[1] - pixel[1]) / self.scale
        return self.right * across + self.up * upward


def look(eye: Vector, up: Vector, seen: Points, frame: Frame) -> View:
    """Give the view from the direction `eye` in which the points `seen` (n, 3) fill the frame."""
    toward = _unit(np.asarray(eye, dtype=np.float64))
    right = _unit(np.cross(np.asarray(up, dtype=np.float64), toward))
    upward = np.cross(toward, right)
    across, high = seen @ right, seen @ upward
    width, height = np.ptp(across), np.ptp(high)
    scale = float(min(frame.width / max(width, 1e-6), frame.height / max(height, 1e-6)))
    x, y = frame.middle
    middle = (across.min() + across.max()) / 2, (high.min() + high.max()) / 2
    origin = (x - float(middle[0]) * scale, y + float(middle[1]) * scale)
    return View(right, upward, toward, scale, origin)


def _unit(vector: Points) -> Points:
    return vector / float(np.linalg.norm(vector))
