"""How the colours of wires are drawn: `hardware.tables.wires.COLOURS` has their names."""

from collections.abc import Mapping
from typing import Final

DRAWN: Final[Mapping[str, str]] = {
    "BK": "#2b2b2b",
    "BN": "#8a5a2b",
    "RD": "#d7262b",
    "OG": "#f58a1f",
    "YE": "#ffd92e",
    "GN": "#2f9e44",
    "BU": "#2f6fde",
    "VT": "#8446c8",
    "GY": "#9a9a9a",
    "WH": "#ffffff",
    "SN": "#aeb3b9",
}
"""As `#rrggbb`: softer than pure colours, so that letters on them can be read."""

_TAKE_DARK_LETTERS = {"OG", "YE", "GY", "WH", "SN"}


def letters_on(colour: str) -> str:
    """Give the colour of letters on a wire's colour."""
    return "#1d1d1f" if colour in _TAKE_DARK_LETTERS else "#ffffff"
