"""From a scene to its picture."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from PIL import Image

from hardware.pictures.body import Body, Colour
from hardware.pictures.close_up import close_up, is_long
from hardware.pictures.glass import glowing_bodies
from hardware.pictures.labels import Word, labels, middle_of
from hardware.pictures.lettering import (
    INK,
    LETTERS,
    MARGIN,
    Note,
    draw_arrow,
    on_the_left,
    stacked,
    titled,
    without_blank,
    write_names,
    write_notes,
)
from hardware.pictures.paint import paint
from hardware.pictures.placing import Placed, place
from hardware.pictures.scene import Arrangement, Scene
from hardware.pictures.strip import strip_of
from hardware.pictures.thing import Thing
from hardware.pictures.view import Frame, Points, View, look
from hardware.pictures.wiring import Laid, lay
from hardware.tables.headers import Board

WIDE, HIGH = 2400, 1600
"""Of a picture as it is painted, in pixels, before blank rows are cut off."""
FINER = 2
"""So many times larger than it is kept: smooth edges on every machine."""
_COLOURS = 192
"""In a picture's palette: few enough for a small file."""
_DARK: Colour = (52, 54, 60)
_PALE: Colour = (176, 178, 182)
_PALER = 0.62
_RIM = 60.0
_BESIDE = 60.0
_IN_FROM_EDGE = 0.3
"""Where a label's line ends on a thing: this share of its width from the near edge."""
_DETAIL = (1100, 860)
_ARROW_GAP = 16.0
_ARROW_LEAST, _ARROW_LONGEST = 80.0, 220.0


def picture_of(scene: Scene, things: Mapping[str, Thing]) -> Image.Image:
    """Paint a scene, 1,200 pixels wide; `things` is what its assembly holds, by name."""
    placed = place(scene, things)
    laid = lay(scene, placed)
    seen = _seen(scene, placed, laid)
    words = [*labels(scene, placed), *_insets(placed, laid)]
    # The detail says where the wires lead.
    words += laid.words if scene.detail is None else [_detail(scene.detail, placed)]
    if scene.arrangement is Arrangement.IN_PLACE:
        view, notes = _between_columns(scene, seen, words)
    else:
        view, notes = _over_names(scene, seen, words)
    picture = paint(_bodies(scene, placed, laid), view, (WIDE, HIGH))
    for one in placed:
        if one.shown.arrow and any(one.shown.moved):
            draw_arrow(picture, *_way(one, view))
    if scene.arrangement is Arrangement.IN_PLACE:
        write_notes(picture, notes)
    else:
        write_names(picture, notes)
    picture = without_blank(picture, round(_RIM))
    if laid.pins:
        board = next(one for one in placed if one.shown.name in {b.value for b in Board})
        terminals = {name: board.at(at) for name, at in board.thing.terminals.items()}
        strip = strip_of(Board(board.shown.name), terminals, view, laid.pins, WIDE)
        picture = stacked(picture, strip)
    return picture.reduce(FINER)


def png_of(picture: Image.Image) -> bytes:
    """Give a picture as a small PNG: few colours, nothing that tells when or where."""
    few = picture.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    file = io.BytesIO()
    few.save(file, "PNG", optimize=True)
    return file.getvalue()


def _between_columns(scene: Scene, seen: Points, words: Sequence[Word]) -> tuple[View, list[Note]]:
    """Fit the things between the two columns of words; each column is as wide as it must be."""
    widest = max((word.width for word in words), default=0)
    side = _RIM + (widest + _BESIDE if words else 0)
    first = look(scene.eye, scene.up, seen, _frame(side, side))
    is_left = on_the_left([word.note(first, 0.5) for word in words], first.pixel(middle_of(seen)))
    columns = {True: -_BESIDE, False: -_BESIDE}
    for word, left in zip(words, is_left, strict=True):
        columns[left] = max(columns[left], word.width)
    frame = _frame(*(_RIM + wide + _BESIDE for wide in columns.values()))
    view = look(scene.eye, scene.up, seen, frame)
    notes = [
        word.note(view, _IN_FROM_EDGE if left else 1 - _IN_FROM_EDGE, is_left=left)
        for word, left in zip(words, is_left, strict=True)
    ]
    return view, notes


def _over_names(scene: Scene, seen: Points, words: Sequence[Word]) -> tuple[View, list[Note]]:
    """Fit the things so that the name below each is within the picture."""
    side = _RIM + max(word.width for word in words) / 2
    frame = Frame(side, _RIM, WIDE - 2 * side, HIGH - 2 * _RIM - 3 * LETTERS)
    view = look(scene.eye, scene.up, seen, frame)
    return view, [word.name_below(view) for word in words]


def _insets(placed: Sequence[Placed], laid: Laid) -> list[Word]:
    """Give a close-up for each thing whose terminals stand too close for a line to each."""
    by_name = {one.shown.name: one for one in placed}
    words = []
    narrow = sum(is_long(by_name[name]) for name in laid.marks) > 1
    for name, marks in laid.marks.items():
        one = by_name[name]
        about = np.array([one.at(one.thing.terminals[terminal]) for terminal in marks])
        words.append(Word("", middle_of(about)[None], INK, close_up(one, marks, narrow=narrow)))
    return words


def _detail(detail: Scene, placed: Sequence[Placed]) -> Word:
    """Paint a detail with its words, as an inset whose line goes to it in the picture."""
    names = {shown.name for shown in detail.things}
    shown = [one for one in placed if one.shown.name in names]
    laid = lay(detail, shown)
    words = [*labels(detail, shown), *laid.words]
    side = max(word.width for word in words) + MARGIN + _BESIDE
    wide, high = _DETAIL
    frame = Frame(side, _RIM, wide - 2 * side, high - 2 * _RIM)
    seen = _seen(detail, shown, laid)
    view = look(detail.eye, detail.up, seen, frame)
    picture = paint(_bodies(detail, shown, laid), view, _DETAIL)
    notes = [word.note(view, 0.5) for word in words]
    sides = on_the_left(notes, frame.middle)
    notes = [replace(note, is_left=left) for note, left in zip(notes, sides, strict=True)]
    write_notes(picture, notes)
    return Word("", middle_of(seen)[None], INK, titled(picture, detail.title))


def _frame(left: float, right: float) -> Frame:
    return Frame(left, _RIM, WIDE - left - right, HIGH - 2 * _RIM)


def _seen(scene: Scene, placed: Sequence[Placed], laid: Laid) -> Points:
    """Give the points that must be within the picture."""
    about = [one for one in placed if not scene.about or one.shown.name in scene.about]
    points = [one.corners() for one in about]
    if not scene.about:
        points += [body.vertices.astype(np.float64) for body in laid.bodies]
    return np.vstack(points)


def _bodies(scene: Scene, placed: Sequence[Placed], laid: Laid) -> list[Body]:
    """Give all that is painted: what this step is about in full colour, the rest paler."""
    new = {one.shown.name for one in placed if one.shown.new} | laid.things
    bodies = [body for one in placed for body in _painted(one, not new or one.shown.name in new)]
    return [*bodies, *laid.bodies, *glowing_bodies(scene, placed)]


def _painted(one: Placed, is_new: bool) -> list[Body]:
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
    # It ends before the place that a small thing goes to, so that this is seen.
    free = length - 2 * (front + _ARROW_GAP)
    least = free if free > _ARROW_LEAST else length - 2 * _ARROW_GAP
    end = start + along * min(max(least, _ARROW_LEAST), _ARROW_LONGEST)
    return (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))
