"""The bus of the benchmark: luma's own I2C, as on a Pi, over a function that takes the bytes.

luma sends pixels in pieces of 32 bytes when it is handed an smbus, and whole when it opens
`/dev/i2c-1` by itself. Everybody does the latter, so that is what happens here.
"""

import time
from collections.abc import Callable

from luma.core.interface.serial import i2c
from smbus2 import i2c_msg

FAST_I2C = 400_000 / 9
"""Bytes a second on an I2C bus at 400 kHz: each has eight bits and an acknowledgement."""

Carry = Callable[[int, bytes], None]
"""Takes one transfer: the address, and the bytes after it."""


class _Ends:
    """What luma's i2c asks of an smbus."""

    def __init__(self, carry: Carry) -> None:
        self._carry = carry

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        self._carry(address, bytes([register, *data]))

    def i2c_rdwr(self, message: i2c_msg) -> None:
        self._carry(message.addr, bytes(message))

    def close(self) -> None:
        """Nothing was opened."""


def way_to(address: int, carry: Carry) -> i2c:
    """Give luma's way to a panel, as `i2c(port=1, address=address)` would."""
    way = i2c(bus=_Ends(carry), address=address)
    way._managed = True
    way._i2c_msg_write = i2c_msg.write
    return way


class Stopwatch:
    """A bus that counts the bytes on the wire and keeps the time of the last one."""

    name = "stopwatch"

    def __init__(self) -> None:
        self.sent = 0
        """Bytes so far, with address and control bytes."""
        self.at = 0.0
        """When the last transfer came, by `time.perf_counter`."""

    def carry(self, _address: int, payload: bytes) -> None:
        self.sent += 1 + len(payload)
        self.at = time.perf_counter()

    def open_serial(self, address: int) -> i2c:
        return way_to(address, self.carry)

    def scan_addresses(self) -> tuple[int, ...]:
        return ()
