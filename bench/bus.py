"""The buses of the benchmark: luma's own I2C and SPI, as on a Pi, over what takes the bytes.

luma sends pixels in pieces of 32 bytes when it is handed an smbus, and whole when it opens
`/dev/i2c-1` by itself. Everybody does the latter, so that is what happens here.
"""

import time
from collections.abc import Callable

from luma.core.interface.serial import i2c
from smbus2 import i2c_msg

from cdgdevice.drivers.oled.i2c_bus import TRANSFER_COST, name_address
from cdgdevice.drivers.oled.spi_bus import CLOCK_HZ
from cdgdevice.simulator.simulated_hardware import SimulatedSpiBus

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


FAST_SPI = CLOCK_HZ / 8
"""Bytes a second on the screens' SPI bus: each has eight bits and nothing more."""


class Stopwatch:
    """A bus that counts the bytes on the wire and keeps the time of the last one."""

    name = "stopwatch"
    answers = True
    transfer_cost = TRANSFER_COST

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

    def find_fault(self) -> str:
        return ""

    def scan_addresses(self) -> tuple[int, ...]:
        return ()

    def name_address(self, address: int) -> str:
        return name_address(address)

    def explain_failure(self, _address: int, error: Exception) -> str:
        return str(error)


class SpiStopwatch(SimulatedSpiBus):
    """The same on SPI: our own driver and luma's, over lines and a spidev that take the bytes."""

    def __init__(self) -> None:
        super().__init__({})
        self.at = 0.0
        self.listen(self._note)

    @property
    def sent(self) -> int:
        """Bytes so far."""
        return self.wire_bytes

    def _note(self, _select: int) -> None:
        self.at = time.perf_counter()
