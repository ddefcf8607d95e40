"""The simulated bus as an smbus, which luma's own i2c drives."""

import os
from typing import Protocol

from cdgdevice.drivers.oled.i2c_bus import NO_ANSWER
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus


class I2cMessage(Protocol):
    """A write message as smbus2 makes it."""

    addr: int

    def __bytes__(self) -> bytes:
        """Return the bytes to write."""


class SimulatedSMBus:
    """What luma's i2c asks of an smbus."""

    def __init__(self, bus: SimulatedI2cBus) -> None:
        self._bus = bus

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        """Write up to 32 bytes after the register; raise ValueError for more."""
        if len(data) > 32:
            raise ValueError("Data length cannot exceed 32 bytes")
        self._bus.transfer(address, bytes([register, *data]))

    def i2c_rdwr(self, *messages: I2cMessage) -> None:
        """Write messages of any length."""
        for message in messages:
            self._bus.transfer(message.addr, bytes(message))

    def read_byte(self, address: int) -> int:
        """Read a byte; raise OSError when nothing answers."""
        if address not in self._bus.scan_addresses():
            raise OSError(NO_ANSWER, os.strerror(NO_ANSWER))
        return 0

    def close(self) -> None:
        """Do nothing: a simulated bus has no file."""
