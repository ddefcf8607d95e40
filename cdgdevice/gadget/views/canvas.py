"""The few strokes that all is drawn with; lengths are pixels, places count from the top left."""

from PIL import Image

WIDTH = 128
HEIGHT = 64
LIT = 255
DARK = 0


def blank(width: int = WIDTH, height: int = HEIGHT) -> Image.Image:
    """Give a dark picture."""
    return Image.new("1", (width, height))


def fill(canvas: Image.Image, x: int, y: int, width: int, height: int, ink: int = LIT) -> None:
    """Fill a rectangle: `ink` is LIT or DARK."""
    canvas.paste(ink, (x, y, x + width, y + height))


def frame(
    canvas: Image.Image, x: int, y: int, width: int, height: int, thick: int = 1, ink: int = LIT
) -> None:
    """Draw a hollow rectangle, its corners rounded off by a pixel; what it holds is kept."""
    fill(canvas, x + 1, y, width - 2, thick, ink)
    fill(canvas, x + 1, y + height - thick, width - 2, thick, ink)
    fill(canvas, x, y + 1, thick, height - 2, ink)
    fill(canvas, x + width - thick, y + 1, thick, height - 2, ink)


def stamp(canvas: Image.Image, picture: Image.Image, x: int, y: int, ink: int = LIT) -> None:
    """Light (or darken) the pixels that are lit in `picture`; keep the others."""
    canvas.paste(ink, (x, y, x + picture.width, y + picture.height), picture)
