import errno

import pytest

from cdgdevice.errors import JournalError
from cdgdevice.games.disk import Disk
from cdgdevice.games.journal import Journal
from cdgdevice.games.journal_format import encode_line
from cdgdevice.games.journal_reader import parse_journal, read_journal
from tests.simulated_disk import SimulatedDisk, Step

NAME = "0001-game.journal"
ENTRIES = [{"at": n, "request": {"do": "roll", "die": n}} for n in range(1, 7)]


def written(disk: Disk, count: int = 3) -> Journal:
    journal = Journal.start(disk, NAME, {"title": "Game"})
    for entry in ENTRIES[:count]:
        journal.append(entry)
    return journal


def content(count: int = 3) -> bytes:
    disk = SimulatedDisk()
    written(disk, count)
    return disk.read(NAME)


def disk_with(data: bytes) -> SimulatedDisk:
    disk = SimulatedDisk()
    with disk.create(NAME) as file:
        file.write(data)
        file.sync()
    disk.sync_names()
    return disk


def test_a_journal_opens_with_what_was_put_into_it() -> None:
    disk = SimulatedDisk()
    written(disk)
    journal, found = Journal.open(disk, NAME)
    assert found.header == {"journal": 1, "title": "Game"}
    assert found.entries == tuple(ENTRIES[:3])
    assert not found.torn
    assert journal.count == 3
    assert journal.unsynced is None


@pytest.mark.parametrize("left", range(1, len(encode_line(3, ENTRIES[2])) - 1))
def test_a_torn_last_line_is_dropped_and_the_next_entry_takes_its_number(left: int) -> None:
    disk = disk_with(content(2) + encode_line(3, ENTRIES[2])[:left])
    journal, found = Journal.open(disk, NAME)
    assert found.entries == tuple(ENTRIES[:2])
    assert found.torn
    journal.append(ENTRIES[3])
    again = read_journal(disk, NAME)
    assert again.entries == (*ENTRIES[:2], ENTRIES[3])
    assert not again.torn


def test_a_last_line_that_lacks_only_its_newline_counts_and_is_not_glued_to() -> None:
    disk = disk_with(content(3)[:-1])
    journal, found = Journal.open(disk, NAME)
    assert found.entries == tuple(ENTRIES[:3])
    journal.append(ENTRIES[3])
    assert read_journal(disk, NAME).entries == tuple(ENTRIES[:4])


def test_zeros_at_the_end_are_a_torn_write() -> None:
    assert parse_journal(content() + b"\0" * 300, NAME).torn


def test_nothing_that_was_written_is_ever_changed() -> None:
    disk = disk_with(content(2) + b"3\t12")
    before = disk.read(NAME)
    Journal.open(disk, NAME)[0].append(ENTRIES[2])
    assert disk.read(NAME).startswith(before)


def test_every_change_of_one_byte_is_damage_or_tells_that_the_last_line_is_dropped() -> None:
    data = content()
    last = data.rindex(b"\n", 0, -1)
    for at in range(len(data)):
        for byte in (0, 9, 10, 32, 48, 49, 52, data[at] ^ 1):
            if byte == data[at]:
                continue
            changed = data[:at] + bytes([byte]) + data[at + 1 :]
            try:
                found = parse_journal(changed, NAME)
            except JournalError:
                continue
            assert at > last, f"byte {at} became {byte} and nobody noticed"
            assert found.torn or found.entries == tuple(ENTRIES[:3])
            assert found.entries[:2] == tuple(ENTRIES[:2])


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_a_line_that_is_missing_before_the_last_is_damage(gone: int) -> None:
    lines = content().splitlines(keepends=True)
    del lines[gone]
    with pytest.raises(JournalError, match="damaged"):
        parse_journal(b"".join(lines), NAME)


def test_lines_in_another_order_are_damage() -> None:
    lines = content().splitlines(keepends=True)
    with pytest.raises(JournalError, match="damaged in line 2"):
        parse_journal(b"".join((lines[0], lines[2], lines[1], lines[3])), NAME)


def test_two_last_lines_run_together_are_damage_not_a_torn_write() -> None:
    data = content()
    at = data.rindex(b"\n", 0, -1)
    with pytest.raises(JournalError, match="damaged in line 3"):
        parse_journal(data[:at] + b"x" + data[at + 1 :], NAME)


