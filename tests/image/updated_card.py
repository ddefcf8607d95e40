"""A card with two slots as files, updates that are signed for it, and a disk that loses power."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, Final

import pytest

from cdgdevice.service.card_updates import read_card_updates
from cdgdevice.ui.intents_and_commands import UpdateOutcome
from tests.patience import PATIENCE

on_linux_with_ssh = [
    pytest.mark.skipif(sys.platform != "linux", reason="as on the card, Linux"),
    pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="it verifies updates"),
]

CHECKOUT: Final = Path(__file__).parents[2]
IMAGE: Final = CHECKOUT / "systemd/image"
SECTOR: Final = 512
"""Bytes that a card writes whole or not at all."""
SUPERBLOCK: Final = 96
"""Bytes by which an initial RAM disk knows its root."""
PIECE: Final = 1024
CONFIG: Final = "boot/config.txt"
ROOTS: Final = {"a": "root-a", "b": "root-b"}
GAMES: Final = {"games/game": b"an evening"}
Content = dict[str, bytes]
"""Each file of the card by its path."""


def load_take_update() -> Any:
    """Return the card's program as a module of its own, which writes in small pieces."""
    module = ModuleType("take_update")
    sys.modules["take_update"] = module
    source = IMAGE / "root/usr/lib/cdgdevice-image/take-update"
    exec(compile(source.read_text("utf-8"), source, "exec"), module.__dict__)
    vars(module)["PIECE"] = PIECE
    return module


def version_files(number: int, root_size: int = 3000) -> Content:
    """Return what a slot has of a version."""
    return dict(_version_files(number, root_size))


@cache
def _version_files(number: int, root_size: int) -> Content:
    return {
        name: Random(f"{number} {name}").randbytes(size)
        for name, size in {
            "vmlinuz": 2600,
            "initrd.img": 1500,
            "cmdline.txt": 90,
            "tryline.txt": 100,
            "bcm2837-rpi-3-b.dtb": 700,
            "root.squashfs": root_size,
        }.items()
    }


def about(number: int, boards: str = "cdgdevice-arm64") -> dict[str, object]:
    """Return what a version says of itself; a higher number was made later."""
    return {"for": boards, "version": f"0.{number}.0", "made": number * 86_400}


def make_key(folder: Path) -> Path:
    """Make a key; return its private half."""
    key = folder / "key"
    words = ("-q", "-t", "ed25519", "-N", "", "-f", key)
    subprocess.run(["ssh-keygen", *words], check=True, timeout=PATIENCE)
    return key


def pack_update(key: Path, number: int, root_size: int = 3000, **told: str) -> bytes:
    """Return an update to a version as pack-update makes it."""
    with TemporaryDirectory() as made:
        says, slot, target = (Path(made) / name for name in ("about.json", "slot", "update"))
        slot.mkdir()
        for file, data in version_files(number, root_size).items():
            (slot / file).write_bytes(data)
        says.write_text(json.dumps(about(number, **told)))
        pack = [sys.executable, "-IB", IMAGE / "pack-update", key, says, slot, target]
        subprocess.run([*map(str, pack)], check=True, timeout=PATIENCE)
        return target.read_bytes()


packed_update = cache(pack_update)
"""The same, packed once for all tests."""


class UpdatedCard:
    """A card that runs version 1 in slot a; `key` signs what it takes."""

    def __init__(self, folder: Path, key: Path) -> None:
        self.folder = folder
        self.key = key
        self.program = load_take_update()
        self.boot = folder / "boot"
        self.fetched = folder / "fetched"
        self.fetched.mkdir(exist_ok=True)
        files = version_files(1)
        room = bytes(2 * SECTOR)
        content = {f"boot/a/{name}": data for name, data in files.items()}
        content[ROOTS["a"]] = content.pop("boot/a/root.squashfs") + room
        content[ROOTS["b"]] = bytes(len(content[ROOTS["a"]]))
        content[CONFIG] = (IMAGE / "boot/config.txt").read_bytes()
        self.put(content | GAMES)
        self.runs("a", 1)

    def runs(self, slot: str, number: int) -> None:
        """Let this be what runs."""
        signers = self.folder / "signers"
        public = self.key.with_suffix(".pub").read_text().split()[:2]
        signers.write_text(f'update namespaces="cdgdevice-update" {" ".join(public)}\n')
        roots = {each: self.folder / name for each, name in ROOTS.items()}
        menu = self.folder / "outcomes"
        # A start forgets what was shown before it.
        menu.unlink(missing_ok=True)
        self.card = self.program.Card(
            self.boot, slot, roots, about(number), signers, self.fetched, menu
        )

    def shown(self) -> list[tuple[str, UpdateOutcome, str]]:
        """Return file, outcome and version of each update, as the gadget's menu is told."""
        read = read_card_updates(self.card.outcomes)
        return [(each.file, each.outcome, each.version) for each in read]

    def put(self, content: Mapping[str, bytes]) -> None:
        """Let the card have exactly these files, but for updates."""
        for path in self.content():
            (self.folder / path).unlink(missing_ok=True)
        for path, data in content.items():
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).write_bytes(data)

    def content(self) -> Content:
        """Return what is on the card, but for updates."""
        return {
            path: (self.folder / path).read_bytes()
            for path in self._kept()
            if not path.endswith(".update")
        }

    def _kept(self) -> list[str]:
        below = [path for top in ("boot", "games") for path in (self.folder / top).rglob("*")]
        paths = [*below, *(self.folder / name for name in ROOTS.values())]
        return [str(path.relative_to(self.folder)) for path in paths if path.is_file()]

    def put_update(self, number: int, name: str = "", key: Path | None = None, **told: Any) -> Path:
        """Put an update on the boot partition, as pack-update makes it."""
        target = self.boot / (name or f"cdgdevice-0.{number}.0-arm64.update")
        target.write_bytes(packed_update(key or self.key, number, **told))
        return target

    def write(self) -> None:
        """Do what the card does once all has started."""
        self.program.take_newest(self.card)

    def keep(self) -> None:
        """Do what the card does once a version that is tried has run for a while."""
        self.program.keep(self.card)


