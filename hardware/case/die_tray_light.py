"""What the sensor sees, what the LED lights, and whether light comes in anywhere else.

Rays go straight: the window's refraction would only narrow what is seen.
"""

from __future__ import annotations

import numpy as np
from build123d import Shape
from numpy.typing import NDArray

from hardware.case.checks.meshed import meshed
from hardware.case.die_tray_sizes import Heights, heights
from hardware.case.tables import Tables

Floats = NDArray[np.float64]

# Farther than any part of the box, in mm.
FAR = 400.0
# Spots across the seen circle.
LINE = 41
# What a face of acrylic throws back, and how much shorter it makes a way look. By its refractive
# index of 1.49.
MIRRORED = 0.039
INDEX = 1.49
# What white paper throws back.
PAPER = 0.85


def ways_out(tables: Tables, opaque: list[Shape], rays: int = 1500) -> Floats:
    """Where rays that leave the box from the sensor cross the window's upper side: (n, 2).

    They start at its middle and its corners and go up, evenly to all sides. Those that leave the
    box must do so through the nest.
    """
    at, size = heights(tables), tables.parts["colour-sensor"].mm
    wide, high = size("sensor_width") / 2, size("sensor_height") / 2
    starts = [(0.0, 0.0), *((x, y) for x in (-wide, wide) for y in (-high, high))]
    ways = _upwards(rays)
    begin = np.array([(x, y, at.sensor + 0.01) for x, y in starts])
    begin, ways = np.repeat(begin, rays, axis=0), np.tile(ways, (len(starts), 1))
    free = _free(begin, begin + ways * FAR, opaque)
    along = ((at.face - begin[free, 2]) / ways[free, 2])[:, None]
    return np.asarray(begin[free, :2] + along * ways[free, :2])


def view_radius(tables: Tables) -> float:
    """Give the radius of what any part of the sensor sees of the die's face, in mm.

    The well's hole limits it, whatever the sensor's own angle is.
    """
    case, at, size = tables.case["die_tray"], heights(tables), tables.parts["colour-sensor"].mm
    eye = float(np.hypot(size("sensor_width"), size("sensor_height"))) / 2
    spread = case["depth"] / (at.glass - at.sensor)
    return (case["aperture"] + eye) * spread - eye


def lit_share(tables: Tables, well: Shape) -> float:
    """Give the part of the seen circle that the LED's middle shines on past the well."""
    return float(_lit(tables, well, _view(tables)).mean())


def sticker_share(tables: Tables, well: Shape, offset: float) -> float:
    """Give the part of the returned light that is the sticker's, of a die `offset` mm aside.

    To the side where it is least. LED and sensor shine and see by the cosine of the angle, and
    the die's bare rim is as bright as the sticker.
    """
    at, half = heights(tables), tables.mm("die", "sticker") / 2
    spots = _view(tables)
    spots = spots[_lit(tables, well, spots)]
    over = _over(at, spots)
    weight = _cosines(over, _lamp(tables)) * _cosines(over, np.array([0.0, 0.0, at.sensor]))
    aside = np.array([(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)]) * offset
    on_it = (np.abs(spots[None] - aside[:, None]) < half).all(axis=2)
    return float((on_it * weight).sum(axis=1).min() / weight.sum())


def mirror_share(tables: Tables, well: Shape) -> float:
    """Give how much of the LED's light the window mirrors to the sensor, against white paper.

    Both its faces do. It is in every reading, and calibration takes it off.
    """
    at, lamp = heights(tables), _lamp(tables)
    spots = _view(tables)
    area = (2 * view_radius(tables) / (LINE - 1)) ** 2
    seen = _free(
        np.repeat([[0.0, 0.0, at.sensor + 0.01]], len(spots), axis=0), _over(at, spots), [well]
    )
    spots = spots[seen & _lit(tables, well, spots)]
    weight = _cosines(_over(at, spots), lamp) * _cosines(
        _over(at, spots), np.array([0, 0, at.sensor])
    )
    white = PAPER * (1 - MIRRORED) ** 4 * weight.sum() * area / np.pi
    thick = (at.face - at.glass) / INDEX
    mirrored = 0.0
    for above in (at.glass, at.glass + thick):
        way = np.array([lamp[0], lamp[1], (above - lamp[2]) + (above - at.sensor)])
        mirrored += MIRRORED * way[2] ** 2 / (way @ way) ** 2
    return float(mirrored / white)


def _over(at: Heights, spots: Floats) -> Floats:
    return np.column_stack([spots, np.full(len(spots), at.face)])


def _lit(tables: Tables, well: Shape, spots: Floats) -> NDArray[np.bool_]:
    ends = _over(heights(tables), spots)
    return _free(np.repeat(_lamp(tables)[None], len(spots), axis=0), ends, [well])


def _free(starts: Floats, ends: Floats, solids: list[Shape]) -> NDArray[np.bool_]:
    """Which of the straight ways from starts to ends, (n, 3) each, meet none of the solids."""
    bodies = [meshed(solid) for solid in solids]
    ways = zip(starts, ends, strict=True)
    return np.array([not any(body.ray_cast(*way) for body in bodies) for way in ways])


def _cosines(over: Floats, source: Floats) -> Floats:
    apart = over - source
    square = (apart**2).sum(axis=1)
    return np.asarray(apart[:, 2] ** 2 / square**2)


def _lamp(tables: Tables) -> Floats:
    at, size = heights(tables), tables.parts["colour-sensor"].mm
    x, y = size("led_x") - size("sensor_x"), size("led_y") - size("sensor_y")
    return np.array([x, y, at.well + size("led_top") + 0.01])


def _view(tables: Tables) -> Floats:
    line = np.linspace(-1, 1, LINE) * view_radius(tables)
    x, y = (part.ravel() for part in np.meshgrid(line, line))
    seen = np.hypot(x, y) <= view_radius(tables)
    return np.column_stack([x[seen], y[seen]])


def _upwards(number: int) -> Floats:
    """Give directions evenly over the upper half of a ball: a spiral."""
    step = np.arange(number) + 0.5
    up = step / number
    turn = np.pi * (1 + 5**0.5) * step
    flat = np.sqrt(1 - up**2)
    return np.column_stack([flat * np.cos(turn), flat * np.sin(turn), up])
