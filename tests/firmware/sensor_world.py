"""The sensor's driver on its chip, without MicroPython: for tests of either."""

from sensor import Sensor

from firmware.simulated.chip import STEP, Chip
from firmware.simulated.tray import Clock, Tray

ENABLE, ATIME, CONTROL, ID, STATUS, CLEAR = 0x00, 0x01, 0x0F, 0x12, 0x13, 0x14
AUTO, REPEATED = 0xA0, 0x80


class World:
    """A chip over a tray, a bus of 400 kHz that takes its time, and a stopwatch."""

    def __init__(self, **specimen: float) -> None:
        self.clock = Clock()
        self.tray = Tray(self.clock)
        self.chip = Chip(self.tray, **specimen)  # type: ignore[arg-type]
        self.sensor = Sensor(self, self.light, self)
        self.lit_at: list[int] = []
        """What the LED was switched to."""
        self.breaks_at: float | None = None
        """When the sensor's power breaks for a moment."""
        self.start()

    def passes(self, ms: float) -> None:
        until = self.clock.ms + ms
        if self.breaks_at is not None and self.breaks_at <= until:
            self.clock.ms, self.breaks_at = self.breaks_at, None
            self.tray.unsolder()
            self.tray.solder()
        self.clock.ms = until

    def light(self, lit: int) -> None:
        self.lit_at.append(lit)
        self.tray.light(bool(lit))

    def start(self) -> None:
        self.started_at = self.clock.ms

    def passed(self) -> int:
        return int(1000 * (self.clock.ms - self.started_at))

    def wait(self, until: int) -> None:
        self.passes(max(0, until - self.passed()) / 1000)

    def writeto(self, address: int, data: bytes, stop: bool = True) -> int:
        assert address == 0x29
        self.passes(0.0225 * (1 + len(data)))
        self.chip.write(data)
        return len(data)

    def readfrom(self, address: int, length: int) -> bytes:
        assert address == 0x29
        self.passes(0.0225 * (1 + length))
        return self.chip.read(length)

    def get(self, register: int) -> int:
        self.chip.write(bytes((AUTO | register,)))
        return self.chip.read(1)[0]

    def set(self, register: int, value: int) -> None:
        self.chip.write(bytes((AUTO | register, value)))

    def word(self, register: int, command: int = AUTO) -> int:
        self.chip.write(bytes((command | register,)))
        return int.from_bytes(self.chip.read(2), "little")

    def started(self, steps: int = 10) -> "World":
        """Start integrations of so many steps at gain 4; the first begins now."""
        self.set(CONTROL, 1)
        self.set(ATIME, 256 - steps)
        self.set(ENABLE, 1)
        self.passes(10.0)
        self.set(ENABLE, 3)
        self.passes(STEP)
        return self


def close(found: int, expected: float) -> bool:
    """Whether a count is as expected but for its noise."""
    return abs(found - expected) <= 6 * (expected**0.5) + 10


def paper(world: World, face: int) -> float:
    """The clear count of a face without marks and noise."""
    world.tray.place(face)
    world.tray.light(True)
    total = sum(world.tray.counts(at, at + 24.0)[3] for at in [world.clock.ms] * 50)
    return total / 50
