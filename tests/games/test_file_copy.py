"""What is kept in memory of a game's file."""

import tracemalloc
from pathlib import Path
from zlib import crc32

from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.games.disk import FolderDisk, replace_file
from cdgdevice.games.journal import FileCopy, Journal
from cdgdevice.games.journal_format import encode_line

NAME = "0001-standard-2018.journal"
REPEATED = st.builds(lambda some, times: some * times, st.binary(max_size=40), st.integers(0, 4000))


@given(REPEATED, st.lists(st.none() | REPEATED, max_size=8))
def test_however_much_of_it_is_packed_the_copy_is_the_same(
    content: bytes, changes: list[bytes | None]
) -> None:
    copy = FileCopy(content)
    for more in changes:
        if more is None:
            copy.pack()
        else:
            copy.newer += more
            content += more
        assert bytes(copy) == content
        assert (len(copy), copy.checksum) == (len(content), crc32(content))


def test_a_long_journal_gets_small_in_memory_and_is_written_again_whole(tmp_path: Path) -> None:
    disk = FolderDisk(tmp_path)
    entry = {"request": {"roll": None}, "facts": {"turn": 1, "cards": "ABCDE" * 50}}
    lines = [encode_line(0, {"journal": 1}), *(encode_line(n, entry) for n in range(1, 3001))]
    content = b"".join(lines)
    replace_file(disk, NAME, content)
    tracemalloc.start()
    try:
        journal = Journal.open(disk, NAME)[0]
        assert tracemalloc.get_traced_memory()[0] > len(content)
        while journal.copy.pack():
            pass
        assert tracemalloc.get_traced_memory()[0] < len(content) / 4
    finally:
        tracemalloc.stop()
    disk.remove(NAME)
    journal.rewrite(NAME)
    assert disk.read(NAME) == content
