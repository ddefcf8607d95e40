"""A machine that QEMU plays: its disks, its console, its ports, and the hand on its plug."""

import os
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from tests.machine.qmp import Qmp

PATIENCE = 400.0
"""Seconds of the world's time that anything may take: a busy machine is slow."""
KERNEL = (
    "root=/dev/vda console=ttyS0 quiet mitigations=off apparmor=0 audit=0 nokaslr "
    "clocksource=acpi_pm "
    "systemd.show_status=0 systemd.log_target=journal-or-kmsg systemd.log_color=0"
)
_TAIL = 40

Seen = TypeVar("Seen")


class Qemu:
    """A machine with the disk of `image` (`.ci/machine-image` makes it), not switched on yet.

    What it writes goes to `folder`; `image` stays as it is. Without KVM: a machine inside a machine
    often has that device and can't use it.
    """

    def __init__(self, image: Path, folder: Path) -> None:
        self.folder = folder
        self._image = image
        self._process: subprocess.Popen[bytes] | None = None
        self._qmp: Qmp | None = None
        self.root = folder / "root.qcow2"
        self.boot = folder / "boot.qcow2"
        _tool(
            "qemu-img", "create", "-f", "qcow2", "-F", "raw", "-b", image / "root.ext4", self.root
        )
        self.put_on_boot({})

    def put_on_boot(self, files: Mapping[str, bytes]) -> None:
        """Format the boot partition and put these files on it: FAT, as on a Raspberry Pi's card.

        This is what an owner does with the card in a laptop: the machine must be off.
        """
        raw = self.folder / "boot.img"
        raw.unlink(missing_ok=True)
        _tool("mkfs.vfat", "-C", "-n", "BOOTFS", raw, "16384")
        for name, content in files.items():
            (self.folder / "file").write_bytes(content)
            _tool("mcopy", "-i", raw, self.folder / "file", f"::{name}")
        # Into the disk that is there: it keeps its snapshots.
        anew = ("-n",) if self.boot.exists() else ()
        _tool("qemu-img", "convert", *anew, "-O", "qcow2", raw, self.boot)

    def switch_on(self, *extra: str, kernel: str = "", clock: str = "utc") -> None:
        """Give it power; `clock` is what its real-time clock shows, `extra` goes to QEMU."""
        assert self._process is None, "it is on"
        self.console.write_bytes(b"")
        for port in ("qmp", "world", "power"):
            (self.folder / port).unlink(missing_ok=True)
        with (self.folder / "qemu.log").open("wb") as log:
            self._process = subprocess.Popen(
                [*self._words(kernel, clock), *extra],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self._qmp = self.until("QEMU listens", self._answered)

    def _answered(self) -> Qmp | None:
        # Its socket has a name a moment before it listens.
        with suppress(FileNotFoundError, ConnectionRefusedError):
            return Qmp(self.folder / "qmp", PATIENCE)
        return None

    def _words(self, kernel: str, clock: str) -> Sequence[str]:
        # `loadvm` does not turn the processor's own clock back, but that of power management.
        # It ends with whoever started it, however that ends.
        words: list[object] = ["setpriv", "--pdeathsig", "KILL"]
        words += ["qemu-system-x86_64", "-accel", "tcg,tb-size=256"]
        words += ["-machine", "pc,hpet=off"]
        words += ["-cpu", "Nehalem", "-smp", os.environ.get("MACHINE_CORES", "1"), "-m", "320"]
        words += ["-nodefaults", "-display", "none", "-nic", "none", "-no-reboot"]
        words += ["-rtc", f"base={clock}", "-serial", f"file:{self.console}"]
        words += ["-qmp", f"unix:{self.folder / 'qmp'},server=on,wait=off"]
        for disk in (self.root, self.boot):
            words += ["-drive", f"if=virtio,format=qcow2,file={disk}"]
        words += ["-device", "virtio-serial-pci"]
        for port in ("world", "power"):
            words += ["-chardev", f"socket,id={port},path={self.folder / port},server=on,wait=off"]
            words += ["-device", f"virtserialport,chardev={port},name={port}"]
        words += ["-kernel", self._image / "vmlinuz", "-initrd", self._image / "initrd"]
        words += ["-append", f"{KERNEL} {kernel}".strip()]
        return [str(word) for word in words]

    @property
    def console(self) -> Path:
        """The file that has what the kernel and systemd said since it was switched on."""
        return self.folder / "console.log"

    @property
    def qmp(self) -> Qmp:
        """The talk with QEMU itself."""
        assert self._qmp is not None, "it is off"
        return self._qmp

    @property
    def on(self) -> bool:
        """Whether it has power."""
        return self._process is not None and self._process.poll() is None

    def cut_power(self) -> None:
        """Pull the plug: nothing in it has time for anything."""
        if self._process is not None:
            self._process.kill()
        self._gone()

    def waits_for_off(self) -> None:
        """Wait until it has switched itself off."""
        self.until("it switches itself off", lambda: not self.on)
        self._gone()

    def _gone(self) -> None:
        if self._qmp is not None:
            self._qmp.close()
            self._qmp = None
        if self._process is not None:
            self._process.wait(PATIENCE)
            self._process = None

    def until(
        self, what: str, look: Callable[[], Seen], within: float = PATIENCE, pause: float = 0.05
    ) -> Seen:
        """Look again and again until there is something to see; give it.

        Raises:
            AssertionError: it took too long; the sentence has the console's last lines.
        """
        last = time.monotonic() + within
        while not (seen := look()):
            if time.monotonic() > last:
                raise AssertionError(f"After {within:.0f} s: not {what}.\n{self.told()}")
            time.sleep(pause)
        return seen

    def told(self) -> str:
        """Give the last lines of the console, and what QEMU said."""
        lines: list[str] = []
        for file in (self.console, self.folder / "qemu.log"):
            with suppress(OSError):
                text = file.read_text(errors="replace")
                lines += [line for line in text.splitlines() if line.strip()][-_TAIL:]
        return "\n".join(["The machine's last words:", *lines])


def _tool(*words: object) -> None:
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
