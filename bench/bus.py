"""The buses of the benchmark: luma's own I2C and SPI, as on a Pi, over what takes the bytes."""

import time
from collections.abc import Callable

from luma.core.interface.serial import i2c

from bench.luma_i2c import way_to
from cdgdevice.drivers.oled.i2c_bus import TRANSFER_COST, name_address
from cdgdevice.drivers.oled.spi_bus import CLOCK_HZ
from cdgdevice.simulator.simulated_hardware import SimulatedSpiBus

FAST_I2C = 400_000 / 9
"""Bytes a second on an I2C bus at 400 kHz: each has eight bits and an acknowledgement."""

FAST_SPI = CLOCK_HZ / 8
"""Bytes a second on the screens' SPI bus: each has eight bits and nothing more."""


class Stopwatch:
    """A bus that counts the bytes on the wire and keeps the time of the last one."""

    name = "stopwatch"
    answers = True
    transfer_cost = TRANSFER_COST

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self.sent = 0
        """Bytes so far, with address and control bytes."""
        self.at = 0.0
        """When the last transfer came, by `clock`."""

    def carry(self, _address: int, payload: bytes) -> None:
        self.sent += 1 + len(payload)
        self.at = self._clock()

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
