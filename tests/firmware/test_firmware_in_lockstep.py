"""The firmware itself, under MicroPython: what a die does over the tray, and what is said."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cdgdevice.drivers.reader import reader_messages
from cdgdevice.reader_tools.flash_firmware import read_board_files
from firmware.simulated.lockstep import Board
from firmware.simulated.tray import Clock, Tray
from hardware.tables.headers import Board as Wired
from hardware.tables.pins import read_pin_table
from tests.firmware.calibrating import SAVED, acknowledge, calibrate, messages

PICO = Wired.PICO
JUDGED = 5.0
"""Milliseconds of the board's own work from the last frame to its report. A board in lock-step has
it done in no time, an emulated Pico in 2 to 4."""


def faces(said: bytes) -> list[int]:
    """The faces of the rolls, each once."""
    found = {m.seq: m.face for m in messages(said) if isinstance(m, reader_messages.ReaderRoll)}
    return [face for _, face in sorted(found.items())]  # type: ignore[type-var]


def states(said: bytes) -> list[reader_messages.DieState]:
    return [m.die for m in messages(said) if isinstance(m, reader_messages.DieStateReport)]


def troubles(said: bytes) -> list[reader_messages.ReaderTrouble | None]:
    return [m.trouble for m in messages(said) if isinstance(m, reader_messages.Hello)]


class Player:
    """Throws, and acknowledges what is rolled as a sound host does."""

    step_ms = 50
    """Milliseconds after which it hears what was said."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def passes(self, ms: float) -> bytes:
        return b"".join(self.step() for _ in range(round(ms / self.step_ms)))

    def step(self) -> bytes:
        said = self.board.run(self.step_ms)
        acknowledge(self.board, said)
        return said

    def throws(self, face: int) -> bytes:
        """Lift the die and throw it, until a second after it rests."""
        self.board.tray.lift()
        said = self.passes(300)
        self.board.tray.throw(face)
        return said + self.passes(1400)


@pytest.fixture
def player(board: Board) -> Player:
    return Player(board)


def test_each_of_the_six_faces_is_one_roll(player: Player) -> None:
    for face in (1, 2, 3, 4, 5, 6):
        assert faces(player.throws(face)) == [face]


def test_the_same_face_twice_is_two_rolls(player: Player) -> None:
    said = player.throws(4) + player.throws(4)
    assert faces(said) == [4, 4]


def test_a_die_that_is_turned_over_in_the_tray_is_a_roll(player: Player) -> None:
    player.throws(4)
    player.board.tray.throw(2)
    assert faces(player.passes(1500)) == [2]


def test_a_knock_on_the_table_is_no_roll(player: Player) -> None:
    player.throws(4)
    for lasts in (20.0, 60.0, 120.0):
        player.board.tray.knock(lasts)
        assert faces(player.passes(1500)) == []


def test_a_die_that_leans_wants_a_nudge_and_is_one_roll_once_it_is_flat(player: Player) -> None:
    player.passes(300)
    player.board.tray.lean(1, 3)
    said = player.passes(3000)
    assert states(said)[-1] is reader_messages.DieState.COCKED
    assert faces(said) == []
    player.board.tray.place(3)
    assert faces(player.passes(1000)) == [3]


def test_a_lifted_die_is_absent(player: Player) -> None:
    player.throws(5)
    player.board.tray.lift()
    said = player.passes(1000)
    assert states(said)[-1] is reader_messages.DieState.ABSENT
    assert faces(said) == []


@pytest.mark.parametrize(
    ("disturb", "state"),
    [
        (lambda tray: tray.shine(3000.0, flicker=0.3), reader_messages.DieState.LIGHT),
        (lambda tray: tray.dazzle(), reader_messages.DieState.SATURATED),
    ],
)
def test_too_much_light_is_told_makes_no_roll_and_passes(
    player: Player, disturb: Callable[[Tray], None], state: reader_messages.DieState
) -> None:
    disturb(player.board.tray)
    said = player.throws(3)
    assert state in states(said)
    assert faces(said) == []
    player.board.tray.shine(0.0)
    player.passes(500)
    assert faces(player.throws(3)) == [3]


