"""The conftest.py with which gpiozero's own tests run over our pin factory and simulated lines.

`.ci/contrib` puts it beside the tests of gpiozero's source release, which leaves out its own. Where
they ask for gpiozero's mock pins they get ours, each with a hand that drives its line; GPIO22 is
wired to GPIO27, as their tests of real pins want it.
"""

import time
from collections.abc import Iterator
from threading import Semaphore, Thread, current_thread
from typing import Any

import pytest
from gpiozero import Device

from cdgdevice.drivers.gpio import pin_factory
from cdgdevice.drivers.gpio.gpio_lines import EdgeDetection, GpioLine, LineEdge, LineSettings, Pull
from cdgdevice.drivers.gpio.pin_factory import OWN_FACTORY
from tests.patience import PATIENCE
from tests.simulated_chips import SimulatedGpioChips

PI_3B = 0xA02082
WIRE = {22: 27, 27: 22}

# The first tests the mock pin itself, the second is of SPI devices, and the third has no pins.
collect_ignore = ["test_mock_pin.py", "test_spi_devices.py", "test_tools.py"]
TIMED = {
    "test_output_blink_background",
    "test_output_blink_foreground",
    "test_rgbled_blink_background_nonpwm",
    "test_rgbled_blink_foreground_nonpwm",
}
"""Tests that are left out: they allow a sleep 50 ms more, and a busy machine takes longer."""

_NO_SPI = "the gadget's screens have a bus of their own: our factory refuses SPI"
EXCEPTIONS = {
    "test_spi_init": _NO_SPI,
    "test_spi_hardware_conflict": _NO_SPI,
    "test_spi_hardware_same_port": _NO_SPI,
    "test_spi_hardware_shared_bus": _NO_SPI,
    "test_led_char_display_init": "a pin that is closed goes back to the kernel: its level is lost",
}
"""Tests that have to fail over our factory, and why. Those that need PWM, or a mock pin which
simulates a part, are skipped."""


class HandDrivenPin(pin_factory.GpiodPin):
    """One of our pins, with what gpiozero's tests ask of a mock one."""

    def __init__(self, factory: "SimulatedFactory", info: Any) -> None:
        super().__init__(factory, info)
        self.delivered = Semaphore(0)
        self.clear_states()

    def drive_high(self) -> None:
        self._drive(True)

    def drive_low(self) -> None:
        self._drive(False)

    def clear_states(self) -> None:
        self._last_change = time.monotonic()
        self.states = [(0.0, self._level())]

    def assert_states(self, expected: list[float]) -> None:
        seen = [state for _, state in self.states]
        for actual, wanted in zip(seen, expected, strict=False):
            assert actual == wanted, seen

    def assert_states_and_times(self, expected: list[tuple[float, float]]) -> None:
        for actual, wanted in zip(self.states, expected, strict=False):
            # A busy machine sleeps longer than it was asked to, and never less.
            assert actual[0] > 0.95 * wanted[0] - 0.05, self.states
            assert actual[1] == wanted[1], self.states

    def _use(self, settings: LineSettings) -> GpioLine:
        line = super()._use(settings)
        self._note_level()
        return line

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        self._note_level()

    def _call_when_changed(self, ticks: float | None = None, state: int | None = None) -> None:
        now = self._factory.ticks() if ticks is None else ticks
        super()._call_when_changed(now, self._level() if state is None else state)

    def _level(self) -> bool:
        if self._line is None:
            return self._settings.pull is Pull.UP
        return self._line.read()

    def _drive(self, high: bool) -> None:
        """Drive the line, and return when its edge was delivered, as a mock pin does."""
        assert not self._settings.output
        level = self._level()
        self._factory.chips.drive(self._number, high)
        self._note_level()
        wanted = (EdgeDetection.BOTH, EdgeDetection.RISING if high else EdgeDetection.FALLING)
        comes = self._line is not None and level != high and self._settings.edges in wanted
        if comes and current_thread().name != "cdgdevice-pins":
            assert self.delivered.acquire(timeout=PATIENCE)

    def _note_level(self) -> None:
        level, now = self._level(), time.monotonic()
        if level != self.states[-1][1]:
            self.states.append((now - self._last_change, level))
            self._last_change = now
        if self._number in WIRE:
            pulled = {Pull.UP: True, Pull.DOWN: False, Pull.FLOATING: None}[self._settings.pull]
            driven = self._settings.high if self._settings.output else pulled
            self._factory.chips.drive(WIRE[self._number], driven)


class SimulatedFactory(pin_factory.GpiodFactory):
    """Our factory over simulated lines; made without arguments, as gpiozero does."""

    def __init__(self) -> None:
        self.chips = SimulatedGpioChips()
        super().__init__(PI_3B, self.chips)
        self.pin_class = HandDrivenPin

    def pin(self, name: Any, pin_class: type | None = None, **_: object) -> Any:
        if pin_class is not None and pin_class.__name__ != "MockPin":
            pytest.skip(f"{pin_class.__name__} simulates more than a pin of ours has")
        return super().pin(name)

    def deliver(self, pin: HandDrivenPin, edge: LineEdge) -> None:
        try:
            super().deliver(pin, edge)
        finally:
            pin.delivered.release()

    def reset(self) -> None:
        self.close()


# gpiozero finds the class by its entry point.
pin_factory.GpiodFactory = SimulatedFactory  # type: ignore[assignment,misc]


def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    items[:] = [item for item in items if _is_ours(item)]
    for item in items:
        if item.originalname in EXCEPTIONS:
            why = EXCEPTIONS[item.originalname]
            item.add_marker(pytest.mark.xfail(reason=why, strict=True))


def _is_ours(item: pytest.Function) -> bool:
    """Say whether a test is of our factory, and not of the machine's clock."""
    if item.originalname in TIMED:
        return False
    params = item.callspec.params if hasattr(item, "callspec") else {}
    return bool(params.get("pin_factory_name", OWN_FACTORY) == OWN_FACTORY)


@pytest.fixture
def mock_factory() -> Iterator[SimulatedFactory]:
    before, Device.pin_factory = Device.pin_factory, SimulatedFactory()
    try:
        yield Device.pin_factory
    finally:
        if Device.pin_factory is not None:
            Device.pin_factory.close()
        Device.pin_factory = before


@pytest.fixture
def no_default_factory() -> Iterator[None]:
    before, Device.pin_factory = Device.pin_factory, None
    try:
        yield
    finally:
        Device.pin_factory = before


@pytest.fixture
def pwm() -> None:
    pytest.skip("our pins have no PWM")


class ThreadedTest(Thread):
    """A function that runs in a thread, and its result."""

    def __init__(self, work: Any) -> None:
        super().__init__(daemon=True)
        self._work = work
        self.start()

    def run(self) -> None:
        self._result = self._work()

    @property
    def result(self) -> Any:
        self.join(PATIENCE)
        assert not self.is_alive()
        return self._result
