"""The TCS34725 colour sensor and its LED.

Each reading is an integration of its own: it is started after the LED has been switched, so
that no reading mixes lit and dark. While the sensor counts light, the board does other work.

A room's lamp flickers 100 or 120 times a second. The two readings of a frame begin `APART` from
each other, a whole number of either flicker's turns: both count the same of it, whatever the chip's
own clock does, and nothing of it is left in what is lit less what is dark. Which of the two comes
first changes with every second frame: no slower light, as of a fan's shadow, keeps step with three
frames and looks steady.
"""

TYPE_CHECKING = False  # mypy takes it for True; MicroPython has no typing to ask
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from machine import I2C  # type: ignore[import-not-found]  # only a board has it

    class Stopwatch(Protocol):
        """Microseconds since its start; it need not run for longer than a second."""

        def start(self) -> None:
            """Begin at 0."""

        def passed(self) -> int:
            """Return the microseconds since then."""

        def wait(self, until: int) -> None:
            """Wait until so many have passed; it may already be later."""


ADDRESS = 0x29
STEPS = 17
"""Steps of 2.4 ms in an integration: as many as even the slowest chip has done within `APART`."""

APART = 50_000
"""Microseconds from the beginning of a frame's first reading to that of its second."""

TOLD_STEPS = 10
"""Counts are told as those of so many steps, whatever the integration."""

GLIMPSE_STEPS = 4
"""Steps of a glimpse: about 10 ms, a whole flicker of a lamp on mains of 50 Hz."""

_IDS = (0x44, 0x4D, 0x10)
"""TCS34725 and TCS34727, which differ in the voltage of their bus, and what copies of them say."""
_AUTO = 0xA0
"""The bits of a command after which the register's number goes up by itself."""
_ENABLE, _ATIME, _CONTROL, _ID, _STATUS = 0x00, 0x01, 0x0F, 0x12, 0x13
_OFF, _ON, _INTEGRATE = 0x00, 0x01, 0x03
_GAINS = {1: 0x00, 4: 0x01, 16: 0x02}
"""The gain's bits in CONTROL."""
_VALID = 0x01

_WAKES = 3000
"""Microseconds until the sensor's oscillator runs, at most 2.6 ms by the data sheet."""
_SLOWEST = 47_500
"""Microseconds of a reading in the slowest chip of the data sheet: 18 steps of up to 2.56 ms, and
what starts it."""
_TOO_LONG = 52_000
"""Microseconds after which no reading is to be hoped for."""


class SensorError(Exception):
    """The sensor does not answer as one; the text says how. It must be set up afresh."""


