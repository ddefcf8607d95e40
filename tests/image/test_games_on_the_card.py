"""The games' partition at a start, and the copy on the boot partition at a shutdown."""

import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from tests.patience import PATIENCE

CHECKOUT = Path(__file__).parents[2]
OURS = CHECKOUT / "systemd/image/root/usr/lib/cdgdevice-image"
COPY = "cdgdevice-games.tar.gz"

pytestmark = pytest.mark.skipif(shutil.which("sync") is None, reason="as on the card, Linux")


class Card:
    """A card's partitions as folders; what asks for root or a disk is played."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.boot, self.card, self.run = (folder / name for name in ("boot", "card", "run"))
        self.tools = folder / "tools"
        for made in (self.boot, self.card, self.run, self.tools):
            made.mkdir()
        for name in ("mount", "e2fsck", "sfdisk", "partx", "resize2fs"):
            self.plays(name, f"echo {name} >>{folder}/called")
        self.plays("journalctl", "echo cdgdevice: plays")
        self.plays("dd", 'exec cat "${1#if=}"')
        self.plays("setpriv", 'shift 3\nexec "$@"')
        self.plays("install", f'echo $3 >{folder}/owner\nexec mkdir -p "$8"')
        disk = folder / "sys/disk"
        disk.mkdir(parents=True)
        (disk / "size").write_text("2000000\n")
        (folder / "sys/diskp3").mkdir()
        (folder / "sys/diskp3/start").write_text("100000\n")
        (folder / "sys/diskp3/size").write_text("100000\n")

    @property
    def games(self) -> Path:
        return self.card / "games"

    def plays(self, name: str, does: str) -> None:
        """Put this in a program's place."""
        (self.tools / name).write_text(f"#!/bin/sh\n{does}\n")
        (self.tools / name).chmod(0o755)

    def start(self) -> str:
        """Run mount-games, and return what was told."""
        told = self.folder / "told"
        told.write_text("")
        self._runs("mount-games", "/dev/disk")
        return told.read_text()

    def shut_down(self, check: bool = True) -> None:
        """Run keep-games."""
        self._runs("keep-games", check=check)

    def holds(self, name: str = COPY) -> dict[str, str]:
        """Return the games of a copy."""
        with tarfile.open(self.boot / name) as tar:
            return {
                member.name.removeprefix("./"): tar.extractfile(member).read().decode()  # type: ignore[union-attr]
                for member in tar
                if member.isfile()
            }

    def put_copy(self, **games: str) -> None:
        """Put a copy of another card's games on the boot partition."""
        there = self.folder / "other"
        there.mkdir()
        for name, content in games.items():
            (there / name).write_text(content)
        with tarfile.open(self.boot / COPY, "w:gz") as tar:
            tar.add(there, ".")

    def _runs(self, script: str, *words: str, check: bool = True) -> None:
        text = (OURS / script).read_text("utf-8")
        for path, instead in {
            "/boot/firmware": self.boot,
            "/srv/card": self.card,
            "/var/lib/cdgdevice": self.games,
            "/run/": f"{self.run}/",
            "/sys/class/block": self.folder / "sys",
            ">/dev/kmsg": f">>{self.folder}/told",
        }.items():
            text = text.replace(path, str(instead))
        subprocess.run(
            ["sh", "-c", text, script, *words],
            check=check,
            env=os.environ | {"PATH": f"{self.tools}:{os.environ['PATH']}"},
            stdout=subprocess.DEVNULL,
            timeout=PATIENCE,
        )


@pytest.fixture
def card(tmp_path: Path) -> Card:
    made = Card(tmp_path)
    made.games.mkdir()
    return made


def test_a_shutdown_replaces_the_copy_that_the_last_one_wrote(card: Card) -> None:
    for evening in ("first", "second"):
        (card.games / "game").write_text(evening)
        card.shut_down()
    assert card.holds() == {"game": "second"}
    assert {path.name for path in card.boot.iterdir()} == {COPY, "cdgdevice-log.txt"}
    assert [*card.run.iterdir()] == []


def test_a_copy_that_its_owner_put_there_is_kept_under_another_name(card: Card) -> None:
    (card.games / "game").write_text("this card's")
    card.shut_down()
    for number in (1, 2):
        card.put_copy(game=f"another card's {number}")
        shutil.rmtree(card.folder / "other")
        card.shut_down()
        assert card.holds(f"cdgdevice-games-{number}.tar.gz") == {
            "game": f"another card's {number}"
        }
    assert card.holds() == {"game": "this card's"}


def test_a_copy_that_a_fresh_card_took_is_replaced(card: Card) -> None:
    card.put_copy(game="an evening")
    assert "took the games" in card.start()
    assert (card.games / "game").read_text() == "an evening"
    (card.games / "game").write_text("another")
    card.shut_down()
    assert card.holds() == {"game": "another"}
    assert not (card.boot / "cdgdevice-games-1.tar.gz").exists()


def test_games_that_could_not_be_read_whole_leave_the_good_copy(card: Card) -> None:
    (card.games / "game").write_text("good")
    card.shut_down()
    (card.games / "game").write_text("half")
    card.plays("tar", f'{shutil.which("tar")} "$@"\nexit 2')
    card.shut_down(check=False)
    assert card.holds() == {"game": "good"}


@pytest.mark.parametrize("games", [{}, {"game": "the same"}])
def test_what_was_logged_is_written_at_each_shutdown(card: Card, games: dict[str, str]) -> None:
    for name, content in games.items():
        (card.games / name).write_text(content)
    for _ in range(2):
        card.shut_down()
        assert (card.boot / "cdgdevice-log.txt").read_bytes() == b"cdgdevice: plays\r\n"
        (card.boot / "cdgdevice-log.txt").unlink()


def test_the_card_is_filled_once(card: Card) -> None:
    for _ in range(2):
        assert card.start() == ""
    called = (card.folder / "called").read_text().split()
    assert [name for name in called if name not in ("e2fsck", "mount")] == [
        "sfdisk",
        "partx",
        "resize2fs",
    ]


@pytest.mark.parametrize("fails", ["sfdisk", "partx", "resize2fs"])
def test_a_card_that_could_not_be_filled_is_filled_at_the_next_start(
    card: Card, fails: str
) -> None:
    card.plays(fails, "exit 1")
    assert "could not be made larger" in card.start()
    card.plays(fails, "exit 0")
    assert card.start() == ""
    assert (card.card / "filled").exists()


def test_a_card_that_lost_its_games_takes_the_copy(card: Card) -> None:
    card.put_copy(game="an evening")
    card.games.rmdir()
    card.start()
    assert (card.games / "game").read_text() == "an evening"
    assert (card.folder / "owner").read_text() == "cdgdevice\n"


def test_games_half_moved_when_the_plug_was_pulled_are_found(card: Card) -> None:
    (card.games / "game").write_text("an evening")
    card.games.rename(card.card / "restored")
    card.start()
    assert (card.games / "game").read_text() == "an evening"


def test_a_damaged_copy_is_told_and_the_card_starts_without(card: Card) -> None:
    (card.boot / COPY).write_bytes(b"no copy")
    assert "is damaged: its games were not taken" in card.start()
    assert [*card.games.iterdir()] == []
