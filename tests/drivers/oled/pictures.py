"""Pictures that the tests of screens show."""

from PIL import Image, ImageDraw

from cdgdevice.drivers.oled.framebuffer import FRAME_BYTES, pages_to_image

BLACK = Image.new("1", (128, 64))
WHITE = Image.new("1", (128, 64), 1)


def number(value: int) -> Image.Image:
    """A few strokes in the middle, as most of what the gadget shows."""
    image = BLACK.copy()
    ImageDraw.Draw(image).text((40, 20), str(value), fill=1)
    return image


def noise(seed: int) -> Image.Image:
    """A picture that differs from the next one almost everywhere."""
    return pages_to_image(bytes((seed * 31 + at * (seed + 7)) & 0xFF for at in range(FRAME_BYTES)))


PAGES = bytes(at * 7 & 0xFF for at in range(FRAME_BYTES))
PICTURE = pages_to_image(PAGES)
"""A picture without any symmetry, and its bytes."""
