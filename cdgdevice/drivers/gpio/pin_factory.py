"""The way to the pins: a gpiozero factory by its name, real or simulated; and our own, `cdgdevice`.

Ours sleeps in the kernel until an edge comes. gpiozero's default, lgpio, polls more than a thousand
times a second (joan2937/lg#26).
"""

import sys
import threading
import time
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, NoReturn

from gpiozero.exc import (
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinInvalidState,
    PinSetInput,
    PinSPIUnsupported,
)
from gpiozero.pins import Factory
from gpiozero.pins.pi import PiFactory, PiPin
from msgspec.structs import replace

from cdgdevice.drivers.gpio import gpio_lines
from cdgdevice.errors import CdgDeviceError, ConfigError, HardwareError
from cdgdevice.rules.texts.near_words import find_most_like

OWN_FACTORY = "cdgdevice"
MOCK_FACTORY = "mock"


def open_pin_factory(name: str) -> Factory:
    """Open the pin factory `name`: "cdgdevice", "mock", or one that gpiozero knows, like "lgpio".

    gpiozero's own choice (`Device.pin_factory`) is left alone, and another factory is never taken
    instead: a gadget that runs on simulated pins unasked would seem dead.

    Raises:
        ConfigError: no factory has this name.
        HardwareError: it lacks its library, or does not work on this machine.
    """
    if name == OWN_FACTORY:
        return GpiodFactory()
    if name == MOCK_FACTORY:
        from gpiozero.pins.mock import MockFactory

        return MockFactory()
    factory = _load_factory(_find_entry_point(name))
    try:
        return factory()
    except CdgDeviceError:
        raise
    except Exception as why:  # each back end has errors of its own
        raise HardwareError(
            f'The pin factory "{name}" does not work on this machine: {why}. '
            f'Choose "{OWN_FACTORY}" on a Raspberry Pi, or "{MOCK_FACTORY}" elsewhere.'
        ) from why


def _find_entry_point(name: str) -> EntryPoint:
    known = {entry.name: entry for entry in entry_points(group="gpiozero_pin_factories")}
    if name in known:
        return known[name]
    names = sorted({*known, OWN_FACTORY, MOCK_FACTORY})
    near = find_most_like(name.lower(), names)
    meant = f' Did you mean "{near}"?' if near else ""
    raise ConfigError((f'There is no pin factory "{name}".{meant} Known are {", ".join(names)}.',))


def _load_factory(entry: EntryPoint) -> type[Factory]:
    try:
        factory: type[Factory] = entry.load()
    except ImportError as why:
        library = f"the library {why.name}" if why.name else "a library"
        raise HardwareError(
            f'The pin factory "{entry.name}" needs {library}, which can\'t be loaded ({why}): '
            f'install it, or choose "{OWN_FACTORY}".'
        ) from why
    return factory


class GpiodFactory(PiFactory):  # type: ignore[misc]  # gpiozero ships no types
    """gpiozero's pins on the Linux GPIO character device.

    Give `revision` to say which Raspberry Pi it is; else `gpio_lines.this_board` looks into the
    folder `tree`, and its note goes to standard error. `chips` is the machine's own unless a
    simulated one is given. A pin that breaks down is told on standard error, unless `when_broken`
    names someone to tell.

    Raises:
        HardwareError: no Linux, no Raspberry Pi, no library, no chip or no permission.
    """

    def __init__(
        self,
        revision: int | None = None,
        chips: gpio_lines.GpioChips | None = None,
        tree: Path = Path(gpio_lines.TREE),
    ) -> None:
        super().__init__()
        self.pin_class = GpiodPin
        chips = open_real_chips() if chips is None else chips
        if revision is None:
            board = gpio_lines.this_board(tree=tree)
            revision = board.revision
            if board.note:
                print(board.note, file=sys.stderr)
        self._revision = revision
        self.header = gpio_lines.GpioHeader(chips)
        self.watch = gpio_lines.EdgeWatcher(
            lambda error: print(f"{type(error).__name__}: {error}", file=sys.stderr)
        )
        self._delivering = threading.local()

    def close(self) -> None:
        """Release every line and end the thread; more than once does no harm."""
        super().close()
        self.watch.close()

    def edge_time(self) -> float:
        """Return the kernel's time of the edge being reported; outside of a callback, now."""
        at: float | None = getattr(self._delivering, "at", None)
        return self.ticks() if at is None else at

    def when_broken(self, tell: Callable[[Exception], None]) -> None:
        """Call `tell`, in the watch's thread, with what keeps a pin's edges from arriving."""
        self.watch.on_broken = tell

    def deliver(self, pin: "GpiodPin", edge: gpio_lines.LineEdge) -> None:
        """Run the pin's callback for an edge."""
        self._delivering.at = edge.at
        pin._call_when_changed(edge.at, int(edge.high))

    def spi(self, **_: Any) -> NoReturn:
        """Refuse: the gadget has no SPI."""
        raise PinSPIUnsupported('The pin factory "cdgdevice" has no SPI; use "lgpio" for that.')

    @staticmethod
    def ticks() -> float:
        """Return the seconds of the monotonic clock, the one that stamps the kernel's edges."""
        return time.monotonic()

    @staticmethod
    def ticks_diff(later: float, earlier: float) -> float:
        """Return the seconds between two ticks."""
        return later - earlier

    def _get_revision(self) -> int:
        return self._revision


