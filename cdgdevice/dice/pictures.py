"""The counts of dice as pictures: pages on the gadget's screens, and a picture file."""

import math

from PIL import Image, ImageDraw

from cdgdevice.config.settings import DieSource
from cdgdevice.dice import counting, fairness, report
from cdgdevice.dice.report import (
    DiceCount,
    DieCount,
    DieOwner,
    count_throws,
    die_title,
    face_labels,
    fairness_verdict,
    format_test,
)
from cdgdevice.errors import CdgDeviceError
from cdgdevice.render.text import LARGE, MEDIUM, Font, draw_line, wrap_paragraphs
from cdgdevice.render.views import DiceCountView, PageKind, PageView
from cdgdevice.ui.state import DiceViews

_IN_USE = {
    DieSource.BUTTON: DieOwner.GADGET,
    DieSource.READER: DieOwner.READER,
    DieSource.HAND: DieOwner.HAND,
}
_TITLE = "Dice"


class DicePages:
    """The pages of all dice, made in small steps between which presses are answered."""

    def __init__(self, counter: counting.DiceCounter) -> None:
        self._counter = counter

    def look(self, source: DieSource) -> DiceViews:
        """Count a little further, and return what to show.

        `source` is where this gadget's dice are.
        """
        try:
            count = self._counter.step()
        except CdgDeviceError as error:
            return DiceViews((PageView(PageKind.FAULT, _TITLE, (str(error),)),))
        if count.done:
            return dice_pages(count, source)
        text = ("Counting the rolls of all games.",)
        page = PageView(PageKind.NOTE, _TITLE, text, progress=(count.counted, count.games))
        return DiceViews((page,), counting=True)


def dice_pages(count: DiceCount, source: DieSource) -> DiceViews:
    """Return every die of a count, the one from `source` first."""
    # The count has the die first that was rolled most, and sorting keeps that order.
    dice = sorted(count.dice, key=lambda counted: counted.die.whose is not _IN_USE[source])
    titles = report.short_titles(counted.die for counted in dice)
    bars = tuple(
        _bars_of_die(counted, title, n, len(dice))
        for n, (counted, title) in enumerate(zip(dice, titles, strict=True), 1)
    )
    none = () if bars else (PageView(PageKind.NOTE, _TITLE, ("No rolls are kept yet.",)),)
    return DiceViews((*bars, *none, *_left_out(count)))


def _bars_of_die(counted: DieCount, title: str, number: int, of: int) -> DiceCountView:
    return DiceCountView(
        title,
        counted.faces,
        tuple("EV" if face == "EVENT" else face for face in report.face_labels(counted.die)),
        report.short_verdict(counted),
        number,
        of,
    )


def _left_out(count: DiceCount) -> tuple[PageView, ...]:
    many = len(count.left_out)
    if not many:
        return ()
    some = "A game is" if many == 1 else f"{many} games are"
    return (PageView(PageKind.ERROR, _TITLE, (f"{some} left out.", "`cdgdevice dice` tells why.")),)


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


def draw_dice_counts(count: DiceCount) -> Image.Image:
    """Draw all dice, at least one, one below the other."""
    canvas = Image.new("RGB", (WIDTH, _PANEL * len(count.dice)), _PAPER)
    for place, counted in enumerate(count.dice):
        _draw_die(canvas, counted, place * _PANEL)
    return canvas


def fair_range(throws: int) -> tuple[float, float]:
    """Return between which counts some 19 of 20 fair faces end; not meant for a few throws."""
    fair, spread = throws / 6, _SPREAD * math.sqrt(throws * 5 / 36)
    return fair - spread, fair + spread


def _draw_die(canvas: Image.Image, counted: DieCount, top: int) -> None:
    pen = ImageDraw.Draw(canvas)
    fair = counted.throws / 6
    # Few throws are not spread like that.
    few = not fairness.can_be_tested(counted.throws)
    low, high = (fair, fair) if few else fair_range(counted.throws)
    highest = max(*counted.faces, high)

    def row(shown: float) -> int:
        return top + _FOOT - round((_FOOT - _TOP) * max(shown, 0) / highest)

    _write(canvas, die_title(counted.die), (_MARGIN, top + 16), LARGE, _INK)
    if not few:
        grey = (_MARGIN, row(high), WIDTH - _MARGIN, row(low))
        pen.rectangle(grey, fill=_RANGE)
    pitch = (WIDTH - 2 * _MARGIN) // 6
    for place, (face, shown) in enumerate(
        zip(face_labels(counted.die), counted.faces, strict=True)
    ):
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
    legend = _LEGEND if few else _SPREAD_LEGEND
    _write(canvas, legend, (_MARGIN, top + _FOOT + 40), MEDIUM, _PALE)
    found = f"{count_throws(counted.throws)}. {fair:,.1f} expected. {format_test(counted)}"
    columns = (WIDTH - 2 * _MARGIN) // (_ZOOM * MEDIUM.width)
    under = top + _FOOT + 66
    for said, ink in ((found, _PALE), (fairness_verdict(counted), _INK)):
        for text in wrap_paragraphs((said,), columns):
            _write(canvas, text, (_MARGIN, under), MEDIUM, ink)
            under += _ZOOM * MEDIUM.pitch


def _write(
    canvas: Image.Image, text: str, at: tuple[int, int], font: Font, ink: tuple[int, int, int]
) -> None:
    words = draw_line(text, font).to_image().convert("L")
    large = words.resize((words.width * _ZOOM, words.height * _ZOOM), Image.Resampling.NEAREST)
    canvas.paste(ink, at, large)


def _write_centred(
    canvas: Image.Image, text: str, at: tuple[int, int], font: Font, ink: tuple[int, int, int]
) -> None:
    x, y = at
    _write(canvas, text, (x - len(text) * font.width * _ZOOM // 2, y), font, ink)
