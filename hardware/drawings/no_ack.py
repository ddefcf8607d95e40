"""The picture of a screen that hears and can't answer, and of the bridge that lets it."""

from typing import Final

from hardware.drawings.colours import DRAWN
from hardware.drawings.svg import INK, Spot, box, disc, page, stroke, wire, words

_LETTERS: Final = 26
_CHIP: Final = "#eceef2"
_BOARD: Final = "#c9dcf2"
_PAD: Final = "#d6c896"
_SOLDER: Final = "#b9c0c8"
_ABSENT: Final = "#d7262b"
_PINS: Final = ("GND", "VCC", "SCL", "SDA")


def no_ack_picture() -> str:
    """Draw the chip's two data pins with D2 open and bridged, and where D2 is on a board's back."""
    shapes = [
        words(Spot(40, 40), "As it comes: D2 lets nothing out", _LETTERS, bold=True),
        *_chip(Spot(40, 80), bridged=False),
        words(Spot(40, 356), "It is open, or has a diode in it.", _LETTERS),
        words(Spot(40, 390), "No scan finds such a screen.", _LETTERS),
        words(Spot(530, 40), "D2 bridged", _LETTERS, bold=True),
        *_chip(Spot(530, 80), bridged=True),
        words(Spot(530, 356), "The chip pulls SDA low for its", _LETTERS),
        words(Spot(530, 390), "answer, the ACK.", _LETTERS),
        words(Spot(1000, 40), "On the back of the board", _LETTERS, bold=True),
        *_back(Spot(1000, 80)),
        words(Spot(1000, 356), "Solder from pad to pad, and", _LETTERS),
        words(Spot(1000, 390), "over the diode, if there is one.", _LETTERS),
    ]
    return page(1440, 424, "D2 open: no answer. D2 bridged: the screen answers", shapes)


def _chip(at: Spot, *, bridged: bool) -> list[str]:
    """Draw SDA from the left to the chip's data in, and by D2 from its data out."""
    colour = DRAWN["GN"]
    level_in, level_out = at.by(0, 70), at.by(0, 180)
    fork, chip = at.by(150, 70), at.by(280, 0)
    left, right = at.by(170, 180), at.by(240, 180)
    shapes = [
        box(chip, 140, 240, _CHIP, round_by=10),
        words(chip.by(70, 28), "SSD1309", 22, anchor="middle"),
        words(chip.by(14, 70), "data in", 22),
        words(chip.by(14, 180), "data out", 22),
        wire((level_in, chip.by(0, 70)), colour),
        words(level_in.by(0, -28), "SDA", _LETTERS),
        wire((fork, Spot(fork.x, level_out.y), left), colour),
        wire((right, chip.by(0, 180)), colour),
        disc(fork, 9, INK),
        words(Spot((left.x + right.x) / 2, left.y + 44), "D2", _LETTERS, anchor="middle"),
    ]
    if bridged:
        return [*shapes, box(left.by(-8, -16), 86, 32, _SOLDER, round_by=16)]
    gap = Spot((left.x + right.x) / 2, left.y)
    cross = [(gap.by(-16, -16), gap.by(16, 16)), (gap.by(-16, 16), gap.by(16, -16))]
    return [*shapes, *(stroke(line, _ABSENT, wide=6) for line in cross)]


def _back(at: Spot) -> list[str]:
    """Draw a board from behind: its four pins, the address's pads, and the pads of D2."""
    shapes = [box(at, 400, 240, _BOARD, round_by=14)]
    for number, name in enumerate(_PINS):
        pin = at.by(110 + 60 * number, 28)
        shapes += [disc(pin, 12, "#f5d77a"), words(pin.by(0, 32), name, 20, anchor="middle")]
    for x, name in ((70, "0x78"), (150, "0x7A")):
        for side in (0, 40):
            shapes.append(box(at.by(x + side - 24, 130), 24, 34, _PAD, line=INK, round_by=3))
        shapes.append(words(at.by(x + 8, 190), name, 20, anchor="middle"))
    shapes.append(box(at.by(50, 133), 56, 28, "#24262a", line=INK, round_by=3))
    d2 = at.by(300, 147)
    shapes += [box(d2.by(x - 14, -20), 28, 40, _PAD, round_by=3) for x in (-26, 26)]
    shapes.append(box(d2.by(-38, -15), 76, 30, _SOLDER, round_by=15))
    shapes.append(disc(d2, 58, "none", line=_ABSENT))
    shapes.append(words(d2.by(0, 76), "D2", 22, anchor="middle", bold=True))
    return shapes
