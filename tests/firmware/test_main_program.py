"""The board's program: it never stops by itself, waits for nobody, and lets go on Ctrl-C."""

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from cdgdevice.drivers.reader import reader_messages
from cdgdevice.drivers.reader.line import LineBuffer, encode
from firmware.simulated.lockstep import Board, Stopped
from firmware.simulated.tray import Clock, Tray
from tests.firmware.calibrating import messages


def heard(said: bytes) -> list[object]:
    """The messages among whatever else was printed."""
    return [reader_messages.parse_message(fields) for fields in LineBuffer().feed(said)]


def test_ctrl_c_ends_the_program_until_the_watchdog_starts_it_again(board: Board) -> None:
    board.run(3000)
    board.interrupt()
    said = board.run(100)
    assert not board.runs
    assert b"starts anew within 8 seconds" in said
    board.run(7000)
    assert board.resets == 0, "files are looked at meanwhile"
    assert b"$HELLO" in board.run(2000)
    assert board.resets == 1


@pytest.mark.parametrize("times", range(2, 9))
def test_ctrl_c_again_and_again_ends_it_too(board: Board, times: int) -> None:
    board.run(3000)
    board.interrupt(times)
    board.run(100)
    assert not board.runs
    assert b"$HELLO" in board.run(9000)


def test_ctrl_c_ends_the_program_wherever_it_is(folder: Path) -> None:
    with Board(Tray(Clock()), folder) as board:
        for delay in range(0, 3000, 197):
            board.replug()
            board.run(delay / 20)
            board.interrupt()
            said = board.run(100)
            assert not board.runs
            if b"starts anew" in said:
                resets = board.resets
                board.run(9000)
                assert board.resets == resets + 1, delay


def test_a_held_start_arms_no_watchdog_and_the_next_start_is_the_usual_one(folder: Path) -> None:
    (folder / "hold").touch()
    with Board(Tray(Clock()), folder) as board:
        with pytest.raises(Stopped, match="Held for new files"):
            board.run(1000)
        assert board.pins == {}
        assert not (folder / "hold").exists()
        board.replug()
        assert b"$HELLO" in board.run(1000)


def test_beside_a_radio_a_pin_of_the_radio_keeps_the_supply_steady(folder: Path) -> None:
    name = 'getattr(sys.implementation, "_machine", "")'
    spoil(folder / "main.py", name, "'Raspberry Pi Pico 2 W with RP2350'", replace=True)
    with Board(Tray(Clock()), folder) as board:
        board.run(1000)
        assert (board.pins.get(23), board.pins[65]) == (None, 1)


def test_the_supply_is_kept_steady_and_the_lamp_is_written_only_when_it_changes(
    board: Board,
) -> None:
    assert board.pins[23] == 1
    board.pins[25] = 7
    board.run(5000)
    assert board.pins[25] == 7


def test_what_is_left_on_after_ctrl_c_is_nothing(board: Board) -> None:
    board.interrupt()
    board.run(100)
    assert (board.pins[6], board.pins[25]) == (0, 0)
    assert not board.tray.lit


def test_a_program_that_fails_for_good_says_why_and_is_started_again(folder: Path) -> None:
    spoil(
        folder / "reader.py", "def tick(self, at_ms: int) -> bytes:", "raise ValueError('spoilt')"
    )
    with Board(Tray(Clock()), folder) as board:
        said = board.run(5000)
        assert b"ValueError: spoilt" in said
        assert board.resets == 0
    spoil(
        folder / "reader.py",
        "raise ValueError('spoilt')",
        "if at_ms > 3000: raise ValueError('spoilt')",
        replace=True,
    )
    with Board(Tray(Clock()), folder) as board:
        said = board.run(30_000)
        assert board.resets == 2
        assert said.count(b"$HELLO") == 3


def test_a_fault_that_passes_is_borne(folder: Path) -> None:
    spoil(
        folder / "reader.py",
        "def tick(self, at_ms: int) -> bytes:",
        "if 1000 < at_ms < 6000: raise ValueError('spoilt')",
    )
    with Board(Tray(Clock()), folder) as board:
        board.run(9000)
        board.send(b"\n" + reader_messages.encode_ping(3))
        assert reader_messages.Pong(3) in heard(board.run(100))
        board.run(20_000)
        assert board.resets == 0


def test_a_line_that_fails_is_no_fault_of_the_sensor(folder: Path) -> None:
    spoil(
        folder / "reader.py",
        "def tick(self, at_ms: int) -> bytes:",
        "if 1000 < at_ms < 3000: raise OSError('the line')",
    )
    with Board(Tray(Clock()), folder) as board:
        board.run(900)
        said = board.run(2000)
        assert b"OSError: the line" in said
        assert b"blind" not in said + board.run(2000)


def test_a_board_that_hangs_is_started_again(folder: Path) -> None:
    spoil(
        folder / "reader.py",
        "def tick(self, at_ms: int) -> bytes:",
        "import time\n        while at_ms > 2000: time.sleep_ms(10)",
    )
    with Board(Tray(Clock()), folder) as board:
        said = board.run(25_000)
        assert board.resets == 2
        assert said.count(b"$HELLO") == 3