class Sensor:
    """The sensor on `i2c` and its `led`, a function that takes 1 and 0.

    Every method raises `SensorError` when the sensor does not answer as one, or has lost its
    power meanwhile; `set_up` is then called again.
    """

    def __init__(self, i2c: "I2C", led: "Callable[[int], object]", stopwatch: "Stopwatch") -> None:
        self._i2c = i2c
        self._led = led
        self._stopwatch = stopwatch
        self._wait = _SLOWEST
        self._gain = _GAINS[4]
        self._length = 256 - STEPS
        """What ATIME holds."""
        self._frames = 0

    def set_up(self) -> None:
        """Wake the sensor, see that it is one, and learn how long its integration takes."""
        if self._read(_ID, 1)[0] not in _IDS:
            raise SensorError("There is another chip at the colour sensor's address.")
        self._write(_ENABLE, _OFF)
        # In this order: power that breaks in between takes the gain away, which `_end` sees.
        self._write(_CONTROL, self._gain)
        self._set_length(STEPS)
        self._write(_ENABLE, _ON)
        self._stopwatch.start()
        self._stopwatch.wait(_WAKES)
        self._wait = _SLOWEST
        self._begin(False)
        self._end()
        self._begin(False)
        # Where "valid" outlasts the reading that it was said of, it tells nothing of the next.
        # The data sheet does not say; such a chip is waited for as the slowest is.
        if not self._is_valid():
            self._wait = self._measure()

    def frame(
        self, work: "Callable[[], object]"
    ) -> tuple[tuple[int, int, int, int], tuple[int, int, int, int]]:
        """Return a reading with the LED off and one with it on: red, green, blue and clear each.

        Counts go from 0 to 1024 for each of `TOLD_STEPS`. `work` is called once in each
        integration; what it raises is raised.
        """
        first = bool(self._frames & 2)
        self._frames += 1
        self._begin(first)
        work()
        one = self._end()
        self._stopwatch.wait(APART)
        self._begin(not first)
        work()
        other = self._end()
        return (other, one) if first else (one, other)

    def glimpse(
        self, work: "Callable[[], object]"
    ) -> tuple[tuple[int, int, int, int], tuple[int, int, int, int]]:
        """Return a frame whose LED was lit for a moment only."""
        whole = self._wait
        self._wait = whole * (1 + GLIMPSE_STEPS) // (1 + STEPS)
        self._set_length(GLIMPSE_STEPS)
        self._frames = 0
        frame = self.frame(work)
        self._led(0)
        self._set_length(STEPS)
        self._wait = whole
        return frame

    def shade(self, work: "Callable[[], object]") -> tuple[int, int, int, int]:
        """Return a reading with the LED off; `work` as in `frame`. The next frame begins lit."""
        self._frames = 2
        self._begin(False)
        work()
        return self._end()

    def set_gain(self, gain: int) -> None:
        """Count with a gain of 1, 4 or 16 from the next frame on; it begins with 4."""
        if _GAINS[gain] != self._gain:
            self._gain = _GAINS[gain]
            self._write(_ENABLE, _ON)
            self._write(_CONTROL, self._gain)

    def _set_length(self, steps: int) -> None:
        self._length = 256 - steps
        self._write(_ENABLE, _ON)
        self._write(_ATIME, self._length)

    def _begin(self, lit: bool) -> None:
        # A sensor that lost its power has a gain of 1, which then tells nothing.
        if self._gain == _GAINS[1] and self._read(_ATIME, 1)[0] != self._length:
            raise SensorError("The colour sensor has lost its power meanwhile.")
        # From here on, so that what starts a reading takes as long in the next.
        self._stopwatch.start()
        self._write(_ENABLE, _ON)
        self._led(1 if lit else 0)
        self._write(_ENABLE, _INTEGRATE)

    def _end(self) -> tuple[int, int, int, int]:
        self._stopwatch.wait(self._wait)
        while True:
            # All in one go: word by word the colours may be of two readings, and a sensor whose
            # power broke would count with another gain and for another time.
            d = self._read(_CONTROL, 13)
            if d[0] != self._gain:
                raise SensorError("The colour sensor has lost its power meanwhile.")
            if d[4] & _VALID:
                break
            self._may_retry()
        steps = 256 - self._length
        return (
            (d[7] | d[8] << 8) * TOLD_STEPS // steps,
            (d[9] | d[10] << 8) * TOLD_STEPS // steps,
            (d[11] | d[12] << 8) * TOLD_STEPS // steps,
            (d[5] | d[6] << 8) * TOLD_STEPS // steps,
        )

    def _measure(self) -> int:
        """Return the microseconds after which the reading that has begun is valid."""
        while True:
            asked = self._stopwatch.passed()
            if self._is_valid():
                return asked
            self._may_retry()

    def _is_valid(self) -> bool:
        return bool(self._read(_STATUS, 1)[0] & _VALID)

    def _may_retry(self) -> None:
        if self._stopwatch.passed() >= _TOO_LONG:
            raise SensorError("The colour sensor does not finish a reading.")

    def _write(self, register: int, value: int) -> None:
        try:
            self._i2c.writeto(ADDRESS, bytes((_AUTO | register, value)))
        except OSError:
            raise SensorError("The colour sensor does not answer.") from None

    def _read(self, register: int, length: int) -> bytes:
        try:
            self._i2c.writeto(ADDRESS, bytes((_AUTO | register,)), False)
            data: bytes = self._i2c.readfrom(ADDRESS, length)
        except OSError:
            raise SensorError("The colour sensor does not answer.") from None
        return data
