"""What switches, lamps and a buzzer ask of the pins, and the pins of this computer's own header.

They sleep in the kernel until an edge comes. gpiozero is not loaded for them: it takes as long as
a tenth of a start. Those of its factories are in `pin_factory`.
"""

import sys
from collections.abc import Callable, Container
from typing import Final, Protocol

from cdgdevice.drivers.gpio.gpio_lines import (
    EdgeDetection,
    EdgeWatcher,
    GpioChips,
    GpioHeader,
    GpioLine,
    LineEdge,
    LineSettings,
    Pull,
)
from cdgdevice.errors import HardwareError

OWN_FACTORY: Final = "cdgdevice"
"""How a configuration calls these pins."""
HIGHEST_GPIO: Final = 27
"""The last GPIO number of a header with 40 pins."""

SwitchChanged = Callable[[bool, float | None], None]
"""Hears, in any thread, whether a switch is closed now, and since when: in seconds of the monotonic
clock; None if the pins don't know."""


class Switch(Protocol):
    """A pin whose switch closes to ground, with the chip's resistor pulling up."""

    def is_closed(self) -> bool:
        """Return whether it is closed now."""

    def close(self) -> None:
        """Release the pin, and report nothing any more."""


class Output(Protocol):
    """A pin that drives a lamp or a buzzer; low at first."""

    def write(self, high: bool) -> None:
        """Drive it high or low; a pin that was released already is left alone."""

    def close(self) -> None:
        """Release the pin; more than once does no harm."""


class Pins(Protocol):
    """The way to the pins, by GPIO number."""

    def open_switch(self, gpio: int, changed: SwitchChanged) -> Switch:
        """Take a pin; raise an Exception that says why it is not available."""

    def open_output(self, gpio: int) -> Output:
        """Take a pin; raise an Exception that says why it is not available."""

    def when_broken(self, tell: Callable[[Exception], None]) -> None:
        """Have `tell` called, in any thread, when a pin's edges can't arrive any more."""

    def close(self) -> None:
        """Release every pin; more than once does no harm."""


def check_pin(gpio: int, taken: Container[int]) -> None:
    """Refuse a pin, with a ValueError, that no header has, or that is taken."""
    if not 0 <= gpio <= HIGHEST_GPIO:
        raise ValueError(f"a header has GPIO0 to GPIO{HIGHEST_GPIO}")
    if gpio in taken:
        raise ValueError(f"something else is wired to GPIO{gpio}")


class HeaderPins:
    """The pins of a header with 40 pins, on the Linux GPIO character device.

    Raises:
        HardwareError: there is no such chip, or no permission to open one.
    """

    def __init__(self, chips: GpioChips) -> None:
        self._header = GpioHeader(chips)
        self._watch = EdgeWatcher(
            lambda error: print(f"{type(error).__name__}: {error}", file=sys.stderr)
        )
        self._taken: dict[int, HeaderPin] = {}

    def open_switch(self, gpio: int, changed: SwitchChanged) -> "HeaderPin":
        settings = LineSettings(pull=Pull.UP, edges=EdgeDetection.BOTH)
        pin = self._take(gpio, settings, changed)
        self._watch.add(pin.line, pin.deliver)
        return pin

    def open_output(self, gpio: int) -> "HeaderPin":
        return self._take(gpio, LineSettings(output=True), _hear_nothing)

    def when_broken(self, tell: Callable[[Exception], None]) -> None:
        self._watch.on_broken = tell

    def close(self) -> None:
        """End the thread, too."""
        for pin in tuple(self._taken.values()):
            pin.close()
        self._watch.close()

    def _release(self, gpio: int) -> None:
        line = self._taken.pop(gpio).line
        self._watch.remove(line)
        line.release()

    def _take(self, gpio: int, settings: LineSettings, changed: SwitchChanged) -> "HeaderPin":
        check_pin(gpio, self._taken)
        line = self._header.line(gpio, settings)
        pin = self._taken[gpio] = HeaderPin(line, changed, lambda: self._release(gpio))
        return pin


class HeaderPin:
    """A `Switch` or an `Output` on a line of the header."""

    def __init__(self, line: GpioLine, changed: SwitchChanged, release: Callable[[], None]) -> None:
        self.line = line
        self._changed = changed
        self._release = release
        self._open = True
        self._closed = not line.read()
        """What was heard last."""

    def is_closed(self) -> bool:
        return not self.line.read()

    def write(self, high: bool) -> None:
        if self._open:
            self.line.write(high)

    def deliver(self, edge: LineEdge) -> None:
        """Report an edge that the kernel saw; one that may still come after the end is nothing."""
        closed = not edge.high
        if self._open and closed is not self._closed:
            self._closed = closed
            self._changed(closed, edge.at)

    def close(self) -> None:
        if self._open:
            self._open = False
            self._release()


def _hear_nothing(_closed: bool, _at: float | None) -> None:
    """Do nothing: an output has no edges."""


def open_real_chips() -> GpioChips:
    """Return the chips of this machine; raise HardwareError where there can't be any."""
    if sys.platform != "linux":
        raise HardwareError(
            'The pin factory "cdgdevice" needs Linux on a Raspberry Pi; elsewhere choose "mock".'
        )
    try:
        from cdgdevice.drivers.gpio.gpiod_chips import GpiodChips
    except ImportError as why:
        raise HardwareError(
            'The pin factory "cdgdevice" needs the library gpiod, version 2.1 or newer '
            f"({why}): install it with `sudo apt install python3-libgpiod` or, where that is too "
            "old, with `pip install 'gpiod>=2.1'`."
        ) from why
    return GpiodChips()
