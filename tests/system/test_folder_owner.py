"""Root becomes the owner of a folder before it writes there."""

import os
import sys
from pathlib import Path

import pytest

from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.games.disk import FolderDisk
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.open_game import OpenGame
from cdgdevice.games.sheet_library import BUILT_IN
from cdgdevice.rules.requests import NewGame
from cdgdevice.selftest.bug_report import write_bug_report
from cdgdevice.selftest.computer import Machine
from cdgdevice.selftest.findings import FindingKind, run_to_end
from cdgdevice.selftest.hardware_checks import ReaderProbe
from cdgdevice.selftest.storage import FILE, OwnedData, owned_steps
from cdgdevice.system.write_access import as_owner

if sys.platform == "win32":
    pytest.skip("there is no such root", allow_module_level=True)

ROOT = os.geteuid() == 0
SOMEBODY, THEIR_GROUP = 64_123, 64_124
"""Numbers that no user and no group has."""

needs_root = pytest.mark.skipif(not ROOT, reason="only root can become somebody else")


def folder_of_somebody(tmp_path: Path) -> Path:
    # pytest's own folders are closed to others.
    for path in (tmp_path, *tmp_path.parents):
        if path.name.startswith(("pytest-", "popen-")):
            path.chmod(0o755)
    tmp_path.chmod(0o755)
    folder = tmp_path / "theirs"
    folder.mkdir()
    os.chown(folder, SOMEBODY, THEIR_GROUP)
    return folder


def owned_data(games: Path) -> OwnedData:
    return OwnedData((), (), BUILT_IN, games, FolderDisk(games))


@needs_root
def test_what_root_writes_in_a_folder_of_somebody_is_theirs(tmp_path: Path) -> None:
    folder = folder_of_somebody(tmp_path)
    with as_owner(folder / "deeper"):
        (folder / "x").touch()
        assert os.getgroups() == [THEIR_GROUP]
    assert (folder / "x").stat().st_uid == SOMEBODY
    assert (os.geteuid(), os.getegid()) == (0, 0)


@needs_root
def test_the_self_test_of_root_leads_a_link_of_the_folder_s_owner_nowhere(tmp_path: Path) -> None:
    folder, secret = folder_of_somebody(tmp_path), tmp_path / "secret"
    secret.mkdir(mode=0o700)
    (folder / "games").symlink_to(secret)
    (_, _, disk, *_) = owned_steps(Machine(), owned_data(folder / "games"))
    assert [finding.what for finding in disk()] == [FindingKind.DISK_NOT_OURS]
    (folder / FILE).symlink_to(secret / "x")
    (_, _, disk, *_) = owned_steps(Machine(), owned_data(folder))
    assert disk()[0].what in (FindingKind.DISK_WRITES, FindingKind.DISK_SLOW)
    assert list(secret.iterdir()) == []


@needs_root
def test_the_self_test_of_root_reads_no_game_that_its_folder_s_owner_may_not_read(
    tmp_path: Path,
) -> None:
    folder, roots = folder_of_somebody(tmp_path), tmp_path / "roots"
    OpenGame.new(GameFolder(FolderDisk(roots)), NewGame("standard-2018"))
    (secret,) = roots.glob("*.journal")
    secret.chmod(0o600)
    (folder / secret.name).symlink_to(secret)
    owned = owned_data(folder)
    found = [each for step in owned_steps(Machine(), owned)[3:] for each in run_to_end(step)]
    assert [each.what for each in found] == [FindingKind.GAMES_BROKEN]
    assert "this user may not do that here" in found[0].sentence


@needs_root
def test_the_report_of_root_tells_nothing_of_a_file_that_the_owner_may_not_read(
    tmp_path: Path,
) -> None:
    folder, secret = folder_of_somebody(tmp_path), tmp_path / "secret"
    secret.write_text("root's")
    secret.chmod(0o600)
    (folder / "0001-standard-2018.journal").symlink_to(secret)
    text = write_bug_report(Machine(), Config(folder), owned_data(folder), (), ReaderProbe(()))
    assert "1 game\n" in text
    assert "digest" not in text


@needs_root
def test_root_appends_through_no_link_in_a_folder_of_somebody(tmp_path: Path) -> None:
    folder, secret = folder_of_somebody(tmp_path), tmp_path / "secret"
    secret.write_text("root's")
    (folder / "x").symlink_to(secret)
    with pytest.raises(OSError, match="symbolic links"):
        FolderDisk(folder).append("x")
    assert secret.read_text() == "root's"


def test_whoever_is_not_root_stays_who_they_are(tmp_path: Path) -> None:
    before = (os.geteuid(), os.getegid(), os.getgroups())
    with as_owner(tmp_path if not ROOT else Path("/")):
        assert (os.geteuid(), os.getegid(), os.getgroups()) == before
