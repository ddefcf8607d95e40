import re
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.games.journal_format import (
    JournalLine,
    MalformedLineError,
    decode_line,
    encode_line,
    find_line_numbers,
    read_entry,
    write_entry,
)
from cdgdevice.games.journal_reader import JOURNAL_FORMAT

CONTENTS = st.dictionaries(
    st.text(max_size=8),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
        max_leaves=5,
    ),
    max_size=5,
)
NUMBERS = st.integers(0, 999_999_999)
SAMPLE = encode_line(
    12, {"by": "knob", "request": {"do": "act", "action": "combat-card", "side": "é"}}
)


@given(NUMBERS, CONTENTS)
def test_a_line_reads_back_as_it_was_written(number: int, content: dict[str, Any]) -> None:
    line = encode_line(number, content)
    assert line.endswith(b"\n")
    assert decode_line(line[:-1]) == JournalLine(number, content)


@given(NUMBERS, CONTENTS)
def test_a_line_is_ascii_with_one_newline_and_two_tabs(
    number: int, content: dict[str, Any]
) -> None:
    line = encode_line(number, content)
    assert line.isascii()
    assert line.count(b"\n") == 1
    assert line.count(b"\t") == 2


def test_half_a_character_from_a_web_page_can_be_kept() -> None:
    assert decode_line(encode_line(1, {"by": "\ud800"})[:-1]).content == {"by": "\ud800"}


def test_every_change_of_one_byte_is_seen() -> None:
    raw = SAMPLE[:-1]
    for at in range(len(raw)):
        for byte in range(256):
            if byte != raw[at]:
                with pytest.raises(ValueError, match=r"journal|checksum"):
                    decode_line(raw[:at] + bytes([byte]) + raw[at + 1 :])


def test_every_lost_doubled_or_swapped_byte_is_seen() -> None:
    raw = SAMPLE[:-1]
    for at in range(len(raw)):
        others = [raw[:at] + raw[at + 1 :], raw[:at] + raw[at : at + 1] + raw[at:], raw[:at]]
        others += [raw[:at] + raw[at : at + 2][::-1] + raw[at + 2 :]]
        for other in others:
            if other != raw:
                with pytest.raises(ValueError, match=r"journal|checksum"):
                    decode_line(other)


def test_the_numbers_of_run_together_lines_are_still_found() -> None:
    assert tuple(find_line_numbers(encode_line(7, {})[:-1] + b"x" + encode_line(8, {})[:-1])) == (
        7,
        8,
    )
    assert tuple(find_line_numbers(encode_line(7, {})[:3])) == ()


def test_a_number_of_any_length_is_found_without_counting_its_digits() -> None:
    assert tuple(find_line_numbers(b"9" * 1_000_000 + b"\t01234567\t")) == (999_999_999,)


@pytest.mark.parametrize(
    "body",
    [b"{}}", b'{"a":' * 100_000 + b"}" * 100_000, b'{"a":' + b"9" * 5000 + b"}", b"{\xff}"],
    ids=["brace", "deep", "digits", "bytes"],
)
def test_what_fits_its_checksum_and_is_yet_no_content_was_never_torn(body: bytes) -> None:
    with pytest.raises(MalformedLineError):
        decode_line(b"3\t%08x\t%s" % (crc32(b"3\t" + body), body))


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(TypeError):
        encode_line(1, {"at": object()})
    with pytest.raises(ValueError, match="JSON"):
        encode_line(1, {"at": float("nan")})


def test_the_page_shows_a_beginning_and_an_entry_as_they_are_written() -> None:
    page = (Path(__file__).parents[2] / "docs" / "POWER.md").read_text("utf-8")
    beginning, shown = re.findall(r"^ {4}(\d+\t.+)$", page, re.MULTILINE)
    header = decode_line(beginning.encode())
    assert (header.number, header.content["journal"]) == (0, JOURNAL_FORMAT)
    assert "program" in header.content
    line = decode_line(shown.encode())
    assert encode_line(line.number, write_entry(read_entry(line.content))) == f"{shown}\n".encode()
