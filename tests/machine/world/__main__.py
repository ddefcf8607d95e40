"""The hardware that this machine does not have, simulated as near to the kernel as can be.

Run as a service (world.service) before the gadget's own. Its name begins with @, which tells
systemd-shutdown to leave it alone: it sees what is on the glass until the machine is off.
"""

import os
import socket
import subprocess
import time
from pathlib import Path
from threading import Thread
from typing import Any

from .disks import Disks, init_name
from .i2c_bus import I2cBus
from .i2c_tiny_usb import I2cTinyUsb
from .lines import make_lines
from .outside import Outside, find_port
from .radio import Radio
from .reader import Reader
from .requests import answer, deeds_of
from .usbip import attach

PANELS = (0x3C, 0x3D)
BUS = 1
"""A Raspberry Pi's header has I2C bus 1."""
_MODULES = ("virtio_console", "i2c-dev", "vhci-hcd", "i2c-tiny-usb", "gpio-sim")
_PATIENCE = 120
"""Seconds that udev gets to give the devices to their groups."""


class Telling:
    """Tells the outside what happens on the bus, and before that what the disks are by then."""

    def __init__(self, outside: Outside) -> None:
        self._outside = outside
        self._disks = Disks()

    def sent(self, address: int, data: bytes, answered: bool) -> None:
        """Tell of a write, and return once that has gone out: the write is not over before."""
        writable = self._disks.changed()
        if writable is not None:
            self._outside.tell(event="disks", writable=writable, init=init_name())
        self._outside.tell(
            event="i2c", address=address, bytes=data.hex(), answered=answered, at=time.monotonic()
        )
        self._outside.told()

    def panel(self, address: int, is_in: bool) -> None:
        """Tell that a panel was pulled out or put back."""
        self._outside.tell(**{"event": "panel", "address": address, "in": is_in})


def plug_in_bus(bus: I2cBus) -> None:
    """Have `bus` be /dev/i2c-1: the numbers below it go to buses with nothing on them.

    Raises:
        OSError: when a driver of this machine has the number.
    """
    taken = {int(each.name[4:]) for each in Path("/sys/bus/i2c/devices").glob("i2c-?")}
    for port, number in enumerate(sorted(set(range(BUS + 1)) - taken)):
        on_it = bus if number == BUS else I2cBus((), lambda *_: None, lambda *_: None)
        if attach(I2cTinyUsb(on_it), port) != number:
            break
    else:
        if BUS not in taken:
            return
    raise OSError(f"/dev/i2c-{BUS} was taken by another driver.")


def tell_systemd(words: str) -> None:
    """Say something to who started this, if that was systemd."""
    name = os.environ.get("NOTIFY_SOCKET")
    if name is not None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.sendto(words.encode(), name.replace("@", "\0", 1))


def main() -> None:
    """Make the world, say that it is there, and do what the outside asks until the end."""
    subprocess.run(["modprobe", "-a", *_MODULES], check=True)
    outside = Outside(find_port("world"))
    telling = Telling(outside)
    bus = I2cBus(PANELS, telling.sent, telling.panel)
    lines = make_lines()
    plug_in_bus(bus)
    nodes = (f"/dev/i2c-{BUS}", f"/dev/{lines.chip}")
    subprocess.run(["udevadm", "wait", f"--timeout={_PATIENCE}", *nodes], check=True)
    reader = Reader()
    if "world.reader" in Path("/proc/cmdline").read_text(encoding="ascii").split():
        reader.plug()
    tell_systemd("READY=1")
    outside.tell(event="ready", bus=BUS, chip=lines.chip)

    deeds = deeds_of(lines, bus, reader, Radio())

    def do(request: dict[str, Any]) -> None:
        outside.tell(**answer(deeds, request))

    for request in outside.requests():
        Thread(target=do, args=(request,), daemon=True).start()


if __name__ == "__main__":
    main()
