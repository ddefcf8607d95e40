"""The die reader's program: pins, sensor and serial line around a `Reader`.

It never stops by itself. A sensor that fails is set up afresh each second; any other fault is
printed, and when it lasts the watchdog starts the board anew. So it does after Ctrl-C: a start that
`hold` holds is how new files get there.
"""

import os
import select
import sys

# What only MicroPython has, as far as mypy can tell.
from time import (  # type: ignore[attr-defined]
    sleep_ms,
    sleep_us,
    ticks_diff,
    ticks_ms,
    ticks_us,
)

import board
import machine  # type: ignore[import-not-found]
from calibration import load
from idle import FULL, GLIMPSES
from reader import Reader
from sensor import Sensor, SensorError

TYPE_CHECKING = False  # mypy takes it for True; MicroPython has no typing to ask
if TYPE_CHECKING:
    Reading = tuple[int, int, int, int]
    Frame = tuple[Reading, Reading]

CALIBRATION = "calibration.txt"
WATCHDOG = 8000
"""Milliseconds without a whole pass after which the board starts anew; 8388 is the most."""
AGAIN = 1000
"""Milliseconds until a sensor that does not answer is set up afresh."""
RESTART = 5000
"""Milliseconds until a board that could not begin starts anew."""
PAUSE = 25
"""Milliseconds of a pass without a look at the sensor."""
GULP = 128
"""Bytes that are read at once, so that a flood of them holds nothing up."""

SENSES = 1
"""Milliseconds in which a pin without a motor has risen: far more than its pull-up needs."""

BLINKS = {"": 0, "blank": 1024, "dirty": 1024, "blind": 256}
"""Milliseconds of a blink of the lamp for what is wrong; 0 is steady."""

HOLD = "hold"
"""A file that holds the next start: then new files are copied, and no watchdog cuts that short."""
STEADY, STEADY_BESIDE_RADIO = 23, "WL_GPIO1"
"""The pin that keeps the board's supply steady, and with it the sensor's LED: high. A board with a
radio has it on the radio, whose power its own GPIO23 is."""


class Clock:
    """Milliseconds since the start; those of the board begin again after 12 days."""

    def __init__(self) -> None:
        self._ticks: int = ticks_ms()
        self._ms = 0

    def __call__(self) -> int:
        """Return the time; ask at least every six days."""
        ticks = ticks_ms()
        self._ms += ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._ms


class Stopwatch:
    """Microseconds since its start, for some minutes at most."""

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Begin at 0."""
        self._ticks = ticks_us()

    def passed(self) -> int:
        """Return the microseconds since then."""
        passed: int = ticks_diff(ticks_us(), self._ticks)
        return passed

    def wait(self, until: int) -> None:
        """Wait until so many have passed."""
        # Through the long part the board serves USB; it may end up to a millisecond early.
        sleep_ms(max(0, until - self.passed()) // 1000)
        sleep_us(max(0, until - self.passed()))


class Line:
    """The serial line over USB; nothing here waits for the host."""

    def __init__(self) -> None:
        # The buffers: `sys.stdin` itself waits for ever after a byte that is not UTF-8.
        self._in = select.poll()
        self._in.register(sys.stdin.buffer, select.POLLIN)
        self._out = select.poll()
        self._out.register(sys.stdout.buffer, select.POLLOUT)

    def read(self) -> bytes:
        """Return what has come, at most `GULP` bytes."""
        data = b""
        # One at a time: the board's `read` waits until it has all that it was asked for.
        while len(data) < GULP and self._ready(self._in, select.POLLIN):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            data += byte
        return data

    def write(self, data: bytes) -> None:
        """Send `data`. What a host does not fetch is lost: the protocol says it again."""
        # One at a time: the board says no more than that there is room for one. For the room of
        # more MicroPython may wait half a second, while a host has the port open and is deaf.
        for place in range(len(data)):
            if not self._ready(self._out, select.POLLOUT):
                return
            sys.stdout.buffer.write(data[place : place + 1])

    def _ready(self, poll: select.poll, event: int) -> bool:
        found = poll.poll(0)
        return bool(found) and bool(found[0][1] & event)


class Program:
    """The board's life, from its start."""

    def __init__(self) -> None:
        self._clock = Clock()
        self._line = Line()
        self._led = machine.Pin(board.LED, machine.Pin.OUT, value=0)
        # By its name: on a board with a radio it is on no pin of the chip.
        self._lamp = machine.Pin("LED", machine.Pin.OUT, value=1)
        self._lamp_lit = 1
        steady = STEADY_BESIDE_RADIO if has_radio() else STEADY
        machine.Pin(steady, machine.Pin.OUT, value=1)
        self._motor = find_motor()
        """None where no motor is wired."""
        self._motor_runs = False
        self._sensor: Sensor | None = None
        """None while it does not answer."""
        self._try_at = 0
        self._seen: tuple[int, Frame | None] | None = None
        """The last frame, and when it was taken; None once it is judged."""
        uid = "".join(["%02X" % byte for byte in machine.unique_id()])  # noqa: UP031
        # At random: a counter would repeat the values of another board.
        boot = 1 + int.from_bytes(os.urandom(4), "big") % 0xFFFFFFFF
        known, has_motor = load(CALIBRATION), self._motor is not None
        self._reader = Reader(uid, boot, known, CALIBRATION, self._clock(), has_motor)

    def run(self) -> None:
        """Live until Ctrl-C, and some seconds longer: nobody feeds the watchdog then."""
        watchdog = None
        while True:
            try:
                self._look()
                if watchdog is None:  # not before all has gone well once
                    watchdog = machine.WDT(timeout=WATCHDOG)
                watchdog.feed()
            except Exception as error:
                self._drive(False)  # a pass that fails may fail before it comes to the motor
                report(error)
                sleep_ms(PAUSE)

    def dark(self) -> None:
        """Switch the motor, the LED and the lamp off."""
        if self._motor is not None:
            self._motor(0)
        self._led(0)
        self._lamp(0)

    def _look(self) -> None:
        """Take a frame; the one before is judged while the sensor counts light."""
        try:
            if self._sensor is None and self._clock() >= self._try_at:
                self._try_at = self._clock() + AGAIN
                self._sensor = find_sensor(self._led)
            if self._sensor is not None:
                self._watch(self._sensor)
                return
        except SensorError:
            self._sensor = None
            self._led(0)
        self._seen = (self._clock(), None)
        self._work()
        sleep_ms(PAUSE)

    def _watch(self, sensor: Sensor) -> None:
        """Look as often as the reader wants to."""
        sensor.set_gain(self._reader.gain)
        now = self._clock()
        pace = self._reader.pace(now)
        if pace == FULL:
            frame = sensor.frame(self._work)
            self._seen = (self._clock(), frame)
        elif pace == GLIMPSES:
            if self._reader.is_glimpse_due(now):
                frame = sensor.glimpse(self._work)
                self._line.write(self._reader.glimpse(self._clock(), frame))
            else:
                shade = sensor.shade(self._work)
                self._reader.shade(self._clock(), shade)
        else:
            self._led(0)
            self._work()
            sleep_ms(PAUSE)

    def _work(self) -> None:
        if self._seen is not None:
            at, frame = self._seen
            self._seen = None
            self._line.write(self._reader.frame(at, frame))
        now = self._clock()
        self._line.write(self._reader.received(now, self._line.read()))
        self._line.write(self._reader.tick(now))
        self._drive(self._reader.shakes(now))
        blink = BLINKS[self._reader.trouble]
        lit = 1 if not blink or now % blink < blink // 2 else 0
        if lit != self._lamp_lit:  # on a board with a radio it takes a while
            self._lamp_lit = lit
            self._lamp(lit)

    def _drive(self, runs: bool) -> None:
        if self._motor is not None and runs != self._motor_runs:
            self._motor_runs = runs
            self._motor(1 if runs else 0)