def test_damage_is_told_with_file_line_and_what_to_do() -> None:
    data = content().replace(b'"die":2', b'"die":5')
    with pytest.raises(JournalError) as damaged:
        parse_journal(data, NAME)
    assert str(damaged.value) == (
        "0001-game.journal is damaged in line 3; put back a copy of it, or delete that line "
        "and all below it to go on from there."
    )


def test_what_the_sentence_advises_works() -> None:
    data = content().replace(b'"die":2', b'"die":5')
    kept = b"".join(data.splitlines(keepends=True)[:2])
    assert parse_journal(kept, NAME).entries == tuple(ENTRIES[:1])


def test_a_damaged_first_line_and_an_empty_file_are_told() -> None:
    for data in (b"", b"\n", content()[1:], b"PK\x03\x04"):
        with pytest.raises(JournalError, match="damaged in its first line"):
            parse_journal(data, NAME)


def test_a_journal_of_a_newer_version_is_left_alone() -> None:
    with pytest.raises(JournalError, match="newer version"):
        parse_journal(encode_line(0, {"journal": 2}), NAME)


def test_a_missing_file_is_told() -> None:
    with pytest.raises(JournalError, match=r"0001-game\.journal can't be read: the file or its"):
        read_journal(SimulatedDisk(), NAME)


@pytest.mark.parametrize("room", range(0, 80, 7))
def test_a_full_disk_refuses_an_entry_and_takes_it_when_there_is_room(room: int) -> None:
    disk = SimulatedDisk()
    journal = written(disk, 2)
    disk.room = min(room, len(encode_line(3, ENTRIES[2])) - 1)
    for _ in range(3):
        with pytest.raises(JournalError, match="the disk is full; the game goes on"):
            journal.append(ENTRIES[2])
    assert journal.count == 2
    disk.mend()
    journal.append(ENTRIES[2])
    journal.append(ENTRIES[3])
    assert read_journal(disk, NAME).entries == tuple(ENTRIES[:4])


@pytest.mark.parametrize(
    ("step", "number", "why"),
    [
        (Step.APPEND, errno.EROFS, "can only be read"),
        (Step.WRITE, errno.EIO, "does not answer"),
        (Step.SYNC, errno.EIO, "does not answer"),
    ],
)
def test_a_disk_that_comes_back_holds_the_entry_once(step: Step, number: int, why: str) -> None:
    disk = SimulatedDisk()
    journal = written(disk, 2)
    disk.failing = {step: number}
    with pytest.raises(JournalError, match=why):
        journal.append(ENTRIES[2])
    disk.mend()
    journal.append(ENTRIES[2])
    for after in disk.every_cut():
        assert read_journal(after, NAME).entries == tuple(ENTRIES[:3])


def test_an_entry_that_was_refused_can_be_replaced_by_another() -> None:
    disk = SimulatedDisk()
    journal = written(disk, 2)
    disk.failing = {Step.SYNC: errno.EIO}
    with pytest.raises(JournalError):
        journal.append(ENTRIES[2])
    disk.mend()
    journal.append(ENTRIES[3])
    assert read_journal(disk, NAME).entries == (*ENTRIES[:2], ENTRIES[3])


def test_a_disk_that_can_only_be_read_still_opens_and_says_what_is_not_safe() -> None:
    disk = SimulatedDisk()
    written(disk)
    disk.make_read_only()
    journal, found = Journal.open(disk, NAME)
    assert found.entries == tuple(ENTRIES[:3])
    assert "can only be read" in journal.unsynced
    disk.mend()
    journal.append(ENTRIES[3])
    assert journal.unsynced is None


def test_what_a_dead_process_wrote_unsynced_is_synced_before_it_is_shown() -> None:
    disk = SimulatedDisk()
    written(disk, 2)
    with disk.append(NAME) as file:
        file.write(encode_line(3, ENTRIES[2]))
    _, shown = Journal.open(disk, NAME)
    assert shown.entries == tuple(ENTRIES[:3])
    for after in disk.every_cut():
        assert read_journal(after, NAME).entries == shown.entries


def test_a_file_that_was_taken_away_is_told_and_not_begun_again() -> None:
    disk = SimulatedDisk()
    journal = written(disk)
    disk.remove(NAME)
    with pytest.raises(JournalError, match="gone"):
        journal.append(ENTRIES[3])
    assert disk.names() == ()
