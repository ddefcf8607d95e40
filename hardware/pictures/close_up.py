"""The terminals of a part drawn large beside a wiring picture: which wire goes to which."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from hardware.drawings.naming import title
from hardware.drawings.telling import spoken
from hardware.pictures.body import Body, Colour
from hardware.pictures.lettering import INK, font
from hardware.pictures.paint import paint
from hardware.pictures.placing import Placed
from hardware.pictures.view import Pixel, Points, View

_QUIET: Colour = (150, 154, 160)
_EDGE: Colour = (52, 54, 60)
_PITCH, _WIDEST = 136.0, 880.0
"""Pixels between neighbouring terminals, and of a whole row of them."""
_PAD = 76
_HEAD, _ROW, _LETTERS = 92, 50, 42
_DISC = 0.24
_NARROW, _SMALL = 104.0, 34
"""The same pitch and letters where several long rows share a picture."""
_LONG = 5
_PITCH_LEAST = 0.5
"""Terminals that are all within so many millimetres from left to right stand in a column."""
_NEAR = 4.0
"""Terminals that stand closer than this, in millimetres, are drawn large."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What is written at a terminal."""

    colour: Colour
    leads_to: str
    """`pin 11`, `splice`."""


def stand_close(one: Placed) -> bool:
    """Tell whether a thing's terminals are too close to each other for lines to them."""
    points = list(one.thing.terminals.values())
    return len(points) > 2 and _pitch(np.array(points)) < _NEAR


def is_long(one: Placed) -> bool:
    """Tell whether a thing's terminals are a long row, which takes much of a picture's width."""
    return len(one.thing.terminals) > _LONG


def close_up(one: Placed, marks: Mapping[str, Mark], *, narrow: bool = False) -> Image.Image:
    """Draw a thing's terminals as one looks down at them, with the names of all of them.

    Where another long row stands in the same picture it is drawn `narrow`.
    """
    pitch, letters = (_NARROW, _SMALL) if narrow else (_PITCH, _LETTERS)
    points = {name: one.at(at) for name, at in one.thing.terminals.items()}
    every = np.array(list(points.values()))
    wide_mm, high_mm = np.ptp(every[:, 0]), np.ptp(every[:, 1])
    scale = min(pitch / _pitch(every), _WIDEST / max(float(wide_mm), 1.0))
    wide, high = (round(float(mm) * scale) + 2 * _PAD for mm in (wide_mm, high_mm))
    x, y = float(every[:, 0].min()), float(every[:, 1].max())
    right, up, toward = np.eye(3)
    view = View(right, up, toward, scale, (_PAD - x * scale, _PAD + y * scale))
    bodies = [
        Body(one.at(p.vertices.astype(np.float64)).astype(np.float32), p.triangles, p.colour, _EDGE)
        for p in one.pieces
    ]
    painted = paint(bodies, view, (wide, high))
    if wide_mm < _PITCH_LEAST:
        return _upright(one, marks, painted, {name: view.pixel(at) for name, at in points.items()})
    two_rows = bool(high_mm > _NEAR)
    top = _HEAD + (2 * _ROW if two_rows else 0)
    whole = Image.new("RGB", (wide, top + high + 2 * _ROW + 20), (255, 255, 255))
    whole.paste(painted, (0, top))
    draw = ImageDraw.Draw(whole)
    draw.text((wide / 2, 12), title(one.shown.name), font=font(52), fill=INK, anchor="ma")
    middle = (every[:, 1].min() + every[:, 1].max()) / 2
    for name, point in points.items():
        px, py = view.pixel(point)
        above = two_rows and point[1] > middle
        _mark(draw, (px, py + top), scale * _pitch(every), marks.get(name))
        row = top - 2 * _ROW if above else top + high
        _name(draw, (px, row), name, marks.get(name), letters)
    draw.rounded_rectangle(
        (1, 1, whole.width - 2, whole.height - 2), radius=20, width=3, outline=_QUIET
    )
    return whole


def _upright(
    one: Placed, marks: Mapping[str, Mark], painted: Image.Image, spots: Mapping[str, Pixel]
) -> Image.Image:
    """Put a name to the right of each terminal: they stand above each other."""
    rows = {name: f"{spoken(name)}: {marks[name].leads_to}" for name in spots if name in marks}
    heads = (title(one.shown.name), *rows.values())
    letters = max(font(52).getlength(text) for text in heads)
    whole = Image.new(
        "RGB", (round(painted.width + letters) + _PAD, painted.height + _HEAD), (255, 255, 255)
    )
    whole.paste(painted, (0, _HEAD))
    draw = ImageDraw.Draw(whole)
    draw.text((whole.width / 2, 12), heads[0], font=font(52), fill=INK, anchor="ma")
    apart = abs(float(np.diff(sorted(y for _, y in spots.values())).min()))
    for name, (x, y) in spots.items():
        _mark(draw, (x, y + _HEAD), apart, marks.get(name))
        text = rows.get(name, spoken(name))
        ink = INK if name in marks else _QUIET
        draw.text((painted.width + 12, y + _HEAD), text, font=font(_LETTERS), fill=ink, anchor="lm")
    draw.rounded_rectangle(
        (1, 1, whole.width - 2, whole.height - 2), radius=20, width=3, outline=_QUIET
    )
    return whole


def _mark(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], pitch: float, mark: Mark | None
) -> None:
    if mark is not None:
        reach = pitch * _DISC
        # A rim of white: black wires on black plastic are seen too.
        for far, fill in ((reach + 7, (255, 255, 255)), (reach, mark.colour)):
            draw.ellipse((at[0] - far, at[1] - far, at[0] + far, at[1] + far), fill=fill)


def _name(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], name: str, mark: Mark | None, letters: int
) -> None:
    x, top = at
    ink = INK if mark else _QUIET
    rows = (spoken(name), mark.leads_to) if mark else (spoken(name),)
    for row, text in enumerate(rows):
        draw.text((x, top + 6 + row * _ROW), text, font=font(letters), fill=ink, anchor="ma")


def _pitch(points: Points) -> float:
    """Give the least distance between two of the points."""
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    return float(apart[np.triu_indices(len(points), 1)].min())