def main() -> None:
    """Run until Ctrl-C."""
    if is_held():
        print("Held for new files: unplug it and plug it in again to end that.")
        return
    try:
        program = Program()
    except Exception as error:
        report(error)
        sleep_ms(RESTART)  # time for a Ctrl-C
        machine.reset()
    try:
        program.run()
    except KeyboardInterrupt:
        stop(program)
        print("Stopped; it starts anew within %d seconds. To stay here:" % (WATCHDOG // 1000))  # noqa: UP031
        print("open('%s', 'w').close(); import machine; machine.reset()" % HOLD)  # noqa: UP031


def stop(program: Program) -> None:
    """Switch all off and arm the watchdog, however often Ctrl-C is pressed meanwhile."""
    stopped = False
    while not stopped:
        try:
            program.dark()
            machine.WDT(timeout=WATCHDOG)  # not armed yet where the first pass was cut short
            stopped = True
        except KeyboardInterrupt:
            pass


def is_held() -> bool:
    """Return whether this start is held, and let go of the next."""
    try:
        os.remove(HOLD)
    except OSError:
        return False
    return True


def has_radio() -> bool:
    """Tell a Pico W or Pico 2 W."""
    return "W with" in getattr(sys.implementation, "_machine", "")


def find_motor() -> "machine.Pin | None":
    """Return the motor's pin, at rest; None where nothing is wired to it.

    What switches a motor has a resistor from the pin to ground, far below the chip's own pull-up.
    So nobody has to tell the board of it, and a tray without a motor is never mistaken.
    """
    pin = machine.Pin(board.MOTOR, machine.Pin.IN, machine.Pin.PULL_UP)
    sleep_ms(SENSES)
    if pin():
        return None
    return machine.Pin(board.MOTOR, machine.Pin.OUT, value=0)


def find_sensor(led: "machine.Pin") -> Sensor:
    """Return the sensor, set up; raises `SensorError` when there is none."""
    sensor = Sensor(open_bus(), led, Stopwatch())
    sensor.set_up()
    return sensor


def open_bus() -> "machine.I2C":
    """Return the bus of the sensor.

    A sensor that was cut off in the middle of an answer, as by the watchdog, may hold the data
    line for ever: nine clocks let it finish.
    """
    scl = machine.Pin(board.SCL, machine.Pin.OPEN_DRAIN, value=1)
    for _ in range(9):
        scl(0)
        scl(1)
    return machine.I2C(
        board.I2C,
        scl=machine.Pin(board.SCL),
        sda=machine.Pin(board.SDA),
        freq=board.FREQUENCY,
    )


def report(error: Exception) -> None:
    """Print what went wrong; the host reads past it, and a person at a terminal does not."""
    sys.print_exception(error)  # type: ignore[attr-defined]


main()
