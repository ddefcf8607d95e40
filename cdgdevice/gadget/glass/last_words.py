"""The last words on the glass, "Safe to unplug": said when nothing more can be lost.

systemd runs this at the very end of a shutdown, as root, when all programs are gone and the disks
are unmounted or read-only (`systemd/cdgdevice.shutdown`). Where the screens are says a file that
the gadget, an ordinary user, wrote: it is believed no further than the address of a panel.
"""

# ruff: noqa: PTH123, SIM105 - as for the splash, little is imported: the machine is going down
import errno
import os
import stat
import sys
from collections.abc import Callable

from cdgdevice.gadget.glass import splash

PLACES = "/run/cdgdevice/screens"
"""Where the screens are: the gadget writes it, in memory, as disks can't be read any more."""
MOUNTS = "/proc/self/mountinfo"
"""The kernel's list of what is mounted and how."""

Send = Callable[[str, int, list[bytes]], None]
"""Sends transfers to an address of a bus, `/dev/i2c-1`; raises OSError."""

_GONE_FOR_GOOD = ("poweroff", "halt")
_I2C_MAJOR = 89  # the kernel's number for I2C buses among character devices
_IN_MEMORY = (
    "autofs binfmt_misc bpf cgroup cgroup2 configfs debugfs devpts devtmpfs efivarfs fusectl "
    "hugetlbfs mqueue nsfs proc pstore ramfs rootfs rpc_pipefs securityfs selinuxfs smackfs "
    # The layer that an overlay writes to is a file system of its own in the list.
    "sysfs tmpfs tracefs overlay"
)


def main(arguments: list[str]) -> int:
    """Say the last words if the machine goes off for good; 1 if they would not be true."""
    if arguments[:1] and arguments[0] in _GONE_FOR_GOOD:
        return say()
    return 0


def say(places: str = PLACES, mounts: str = MOUNTS, carry: "Send | None" = None) -> int:
    """Show "Safe to unplug" where the screens are, unless a disk may still be written to."""
    try:
        with open(mounts, "rb") as file:
            mounted = file.read().decode("utf-8", "surrogateescape")
    except OSError as error:
        print(f"cdgdevice: {mounts} can't be read ({error.strerror})", file=sys.stderr)
        return 1
    if writable := still_writable(mounted):
        print(f"cdgdevice: {writable} is still mounted for writing", file=sys.stderr)
        return 1
    for controller, bus, address, rotation in _read(places):
        try:
            (carry or send)(bus, address, splash.payloads("last_words", controller, rotation))
        except (OSError, ImportError):  # a panel that is not there keeps no other from its words
            pass
    return 0


def still_writable(mountinfo: str) -> str:
    """Give where the first file system that may still be written to is mounted; "" for none.

    `mountinfo` is the text of /proc/self/mountinfo. What counts is the file system itself: a
    mount that may only be read need not be the only one of its disk. What is not known to live in
    memory counts as a disk, and what can't be read as one that may be written.
    """
    memory = _IN_MEMORY.split(" ")
    for line in mountinfo.splitlines() or ("everything",):
        mount, _, system = line.partition(" - ")
        kind, *source_and_options = system.split(" ")
        options = source_and_options[-1].split(",") if source_and_options else ()
        if kind not in memory and "ro" not in options:
            return "".join(mount.split(" ")[4:5]) or line
    return ""


def _read(path: str) -> "list[splash.Place]":
    """Read the places, from an ordinary file only, and only those on a bus of this machine."""
    kept = b""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            if stat.S_ISREG(os.fstat(file).st_mode):
                kept = os.read(file, splash.MOST_BYTES)
        finally:
            os.close(file)
    except OSError:
        pass
    return [place for place in splash.places(kept) if _is_bus(place[1])]


def _is_bus(name: str) -> bool:
    number = name[len("/dev/i2c-") :]
    return name.startswith("/dev/i2c-") and number.isascii() and number.isdigit()


def send(bus: str, address: int, payloads: list[bytes]) -> None:
    """Send transfers to a panel.

    Raises:
        OSError: nothing answers, or the file of this name is no I2C bus; then nothing is written.
    """
    import fcntl  # only Linux has such buses

    file = os.open(bus, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        status = os.fstat(file)
        if not stat.S_ISCHR(status.st_mode) or os.major(status.st_rdev) != _I2C_MAJOR:
            raise OSError(errno.ENODEV, "no I2C bus", bus)
        fcntl.ioctl(file, splash.I2C_SLAVE, address)
        for payload in payloads:
            os.write(file, payload)
    finally:
        os.close(file)
