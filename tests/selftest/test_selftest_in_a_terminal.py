"""The self-test by a person at a terminal, over simulated edges: they press, look and answer."""

import errno
from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import SimpleQueue

import pytest
import serial
from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace

from cdgdevice.config.keys_and_defaults import Config, PinsConfig
from cdgdevice.drivers.gpio.control_events import Control, PinEdge
from cdgdevice.drivers.oled.panels import SH1106, SSD1309, PanelChip
from cdgdevice.drivers.reader.port_search import find_reader_port
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest import hardware_checks
from cdgdevice.selftest.findings import Finding, FindingKind, FindingState
from cdgdevice.selftest.hardware_checks import probe_reader
from cdgdevice.selftest.in_terminal import Person, run_all
from cdgdevice.selftest.person_checks import PATIENCE, screen_pattern
from cdgdevice.simulator.simulated_hardware import SimulatedHand, SimulatedI2cBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from cdgdevice.simulator.simulated_reader import SimulatedReader
from tests.drawn import draw_view
from tests.drivers.fakes import protocol_bench
from tests.drivers.fakes.protocol_bench import Bench, Device
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
            hand = SimulatedHand(self.factory, PinsConfig().inputs)
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
    return list(run_all(bench(root, pins=lambda: visitor.factory, **changes), visitor.person))


def kinds(found: list[Finding]) -> set[FindingKind]:
    return {each.what for each in found}


@pytest.mark.parametrize("tree", [zero_2_w, pi_5])
def test_a_sound_gadget_has_no_fault(tree: Callable[[Path], Path], tmp_path: Path) -> None:
    visitor = Visitor()
    found = tried(tree(tmp_path), visitor)
    assert [each for each in found if each.state is FindingState.FAULT] == []
    assert {
        *(
            FindingKind.CONTROLS_IDLE,
            FindingKind.CONTROLS_PRESSED,
            FindingKind.LAMPS_LIT,
            FindingKind.SCREENS_WHOLE,
        ),
        *(
            FindingKind.BUS_FAST,
            FindingKind.POWER_ENOUGH,
            FindingKind.WARMTH_FINE,
            FindingKind.DISK_WRITES,
        ),
    } <= kinds(found)
    assert "  left button: felt, 4 to go" in visitor.said


def test_each_lamp_burns_while_it_is_asked_for(tmp_path: Path) -> None:
    burning: list[tuple[object, ...]] = []
    visitor = Visitor()

    def answer(question: str) -> str:
        if "lamp" in question:
            burning.append(
                tuple(visitor.factory.pin(PinsConfig().lamps[side]).state for side in Side)
            )
            return "n" if "right" in question else "y"
        return "1"

    visitor._answer = answer
    found = tried(zero_2_w(tmp_path), visitor)
    assert burning == [(1, 0), (0, 1)]
    assert f"right lamp (GPIO{PinsConfig().lamps[Side.RIGHT]})" in next(
        each.sentence for each in found if each.what is FindingKind.LAMPS_DARK
    )


def test_each_screen_shows_its_pattern_while_it_is_asked_for(tmp_path: Path) -> None:
    bus = a_bus(0x3C, 0x3D)
    shown: list[bytes] = []

    def answer(question: str) -> str:
        if "see" in question:
            address = (0x3C, 0x3D)[len(shown)]
            shown.append(bus.picture(address).convert("1").tobytes())
        return "1"

    tried(zero_2_w(tmp_path), Visitor(answer), buses=dict.fromkeys(Side, bus))
    assert shown == [
        draw_view(screen_pattern(side, f"0x{address:02X}", SSD1309)).tobytes()
        for side, address in ((Side.LEFT, 0x3C), (Side.RIGHT, 0x3D))
    ]
    assert not any(any(bus.picture(address).tobytes()) for address in (0x3C, 0x3D)), "dark again"


@pytest.mark.parametrize(
    ("real", "typed", "what"),
    [
        (SH1106, "4", FindingKind.SCREENS_SNOW),
        (SSD1309, "1", FindingKind.SCREENS_WHOLE),
    ],
)
def test_a_wrong_controller_spoils_the_pattern_and_is_told(
    real: PanelChip, typed: str, what: FindingKind, tmp_path: Path
) -> None:
    bus = SimulatedI2cBus({0x3C: SimulatedPanel(real)})
    whole_picture = draw_view(screen_pattern(Side.LEFT, "0x3C", SSD1309)).tobytes()
    seen: list[bytes] = []

    def answer(question: str) -> str:
        if "see" not in question:
            return "y"
        seen.append(bus.picture(0x3C).convert("1").tobytes())
        return typed

    config = Config(tmp_path)
    config = replace(config, screens=replace(config.screens, right=None))
    found = tried(
        zero_2_w(tmp_path), Visitor(answer), buses=dict.fromkeys(Side, bus), config=config
    )
    assert what in kinds(found)
    assert (seen == [whole_picture]) == (real is SSD1309)


def test_an_answer_that_is_no_number_is_asked_for_again(tmp_path: Path) -> None:
    answers = iter(["seven", "0", "99", "2", "1"])
    found = tried(
        zero_2_w(tmp_path),
        Visitor(lambda asked: next(answers) if "see" in asked else "ny"["lamp" in asked]),
    )
    assert FindingKind.SCREENS_SHIFTED in kinds(found)


