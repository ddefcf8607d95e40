"""The parts, put together over simulated edges."""

from pathlib import Path
from queue import SimpleQueue

import pytest
from gpiozero.pins.mock import MockFactory

from cdgdevice import __version__
from cdgdevice.config import Config, Pins, Sound
from cdgdevice.edge import Edge
from cdgdevice.errors import HardwareError
from cdgdevice.gadget.events import Control
from cdgdevice.gadget.events import Edge as PinEdge
from cdgdevice.gadget.pins.gpiod_factory import GpiodFactory
from cdgdevice.gadget.pins.simulated_chips import SimulatedChips
from cdgdevice.gadget.signals import Signal
from cdgdevice.method.display import Side
from cdgdevice.parts import assembled
from cdgdevice.power_off import POWER_OFF
from cdgdevice.service import Event, Service, Stop
from tests.gadget.fakes.fake_rpi_gpio import ZERO_2_W


def test_a_pin_that_goes_deaf_ends_the_service_with_a_sentence(tmp_path: Path) -> None:
    chips = SimulatedChips()
    config = Config(tmp_path)
    edge = Edge(lambda: GpiodFactory(ZERO_2_W, chips), None, None)
    queue: SimpleQueue[Event] = SimpleQueue()
    with assembled(config, edge, queue, log=print) as service:
        chips.lines[config.pins.inputs[Control.LEFT]].break_down()
        with pytest.raises(HardwareError, match="An input pin can't be watched any more"):
            service.run()


def test_lamps_and_buzzer_are_off_before_the_pins_are_let_go(tmp_path: Path) -> None:
    chips = SimulatedChips()
    pins = Pins(buzzer=26)
    edge = Edge(lambda: GpiodFactory(ZERO_2_W, chips), None, None)
    queue: SimpleQueue[Event] = SimpleQueue()
    with assembled(Config(tmp_path, pins=pins), edge, queue, log=print) as service:
        service.front.give(Signal(frozenset(Side), sounding=True))
        driven = [chips.lines[gpio] for gpio in (26, *pins.lamps.values())]
        assert [line.read() for line in driven] == [True] * 3
    assert chips.lines == {}


@pytest.mark.parametrize("on", [True, False])
def test_the_buzzer_sounds_if_the_configuration_says_so(tmp_path: Path, on: bool) -> None:
    factory = MockFactory()
    config = Config(tmp_path, pins=Pins(buzzer=26), sound=Sound(on))
    heard: list[bool] = []
    queue: SimpleQueue[Event] = SimpleQueue()

    def watch(_: Service) -> None:
        heard.append(bool(factory.pin(26).state))
        queue.put(PinEdge(0.0, Control.LEFT, active=len(heard) == 1) if len(heard) < 3 else Stop())

    with assembled(config, Edge(lambda: factory, None, None), queue, log=print, watch=watch) as it:
        it.run()
    assert any(heard) is on
    assert not heard[-1]


def test_the_computer_is_shut_down_only_where_its_way_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue: SimpleQueue[Event] = SimpleQueue()
    for folder, way in (("laptop", ""), ("gadget", str(tmp_path / "power-off"))):
        monkeypatch.setenv(POWER_OFF, way)
        edge = Edge(MockFactory, None, None)
        with assembled(Config(tmp_path / folder), edge, queue, log=print) as service:
            around = service.sitting.around
            assert (around.shut_down is not None) is bool(way)
            assert around.about[0] == f"cdgdevice {__version__}"
            assert str(tmp_path / folder) in around.about[-1]
