"""The spaces of a card display.

A face-up card is a frame with its letter; a face-down one shows its back, hatched, the letter on a
label. An offered card is inverse; the highlighted one has a thick ring. In a doubled space
the second card peeks out behind the first, and comes to the front when it is the highlighted one.
"""

from functools import lru_cache

from PIL import Image, ImageChops

from cdgdevice.gadget.views.canvas import DARK, LIT, blank, fill, frame, stamp
from cdgdevice.gadget.views.fonts import LARGE, MEDIUM, SMALL, line
from cdgdevice.gadget.views.view import CardView
from cdgdevice.method.display import Facing
from cdgdevice.method.mark import Mark

PITCH = 25
"""From one space to the next."""
MARGIN = 1
"""How far a ring may reach over the edge of its space, on either side."""
HEIGHT = 23
"""Height of a space, a ring included."""

_RING = 3
"""How far a ring stands out from its card: a dark pixel, then two lit ones."""
_CARD_HEIGHT = HEIGHT - 2 * _RING
_ONLY, _FIRST, _SECOND = (5, 17), (3, 13), (11, 13)
"""Left edge and width of the only card of a space, and of the two cards of a doubled one."""
_LIFT = 2
"""How much higher the card behind lies."""
_SIGNS = {
    Mark.MANDATORY: "M",
    Mark.FIRST_OPPORTUNITY: "!",
    Mark.SCORING: "S",
    Mark.COMBAT: "C",
    Mark.REACTION: "R",
    Mark.SPECIAL: "*",
}
"""What stands above the letter of a marked card."""


@lru_cache(maxsize=512)
def space(letter: str, cards: tuple[CardView, ...], quiet: bool) -> Image.Image:
    """Give the picture of a space, `PITCH` wide and a `MARGIN` at either side; don't change it."""
    picture = blank(PITCH + 2 * MARGIN, HEIGHT)
    if not cards:
        fill(picture, 11, HEIGHT // 2, 5, 1)
    elif len(cards) == 1:
        _lay(picture, cards[0], _ONLY, _label(letter, cards[0]), quiet)
    else:
        order = [(cards[0], _FIRST, "1"), (cards[1], _SECOND, "2")]
        behind, front = sorted(order, key=lambda c: (c[0].highlighted, c[2] == "1"))
        _peek(picture, behind, quiet, covered=front[0].highlighted)
        _lay(picture, front[0], front[1], _numbered(letter, front[2], front[0].facing), quiet)
    return picture


def _lay(
    picture: Image.Image, card: CardView, at: tuple[int, int], label: Image.Image, quiet: bool
) -> None:
    x, width = at
    halo = _RING + 1 if card.highlighted else 1
    fill(picture, x - halo, _RING - halo, width + 2 * halo, _CARD_HEIGHT + 2 * halo, DARK)
    picture.paste(_card(card, width, label, (width - label.width) // 2, quiet), (x, _RING))
    if card.highlighted:
        frame(picture, x - _RING, 0, width + 2 * _RING, HEIGHT, thick=2)
    elif card.offered and quiet:
        fill(picture, x + 3, HEIGHT - 2, width - 6, 1)


def _peek(
    picture: Image.Image, behind: tuple[CardView, tuple[int, int], str], quiet: bool, covered: bool
) -> None:
    card, (x, width), number = behind
    # A ring leaves too little of the card behind to put its number there.
    label = blank(1, 1) if covered else line(number, SMALL)
    picture.paste(_card(card, width, label, width - 6, quiet), (x, _RING - _LIFT))
    if card.offered and quiet:
        # Under the edge that stays in sight.
        edge = x if number == "1" else x + width - 4
        fill(picture, edge, _RING - _LIFT + _CARD_HEIGHT + 1, 4, 1)


def _card(card: CardView, width: int, label: Image.Image, x: int, quiet: bool) -> Image.Image:
    body = blank(width, _CARD_HEIGHT)
    y = (_CARD_HEIGHT - label.height) // 2
    if card.facing is Facing.DOWN:
        body.paste(_hatching(width, _CARD_HEIGHT), (0, 0))
        side = min(2, x - 1)
        fill(body, x - side, y - 2, label.width + 2 * side, label.height + 4, DARK)
    frame(body, 0, 0, width, _CARD_HEIGHT)
    stamp(body, label, x, y)
    if card.mark is not None and width < _ONLY[1]:
        # No room for its sign beside letter and number: a spot.
        fill(body, 2, _CARD_HEIGHT - 4, 3, 2)
    if card.offered and not quiet:
        body = ImageChops.invert(body)
        frame(body, 0, 0, width, _CARD_HEIGHT)
    return body


def _raised(letter: str, sign: str) -> Image.Image:
    """Give a card's letter with a sign above it to the right."""
    label = blank(MEDIUM.width + SMALL.width, MEDIUM.base - MEDIUM.cap + 4)
    stamp(label, line(letter, MEDIUM), 0, 4 - MEDIUM.cap)
    stamp(label, line(sign, SMALL), MEDIUM.width, -SMALL.cap)
    return label


def _label(letter: str, card: CardView) -> Image.Image:
    if card.mark is not None:
        return _raised(letter, _SIGNS[card.mark])
    if card.reach is not None:
        return _raised(letter, str(card.reach))
    return _letter(letter, card.facing)


def _letter(letter: str, facing: Facing) -> Image.Image:
    font = LARGE if facing is Facing.UP else MEDIUM
    return line(letter, font).crop((0, font.cap, font.width - 1, font.base))


def _numbered(letter: str, number: str, facing: Facing) -> Image.Image:
    font = MEDIUM if facing is Facing.UP else SMALL
    label = blank(font.width - 1 + SMALL.width, font.base - font.cap)
    stamp(label, line(letter, font), 0, -font.cap)
    stamp(label, line(number, SMALL), font.width, label.height - SMALL.base)
    return label


def _hatching(width: int, height: int) -> Image.Image:
    picture = blank(width, height)
    places = ((x, y) for y in range(height) for x in range(width))
    picture.putdata([LIT if (x + y) % 3 == 0 else DARK for x, y in places])
    return picture
