import gc
import sys
import threading
from collections.abc import Iterator
from importlib.metadata import entry_points
from queue import SimpleQueue
from types import SimpleNamespace

import gpiozero
import pytest
from gpiozero import exc

from cdgdevice.drivers.gpio.gpio_lines import (
    REVISION_VARIABLE,
    EdgeDetection,
    LineEdge,
    LineSettings,
    Pull,
)
from cdgdevice.drivers.gpio.pin_factory import GpiodFactory
from cdgdevice.errors import HardwareError
from tests.drivers.fakes.fake_rpi_gpio import ZERO_2_W
from tests.patience import PATIENCE
from tests.simulated_chips import SimulatedGpioChips


@pytest.fixture
def chips() -> SimulatedGpioChips:
    return SimulatedGpioChips(clock=lambda: 100.0)


@pytest.fixture
def factory(chips: SimulatedGpioChips) -> Iterator[GpiodFactory]:
    with GpiodFactory(ZERO_2_W, chips) as factory:
        yield factory


def test_gpiozero_finds_it_by_name() -> None:
    (entry,) = entry_points(group="gpiozero_pin_factories", name="cdgdevice")
    assert entry.load() is GpiodFactory


def test_it_knows_the_board(factory: GpiodFactory) -> None:
    assert factory.board_info.model == "Zero2W"


def test_a_pin_is_taken_when_it_is_used_and_given_back_by_close(
    factory: GpiodFactory, chips: SimulatedGpioChips
) -> None:
    pin = factory.pin("GPIO17")
    assert chips.lines == {}
    pin.function = "input"
    assert chips.lines[17].settings == LineSettings()
    pin.close()
    assert chips.lines == {}
    pin.function = "input"
    assert 17 in chips.lines


def test_a_pin_that_is_closed_again_while_it_closes_gives_its_line_back_once(
    factory: GpiodFactory, chips: SimulatedGpioChips
) -> None:
    """As where the collection of garbage deletes the pin's device just then."""
    pin = factory.pin("GPIO17")
    pin.function = "input"
    line = chips.lines[17]
    release, released = line.release, []

    def close_again() -> None:
        released.append(line)
        if len(released) == 1:
            pin.close()
        release()

    line.release = close_again
    pin.close()
    assert (released, chips.lines) == ([line], {})


@pytest.mark.parametrize("pull", list(Pull))
def test_an_input_is_pulled_as_asked(
    factory: GpiodFactory, chips: SimulatedGpioChips, pull: Pull
) -> None:
    pin = factory.pin(17)
    pin.input_with_pull(pull.value)
    assert chips.lines[17].settings == LineSettings(pull=pull)
    assert pin.pull == pull.value
    assert pin.state == (pull is Pull.UP)


def test_an_output_starts_at_its_level_without_a_blip(
    factory: GpiodFactory, chips: SimulatedGpioChips
) -> None:
    with gpiozero.DigitalOutputDevice(5, initial_value=True, pin_factory=factory) as lamp:
        assert chips.lines[5].settings == LineSettings(output=True, high=True)
        lamp.off()
        assert not chips.lines[5].read()
        assert lamp.pin.function == "output"


def test_changing_a_pin_keeps_the_line(factory: GpiodFactory, chips: SimulatedGpioChips) -> None:
    pin = factory.pin(17)
    pin.function = "input"
    line = chips.lines[17]
    pin.pull = "up"
    pin.function = "output"
    pin.function = "input"
    assert chips.lines[17] is line


@pytest.mark.parametrize(("edges", "heard"), [("both", [0, 1]), ("rising", [1]), ("falling", [0])])
def test_the_edges_asked_for_are_heard(
    factory: GpiodFactory, chips: SimulatedGpioChips, edges: str, heard: list[int]
) -> None:
    queue: SimpleQueue[tuple[float, int]] = SimpleQueue()

    def receive(ticks: float, state: int) -> None:
        queue.put((ticks, state))

    pin = factory.pin(17)
    pin.input_with_pull("up")
    pin.edges = edges
    pin.when_changed = receive
    chips.drive(17, False, at=1.0)
    chips.drive(17, True, at=2.0)
    expected = [(1.0 + state, state) for state in heard]
    assert [queue.get(timeout=PATIENCE) for _ in heard] == expected
    pin.when_changed = None
    assert chips.lines[17].settings.edges is EdgeDetection.NONE


def test_gpiozeros_own_devices_work_on_it(factory: GpiodFactory, chips: SimulatedGpioChips) -> None:
    pressed = threading.Event()
    with gpiozero.DigitalInputDevice(17, pull_up=True, pin_factory=factory) as button:
        button.when_activated = pressed.set
        chips.drive(17, False)
        assert pressed.wait(PATIENCE)
        assert button.is_active


def test_a_pin_that_was_closed_is_heard_when_it_is_used_again(
    factory: GpiodFactory, chips: SimulatedGpioChips
) -> None:
    for _ in range(3):
        pressed = threading.Event()
        with gpiozero.DigitalInputDevice(17, pull_up=True, pin_factory=factory) as button:
            button.when_activated = pressed.set
            chips.drive(17, False)
            assert pressed.wait(PATIENCE)
        chips.drive(17, True)