class GpiodPin(PiPin):  # type: ignore[misc]  # gpiozero ships no types
    """One pin; its line is taken when it is first used and given back by `close`."""

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._line: gpio_lines.GpioLine | None = None
        self._settings = gpio_lines.LineSettings(pull=gpio_lines.Pull(info.pull or "floating"))
        self._edges = gpio_lines.EdgeDetection.BOTH
        self._when_changed: Any = None

    def close(self) -> None:
        """Give the line back; the pin may be used again."""
        with self._when_changed_lock:
            self._when_changed = None
            # Meanwhile the collection of garbage may delete a device, which closes this pin too.
            line, self._line = self._line, None
            if line is not None:
                self._factory.watch.remove(line)
                line.release()
        self._settings = gpio_lines.LineSettings(pull=gpio_lines.Pull(self.info.pull or "floating"))

    def output_with_state(self, state: bool) -> None:
        """Make it an output that is at `state` from the first moment."""
        self._use(gpio_lines.LineSettings(output=True, high=bool(state)))

    def _use(self, settings: gpio_lines.LineSettings) -> gpio_lines.GpioLine:
        if self._line is None:
            self._line = self._factory.header.line(self._number, settings)
        elif settings != self._settings:
            self._line.reconfigure(settings)
        self._settings = settings
        return self._line

    def _get_function(self) -> str:
        return "output" if self._settings.output else "input"

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f'{self!r} can be "input" or "output", not {value!r}.')
        same = value == self._get_function()
        self._use(self._settings if same else gpio_lines.LineSettings(output=value == "output"))

    def _get_state(self) -> int:
        return int(self._use(self._settings).read())

    def _set_state(self, value: float) -> None:
        if not self._settings.output:
            raise PinSetInput(f"{self!r} is an input: its state is what is wired to it.")
        if value not in (0, 1):
            raise PinInvalidState(f"{self!r} can be 0 or 1, not {value!r}.")
        self._use(self._settings).write(bool(value))
        self._settings = replace(self._settings, high=bool(value))

    def _get_pull(self) -> str:
        return self._settings.pull.value

    def _set_pull(self, value: str) -> None:
        if self._settings.output:
            raise PinFixedPull(f"{self!r} is an output and has no pull.")
        if self.info.pull and value != self.info.pull:
            raise PinFixedPull(f"{self!r} has a resistor on the board that pulls {self.info.pull}.")
        try:
            pull = gpio_lines.Pull(value)
        except ValueError:
            raise PinInvalidPull(
                f'{self!r} can be pulled "up", "down" or left "floating", not {value!r}.'
            ) from None
        self._use(replace(self._settings, pull=pull))

    def _set_bounce(self, value: float | None) -> None:
        if value is not None:
            raise PinInvalidBounce(
                'The pin factory "cdgdevice" reports every edge; bounce_time must be None.'
            )

    def _get_edges(self) -> str:
        return self._edges.value

    def _set_edges(self, value: str) -> None:
        receiver = self._get_when_changed()
        self._set_when_changed(None)
        try:
            self._edges = gpio_lines.EdgeDetection(value)
        except ValueError:
            raise PinInvalidEdges(
                f'The edges of {self!r} are "both", "rising", "falling" or "none", not {value!r}.'
            ) from None
        finally:
            self._set_when_changed(receiver)

    def _enable_event_detect(self) -> None:
        line = self._use(replace(self._settings, edges=self._edges))
        self._factory.watch.add(line, lambda edge: self._factory.deliver(self, edge))

    def _disable_event_detect(self) -> None:
        if self._line is not None:
            self._factory.watch.remove(self._line)
            self._use(replace(self._settings, edges=gpio_lines.EdgeDetection.NONE))

    def _call_when_changed(self, ticks: float, state: int) -> None:
        # An edge may still be on its way when the callback is taken off.
        with self._when_changed_lock:
            if self._when_changed is not None:
                super()._call_when_changed(ticks, state)


def open_real_chips() -> gpio_lines.GpioChips:
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
