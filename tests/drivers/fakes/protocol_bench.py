"""Ports of the kind bench://: devices on a bench whose time is simulated.

pyserial finds this module by its name and opens `Serial`. What a device answers is there at once,
or when the bench's time has come so far: no terminal of the kernel's is as prompt.
"""

import errno
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from cdgdevice.drivers.reader.line import encode
from cdgdevice.drivers.reader.reader_messages import HELLO_QUESTION
from tests.drivers.reader.usb_serial_port import UsbSerialPort

HELLO = encode("HELLO", "1.1", "any 1.0", "E6614103", "2971215073", "")


@dataclass
class Device:
    """What is plugged in: it says `speaks` each time that it is asked, `after` so many seconds."""

    speaks: bytes = b""
    after: float = 0.0
    refuses: Callable[[float], int] = lambda now: 0
    """With which error it can't be opened at a time; 0: it can be."""
    greets: bytes = b""
    """What it says unasked, as it is opened."""
    dies: bool = False
    """It is pulled out as soon as it is asked."""
    got: bytes = b""
    opened: int = 0
    open_now: bool = False
    bauds: list[int] = field(default_factory=list)


class Bench:
    """Some devices, and the time: it passes only while the search pauses."""

    def __init__(self) -> None:
        self.now = 100.0
        self.devices: dict[str, Device] = {}
        self.listed: list[UsbSerialPort] = []

    def plug(
        self, name: str, device: Device, ids: tuple[int, int] = (0x2E8A, 5), location: str = ""
    ) -> Device:
        port = UsbSerialPort(f"bench://{name}", *ids, location or None)
        self.listed.append(port)
        self.devices[port.device] = device
        return device

    def unplug(self, name: str) -> None:
        self.listed = [port for port in self.listed if port.device != f"bench://{name}"]

    def ports(self) -> Iterable[UsbSerialPort]:
        return tuple(self.listed)

    def clock(self) -> float:
        return self.now

    def pause(self, seconds: float) -> bool:
        self.now += seconds
        return False


bench = Bench()


class Serial:
    """A port as pyserial's handlers of URLs offer it, and no more than is used of it."""

    def __init__(self, _port: None, baudrate: int, **_settings: Any) -> None:
        self.port = ""  # set before it is opened
        self.timeout: float | None = None
        self._baud = baudrate
        self._coming: list[tuple[float, bytes]] = []

    def open(self) -> None:
        self._device = device = bench.devices[self.port]
        if number := device.refuses(bench.now):
            raise OSError(number, os.strerror(number), self.port)
        assert not device.open_now, "it is opened twice"
        device.open_now = True
        device.opened += 1
        device.bauds.append(self._baud)
        self._coming = [(bench.now, device.greets)]

    @property
    def in_waiting(self) -> int:
        if self._device.dies and self._device.got:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return sum(len(data) for at, data in self._coming if at <= bench.now)

    def read(self, size: int) -> bytes:
        assert self.timeout == 0, "a search never blocks"
        come = b"".join(data for at, data in self._coming if at <= bench.now)
        later = [each for each in self._coming if each[0] > bench.now]
        self._coming = [(bench.now, come[size:]), *later]
        return come[:size]

    def write(self, data: bytes) -> None:
        self._device.got += data
        if data == HELLO_QUESTION:
            self._coming.append((bench.now + self._device.after, self._device.speaks))

    def reset_output_buffer(self) -> None:
        pass

    def close(self) -> None:
        self._device.open_now = False
