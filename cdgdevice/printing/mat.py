"""The card display as a mat: a place for each card, at true scale, over several pages."""

from functools import partial

from msgspec import Struct

from cdgdevice.errors import CdgDeviceError
from cdgdevice.printing.pen import FAINT, HAIR, INK, WHITE, Colour, Pen, Place, fitting, long
from cdgdevice.printing.printout import FOOT, Printout, page_floor
from cdgdevice.printing.products_and_sizes import MARGIN, Paper
from cdgdevice.printing.result_marks import draw_letters, draw_tile
from cdgdevice.printing.sheet_text import Spot, display_spots, two_dice_words
from cdgdevice.printing.stickers_and_chits import CHIT_SIZE as CHIT
from cdgdevice.printing.stickers_and_chits import SIDE_COLOURS
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.texts.templates import begin_sentence

CARD = (63.0, 88.0)
"""Width and height of a card in millimetres, unless the player says otherwise."""
CARD_SIZES = ((35.0, 75.0), (50.0, 105.0))
"""The least and the most that is possible: of the width, and of the height."""

GAP = 8.0
"""Millimetres from one place to the next."""
TAB = 10.0
"""Millimetres of the tab that the next page is glued on."""
STRIP = 5.0
"""Millimetres before the line along which the next page is cut."""

_BAND = 9.0
_ABOVE = 9.0
_SIGN = 7.0
_CAPTION = 6.0
"""Millimetres from a place to what stands below its caption."""
_BELOW = _CAPTION + _SIGN + 2
_TRACK_LABEL = 6.0
_PITCH = CHIT + 1
_LETTER: Colour = (226, 226, 230)
_TAB: Colour = (238, 238, 241)


class _Part(Struct, frozen=True):
    """What of a side's mat is on one page."""

    side: Side
    sheet: Sheet
    spots: tuple[Spot, ...]
    card: tuple[float, float]
    first: bool
    last: bool

    @property
    def chits(self) -> int:
        """Places for chits: as many as the largest hand has cards; all on the first page."""
        hands = self.sheet.hands
        return hands.high if hands.counted and self.first else 0


def draw_mat(paper: Paper, sheet: Sheet, card: tuple[float, float] = CARD) -> Printout:
    """Print both sides' card displays for cards of this size.

    Raises:
        CdgDeviceError: the sheet has no card display, or the cards are not within `CARD_SIZES` or
            too large for the paper.
    """
    (narrow, wide), (low, tall) = CARD_SIZES
    if not (narrow <= card[0] <= wide and low <= card[1] <= tall):
        raise CdgDeviceError(
            f"There are mats for cards {narrow:g} to {wide:g} mm wide and {low:g} to {tall:g} mm "
            f"high, not {card[0]:g} by {card[1]:g} mm; give another size with --card-mm."
        )
    places = display_spots(sheet)
    if not places:
        raise CdgDeviceError(f"{sheet.title} has no card display: there is no mat to print.")
    height, width = paper.size
    runs = _filled(sheet, _shared_out(places, width - 2 * MARGIN, card[0] + GAP))
    parts = [
        _Part(side, sheet, run, card, run is runs[0], run is runs[-1])
        for side in Side
        for run in runs
    ]
    for part in parts:
        if _bottom(part) > height - MARGIN - FOOT:
            raise CdgDeviceError(
                f"Cards of {card[0]:g} by {card[1]:g} mm leave no room for the chits on "
                f"{paper.title}; give smaller ones with --card-mm."
            )
    title = f"Card display mat, {sheet.title}"
    pages = tuple(partial(_page, part=part) for part in parts)
    return Printout(f"mat-{sheet.id}", title, paper, pages, lying=True)


