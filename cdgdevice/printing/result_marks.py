"""The marks of the six results, and the faces of a die with pips."""

from cdgdevice.drivers.reader.die_stickers import STICKERS
from cdgdevice.printing.pen import BLACK, CAPITAL, INK, WHITE, Colour, Pen, Place, long
from cdgdevice.rules.die import DieResult

GROUNDS = {sticker.result: sticker.ground for sticker in STICKERS}
"""The colour of each result: that of the tray's die."""

_BONE_ENDS = ((-0.40, 0.13), (0.40, 0.41)), ((0.40, 0.13), (-0.40, 0.41))
_POINT = 25.4 / 72
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def ink_on(ground: Colour) -> Colour:
    """Return black or white: what is read best on a ground."""
    red, green, blue = ground
    return BLACK if 0.299 * red + 0.587 * green + 0.114 * blue > 150 else WHITE


def draw_result_mark(
    pen: Pen,
    result: DieResult,
    middle: Place,
    width: float,
    height: float,
    *,
    ink: Colour = INK,
    ground: Colour = WHITE,
    signs: str | None = None,
) -> None:
    """Draw a result's mark, as large as fits a box of millimetres about `middle`.

    The Jolly Roger's is a skull, or a sheet's `signs`, beside the letter C, which it names; the
    others' are their letters.
    """
    x, y = middle
    if result is DieResult.JR and signs is not None:
        draw_letters(pen, f"{signs} C", middle, width, height, ink)
        return
    if result is not DieResult.JR:
        draw_letters(pen, result.value, middle, width, height, ink)
        return
    skull = min(height, width / 1.8)
    draw_jolly_roger(pen, (x - 0.4 * skull, y), skull, ink=ink, ground=ground)
    draw_letters(pen, "C", (x + 0.54 * skull, y), 0.72 * skull, 0.78 * skull, ink)


def draw_letters(
    pen: Pen, words: str, middle: Place, width: float, height: float, colour: Colour = INK
) -> None:
    """Write bold capitals, as large as fits a box of millimetres about `middle`."""
    size = height / CAPITAL / _POINT
    size *= min(1, width / long(words, size, bold=True))
    x, y = middle
    base = y + size * CAPITAL * _POINT / 2
    pen.text((x, base), words, size, colour=colour, bold=True, align="centre")


def draw_jolly_roger(pen: Pen, middle: Place, size: float, *, ink: Colour, ground: Colour) -> None:
    """Draw a skull over crossed bones in a square of `size` millimetres."""

    def at(x: float, y: float) -> Place:
        return middle[0] + x * size, middle[1] + y * size

    for start, end in _BONE_ENDS:
        pen.line(at(*start), at(*end), colour=ink, width=0.085 * size, round_ends=True)
        for x, y in (start, end):
            outward = 0.035 if x > 0 else -0.035
            for up in (-0.055, 0.055):
                pen.oval(at(x + outward, y + up), 0.125 * size, 0.125 * size, fill=ink)
    # The skull stands clear of the bones by a rim of the ground.
    for colour, rim in ((ground, 0.05), (ink, 0.0)):
        pen.oval(at(0, -0.18), (0.62 + rim) * size, (0.6 + rim) * size, fill=colour)
        pen.box(
            at(-0.17 - rim / 2, 0),
            (0.34 + rim) * size,
            (0.3 + rim / 2) * size,
            fill=colour,
            radius=0.06 * size,
        )
    for x in (-0.135, 0.135):
        pen.oval(at(x, -0.13), 0.18 * size, 0.2 * size, fill=ground)
    pen.shape((at(0, -0.02), at(-0.05, 0.09), at(0.05, 0.09)), fill=ground)
    for x in (-0.08, 0.0, 0.08):
        pen.line(at(x, 0.17), at(x, 0.31), colour=ground, width=0.028 * size)


def draw_pips(pen: Pen, number: int, at: Place, size: float) -> None:
    """Draw the face of an ordinary die, 1 to 6, `size` millimetres wide; `at` is its corner."""
    pen.box(at, size, size, line=INK, thick=0.3, radius=0.18 * size)
    for across, down in _PIPS[number]:
        middle = at[0] + size * (0.5 + 0.26 * across), at[1] + size * (0.5 + 0.26 * down)
        pen.oval(middle, 0.19 * size, 0.19 * size, fill=INK)


def draw_tile(
    pen: Pen, result: DieResult, at: Place, width: float, height: float, signs: str | None = None
) -> None:
    """Draw a small sign of a result, its mark on its ground; `at` is its top left corner."""
    ground = GROUNDS[result]
    line = BLACK if ground == WHITE else None
    pen.box(at, width, height, fill=ground, line=line, thick=0.2, radius=0.12 * height)
    middle = at[0] + width / 2, at[1] + height / 2
    draw_result_mark(
        *(pen, result, middle, 0.8 * width, 0.55 * height),
        ink=ink_on(ground),
        ground=ground,
        signs=signs,
    )
