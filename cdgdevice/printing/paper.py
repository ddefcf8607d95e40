"""The papers of home printers."""

from enum import Enum

MARGIN = 12.0
"""Millimetres at every edge that stay white: no home printer needs more."""


class Paper(Enum):
    """A paper, by the name that a player gives."""

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
