"""The die reader's firmware on an emulated Pico, beside the gadget's own program.

Run by `.ci/pico`; `make test` does without an emulator. Real MicroPython for the RP2040 runs the
very files that go onto a board; only the chip, the colour sensor and the die are simulated. One
board serves all tests, in their order.
"""

import re
import signal
from pathlib import Path

import pytest

from cdgdevice.config import USUAL_SHEETS
from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.reader.die_stickers import STICKERS
from cdgdevice.drivers.reader.reader_conditions import CONDITION_SENTENCES
from cdgdevice.drivers.reader.reader_messages import (
    RAW_QUESTION,
    DieState,
    RawReading,
    ReaderTrouble,
    encode_acknowledgement,
)
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.games.tabletop import Games
from cdgdevice.render.views import DiceView, PageKind, PageView, View
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.requests import NewGame
from cdgdevice.service.session import Session
from cdgdevice.ui.intents_and_commands import NoticeRaised, PageId
from cdgdevice.ui.state import UiContext
from cdgdevice.ui.texts import DIE_TITLE
from hardware.tables.headers import Board
from hardware.tables.pins import Direction, read_pin_table
from tests.pico.conftest import command
from tests.pico.emulated import PATIENCE, SLOW_CLOCK, SLOWER, EmulatedReader, connect
from tests.running_gadget import Running
from tests.simulated_disk import SimulatedDisk

SOURCE = '[die]\nsource = "reader"\n'
FACES = range(1, 7)
I2C, PLAIN = 3, 5
"""Numbers of functions that a pin of the RP2040 can have."""
REPEAT = 500
"""Milliseconds after which a throw is told again."""
WATCHDOG = 8388
"""Milliseconds after which any watchdog of an RP2040 has bitten."""
LOOKS = 60
SPARE = f"""
import gc, time, classify
known = load(CALIBRATION)
begun = time.ticks_us()
for _ in range(20):
    classify.judge(known, (900, 800, 700, 2500))
judge_us = time.ticks_diff(time.ticks_us(), begun) // 20
del known, begun
program = Program()
program._look()
gc.collect()
free = gc.mem_free()
begun = time.ticks_us()
for _ in range({LOOKS}):
    program._look()
frame_us = time.ticks_diff(time.ticks_us(), begun) // {LOOKS}
gc.collect()
print(judge_us, frame_us, free, gc.mem_free())
"""
"""What is typed at the stopped program to measure it; it prints four numbers."""


def _glass(die: DieState | None = None) -> View:
    """Give what the left screen shows of a fresh game while the die lies so."""
    games = Games(GameFolder(SimulatedDisk()), NewGame("paths-of-glory-2022"))
    session = Session(games, UiContext(die=DieSource.READER), int, 0.0)
    if die is not None:
        page = PageView(PageKind.NOTE, DIE_TITLE, (CONDITION_SENTENCES[die],))
        session.send(NoticeRaised(PageId.DIE, page), 0.0)
    return session.views(tuple(Side))[Side.LEFT]


def _throws(folder: Path) -> int:
    """Count the throws in the journal of the game in `folder`."""
    (journal,) = (folder / "games").glob("*.journal")
    return len(re.findall(rb'"do": ?"roll"', journal.read_bytes()))


def _wait_for_acknowledgement(reader: EmulatedReader) -> None:
    """Wait until the reader repeats no throw any more."""
    for _ in range(20):
        reader.has_said()
        reader.lives(2.0 * REPEAT)
        if not [each for each in reader.has_said() if each[0] == "ROLL"]:
            return
    raise AssertionError("the throw is never acknowledged")


def test_a_board_that_got_the_firmware_by_command_says_that_it_knows_no_die(
    flashed: EmulatedReader,
) -> None:
    with connect(flashed.port) as talk:
        hello = talk.await_hello(PATIENCE / SLOWER)
        assert hello.capabilities == {"raw", "cal", "blank"}
        assert talk.read_known_colours() == ()


def test_its_pins_have_the_functions_that_the_pin_table_gives_them(
    flashed: EmulatedReader,
) -> None:
    pins = {int(pin): setting for pin, setting in flashed.do("pins").items()}
    table = read_pin_table()
    bus = {pin.gpio for pin in table.of(Board.PICO) if pin.direction is Direction.BUS}
    outputs = [pin for pin in table.of(Board.PICO) if pin.direction is Direction.OUT]
    lights = {pin.gpio for pin in outputs if pin.fitted}
    lights |= {table.lamp_gpio, 23}  # which keeps the supply steady
    asked = {pin.gpio for pin in outputs if not pin.fitted}
    assert {pin for pin, setting in pins.items() if setting["function"] == I2C} == bus
    assert {pin for pin, setting in pins.items() if setting["function"] == PLAIN} == lights | asked
    assert {pin for pin, setting in pins.items() if setting["drives"]} == lights


