"""GPIO chips made of memory: they behave as the kernel's do, with a hand to drive the lines."""

import errno
import os
import time
from collections import deque
from collections.abc import Callable, Mapping

from cdgdevice.drivers.gpio.gpio_lines import EdgeDetection, LineEdge, LineSettings, Pull


class SimulatedGpioLine:
    """A Line whose descriptor is a pipe with one byte an edge that waits."""

    def __init__(
        self, settings: LineSettings, driven: bool | None, let_go: Callable[[], object]
    ) -> None:
        self._readable, self._writable = os.pipe()
        self._waiting: deque[LineEdge] = deque()
        self._driven = driven
        self._let_go = let_go
        self.settings = settings
        self.released = False
        self._broken = False

    def drive(self, high: bool | None, at: float) -> None:
        """Hold the line high or low from outside at time `at`; None lets it go."""
        was = self.read()
        self._driven = high
        level = self.read()
        wanted = (EdgeDetection.BOTH, EdgeDetection.RISING if level else EdgeDetection.FALLING)
        if level != was and self.settings.edges in wanted:
            self._waiting.append(LineEdge(at, level))
            os.write(self._writable, b"e")

    def break_down(self) -> None:
        """Fail with ENODEV from now on, as the lines of a chip that was taken away do."""
        self._broken = True
        os.write(self._writable, b"!")

    def fileno(self) -> int:
        """See Line."""
        return self._readable

    def read(self) -> bool:
        """See Line; a floating line that nobody drives reads low."""
        self._check()
        if self.settings.output:
            return self.settings.high
        return self.settings.pull is Pull.UP if self._driven is None else self._driven

    def write(self, high: bool) -> None:
        """See Line."""
        self._check()
        if not self.settings.output:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
        self.settings = LineSettings(output=True, high=high)

    def reconfigure(self, settings: LineSettings) -> None:
        """See Line."""
        self._check()
        self.settings = settings

    def edges(self) -> tuple[LineEdge, ...]:
        """See Line."""
        self._check()
        count = len(os.read(self._readable, 64))
        return tuple(self._waiting.popleft() for _ in range(count))

    def release(self) -> None:
        """See Line."""
        if not self.released:
            self.released = True
            os.close(self._readable)
            os.close(self._writable)
            self._let_go()

    def _check(self) -> None:
        if self._broken:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))


class SimulatedGpioChips:
    """Chips with the given labels; the first one's lines can be driven by GPIO number.

    `clock` gives the time of an edge that is driven without one: seconds, monotonic.
    """

    def __init__(
        self,
        labels: tuple[str, ...] = ("pinctrl-bcm2835",),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._labels = {f"/dev/gpiochip{n}": label for n, label in enumerate(labels)}
        self._clock = clock
        self._driven: dict[int, bool | None] = {}
        self.lines: dict[int, SimulatedGpioLine] = {}
        """The lines in use, by GPIO number."""
        self.users: dict[int, str] = {}
        """Lines that somebody else has: their names."""
        self.refusal: OSError | None = None
        """When set, what every call raises."""

    def drive(self, gpio: int, high: bool | None, at: float | None = None) -> None:
        """Hold a line high or low from outside; None lets it go. It may be in use or not."""
        self._driven[gpio] = high
        if gpio in self.lines:
            self.lines[gpio].drive(high, self._clock() if at is None else at)

    def labels(self) -> Mapping[str, str]:
        """See Chips."""
        if self.refusal is not None:
            raise self.refusal
        return self._labels

    def request(self, path: str, offset: int, settings: LineSettings) -> SimulatedGpioLine:
        """See Chips."""
        self._refuse(path)
        if offset in self.users or offset in self.lines:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        line = SimulatedGpioLine(settings, self._driven.get(offset), lambda: self.lines.pop(offset))
        self.lines[offset] = line
        return line

    def line_user(self, path: str, offset: int) -> str:
        """See Chips."""
        self._refuse(path)
        return self.users.get(offset, "")

    def _refuse(self, path: str) -> None:
        if self.refusal is not None:
            raise self.refusal
        if path not in self._labels:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