def _shared_out(places: tuple[Spot, ...], room: float, pitch: float) -> list[tuple[Spot, ...]]:
    """Share the places out evenly over as few pages as hold them."""
    if len(places) * pitch <= room:
        return [places]
    most = int((room - STRIP - TAB) // pitch)
    pages = -(-len(places) // most)
    each, more = divmod(len(places), pages)
    runs, start = [], 0
    for page in range(pages):
        end = start + each + (page < more)
        runs.append(places[start:end])
        start = end
    return runs


def _filled(sheet: Sheet, runs: list[tuple[Spot, ...]]) -> list[tuple[Spot, ...]]:
    """Where the draw pile lies on a space, give the discards the room that the last page has."""
    *full, last = runs
    if sheet.family.has_pile_on_c and full and len(last) < len(full[0]):
        last = (*last, Spot("Discards", "", pile=True))
    return [*full, last]


def _width(part: _Part) -> float:
    return len(part.spots) * (part.card[0] + GAP)


def _left(part: _Part) -> float:
    return MARGIN if part.first else MARGIN + STRIP


def _bottom(part: _Part) -> float:
    under = MARGIN + _BAND + _ABOVE + part.card[1] + _BELOW
    if not part.chits:
        return under
    rows = -(-part.chits // int(_width(part) // _PITCH))
    return under + _TRACK_LABEL + rows * _PITCH


def _page(pen: Pen, *, part: _Part) -> None:
    width, left = _width(part), _left(part)
    pen.box((left, MARGIN), width, _BAND, fill=SIDE_COLOURS[part.side])
    name = part.sheet.sides[part.side]
    base = MARGIN + 6.3
    large = fitting(name, width / 2, 14, bold=True)
    pen.text((left + 4, base), name, large, colour=WHITE, bold=True)
    room = width - 14 - long(name, large, bold=True)
    title = part.sheet.title
    size = fitting(title, room, 9)
    pen.text((left + width - 4, base), title, size, colour=WHITE, align="right")
    top = MARGIN + _BAND + _ABOVE
    for column, spot in enumerate(part.spots):
        x = left + GAP / 2 + column * (part.card[0] + GAP)
        _place(pen, spot, (x, top), part.card)
        goes_on = column + 1 < len(part.spots) or not part.last
        if part.sheet.row is not None and goes_on:
            tail, middle = x + part.card[0] + GAP / 4 - 1.4, top + part.card[1] / 2
            arrow = ((tail, middle - 3.2), (tail + 3.0, middle), (tail, middle + 3.2))
            pen.shape(arrow, fill=FAINT)
    under = top + part.card[1] + _BELOW
    if part.chits:
        _track(pen, part, under)
    if part.sheet.row is not None and part.last and not part.first:
        _rules(pen, part, under)
    if not part.last:
        _tab(pen, part, left + width)
    if not part.first:
        _cut(pen, part)


def _place(pen: Pen, spot: Spot, at: Place, card: tuple[float, float]) -> None:
    x, y = at
    width, height = card
    middle = x + width / 2
    if spot.pile:
        for under in (2.0, 1.0):
            pen.box((x + under, y + under), width, height, fill=WHITE, line=HAIR, radius=3)
    pen.box(at, width, height, fill=WHITE, line=INK, thick=0.3, radius=3)
    if len(spot.title) == 1:
        pen.text((x, y - 2), spot.title, 16, bold=True)
        draw_letters(pen, spot.title, (middle, y + height / 2), 0.6 * width, 0.36 * height, _LETTER)
        if spot.pile:
            below = (middle, y + 0.82 * height)
            pen.text(below, spot.words.draw_pile, 11, colour=FAINT, bold=True, align="centre")
    else:
        size = fitting(spot.title, width - 8, 14, bold=True)
        heart = (middle, y + height / 2)
        pen.text(heart, spot.title, size, colour=FAINT, bold=True, align="centre")
    pen.text((x + width, y - 2), spot.lies, 8.5, colour=FAINT, align="right")
    under = y + height + _CAPTION
    if spot.named:
        pen.text((middle, under - 1.4), spot.named, 7.5, colour=FAINT, align="centre")
    each = min(16.0, (width - 4) / 3)
    left = middle - (len(spot.results) * (each + 2) - 2) / 2
    for number, result in enumerate(spot.results):
        corner = left + number * (each + 2), under
        draw_tile(pen, result, corner, each, _SIGN, spot.words.signs_of_jolly_roger)
    if spot.reach:
        pen.text((middle, under + 4.5), spot.reach, 11, bold=True, align="centre")


def _track(pen: Pen, part: _Part, y: float) -> None:
    count = f"{begin_sentence(part.sheet.words.chits)}: one less for each card played"
    pen.text((MARGIN + 4, y + 3.8), count, 8.5, colour=FAINT)
    across = int(_width(part) // _PITCH)
    for index in range(part.chits):
        row, column = divmod(index, across)
        corner = (MARGIN + 4 + column * _PITCH, y + _TRACK_LABEL + row * _PITCH)
        pen.box(corner, CHIT, CHIT, line=HAIR, radius=1)
        middle = (corner[0] + CHIT / 2, corner[1] + CHIT / 2)
        draw_letters(pen, str(index + 1), middle, 10, 5, _LETTER)


def _rules(pen: Pen, part: _Part, y: float) -> None:
    """Describe below a row what its dice decide, where the chits leave the paper empty."""
    width = _width(part) - 8
    for rule in two_dice_words(part.sheet.words):
        y += pen.prose((_left(part) + 4, y), width, rule, 8.5) + 0.8


def _tab(pen: Pen, part: _Part, joint: float) -> None:
    top, bottom = MARGIN, _bottom(part)
    pen.box((joint, top), TAB, bottom - top, fill=_TAB)
    pen.line((joint, top), (joint, bottom), colour=FAINT, width=0.15)
    pen.upwards((joint + 6, (top + bottom) / 2), "glue the next page here", 8, colour=FAINT)
    for y in _meeting(part):
        pen.line((joint - 2, y), (joint + TAB, y), colour=INK)


def _cut(pen: Pen, part: _Part) -> None:
    edge = _left(part)
    pen.line((edge, MARGIN), (edge, page_floor(pen)), colour=INK, width=0.15, dash=1.5)
    at = (edge - 1.5, MARGIN + _BAND + _ABOVE + part.card[1] / 2)
    pen.upwards(at, "cut here", 8, colour=FAINT)
    for y in _meeting(part):
        pen.line((edge, y), (edge + 2, y), colour=INK)


def _meeting(part: _Part) -> tuple[float, float]:
    """Return the heights of the marks that meet where two pages do."""
    top = MARGIN + _BAND + _ABOVE
    return (top + 0.1 * part.card[1], top + 0.9 * part.card[1])