def test_the_light_of_a_room_disturbs_nothing(player: Player) -> None:
    player.board.tray.shine(200.0, flicker=0.3)
    for face in (1, 2, 3, 4, 5, 6):
        assert faces(player.throws(face)) == [face]


def test_a_sensor_whose_wires_come_off_is_told_and_serves_again(player: Player) -> None:
    player.board.tray.unsolder()
    said = player.passes(2000)
    assert troubles(said) == [reader_messages.ReaderTrouble.BLIND]
    assert len([m for m in messages(said) if isinstance(m, reader_messages.Heartbeat)]) == 2
    player.board.send(reader_messages.RAW_QUESTION)
    assert reader_messages.Nak("BLIND") in messages(player.passes(100))
    player.board.tray.solder()
    assert troubles(player.passes(1500)) == [None]
    assert faces(player.throws(2)) == [2]


def test_a_heartbeat_of_a_blind_reader_names_no_die(player: Player) -> None:
    player.throws(4)
    player.board.tray.unsolder()
    said = messages(player.passes(3000))
    beats = [m.die for m in said if isinstance(m, reader_messages.Heartbeat)]
    assert beats[-1] is reader_messages.DieState.ABSENT
    player.board.tray.solder()
    assert faces(player.passes(3000)) == [], "the die that lies there was counted"
    assert faces(player.throws(4)) == [4]


def test_a_sensor_whose_power_breaks_for_a_moment_reads_on(player: Player) -> None:
    for moment in range(0, 60, 3):
        player.board.run(1000 + moment)
        player.board.tray.unsolder()
        player.board.tray.solder()
        assert troubles(player.passes(200)) == []
        if moment % 12 == 0:
            face = 1 + moment // 12
            assert faces(player.throws(face)) == [face]


def test_a_board_that_starts_again_under_a_sensor_that_kept_its_power_reads_on(
    folder: Path,
) -> None:
    for step in (2.27, 2.4, 2.56):
        with Board(Tray(Clock(), seed=2), folder, step=step, sticky=True) as board:
            player = Player(board)
            player.throws(4)
            board.restart()
            player.passes(500)
            for face in (1, 2, 3, 4, 5, 6):
                assert faces(player.throws(face)) == [face]


def test_a_sensor_that_holds_the_bus_is_clocked_free(player: Player) -> None:
    player.board.jam()
    said = player.passes(3000)
    assert troubles(said)[-1] is None
    assert faces(player.throws(5)) == [5]


def test_a_board_without_a_sensor_starts_and_says_so(folder: Path) -> None:
    tray = Tray(Clock())
    tray.unsolder()
    with Board(tray, folder) as board:
        assert troubles(board.run(2000))[-1] is reader_messages.ReaderTrouble.BLIND
        tray.solder()
        assert troubles(board.run(1500)) == [None]


@pytest.mark.parametrize("part", [0.025, 0.05, 0.1])
def test_a_dirty_window_is_told_and_throws_are_read_all_the_same(
    player: Player, part: float
) -> None:
    player.board.tray.soil(part)
    assert troubles(player.passes(6000)) == [reader_messages.ReaderTrouble.DIRTY]
    for face in (1, 2, 3, 4, 5, 6):
        said = player.throws(face)
        assert faces(said) == [face]
        assert reader_messages.DieState.COCKED not in states(said)


def test_a_film_on_the_window_that_disturbs_nobody_is_not_told(player: Player) -> None:
    player.board.tray.soil(0.01)
    assert troubles(player.passes(10_000)) == []


