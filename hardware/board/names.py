"""Names of nets that circuit and layout share: KiCad's own Python reads this file too."""

from typing import Final

POURED: Final = "GND"
"""Poured over both layers."""


def unjoined(ref: str, pad: str) -> str:
    """Give what KiCad calls a net with one pad of a connector alone."""
    return f"unconnected-({ref}-Pin_{pad}-Pad{pad})"
