"""`reader info` and `reader test`: what they show of simulated readers and of the firmware."""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path

import pytest

from cdgdevice.cli.parser import run_command
from cdgdevice.drivers.reader import reader_messages
from cdgdevice.reader_tools.flash_firmware import read_board_files, read_firmware_name
from cdgdevice.reader_tools.reader_connection import PortAddress, ReaderConnection
from cdgdevice.reader_tools.reader_inspection import (
    DIE_STATE_WORDS,
    HEADING,
    LiveView,
    describe_reader,
    format_reading,
)
from cdgdevice.reader_tools.sensor_recording import read_recording
from cdgdevice.simulator.simulated_reader import SimulatedReader
from firmware.simulated.lockstep import Board
from firmware.simulated.tray import Clock, Tray
from tests.firmware.calibrating import SAVED, calibrate
from tests.patience import PATIENCE
from tests.processes import Process
from tests.reader_tools.firmware_on_a_port import FirmwareOnAPort, laid_out
from tests.reader_tools.wire import Wire, hurried, rolls

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are POSIX")

COLUMNS = 80


@pytest.fixture
def reader() -> Iterator[SimulatedReader]:
    with SimulatedReader(clock=hurried) as reader:
        yield reader


@pytest.fixture(scope="module")
def calibrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = laid_out(tmp_path_factory.mktemp("board") / "flash", dict(read_board_files()))
    with Board(Tray(Clock()), folder) as board:
        assert calibrate(board) == SAVED
    return folder


@dataclass
class Port:
    device: str
    vid: int | None = None
    pid: int | None = None


