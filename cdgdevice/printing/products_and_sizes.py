"""What can be printed, by its name on the command line, and on which paper; draws nothing."""

from enum import Enum

MARGIN = 12.0
"""Millimetres at every edge that stay white: no home printer needs more."""


class Paper(Enum):
    """A paper, by its name on the command line."""

    A4 = "a4"
    """210 by 297 millimetres."""
    LETTER = "letter"
    """8.5 by 11 inches."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres, upright."""
        return (210.0, 297.0) if self is Paper.A4 else (215.9, 279.4)

    @property
    def title(self) -> str:
        """What it is called in a sentence."""
        return "A4" if self is Paper.A4 else "Letter"


COUNTER_INCHES = {"5/8": 5 / 8, "1/2": 1 / 2}
"""The counters that chits may be pasted on, and their edge in inches (Book: card-counting)."""


class Product(Enum):
    """Something to print, by its name; `ABOUT` says what each is."""

    TEST_STRIP = "test-strip"
    STICKERS = "stickers"
    PLAIN_STICKERS = "plain-stickers"
    CONVERSION = "conversion"
    CHITS = "chits"
    MAT = "mat"
    QUICK_SHEET = "quick-sheet"


ABOUT = {
    Product.TEST_STRIP: "the stickers' colours, to try on the die reader first",
    Product.STICKERS: "coloured stickers for the die in the tray",
    Product.PLAIN_STICKERS: "black and white stickers, for a die read by eye",
    Product.CONVERSION: "a card for an ordinary die: what its numbers stand for",
    Product.CHITS: "chits to count cards with, 1 to 12 for each side",
    Product.MAT: "the card display of both sides, a place for each card",
    Product.QUICK_SHEET: "a game's sheet in words, on a page or two",
}
"""What each is, in a few words."""

OF_A_GAME = (Product.CHITS, Product.MAT, Product.QUICK_SHEET)
"""What differs from game to game; without a game it is made for the standard rules."""

EVERYTHING = "all"
"""The name that stands for all of them."""
