"""`cdgdevice reader calibrate`, over the port of a simulated reader."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cdgdevice.cli.parser import run_command
from cdgdevice.cli.reader_commands import lead_calibration
from cdgdevice.drivers.reader.die_stickers import STICKERS
from cdgdevice.drivers.reader.reader_messages import (
    CalibrationReply,
    CalibrationStep,
    Nak,
    ReaderRoll,
    encode_calibration_step,
)
from cdgdevice.errors import CdgDeviceError, HardwareError
from cdgdevice.reader_tools.reader_connection import ReaderConnection
from cdgdevice.simulator.simulated_reader import SimulatedReader
from tests.patience import PATIENCE
from tests.processes import Process

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are POSIX")


@pytest.fixture
def reader() -> Iterator[SimulatedReader]:
    with SimulatedReader(capabilities=("blank", "cal")) as reader:
        yield reader


class Person:
    """Does what is written, and presses Enter until there is a reason not to."""

    def __init__(
        self,
        reader: SimulatedReader,
        stop: Callable[[str], type[BaseException] | None] = lambda _: None,
    ) -> None:
        self.read_so_far: list[str] = []
        self._reader = reader
        self._stop = stop

    def read(self, prompt: str) -> str:
        self.write(prompt)
        for sticker in STICKERS:
            if f"{sticker.colour} on top" in prompt:
                self._reader.throw(sticker.face)
        reason = self._stop(prompt)
        if reason is not None:
            raise reason
        return ""

    def write(self, text: str) -> None:
        self.read_so_far.extend(text.splitlines())


def test_each_step_is_said_and_in_the_end_the_reader_knows_its_die(
    reader: SimulatedReader,
) -> None:
    person = Person(reader)
    with ReaderConnection(reader.url) as talk:
        lead_calibration(talk, person.read, person.write)
        assert talk.await_hello().trouble is None
    said = person.read_so_far
    assert said[:4] == [
        "The reader looks 13 times. Ctrl-C stops: then it keeps what it knows.",
        "0/13 Empty tray. Take the die out of the tray, then press Enter. ",
        "1/13 Jolly Roger: 1 of 2. Put the die in with blue on top, then press Enter. ",
        "2/13 Jolly Roger: 2 of 2. A quarter turn, blue still on top, then press Enter. ",
    ]
    assert said[-1] == "13/13 Calibrated. The reader knows its die."
    assert len(said) == 1 + 13 + 1
    assert all(len(line) <= 80 for line in said)


@pytest.mark.parametrize("reason", [EOFError, KeyboardInterrupt])
def test_who_stops_leaves_the_reader_as_it_was(
    reader: SimulatedReader, reason: type[BaseException]
) -> None:
    person = Person(reader, lambda prompt: reason if "A B: 2" in prompt else None)
    with ReaderConnection(reader.url) as talk:
        with pytest.raises(CdgDeviceError, match=r"^Stopped: the reader keeps what it knew"):
            lead_calibration(talk, person.read, person.write)
        assert talk.await_hello().capabilities == {"blank", "cal"}


def test_throws_are_reported_again_once_it_was_stopped() -> None:
    with SimulatedReader() as reader, ReaderConnection(reader.url) as talk:
        person = Person(reader, lambda prompt: EOFError if "C D E: 1" in prompt else None)
        with pytest.raises(CdgDeviceError):
            lead_calibration(talk, person.read, person.write)
        reader.throw(3)
        assert any(isinstance(message, ReaderRoll) for message in talk.listen(5.0))


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_terminal_that_is_closed_leaves_the_reader_counting_throws(
    number: signal.Signals,
) -> None:
    with SimulatedReader() as reader:
        command = [sys.executable, "-m", "cdgdevice", "reader", "calibrate", "--port", reader.url]
        pipe = subprocess.PIPE
        with Process(command, stdin=pipe, stdout=pipe, stderr=pipe) as program:
            assert program.stdout is not None
            said = b""
            while b"Empty tray" not in said:
                more = os.read(program.stdout.fileno(), 1000)
                assert more, "it ended by itself"
                said += more
            program.send_signal(number)
            _, err = program.communicate(timeout=PATIENCE)
        assert program.returncode == 1
        assert err == b"Stopped: the reader keeps what it knew before.\n"
        with ReaderConnection(reader.url) as talk:
            assert isinstance(
                talk.ask(encode_calibration_step(CalibrationStep.SAVE), Nak, CalibrationReply), Nak
            )


def test_a_terminal_that_takes_nothing_any_more_ends_it_and_the_reader_counts_throws() -> None:
    def write(text: str) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with SimulatedReader() as reader, ReaderConnection(reader.url) as talk:
        person = Person(reader, lambda prompt: write("") if "A B: 2" in prompt else None)
        with pytest.raises(CdgDeviceError, match=r"^Stopped"):
            lead_calibration(talk, person.read, person.write)
        assert talk.ask(
            encode_calibration_step(CalibrationStep.SAVE), Nak, CalibrationReply
        ) == Nak("BEGIN")


def test_a_reader_without_calibration_is_refused_in_a_sentence() -> None:
    with (
        SimulatedReader(capabilities=("raw",)) as reader,
        ReaderConnection(reader.url) as talk,
        pytest.raises(HardwareError, match=r"can't be calibrated over its line\.$"),
    ):
        lead_calibration(talk, Person(reader).read, Person(reader).write)


def test_a_reader_that_is_unplugged_in_the_midst_ends_it_in_a_sentence(
    reader: SimulatedReader,
) -> None:
    def pull(prompt: str) -> None:
        if "2 of 2" in prompt:
            reader.unplug()

    with (
        ReaderConnection(reader.url) as talk,
        pytest.raises(HardwareError, match="No program offers a die reader"),
    ):
        lead_calibration(talk, Person(reader, pull).read, Person(reader).write)


def test_the_command_ends_at_the_end_of_input(
    reader: SimulatedReader, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        assert run_command(["reader", "calibrate", "--port", reader.url]) == 1
    out, err = capsys.readouterr()
    assert "0/13 Empty tray. Take the die out" in out
    assert err == "Stopped: the reader keeps what it knew before.\n"