def test_a_blank_board_says_so_is_calibrated_and_rolls_then_and_after_a_replug(
    blank_folder: Path,
) -> None:
    with Board(Tray(Clock(), seed=4), blank_folder) as board:
        player = Player(board)
        assert troubles(player.passes(300)) == [reader_messages.ReaderTrouble.BLANK]
        assert faces(player.throws(3)) == []
        assert calibrate(board) == SAVED
        assert troubles(player.passes(200)) in ([], [None])
        board.send(reader_messages.KNOWN_QUESTION)
        known = [
            m for m in messages(player.passes(200)) if isinstance(m, reader_messages.KnownColours)
        ]
        assert [line.like for line in known] == [0, 1, 2, 3, 4, 5, 6]
        assert faces(player.throws(6)) == [6]
        board.tray.lift()
        board.replug()
        assert troubles(player.passes(300)) == [None]
        assert faces(player.throws(1)) == [1]


def test_a_die_that_lies_there_when_the_board_starts_is_no_roll(player: Player) -> None:
    said = player.throws(4)
    assert faces(said) == [4]
    player.board.replug()
    assert faces(player.passes(3000)) == []
    assert faces(player.throws(4)) == [4]


def test_every_start_has_another_boot_number(folder: Path) -> None:
    boots = set()
    with Board(Tray(Clock()), folder) as board:
        for _ in range(8):
            boots |= {
                m.boot for m in messages(board.run(100)) if isinstance(m, reader_messages.Hello)
            }
            board.replug()
    assert len(boots) == 8


@pytest.mark.parametrize(
    ("step", "sticky"), [(2.27, False), (2.4, False), (2.4, True), (2.56, False)]
)
def test_from_rest_to_the_report_it_takes_at_most_400_ms_at_every_phase(
    folder: Path, step: float, sticky: bool
) -> None:
    with Board(Tray(Clock(), seed=1), folder, step=step, sticky=sticky) as board:
        board.run(500)
        assert 300 < slowest_report(board) + JUDGED <= 400


def slowest_report(board: Board) -> float:
    """The longest time from rest to report, of dice that come to rest at every phase."""
    slowest = 0.0
    for phase in range(60):
        board.tray.lift()
        board.run(500)
        rests = board.tray.throw(1 + phase % 6, tumbles=300.0 + phase)
        board.run(rests - board.clock.ms)
        said = b""
        while b"$ROLL" not in said:
            said = board.run(1)
            assert board.clock.ms - rests < 1000
        slowest = max(slowest, board.clock.ms - rests)
        acknowledge(board, said)
    return slowest


def test_the_pins_are_those_of_the_pin_table(board: Board) -> None:
    table = read_pin_table()
    gpio = {pin.word: pin.gpio for pin in table.of(PICO)}
    bus = table.buses[PICO]
    assert board.bus == (bus.unit, gpio["sda"], gpio["scl"], bus.frequency_hz)
    board.tray.place(4)
    lit = set()
    for _ in range(60):
        board.run(1)
        lit.add((board.pins[gpio["led"]], board.tray.lit))
    assert lit == {(0, False), (1, True)}
    inside_the_pico = {23}  # keeps its supply steady; no wire leads to it
    assert set(board.pins) == {gpio["scl"], gpio["led"], table.lamp_gpio} | inside_the_pico


def test_the_page_tells_of_every_file_of_the_board() -> None:
    page = (Path(__file__).parents[2] / "firmware" / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+\.py)` \|", page, re.MULTILINE)) == set(read_board_files())


def test_an_idle_reader_says_nothing_but_a_heartbeat_each_second(board: Board) -> None:
    said = messages(board.run(120_000))
    assert len(said) in (119, 120, 121)
    assert all(isinstance(message, reader_messages.Heartbeat) for message in said)


def test_a_board_answers_within_its_time_however_busy(board: Board) -> None:
    board.tray.throw(4, tumbles=3000.0)
    for number in range(50):
        board.send(reader_messages.encode_ping(number))
        assert reader_messages.Pong(number) in messages(board.run(60))
        board.send(reader_messages.RAW_QUESTION)
        assert [
            m for m in messages(board.run(60)) if isinstance(m, reader_messages.RawReading)
        ] != []
