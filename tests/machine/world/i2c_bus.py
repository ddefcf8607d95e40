"""An I2C bus with panels on it: who answers, what each was sent, how fast the wire is."""

import time
from collections.abc import Callable, Iterable
from threading import Lock

_BITS = 9
"""Bits on the wire for a byte: eight, and the acknowledgement."""


class I2cBus:
    """A bus with panels at `addresses`, 7 bits each, all of them with power.

    `told` is called with the address, the bytes and whether someone answered, once for each write
    and before the write is over; `changed` with the address and whether the panel is in.
    """

    def __init__(
        self,
        addresses: Iterable[int],
        told: Callable[[int, bytes, bool], None],
        changed: Callable[[int, bool], None],
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._sent: dict[int, list[bytes]] = {address: [] for address in addresses}
        self._left: dict[int, int] = {}  # transfers left until it is out, for each pulled one
        self._told = told
        self._changed = changed
        self._sleep = sleep
        self._lock = Lock()
        self.bits_per_second: float | None = None
        """How fast the wire is; None: it takes no time."""
        self.stuck = False
        """Whether something holds the wire: who carries transfers then lets them hang."""

    def pull(self, address: int, after: int = 0) -> None:
        """Pull a panel out, now or after so many more transfers to it."""
        with self._lock:
            self._of(address)
            self._left[address] = after
            if not after:
                self._changed(address, False)

    def put_back(self, address: int) -> None:
        """Put a panel back; it has lost what it was sent."""
        with self._lock:
            self._of(address).clear()
            self._left.pop(address, None)
            self._changed(address, True)

    def since_power(self, address: int) -> tuple[tuple[bytes, ...], bool]:
        """Give all that a panel was sent since it has power, and whether it is in."""
        with self._lock:
            return tuple(self._of(address)), self._is_in(address)

    def write(self, address: int, data: bytes) -> bool:
        """Carry `data` to an address; say whether someone answered."""
        self._take_time(len(data))
        with self._lock:
            answered = self._is_in(address)
            if answered:
                self._sent[address].append(data)
            self._told(address, data, answered)
            self._count(address)
            return answered

    def read(self, address: int, count: int) -> bytes | None:
        """Carry zeros from an address: a panel has nothing to say; None when no one answers."""
        self._take_time(count)
        with self._lock:
            return bytes(count) if self._is_in(address) else None

    def _take_time(self, count: int) -> None:
        if self.bits_per_second is not None:
            self._sleep((1 + count) * _BITS / self.bits_per_second)

    def _of(self, address: int) -> list[bytes]:
        if address not in self._sent:
            raise ValueError(f"No panel was ever at {address:#04x}.")
        return self._sent[address]

    def _is_in(self, address: int) -> bool:
        return address in self._sent and self._left.get(address) != 0

    def _count(self, address: int) -> None:
        if self._left.get(address):
            self._left[address] -= 1
            if not self._left[address]:
                self._changed(address, False)
