"""The parts, put together over simulated edges."""

from pathlib import Path
from queue import SimpleQueue

import pytest
from gpiozero.pins import Factory
from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace

from cdgdevice import __version__
from cdgdevice.cli.gadget_commands import settling
from cdgdevice.config.effective import GOOD_FILE, ConfigKeeper, resolve_config
from cdgdevice.config.keys_and_defaults import Config, PinsConfig, SoundConfig
from cdgdevice.drivers.gpio.control_events import Control, PinEdge
from cdgdevice.drivers.gpio.pin_factory import GpiodFactory
from cdgdevice.drivers.oled.panels import SSD1309
from cdgdevice.errors import HardwareError
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.rules.card_display import Side
from cdgdevice.service.assembly import Installation, assemble_gadget
from cdgdevice.service.lamps_and_buzzer import Outputs
from cdgdevice.service.loop import LoopEvent, Service, Stop
from cdgdevice.service.world import World
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from cdgdevice.system.systemd import POWER_OFF_VARIABLE
from cdgdevice.ui import texts
from cdgdevice.ui.intents_and_commands import PressSide
from tests.drawn import draw_view
from tests.drivers.fakes.fake_rpi_gpio import ZERO_2_W
from tests.simulated_chips import SimulatedGpioChips
from tests.simulated_disk import SimulatedDisk


def test_a_pin_that_goes_deaf_ends_the_service_with_a_sentence(tmp_path: Path) -> None:
    chips = SimulatedGpioChips()
    config = Config(tmp_path)
    edge = World(lambda: GpiodFactory(ZERO_2_W, chips), {}, None)
    queue: SimpleQueue[LoopEvent] = SimpleQueue()
    with assemble_gadget(config, edge, queue, log=print) as service:
        chips.lines[config.pins.inputs[Control.LEFT]].break_down()
        with pytest.raises(HardwareError, match="An input pin can't be watched any more"):
            service.run()


def test_a_mistake_in_the_program_before_the_game_is_served_is_on_the_screens(
    tmp_path: Path,
) -> None:
    bus = SimulatedI2cBus({address: SimulatedPanel(SSD1309) for address in (0x3C, 0x3D)})
    edge = World(lambda: 1 // 0, dict.fromkeys(Side, bus), None)
    queue: SimpleQueue[LoopEvent] = SimpleQueue()
    with (
        pytest.raises(ZeroDivisionError),
        assemble_gadget(Config(tmp_path), edge, queue, log=print),
    ):
        pass
    page = texts.build_breakdown_page(ZeroDivisionError("integer division or modulo by zero"))
    seen = [bus.picture(address).convert("1").tobytes() for address in bus.panels]
    assert seen == [draw_view(page).tobytes()] * 2


def test_lamps_and_buzzer_are_off_before_the_pins_are_let_go(tmp_path: Path) -> None:
    chips = SimulatedGpioChips()
    pins = PinsConfig(buzzer=26)
    edge = World(lambda: GpiodFactory(ZERO_2_W, chips), {}, None)
    queue: SimpleQueue[LoopEvent] = SimpleQueue()
    with assemble_gadget(Config(tmp_path, pins=pins), edge, queue, log=print) as service:
        service.front_panel.set_outputs(Outputs(frozenset(Side), buzzer=True))
        driven = [chips.lines[gpio] for gpio in (26, *pins.lamps.values())]
        assert [line.read() for line in driven] == [True] * 3
    assert chips.lines == {}


@pytest.mark.parametrize("on", [True, False])
def test_the_buzzer_sounds_if_the_configuration_says_so(tmp_path: Path, on: bool) -> None:
    factory = MockFactory()
    config = Config(
        tmp_path,
        sheet="paths-of-glory-2022",
        set_up=False,
        pins=PinsConfig(buzzer=26),
        sound=SoundConfig(on),
    )
    heard: list[bool] = []
    queue: SimpleQueue[LoopEvent] = SimpleQueue()

    def watch(_: Service) -> None:
        heard.append(bool(factory.pin(26).state))
        queue.put(PinEdge(0.0, Control.LEFT, active=len(heard) == 1) if len(heard) < 3 else Stop())

    with assemble_gadget(
        config, World(lambda: factory, {}, None), queue, log=print, watch=watch
    ) as it:
        it.run()
    assert any(heard) is on
    assert not heard[-1]


def test_the_computer_is_shut_down_only_where_its_way_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue: SimpleQueue[LoopEvent] = SimpleQueue()
    for folder, way in (("laptop", ""), ("gadget", str(tmp_path / "power-off"))):
        monkeypatch.setenv(POWER_OFF_VARIABLE, way)
        edge = World(MockFactory, {}, None)
        with assemble_gadget(Config(tmp_path / folder), edge, queue, log=print) as service:
            around = service.session.state.context
            assert (around.shut_down is not None) is bool(way)
            assert around.about[0] == f"cdgdevice {__version__}"
            assert str(tmp_path / folder) in around.about[-1]


def test_what_keeps_the_gadget_from_starting_is_on_the_screen_and_so_is_a_mistake(
    tmp_path: Path,
) -> None:
    panels = {address: SimulatedPanel(SSD1309) for address in (0x3C, 0x3D)}
    bus = SimulatedI2cBus(panels)

    def no_pins() -> Factory:
        raise HardwareError("There are no pins.")

    edge = World(no_pins, dict.fromkeys(Side, bus), None)
    gadget = assemble_gadget(
        Config(tmp_path), edge, SimpleQueue(), Installation(mistakes=["Line 4: no."]), log=print
    )
    with pytest.raises(HardwareError), gadget:
        pass
    page = PageView(PageKind.FAULT, "Can't start", ("There are no pins.", "Line 4: no."))
    for address in panels:
        assert bus.picture(address).convert("1").tobytes() == draw_view(page).tobytes()
    with assemble_gadget(Config(tmp_path), World(MockFactory, {}, None), SimpleQueue(), log=print):
        pass  # the games were given back


def test_the_games_are_given_back_when_the_parts_are_taken_apart(tmp_path: Path) -> None:
    edge = World(MockFactory, {}, None)
    for _ in range(2):
        with assemble_gadget(Config(tmp_path), edge, SimpleQueue(), log=print) as service:
            service.session.send(PressSide(Side.LEFT), 0.0)


def test_a_build_that_nobody_described_is_good_from_the_first_answer_on(tmp_path: Path) -> None:
    disk = SimulatedDisk()
    found = resolve_config((), (), tmp_path, disk, own=True)
    watch = settling(ConfigKeeper(found, tmp_path, disk), lambda _: None)
    with assemble_gadget(
        replace(found.config, sheet="paths-of-glory-2022"),
        World(MockFactory, {}, None),
        SimpleQueue(),
        log=print,
    ) as it:
        watch(it)
        assert disk.names() == ()
        it.session.send(PressSide(Side.LEFT), 0.0)
        watch(it)
        assert disk.names() == (GOOD_FILE,)
        disk.make_read_only()
        watch(it)
