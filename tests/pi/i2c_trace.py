"""What reaches the panels of an emulated Pi: QEMU's own account of each byte on its I2C bus.

The bus is the real `i2c-bcm2835`'s; QEMU writes a line for each start, byte and end, by
`-trace i2c_event` and its like. Between them it says when a processor wants to be woken next, which
the kernel asks for all the time: so each picture has a time of the Pi's own clock.
"""

import re
from itertools import accumulate
from pathlib import Path

from tests.machine.world_port import Glass

TRACED = "i2c_send", "i2c_send_async", "i2c_event", "arm_gt_cval_write"
"""QEMU's words for what is to be written: `-trace`."""
CLOCK_HZ = 62_500_000
_WAKE = re.compile(rb"gt_cval_write: timer \d value 0x([0-9a-f]+)")
_EVENT = re.compile(rb"i2c_event (\w+)\(addr:0x([0-9a-f]+)\)")
_SEND = re.compile(rb"i2c_send(?:_async)? send\(addr:0x([0-9a-f]+)\) data:0x([0-9a-f]+)")


class I2cTrace:
    """The panels at these addresses, as the account in `path` leaves them."""

    def __init__(self, path: Path, addresses: tuple[int, ...]) -> None:
        self.glass = {address: Glass() for address in addresses}
        self._path = path
        self._read = 0
        self._sent: dict[int, bytearray] = {}
        self._wakes: list[int] = []
        self._seen: dict[int, list[int]] = {address: [] for address in addresses}

    def look(self) -> None:
        """Take in what has been written since the last look."""
        with self._path.open("rb") as file:
            file.seek(self._read)
            new = file.read()
        whole = new.rfind(b"\n") + 1
        self._read += whole
        for line in new[:whole].splitlines():
            self._take(line)

    def _take(self, line: bytes) -> None:
        if found := _WAKE.search(line):
            self._wakes.append(int(found[1], 16))
        elif found := _SEND.search(line):
            self._sent.setdefault(int(found[1], 16), bytearray()).append(int(found[2], 16))
        elif found := _EVENT.search(line):
            # A transfer ends where its bus is let go of, or another begins.
            self._end(int(found[2], 16))

    def _end(self, address: int) -> None:
        sent = bytes(self._sent.pop(address, b""))
        if sent and address in self.glass:
            self.glass[address].receive(sent)
            more = len(self.glass[address].seen) - len(self._seen[address])
            self._seen[address] += [len(self._wakes)] * more

    def pictures(self, address: int) -> list[tuple[float, bytes]]:
        """Give each picture and when it was whole, in seconds after the start of the kernel.

        It was before each wake-up that was asked for later: 4 ms too late at most, while the Pi
        works.
        """
        latest = [*accumulate(reversed(self._wakes), min, initial=1 << 63)][::-1]
        at = (latest[wakes] / CLOCK_HZ for wakes in self._seen[address])
        return list(zip(at, self.glass[address].seen, strict=True))

    @property
    def last(self) -> float:
        """When bytes came last, by this side's monotonic clock."""
        return max(glass.last for glass in self.glass.values())
