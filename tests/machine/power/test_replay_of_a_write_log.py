"""The replay of a disk's write log, without a machine, a mount or root."""

from pathlib import Path
from random import Random

import pytest

from tests.machine.power.cut_disks import CutDisks, unsure
from tests.machine.power.promised import HOLDS, holds_games
from tests.machine.power.replay import BAD, GOOD
from tests.machine.power.write_log import SECTOR, Entry, Flag, count, read_log, write_log
from tests.machine.power.writers import DISKS, WRITERS

NONE, FLUSH = Flag(0), Entry(0, b"", Flag.FLUSH)


def sectors(letters: str) -> bytes:
    return b"".join(letter.encode() * SECTOR for letter in letters)


def write(at: int, letters: str, flags: Flag = NONE) -> Entry:
    return Entry(at, sectors(letters), flags)


def disk_of(folder: Path, letters: str) -> Path:
    image = folder / "disk"
    image.write_bytes(sectors(letters))
    return image


def letters_of(image: Path) -> str:
    return image.read_bytes()[::SECTOR].decode()


def every_outcome(folder: Path, entries: list[Entry], done: int) -> set[str]:
    image = disk_of(folder, "....")
    outcomes = (CutDisks(image, entries, folder).at(done, Random(seed)) for seed in range(60))
    return {letters_of(outcome) for outcome in outcomes}


def test_a_log_reads_back_as_it_was_written(tmp_path: Path) -> None:
    entries = [
        write(2, "ab"),
        FLUSH,
        write(0, "c", Flag.FUA),
        Entry(1, bytes(SECTOR), Flag.DISCARD),
        write(7, "d"),
    ]
    write_log(tmp_path / "log", entries)
    assert count(tmp_path / "log") == 5
    assert read_log(tmp_path / "log") == entries


def test_a_log_that_has_not_begun_has_no_entries(tmp_path: Path) -> None:
    (tmp_path / "log").touch()
    assert count(tmp_path / "log") == 0
    (tmp_path / "log").write_bytes(bytes(SECTOR))
    assert read_log(tmp_path / "log") == []


def test_a_log_that_breaks_off_is_refused(tmp_path: Path) -> None:
    write_log(tmp_path / "log", [write(0, "abc")])
    whole = (tmp_path / "log").read_bytes()
    (tmp_path / "log").write_bytes(whole[:-1])
    with pytest.raises(ValueError, match="breaks off in entry 0"):
        read_log(tmp_path / "log")


def test_what_was_flushed_is_always_there(tmp_path: Path) -> None:
    assert every_outcome(tmp_path, [write(0, "ab"), FLUSH], 2) == {"ab.."}


def test_what_was_not_flushed_is_kept_lost_or_torn_between_sectors(tmp_path: Path) -> None:
    assert every_outcome(tmp_path, [write(0, "ab")], 1) == {"....", "a...", ".b..", "ab.."}


def test_a_file_system_s_own_first_words_are_not_torn(tmp_path: Path) -> None:
    outcomes = every_outcome(tmp_path, [write(1, "bcd")], 1)
    assert outcomes == {"....", ".b..", "..cd", ".bcd"}


def test_a_later_write_may_be_kept_where_an_earlier_one_was_lost(tmp_path: Path) -> None:
    outcomes = every_outcome(tmp_path, [write(0, "a"), write(1, "b")], 2)
    assert outcomes == {"....", "a...", ".b..", "ab.."}


def test_a_write_that_must_be_sure_is_there_without_a_flush(tmp_path: Path) -> None:
    assert every_outcome(tmp_path, [write(0, "a", Flag.FUA)], 1) == {"a..."}


def test_what_comes_after_the_cut_never_happened(tmp_path: Path) -> None:
    entries = [write(0, "a"), FLUSH, write(0, "b"), FLUSH]
    assert every_outcome(tmp_path, entries, 2) == {"a..."}
    assert every_outcome(tmp_path, entries, 3) == {"a...", "b..."}


def test_a_flush_with_data_makes_sure_what_came_before_it(tmp_path: Path) -> None:
    entries = [write(0, "a"), write(1, "b", Flag.FLUSH)]
    assert every_outcome(tmp_path, entries, 2) == {"a...", "ab.."}


def test_cuts_go_on_from_each_other_as_if_each_were_the_only_one(tmp_path: Path) -> None:
    entries = [write(n % 4, "abcdefgh"[n]) if n % 3 else FLUSH for n in range(8)]
    image = disk_of(tmp_path, "....")
    disks = CutDisks(image, entries, tmp_path)
    one_by_one = [letters_of(disks.at(done, Random(done))) for done in range(9)]
    alone = [letters_of(CutDisks(image, entries, tmp_path).at(n, Random(n))) for n in range(9)]
    assert one_by_one == alone
    with pytest.raises(ValueError, match="back"):
        disks.at(0, Random(0))


def test_all_of_an_unsure_write_is_among_what_may_be_left() -> None:
    entry = write(3, "abcdefgh")
    chance = Random(1)
    for _ in range(100):
        for left in unsure([entry], chance):
            at = (left.sector - entry.sector) * SECTOR
            assert entry.data[at : at + len(left.data)] == left.data


def written(folder: Path, kind: str, what: str) -> list[dict[str, object]]:
    told: list[dict[str, object]] = []
    disk = DISKS[kind](folder)
    WRITERS[what](disk, lambda event: told.append(dict(event)))
    disk.release()
    return told


@pytest.mark.parametrize("writer", GOOD | BAD)
def test_without_a_power_cut_each_writer_keeps_what_it_told(tmp_path: Path, writer: str) -> None:
    kind, _, what = writer.partition(":")
    told = written(tmp_path, kind, what)
    assert len(told) > 30
    assert HOLDS[what](tmp_path, told, None)
    assert not HOLDS[what](tmp_path, told[:-2], told[-2]), "nobody told so much"


def test_what_is_missing_is_noticed(tmp_path: Path) -> None:
    told = written(tmp_path, "good", "game")
    journal = tmp_path / str(told[-1]["game"])
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-1]))
    assert not holds_games(tmp_path, told, None)
    assert holds_games(tmp_path, told[:-1], told[-1])
    journal.unlink()
    assert not holds_games(tmp_path, told, None)
