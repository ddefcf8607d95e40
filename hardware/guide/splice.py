"""The picture of a splice: three wires that become one piece of metal."""

from typing import Final

from hardware.drawings.colours import DRAWN
from hardware.drawings.svg import INK, Spot, box, page, stroke, wire, words

_COPPER: Final = "#c98a4b"
_TUBE: Final = "#4a4d55"
_FAR_ENDS: Final = "The step's table says what each far end has: a socket, or solder."
_LETTERS: Final = 26
_MIDDLE: Final = 110
_SHOWN: Final = "GN"


def splice_picture() -> str:
    """Draw the same splice thrice: stripped, soldered, under its tube; the same each time."""
    shapes = [
        *_wires(Spot(60, _MIDDLE), gap=34),
        words(Spot(60, 240), "1. A wide tube on first. Strip", _LETTERS),
        words(Spot(60, 274), "10 mm of each of the three.", _LETTERS),
        *_wires(Spot(560, _MIDDLE), gap=0),
        words(Spot(560, 240), "2. Twist the bare ends", _LETTERS),
        words(Spot(560, 274), "together, and solder them.", _LETTERS),
        *_wires(Spot(1000, _MIDDLE), gap=0, covered=True),
        words(Spot(1000, 240), "3. Push the tube over,", _LETTERS),
        words(Spot(1000, 274), "and shrink it.", _LETTERS),
        words(Spot(60, 330), _FAR_ENDS, _LETTERS),
    ]
    return page(1400, 366, "A splice in three steps: stripped, soldered, covered", shapes)


def _wires(at: Spot, *, gap: float, covered: bool = False) -> list[str]:
    """Draw one wire from the left and two from the right; `gap` parts their bare ends."""
    colour = DRAWN[_SHOWN]
    joint = at.by(170, 0)
    shapes = [wire((at, at.by(130 - gap / 2, 0)), colour), _goes_on(at, -1)]
    shapes += [_bare((at.by(130 - gap / 2, 0), joint.by(-gap / 2, 0)))]
    for down in (-70, 70):
        bare = joint.by(gap / 2, down * gap / 100)
        bend = joint.by(40 + gap / 2, down * (0.35 + gap / 150))
        end = at.by(300, down)
        shapes += [_bare((bare, bend)), wire((bend, end), colour), _goes_on(end, 1)]
    tube = at.by(112, -24)
    if covered:
        shapes.append(box(tube, 106, 48, _TUBE, line=INK, round_by=12))
    else:
        shapes.append(box(at.by(56, -16), 50, 32, _TUBE, line=INK, round_by=8))
    return shapes


def _bare(spots: tuple[Spot, Spot]) -> str:
    return stroke(spots, INK, wide=8) + stroke(spots, _COPPER, wide=5)


def _goes_on(at: Spot, way: int) -> str:
    """Draw a wavy cut where a wire goes on out of the picture, to the right for `way` = 1."""
    bends = ((-6, -16), (6, -6), (-6, 6), (6, 16))
    return stroke([at.by(way * 4 + x, y) for x, y in bends], "#ffffff", wide=9)