class QuickQueue(SimpleQueue[PinEdge]):
    """Waiting on it lets the time pass at once."""

    now = 0.0

    def get(self, block: bool = True, timeout: float | None = None) -> PinEdge:
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
    silent = [each.sentence for each in found if each.what is FindingKind.CONTROLS_SILENT]
    assert len(silent) == 2, "the right button and the knob"
    assert FindingKind.KNOB_SILENT in kinds(found)
    assert PATIENCE <= queue.now < PATIENCE + 1


def test_a_control_that_is_held_down_ends_the_trial(tmp_path: Path) -> None:
    visitor, queue = Visitor(), QuickQueue()
    visitor.presses, visitor.turns = (), ()

    def hold(line: str) -> None:
        if line.startswith("Press or turn each"):
            SimulatedHand(visitor.factory, PinsConfig().inputs).down(Control.RIGHT)

    machine = replace(bench(zero_2_w(tmp_path)).machine, clock=queue.clock)
    made = bench(tmp_path, pins=lambda: visitor.factory, machine=machine, queue=queue)
    found = list(run_all(made, Person(hold, visitor.ask)))
    assert queue.now < 1, "an ordinary hold is enough"
    untried = next(each for each in found if each.what is FindingKind.CONTROLS_UNTRIED)
    assert "left button, knob push, knob right, knob left." in untried.sentence
    assert FindingKind.CONTROLS_SILENT not in kinds(found), "nobody says that they tried it"


def test_while_the_service_runs_nothing_is_drawn_and_it_is_told_how_to_stop_it(
    tmp_path: Path,
) -> None:
    bus = a_bus(0x3C, 0x3D)
    visitor = Visitor()
    made = bench(zero_2_w(tmp_path), buses=dict.fromkeys(Side, bus), pins=lambda: visitor.factory)
    # The service has the lines: they are refused here.
    held = [visitor.factory.reserve_pins(visitor, PinsConfig().inputs[Control.LEFT])]
    found = list(run_all(replace(made, machine=replace(made.machine, run=_served)), visitor.person))
    assert held == [None]
    assert {
        FindingKind.SERVICE_RUNS,
        FindingKind.CONTROLS_HELD,
        FindingKind.SCREENS_UNSEEN,
        FindingKind.SCREENS_ANSWER,
    } <= (kinds(found))
    assert "sudo systemctl stop cdgdevice" in next(
        each.sentence for each in found if each.what is FindingKind.CONTROLS_HELD
    )
    assert not any(bus.picture(0x3C).tobytes()), "the service's picture is left alone"


def _served(command: tuple[str, ...]) -> str:
    return UNIT if command[0] == "systemctl" else ""


def test_a_real_reader_is_greeted_over_its_port(tmp_path: Path) -> None:
    with SimulatedReader() as reader:
        config = Config(tmp_path)
        config = replace(config, reader=replace(config.reader, port=reader.url))
        met = probe_reader(config, needed=True, ports=tuple)
        assert [each.what for each in met.found] == [FindingKind.READER_READY]
        assert met.hello.firmware == "sim-1"
        assert len(met.known) == 7


@pytest.mark.parametrize(
    ("refusal", "kind", "words"),
    [
        (0, FindingKind.READER_UNUSABLE, "No die reader answers (bench://one: Raspberry Pi Pico"),
        (errno.EBUSY, FindingKind.READER_HELD, "another program has bench://one open"),
    ],
)
def test_two_devices_of_which_none_answers_are_named(
    refusal: int,
    kind: FindingKind,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    packages = [*serial.protocol_handler_packages, "tests.drivers.fakes"]
    monkeypatch.setattr(serial, "protocol_handler_packages", packages)
    monkeypatch.setattr(protocol_bench, "bench", devices := Bench())
    for name in ("one", "two"):
        devices.plug(name, Device(refuses=lambda now: refusal))
    find = partial(find_reader_port, clock=devices.clock, pause=devices.pause)
    monkeypatch.setattr(hardware_checks, "find_reader_port", find)
    (found,) = probe_reader(Config(tmp_path), needed=True, ports=devices.ports).found
    assert found.what is kind
    assert words in found.sentence
    assert "/" not in found.brief


def test_a_laptop_without_anything_has_no_fault_and_says_why(tmp_path: Path) -> None:
    made = bench(tmp_path, buses={})
    found = list(run_all(replace(made, pins=_no_pins), None))
    assert [each for each in found if each.state is FindingState.FAULT] == []
    assert FindingKind.BOARD_OTHER in kinds(found)
    assert not any(each.what.part == "controls" for each in found)


def _no_pins() -> MockFactory:
    from cdgdevice.drivers.gpio.pin_factory import GpiodFactory
    from tests.simulated_chips import SimulatedGpioChips

    return GpiodFactory(0x902120, SimulatedGpioChips(("a-laptop-s-chip",)))


def test_the_bus_is_asked_once(tmp_path: Path) -> None:
    class Counting(SimulatedI2cBus):
        asked = 0

        def scan_addresses(self) -> tuple[int, ...]:
            self.asked += 1
            return super().scan_addresses()

    bus = Counting({each: SimulatedPanel(SSD1309) for each in (0x3C, 0x3D)})
    tuple(run_all(bench(zero_2_w(tmp_path), buses=dict.fromkeys(Side, bus)), None))
    assert bus.asked == 1