def test_a_player_calibrates_it_by_command(calibrated: EmulatedReader) -> None:
    with connect(calibrated.port) as talk:
        assert [each.like for each in talk.read_known_colours()] == [0, *FACES]


def test_info_tells_about_it(reader: EmulatedReader) -> None:
    said = command("reader", "info", "--port", reader.port)
    assert "cdg-reader 1.1.1, which is this program's" in said
    assert re.search("^trouble +none$", said, re.MULTILINE)
    assert said.count("\n") > 12, "with the table of what it knows"


def test_the_live_view_names_what_lies_there(reader: EmulatedReader) -> None:
    reader.do("place", 3)
    reader.lives(1000.0)
    said = command("reader", "test", "--take", "--lines", "15", "--port", reader.port)
    assert f"Rolled: {STICKERS[2].name}" in said
    assert STICKERS[2].name in said.splitlines()[-1]


@pytest.mark.parametrize("face", FACES)
def test_each_face_is_reported_in_time_and_is_on_the_screen(
    reader: EmulatedReader, tmp_path: Path, face: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with Running(tmp_path, reader.port, more=SOURCE, environment=SLOW_CLOCK) as gadget:
        gadget.shows(Side.LEFT, _glass())
        at_rest = reader.do("throw", face)
        at, roll = reader.says("ROLL")
        assert int(roll[3]) == face
        assert at - at_rest <= 500.0
        with capsys.disabled():
            print(f"\nface {face}: {at - at_rest:.0f} ms from rest to report", end=" ")
        words = load_sheet(USUAL_SHEETS["first"]).words  # what the die calls its mark beside C
        gadget.shows(Side.LEFT, DiceView(STICKERS[face - 1].result, words))
        assert gadget.signal(signal.SIGTERM) == 0
    assert _throws(tmp_path) == 1


def test_the_same_face_twice_is_two_throws(reader: EmulatedReader, tmp_path: Path) -> None:
    with Running(tmp_path, reader.port, more=SOURCE, environment=SLOW_CLOCK) as gadget:
        gadget.shows(Side.LEFT, _glass())
        reader.do("throw", 4)
        _, first = reader.says("ROLL")
        gadget.shows(Side.LEFT, DiceView(DieResult.ABC))
        reader.do("lift")
        reader.says("STATE", "ABSENT")
        reader.do("throw", 4)
        _, second = reader.says("ROLL", first[1], str(int(first[2]) + 1))
        _wait_for_acknowledgement(reader)
    assert first[3] == second[3] == "4"


def test_a_leaning_die_asks_for_a_nudge_and_counts_when_it_is_flat(
    reader: EmulatedReader, tmp_path: Path
) -> None:
    with Running(tmp_path, reader.port, more=SOURCE, environment=SLOW_CLOCK) as gadget:
        gadget.shows(Side.LEFT, _glass())
        reader.do("lean", 1, 2)
        reader.says("STATE", "COCKED")
        gadget.shows(Side.LEFT, _glass(DieState.COCKED))
        reader.do("place", 2)
        gadget.shows(Side.LEFT, DiceView(DieResult.AB))


@pytest.mark.parametrize(("light", "state"), [(3000, DieState.LIGHT), (1e6, DieState.SATURATED)])
def test_foreign_light_is_told_until_the_tray_is_shaded(
    reader: EmulatedReader, tmp_path: Path, light: float, state: DieState
) -> None:
    with Running(tmp_path, reader.port, more=SOURCE, environment=SLOW_CLOCK) as gadget:
        gadget.shows(Side.LEFT, _glass())
        reader.do("shine", light)
        gadget.shows(Side.LEFT, _glass(state))
        reader.do("shine", 0)
        gadget.shows(Side.LEFT, _glass())


def test_a_sensor_that_falls_off_and_comes_back_is_told(reader: EmulatedReader) -> None:
    reader.do("unsolder")
    with connect(reader.port) as talk:
        talk.await_hello(PATIENCE / SLOWER)
        _, hello = reader.says("HELLO")
        while ReaderTrouble.BLIND.value not in hello[5].split("+"):
            _, hello = reader.says("HELLO")
        reader.do("solder")
        _, hello = reader.says("HELLO")
        assert hello[5] == "raw+cal"
        assert isinstance(talk.ask(RAW_QUESTION, RawReading), RawReading)


def test_with_a_motor_a_leaning_die_is_shaken_and_counts_once_it_is_flat(
    reader: EmulatedReader,
) -> None:
    reader.do("unplug")
    reader.do("lift")
    reader.do("fit_motor", 1)
    reader.has_said()
    reader.do("plug")
    reader.waits_for_port()
    reader.says("HB", "1")
    said = command("reader", "shake", "--port", reader.port)
    assert "hums" in said
    reader.lives(1000.0)
    assert reader.do("buzzes") == 1
    reader.has_said()
    reader.do("lean", 3, 1, 0.5, 2)
    _, roll = reader.says("ROLL")
    assert (roll[2], roll[3]) == ("1", "3")
    assert reader.do("buzzes") == 3
    with connect(reader.port) as talk:
        talk.await_hello(PATIENCE / SLOWER)
        talk.send(encode_acknowledgement(int(roll[1]), int(roll[2])))
    _wait_for_acknowledgement(reader)  # or the next game would count it
    reader.do("fit_motor", 0)  # told at its next start: the next test plugs it in anew


def test_unplugged_while_the_die_falls_it_counts_neither_that_throw_nor_the_next_twice(
    reader: EmulatedReader, tmp_path: Path
) -> None:
    with Running(tmp_path, reader.port, more=SOURCE, environment=SLOW_CLOCK) as gadget:
        gadget.shows(Side.LEFT, _glass())
        reader.do("throw", 5)
        reader.says("STATE", "MOVING")
        reader.do("unplug")
        reader.do("plug")
        _, hello = reader.says("HELLO")
        assert hello[5] == "raw+cal", "it knows its die from before, and has no motor any more"
        reader.says("STATE", "SETTLED")
        reader.do("throw", 6)
        gadget.shows(Side.LEFT, DiceView(DieResult.EVENT))
        assert gadget.signal(signal.SIGTERM) == 0
    rolls = [each for each in reader.has_said() if each[0] == "ROLL"]
    assert _throws(tmp_path) == 1
    assert {roll[2:4] for roll in rolls} <= {("1", "6")}


def test_a_throw_while_no_game_runs_is_counted_once_when_one_does(
    reader: EmulatedReader, tmp_path: Path
) -> None:
    reader.do("throw", 2)
    reader.lives(1500.0)
    with Running(tmp_path, reader.port, more=SOURCE, environment=SLOW_CLOCK) as gadget:
        gadget.shows(Side.LEFT, DiceView(DieResult.AB))
        _wait_for_acknowledgement(reader)
        assert gadget.signal(signal.SIGTERM) == 0
    assert _throws(tmp_path) == 1


@pytest.fixture(scope="module")
def held(calibrated: EmulatedReader) -> EmulatedReader:
    """The reader started anew so that it stays at MicroPython's prompt, until its next start."""
    calibrated.hold()
    return calibrated


def test_held_it_stays_at_its_prompt_this_once(held: EmulatedReader) -> None:
    restarts = held.do("restarts")
    held.lives(2.0 * WATCHDOG)
    assert held.do("restarts") == restarts


def test_it_has_time_and_memory_to_spare(
    held: EmulatedReader, capsys: pytest.CaptureFixture[str]
) -> None:
    held.do("place", 4)
    *_, measured = held.runs(SPARE).splitlines()
    held.do("lift")
    judge_us, frame_us, free_at_first, free_later = map(int, measured.split())
    with capsys.disabled():
        print(f"\na judgement takes {judge_us} us, a frame {frame_us} us;")
        print(f"{free_at_first} bytes are free, {free_later} after {LOOKS} frames", end=" ")
    assert judge_us < 10_000
    assert frame_us < 105_000
    assert free_at_first > 50_000
    assert abs(free_later - free_at_first) < 2_000


def test_stopped_by_ctrl_c_it_is_started_again_by_its_watchdog(reader: EmulatedReader) -> None:
    reader.do("unplug")  # it may be held, and then no watchdog is armed
    reader.has_said()
    reader.do("plug")
    reader.waits_for_port()
    reader.says("HB", "1")  # the first comes within the pass whose end arms the watchdog
    restarts = reader.do("restarts")
    reader.interrupt()
    reader.lives(1.5 * WATCHDOG)
    assert reader.do("restarts") == restarts + 1
    with connect(reader.port) as talk:
        assert talk.await_hello(PATIENCE / SLOWER, through_loss=True).trouble is None


def test_a_check_finds_every_file_on_it(reader: EmulatedReader) -> None:
    said = command("reader", "flash", "--check", "--port", reader.port)
    assert "MicroPython 1.2" in said
    assert "It has every file of cdg-reader 1.1.1." in said
