"""An I2C adapter on USB, as the kernel's i2c-tiny-usb drives it: requests in, answers out.

The kernel's side is drivers/i2c/busses/i2c-tiny-usb.c.
"""

import struct
from enum import Enum, auto

from .i2c_bus import I2cBus
from .usbip_packets import Submit

_DEVICE = struct.pack(
    "<BBHBBBBHHHBBBB", 18, 1, 0x0110, 0xFF, 0, 0, 64, 0x0403, 0xC631, 1, 0, 0, 0, 1
)
_CONFIGURATION = struct.pack(
    "<BBHBBBBBBBBBBBBBB", 9, 2, 18, 1, 1, 0, 0x80, 50, 9, 4, 0, 0, 0, 0xFF, 0, 0, 0
)
_DESCRIPTORS = {1: _DEVICE, 2: _CONFIGURATION}
_VENDORS = 0x40
_CAN = 0x0EFF0009
"""Plain transfers and all that SMBus makes of them (I2C_FUNC_I2C, I2C_FUNC_SMBUS_EMUL)."""
_READS = 0x0001
_ANSWERED, _NOT_ANSWERED = b"\x01", b"\x02"


class No(Enum):
    """Why a request is not answered with bytes."""

    STALL = auto()
    """The adapter does not know it."""
    HANGS = auto()
    """The wire is held: there is no answer until there is one no more wanted."""


class I2cTinyUsb:
    """The adapter in front of `bus`."""

    def __init__(self, bus: I2cBus) -> None:
        self._bus = bus
        self._status = b"\x00"

    def answer(self, submit: Submit) -> bytes | No:
        """Do what a request on endpoint 0 asks, and give what goes back to the host."""
        kind, request, value, index, _ = struct.unpack("<BBHHH", submit.setup)
        if kind & 0x60 == _VENDORS:
            return self._obey(request, value, index, submit)
        match request:
            case 0:  # its status
                return b"\x00\x00"
            case 6:
                return _DESCRIPTORS.get(value >> 8, No.STALL)
            case 9:  # a configuration to set: there is one
                return b""
        return No.STALL

    def _obey(self, request: int, value: int, index: int, submit: Submit) -> bytes | No:
        match request:
            case 1:  # what it can do
                return _CAN.to_bytes(4, "little")
            case 2:  # its own delay
                return b""
            case 3:  # how the last transfer went
                return self._status
            case 4 | 5 | 6 | 7 if self._bus.stuck:
                return No.HANGS
            case 4 | 5 | 6 | 7:
                return self._transfer(index, submit, reads=bool(value & _READS))
        return No.STALL

    def _transfer(self, address: int, submit: Submit, *, reads: bool) -> bytes:
        if reads:
            data = self._bus.read(address, submit.length)
            self._status = _NOT_ANSWERED if data is None else _ANSWERED
            # The kernel wants all the bytes before it asks whether anyone gave them.
            return bytes(submit.length) if data is None else data
        self._status = _ANSWERED if self._bus.write(address, submit.data) else _NOT_ANSWERED
        return b""
