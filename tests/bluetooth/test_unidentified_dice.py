"""What a die reports before it has said what it is: it is linked while it rolls."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cdgdevice.bluetooth.pixels import PIXELS
from cdgdevice.drivers.reader.line import encode
from cdgdevice.drivers.reader.reader_conditions import CONDITION_SENTENCES
from cdgdevice.drivers.reader.reader_messages import ReaderTrouble
from tests.bluetooth.linked_dice import LinkedDice
from tests.bluetooth.virtual_dice import pixel_identity

SAYS_D6, ROLLING, CROOKED = pixel_identity(2), b"\3\3\0", b"\3\4\0"
ROLLED = {face: bytes((3, 1, face - 1)) for face in (1, 3, 4)}


@pytest.fixture
def pixels() -> LinkedDice:
    """Two Pixels that are linked, and have not said yet what they are."""
    linked = LinkedDice(2)
    linked.start_host()
    linked.link(0, PIXELS)
    linked.link(1, PIXELS)
    return linked


@example([ROLLED[3], ROLLING, ROLLED[3]], 2)
@example([ROLLED[3], ROLLED[4]], 2)
@given(
    st.lists(st.sampled_from([ROLLING, CROOKED, *ROLLED.values()]), max_size=8), st.integers(0, 8)
)
def test_a_die_that_says_late_what_it_is_counts_as_if_it_had_said_it_at_once(
    reports: list[bytes], late: int
) -> None:
    counted = []
    for said_after in (0, min(late, len(reports))):
        dice = LinkedDice()
        dice.start_host()
        dice.link(0, PIXELS)
        for number, report in enumerate((*reports, SAYS_D6)):
            if number == said_after:
                dice.notify(0, SAYS_D6)
            dice.notify(0, report)
        counted.append(dice.counted)
    assert counted[0] == counted[1]


def test_a_first_die_whose_roll_waits_still_counts_before_the_second(pixels: LinkedDice) -> None:
    pixels.notify(0, ROLLING)
    for report in (SAYS_D6, ROLLING, ROLLED[4]):
        pixels.notify(1, report)
    pixels.notify(0, ROLLED[3])
    assert pixels.counted == []
    pixels.notify(0, SAYS_D6)
    assert pixels.counted == [3, 4]


def test_a_second_die_whose_roll_waits_counts_in_place_of_the_one_before(
    pixels: LinkedDice,
) -> None:
    pixels.say(encode("DUE", "2", "0", "0", "255"))
    for report in (SAYS_D6, ROLLED[4]):
        pixels.notify(1, report)
    pixels.cut(1)
    pixels.link(1, PIXELS)
    pixels.notify(1, ROLLED[3])
    for report in (SAYS_D6, ROLLED[1]):
        pixels.notify(0, report)
    pixels.notify(1, SAYS_D6)
    assert pixels.counted == [1, 3]


def test_a_roll_that_waited_when_the_link_broke_is_asked_for_again(pixels: LinkedDice) -> None:
    pixels.notify(0, ROLLED[3])
    pixels.cut(0)
    assert CONDITION_SENTENCES[ReaderTrouble.ROLL_AGAIN] in pixels.sentences
    pixels.link(0, PIXELS)
    pixels.notify(0, SAYS_D6)
    assert pixels.counted == []


def test_a_die_without_six_faces_is_refused_with_a_sentence(pixels: LinkedDice) -> None:
    pixels.notify(0, ROLLED[3])
    assert pixels.counted == [], "what it is was not said yet"
    pixels.notify(0, pixel_identity(7))
    assert pixels.sentences[-1] == CONDITION_SENTENCES[ReaderTrouble.SHAPE]
    pixels.notify(0, ROLLED[3])
    assert pixels.counted == []
