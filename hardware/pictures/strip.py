"""A board's header drawn large under a wiring picture: nobody counts forty small pins."""

from collections.abc import Mapping

import numpy as np
from PIL import Image, ImageDraw

from hardware.pictures.body import Colour
from hardware.pictures.lettering import INK, font
from hardware.pictures.view import Points, View
from hardware.tables.headers import HEADERS, Board

HEIGHT = 296
"""Pixels that the strip takes at the foot of a picture."""
_CELL = 84
_QUIET: Colour = (168, 172, 178)
_GROUND: Colour = (246, 246, 244)
_CAPTIONS = {
    Board.PI: "The Pi's pins, as they lie here. Pins 1 and 2 are at the memory card's end.",
    Board.PICO: "The Pico's pins, as you look at them, turned so that its USB socket is left.",
}
_ROW_ENDS = {Board.PI: (1, 39), Board.PICO: (1, 20)}
"""The first and the last pin of one row."""
_COLUMNS = 20
_ACROSS = 0.1
"""A board that stands upright in the picture is drawn from its first pin on."""


def strip_of(
    board: Board,
    terminals: Mapping[str, Points],
    view: View,
    used: Mapping[int, Colour],
    width: int,
) -> Image.Image:
    """Draw the header, turned as the board lies in the picture above; `width` is in pixels.

    `terminals` are where the board's pins are in the picture's space, by `pin 1` to `pin 40`.
    """
    strip = Image.new("RGB", (width, HEIGHT), (255, 255, 255))
    draw = ImageDraw.Draw(strip)
    left, top = (width - _COLUMNS * _CELL) // 2, 92
    draw.text((left, top - 82), _CAPTIONS[board], font=font(52), fill=INK)
    pad = 16
    draw.rounded_rectangle(
        (left - pad, top - 8, left + _COLUMNS * _CELL + pad, top + 2 * _CELL + 8),
        radius=20,
        width=2,
        fill=_GROUND,
        outline=_QUIET,
    )
    for number, (column, row) in _cells(board, terminals, view).items():
        x, y = left + column * _CELL, top + row * _CELL
        box = (x + 6, y + 6, x + _CELL - 7, y + _CELL - 7)
        colour = used.get(number)
        middle = (x + _CELL / 2 - 0.5, y + _CELL / 2)
        if colour is None:
            draw.text(middle, str(number), font=font(40), fill=_QUIET, anchor="mm")
            continue
        draw.rounded_rectangle(box, radius=12, fill=colour, outline=INK, width=4)
        draw.text(middle, str(number), font=font(48), fill=_on(colour), anchor="mm")
    return strip


def _cells(board: Board, terminals: Mapping[str, Points], view: View) -> dict[int, tuple[int, int]]:
    """Give each pin's column and row, 0 at the left and at the top as the picture shows them."""
    numbers = list(HEADERS[board])
    points = np.array([terminals[f"pin {number}"] for number in numbers])
    first, last = _ROW_ENDS[board]
    long = terminals[f"pin {last}"] - terminals[f"pin {first}"]
    long = long / np.linalg.norm(long)
    across = np.cross((0.0, 0.0, 1.0), long)
    if long @ view.right < -_ACROSS:
        long, across = -long, -across
    if across @ view.up < -_ACROSS:
        across = -across
    along, high = points @ long, points @ across
    columns = np.round((along - along.min()) / np.ptp(along) * (_COLUMNS - 1)).astype(int)
    rows = (high < (high.min() + high.max()) / 2).astype(int)
    return {n: (int(c), int(r)) for n, c, r in zip(numbers, columns, rows, strict=True)}


def _on(colour: Colour) -> Colour:
    """Black letters on light colours, white ones on dark."""
    light = 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]
    return (20, 20, 20) if light > 140 else (255, 255, 255)
