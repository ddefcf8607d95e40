"""The counts as a picture: a panel a die, with the range in which a fair face mostly lies."""

import math

from PIL import Image, ImageDraw

from cdgdevice.fair_dice.words import TOO_FEW, faces, figures, thrown, title, verdict
from cdgdevice.gadget.views.fonts import LARGE, MEDIUM, Font, line
from cdgdevice.gadget.views.text import wrap
from cdgdevice.table.dice_count import Counted, DiceCount
from cdgdevice.table.fairness import chi_square

WIDTH = 900
"""Pixels of the picture's width."""

_PAPER, _INK, _PALE = (255, 255, 255), (34, 40, 49), (110, 118, 129)
_BAR, _RANGE, _FAIR = (48, 105, 152), (226, 232, 240), (190, 70, 50)
_MARGIN = 40
_PANEL = 470
_TOP, _FOOT = 84, 290
"""In a panel, the heads of the highest bars and the feet of all."""
_ZOOM = 2
_FIGURE = 28
"""Height kept for the figures of a count."""
_LEGEND = "Dashed: a fair die."
_SPREAD_LEGEND = f"{_LEGEND} Grey: about 19 of 20 fair faces end here."
_SPREAD = 1.96
"""Standard deviations on either side of what is expected: some 19 of 20 counts of a fair face."""


def picture(count: DiceCount) -> Image.Image:
    """Draw all dice, at least one, one below the other."""
    canvas = Image.new("RGB", (WIDTH, _PANEL * len(count.dice)), _PAPER)
    for place, counted in enumerate(count.dice):
        _panel(canvas, counted, place * _PANEL)
    return canvas


def fair_range(throws: int) -> tuple[float, float]:
    """Give between which counts some 19 of 20 fair faces end; not meant for a few throws."""
    fair, spread = throws / 6, _SPREAD * math.sqrt(throws * 5 / 36)
    return fair - spread, fair + spread


def _panel(canvas: Image.Image, counted: Counted, top: int) -> None:
    pen = ImageDraw.Draw(canvas)
    fair = counted.throws / 6
    # Few throws are not spread like that.
    few = counted.throws < TOO_FEW
    low, high = (fair, fair) if few else fair_range(counted.throws)
    highest = max(*counted.faces, high)

    def row(shown: float) -> int:
        return top + _FOOT - round((_FOOT - _TOP) * max(shown, 0) / highest)

    _write(canvas, title(counted.die), (_MARGIN, top + 16), LARGE, _INK)
    if not few:
        grey = (_MARGIN, row(high), WIDTH - _MARGIN, row(low))
        pen.rectangle(grey, fill=_RANGE)
    pitch = (WIDTH - 2 * _MARGIN) // 6
    for place, (face, shown) in enumerate(zip(faces(counted.die), counted.faces, strict=True)):
        left = _MARGIN + place * pitch
        middle = left + pitch // 2
        pen.rectangle((left + 30, row(shown), left + pitch - 30, top + _FOOT), fill=_BAR)
        # At the foot of its bar, away from the line: beside a short bar above it.
        tall = top + _FOOT - row(shown) > _FIGURE
        at = (middle, top + _FOOT - _FIGURE if tall else row(shown) - _FIGURE)
        _write_centred(canvas, f"{shown:,}", at, MEDIUM, _PAPER if tall else _INK)
        _write_centred(canvas, face, (middle, top + _FOOT + 4), LARGE, _INK)
    for x in range(_MARGIN, WIDTH - _MARGIN, 12):
        pen.line((x, row(fair), x + 6, row(fair)), fill=_FAIR, width=2)
    test = chi_square(counted.faces)
    legend = _LEGEND if few else _SPREAD_LEGEND
    _write(canvas, legend, (_MARGIN, top + _FOOT + 40), MEDIUM, _PALE)
    found = f"{thrown(counted.throws)}. {fair:,.1f} expected. {figures(counted, test)}"
    columns = (WIDTH - 2 * _MARGIN) // (_ZOOM * MEDIUM.width)
    under = top + _FOOT + 66
    for said, ink in ((found, _PALE), (verdict(counted, test), _INK)):
        for text in wrap((said,), columns):
            _write(canvas, text, (_MARGIN, under), MEDIUM, ink)
            under += _ZOOM * MEDIUM.pitch


def _write(
    canvas: Image.Image, text: str, at: tuple[int, int], font: Font, ink: tuple[int, int, int]
) -> None:
    words = line(text, font).convert("L")
    large = words.resize((words.width * _ZOOM, words.height * _ZOOM), Image.Resampling.NEAREST)
    canvas.paste(ink, at, large)


def _write_centred(
    canvas: Image.Image, text: str, at: tuple[int, int], font: Font, ink: tuple[int, int, int]
) -> None:
    x, y = at
    _write(canvas, text, (x - len(text) * font.width * _ZOOM // 2, y), font, ink)