def started(content: Content) -> tuple[str, bool, int]:
    """Return which slot the firmware starts, whether on trial, and which version that is.

    Fails unless kernel and root are those of one version, to the byte.
    """
    prefix, line = content[CONFIG].split(b"\n")[:2]
    slot = prefix.decode().removeprefix("os_prefix=").removesuffix("/")
    trial = {b"cmdline=tryline.txt": True, b"cmdline=cmdline.txt": False}[line]
    has = {
        path.removeprefix(f"boot/{slot}/"): data
        for path, data in content.items()
        if path.startswith(f"boot/{slot}/") and not path.endswith(("/manifest.json", "/tries"))
    }
    for number in range(4):
        files = version_files(number)
        root = files.pop("root.squashfs")
        if has == files:
            (data, *_) = (
                content[name]
                for name in ROOTS.values()
                if content[name][:SUPERBLOCK] == root[:SUPERBLOCK]
            )
            assert data[: len(root)] == root, "the root is damaged"
            return slot, trial, number
    raise AssertionError(f"slot {slot} has no whole version")


class WrittenDisk:
    """What a program does to a disk by `os`, written down; it is done too."""

    def __init__(self, folder: Path, syncs: bool = True) -> None:
        self._folder = folder
        self._syncs = syncs
        self._open: dict[int, str] = {}
        self.done: list[tuple[str, str, int, bytes]] = []
        """Each step: what, which file, at which byte, which bytes."""

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def open(self, path: Path, flags: int) -> int:
        there = path.exists()
        file = os.open(path, flags)
        self._open[file] = self._name(path)
        if flags & os.O_TRUNC or not there:
            self._note("make", self._open[file])
        return file

    def pwrite(self, file: int, data: bytes, at: int) -> int:
        self._note("write", self._open[file], at, data)
        return os.pwrite(file, data, at)

    def fsync(self, file: int) -> None:
        if self._syncs:
            self._note("sync", self._open[file])

    def sync(self) -> None:
        if self._syncs:
            self._note("sync", "")

    def unlink(self, path: Path) -> None:
        self._note("unlink", self._name(path))
        path.unlink()

    def every_cut(self, before: Content) -> Iterator[Content]:
        """Give what the disk may have after a power cut at each step.

        What was synced is there. Of all else each step may be missing, or alone be there, and a
        write be torn between sectors. A name is only there once the whole disk was synced.
        """
        for end in range(len(self.done) + 1):
            pending = [number for number in range(end) if not self._is_safe(number, end)]
            chosen: list[list[int]] = [[], pending, *([number] for number in pending)]
            chosen += [[each for each in pending if each != number] for number in pending]
            for some in chosen:
                safe = [number for number in range(end) if number not in pending or number in some]
                yield self._replayed(before, [self.done[number] for number in safe])
            if pending and self.done[pending[-1]][0] == "write":
                *steps, (what, path, at, data) = (self.done[number] for number in range(end))
                for torn in range(SECTOR, len(data), SECTOR):
                    for part, start in ((data[:torn], at), (data[torn:], at + torn)):
                        yield self._replayed(before, [*steps, (what, path, start, part)])

    def _is_safe(self, number: int, end: int) -> bool:
        what, path, *_ = self.done[number]
        syncs = {step[1] for step in self.done[number:end] if step[0] == "sync"}
        return "" in syncs or (what == "write" and path in syncs)

    @staticmethod
    def _replayed(before: Content, steps: list[tuple[str, str, int, bytes]]) -> Content:
        content = dict(before)
        for what, path, at, data in steps:
            if what == "make":
                content[path] = b""
            elif what == "unlink":
                content.pop(path, None)
            elif what == "write" and path in content:
                old = content[path].ljust(at, b"\0")
                content[path] = old[:at] + data + old[at + len(data) :]
        return content

    def _note(self, what: str, path: str, at: int = 0, data: bytes = b"") -> None:
        self.done.append((what, path, at, data))

    def _name(self, path: Path) -> str:
        return str(path.relative_to(self._folder))
