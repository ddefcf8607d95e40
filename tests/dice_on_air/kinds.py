"""What the dice say and hear: the bytes, without any Bluetooth.

Written from what their makers publish: ParticulaCode/GoDiceJavaScriptAPI for GoDice,
GameWithPixels/pixels-js for Pixels.
"""

import struct
from abc import ABC, abstractmethod


class Die(ABC):
    """A six-sided die; `lamp` is the colour it was last told to show, None when it is dark."""

    service: str
    notified: str
    """The characteristic by which it says something."""
    written: str
    """The characteristic by which it is told something."""
    calls_service = False
    """Whether its call has its service beside its name, which then has room for 8 letters."""

    def __init__(self, name: str, battery: int = 80) -> None:
        self.name = name
        self.battery = battery
        self.lamp: tuple[int, int, int] | None = None

    @abstractmethod
    def rolls(self) -> bytes:
        """Say that it has begun to roll."""

    @abstractmethod
    def lands(self, face: int) -> bytes:
        """Say that a roll has ended with this face up."""

    @abstractmethod
    def moves(self, face: int) -> bytes:
        """Say that it lies still with this face up, and was not rolled."""

    @abstractmethod
    def leans(self, face: int) -> bytes:
        """Say that it lies still and leans, nearest to this face."""

    @abstractmethod
    def hears(self, told: bytes) -> list[bytes]:
        """Do what it is told; give what it answers."""


class GoDice(Die):
    """A GoDice in its six-sided shell."""

    service = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
    written = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
    notified = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
    colour = 0

    def rolls(self) -> bytes:
        return b"R"

    def lands(self, face: int) -> bytes:
        return b"S" + _up(face)

    def moves(self, face: int) -> bytes:
        return b"MS" + _up(face)

    def leans(self, face: int) -> bytes:
        # Half of the way to a neighbour.
        x, y, z = struct.unpack("3b", _up(face))
        return b"TS" + struct.pack("3b", x // 2 + y // 2, y // 2 + z // 2, z // 2 + x // 2)

    def hears(self, told: bytes) -> list[bytes]:
        match told[:1]:
            case b"\x03":
                return [b"Bat" + bytes([self.battery])]
            case b"\x17":
                return [b"Col" + bytes([self.colour])]
            case b"\x08":
                self.lamp = _lit(*told[1:4])
            case b"\x10":
                self.lamp = _lit(*told[4:7]) if told[1] else None
        return []


def _up(face: int) -> bytes:
    """Give the direction of gravity that its sensor reports with this face up."""
    axis, size = {1: (0, -64), 6: (0, 64), 3: (1, 64), 4: (1, -64), 2: (2, 64), 5: (2, -64)}[face]
    return struct.pack("3b", *(size if each == axis else 0 for each in range(3)))


class Pixel(Die):
    """A Pixels die; `die_type` is 2 for one with six numbered sides, 8 for one with pips."""

    service = "a6b90001-7a5a-43f2-a962-350c8edc9b5b"
    notified = "a6b90002-7a5a-43f2-a962-350c8edc9b5b"
    written = "a6b90003-7a5a-43f2-a962-350c8edc9b5b"
    calls_service = True

    def __init__(self, name: str, battery: int = 80, die_type: int = 2) -> None:
        super().__init__(name, battery)
        self._type = die_type
        self._state = (5, 0)

    def rolls(self) -> bytes:
        return self._says(3, self._state[1])

    def lands(self, face: int) -> bytes:
        return self._says(1, face - 1)

    def moves(self, face: int) -> bytes:
        return self._says(5, face - 1)

    def leans(self, face: int) -> bytes:
        return self._says(4, face - 1)

    def _says(self, state: int, index: int) -> bytes:
        self._state = (state, index)
        return bytes((3, *self._state))

    def hears(self, told: bytes) -> list[bytes]:
        match told[:1]:
            case b"\x01":
                return [self._who()]
            case b"\x21":
                return [bytes((34, self.battery, 0))]
            case b"\x1d":
                (colour,) = struct.unpack_from("<I", told, 4)
                self.lamp = _lit(colour >> 16 & 255, colour >> 8 & 255, colour & 255)
                return [b"\x1e"]
            case b"\x15" | b"\x3b":
                self.lamp = None
        return []

    def _who(self) -> bytes:
        """Give who it is: parts, each beginning with its own length."""
        version = struct.pack("<HIHHHH", 0x0103, 1_735_689_600, 1, 1, 1, 1)
        die = struct.pack("<IBBBBB", 0x1C0FFEE5, 1, self._type, 21, 1, 0)
        name = self.name.encode()[:31] + b"\0"
        settings = struct.pack("<III", 0x5EED, 40_000, 65_536)
        status = bytes((self.battery, 0, *self._state))
        parts = (version, die, b"\0", name, settings, status)
        return b"\x02" + b"".join(bytes([len(part) + 1]) + part for part in parts)


def _lit(red: int, green: int, blue: int) -> tuple[int, int, int] | None:
    return (red, green, blue) if red or green or blue else None


KINDS: dict[str, type[Die]] = {"godice": GoDice, "pixel": Pixel}
