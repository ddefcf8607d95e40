"""The last words on the screen, "Safe to unplug": said when nothing more can be lost.

systemd runs this at the very end of a shutdown, as root, when all programs are gone and the disks
are unmounted or read-only (`systemd/cdgdevice.shutdown`): that is why it stands alone and imports
little. Where the screens are says a file that the gadget, an ordinary user, wrote: it is believed
no further than the address of a panel.
"""

# ruff: noqa: PTH123 - pathlib costs milliseconds of dark glass

import errno
import os
import signal
import stat
import sys
from collections.abc import Callable

from cdgdevice.drivers.oled import panels, splash

PLACES = "/run/cdgdevice/screens"
"""Where the screens are: the gadget writes it, in memory, as disks can't be read any more."""
MOUNTS = "/proc/self/mountinfo"
"""The kernel's list of what is mounted and how."""

SendPayloads = Callable[[str, int, list[bytes]], None]
"""Sends transfers to an address of a way, `/dev/i2c-1`; raises OSError."""

_POWER_OFF_WORDS = ("poweroff", "halt")
_MAX_PLACES = 2  # the gadget has two screens; the file may name any number
_MEMORY_FILE_SYSTEMS = (
    "autofs binfmt_misc bpf cgroup cgroup2 configfs debugfs devpts devtmpfs efivarfs fusectl "
    "hugetlbfs mqueue nsfs proc pstore ramfs rootfs rpc_pipefs securityfs selinuxfs smackfs "
    "sysfs tmpfs tracefs"
)
_KERNEL_FOLDERS = ("/proc/", "/sys/", "/dev/")
_Mount = tuple[str, str, str, list[str]]  # where, device, kind, options of the file system


def main(arguments: list[str], mounts: str = MOUNTS, within: float = 5.0) -> int:
    """Say the last words if the machine goes off for good; 1 if they would not be true.

    After `within` seconds the kernel ends this process, whatever it waits for: a bus that is stuck
    must not hold the shutdown up.
    """
    if arguments[:1] and arguments[0] in _POWER_OFF_WORDS:
        signal.setitimer(signal.ITIMER_REAL, within)
        return show_last_words(mounts=mounts)
    return 0


def show_last_words(
    places: str = PLACES, mounts: str = MOUNTS, carry: "SendPayloads | None" = None
) -> int:
    """Show "Safe to unplug" where the screens are, unless a disk may still be written to."""
    try:
        with open(mounts, "rb") as file:
            mounted = file.read().decode("utf-8", "surrogateescape")
    except OSError as error:
        print(f"cdgdevice: {mounts} can't be read ({error.strerror})", file=sys.stderr)
        return 1
    if writable := find_writable_mount(mounted):
        print(f"cdgdevice: {writable} is still mounted for writing", file=sys.stderr)
        return 1
    show_picture("last_words", read_places(places), carry or send_payloads)
    return 0


def show_picture(picture: str, places: "list[splash.PanelPlace]", carry: SendPayloads) -> None:
    """Show a picture on the gadget's screens; a panel that is not there keeps no other from it."""
    stuck = set()
    for chip, bus, address, rotation in places[:_MAX_PLACES]:
        if bus in stuck:
            continue
        try:
            payloads = splash.picture_payloads(picture, panels.find_panel(chip), rotation)
            carry(bus, address, payloads)
        except OSError as error:
            if error.errno == errno.ETIMEDOUT:
                stuck.add(bus)
        except ImportError:
            pass


def find_writable_mount(mountinfo: str, is_folder: Callable[[str], bool] = os.path.isdir) -> str:
    """Return where the first file system that may still be written to is mounted; "" for none.

    `mountinfo` is the text of /proc/self/mountinfo. What counts is the file system itself: a
    mount that may only be read need not be the only one of its disk. What is not known to live in
    memory counts as a disk, and what can't be read as one that may be written.
    """
    mounts = [_parse_mount(line) for line in mountinfo.splitlines() or ("everything",)]
    for where, device, kind, options in mounts:
        # systemd unmounts nothing below these; what has no block device there is the kernel's.
        if where.startswith(_KERNEL_FOLDERS) and device.startswith("0:"):
            continue
        if _is_harmless(kind, options):
            continue
        if kind == "overlay" and _writes_to_memory(options, mounts, is_folder):
            continue
        return where
    return ""


def _parse_mount(line: str) -> _Mount:
    mount, _, system = line.partition(" - ")
    fields = mount.split(" ")
    kind, *source_and_options = system.split(" ")
    options = source_and_options[-1].split(",") if source_and_options else []
    where, device = (fields[4], fields[2]) if len(fields) > 4 else (line, "")
    return where, device, kind, options


def _is_harmless(kind: str, options: list[str]) -> bool:
    return kind in _MEMORY_FILE_SYSTEMS.split(" ") or "ro" in options


def _writes_to_memory(
    options: list[str], mounts: list[_Mount], is_folder: Callable[[str], bool]
) -> bool:
    """Return whether the layer that an overlay writes to is seen to be no disk.

    An overlay keeps its disk open though that is mounted nowhere any more. Then the layer's name
    seems to lie on whatever is above it, but it is not there.
    """
    name = "upperdir="
    upper = next((option[len(name) :] for option in options if option.startswith(name)), "")
    above = [mount for mount in mounts if upper.startswith(mount[0].rstrip("/") + "/")]
    if not above or not is_folder(upper):
        return False
    # Of two that are mounted at one place, the later one is seen.
    *_, (_, _, kind, on_it) = sorted(above, key=lambda mount: len(mount[0]))
    return _is_harmless(kind, on_it)


def read_places(path: str) -> "list[splash.PanelPlace]":
    """Read the places, from an ordinary file only, and only those on a bus of this machine."""
    kept = b""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            if stat.S_ISREG(os.fstat(file).st_mode):
                kept = os.read(file, splash.MAX_PLACES_BYTES)
        finally:
            os.close(file)
    except OSError:
        pass
    return [place for place in splash.parse_places(kept) if splash.is_hardware(place[1])]


def send_payloads(way: str, address: int, payloads: list[bytes]) -> None:
    """Send transfers to a panel, if the file of this name is a bus; raise OSError."""
    splash.send_payloads(way, address, payloads, checked=True)
