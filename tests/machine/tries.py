"""What a program that broke into the gadget might try: runs in the machine, under the same unit.

    python3 tries.py FILE.json [WORDS…]     tries all of them, or those named

Bait is laid by `LAY` before: whatever file modes alone would refuse is open to everybody, so that
only the unit's own words can be in the way.
"""

import ctypes
import json
import mmap
import os
import socket
import struct
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

BAIT = 4711
"""A user and a port that are nobody's."""
LAY = f"""
mkdir -p /home/somebody /usr/bait /etc/bait /var/lib/bait /run/bait
touch /root/letter /home/letter /tmp/letter /var/tmp/letter
chmod 777 /root /home /usr/bait /etc/bait /var/lib/bait /run/bait /sys/fs/cgroup
umount /boot/firmware && mount -o umask=0 /dev/vdb /boot/firmware
chmod 666 /dev/vda /dev/tty0 /dev/kmsg /sys/kernel/mm/transparent_hugepage/enabled
chmod 666 $(realpath /dev/virtio-ports/power)
touch /usr/bait/letter && chown {BAIT} /usr/bait/letter
cp /opt/tries.py /usr/bait/ && python3 /usr/bait/tries.py --bait
"""


@dataclass(frozen=True, slots=True)
class Try:
    """Something to try: `act` raises OSError or AssertionError where it can't be done."""

    what: str
    act: Callable[[], object]
    keys: tuple[str, ...]
    """The unit's words that forbid it; each of them does so without the others."""


def writes(path: str) -> None:
    """Open a file for writing, and leave it as it is."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))


def opens(path: str) -> None:
    """Open a device for both ways."""
    os.close(os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK))


def sees(folder: str) -> None:
    """Look into a folder that is known not to be empty."""
    assert any(Path(folder).iterdir()), "it is empty"


def calls(number: int, *words: object) -> None:
    """Do a system call of x86-64."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(number, *words) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def connects(family: int, address: tuple[str, int] | bytes) -> None:
    """Reach a program that listens outside."""
    with socket.socket(family) as there:
        there.settimeout(5)
        there.connect(address)


def has_special_file() -> None:
    """Make a file of its own that gives others its rights."""
    own = Path(os.environ["RUNTIME_DIRECTORY"], f"special-{os.getpid()}")
    own.touch()
    own.chmod(0o4755)


def has_group() -> None:
    """Make a group of processes of its own."""
    Path(f"/sys/fs/cgroup/bait-{os.getpid()}").mkdir()


def runs_old_program() -> None:
    """Run a program that speaks to the kernel as 32-bit programs do."""
    assert subprocess.run(["/usr/bait/old"], check=False).returncode == 0, "it was killed"


def knows_owner() -> None:
    """Learn whose a file is."""
    assert Path("/usr/bait/letter").stat().st_uid == BAIT, "it is nobody's"


def maps_program() -> None:
    """Have memory that is written to and run."""
    mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC).close()


def of(variable: str) -> str:
    """Give a file in one of its own folders."""
    return os.environ[variable] + "/tried"


