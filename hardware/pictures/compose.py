"""From a scene to its picture."""

import io
from collections.abc import Mapping, Sequence

import numpy as np
from PIL import Image

from hardware.pictures.body import Body, Colour
from hardware.pictures.glass import glowing_bodies
from hardware.pictures.lettering import (
    MARGIN,
    Note,
    draw_arrow,
    width_of,
    write_names,
    write_notes,
)
from hardware.pictures.paint import paint
from hardware.pictures.placing import Placed, place
from hardware.pictures.scene import Arrangement, Scene
from hardware.pictures.strip import HEIGHT, draw_strip
from hardware.pictures.thing import Thing
from hardware.pictures.view import Frame, Points, View, look
from hardware.pictures.wiring import Laid, lay
from hardware.tables.headers import Board

WIDE, HIGH, WITH_STRIP = 2400, 1600, 2000
"""Of a picture as it is painted, in pixels; one with a header's strip is higher."""
FINER = 2
"""So many times larger than it is kept: smooth edges on every machine."""
_COLOURS = 192
"""In a picture's palette: few enough for a small file."""
_DARK: Colour = (52, 54, 60)
_PALE: Colour = (176, 178, 182)
_PALER = 0.62
_RIM = 60.0
_BESIDE = 60.0
_ARROW_GAP = 16.0
_ARROW_LONGEST = 220.0


def picture_of(scene: Scene, things: Mapping[str, Thing]) -> Image.Image:
    """Paint a scene, 1,200 pixels wide; `things` is what its assembly holds, by name."""
    placed = place(scene, things)
    laid = lay(scene, placed)
    words = _words(scene, placed) + laid.words
    all_alike = not any(shown.new for shown in scene.things)
    bodies = [body for one in placed for body in _bodies(one, one.shown.new or all_alike)]
    bodies += [*laid.bodies, *glowing_bodies(scene, placed)]
    beside_each_other = scene.arrangement is not Arrangement.IN_PLACE
    high = WITH_STRIP if laid.pins else HIGH
    frame = _frame(
        [] if beside_each_other else [text for text, _, _ in words], high, bool(laid.pins)
    )
    view = look(scene.eye, scene.up, _seen(scene, placed, laid), frame)
    picture = paint(bodies, view, (WIDE, high))
    for one in placed:
        if one.shown.arrow and any(one.shown.moved):
            draw_arrow(picture, *_way(one, view))
    if laid.pins:
        board = next(one for one in placed if one.shown.name in {b.value for b in Board})
        terminals = {name: board.at(at) for name, at in board.thing.terminals.items()}
        draw_strip(picture, Board(board.shown.name), terminals, view, laid.pins)
    notes = [Note(text, view.pixel(at), ink) for text, at, ink in words]
    if beside_each_other:
        write_names(picture, notes)
    else:
        write_notes(picture, notes, int(frame.top + frame.height + _RIM))
    return picture.reduce(FINER)


def png_of(picture: Image.Image) -> bytes:
    """Give a picture as a small PNG: few colours, nothing that tells when or where."""
    few = picture.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    file = io.BytesIO()
    few.save(file, "PNG", optimize=True)
    return file.getvalue()


def _frame(words: Sequence[str], high: int, has_strip: bool) -> Frame:
    widest = max((width_of(text) for text in words), default=0)
    side = MARGIN + widest + _BESIDE if words else _RIM
    foot = HEIGHT if has_strip else 0
    return Frame(side, _RIM, WIDE - 2 * side, high - 2 * _RIM - foot)


def _seen(scene: Scene, placed: Sequence[Placed], laid: Laid) -> Points:
    """Give the points that must be within the picture."""
    about = [one for one in placed if not scene.about or one.shown.name in scene.about]
    points = [one.corners() for one in about]
    if not scene.about:
        points += [body.vertices.astype(np.float64) for body in laid.bodies]
    return np.vstack(points)


def _words(scene: Scene, placed: Sequence[Placed]) -> list[tuple[str, Points, Colour]]:
    by_name = {one.shown.name: one for one in placed}
    words = []
    for label in scene.labels:
        one = by_name[label.thing]
        if label.terminal:
            at = one.at(one.thing.terminals[label.terminal])
        else:
            corners = one.corners()
            at = (corners.min(axis=0) + corners.max(axis=0)) / 2
            if scene.arrangement is not Arrangement.IN_PLACE:
                at = np.array((at[0], corners[:, 1].min(), 0.0))
        words.append((label.text.format(count=one.thing.count), at, _DARK))
    return words


def _bodies(one: Placed, is_new: bool) -> list[Body]:
    return [
        Body(
            one.at(piece.vertices.astype(np.float64)).astype(np.float32),
            piece.triangles,
            piece.colour if is_new else _paler(piece.colour),
            _DARK if is_new else _PALE,
        )
        for piece in one.pieces
    ]


def _paler(colour: Colour) -> Colour:
    red, green, blue = (round(part + (244 - part) * _PALER) for part in colour)
    return red, green, blue


def _way(one: Placed, view: View) -> tuple[tuple[float, float], tuple[float, float]]:
    """Give the start and the end of the arrow: from a moved thing's front edge to its place."""
    corners = one.corners()
    middle = view.pixel((corners.min(axis=0) + corners.max(axis=0)) / 2)
    back = -np.array(one.shown.moved)
    step = np.array((back @ view.right, -(back @ view.up))) * view.scale
    length = float(np.linalg.norm(step))
    along = step / max(length, 1e-9)
    flat = np.column_stack((corners @ view.right, -(corners @ view.up))) * view.scale
    at = np.array(view.pixel((0.0, 0.0, 0.0)))
    front = float(((flat + at - middle) @ along).max())
    start = np.array(middle) + along * (front + _ARROW_GAP)
    end = start + along * min(max(length - 2 * _ARROW_GAP, 80.0), _ARROW_LONGEST)
    return (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))