def test_a_program_that_can_not_begin_is_tried_again(folder: Path) -> None:
    path = folder / "calibration.py"
    path.write_text(path.read_text() + "\n\ndef load(path):\n    raise ValueError('spoilt')\n")
    with Board(Tray(Clock()), folder) as board:
        said = board.run(30_000)
        assert b"ValueError: spoilt" in said
        assert 2 <= board.resets <= 10


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "settle.py").unlink()
    with Board(Tray(Clock()), folder) as board, pytest.raises(Stopped, match="settle"):
        board.run(1000)


def test_a_host_that_fetches_nothing_holds_nothing_up(board: Board) -> None:
    board.host_fetches = False
    for face in (1, 2, 3):
        board.tray.throw(face)
        board.send(reader_messages.HELLO_QUESTION * 500)
        board.run(60_000)
    assert board.resets == 0
    board.host_fetches = True
    hellos = board.run(1100).count(b"$HELLO")
    assert 100 < hellos < 1500, "the line was full, and what was too much is lost"
    board.send(reader_messages.encode_ping(4))
    assert reader_messages.Pong(4) in heard(board.run(100))


def test_nobody_at_the_port_from_the_start_is_no_fault(folder: Path) -> None:
    with Board(Tray(Clock()), folder) as board:
        board.host_fetches = False
        board.run(60_000)
        board.host_fetches = True
        board.send(reader_messages.HELLO_QUESTION)
        assert any(isinstance(message, reader_messages.Hello) for message in heard(board.run(200)))
        assert board.resets == 0


def test_a_flood_from_the_host_is_read_past_and_the_reader_goes_on(board: Board) -> None:
    board.send((b"\xff\x80" * 40 + reader_messages.HELLO_QUESTION[:-3] + b"x" * 200) * 1000)
    beats = [m for m in messages(board.run(10_000)) if isinstance(m, reader_messages.Heartbeat)]
    assert len(beats) in (9, 10, 11)
    board.run(80_000)
    board.send(b"\n" + reader_messages.encode_ping(8))
    assert reader_messages.Pong(8) in messages(board.run(200))
    assert board.resets == 0


def test_random_bytes_are_read_past(board: Board) -> None:
    rng = Random(7)
    for _ in range(100):
        board.send(rng.randbytes(rng.randrange(100)))
        messages(board.run(60))
    board.send(b"\n" + reader_messages.encode_ping(8))
    assert reader_messages.Pong(8) in messages(board.run(200))
    assert board.resets == 0


def test_many_sound_questions_at_once_are_all_answered(board: Board) -> None:
    board.send(b"".join(reader_messages.encode_ping(number) for number in range(100)))
    answers = [m for m in messages(board.run(2000)) if isinstance(m, reader_messages.Pong)]
    assert answers == [reader_messages.Pong(number) for number in range(100)]


def test_the_clock_of_the_board_may_begin_again(folder: Path) -> None:
    clock = Clock()
    clock.ms = float(2**30 - 5000)
    with Board(Tray(clock), folder) as board:
        beats = [m for m in messages(board.run(12_000)) if isinstance(m, reader_messages.Heartbeat)]
        assert [beat.uptime for beat in beats] == list(range(12))
        board.tray.throw(4)
        assert b"$ROLL" in board.run(1500)
        assert board.resets == 0


def test_so_may_its_microseconds(folder: Path) -> None:
    clock = Clock()
    clock.ms = 2**30 / 1000 - 3000
    with Board(Tray(clock), folder) as board:
        said = board.run(2000)
        board.tray.throw(4, tumbles=700.0)
        said += board.run(2500)
        assert b"$ROLL" in said
        assert b"blind" not in said


def test_the_lamp_tells_what_is_wrong(folder: Path) -> None:
    assert _changes(folder) == 0
    (folder / "calibration.txt").unlink()
    assert _changes(folder) in range(19, 22), "one blink a second"
    assert _changes(folder, blind=True) in range(75, 81), "four blinks a second"


def _changes(folder: Path, *, blind: bool = False) -> int:
    """How often the lamp changes in some ten seconds."""
    with Board(Tray(Clock()), folder) as board:
        if blind:
            board.tray.unsolder()
        board.run(1000)
        seen = []
        for _ in range(1024):
            board.run(10)
            seen.append(board.pins[25])
        return sum(a != b for a, b in pairwise(seen))


def spoil(path: Path, line: str, code: str, *, replace: bool = False) -> None:
    """Put a mistake into a program: after `line`, or in its place."""
    text = path.read_text()
    assert line in text
    if replace:
        path.write_text(text.replace(line, code))
        return
    head, tail = text.split(line, 1)
    path.write_text(f"{head}{line}\n        {code}{tail}")


def test_the_board_understands_every_line_end(board: Board) -> None:
    for end in (b"\n", b"\r\n", b"\r\r\n"):
        board.send(encode("PING", "6").rstrip(b"\n") + end)
        assert reader_messages.Pong(6) in messages(board.run(100))
