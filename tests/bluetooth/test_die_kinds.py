"""What a Bluetooth die's notifications say, by the facts of the makers' published packages."""

import random
import struct
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.bluetooth.die_kind import (
    DieBattery,
    DieIdentified,
    DieKind,
    DieLies,
    DieNews,
    DieRolling,
    DieSettled,
)
from cdgdevice.bluetooth.known_kinds import KNOWN_KINDS, find_kind
from tests.bluetooth.virtual_dice import GODICE_AXES, godice_rest, pixel_identity

GODICE, PIXELS = KNOWN_KINDS
BLUE = (0, 10, 255)


def check(news: tuple[DieNews, ...]) -> None:
    for each in news:
        assert isinstance(each, get_args(DieNews))
        if isinstance(each, DieSettled):
            assert 1 <= each.face <= 6
        if isinstance(each, DieBattery):
            assert 0 <= each.percent <= 100


def test_a_die_is_known_by_its_name_or_by_its_service() -> None:
    assert find_kind("GoDice_D67B2C_K_v04", []) is GODICE
    assert find_kind("Anna's", [PIXELS.service]) is PIXELS
    assert find_kind("Headphones", ["0000180f-0000-1000-8000-00805f9b34fb"]) is None
    assert find_kind("Another UART", [GODICE.service]) is None


@pytest.mark.parametrize("face", range(1, 7))
def test_a_godice_that_has_rolled_says_its_face_also_where_it_is_not_quite_level(face: int) -> None:
    assert GODICE.decode(godice_rest(face)) == (DieSettled(face),)
    for x in (-12, 12):
        for y in (-12, 12):
            tilted = tuple(a + b for a, b in zip(GODICE_AXES[face], (x, y, 5), strict=True))
            assert GODICE.decode(b"S" + struct.pack("bbb", *tilted)) == (DieSettled(face),)


def test_a_godice_between_two_faces_leans_and_is_never_guessed() -> None:
    assert GODICE.decode(b"S" + struct.pack("bbb", 45, 45, 0)) == (DieLies(leans=True),)
    assert GODICE.decode(b"S\0\0\0") == (DieLies(leans=True),)


@pytest.mark.parametrize(("word", "leans"), [(b"FS", False), (b"MS", False), (b"TS", True)])
def test_a_godice_that_was_only_moved_has_not_rolled(word: bytes, leans: bool) -> None:
    assert GODICE.decode(word + godice_rest(3)[1:]) == (DieLies(leans=leans),)


def test_a_godice_tells_that_it_rolls_and_how_its_battery_is() -> None:
    assert GODICE.decode(b"R") == (DieRolling(),)
    assert GODICE.decode(b"Bat\x0e") == (DieBattery(14),)
    assert GODICE.decode(b"Bat\xff") == GODICE.decode(b"Bat") == GODICE.decode(b"Col\x03") == ()


@pytest.mark.parametrize(
    ("shape", "usable"),
    [(2, True), (8, True), *((shape, False) for shape in (0, 1, 3, 4, 5, 6, 7, 9, 200))],
)
@pytest.mark.parametrize("old", [False, True])
def test_a_pixel_is_taken_only_with_six_numbered_faces(shape: int, usable: bool, old: bool) -> None:
    said = PIXELS.decode(pixel_identity(shape, percent=31, old=old))
    assert said == (DieIdentified(usable), DieBattery(31))


def test_a_pixel_says_what_became_of_its_roll() -> None:
    assert [PIXELS.decode(bytes([3, 1, face])) for face in range(6)] == [
        (DieSettled(face),) for face in range(1, 7)
    ]
    assert PIXELS.decode(b"\3\3\0") == PIXELS.decode(b"\3\2\0") == (DieRolling(),)
    assert PIXELS.decode(b"\3\4\2") == (DieLies(leans=True),)
    assert PIXELS.decode(b"\3\5\2") == (DieLies(leans=False),)
    assert PIXELS.decode(b"\3\1\x13") == (DieIdentified(usable=False),), "a face that no D6 has"
    assert PIXELS.decode(b"\3\0\1") == PIXELS.decode(b"\3\1") == ()
    assert PIXELS.decode(b"\x22\x63\2") == (DieBattery(99),)


def test_a_die_is_told_to_blink_in_the_colour() -> None:
    assert GODICE.encode_blinks(BLUE) == bytes([16, 8, 50, 50, 0, 10, 255, 1, 0])
    kind, count, ms, colour, mask, fade, loops = struct.unpack(
        "<BBHIIBB", PIXELS.encode_blinks(BLUE)
    )
    assert (kind, count, ms, colour) == (29, 8, 8000, 0x000AFF)
    assert (mask, fade, loops) == (0xFFFFFFFF, 0, 1)


@pytest.mark.parametrize("kind", KNOWN_KINDS, ids=lambda kind: kind.title)
def test_ten_thousand_malformed_notifications_are_no_fault(kind: DieKind) -> None:
    rng = random.Random(30)
    sound = [b"R", godice_rest(2), b"Bat\x20", pixel_identity(2), b"\3\1\2", b"\x22\x20\0"]
    for _ in range(10_000):
        data = bytearray(rng.choice(sound))
        match rng.randrange(4):
            case 0:
                data = bytearray(rng.randbytes(rng.randrange(40)))
            case 1:
                del data[rng.randrange(len(data)) :]
            case 2:
                data[rng.randrange(len(data))] = rng.randrange(256)
            case _:
                data += rng.randbytes(rng.randrange(1, 30))
        check(kind.decode(bytes(data)))


@given(st.sampled_from(KNOWN_KINDS), st.binary(max_size=120))
def test_whatever_a_die_sends_is_news_in_range_or_none(kind: DieKind, data: bytes) -> None:
    check(kind.decode(data))
