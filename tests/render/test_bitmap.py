"""A picture in one number against Pillow, which draws the same in another way."""

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from cdgdevice.drivers.oled.framebuffer import image_to_pages
from cdgdevice.render.bitmap import DARK, LIT, Bitmap
from cdgdevice.render.text import DENSE, LARGE, MEDIUM, SMALL, Font, draw_line
from tests.drawn import to_bitmap

PLACES = st.integers(-20, 140)
SIZES = st.integers(-5, 140)
INKS = st.sampled_from((LIT, DARK))


@st.composite
def images(draw: st.DrawFn, least: int = 1, most: int = 30) -> Image.Image:
    width, height = draw(st.integers(least, most)), draw(st.integers(least, most))
    pixels = draw(st.binary(min_size=width * height, max_size=width * height))
    return Image.frombytes("L", (width, height), pixels).point(lambda v: v & 1, "1")


@dataclass
class Pair:
    """The same picture twice."""

    image: Image.Image
    bitmap: Bitmap

    def fill(self, x: int, y: int, width: int, height: int, ink: bool) -> None:
        self.bitmap.fill(x, y, width, height, ink)
        if width > 0 and height > 0:
            self.image.paste(ink, (x, y, x + width, y + height))

    def invert(self, x: int, y: int, width: int, height: int) -> None:
        self.bitmap.invert(x, y, width, height)
        area = Image.new("1", self.image.size)
        if width > 0 and height > 0:
            area.paste(1, (x, y, x + width, y + height))
        self.image = ImageChops.logical_xor(self.image, area)

    def stamp(self, picture: Image.Image, x: int, y: int, ink: bool) -> None:
        self.bitmap.stamp(to_bitmap(picture), x, y, ink)
        self.image.paste(ink, (x, y, x + picture.width, y + picture.height), picture)


FILLS = st.builds(lambda *at: lambda pair: pair.fill(*at), PLACES, PLACES, SIZES, SIZES, INKS)
INVERSIONS = st.builds(lambda *at: lambda pair: pair.invert(*at), PLACES, PLACES, SIZES, SIZES)
STAMPS = st.builds(lambda *at: lambda pair: pair.stamp(*at), images(), PLACES, PLACES, INKS)
STEPS = st.lists(FILLS | INVERSIONS | STAMPS, max_size=8)


@given(st.sampled_from(((128, 64), (27, 23), (128, 8), (1, 64))), STEPS)
def test_what_is_drawn_looks_as_pillow_draws_it(
    size: tuple[int, int], steps: list[Callable[[Pair], None]]
) -> None:
    pair = Pair(Image.new("1", size), Bitmap(*size))
    for step in steps:
        step(pair)
        assert pair.bitmap.to_image().tobytes() == pair.image.tobytes()
        assert pair.bitmap == to_bitmap(pair.image), "nothing is lit outside"


@given(images(), st.tuples(PLACES, PLACES), st.tuples(st.integers(1, 40), st.integers(1, 40)))
def test_a_part_is_what_pillow_cuts_out(
    image: Image.Image, corner: tuple[int, int], size: tuple[int, int]
) -> None:
    box = (*corner, corner[0] + size[0], corner[1] + size[1])
    assert to_bitmap(image).crop(*box) == to_bitmap(image.crop(box))


@given(images(most=20), st.integers(1, 3))
def test_it_grows_as_pillow_resizes_it(image: Image.Image, scale: int) -> None:
    grown = image.resize((image.width * scale, image.height * scale), Image.Resampling.NEAREST)
    assert to_bitmap(image).grow(scale) == to_bitmap(grown)


@given(images())
def test_its_box_is_the_one_that_pillow_finds(image: Image.Image) -> None:
    assert to_bitmap(image).find_box() == (image.getbbox() or (0, 0, 1, 1))


@given(images(), PLACES, PLACES)
def test_its_pages_are_those_of_its_image(image: Image.Image, x: int, y: int) -> None:
    whole = Image.new("1", (128, 64))
    whole.paste(image, (x, y))
    assert to_bitmap(whole).pages() == image_to_pages(whole)


@given(st.text(max_size=30), st.sampled_from((SMALL, MEDIUM, DENSE, LARGE)))
def test_a_line_is_its_characters_side_by_side(text: str, font: Font) -> None:
    line = draw_line(text, font).to_image()
    whole = Image.new("1", (max(1, len(text) * font.width), font.height))
    for place, character in enumerate(text):
        whole.paste(draw_line(character, font).to_image(), (place * font.width, 0))
    assert line.tobytes() == whole.tobytes()