_SYSTEM = ("ProtectSystem",)
_DEVICES = ("DevicePolicy", "DeviceAllow")
_FAMILIES = ("RestrictAddressFamilies",)
CAN = (
    Try("write its own games", lambda: writes(of("STATE_DIRECTORY")), ()),
    Try("write its own scratch files", lambda: writes(of("RUNTIME_DIRECTORY")), ()),
    Try("use a pin", lambda: opens("/dev/gpiochip0"), ()),
    Try("use the bus", lambda: opens("/dev/i2c-1"), ()),
)
"""What the gadget itself does."""
CANNOT = (
    Try("change the system's configuration", lambda: writes("/etc/bait/tried"), _SYSTEM),
    Try("change the owner's card", lambda: writes("/boot/firmware/tried"), _SYSTEM),
    Try("change programs", lambda: writes("/usr/bait/tried"), _SYSTEM),
    Try("write elsewhere in /var", lambda: writes("/var/lib/bait/tried"), _SYSTEM),
    Try("leave something in /run", lambda: writes("/run/bait/tried"), ("ReadOnlyPaths",)),
    Try("look into homes", lambda: sees("/home"), ("ProtectHome",)),
    Try("look into root's home", lambda: sees("/root"), ("ProtectHome",)),
    Try("look into /tmp", lambda: sees("/tmp"), ("InaccessiblePaths",)),
    Try("look into /var/tmp", lambda: sees("/var/tmp"), ("InaccessiblePaths",)),
    Try(
        "look at the kernel's modules", lambda: sees("/usr/lib/modules"), ("ProtectKernelModules",)
    ),
    Try("read a disk", lambda: opens("/dev/vda"), _DEVICES),
    Try("open a terminal", lambda: opens("/dev/tty0"), _DEVICES),
    Try("open another's port", lambda: opens("/dev/virtio-ports/power"), _DEVICES),
    Try("log to the kernel", lambda: writes("/dev/kmsg"), (*_DEVICES, "ProtectKernelLogs")),
    Try(
        "change the kernel's settings",
        lambda: writes("/sys/kernel/mm/transparent_hugepage/enabled"),
        ("ProtectKernelTunables",),
    ),
    Try("have a group of processes", has_group, ("ProtectControlGroups",)),
    Try("speak IP", lambda: socket.socket(socket.AF_INET).close(), _FAMILIES),
    Try("speak IP version 6", lambda: socket.socket(socket.AF_INET6).close(), _FAMILIES),
    Try(
        "ask the kernel for routes",
        lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close(),
        _FAMILIES,
    ),
    Try(
        "reach a program by IP",
        lambda: connects(socket.AF_INET, ("127.0.0.1", BAIT)),
        (*_FAMILIES, "PrivateNetwork", "IPAddressDeny"),
    ),
    Try(
        "reach a program by a name without a file",
        lambda: connects(socket.AF_UNIX, b"\0bait"),
        ("PrivateNetwork",),
    ),
    Try("see other programs", Path("/proc/1").stat, ("ProtectProc",)),
    Try("see the kernel's settings", Path("/proc/sys/kernel").stat, ("ProcSubset",)),
    Try("know whose a file is", knows_owner, ("PrivateUsers",)),
    Try("have rooms of its own", lambda: calls(272, 0x10000000), ("RestrictNamespaces",)),
    Try("give its rights away", has_special_file, ("RestrictSUIDSGID",)),
    Try(
        "be more urgent",
        lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
        ("RestrictRealtime", "SystemCallFilter"),
    ),
    Try("be less urgent", lambda: os.nice(1), ("SystemCallFilter",)),
    Try("be another kind of program", lambda: calls(135, 0x0400000), ("LockPersonality",)),
    Try("run a 32-bit program", runs_old_program, ("SystemCallArchitectures",)),
    Try("write programs into memory", maps_program, ("MemoryDenyWriteExecute",)),
)
"""What nobody in its place may do."""


def tried(tries: tuple[Try, ...]) -> Mapping[str, str]:
    """Try all; give why each could not be done, or "can"."""
    said: dict[str, str] = {}
    for each in tries:
        try:
            each.act()
            said[each.what] = "can"
        except (OSError, AssertionError) as why:
            said[each.what] = str(why)
    return said


def lay() -> None:
    """Make a 32-bit program that ends well at once, and listen at a port and at a name."""
    ends = b"\x31\xdb\x8d\x43\x01\xcd\x80"  # ebx = 0, eax = 1 (exit), int 0x80
    at, head = 0x08048000, 52 + 32
    kind = b"\x7fELF\x01\x01\x01" + bytes(9)
    elf = kind + struct.pack("<HHIIIIIHHHHHH", 2, 3, 1, at + head, 52, 0, 0, 52, 32, 1, 0, 0, 0)
    size = head + len(ends)
    elf += struct.pack("<IIIIIIII", 1, 0, at, at, size, size, 5, 0x1000)
    old = Path("/usr/bait/old")
    old.write_bytes(elf + ends)
    old.chmod(0o755)
    by_port = socket.create_server(("127.0.0.1", BAIT))
    by_name = socket.socket(socket.AF_UNIX)
    by_name.bind(b"\0bait")
    by_name.listen(64)
    if os.fork():
        os._exit(0)
    for stream in (0, 1, 2):
        os.dup2(os.open(os.devnull, os.O_RDWR), stream)
    while True:
        by_port.accept()[0].close()


def main() -> int:
    if sys.argv[1] == "--bait":
        lay()
    into, *names = sys.argv[1:]
    wanted = [each for each in (*CAN, *CANNOT) if not names or each.what in names]
    Path(os.environ["STATE_DIRECTORY"], into).write_text(json.dumps(tried(tuple(wanted))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
