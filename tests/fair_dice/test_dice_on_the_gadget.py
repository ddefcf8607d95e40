"""The dice's page on the whole gadget: its own loop counts, and a press never waits for it."""

from pathlib import Path
from queue import SimpleQueue

from cdgdevice.config import Config
from cdgdevice.edge import Edge
from cdgdevice.gadget.desk.settings import DieSource
from cdgdevice.gadget.events import Control
from cdgdevice.gadget.pins.gpiod_factory import GpiodFactory
from cdgdevice.gadget.pins.simulated_chips import SimulatedChips
from cdgdevice.gadget.views.view import Bars
from cdgdevice.gadget.views.view import Menu as MenuView
from cdgdevice.method.display import Side
from cdgdevice.parts import assembled
from cdgdevice.service import Event
from cdgdevice.table import shelf
from cdgdevice.table.dice_count import DiceCounter
from cdgdevice.table.game_folder import GameFolder
from cdgdevice.table.simulated import SimulatedDisk
from cdgdevice.table.thrown import Die, Whose
from tests.gadget.fakes.fake_rpi_gpio import ZERO_2_W
from tests.whole_gadget import Gadget


def test_the_loop_counts_until_all_is_counted_and_then_rests() -> None:
    disk = SimulatedDisk()
    with Gadget(4, disk=disk) as gadget:
        gadget.press(Control.LEFT).passes(2.0)
        gadget.turn(5).press(Control.KNOB)
        menu = gadget.front.shown[Side.LEFT]
        assert isinstance(menu, MenuView)
        gadget.turn(menu.items.index("Dice") - menu.highlighted).press(Control.KNOB)
        assert isinstance(gadget.front.shown[Side.LEFT], Bars)
        told = gadget.reads()
        assert "Dice: The gadget's dice" in told
        assert "1 throw: too few to tell." in told
        assert gadget.sitting.deadline() is None


def test_a_throw_in_the_reader_counts_for_that_reader_s_die() -> None:
    disk = SimulatedDisk()
    with Gadget(disk=disk) as gadget:
        gadget.plug_reader().throw(3)
        hello = gadget.sitting.around.reader
    assert hello is not None
    (counted,) = DiceCounter(GameFolder(disk), shelf.sheet).count().dice
    assert counted.die == Die(Whose.READER, hello.uid, pips=False)
    assert counted.faces == (0, 0, 1, 0, 0, 0)


def test_the_gadget_that_is_put_together_counts_its_own_folder_of_games(tmp_path: Path) -> None:
    edge = Edge(lambda: GpiodFactory(ZERO_2_W, SimulatedChips()), None, None)
    queue: SimpleQueue[Event] = SimpleQueue()
    with assembled(Config(tmp_path), edge, queue, log=print) as service:
        dice = service.sitting.around.dice
        assert dice is not None
        while (shown := dice(DieSource.BUTTON)).counting:
            pass
        assert len(shown.views) == 1
