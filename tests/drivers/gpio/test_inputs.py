import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from cdgdevice.drivers.gpio.control_events import Control, KnobPhase, PinEdge
from cdgdevice.drivers.gpio.header_pins import HeaderPins, Pins
from cdgdevice.drivers.gpio.pin_factory import GpiodFactory, GpiozeroPins
from cdgdevice.drivers.gpio.wired_devices import SwitchInputs
from cdgdevice.errors import HardwareError
from cdgdevice.simulator.simulated_hardware import SimulatedPins
from tests.drivers.fakes.fake_rpi_gpio import ZERO_2_W, rpi_gpio_factory
from tests.patience import PATIENCE
from tests.simulated_chips import SimulatedGpioChips

LEFT, KNOB, FIRST = Control.LEFT, Control.KNOB, KnobPhase.FIRST
WIRING = {LEFT: 17, KNOB: 22, FIRST: 23}

Drive = Callable[[int, bool], None]
OwnWay = Callable[[SimulatedGpioChips], Any]


def unbroken(error: Exception) -> None:
    raise AssertionError(error)


class Bench:
    """Inputs on some back end, with a hand on the wires and the edges that came."""

    def __init__(self, pins: Pins, drive: Drive) -> None:
        self.drive = drive
        self.now = 5.0
        self.edges: list[PinEdge] = []
        self.broken: SimpleQueue[Exception] = SimpleQueue()
        self.arrived = threading.Condition()
        self.inputs = SwitchInputs(pins, WIRING, self._put, lambda: self.now, self.broken.put)

    def _put(self, edge: PinEdge) -> None:
        with self.arrived:
            self.edges.append(edge)
            self.arrived.notify_all()

    def changes(self, count: int) -> list[tuple[Control | KnobPhase, bool]]:
        """Wait for so many edges; give what they say, without the times."""
        with self.arrived:
            assert self.arrived.wait_for(lambda: len(self.edges) >= count, timeout=PATIENCE)
        return [(edge.pin, edge.active) for edge in self.edges]


def on_mock(stack: ExitStack) -> Bench:
    factory = stack.enter_context(MockFactory())
    return Bench(GpiozeroPins(factory), partial(drive, factory))


def on_simulated(stack: ExitStack) -> Bench:
    pins = stack.enter_context(closing(SimulatedPins()))
    return Bench(pins, partial(drive, pins))


def drive(pins: Any, gpio: int, high: bool) -> None:
    pin = pins.pin(gpio)
    if high:
        pin.drive_high()
    else:
        pin.drive_low()


def on_fake_rpi(stack: ExitStack) -> Bench:
    factory, gpio = stack.enter_context(rpi_gpio_factory())
    return Bench(GpiozeroPins(factory), gpio.drive)


def on_gpiod(stack: ExitStack) -> Bench:
    chips = SimulatedGpioChips()
    factory = stack.enter_context(GpiodFactory(ZERO_2_W, chips))
    return Bench(GpiozeroPins(factory), chips.drive)


def on_header(stack: ExitStack) -> Bench:
    chips = SimulatedGpioChips()
    return Bench(stack.enter_context(closing(HeaderPins(chips))), chips.drive)


@pytest.fixture(params=[on_mock, on_simulated, on_fake_rpi, on_gpiod, on_header])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    with ExitStack() as stack:
        bench = request.param(stack)
        stack.callback(bench.inputs.close)
        yield bench


def test_a_switch_that_closes_to_ground_is_active(bench: Bench) -> None:
    bench.drive(17, False)
    bench.drive(17, True)
    assert bench.changes(2) == [(LEFT, True), (LEFT, False)]


def test_every_bounce_is_reported_for_nothing_is_debounced_here(bench: Bench) -> None:
    for _ in range(5):
        bench.drive(22, False)
        bench.drive(22, True)
    assert bench.changes(10) == [(KNOB, True), (KNOB, False)] * 5


def test_nothing_is_reported_at_the_start(bench: Bench) -> None:
    bench.drive(23, False)
    assert bench.changes(1) == [(FIRST, True)]


def test_the_level_can_be_read(bench: Bench) -> None:
    assert not bench.inputs.level(LEFT)
    bench.drive(17, False)
    assert bench.inputs.level(LEFT)
    assert bench.inputs.closed() == {LEFT}


def test_a_pin_that_is_not_wired_is_open(bench: Bench) -> None:
    assert not bench.inputs.level(Control.E)


def test_after_close_nothing_comes_any_more(bench: Bench) -> None:
    bench.inputs.close()
    bench.drive(17, False)
    assert bench.edges == []
    assert not bench.inputs.level(LEFT)
    bench.inputs.close()


def ways(*, factories: bool = True) -> list[Any]:
    """List ways to pins, each of which is opened anew."""
    gpiozero = [
        lambda: GpiozeroPins(MockFactory()),
        lambda: GpiozeroPins(GpiodFactory(ZERO_2_W, SimulatedGpioChips())),
    ]
    own = [SimulatedPins, lambda: HeaderPins(SimulatedGpioChips())]
    return [*(gpiozero if factories else ()), *own]


@pytest.mark.parametrize("way", ways())
def test_the_pins_can_be_taken_again_after_close(way: Callable[[], Pins]) -> None:
    with closing(way()) as pins:
        for _ in range(2):
            SwitchInputs(pins, WIRING, lambda edge: None, lambda: 0.0, unbroken).close()