def told(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> list[str]:
    """The lines of a command that goes well; each fits a narrow terminal."""
    assert run_command(["reader", *map(str, arguments)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= COLUMNS, lines
    return lines


def test_info_says_who_the_firmware_is_what_it_knows_and_what_is_wrong(
    calibrated: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = read_firmware_name(read_board_files())
    tray = Tray(Clock())
    tray.place(4)
    with Board(tray, calibrated) as board:
        board.run(1000)
        with FirmwareOnAPort(board) as port:
            lines = told(capsys, "info", "--port", port.url)
    said = {line[:10].strip(): line[10:] for line in lines}
    assert said["board"] == "E6614103E7452D2F"
    assert said["firmware"] == f"{name}, which is this program's"
    assert said["protocol"] == "1.1"
    assert said["can"] == "be calibrated, show raw colours"
    assert said["die"] == "The die lies still."
    assert said["trouble"] == "none"
    faces = lines[lines.index("") + 2 :]
    # The sensor looks from below: with red A B on top it sees the magenta of the face opposite.
    assert [" ".join(line[:22].split()) for line in faces] == [
        "empty tray",
        "Jolly Roger green",
        "A B magenta",
        "D E yellow",
        "A B C white",
        "C D E red",
        "Event blue",
    ]
    assert all(int(number) for line in faces[1:] for number in line.split()[-4:])


def test_info_of_a_blank_board_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = laid_out(tmp_path / "flash", dict(read_board_files()))
    with Board(Tray(Clock()), folder) as board, FirmwareOnAPort(board) as port:
        lines = told(capsys, "info", "--port", port.url)
    assert lines[-4:] == [
        "trouble   The die reader does not know its die yet: calibrate it. `cdgdevice",
        "          reader calibrate` does it.",
        "",
        "It knows no faces.",
    ]


@pytest.mark.parametrize(
    ("firmware", "words"),
    [
        ("cdg-reader 0.9", "cdg-reader 0.9; this program brings cdg-reader"),
        ("my-sketch", "my-sketch, which is another program's"),
    ],
)
def test_info_tells_an_older_firmware_and_a_foreign_one(firmware: str, words: str) -> None:
    hello = ("HELLO", "1.0", firmware, "mine", "0", "pips")
    answers = {("HELLO?",): (hello,)}
    with Wire(lambda asked: answers.get(asked, ()), on_terminal=True) as wire:
        real = str(Path(wire.name).resolve())
        ports = [Port("/dev/ttyS0"), Port(real, 0x2E8A, 0x0005)]
        lines = list(describe_reader(PortAddress(wire.name, 115200), ports=lambda: ports))
    told = " ".join(" ".join(lines).split())
    assert "(USB 2e8a:0005, Raspberry Pi Pico with MicroPython)" in told
    assert words in told
    assert "can read a die with pips" in told
    assert not any(line.startswith("die") for line in lines)


def test_the_view_shows_each_reading_of_the_firmware_and_what_to_do(
    calibrated: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tray = Tray(Clock())
    tray.lean(1, 2)
    with Board(tray, calibrated) as board:
        board.run(3000)
        with FirmwareOnAPort(board) as port:
            lines = told(capsys, "test", "--port", port.url, "--lines", "5")
    assert lines[0] == HEADING
    assert len(lines) == 6
    assert "no match" in lines[-1]
    assert lines[-1].endswith("leans: nudge")


def test_a_recording_of_the_firmware_is_judged_as_it_was_read(
    calibrated: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "magenta.jsonl"
    tray = Tray(Clock())
    tray.place(5)
    recording = ("--lines", "4", "--record", file, "--face", "5", "--note", "a test")
    with Board(tray, calibrated) as board:
        board.run(1000)
        with FirmwareOnAPort(board) as port:
            lines = told(capsys, "test", "--port", port.url, *recording)
    assert " ".join(lines).startswith("Recording to ")
    header, readings = read_recording(file)
    assert (header.uid, header.note, len(header.known)) == ("E6614103E7452D2F", "a test", 7)
    assert [(each.face, each.raw.like) for each in readings] == [(5, 5)] * 4
    lines = told(capsys, "judge", file)
    assert lines[1:] == ["C D E (magenta)              4         0      0"]
    assert run_command(["reader", "test", "--port", "/dev/null", "--record", str(file)]) == 1


def test_a_throw_is_shown_once_and_stays_the_games_unless_it_is_taken(
    reader: SimulatedReader, capsys: pytest.CaptureFixture[str]
) -> None:
    for face in (6, 2):
        reader.throw(face)
    watching = ("test", "--port", reader.url, "--lines")
    assert told(capsys, *watching, "2").count("Rolled: Event (green), 97 % sure.") == 1
    taken = told(capsys, *watching, "2", "--take")
    assert [line for line in taken if line.startswith("Rolled")] == [
        "Rolled: Event (green), 97 % sure.",
        "Rolled: A B (red), 97 % sure.",
    ]
    with ReaderConnection(reader.url) as game:
        assert list(rolls(game, 0.1)) == []


def test_a_reader_without_colours_shows_its_throws(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hello, roll = ("HELLO", "1.1", "test", "U", "7", ""), ("ROLL", "7", "1", "1", "97")
    with Wire(lambda asked: (hello, roll, roll) if asked == ("HELLO?",) else ()) as wire:
        lines = told(capsys, "test", "--port", wire.name, "--lines", "4")
    assert lines == [
        "This reader shows no colours, only its rolls.",
        "Rolled: Jolly Roger (blue), 97 % sure.",
    ]


def test_a_reader_without_colours_is_not_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "nothing.jsonl"
    with SimulatedReader(capabilities=("cal",)) as reader:
        assert run_command(["reader", "test", "--port", reader.url, "--record", str(file)]) == 1
    assert capsys.readouterr().err == (
        "This die reader shows no colours: nothing can be recorded.\n"
    )
    assert not file.exists()


def test_a_recording_has_as_many_readings_as_were_wished_whatever_was_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wished.jsonl"
    asked = count()

    def answers(line: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        match line:
            case ("HELLO?",):
                return (("HELLO", "1.1", "test", "U", "7", "raw"),)
            case ("RAW?",):
                blind = next(asked) % 2 == 0
                return (("NAK", "BLIND"),) if blind else (("RAW", "1", "2", "3", "4"),)
        return ()

    with Wire(answers) as wire:
        told(capsys, "test", "--port", wire.name, "--lines", "2", "--record", file)
    assert len(read_recording(file)[1]) == 2


def test_a_simple_reader_is_known_by_its_throw(capsys: pytest.CaptureFixture[str]) -> None:
    answers = {("HELLO?",): (("ROLL", "0", "", "4", ""),)}
    with Wire(lambda asked: answers.get(asked, ())) as wire:
        lines = told(capsys, "test", "--port", wire.name, "--lines", "4")
        about = told(capsys, "info", "--port", wire.name)
    assert lines == [
        "This reader shows no colours, only its rolls.",
        "Rolled: A B C (yellow).",
    ]
    said = {line[:10].strip(): line[10:] for line in about}
    assert said["board"] == said["firmware"] == "it does not say"
    assert said["can"] == "only report rolls"


def test_ctrl_c_ends_the_view_cleanly_and_keeps_what_is_recorded(
    reader: SimulatedReader, tmp_path: Path
) -> None:
    file = tmp_path / "kept.jsonl"
    arguments = ("reader", "test", "--port", reader.url, "--record", str(file))
    with Process(
        [sys.executable, "-m", "cdgdevice", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as view:
        assert view.stdout is not None
        readings = (line for line in view.stdout if b"empty tray" in line)
        assert len(list(islice(readings, 2))) == 2
        view.send_signal(signal.SIGINT)
        _, complaint = view.communicate(timeout=PATIENCE)
    assert (view.returncode, complaint) == (0, b"")
    assert len(read_recording(file)[1]) >= 1


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_readings_rewrite_one_line_and_throws_stay() -> None:
    out = Terminal()
    view = LiveView(out)
    view.show(reader_messages.DieStateReport(reader_messages.DieState.SETTLED))
    for _ in range(2):
        view.show(reader_messages.RawReading(1, 2, 3, 4, 3, 310, 5))
    for _ in range(2):
        view.show(reader_messages.ReaderRoll(7, 1, 3, None))
    view.show(reader_messages.Nak("BLIND"))
    view.end()
    first, thrown, blind, rest = out.getvalue().split("\n")
    assert first.count("\r") == 2
    assert first.split("\r")[1] == first.split("\r")[2]
    assert thrown == "Rolled: D E (white)."
    assert blind.strip() == "The die reader's sensor does not answer: check its wires."
    assert rest == ""


def test_every_reading_fits_a_line() -> None:
    for die in reader_messages.DieState:
        for like in (None, *range(7)):
            line = format_reading(reader_messages.RawReading(*(65535,) * 4, like, 999, 65535), die)
            assert len(line) < COLUMNS
            assert line.endswith(DIE_STATE_WORDS[die])
    silent = format_reading(reader_messages.RawReading(1, 2, 3, 4), None)
    assert "no match" in silent
    assert silent.endswith("  ok")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("test", "--lines", "0"), "'0' is no number from 1 up"),
        (("test", "--face", "3"), "--record FILE"),
        (("test", "--face", "7", "--record", "x"), "it is one of 0, 1"),
        (("judge",), "FILE"),
    ],
)
def test_misuse_is_told(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["reader", *arguments]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("command", [(), ("flash",), ("info",), ("test",), ("judge",)])
def test_the_help_fits_a_terminal_of_80_columns(
    command: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    assert run_command(["reader", *command, "--help"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= COLUMNS
