"""Pictures drawn by hand: a text file each in the folder `pictures`, with `#` for a lit pixel."""

from functools import cache
from pathlib import Path

from PIL import Image

from cdgdevice.gadget.views.canvas import DARK, LIT, blank


@cache
def art(name: str) -> Image.Image:
    """Give the picture `pictures/<name>.txt`; don't change it: it is kept."""
    rows = (Path(__file__).parent / "pictures" / f"{name}.txt").read_text("ascii").split()
    picture = blank(len(rows[0]), len(rows))
    picture.putdata([LIT if pixel == "#" else DARK for row in rows for pixel in row])
    return picture
