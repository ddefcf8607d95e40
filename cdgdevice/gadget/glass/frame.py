"""A picture in the order of a controller's RAM.

The RAM has 8 pages of 128 bytes. A byte is a column of 8 pixels, its lowest bit on top; a
page is a strip of 128 such columns; page 0 is the top strip. The whole is 1024 bytes.
"""

from typing import Literal

from PIL import Image

WIDTH = 128
"""Pixels in a row, and bytes in a page."""
HEIGHT = 64
"""Rows of pixels."""
PAGES = 8
"""Pages in a frame."""
FRAME_BYTES = WIDTH * PAGES
"""Bytes in a frame."""

Rotation = Literal[0, 180]
"""Degrees by which a screen is turned in its case."""


def to_pages(image: Image.Image, rotate: Rotation = 0) -> bytes:
    """Turn a picture (mode "1", 128 x 64) into the 1024 bytes of a controller's RAM.

    Raise ValueError for a picture of another mode or size.
    """
    if image.mode != "1" or image.size != (WIDTH, HEIGHT):
        raise ValueError(
            f'A screen shows pictures of mode "1" and {WIDTH} x {HEIGHT} pixels, '
            f'not "{image.mode}" and {image.width} x {image.height}.'
        )
    # A quarter turn makes each column a row of 8 packed bytes, bottom pixel first: the bytes
    # are then right, and every eighth belongs to one page. Ten times faster than bit by bit.
    quarter = Image.Transpose.ROTATE_90 if rotate else Image.Transpose.ROTATE_270
    columns = image.transpose(quarter).tobytes()
    return b"".join(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def to_image(pages: bytes) -> Image.Image:
    """Turn the 1024 bytes of a controller's RAM into a picture: the inverse of `to_pages`."""
    columns = bytearray(FRAME_BYTES)
    for page in range(PAGES):
        columns[PAGES - 1 - page :: PAGES] = pages[page * WIDTH : (page + 1) * WIDTH]
    on_its_side = Image.frombytes("1", (HEIGHT, WIDTH), bytes(columns))
    return on_its_side.transpose(Image.Transpose.ROTATE_90)
