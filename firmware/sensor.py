"""The TCS34725 colour sensor and its LED.

Each reading is an integration of its own: it is started after the LED has been switched, so
that no reading mixes lit and dark. While the sensor counts light, the board does other work.
"""

TYPE_CHECKING = False  # mypy takes it for True; MicroPython has no typing to ask
if TYPE_CHECKING:
    from collections.abc import Callable

    from machine import I2C  # type: ignore[import-not-found]  # only a board has it

ADDRESS = 0x29
STEPS = 10
"""Steps of 2.4 ms in an integration."""

_IDS = (0x44, 0x4D)
"""TCS34725 and TCS34727, which differ in the voltage of their bus."""
_AUTO = 0xA0
"""The bits of a command after which the register's number goes up by itself."""
_ENABLE, _ATIME, _CONTROL, _ID, _STATUS = 0x00, 0x01, 0x0F, 0x12, 0x13
_OFF, _ON, _INTEGRATE = 0x00, 0x01, 0x03
_GAIN_4 = 0x01
_VALID = 0x01

_USUAL = 27
"""Milliseconds: 2.4 until an integration begins and 24 for itself, rounded up."""
_LONGEST = 32
"""Milliseconds that the slowest chip of the data sheet takes (its step is up to 2.56), and some."""


class Sensor:
    """The sensor on `i2c` and its `led`, a function that takes 1 and 0.

    `clock` gives milliseconds that only grow; `sleep` waits so many. Every method raises
    `OSError` when the sensor does not answer as one; `set_up` is then called again.
    """

    def __init__(
        self,
        i2c: "I2C",
        led: "Callable[[int], object]",
        clock: "Callable[[], int]",
        sleep: "Callable[[int], object]",
    ) -> None:
        self._i2c = i2c
        self._led = led
        self._clock = clock
        self._sleep = sleep
        self._wait = _USUAL
        self._started = 0

    def set_up(self) -> None:
        """Wake the sensor, see that it is one, and learn how long its integration takes."""
        if self._read(_ID, 1)[0] not in _IDS:
            raise OSError("There is another chip at the colour sensor's address.")
        self._write(_ENABLE, _OFF)
        self._write(_ATIME, 256 - STEPS)
        self._write(_CONTROL, _GAIN_4)
        self._write(_ENABLE, _ON)
        self._sleep(3)  # the oscillator's start
        # Chips differ by up to 7 %. A fast one is waited for as for a usual one.
        self._wait = _USUAL
        self._begin(0)
        self._end()
        self._wait = max(_USUAL, self._clock() - self._started)

    def frame(
        self, work: "Callable[[], object]"
    ) -> tuple[tuple[int, int, int, int], tuple[int, int, int, int]]:
        """Give a reading with the LED off and one with it on: red, green, blue and clear each.

        Counts go from 0 to 1024 for each step. `work` is called once in each integration.
        """
        self._begin(0)
        work()
        off = self._end()
        self._begin(1)
        work()
        on = self._end()
        return off, on

    def _begin(self, lit: int) -> None:
        self._write(_ENABLE, _ON)
        self._led(lit)
        self._write(_ENABLE, _INTEGRATE)
        self._started = self._clock()

    def _end(self) -> tuple[int, int, int, int]:
        self._sleep(max(0, self._started + self._wait - self._clock()))
        while True:
            # The status and all four words in one go: word by word they may be of two readings.
            d = self._read(_STATUS, 9)
            if d[0] & _VALID:
                break
            if self._clock() - self._started >= _LONGEST:
                raise OSError("The colour sensor does not finish a reading.")
            self._sleep(1)
        return (
            d[3] | d[4] << 8,
            d[5] | d[6] << 8,
            d[7] | d[8] << 8,
            d[1] | d[2] << 8,
        )

    def _write(self, register: int, value: int) -> None:
        self._i2c.writeto(ADDRESS, bytes((_AUTO | register, value)))

    def _read(self, register: int, length: int) -> bytes:
        self._i2c.writeto(ADDRESS, bytes((_AUTO | register,)), False)
        data: bytes = self._i2c.readfrom(ADDRESS, length)
        return data
