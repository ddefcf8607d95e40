"""What the virtual dice say, against what their makers publish."""

import pytest

from tests.dice_on_air.kinds import GoDice, Pixel


@pytest.mark.parametrize(
    ("face", "up"),
    [(1, "c00000"), (2, "000040"), (3, "004000"), (4, "00c000"), (5, "0000c0"), (6, "400000")],
)
def test_a_godice_tells_where_gravity_points(face: int, up: str) -> None:
    assert GoDice("GoDice_1").lands(face).hex() == "53" + up
    assert GoDice("GoDice_1").moves(face).hex() == "4d53" + up


def test_a_godice_that_leans_is_as_near_to_two_faces() -> None:
    assert GoDice("GoDice_1").leans(6).hex() == "5453" + "200020"


def test_a_godice_tells_its_battery_and_colour_and_is_lit() -> None:
    die = GoDice("GoDice_1", battery=14)
    assert die.hears(b"\x03") == [b"Bat\x0e"]
    assert die.hears(b"\x17") == [b"Col\x00"]
    assert die.hears(bytes((16, 5, 50, 50, 255, 0, 9, 1, 0))) == []
    assert die.lamp == (255, 0, 9)
    assert die.hears(bytes((8, 0, 0, 0, 0, 0, 0))) == []
    assert die.lamp is None


def test_a_pixels_die_tells_each_state_and_counts_its_faces_from_nought() -> None:
    die = Pixel("Rolly")
    assert die.lands(6) == b"\x03\x01\x05"
    assert die.rolls() == b"\x03\x03\x05"
    assert die.leans(2) == b"\x03\x04\x01"
    assert die.moves(1) == b"\x03\x05\x00"


def test_a_pixels_die_tells_who_it_is_in_parts_that_begin_with_their_length() -> None:
    die = Pixel("Rolly", battery=14, die_type=8)
    die.lands(3)
    ((kind, *said),) = die.hears(b"\x01")
    assert kind == 2
    parts = []
    while said:
        parts.append(bytes(said[1 : said[0]]))
        del said[: said[0]]
    version, what, design, name, settings, status = parts
    assert [len(part) + 1 for part in (version, what, settings, status)] == [15, 10, 13, 5]
    assert (what[5], design, name, status) == (8, b"\0", b"Rolly\0", bytes((14, 0, 1, 2)))


def test_a_pixels_die_blinks_in_red_green_and_blue_from_the_highest_byte() -> None:
    die = Pixel("Rolly")
    blink = bytes((29, 3, 0xE8, 3, 9, 0, 255, 0)) + b"\xff" * 4 + bytes((0, 1))
    assert die.hears(blink) == [b"\x1e"]
    assert die.lamp == (255, 0, 9)
    assert die.hears(b"\x3b") == []
    assert die.lamp is None
