"""Pictures as images of Pillow's, for tests that look at pixels: the gadget needs none."""

from PIL import Image

from cdgdevice.drivers.oled.framebuffer import image_to_pages
from cdgdevice.drivers.oled.screen import AnyScreen
from cdgdevice.render import draw
from cdgdevice.render.bitmap import Bitmap, join_columns
from cdgdevice.render.views import View


def draw_view(view: View) -> Image.Image:
    return draw.draw_view(view).to_image()


def to_bitmap(image: Image.Image) -> Bitmap:
    """Give an image, at most 64 pixels high, as the gadget has its pictures."""
    columns = [
        "".join("01"[image.getpixel((x, y)) > 0] for y in reversed(range(image.height)))
        for x in range(image.width)
    ]
    return Bitmap(*image.size, join_columns(columns))


def show(screen: AnyScreen, image: Image.Image) -> None:
    """Have a screen show an image of 128 x 64 pixels, mode "1"."""
    screen.show(image_to_pages(image))
