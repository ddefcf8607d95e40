"""A simulated I2C bus with panels that can be pulled out and put back.

It takes the place of a real bus at two levels: `SimulatedI2C` is a `Bus` for screens, and its
`smbus` is what luma's own i2c drives. Both fail as the real ones do.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from PIL import Image

from cdgdevice.gadget.glass.bus import STUCK
from cdgdevice.gadget.glass.simulated_panel import SimulatedPanel
from cdgdevice.gadget.glass.wire import NO_ANSWER, Serial, Wire

__all__ = ["SimulatedI2C", "SimulatedPanel", "SimulatedSMBus"]

STUCK_FOR = 1.0
"""Seconds after which a Pi's kernel gives up a transfer on a stuck bus."""


class SimulatedI2C:
    """A bus with panels at addresses (0x08 to 0x77), all plugged in."""

    def __init__(self, panels: Mapping[int, SimulatedPanel], name: str = "simulated I2C") -> None:
        self.name = name
        self.smbus = SimulatedSMBus(self)
        """The same bus for luma's own i2c: `i2c(bus=simulated.smbus, address=0x3C)`."""
        self.wire_bytes = 0
        """Bytes on the wire so far, with address and control bytes."""
        self.stuck = False
        """A chip holds the clock line: no transfer comes to its end."""
        self.spend: Callable[[float], None] = lambda _: None
        """Is told the seconds for which a stuck bus holds its caller up."""
        self._panels = dict(panels)
        self._left: dict[int, int] = {}  # transfers left until it is out, for each unplugged one
        self._listeners: list[Callable[[int], None]] = []

    def serial(self, address: int) -> Serial:
        """Open the way to an address; like a real bus it does not ask who is there."""
        return Wire(self.transfer, address)

    def addresses(self) -> tuple[int, ...]:
        """Give the addresses of the panels that are plugged in."""
        if self.stuck:
            self.spend(STUCK_FOR)
            return ()
        return tuple(sorted(address for address in self._panels if not self._is_out(address)))

    def transfer(self, address: int, payload: bytes) -> None:
        """Carry one transfer; raise OSError as a Pi does when nothing answers."""
        if self.stuck:
            self.spend(STUCK_FOR)
            raise OSError(STUCK, os.strerror(STUCK))
        self.wire_bytes += 1
        if address not in self._panels or self._is_out(address):
            raise OSError(NO_ANSWER, os.strerror(NO_ANSWER))
        if address in self._left:
            self._left[address] -= 1
        self.wire_bytes += len(payload)
        self._panels[address].receive(payload)
        self._tell(address)

    def replay(self, recording: Iterable[tuple[int, bytes]]) -> None:
        """Carry the transfers of a recording, as `wire.transfers` reads them."""
        for address, payload in recording:
            self.transfer(address, payload)

    def unplug(self, address: int, after: int = 0) -> None:
        """Pull a panel out, now or after so many transfers more: in the midst of a picture."""
        self._left[address] = after
        self._tell(address)

    def replug(self, address: int) -> None:
        """Put a panel back: it answers, and has lost everything."""
        self._left.pop(address, None)
        self._panels[address].cut_power()
        self._tell(address)

    def picture(self, address: int) -> Image.Image:
        """Give what a person sees at an address: black if the panel is pulled out."""
        image = self._panels[address].picture()
        return Image.new(image.mode, image.size) if self._is_out(address) else image

    def listen(self, listener: Callable[[int], None]) -> None:
        """Have a function called with the address after every transfer, unplug and replug.

        It is called in the thread that drives the bus and should only take note.
        """
        self._listeners.append(listener)

    def _is_out(self, address: int) -> bool:
        return self._left.get(address) == 0

    def _tell(self, address: int) -> None:
        for listener in self._listeners:
            listener(address)


class Message(Protocol):
    """A write message as smbus2 makes it."""

    addr: int

    def __bytes__(self) -> bytes:
        """Give the bytes to write."""


class SimulatedSMBus:
    """What luma's i2c asks of an smbus."""

    def __init__(self, bus: SimulatedI2C) -> None:
        self._bus = bus

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        """Write up to 32 bytes after the register; raise ValueError for more."""
        if len(data) > 32:
            raise ValueError("Data length cannot exceed 32 bytes")
        self._bus.transfer(address, bytes([register, *data]))

    def i2c_rdwr(self, *messages: Message) -> None:
        """Write messages of any length."""
        for message in messages:
            self._bus.transfer(message.addr, bytes(message))

    def read_byte(self, address: int) -> int:
        """Read a byte; raise OSError when nothing answers."""
        if address not in self._bus.addresses():
            raise OSError(NO_ANSWER, os.strerror(NO_ANSWER))
        return 0

    def close(self) -> None:
        """Do nothing: a simulated bus has no file."""
