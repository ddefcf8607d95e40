import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from queue import SimpleQueue

import pytest
from gpiozero.pins.mock import MockFactory

from cdgdevice.drivers.gpio.control_events import Control, KnobPhase, PinEdge
from cdgdevice.drivers.gpio.pin_factory import GpiodFactory
from cdgdevice.drivers.gpio.wired_devices import SwitchInputs
from cdgdevice.errors import HardwareError
from tests.drivers.fakes.fake_rpi_gpio import ZERO_2_W, rpi_gpio_factory
from tests.patience import PATIENCE
from tests.simulated_chips import SimulatedGpioChips

LEFT, KNOB, FIRST = Control.LEFT, Control.KNOB, KnobPhase.FIRST
WIRING = {LEFT: 17, KNOB: 22, FIRST: 23}

Drive = Callable[[int, bool], None]


def unbroken(error: Exception) -> None:
    raise AssertionError(error)


class Bench:
    """Inputs on some back end, with a hand on the wires and the edges that came."""

    def __init__(self, factory: object, drive: Drive) -> None:
        self.drive = drive
        self.now = 5.0
        self.edges: list[PinEdge] = []
        self.broken: SimpleQueue[Exception] = SimpleQueue()
        self.arrived = threading.Condition()
        self.inputs = SwitchInputs(factory, WIRING, self._put, lambda: self.now, self.broken.put)

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

    def drive(gpio: int, high: bool) -> None:
        pin = factory.pin(gpio)
        if high:
            pin.drive_high()
        else:
            pin.drive_low()

    return Bench(factory, drive)


def on_fake_rpi(stack: ExitStack) -> Bench:
    factory, gpio = stack.enter_context(rpi_gpio_factory())
    return Bench(factory, gpio.drive)


def on_gpiod(stack: ExitStack) -> Bench:
    chips = SimulatedGpioChips()
    factory = stack.enter_context(GpiodFactory(ZERO_2_W, chips))
    return Bench(factory, chips.drive)


@pytest.fixture(params=[on_mock, on_fake_rpi, on_gpiod])
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


def test_the_pins_can_be_taken_again_after_close() -> None:
    with MockFactory() as factory:
        for _ in range(2):
            SwitchInputs(factory, WIRING, lambda edge: None, lambda: 0.0, unbroken).close()


def test_an_edge_has_the_time_of_the_clock() -> None:
    with ExitStack() as stack:
        bench = on_mock(stack)
        bench.now = 7.25
        bench.drive(17, False)
        assert bench.edges == [PinEdge(7.25, LEFT, True)]
        bench.inputs.close()


def test_an_edge_has_the_kernels_time_where_the_kernel_tells_it() -> None:
    chips = SimulatedGpioChips(clock=lambda: 1234.5)
    with GpiodFactory(ZERO_2_W, chips) as factory, ExitStack() as stack:
        bench = Bench(factory, chips.drive)
        stack.callback(bench.inputs.close)
        chips.drive(17, False)
        bench.changes(1)
        assert bench.edges == [PinEdge(1234.5, LEFT, True)]


def test_a_pin_that_goes_deaf_is_told() -> None:
    chips = SimulatedGpioChips()
    with GpiodFactory(ZERO_2_W, chips) as factory, ExitStack() as stack:
        bench = Bench(factory, chips.drive)
        stack.callback(bench.inputs.close)
        chips.lines[17].break_down()
        assert "An input pin can't be watched" in str(bench.broken.get(timeout=PATIENCE))


def test_it_starts_no_thread_of_its_own() -> None:
    before = threading.active_count()
    with MockFactory() as factory:
        inputs = SwitchInputs(factory, WIRING, lambda edge: None, lambda: 0.0, unbroken)
        assert threading.active_count() == before
        inputs.close()


def test_all_inputs_of_the_kernel_share_one_thread() -> None:
    before = threading.active_count()
    with GpiodFactory(ZERO_2_W, SimulatedGpioChips()) as factory:
        inputs = SwitchInputs(factory, WIRING, lambda edge: None, lambda: 0.0, unbroken)
        assert threading.active_count() == before + 1
        inputs.close()
    assert threading.active_count() == before


def test_a_pin_that_does_not_exist_is_named() -> None:
    with MockFactory() as factory, pytest.raises(HardwareError) as caught:
        SwitchInputs(factory, {LEFT: 17, KNOB: 99}, lambda edge: None, lambda: 0.0, unbroken)
    assert str(caught.value) == ("knob can't be wired to GPIO99: 99 is not a valid pin name.")


def test_two_controls_on_one_pin_are_refused_and_all_pins_released() -> None:
    with MockFactory() as factory:
        # The error's traceback keeps everything alive: nothing is released by chance.
        with pytest.raises(HardwareError) as caught:
            SwitchInputs(factory, {LEFT: 17, KNOB: 17}, lambda edge: None, lambda: 0.0, unbroken)
        assert "knob can't be wired to GPIO17: pin GPIO17 is already in use" in str(caught.value)
        SwitchInputs(factory, {LEFT: 17}, lambda edge: None, lambda: 0.0, unbroken).close()
