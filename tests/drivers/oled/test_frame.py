import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cdgdevice.drivers.oled.framebuffer import (
    FRAME_BYTES,
    HEIGHT,
    WIDTH,
    image_to_pages,
    pages_to_image,
    turn_pages,
)

FRAMES = st.binary(min_size=FRAME_BYTES, max_size=FRAME_BYTES)


def with_pixel(x: int, y: int) -> Image.Image:
    image = Image.new("1", (WIDTH, HEIGHT))
    image.putpixel((x, y), 1)
    return image


@given(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1))
def test_a_pixel_is_one_bit_of_its_page_with_the_top_one_lowest(x: int, y: int) -> None:
    expected = bytearray(FRAME_BYTES)
    expected[y // 8 * WIDTH + x] = 1 << y % 8
    assert image_to_pages(with_pixel(x, y)) == expected


@given(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1))
def test_on_a_glass_on_its_side_the_left_of_a_picture_is_on_top(x: int, y: int) -> None:
    expected = bytearray(FRAME_BYTES)
    expected[x // 8 * HEIGHT + HEIGHT - 1 - y] = 1 << x % 8
    assert turn_pages(image_to_pages(with_pixel(x, y)), columns=64) == expected


@pytest.mark.parametrize("columns", [64, 128])
@given(frame=FRAMES)
def test_a_frame_made_a_picture_and_back_is_the_same(frame: bytes, columns: int) -> None:
    assert turn_pages(image_to_pages(pages_to_image(frame, columns)), columns=columns) == frame


@given(FRAMES)
def test_a_screen_on_its_head_gets_the_picture_turned_round(frame: bytes) -> None:
    image = pages_to_image(frame)
    assert turn_pages(frame, 180) == image_to_pages(image.transpose(Image.Transpose.ROTATE_180))
