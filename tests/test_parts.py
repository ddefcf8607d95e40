"""The parts, put together over simulated edges."""

from pathlib import Path
from queue import SimpleQueue

import pytest
from gpiozero.pins import Factory
from gpiozero.pins.mock import MockFactory

from cdgdevice import __version__
from cdgdevice.commands import settling
from cdgdevice.config import Config, Pins, Sound
from cdgdevice.edge import Edge
from cdgdevice.errors import HardwareError
from cdgdevice.gadget.desk.intents import Press
from cdgdevice.gadget.events import Control
from cdgdevice.gadget.events import Edge as PinEdge
from cdgdevice.gadget.glass.controller import Controller
from cdgdevice.gadget.glass.simulated import SimulatedI2C, SimulatedPanel
from cdgdevice.gadget.pins.gpiod_factory import GpiodFactory
from cdgdevice.gadget.pins.simulated_chips import SimulatedChips
from cdgdevice.gadget.signals import Signal
from cdgdevice.gadget.views.draw import draw
from cdgdevice.gadget.views.view import Mood, Page
from cdgdevice.in_force import GOOD, Kept, find
from cdgdevice.method.display import Side
from cdgdevice.parts import assembled
from cdgdevice.power_off import POWER_OFF
from cdgdevice.service import Event, Service, Stop
from cdgdevice.table.simulated import SimulatedDisk
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


def test_what_keeps_the_gadget_from_starting_is_on_the_glass_and_so_is_a_mistake(
    tmp_path: Path,
) -> None:
    panels = {address: SimulatedPanel(Controller.SSD1309) for address in (0x3C, 0x3D)}
    bus = SimulatedI2C(panels)

    def no_pins() -> Factory:
        raise HardwareError("There are no pins.")

    edge = Edge(no_pins, bus, None)
    gadget = assembled(Config(tmp_path), edge, SimpleQueue(), log=print, mistakes=["Line 4: no."])
    with pytest.raises(HardwareError), gadget:
        pass
    page = Page(Mood.FAULT, "Can't start", ("There are no pins.", "Line 4: no."))
    for address in panels:
        assert bus.picture(address).convert("1").tobytes() == draw(page).tobytes()


def test_the_games_are_given_back_when_the_parts_are_taken_apart(tmp_path: Path) -> None:
    edge = Edge(MockFactory, None, None)
    for _ in range(2):
        with assembled(Config(tmp_path), edge, SimpleQueue(), log=print) as service:
            service.sitting.intend(Press(Side.LEFT), 0.0)


def test_a_build_that_nobody_described_is_good_from_the_first_answer_on(tmp_path: Path) -> None:
    disk = SimulatedDisk()
    found = find((), (), tmp_path, disk, own=True)
    watch = settling(Kept(found, tmp_path, disk), lambda _: None)
    with assembled(found.config, Edge(MockFactory, None, None), SimpleQueue(), log=print) as it:
        watch(it)
        assert disk.names() == ()
        it.sitting.intend(Press(Side.LEFT), 0.0)
        watch(it)
        assert disk.names() == (GOOD,)
        disk.make_read_only()
        watch(it)
