"""Whatever bytes a journal's file holds, they are read or refused in a sentence."""

import tracemalloc
from collections.abc import Callable
from pathlib import Path
from time import process_time
from zlib import crc32

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cdgdevice.errors import JournalError
from cdgdevice.games import journal_reader
from cdgdevice.games.disk import FolderDisk, replace_file
from cdgdevice.games.journal_format import encode_line
from cdgdevice.games.journal_reader import (
    JournalContent,
    JournalSummary,
    parse_journal,
    read_journal,
    readable_lines,
    summarize_journal,
)
from tests.simulated_disk import SimulatedDisk

NAME = "0001-game.journal"
HEADER = encode_line(0, {"journal": 1, "title": "Game"})


def checked(number: int, body: bytes) -> bytes:
    return b"%d\t%08x\t%s\n" % (number, crc32(b"%d\t%s" % (number, body)), body)


def nested(deep: int) -> bytes:
    return b'{"a":' * deep + b"1" + b"}" * deep


def refusal(act: Callable[[], JournalContent | JournalSummary]) -> str | None:
    try:
        act()
    except JournalError as error:
        return str(error)
    return None


NUMBERS = st.integers(0, 5)
PIECES = st.one_of(
    st.binary(max_size=40),
    st.text('0123456789abcdef\t\n{}"', max_size=40).map(str.encode),
    st.builds(
        encode_line, NUMBERS, st.dictionaries(st.text(max_size=3), st.integers(), max_size=2)
    ),
    st.builds(checked, NUMBERS, st.binary(max_size=20).map(lambda inner: b"{%s}" % inner)),
    st.builds(checked, NUMBERS, st.integers(1, 3000).map(nested)),
    st.integers(1, 9000).map(lambda count: b"7" * count + b"\t01234567\t"),
    st.just(HEADER),
)
CONTENTS = st.builds(
    lambda headed, pieces: (HEADER if headed else b"") + b"".join(pieces),
    st.booleans(),
    st.lists(PIECES, max_size=8),
)


@given(CONTENTS)
@example(HEADER + b"9" * 5000 + b"\t01234567\t{}")
@example(HEADER + checked(1, nested(9999)))
def test_any_bytes_are_read_or_refused_with_the_file(content: bytes) -> None:
    disk = SimulatedDisk()
    replace_file(disk, NAME, content)
    for act in (lambda: parse_journal(content, NAME), lambda: summarize_journal(disk, NAME)):
        assert NAME in (refusal(act) or NAME)


def test_a_last_line_that_fits_its_checksum_is_not_passed_over_as_torn() -> None:
    with pytest.raises(JournalError, match="damaged in line 2"):
        parse_journal(HEADER + checked(1, nested(9999)), NAME)


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    disk = FolderDisk(tmp_path)
    replace_file(disk, NAME, HEADER)
    with (disk.path / NAME).open("r+b") as file:
        file.truncate(journal_reader.LARGEST_JOURNAL + 1)
    with pytest.raises(JournalError, match=r"more than 16 MiB, so it is no game; move it"):
        read_journal(disk, NAME)
    assert summarize_journal(disk, NAME).header["title"] == "Game"


@pytest.mark.parametrize(
    "filling",
    [b"\n", b"1", b"1\n", b"\0", b"\t", b"12345678\t01234567\t", b"0\t00000000\t{}\n", b"{"],
)
@pytest.mark.parametrize("head", [b"", HEADER])
def test_a_file_full_of_nothing_is_told_at_once_and_in_little_memory(
    head: bytes, filling: bytes
) -> None:
    content = (head + filling * (journal_reader.LARGEST_JOURNAL // len(filling)))[
        : journal_reader.LARGEST_JOURNAL
    ]
    tracemalloc.start()
    begun = process_time()
    refusal(lambda: parse_journal(content, NAME))
    list(readable_lines(content))
    seconds, (_, most) = process_time() - begun, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 3 * journal_reader.LARGEST_JOURNAL
    assert seconds < 10, "a small computer takes many times as long"


def test_more_torn_lines_than_any_disk_leaves_are_damage() -> None:
    torn = HEADER + b"x\n" * journal_reader.MAX_TORN
    assert parse_journal(torn, NAME).torn
    with pytest.raises(JournalError, match="damaged in line 2"):
        parse_journal(torn + b"x\n", NAME)


def test_the_line_that_is_damaged_is_counted_with_the_empty_ones() -> None:
    with pytest.raises(JournalError, match="damaged in line 4"):
        parse_journal(HEADER + encode_line(1, {}) + b"\n" + checked(2, nested(9999)), NAME)


def test_a_game_with_no_answer_yet_is_told_by_its_header() -> None:
    disk = SimulatedDisk()
    replace_file(disk, NAME, HEADER)
    assert summarize_journal(disk, NAME).latest == summarize_journal(disk, NAME).header
