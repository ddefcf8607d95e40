import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cdgdevice.games.disk import FolderDisk, explain_disk_error, replace_file
from cdgdevice.games.journal import Journal
from cdgdevice.games.journal_reader import read_journal
from tests.processes import Process

WRITER = """
import sys
from pathlib import Path
from cdgdevice.games.disk import FolderDisk
from cdgdevice.games.journal import Journal

journal = Journal.start(FolderDisk(Path(sys.argv[1])), "game", {"title": "Game"})
n = 0
while True:
    journal.append({"n": n, "filler": "x" * (n % 977)})
    print(n, flush=True)
    n += 1
"""

CLAIMER = """
import sys
from pathlib import Path
from cdgdevice.games.disk import FolderDisk
from tests.processes import Process

FolderDisk(Path(sys.argv[1])).claim()
print("claimed", flush=True)
sys.stdin.read()
"""


def started(program: str, folder: Path) -> Process[str]:
    return Process(
        [sys.executable, "-c", program, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_folder_is_made_with_all_above_it_when_the_first_file_is(tmp_path: Path) -> None:
    disk = FolderDisk(tmp_path / "a" / "b")
    assert disk.names() == ()
    assert not disk.path.exists()
    replace_file(disk, "x", b"1")
    assert disk.names() == ("x",)
    assert disk.read("x") == b"1"


def test_a_part_of_a_file_is_read_without_the_rest(tmp_path: Path) -> None:
    disk = FolderDisk(tmp_path)
    replace_file(disk, "x", b"0123456789")
    assert disk.size("x") == 10
    assert disk.read("x", 2, 3) == b"234"
    assert disk.read("x", 8, 100) == b"89"
    assert disk.read("x", 7) == b"789"


def test_replacing_leaves_nothing_but_the_new_content(tmp_path: Path) -> None:
    disk = FolderDisk(tmp_path)
    replace_file(disk, "x", b"a longer text")
    replace_file(disk, "x", b"short")
    assert disk.names() == ("x",)
    assert disk.read("x") == b"short"


def test_a_new_file_is_never_written_through_a_link(tmp_path: Path) -> None:
    elsewhere, folder = tmp_path / "elsewhere", tmp_path / "folder"
    elsewhere.write_text("somebody else's")
    folder.mkdir()
    (folder / "x").symlink_to(elsewhere)
    with FolderDisk(folder).create("x") as file:
        file.write(b"mine")
    assert elsewhere.read_text() == "somebody else's"
    assert (folder / "x").read_text() == "mine"
    assert not (folder / "x").is_symlink()


def test_appending_never_makes_a_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        FolderDisk(tmp_path).append("x")


def test_every_name_is_listed_whatever_it_names(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file").touch()
    assert FolderDisk(tmp_path).names() == ("file", "loop", "sub")


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs Linux's /proc")
def test_every_line_is_synced_and_a_new_file_s_folder_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The kernel's own calls are watched, not replaced.
    synced: list[str] = []
    real = os.fsync

    def watched(descriptor: int) -> None:
        synced.append(str(Path(f"/proc/self/fd/{descriptor}").readlink()))
        real(descriptor)

    monkeypatch.setattr("cdgdevice.games.disk._sync", watched)
    monkeypatch.setattr(os, "fsync", watched)
    folder = tmp_path / "state" / "games"
    journal = Journal.start(FolderDisk(folder), "game", {})
    assert synced == [str(p) for p in (tmp_path, folder.parent, folder / "game.new", folder)]
    journal.append({"n": 1})
    assert synced[4:] == [str(folder / "game")]


def test_two_claims_of_one_folder_exclude_each_other(tmp_path: Path) -> None:
    first, second = FolderDisk(tmp_path), FolderDisk(tmp_path)
    first.claim()
    first.claim()
    with pytest.raises(BlockingIOError):
        second.claim()
    first.release()
    second.claim()
    second.release()


def test_the_kernel_gives_back_what_a_killed_process_had_claimed(tmp_path: Path) -> None:
    disk = FolderDisk(tmp_path)
    with started(CLAIMER, tmp_path) as process:
        assert process.stdout.readline() == "claimed\n"
        with pytest.raises(BlockingIOError):
            disk.claim()
        process.kill()
        process.wait()
    disk.claim()
    disk.release()


@pytest.mark.parametrize("acknowledgements", [1, 7, 60])
def test_a_killed_writer_leaves_all_that_it_acknowledged(
    tmp_path: Path, acknowledgements: int
) -> None:
    with started(WRITER, tmp_path) as process:
        assert process.stdout is not None
        for _ in range(acknowledgements):
            process.stdout.readline()
        process.kill()
        rest = process.stdout.read()
        process.wait()
    # The kill may have come in the middle of a number: only whole lines acknowledge.
    acknowledged = acknowledgements + rest.count("\n")
    journal, found = Journal.open(FolderDisk(tmp_path), "game")
    numbers = [entry["n"] for entry in found.entries]
    assert numbers == list(range(len(numbers)))
    assert acknowledged <= len(numbers) <= acknowledged + 1
    journal.append({"n": len(numbers)})
    assert len(read_journal(FolderDisk(tmp_path), "game").entries) == len(numbers) + 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs Linux's always full device")
def test_a_disk_that_is_really_full_is_told_in_a_sentence() -> None:
    with (
        FolderDisk(Path("/dev")).append("full") as file,
        pytest.raises(OSError, match=r"\[Errno") as full,
    ):
        file.write(b"x")
    assert explain_disk_error(full.value) == "the disk is full"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EROFS, "the disk can only be read"),
        (errno.EIO, "the disk does not answer as it should"),
        (errno.EACCES, "this user may not do that here"),
        (errno.ENOENT, "the file or its folder is gone"),
        (errno.EISDIR, "something else is in the place of the file or its folder"),
        (errno.ENOTDIR, "something else is in the place of the file or its folder"),
        (errno.ELOOP, "something else is in the place of the file or its folder"),
        (errno.EMFILE, os.strerror(errno.EMFILE)),
    ],
)
def test_the_disk_s_reasons_are_words(number: int, words: str) -> None:
    assert explain_disk_error(OSError(number, os.strerror(number))) == words
