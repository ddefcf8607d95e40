"""Stickers for a die: coloured ones that the tray's sensor reads, and plain ones for the eye."""

from functools import partial

from cdgdevice.errors import CdgDeviceError
from cdgdevice.gadget.reader.stickers import STICKERS, Sticker
from cdgdevice.method.die import Result
from cdgdevice.printing.marks import ink_on, mark
from cdgdevice.printing.paper import MARGIN, Paper
from cdgdevice.printing.pen import FAINT, HAIR, INK, WHITE, Pen, Place
from cdgdevice.printing.printout import Printout, floor, head

DIE = 16.0
"""Millimetres from edge to edge of a usual die."""
DIE_SIZES = (12.0, 25.0)
"""The smallest and the largest die that there are stickers for."""
RIM = 1.0
"""Millimetres of a die's face that stay bare at each edge, where it is rounded."""

_GAP = 4.0
_BETWEEN = 9.0
NET = ((3, (1, 0)), (1, (0, 1)), (2, (1, 1)), (6, (2, 1)), (5, (3, 1)), (4, (1, 2)))
"""The faces of an unfolded cube, and the column and row of each."""
_NET_SIZE = 13.0

_TRAY = (
    "For the die in the tray, whose sensor reads the colour of the face that lies below. Print on "
    "matt label paper, cut along the edges, and calibrate the reader once they are on: no two "
    "printers have the same colours."
)
_PLAIN = "For a die that is read by eye. Print on label paper and cut along the edges."
_NET_WORDS = (
    "Which lie opposite",
    "On a die with pips, cover each number with the sticker of the same number: opposite faces "
    "add up to 7. On a blank cube, stick them as the unfolded cube shows; which way up does not "
    "matter, nor from which side it is folded.",
)


def sticker_size(die: float) -> float:
    """Give the edge of a sticker for a die of `die` millimetres."""
    return die - 2 * RIM


def tray_stickers(paper: Paper, die: float = DIE) -> Printout:
    """Print stickers for the tray; `die` is its edge in millimetres.

    Raises:
        CdgDeviceError: it is not within `DIE_SIZES`.
    """
    return _stickers("stickers", "Die stickers for the tray", paper, die, plain=False)


def plain_stickers(paper: Paper, die: float = DIE) -> Printout:
    """Print black and white stickers; `die` is its edge in millimetres.

    Raises:
        CdgDeviceError: it is not within `DIE_SIZES`.
    """
    return _stickers("plain-stickers", "Die stickers, plain", paper, die, plain=True)


def _stickers(name: str, title: str, paper: Paper, die: float, *, plain: bool) -> Printout:
    least, most = DIE_SIZES
    if not least <= die <= most:
        raise CdgDeviceError(
            f"There are stickers for dice of {least:g} to {most:g} mm, not of {die:g} mm; "
            "give another size with --die-mm."
        )
    return Printout(name, title, paper, (partial(_page, die=die, plain=plain),))


def _page(pen: Pen, *, die: float, plain: bool) -> None:
    size = sticker_size(die)
    about = f"{size:g} mm stickers for a die of {die:g} mm. {_PLAIN if plain else _TRAY}"
    y = head(pen, "Die stickers" if plain else "Die stickers for the tray", about)
    y = _unfolded(pen, y, plain)
    block = 3 * size + 2 * _GAP
    high = 2 * (size + _GAP + 2.5)
    room = pen.width - 2 * MARGIN
    across = int((room + _BETWEEN) // (block + _BETWEEN))
    left = (pen.width - across * block - (across - 1) * _BETWEEN) / 2
    while y + high - _GAP <= floor(pen):
        for column in range(across):
            _set_of_six(pen, (left + column * (block + _BETWEEN), y), size, plain)
        y += high + _BETWEEN - 4


def _unfolded(pen: Pen, y: float, plain: bool) -> float:
    for face, (column, row) in NET:
        corner = (MARGIN + column * _NET_SIZE, y + row * _NET_SIZE)
        _sticker(pen, STICKERS[face - 1], corner, _NET_SIZE, plain)
    x = MARGIN + 4 * _NET_SIZE + 10
    width = pen.width - MARGIN - x
    title, words = _NET_WORDS
    pen.text((x, y + 4), title, 11, bold=True)
    under = y + 7 + pen.prose((x, y + 7), width, words, 9.5) + 3
    for sticker in STICKERS[:3]:
        pair = (sticker, STICKERS[sticker.opposite - 1])
        names = "  opposite  ".join(_named(each, plain) for each in pair)
        pen.text((x, under + 3), names, 9.5)
        under += 4.8
    return y + 3 * _NET_SIZE + 9


def _named(sticker: Sticker, plain: bool) -> str:
    said = f"{sticker.face} {sticker.name}"
    return said if plain else f"{said}, {sticker.colour}"


def _set_of_six(pen: Pen, at: Place, size: float, plain: bool) -> None:
    for number, sticker in enumerate(STICKERS):
        row, column = divmod(number, 3)
        x = at[0] + column * (size + _GAP)
        y = at[1] + row * (size + _GAP + 2.5)
        _sticker(pen, sticker, (x, y), size, plain)
        under = (x + size / 2, y + size + 2.6)
        pen.text(under, str(sticker.face), 6, colour=FAINT, align="centre")


def _sticker(pen: Pen, sticker: Sticker, at: Place, size: float, plain: bool) -> None:
    x, y = at
    middle = (x + size / 2, y + size / 2)
    if plain:
        pen.box(at, size, size, fill=WHITE, line=HAIR, thick=0.15)
        mark(pen, sticker.result, middle, 0.82 * size, 0.5 * size, ink=INK)
        return
    # Only white needs a line to be cut along; elsewhere it would stay on as a rim.
    edge = HAIR if sticker.ground == WHITE else None
    pen.box(at, size, size, fill=sticker.ground, line=edge, thick=0.15)
    ink = ink_on(sticker.ground)
    high = (0.24 if sticker.result is Result.JR else 0.17) * size
    # At two edges, as on a playing card: the middle, which the sensor sees, is all ground.
    below = (middle[0], y + 0.82 * size)
    for turn in (False, True):
        if turn:
            with pen.turned(middle):
                mark(pen, sticker.result, below, 0.6 * size, high, ink=ink, ground=sticker.ground)
        else:
            mark(pen, sticker.result, below, 0.6 * size, high, ink=ink, ground=sticker.ground)
