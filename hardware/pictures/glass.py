"""What the screens show, lit pixel by lit pixel on their glass, as the gadget itself draws it."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cdgdevice.render.draw import draw_view
from hardware.pictures.body import Body, Colour
from hardware.pictures.placing import Placed
from hardware.pictures.scene import Scene
from hardware.tables.parts import Part, read_parts

_LIGHT: Colour = (214, 236, 255)
_SEAM = 0.06
"""Of a pixel's width, dark at each side."""
_ABOVE = 0.06
"""How far over the glass the light is painted, in millimetres."""


def glowing_bodies(scene: Scene, placed: Sequence[Placed]) -> list[Body]:
    """Give the lit pixels of every screen that shows something in this picture."""
    views = dict(scene.on_glass)
    if not views:
        return []
    parts = read_parts()
    return [
        _lit(one, parts[one.thing.part], np.asarray(draw_view(views[one.shown.name]).to_image()))
        for one in placed
        if one.shown.name in views
    ]


def _lit(screen: Placed, part: Part, pixels: npt.NDArray[np.bool_]) -> Body:
    """Give a square for each lit pixel, on the screen's active area as its sizes tell."""
    own = screen.thing.corners() @ screen.thing.turned
    left = own[:, 0].min() + part.mm("active_x")
    bottom = own[:, 1].min() + part.mm("active_y")
    high, wide = pixels.shape
    step = np.array((part.mm("active_width") / wide, part.mm("active_height") / high))
    rows, columns = np.nonzero(pixels)
    x = left + columns * step[0]
    y = bottom + (high - 1 - rows) * step[1]
    z = np.full(x.shape, own[:, 2].max() + _ABOVE)
    near, far = step * _SEAM, step * (1 - _SEAM)
    corners = [
        np.column_stack((x + dx, y + dy, z))
        for dx, dy in ((near[0], near[1]), (far[0], near[1]), (far[0], far[1]), (near[0], far[1]))
    ]
    vertices = screen.at(np.stack(corners, axis=1).reshape(-1, 3) @ screen.thing.turned.T)
    first = np.arange(len(x), dtype=np.int32)[:, None] * 4
    halves = [first + np.array(half, np.int32) for half in ((0, 1, 2), (0, 2, 3))]
    triangles = np.vstack(halves)
    return Body(vertices.astype(np.float32), triangles, _LIGHT, _LIGHT, glows=True)
