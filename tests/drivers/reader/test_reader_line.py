from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cdgdevice.drivers.reader.line import LONGEST, LineBuffer, checksum, decode, encode

WORDS = st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="$*,"))
FIELDS = st.lists(WORDS, min_size=1, max_size=6).filter(
    lambda fields: fields[0] and len(",".join(fields)) <= LONGEST - 6
)
ROLL = encode("ROLL", "2971215073", "17", "4", "97")


@given(FIELDS)
def test_a_line_carries_its_fields_there_and_back(fields: list[str]) -> None:
    line = encode(*fields)
    assert decode(line) == tuple(fields)
    assert line.startswith(b"$")
    assert line.endswith(b"\n")
    assert len(line) <= LONGEST + 1


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b"\r\r\n"])
def test_every_kind_of_line_end_is_accepted(end: bytes) -> None:
    assert decode(ROLL.rstrip() + end) == ("ROLL", "2971215073", "17", "4", "97")


@pytest.mark.parametrize(
    "fields",
    [(), ("",), ("", "1"), ("A", "b,c"), ("A*",), ("$A",), ("A", "é"), ("A", "\n"), ("A" * 91,)],
)
def test_what_no_line_can_carry_is_refused(fields: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="can carry"):
        encode(*fields)


@pytest.mark.parametrize(
    "noise",
    [
        b"",
        b"\n",
        b"$",
        b"$*0000",
        b'Traceback (most recent call last):\n  File "main.py", line 3',
        ROLL.replace(b",17,", b",18,"),
        ROLL.lower(),
        b"$PING,1*" + checksum(b"PING,1").encode() + b"x",
        b"$PING,\xc3\xa9*" + checksum(b"PING,\xc3\xa9").encode(),
        b"$PING,\x07*" + checksum(b"PING,\x07").encode(),
        b"$PING,$A*" + checksum(b"PING,$A").encode(),
        b"$" + b"A" * 92 + b"*" + checksum(b"A" * 92).encode(),
    ],
)
def test_what_is_no_whole_sound_line_is_ignored(noise: bytes) -> None:
    assert decode(noise) is None


NOISE = [b"\0\0\xff\xfe", b">>> ", b"$HB,12,ABS", b"$" * 200, b"AT+GCAP\r", b"x" * 500]
"""What an adapter sends as it is opened, a prompt, a torn line, another program's question."""


@pytest.mark.parametrize("noise", NOISE)
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r\r\n"])
def test_noise_before_a_line_does_not_cost_the_line(noise: bytes, end: bytes) -> None:
    roll = encode("ROLL", "0", "", "4", "").rstrip() + end
    assert decode(noise + roll) == ("ROLL", "0", "", "4", "")
    for cut in range(len(noise + roll)):
        buffer = LineBuffer()
        found = buffer.feed((noise + roll)[:cut]) + buffer.feed((noise + roll)[cut:])
        assert found == [("ROLL", "0", "", "4", "")]


def test_a_checksum_may_be_in_small_letters() -> None:
    assert decode(b"$ROLL,2971215073,17,4,97*807f\n") == decode(ROLL)


@given(FIELDS, st.data())
def test_a_single_wrong_byte_never_makes_another_line(
    fields: list[str], data: st.DataObject
) -> None:
    line = encode(*fields)[:-1]
    place = data.draw(st.integers(0, len(line) - 1))
    wrong = data.draw(st.integers(0, 255).filter(lambda byte: byte != line[place]))
    damaged = line[:place] + bytes([wrong]) + line[place + 1 :]
    # A digit of the checksum may become a line end: then the line is too short. Or a small letter.
    assert decode(damaged) in (None, tuple(fields))


def test_of_a_roll_every_wrong_byte_and_every_swap_is_noticed() -> None:
    line = ROLL[:-1]
    for place in range(len(line)):
        for byte in set(range(256)) - {line[place]}:
            damaged = line[:place] + bytes([byte]) + line[place + 1 :]
            assert decode(damaged) in (None, decode(ROLL))
    for one in range(len(line)):
        for other in range(one):
            swapped = bytearray(line)
            swapped[one], swapped[other] = swapped[other], swapped[one]
            assert bytes(swapped) == line or decode(bytes(swapped)) is None


def test_the_checksum_tells_every_wrong_byte_and_every_swap_of_neighbours_in_any_line() -> None:
    # The checksum is linear: what a change does to it depends only on the bits that change
    # and their distance from the end, so these few thousand cases are all there are.
    nothing = int(checksum(bytes(LONGEST)), 16)

    def change(bits: int, place: int) -> int:
        body = bytearray(LONGEST)
        body[place] = bits
        return int(checksum(bytes(body)), 16) ^ nothing

    for bits in range(1, 256):
        changes = [change(bits, LONGEST - 1 - end) for end in range(88)]
        assert 0 not in changes
        assert all(one != other for one, other in pairwise(changes))


@given(st.lists(FIELDS, max_size=5), st.randoms(use_true_random=False))
def test_lines_come_out_whole_however_they_are_cut(lines: list[list[str]], rng) -> None:
    stream = b"".join(encode(*fields) for fields in lines)
    buffer, found = LineBuffer(), []
    while stream:
        size = rng.randint(1, len(stream))
        found += buffer.feed(stream[:size])
        stream = stream[size:]
    assert found == [tuple(fields) for fields in lines]


@given(st.lists(st.binary(max_size=300), max_size=20))
@example([b"x" * 300] * 20)
def test_noise_leaves_no_trace_on_the_next_line(noise: list[bytes]) -> None:
    buffer = LineBuffer()
    for part in noise:
        buffer.feed(part)
        assert len(buffer._begun) <= LONGEST + 2
    assert buffer.feed(ROLL)[-1:] == [decode(ROLL)]


def test_two_lines_spliced_by_a_lost_piece_are_both_ignored() -> None:
    other = encode("HB", "12", "ABSENT")
    for cut in range(2, len(ROLL)):
        for on in range(1, len(other)):
            assert LineBuffer().feed(ROLL[:cut] + other[on:]) in ([], [decode(ROLL)])


def test_a_cooked_line_of_full_length_is_still_read() -> None:
    line = encode("A" * (LONGEST - 6))
    buffer = LineBuffer()
    assert buffer.feed(line[:-1] + b"\r\r") == []
    assert buffer.feed(b"\n") == [("A" * (LONGEST - 6),)]
