"""A PC that QEMU plays: its disks, its ports, and the talk with QEMU itself."""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tests.machine.emulated_machine import EmulatedMachine, run_tool
from tests.machine.qmp import Qmp

PATIENCE = 400.0
"""Seconds of the world's time that anything may take: a busy machine is slow."""
KERNEL = (
    "root=/dev/vda console=ttyS0 quiet mitigations=off apparmor=0 audit=0 nokaslr "
    "clocksource=acpi_pm "
    "systemd.show_status=0 systemd.log_target=journal-or-kmsg systemd.log_color=0"
)


class Qemu(EmulatedMachine):
    """A machine with the disk of `image` (`.ci/machine-image` makes it), not switched on yet.

    What it writes goes to `folder`; `image` stays as it is. Without KVM: a machine inside a machine
    often has that device and can't use it.
    """

    def __init__(self, image: Path, folder: Path) -> None:
        super().__init__(folder, PATIENCE, pause=0.05)
        self._image = image
        self._qmp: Qmp | None = None
        self.root = folder / "root.qcow2"
        self.boot = folder / "boot.qcow2"
        run_tool(
            "qemu-img", "create", "-f", "qcow2", "-F", "raw", "-b", image / "root.ext4", self.root
        )
        self.put_on_boot({})

    def put_on_boot(self, files: Mapping[str, bytes]) -> None:
        """Format the boot partition and put these files on it: FAT, as on a Raspberry Pi's card.

        This is what an owner does with the card in a laptop: the machine must be off.
        """
        raw = self.folder / "boot.img"
        raw.unlink(missing_ok=True)
        run_tool("mkfs.vfat", "-C", "-n", "BOOTFS", raw, "16384")
        for name, content in files.items():
            (self.folder / "file").write_bytes(content)
            run_tool("mcopy", "-i", raw, self.folder / "file", f"::{name}")
        # Into the disk that is there: it keeps its snapshots.
        anew = ("-n",) if self.boot.exists() else ()
        run_tool("qemu-img", "convert", *anew, "-O", "qcow2", raw, self.boot)

    def switch_on(self, *extra: str, kernel: str = "", clock: str = "utc") -> None:
        """Give it power; `clock` is what its real-time clock shows, `extra` goes to QEMU."""
        for port in ("qmp", "world", "power", "radio"):
            (self.folder / port).unlink(missing_ok=True)
        self.start_qemu([*self._words(kernel, clock), *extra])
        self._qmp = self.until("QEMU listens", self._answered)

    def _answered(self) -> Qmp | None:
        # Its socket has a name a moment before it listens.
        with suppress(FileNotFoundError, ConnectionRefusedError):
            return Qmp(self.folder / "qmp", PATIENCE)
        return None

    def _words(self, kernel: str, clock: str) -> Sequence[object]:
        # `loadvm` does not turn the processor's own clock back, but that of power management.
        words: list[object] = ["qemu-system-x86_64", "-accel", "tcg,tb-size=256"]
        words += ["-machine", "pc,hpet=off"]
        words += ["-cpu", "Nehalem", "-smp", os.environ.get("MACHINE_CORES", "1"), "-m", "320"]
        words += ["-nodefaults", "-display", "none", "-nic", "none", "-no-reboot"]
        words += ["-rtc", f"base={clock}", "-serial", f"file:{self.console}"]
        words += ["-qmp", f"unix:{self.folder / 'qmp'},server=on,wait=off"]
        for disk in (self.root, self.boot):
            words += ["-drive", f"if=virtio,format=qcow2,file={disk}"]
        words += ["-device", "virtio-serial-pci"]
        for port in ("world", "power", "radio"):
            words += ["-chardev", f"socket,id={port},path={self.folder / port},server=on,wait=off"]
            words += ["-device", f"virtserialport,chardev={port},name={port}"]
        words += ["-kernel", self._image / "vmlinuz", "-initrd", self._image / "initrd"]
        words += ["-append", f"{KERNEL} {kernel}".strip()]
        return words

    @property
    def qmp(self) -> Qmp:
        """The talk with QEMU itself."""
        assert self._qmp is not None, "it is off"
        return self._qmp

    def let_go(self) -> None:
        """End the talk with QEMU, and wait for its end: it can be switched on again."""
        if self._qmp is not None:
            self._qmp.close()
            self._qmp = None
        super().let_go()
