"""Tells whether two pictures are the same, though another machine painted one of them."""

from PIL import Image, ImageChops, ImageFilter

_BLUR = 2.0
_STEP = 48
"""Of 255: a smaller difference of a blurred pixel's brightness is nobody's fault."""
_SHARE = 0.0004
"""Of all pixels: so many may differ by more than a step. A screw is larger than that."""


def same_picture(a: Image.Image, b: Image.Image) -> bool:
    """Whether two pictures show the same, told from blurred copies.

    Other versions of the graphics driver lay an edge half a pixel aside, or smooth letters a little
    differently: that is the same picture. A part that has moved by a millimetre is not.
    """
    return a.size == b.size and share_of_difference(a, b) <= _SHARE


def share_of_difference(a: Image.Image, b: Image.Image) -> float:
    """Give the share (0 to 1) of pixels that differ by more than a step."""
    soft = [p.convert("RGB").filter(ImageFilter.GaussianBlur(_BLUR)) for p in (a, b)]
    red, green, blue = ImageChops.difference(*soft).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(most.histogram()[_STEP:]) / (a.width * a.height)
