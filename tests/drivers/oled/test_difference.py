from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.drivers.oled.framebuffer import (
    FRAME_BYTES,
    WIDTH,
    Addressing,
    Window,
    diff_frames,
    full_frame_windows,
    transfer_cost,
)
from cdgdevice.drivers.oled.panels import CHIPS, SH1106, SSD1306
from cdgdevice.drivers.oled.screen import addressing_of

ADDRESSINGS = st.sampled_from(
    [addressing_of(chip, cost) for chip in CHIPS.values() for cost in (9, 79)]
)
NOISE = st.binary(min_size=FRAME_BYTES, max_size=FRAME_BYTES)
BLANK = bytes(FRAME_BYTES)
PAGES = FRAME_BYTES // WIDTH
TALL = addressing_of(SSD1306, 9)
FLAT = addressing_of(SH1106, 9)


@st.composite
def two_frames(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """A frame, and the same after a few rectangles of it have changed."""
    old = draw(NOISE)
    new = bytearray(old)
    for _ in range(draw(st.integers(0, 12))):
        top, bottom = sorted(draw(st.tuples(st.integers(0, PAGES), st.integers(0, PAGES))))
        left, right = sorted(draw(st.tuples(st.integers(0, WIDTH), st.integers(0, WIDTH))))
        for page in range(top, bottom):
            for at in range(page * WIDTH + left, page * WIDTH + right):
                new[at] ^= 0xFF
    return old, bytes(new)


def painted(frame: bytes, parts: Iterable[Window], width: int = WIDTH) -> bytes:
    ram = bytearray(frame)
    for part in parts:
        for row in range(part.pages):
            start = (part.page + row) * width + part.column
            ram[start : start + part.columns] = part.data[row * part.columns :][: part.columns]
    return bytes(ram)


def changed(*places: tuple[int, int]) -> bytes:
    """A blank frame with a byte set at each (page, column)."""
    frame = bytearray(FRAME_BYTES)
    for page, column in places:
        frame[page * WIDTH + column] = 0xFF
    return bytes(frame)


@given(two_frames(), ADDRESSINGS)
def test_the_windows_turn_the_old_frame_into_the_new(
    frames: tuple[bytes, bytes], addressing: Addressing
) -> None:
    old, new = frames
    assert painted(old, diff_frames(old, new, addressing), addressing.columns) == new


@given(two_frames(), ADDRESSINGS)
def test_the_windows_never_cost_more_than_the_whole_frame(
    frames: tuple[bytes, bytes], addressing: Addressing
) -> None:
    old, new = frames
    most = transfer_cost(full_frame_windows(new, addressing), addressing)
    assert transfer_cost(diff_frames(old, new, addressing), addressing) <= most


@given(NOISE, NOISE, ADDRESSINGS)
def test_the_whole_frame_lands_over_any_noise(
    noise: bytes, new: bytes, addressing: Addressing
) -> None:
    everything = full_frame_windows(new, addressing)
    assert painted(noise, everything, addressing.columns) == new


@given(NOISE, ADDRESSINGS)
def test_equal_frames_need_no_window(frame: bytes, addressing: Addressing) -> None:
    assert diff_frames(frame, frame, addressing) == ()


@given(two_frames())
def test_a_strip_is_never_higher_than_its_page(frames: tuple[bytes, bytes]) -> None:
    assert all(window.pages == 1 for window in diff_frames(*frames, FLAT))


def test_a_changed_byte_is_a_window_of_one_byte() -> None:
    assert diff_frames(BLANK, changed((3, 70)), TALL) == (Window(3, 70, 1, 1, b"\xff"),)


@pytest.mark.parametrize(("between", "parts"), [(TALL.window_cost, 1), (TALL.window_cost + 1, 2)])
def test_two_changes_are_one_window_as_long_as_that_is_no_dearer(between: int, parts: int) -> None:
    apart = between + 1
    assert len(diff_frames(BLANK, changed((0, 5), (0, 5 + apart)), TALL)) == parts


def test_a_change_over_two_pages_is_one_tall_window_or_two_strips() -> None:
    digit = changed(*((page, column) for page in (2, 3) for column in range(40, 48)))
    assert diff_frames(BLANK, digit, TALL) == (Window(2, 40, 2, 8, b"\xff" * 16),)
    assert [window.page for window in diff_frames(BLANK, digit, FLAT)] == [2, 3]


def test_changes_in_far_corners_are_not_sent_with_all_between_them() -> None:
    assert len(diff_frames(BLANK, changed((0, 0), (7, 127)), TALL)) == 2
