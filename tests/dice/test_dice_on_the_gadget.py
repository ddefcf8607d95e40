"""The dice's page on the whole gadget: its own loop counts, and a press never waits for it."""

import math
from pathlib import Path
from queue import SimpleQueue

from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.config.settings import DieSource
from cdgdevice.dice.counting import DiceCounter
from cdgdevice.dice.report import DieIdentity, DieOwner
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.gpio.pin_factory import GpiodFactory
from cdgdevice.games import sheet_library
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.render.views import DiceCountView
from cdgdevice.rules.card_display import Side
from cdgdevice.service.assembly import assemble_gadget
from cdgdevice.service.loop import LoopEvent
from cdgdevice.service.world import World
from tests.drivers.fakes.fake_rpi_gpio import ZERO_2_W
from tests.simulated_chips import SimulatedGpioChips
from tests.simulated_disk import SimulatedDisk
from tests.whole_gadget import Gadget


def test_the_loop_counts_until_all_is_counted_and_then_rests() -> None:
    disk = SimulatedDisk()
    with Gadget(4, disk=disk) as gadget:
        gadget.press(Control.LEFT).passes(2.0)
        gadget.turn(5).press(Control.KNOB).takes("Dice")
        assert isinstance(gadget.front.shown_views[Side.LEFT], DiceCountView)
        told = gadget.reads()
        assert "Dice: The gadget's dice" in told
        assert "1 roll: too few to tell." in told
        assert gadget.session.deadline() == math.inf


def test_a_throw_in_the_reader_counts_for_that_reader_s_die() -> None:
    disk = SimulatedDisk()
    with Gadget(disk=disk) as gadget:
        gadget.plug_reader().throw(3)
        hello = gadget.session.state.context.reader
    assert hello is not None
    (counted,) = DiceCounter(GameFolder(disk), sheet_library.load_sheet).count().dice
    assert counted.die == DieIdentity(DieOwner.READER, hello.uid, pips=False)
    assert counted.faces == (0, 0, 1, 0, 0, 0)


def test_the_gadget_that_is_put_together_counts_its_own_folder_of_games(tmp_path: Path) -> None:
    edge = World(lambda: GpiodFactory(ZERO_2_W, SimulatedGpioChips()), {}, None)
    queue: SimpleQueue[LoopEvent] = SimpleQueue()
    with assemble_gadget(Config(tmp_path), edge, queue, log=print) as service:
        dice = service.session.state.context.dice
        assert dice is not None
        while (shown := dice(DieSource.BUTTON)).counting:
            pass
        assert len(shown.views) == 1
