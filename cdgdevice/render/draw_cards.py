"""The cards of a display, each in its space.

A face-up card is a frame with its letter; a face-down one shows its back, hatched, the letter on a
label. An offered card is inverse; the highlighted one has a thick ring. In a doubled space
the second card peeks out behind the first, and comes to the front when it is the highlighted one.
"""

from functools import lru_cache

from msgspec import Struct

from cdgdevice.render.bitmap import DARK, LIT, Bitmap, join_columns
from cdgdevice.render.text import LARGE, MEDIUM, SMALL, Font, draw_line
from cdgdevice.render.views import CardView
from cdgdevice.rules.card_display import Facing, Mark

SPACE_PITCH = 25
"""From one space to the next."""

SPACE_MARGIN = 1
"""How far a ring may reach over the edge of its space, on either side."""


class CardSize(Struct, frozen=True):
    """How high the cards of a display are; lengths are in pixels."""

    card: int
    """Height of a card."""
    ring: int
    """How far a ring stands out from its card: a dark pixel, then lit ones."""
    lift: int
    """How much higher the card behind lies in a doubled space."""
    letters: tuple[Font, Font]
    """The letters of a face-up card, and of all others."""

    @property
    def height(self) -> int:
        """Return the height of a space, a ring included."""
        return self.card + 2 * self.ring


WHOLE = CardSize(card=17, ring=3, lift=2, letters=(LARGE, MEDIUM))

LOW = CardSize(card=11, ring=2, lift=1, letters=(MEDIUM, MEDIUM))
"""Beside a long text."""

_ONLY_CARD, _FIRST_CARD, _SECOND_CARD = (5, 17), (3, 13), (11, 13)
"""Left edge and width of the only card of a space, and of the two cards of a doubled one."""
_MARK_SIGNS = {
    Mark.MANDATORY: "M",
    Mark.FIRST_OPPORTUNITY: "!",
    Mark.SCORING: "S",
    Mark.COMBAT: "C",
    Mark.REACTION: "R",
    Mark.SPECIAL: "*",
}
"""What stands in the flag of a marked card."""


