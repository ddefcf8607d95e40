"""MicroPython's `machine` for a board whose world is another process, at the end of two pipes.

Every transfer, pin and pause is a question; the answer says what time it has become meanwhile.
MicroPython's unix port runs this file: `firmware.simulated.lockstep` answers.
"""

import os
import struct

_questions, _answers = (int(fd) for fd in os.getenv("CDG_BOARD").split(","))
_out = open(_questions, "wb")  # noqa: SIM115
_in = open(_answers, "rb")  # noqa: SIM115
_now = 0


def ask(what: bytes, number: int = 0, data: bytes = b"") -> bytes:
    """Ask the world one thing and wait for its answer."""
    global _now
    _out.write(struct.pack("<1sBI", what, len(data), number) + data)
    verdict, length, _now = struct.unpack("<1sBQ", _in.read(10))
    answer = _in.read(length) if length else b""
    if verdict == b"C":
        raise KeyboardInterrupt
    if verdict == b"E":
        raise OSError(5)
    return answer


def now() -> int:
    """Give the microseconds of the board's clock."""
    return _now


_NAMED = {"LED": 25, "WL_GPIO1": 64 + 1}
"""Pins with a name: the lamp of a Pico, and one of the radio's own, whose numbers go on from 64."""


class Pin:
    """A pin; what is written to it reaches the world."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1

    def __init__(
        self,
        number: int | str,
        mode: int = IN,
        pull: int | None = None,  # noqa: ARG002
        *,
        value: int | None = None,
    ) -> None:
        self.number = _NAMED.get(number, number)
        self.mode = mode
        if value is not None:
            self(value)

    def __call__(self, value: int | None = None) -> int | None:
        """Set the level, or give it where none is named."""
        if value is None:
            return ask(b"G", self.number)[0]
        ask(b"P", self.number, bytes((bool(value),)))
        return None


class I2C:
    """A bus; `id`, pins and clock as on the RP2040."""

    def __init__(self, id: int, *, scl: Pin, sda: Pin, freq: int = 400000) -> None:
        ask(b"I", freq, bytes((id, sda.number, scl.number)))

    def writeto(self, address: int, data: bytes, stop: bool = True) -> int:  # noqa: ARG002
        """Write to the chip at `address`; give the bytes that it acknowledged."""
        ask(b"W", address, bytes(data))
        return len(data)

    def readfrom(self, address: int, length: int, stop: bool = True) -> bytes:  # noqa: ARG002
        """Read from the chip at `address`."""
        return ask(b"R", address, bytes((length,)))


class WDT:
    """The watchdog: once it is started it wants to be fed."""

    def __init__(self, id: int = 0, timeout: int = 5000) -> None:  # noqa: ARG002
        ask(b"D", timeout)

    def feed(self) -> None:
        """Say that all is well."""
        ask(b"F")


def reset() -> None:
    """Start the board anew."""
    ask(b"Z")


def unique_id() -> bytes:
    """Give the board's serial number."""
    return ask(b"U")


ask(b"H")
