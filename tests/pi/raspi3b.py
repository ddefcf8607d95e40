"""A Raspberry Pi 3B that QEMU plays, with a card in its slot to which the card image was written.

What a Pi's firmware does, this and QEMU do: they load kernel, initial RAM disk and device tree of
the slot that config.txt names, and say which board it is.
"""

import json
import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from tests.machine.emulated_machine import EmulatedMachine, run_tool

BOOT_AT = 1 << 20
"""Bytes before the card's first partition."""
CARD = 1 << 30
"""Bytes of the card: more than the image has, and a power of two, which QEMU wants."""
KERNEL, RAM_DISK, TREE = "vmlinuz", "initrd.img", "bcm2837-rpi-3-b.dtb"
MODULES = Path("/usr/lib/x86_64-linux-gnu/qemu")
"""Where this computer has the modules of its own QEMU, and another QEMU looks for its own."""
PACK_UPDATE = Path(__file__).parents[2] / "systemd/image/pack-update"
REVISION = "a02082"
"""What a real boot loader says of a Pi 3B."""


class Raspi3B(EmulatedMachine):
    """A Pi that is off, its card a copy of `image`; `qemu` is a folder of `.ci/pi-qemu`."""

    def __init__(
        self, image: Path, folder: Path, qemu: Path, patience: float, pause: float
    ) -> None:
        super().__init__(folder, patience, pause)
        self._qemu = qemu
        self.card = folder / "card.img"
        run_tool("cp", "--sparse=always", image, self.card)
        os.truncate(self.card, CARD)

    def put_on_boot(self, name: str, content: bytes) -> None:
        """Put a file on the boot partition, as its owner does in a laptop: the Pi must be off."""
        assert not self.on
        file = self.folder / "file"
        file.write_bytes(content)
        run_tool("mcopy", "-o", "-i", f"{self.card}@@{BOOT_AT}", file, f"::{name}")

    def on_boot(self, name: str) -> bytes:
        """Give a file of the boot partition."""
        file = self.folder / "file"
        run_tool("mcopy", "-n", "-o", "-i", f"{self.card}@@{BOOT_AT}", f"::{name}", file)
        return file.read_bytes()

    def slot(self) -> tuple[str, str]:
        """Give the folder that config.txt names, and the file of its kernel's words."""
        lines = self.on_boot("config.txt").decode().splitlines()
        said = dict(line.split("=", 1) for line in lines if "=" in line and line[:1] != "#")
        return said["os_prefix"], said["cmdline"]

    def make_update(self, version: str, key: Path, files: Mapping[str, bytes]) -> bytes:
        """Give an update, made in 2100, of these files, signed by this key."""
        slot, about, update = (self.folder / name for name in ("slot", "about.json", "update"))
        slot.mkdir(exist_ok=True)
        for name, content in files.items():
            (slot / name).write_bytes(content)
        said = {"for": "cdgdevice-arm64", "version": version, "made": 4_102_444_800}
        about.write_text(json.dumps(said))
        run_tool(sys.executable, "-IB", PACK_UPDATE, key, about, slot, update)
        return update.read_bytes()

    def root(self, slot: str, size: int) -> bytes:
        """Give the first bytes of a slot's root, as they are on the card."""
        with self.card.open("rb") as card:
            card.seek(self._partition_start({"a": 2, "b": 4}[slot]))
            return card.read(size)

    def update_to_second_slot(self) -> None:
        """Leave the card as an update leaves it, to be tried; the first slot's root is gone."""
        assert not self.on
        at, slots = f"{self.card}@@{BOOT_AT}", self.folder / "slots"
        slots.mkdir()
        with suppress(AssertionError):  # there may be none
            run_tool("mdeltree", "-i", at, "::b")
        run_tool("mcopy", "-s", "-i", at, "::a", slots)
        (slots / "a").rename(slots / "b")
        run_tool("mcopy", "-s", "-i", at, slots / "b", "::")
        *_, config = self.on_boot("config.txt").split(b"\n", 2)
        self.put_on_boot("config.txt", b"os_prefix=b/\ncmdline=tryline.txt\n" + config)
        first, second = (self._partition_start(number) for number in (2, 4))
        run_tool(
            *("dd", f"if={self.card}", f"of={self.card}", "bs=1M", "conv=notrunc,sparse"),
            *(f"skip={first >> 20}", f"seek={second >> 20}", f"count={(second - first) >> 20}"),
        )
        with self.card.open("r+b") as card:
            card.seek(first)
            card.write(bytes(4096))

    def _partition_start(self, number: int) -> int:
        words = ("partx", "--noheadings", "--output", "START", "--nr", number, self.card)
        return int(run_tool(*words)) * 512

    def kernel_words(self) -> str:
        """Give the kernel's words without those that keep it quiet."""
        words = self.on_boot("".join(self.slot())).decode().strip()
        return words.replace("quiet loglevel=3 ", "")

    def boot(
        self,
        kernel_words: str,
        clock: str,
        more: Iterable[object] = (),
        added_to_ram_disk: bytes = b"",
    ) -> None:
        """Give it power. `clock` is QEMU's `-icount`; `more` are further words of its command line.

        What is added to the initial RAM disk is an archive that the kernel unpacks over it.
        """
        for name in (KERNEL, RAM_DISK, TREE):
            (self.folder / name).write_bytes(self.on_boot(self.slot()[0] + name))
        with (self.folder / RAM_DISK).open("ab") as ram_disk:
            ram_disk.write(added_to_ram_disk)
        tree = self.folder / TREE
        with suppress(AssertionError):  # there may be one
            run_tool("fdtput", "-c", tree, "/system")
        run_tool("fdtput", "-t", "x", tree, "/system", "linux,revision", REVISION)
        words: list[object] = _hide(MODULES) if MODULES.is_dir() else []
        words += [self._qemu / "usr/lib64/ld-linux-x86-64.so.2"]
        words += ["--library-path", self._qemu / "usr/lib/x86_64-linux-gnu"]
        words += [self._qemu / "usr/bin/qemu-system-aarch64", "-L", self._qemu / "usr/share/qemu"]
        words += ["-M", "raspi3b", "-icount", clock, "-display", "none", "-no-reboot"]
        words += ["-kernel", self.folder / KERNEL, "-initrd", self.folder / RAM_DISK]
        words += ["-dtb", tree, "-append", kernel_words]
        words += ["-drive", f"if=sd,format=raw,file={self.card}", "-serial", f"file:{self.console}"]
        self.start_qemu([*words, *more], {"QEMU_MODULE_DIR": str(self._qemu / "none")})

    def log(self) -> str:
        """Give what the kernel and the log said since it was switched on."""
        return self.console.read_text(errors="replace")


def _hide(folder: Path) -> list[object]:
    """Return the words that run a program as if this folder were empty: needs root."""
    hidden = f'mount -t tmpfs none {folder} && exec "$@"'
    return ["unshare", "--mount", "sh", "-c", hidden, "sh"]