@lru_cache(maxsize=512)
def draw_space(
    letter: str, cards: tuple[CardView, ...], quiet: bool, size: CardSize = WHOLE
) -> Bitmap:
    """Return the picture of a space, with a `SPACE_MARGIN` at either side; don't change it."""
    picture = Bitmap(SPACE_PITCH + 2 * SPACE_MARGIN, size.height)
    if not cards:
        picture.fill(11, size.height // 2, 5, 1)
    elif len(cards) == 1:
        label = _draw_label(letter, cards[0], size)
        _draw_front_card(picture, cards[0], _ONLY_CARD, label, quiet, size)
    else:
        order = [(cards[0], _FIRST_CARD, "1"), (cards[1], _SECOND_CARD, "2")]
        behind, front = sorted(order, key=lambda c: (c[0].highlighted, c[2] == "1"))
        _draw_card_behind(picture, behind, quiet, size, covered=front[0].highlighted)
        label = _draw_letter_and_number(letter, front[2], front[0].facing)
        _draw_front_card(picture, front[0], front[1], label, quiet, size)
    return picture


def _draw_front_card(
    picture: Bitmap,
    card: CardView,
    at: tuple[int, int],
    label: Bitmap,
    quiet: bool,
    size: CardSize,
) -> None:
    (x, width), ring = at, size.ring
    halo = ring + 1 if card.highlighted else 1
    picture.fill(x - halo, ring - halo, width + 2 * halo, size.card + 2 * halo, DARK)
    inset = 2 if _has_flag(card, width) else (width - label.width) // 2
    picture.stamp(_draw_card(card, width, label, inset, quiet, size), x, ring)
    if card.highlighted:
        picture.draw_frame(x - ring, 0, width + 2 * ring, size.height, thick=ring - 1)
    elif card.offered and quiet:
        picture.fill(x + 3, size.height - ring + 1, width - 6, 1)


def _draw_card_behind(
    picture: Bitmap,
    behind: tuple[CardView, tuple[int, int], str],
    quiet: bool,
    size: CardSize,
    covered: bool,
) -> None:
    card, (x, width), number = behind
    y = size.ring - size.lift
    # A ring leaves too little of the card behind to put its number there.
    label = Bitmap(1, 1) if covered else draw_line(number, SMALL)
    picture.stamp(_draw_card(card, width, label, width - 6, quiet, size), x, y)
    if card.offered and quiet:
        # Under the edge that stays in sight.
        edge = x if number == "1" else x + width - 4
        picture.fill(edge, y + size.card + 1, 4, 1)


def _draw_card(
    card: CardView, width: int, label: Bitmap, x: int, quiet: bool, size: CardSize
) -> Bitmap:
    body = Bitmap(width, size.card)
    y = (size.card - label.height) // 2
    if card.facing is Facing.DOWN:
        body.stamp(_draw_hatching(width, size.card), 0, 0)
        side = min(2, x - 1)
        body.fill(x - side, y - 2, label.width + 2 * side, label.height + 4, DARK)
    body.draw_frame(0, 0, width, size.card)
    if card.gap:
        body.stamp(_draw_hatching(width, size.card, 2), 0, 0, DARK)
        return body
    body.stamp(label, x, y)
    if card.mark is not None and _has_flag(card, width):
        _draw_flag(body, _MARK_SIGNS[card.mark])
    elif card.mark is not None:
        # No room for its sign beside letter and number: a spot.
        body.fill(2, size.card - 4, 3, 2)
    if card.offered and not quiet:
        body.invert(0, 0, width, size.card)
        body.draw_frame(0, 0, width, size.card)
    return body


def _has_flag(card: CardView, width: int) -> bool:
    """Return whether a card has its mark as a flag beside its letter."""
    return card.mark is not None and width == _ONLY_CARD[1]


def _draw_flag(body: Bitmap, sign: str) -> None:
    """Draw a mark as a lit flag in the upper right corner: a marked card is to stand out."""
    width, height = SMALL.width + 1, SMALL.base - SMALL.cap + 2
    x = body.width - width - 1
    body.fill(x - 1, 1, width + 1, height + 1, DARK)
    body.fill(x, 0, width + 1, height, LIT)
    body.stamp(draw_line(sign, SMALL), x + 1, 1 - SMALL.cap, DARK)


def _draw_label(letter: str, card: CardView, size: CardSize) -> Bitmap:
    if card.reach is None:
        font = size.letters[card.facing is not Facing.UP]
        label = Bitmap(font.width - 1, font.base - font.cap)
        label.stamp(draw_line(letter, font), 0, -font.cap)
        return label
    return _draw_letter_and_sign(letter, str(card.reach), size)


def _draw_letter_and_sign(letter: str, sign: str, size: CardSize) -> Bitmap:
    """Return a card's letter with a sign to its right, and above it where there is room."""
    above = 4 if size is WHOLE else 0
    label = Bitmap(MEDIUM.width + SMALL.width, MEDIUM.base - MEDIUM.cap + above)
    label.stamp(draw_line(letter, MEDIUM), 0, above - MEDIUM.cap)
    label.stamp(draw_line(sign, SMALL), MEDIUM.width, -SMALL.cap)
    return label


def _draw_letter_and_number(letter: str, number: str, facing: Facing) -> Bitmap:
    font = MEDIUM if facing is Facing.UP else SMALL
    label = Bitmap(font.width - 1 + SMALL.width, font.base - font.cap)
    label.stamp(draw_line(letter, font), 0, -font.cap)
    label.stamp(draw_line(number, SMALL), font.width, label.height - SMALL.base)
    return label


def _draw_hatching(width: int, height: int, pitch: int = 3) -> Bitmap:
    column = "1".rjust(pitch, "0") * height
    columns = [column[-height - x % pitch :][:height] for x in range(width)]
    return Bitmap(width, height, join_columns(columns))