def test_an_edge_that_was_on_its_way_when_the_receiver_left_is_dropped(
    factory: GpiodFactory,
) -> None:
    pin = factory.pin(17)
    pin.input_with_pull("up")
    factory.deliver(pin, LineEdge(1.0, high=False))


def test_the_time_of_an_edge_is_known_only_in_its_callback(
    factory: GpiodFactory, chips: SimulatedGpioChips
) -> None:
    times: SimpleQueue[float] = SimpleQueue()

    def receive(ticks: float, state: int) -> None:
        times.put(factory.edge_time())

    pin = factory.pin(17)
    pin.input_with_pull("up")
    pin.when_changed = receive
    chips.drive(17, False, at=3.5)
    assert times.get(timeout=PATIENCE) == 3.5
    assert factory.edge_time() > 3.5


def test_a_receiver_that_was_forgotten_is_dropped(
    factory: GpiodFactory, chips: SimulatedGpioChips
) -> None:
    class Receiver:
        def receive(self, ticks: float, state: int) -> None:
            raise AssertionError("nobody should be here")

    last: SimpleQueue[int] = SimpleQueue()
    forgotten, other = factory.pin(17), factory.pin(18)
    forgotten.input_with_pull("up")
    other.input_with_pull("up")
    receiver = Receiver()
    forgotten.when_changed = receiver.receive

    def hear(ticks: float, state: int) -> None:
        last.put(state)

    other.when_changed = hear
    del receiver
    gc.collect()
    chips.drive(17, False)
    chips.drive(18, False)
    assert last.get(timeout=PATIENCE) == 0


def test_close_gives_every_line_back_and_ends_the_thread(chips: SimulatedGpioChips) -> None:
    before = threading.active_count()
    factory = GpiodFactory(ZERO_2_W, chips)
    button = gpiozero.DigitalInputDevice(17, pull_up=True, pin_factory=factory)
    gpiozero.DigitalOutputDevice(5, pin_factory=factory)
    factory.close()
    assert chips.lines == {}
    assert threading.active_count() == before
    button.close()
    factory.close()


def test_a_broken_line_can_still_be_closed(
    factory: GpiodFactory, chips: SimulatedGpioChips
) -> None:
    button = gpiozero.DigitalInputDevice(17, pull_up=True, pin_factory=factory)
    chips.lines[17].break_down()
    button.close()
    assert chips.lines == {}


def test_a_busy_pin_is_a_sentence_and_not_a_traceback_of_gpiozero(
    factory: GpiodFactory, chips: SimulatedGpioChips
) -> None:
    chips.users[17] = "gpio-keys"
    with pytest.raises(HardwareError, match="GPIO17 is in use by gpio-keys"):
        gpiozero.DigitalInputDevice(17, pull_up=True, pin_factory=factory)


def test_what_a_pin_cannot_do_it_refuses(factory: GpiodFactory) -> None:
    pin = factory.pin(17)
    with pytest.raises(exc.PinInvalidFunction, match="GPIO17 can be"):
        pin.function = "pwm"
    with pytest.raises(exc.PinSetInput, match="GPIO17 is an input"):
        pin.state = 1
    with pytest.raises(exc.PinInvalidPull, match="not 'sideways'"):
        pin.pull = "sideways"
    with pytest.raises(exc.PinInvalidEdges, match="not 'some'"):
        pin.edges = "some"
    with pytest.raises(exc.PinInvalidBounce, match="reports every edge"):
        pin.bounce = 0.01
    with pytest.raises(exc.PinFixedPull, match="resistor on the board"):
        factory.pin(2).pull = "down"
    pin.function = "output"
    with pytest.raises(exc.PinInvalidState, match="0 or 1"):
        pin.state = 0.5
    with pytest.raises(exc.PinFixedPull, match="is an output"):
        pin.pull = "up"
    with pytest.raises(exc.PinPWMUnsupported):
        pin.frequency = 100
    with pytest.raises(exc.PinSPIUnsupported, match="has no SPI"):
        factory.spi(port=0, device=0)


def test_away_from_linux_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(HardwareError, match=r'needs Linux on a Raspberry Pi; .* "mock"'):
        GpiodFactory()


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiod", None)
    monkeypatch.delitem(sys.modules, "cdgdevice.drivers.gpio.gpiod_chips", raising=False)
    with pytest.raises(HardwareError, match=r"needs the library gpiod, version 2\.1 or newer"):
        GpiodFactory(ZERO_2_W)


def test_the_board_may_be_named_in_the_environment(
    monkeypatch: pytest.MonkeyPatch, chips: SimulatedGpioChips
) -> None:
    monkeypatch.setenv(REVISION_VARIABLE, "c03111")
    with GpiodFactory(chips=chips) as factory:
        assert factory.board_info.model == "4B"


def test_a_pin_that_breaks_down_is_told_on_standard_error_where_nobody_else_listens(
    chips: SimulatedGpioChips, factory: GpiodFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: SimpleQueue[str] = SimpleQueue()
    monkeypatch.setattr(sys, "stderr", SimpleNamespace(write=told.put))
    pin = factory.pin(17)
    pin.function = "input"
    pin.when_changed = lambda ticks, state: None
    chips.lines[17].break_down()
    assert "HardwareError: An input pin can't be watched" in told.get(timeout=PATIENCE)
