"""Tells whether two pictures are the same, though another machine painted one of them."""

import io

from PIL import Image, ImageChops, ImageFilter

_BLUR = 2.0
_STEP = 40
"""Of 255: a smaller difference of a blurred pixel's colour is nobody's fault."""
_MOST = 150
"""So many pixels may differ by more than a step: less than half of a screw's head."""


def same_picture(one: bytes, other: bytes) -> bool:
    """Whether two PNG files show the same, told from blurred copies.

    Another version of the graphics driver lays an edge half a pixel aside, or smooths a letter a
    little differently: that is the same picture. One with a screw more or less is not.
    """
    if one == other:
        return True
    pictures = [Image.open(io.BytesIO(png)).convert("RGB") for png in (one, other)]
    return pictures[0].size == pictures[1].size and differing_pixels(*pictures) <= _MOST


def differing_pixels(one: Image.Image, other: Image.Image) -> int:
    """Give how many pixels of two pictures of one size differ by more than a step."""
    soft = [picture.filter(ImageFilter.GaussianBlur(_BLUR)) for picture in (one, other)]
    red, green, blue = ImageChops.difference(*soft).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(most.histogram()[_STEP:])
