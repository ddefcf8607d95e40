"""The self-test by a person at a terminal, over simulated edges: they press, look and answer."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import pytest
from gpiozero.pins.mock import MockFactory

from cdgdevice.config import Config, Pins
from cdgdevice.gadget.events import Control, Edge
from cdgdevice.gadget.glass.controller import Controller
from cdgdevice.gadget.glass.simulated import SimulatedI2C, SimulatedPanel
from cdgdevice.gadget.pins.simulated import SimulatedHand
from cdgdevice.gadget.reader.simulated import SimulatedReader
from cdgdevice.gadget.views.draw import draw
from cdgdevice.method.display import Side
from cdgdevice.selftest.controls import PATIENCE
from cdgdevice.selftest.finding import Finding, State, What
from cdgdevice.selftest.hardware import meet_reader
from cdgdevice.selftest.screens import pattern
from cdgdevice.selftest.whole import Person, whole
from tests.selftest.found import UNIT, a_bus, bench
from tests.selftest.pi_trees import pi_5, zero_2_w


class Visitor:
    """Somebody who reads what is told, presses what is asked for, and answers each question."""

    def __init__(self, answer: Callable[[str], str] = lambda _: "") -> None:
        self.said: list[str] = []
        self.factory = MockFactory()
        self._answer = answer
        self.presses = (Control.LEFT, Control.RIGHT, Control.KNOB)
        self.turns = (1, -1)

    def tell(self, line: str) -> None:
        self.said.append(line)
        if line.startswith("Press or turn each"):
            hand = SimulatedHand(self.factory, Pins().inputs)
            for control in self.presses:
                hand.down(control)
                hand.up(control)
            for steps in self.turns:
                hand.turn(steps)

    def ask(self, question: str) -> str:
        self.said.append(question)
        return self._answer(question)

    @property
    def person(self) -> Person:
        return Person(self.tell, self.ask)


def tried(root: Path, visitor: Visitor, **changes: object) -> list[Finding]:
    return list(whole(bench(root, pins=lambda: visitor.factory, **changes), visitor.person))


def kinds(found: list[Finding]) -> set[What]:
    return {each.what for each in found}


@pytest.mark.parametrize("tree", [zero_2_w, pi_5])
def test_a_sound_gadget_has_no_fault(tree: Callable[[Path], Path], tmp_path: Path) -> None:
    visitor = Visitor()
    found = tried(tree(tmp_path), visitor)
    assert [each for each in found if each.state is State.FAULT] == []
    assert {
        *(What.CONTROLS_IDLE, What.CONTROLS_PRESSED, What.LAMPS_LIT, What.SCREENS_WHOLE),
        *(What.BUS_FAST, What.POWER_ENOUGH, What.WARMTH_FINE, What.DISK_WRITES),
    } <= kinds(found)
    assert "  left button: felt, 4 to go" in visitor.said


def test_each_lamp_burns_while_it_is_asked_for(tmp_path: Path) -> None:
    burning: list[tuple[object, ...]] = []
    visitor = Visitor()

    def answer(question: str) -> str:
        if "lamp" in question:
            burning.append(tuple(visitor.factory.pin(Pins().lamps[side]).state for side in Side))
            return "n" if "right" in question else "y"
        return "1"

    visitor._answer = answer
    found = tried(zero_2_w(tmp_path), visitor)
    assert burning == [(1, 0), (0, 1)]
    assert f"right lamp (GPIO{Pins().lamps[Side.RIGHT]})" in next(
        each.sentence for each in found if each.what is What.LAMPS_DARK
    )


def test_each_screen_shows_its_pattern_while_it_is_asked_for(tmp_path: Path) -> None:
    bus = a_bus(0x3C, 0x3D)
    shown: list[bytes] = []

    def answer(question: str) -> str:
        if "see" in question:
            address = (0x3C, 0x3D)[len(shown)]
            shown.append(bus.picture(address).convert("1").tobytes())
        return "1"

    tried(zero_2_w(tmp_path), Visitor(answer), bus=bus)
    assert shown == [
        draw(pattern(side, address, Controller.SSD1309)).tobytes()
        for side, address in ((Side.LEFT, 0x3C), (Side.RIGHT, 0x3D))
    ]
    assert not any(any(bus.picture(address).tobytes()) for address in (0x3C, 0x3D)), "dark again"


@pytest.mark.parametrize(
    ("real", "typed", "what"),
    [
        (Controller.SH1106, "3", What.SCREENS_SNOW),
        (Controller.SSD1309, "1", What.SCREENS_WHOLE),
    ],
)
def test_a_wrong_controller_spoils_the_pattern_and_is_told(
    real: Controller, typed: str, what: What, tmp_path: Path
) -> None:
    bus = SimulatedI2C({0x3C: SimulatedPanel(real)})
    whole_picture = draw(pattern(Side.LEFT, 0x3C, Controller.SSD1309)).tobytes()
    seen: list[bytes] = []

    def answer(question: str) -> str:
        if "see" not in question:
            return "y"
        seen.append(bus.picture(0x3C).convert("1").tobytes())
        return typed

    config = Config(tmp_path)
    config = replace(config, screens=replace(config.screens, right=None))
    found = tried(zero_2_w(tmp_path), Visitor(answer), bus=bus, config=config)
    assert what in kinds(found)
    assert (seen == [whole_picture]) == (real is Controller.SSD1309)


def test_an_answer_that_is_no_number_is_asked_for_again(tmp_path: Path) -> None:
    answers = iter(["seven", "0", "99", "2", "1"])
    found = tried(
        zero_2_w(tmp_path), Visitor(lambda asked: next(answers) if "see" in asked else "y")
    )
    assert What.SCREENS_SHIFTED in kinds(found)


class QuickQueue(SimpleQueue[Edge]):
    """Waiting on it lets the time pass at once."""

    now = 0.0

    def get(self, block: bool = True, timeout: float | None = None) -> Edge:
        if self.empty():
            self.now += timeout or 0.0
        return super().get(block=False)

    def clock(self) -> float:
        return self.now


def test_what_is_not_touched_within_a_minute_is_silent(tmp_path: Path) -> None:
    visitor, queue = Visitor(), QuickQueue()
    visitor.presses, visitor.turns = (Control.LEFT,), ()
    machine = replace(bench(zero_2_w(tmp_path)).machine, clock=queue.clock)
    found = tried(tmp_path, visitor, machine=machine, queue=queue)
    silent = [each.sentence for each in found if each.what is What.CONTROLS_SILENT]
    assert len(silent) == 2, "the right button and the knob"
    assert What.KNOB_SILENT in kinds(found)
    assert PATIENCE <= queue.now < PATIENCE + 1


def test_a_control_that_is_held_down_ends_the_trial(tmp_path: Path) -> None:
    visitor, queue = Visitor(), QuickQueue()
    visitor.presses, visitor.turns = (), ()

    def hold(line: str) -> None:
        if line.startswith("Press or turn each"):
            SimulatedHand(visitor.factory, Pins().inputs).down(Control.RIGHT)

    machine = replace(bench(zero_2_w(tmp_path)).machine, clock=queue.clock)
    made = bench(tmp_path, pins=lambda: visitor.factory, machine=machine, queue=queue)
    found = list(whole(made, Person(hold, visitor.ask)))
    assert queue.now < 1, "an ordinary hold is enough"
    untried = next(each for each in found if each.what is What.CONTROLS_UNTRIED)
    assert "left button, knob push, knob right, knob left." in untried.sentence
    assert What.CONTROLS_SILENT not in kinds(found), "nobody says that they tried it"


def test_while_the_service_runs_nothing_is_drawn_and_it_is_told_how_to_stop_it(
    tmp_path: Path,
) -> None:
    bus = a_bus(0x3C, 0x3D)
    visitor = Visitor()
    made = bench(zero_2_w(tmp_path), bus=bus, pins=lambda: visitor.factory)
    # The service has the lines: they are refused here.
    held = [visitor.factory.reserve_pins(visitor, Pins().inputs[Control.LEFT])]
    found = list(whole(replace(made, machine=replace(made.machine, run=_served)), visitor.person))
    assert held == [None]
    assert {What.SERVICE_RUNS, What.CONTROLS_HELD, What.SCREENS_UNSEEN, What.SCREENS_ANSWER} <= (
        kinds(found)
    )
    assert "sudo systemctl stop cdgdevice" in next(
        each.sentence for each in found if each.what is What.CONTROLS_HELD
    )
    assert not any(bus.picture(0x3C).tobytes()), "the service's picture is left alone"


def _served(command: tuple[str, ...]) -> str:
    return UNIT if command[0] == "systemctl" else ""


def test_a_real_reader_is_greeted_over_its_port(tmp_path: Path) -> None:
    with SimulatedReader() as reader:
        config = Config(tmp_path)
        config = replace(config, reader=replace(config.reader, port=reader.url))
        met = meet_reader(config, needed=True, ports=tuple)
        assert [each.what for each in met.found] == [What.READER_READY]
        assert met.hello is not None
        assert met.hello.firmware == "sim-1"
        assert len(met.known) == 7


def test_a_laptop_without_anything_has_no_fault_and_says_why(tmp_path: Path) -> None:
    made = bench(tmp_path, bus=None)
    found = list(whole(replace(made, pins=_no_pins), None))
    assert [each for each in found if each.state is State.FAULT] == []
    assert What.BOARD_OTHER in kinds(found)
    assert not any(each.what.part == "controls" for each in found)


def _no_pins() -> MockFactory:
    from cdgdevice.gadget.pins.gpiod_factory import GpiodFactory
    from cdgdevice.gadget.pins.simulated_chips import SimulatedChips

    return GpiodFactory(0x902120, SimulatedChips(("a-laptop-s-chip",)))


def test_the_bus_is_asked_once(tmp_path: Path) -> None:
    class Counting(SimulatedI2C):
        asked = 0

        def addresses(self) -> tuple[int, ...]:
            self.asked += 1
            return super().addresses()

    bus = Counting({each: SimulatedPanel(Controller.SSD1309) for each in (0x3C, 0x3D)})
    tuple(whole(bench(zero_2_w(tmp_path), bus=bus), None))
    assert bus.asked == 1