def test_an_edge_has_the_time_of_the_clock() -> None:
    with ExitStack() as stack:
        bench = on_mock(stack)
        bench.now = 7.25
        bench.drive(17, False)
        assert bench.edges == [PinEdge(7.25, LEFT, True)]
        bench.inputs.close()


OWN_WAYS = [lambda chips: GpiozeroPins(GpiodFactory(ZERO_2_W, chips)), HeaderPins]


@pytest.mark.parametrize("way", OWN_WAYS)
def test_an_edge_has_the_kernels_time_where_the_kernel_tells_it(way: OwnWay) -> None:
    chips = SimulatedGpioChips(clock=lambda: 1234.5)
    with closing(way(chips)) as pins, ExitStack() as stack:
        bench = Bench(pins, chips.drive)
        stack.callback(bench.inputs.close)
        chips.drive(17, False)
        bench.changes(1)
        assert bench.edges == [PinEdge(1234.5, LEFT, True)]


@pytest.mark.parametrize("way", OWN_WAYS)
def test_a_pin_that_goes_deaf_is_told(way: OwnWay) -> None:
    chips = SimulatedGpioChips()
    with closing(way(chips)) as pins, ExitStack() as stack:
        bench = Bench(pins, chips.drive)
        stack.callback(bench.inputs.close)
        chips.lines[17].break_down()
        assert "An input pin can't be watched" in str(bench.broken.get(timeout=PATIENCE))


def test_it_starts_no_thread_of_its_own() -> None:
    before = threading.active_count()
    with MockFactory() as factory:
        inputs = SwitchInputs(
            GpiozeroPins(factory), WIRING, lambda edge: None, lambda: 0.0, unbroken
        )
        assert threading.active_count() == before
        inputs.close()


@pytest.mark.parametrize("way", OWN_WAYS)
def test_all_inputs_of_the_kernel_share_one_thread(way: OwnWay) -> None:
    before = threading.active_count()
    with closing(way(SimulatedGpioChips())) as pins:
        inputs = SwitchInputs(pins, WIRING, lambda edge: None, lambda: 0.0, unbroken)
        assert threading.active_count() == before + 1
        inputs.close()
    assert threading.active_count() == before


def test_a_pin_that_does_not_exist_is_named() -> None:
    wiring = {LEFT: 17, KNOB: 99}
    with closing(GpiozeroPins(MockFactory())) as pins, pytest.raises(HardwareError) as caught:
        SwitchInputs(pins, wiring, lambda edge: None, lambda: 0.0, unbroken)
    assert str(caught.value) == ("knob can't be wired to GPIO99: 99 is not a valid pin name.")


@pytest.mark.parametrize("way", ways(factories=False))
def test_a_pin_that_no_header_has_is_named(way: Callable[[], Pins]) -> None:
    with closing(way()) as pins, pytest.raises(HardwareError) as caught:
        SwitchInputs(pins, {LEFT: 17, KNOB: 28}, lambda edge: None, lambda: 0.0, unbroken)
    assert str(caught.value) == "knob can't be wired to GPIO28: a header has GPIO0 to GPIO27."


@pytest.mark.parametrize("way", ways())
def test_two_controls_on_one_pin_are_refused_and_all_pins_released(way: Callable[[], Pins]) -> None:
    with closing(way()) as pins:
        # The error's traceback keeps everything alive: nothing is released by chance.
        with pytest.raises(HardwareError) as caught:
            SwitchInputs(pins, {LEFT: 17, KNOB: 17}, lambda edge: None, lambda: 0.0, unbroken)
        assert re.match(
            "knob can't be wired to GPIO17: "
            "(pin GPIO17 is already in use|something else is wired to GPIO17)",
            str(caught.value),
        )
        SwitchInputs(pins, {LEFT: 17}, lambda edge: None, lambda: 0.0, unbroken).close()


def test_a_pin_that_another_program_has_is_named_with_that_program() -> None:
    chips = SimulatedGpioChips()
    chips.users = {22: "w1_gpio"}
    with closing(HeaderPins(chips)) as pins, pytest.raises(HardwareError) as caught:
        SwitchInputs(pins, WIRING, lambda edge: None, lambda: 0.0, unbroken)
    assert str(caught.value).startswith("GPIO22 is in use by w1_gpio: ")
    assert chips.lines == {}


def test_a_switch_that_is_closed_while_its_pin_is_taken_gives_no_edge_until_it_opens() -> None:
    chips = SimulatedGpioChips()
    chips.drive(17, False)
    with closing(HeaderPins(chips)) as pins, ExitStack() as stack:
        bench = Bench(pins, chips.drive)
        stack.callback(bench.inputs.close)
        assert bench.inputs.closed() == {LEFT}
        chips.drive(17, True)
        assert bench.changes(1) == [(LEFT, False)]


def test_a_pin_that_breaks_down_is_told_on_standard_error_where_nobody_else_listens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: SimpleQueue[str] = SimpleQueue()
    monkeypatch.setattr(sys, "stderr", SimpleNamespace(write=told.put))
    chips = SimulatedGpioChips()
    with closing(HeaderPins(chips)) as pins:
        pins.open_switch(17, lambda closed, at: None)
        chips.lines[17].break_down()
        assert "HardwareError: An input pin can't be watched" in told.get(timeout=PATIENCE)
