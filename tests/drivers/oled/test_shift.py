"""A dim picture that moves by a pixel: how far, and what of it falls off the glass."""

from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops

from cdgdevice.render import bitmap
from cdgdevice.render.bitmap import SHIFT_RING
from tests.drawn import draw_view, to_bitmap
from tests.golden_screens.moments import MOMENTS
from tests.service.session_table import BOTH
from tools.example_views import EXAMPLE_VIEWS

SHIFTS = range(len(SHIFT_RING))


def _pictures() -> Iterator[Image.Image]:
    """Every picture that was ever approved: of each kind of view, and of moments of games."""
    yield from map(draw_view, EXAMPLE_VIEWS.values())
    for moment in MOMENTS.values():
        yield from map(draw_view, moment().session.views(BOTH).values())


@pytest.fixture(scope="module")
def pictures() -> tuple[Image.Image, ...]:
    return tuple(_pictures())


def test_it_goes_round_four_places_each_a_pixel_from_the_one_before() -> None:
    assert [shift_picture(_dot(64, 32), shifts).getbbox() for shifts in range(5)] == [
        (64, 32, 65, 33),
        (63, 32, 64, 33),
        (63, 31, 64, 32),
        (64, 31, 65, 32),
        (64, 32, 65, 33),
    ]


def test_text_at_an_edge_stays_whole_and_the_picture_moves_the_other_way() -> None:
    picture = Image.new("1", (128, 64))
    for x in range(0, 120, 3):
        picture.putpixel((x, 0), 255)
    for y in range(0, 60, 3):
        picture.putpixel((0, y), 255)
    lit = sum(map(bool, picture.convert("L").tobytes()))
    assert [sum(map(bool, shift_picture(picture, n).convert("L").tobytes())) for n in SHIFTS] == [
        lit
    ] * 4
    assert shift_picture(picture, 2).getbbox() == (1, 1, 119, 59)


def test_no_edge_of_any_picture_stays_where_it_is(pictures: tuple[Image.Image, ...]) -> None:
    for picture in pictures:
        places = [shift_picture(picture, shifts) for shifts in SHIFTS]
        for step in ((1, 0), (0, 1)):
            rising = [_rising(place, *step) for place in places]
            falling = [_rising(ImageChops.invert(place), *step) for place in places]
            for edges in (rising, falling):
                assert _in_all(edges).getbbox() is None


def test_of_all_pictures_no_more_than_the_tip_of_a_sign_falls_off(
    pictures: tuple[Image.Image, ...],
) -> None:
    """What falls off is blank, the side of a bar or frame, or a pixel or two: never a stroke."""
    fallen = [0, 0]
    for picture in pictures:
        for axis, shifts in enumerate((1, 3)):
            edge = _fallen_off(picture, shifts)
            if _is_part_of_a_bar(edge):
                continue
            fallen[axis] += 1
            assert sum(map(bool, edge)) <= 2
    assert fallen[0] == 0, "beside, never"
    assert fallen[1] < 0.05 * len(pictures), "above, the tip of an ampersand or of an icon"


def shift_picture(picture: Image.Image, shifts: int) -> Image.Image:
    return bitmap.shift_picture(to_bitmap(picture), shifts).to_image()


def _dot(x: int, y: int) -> Image.Image:
    picture = Image.new("1", (128, 64))
    picture.putpixel((x, y), 255)
    return picture


def _rising(picture: Image.Image, along: int, down: int) -> Image.Image:
    """Light where a pixel is lit and the one before it is dark; not where the glass begins."""
    before = ImageChops.offset(picture, along, down)
    edges = ImageChops.logical_and(picture, ImageChops.invert(before))
    edges.paste(0, (0, 0, along or 128, down or 64))
    return edges


def _in_all(pictures: list[Image.Image]) -> Image.Image:
    first, *rest = pictures
    for picture in rest:
        first = ImageChops.logical_and(first, picture)
    return first


def _fallen_off(picture: Image.Image, shifts: int) -> bytes:
    """Give the row or column of the picture that is no more to be seen."""
    width, height = picture.size
    if shifts == 1:
        edges = {(1, 0): (0, 0, 1, height), (-1, 0): (width - 1, 0, width, height)}
    else:
        edges = {(0, 1): (0, 0, width, 1), (0, -1): (0, height - 1, width, height)}
    moved = shift_picture(picture, shifts)
    for (left, up), edge in edges.items():
        whole = Image.new("1", picture.size)
        whole.paste(moved, (left, up))
        rest = picture.copy()
        rest.paste(0, edge)
        whole.paste(0, edge)
        if ImageChops.logical_xor(rest, whole).getbbox() is None:
            return picture.crop(edge).convert("L").tobytes()
    raise AssertionError("moved by no pixel, or by more")


def _is_part_of_a_bar(edge: bytes) -> bool:
    """A blank, or nothing but stretches of at least three lit pixels, as letters have none."""
    return all(len(stretch) >= 3 for stretch in edge.replace(b"\0", b" ").split())
