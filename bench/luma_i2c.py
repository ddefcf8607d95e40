"""luma's own way to a panel on I2C, as on a Pi, over what takes the bytes.

luma sends pixels in pieces of 32 bytes when it is handed an smbus, and whole when it opens
`/dev/i2c-1` by itself. Everybody does the latter, so that is what happens here.
"""

from collections.abc import Callable

from luma.core.interface.serial import i2c
from smbus2 import i2c_msg

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
    """Return luma's way to a panel, as `i2c(port=1, address=address)` would."""
    way = i2c(bus=_Ends(carry), address=address)
    way._managed = True
    way._i2c_msg_write = i2c_msg.write
    return way
