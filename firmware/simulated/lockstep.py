"""The firmware under the real MicroPython, on a board whose time the test owns.

The unix port of MicroPython runs the very files, in a folder laid out like a board. Its `machine`
and `time` (in `board/`) ask this process for each transfer, pin and pause; so a minute passes in
well under a second, nothing sleeps, and nothing is left to chance but the boot number.
"""

from math import inf
from pathlib import Path

from firmware import board
from firmware.simulated.chip import ADDRESS, STEP, Chip
from firmware.simulated.running import Running, find
from firmware.simulated.tray import Clock, Tray

UID = bytes.fromhex("E6614103E7452D2F")
"""The serial number that the board's flash chip gives."""

TRANSFER = 0.1
"""Milliseconds of Python for a transfer on the bus: twice what it is on an emulated Pico."""
PIN = 0.03
"""Milliseconds of Python for a pin or a pause, by the same measure."""


class Stopped(Exception):  # noqa: N818
    """The firmware has ended by itself; the text is what it printed about that."""


class Board:
    """A board from power-on, with its sensor over `tray`. Use it in a `with`.

    `folder` is its file system and must hold the firmware; it is kept, as flash memory is, when
    the cable is pulled. The sensor is a specimen with this length of `step`, and `sticky` or not; a
    `motor` may be wired too.
    Of the board's own work only what goes with a transfer, a pin or a pause takes time.
    """

    def __init__(
        self,
        tray: Tray,
        folder: Path,
        *,
        micropython: str | None = None,
        step: float = STEP,
        sticky: bool = False,
        motor: bool = False,
    ) -> None:
        if not isinstance(tray.clock, Clock):
            raise TypeError("A board in lock-step needs a tray whose clock is a Clock.")
        self.clock = tray.clock
        self.tray = tray
        self.host_fetches = True
        """Whether anybody fetches what the board writes; nobody does while a program hangs."""
        self.pins: dict[int, int] = {}
        """The outputs and their levels."""
        self.bus: tuple[int, int, int, int] | None = None
        """The bus as the firmware has set it up: unit, SDA, SCL, frequency."""
        self.resets = 0
        """How often the board has started anew by itself, or been started by its watchdog."""
        self._last_words = b""
        self._folder = folder
        self._micropython = micropython or find()
        self._step = step
        self._sticky = sticky
        self._motor = motor
        self._running: Running | None = None
        self.replug()

    def __enter__(self) -> "Board":
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()

    @property
    def plugged(self) -> bool:
        """Whether it has power."""
        return self._running is not None

    @property
    def runs(self) -> bool:
        """Whether the firmware runs; after Ctrl-C there is MicroPython's prompt instead."""
        return self.plugged and not self._at_prompt

    def send(self, data: bytes) -> None:
        """Have the host send `data`; what is sent to an unplugged board is lost."""
        if self._running is not None:
            self._running.send(data)

    def interrupt(self, times: int = 1) -> None:
        """Press Ctrl-C: the next things that the firmware does end in it."""
        if self.runs:
            self._interrupts += times

    def jam(self) -> None:
        """Have the sensor hold the data line, as one that was cut off in the middle of an answer.

        Clocks on the line let it finish.
        """
        self._jammed = 9

    def unplug(self) -> None:
        """Pull the cable: all but the files is lost."""
        if self._running is not None:
            self._running.end()
            self._running = None
        self._dark()

    def replug(self) -> None:
        """Plug the cable in, again or for the first time."""
        self.unplug()
        self._chip = Chip(self.tray, step=self._step, sticky=self._sticky)
        self._jammed = 0
        self._start()

    def restart(self) -> None:
        """Start the board anew, as its watchdog does; the sensor keeps its power."""
        if self._running is not None:
            self._restart(self._running)

    def run(self, ms: float) -> bytes:
        """Let so many milliseconds pass; give what the firmware said meanwhile.

        Raises:
            Stopped: when the firmware ends by itself.
        """
        until = self.clock.ms + ms
        said = b""
        going = True
        while self._running is not None and going:
            going = self._go_on(self._running, until)
            if self.host_fetches:
                said += self._last_words + self._running.hear()
                self._last_words = b""
        self.clock.ms = max(self.clock.ms, until)
        return said

    def _start(self) -> None:
        self._running = Running(self._folder, self._micropython)
        self._at_prompt = False
        self._interrupts = 0
        self._interrupted = False
        self._wakes: float | None = None
        """When its sleep ends; None while it works."""
        self._starves = inf
        """When the watchdog bites."""
        self._patience = 0

    def _dark(self) -> None:
        self.pins.clear()
        self.bus = None
        self.tray.light(lit=False)

    def _go_on(self, running: Running, until: float) -> bool:
        """Take one step; False when nothing more happens until then."""
        if self._wakes is not None:
            wakes = self.clock.ms if self._interrupts else self._wakes
            if self._starves <= min(wakes, until):
                self.clock.ms = max(self.clock.ms, self._starves)
                self._restart(running)
                return True
            if wakes > until:
                return False
            self.clock.ms = max(self.clock.ms, wakes)
            self._wakes = None
            running.send(b"")
            running.answer(self._verdict(), self.clock.ms)
        self._obey(running)
        return True

    def _obey(self, running: Running) -> None:
        """Do what the firmware asks next."""
        question = running.question()
        if question is None:
            self._ended(running)
            return
        what, number, data = question
        if what == b"T":
            self._wakes = self.clock.ms + PIN + number / 1000
            return
        if what == b"Z":
            self._restart(running)
            return
        verdict, answer = self._verdict(), b""
        if verdict == b"K":
            try:
                answer = self._do(what, number, data)
            except OSError:
                verdict = b"E"
        running.answer(verdict, self.clock.ms, answer)

    def _ended(self, running: Running) -> None:
        """Have MicroPython's prompt wait for ever, if it was Ctrl-C that ended the program."""
        if not self._interrupted:
            self._running = None
            said = running.hear().decode(errors="replace")
            raise Stopped(said + running.end())
        self._at_prompt = True
        self._interrupts = 0
        self._wakes = inf

    def _verdict(self) -> bytes:
        if not self._interrupts:
            return b"K"
        self._interrupts -= 1
        self._interrupted = True
        return b"C"

    def _do(self, what: bytes, number: int, data: bytes) -> bytes:
        if what == b"W":
            self._transfer(number, len(data))
            self._chip.write(data)
        elif what == b"R":
            self._transfer(number, data[0])
            return self._chip.read(data[0])
        elif what == b"P":
            self.clock.ms += PIN
            self._jammed -= number == board.SCL and data[0] > self.pins.get(number, 0)
            self.pins[number] = data[0]
            if number == board.LED:
                self.tray.light(lit=bool(data[0]))
            if number == board.MOTOR and data[0]:
                self.tray.shake()
        elif what == b"G":
            self.clock.ms += PIN
            # The resistor of the motor's transistor is stronger than the chip's pull-up.
            return bytes((number != board.MOTOR or not self._motor,))
        elif what == b"I":
            self.bus = (data[0], data[1], data[2], number)
        elif what == b"D":
            self._patience = number
            self._starves = self.clock.ms + number
        elif what == b"F":
            self._starves = self.clock.ms + self._patience
        elif what == b"U":
            return UID
        return b""

    def _transfer(self, address: int, length: int) -> None:
        """Let the time of a transfer pass: nine bits a byte, the address with them."""
        if self.bus is None:
            raise OSError(5, "the bus was not set up")
        if self._jammed > 0:
            raise OSError(110, "the sensor holds the data line")
        self.clock.ms += TRANSFER + 9000 * (1 + length) / self.bus[3]
        if address != ADDRESS:
            raise OSError(5, "no chip has this address")

    def _restart(self, running: Running) -> None:
        if self.host_fetches:
            self._last_words += running.hear()
        running.end()
        self._dark()
        self.resets += 1
        self._start()
