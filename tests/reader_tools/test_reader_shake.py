"""`cdgdevice reader shake`: the builder hears the motor, or is told where to look."""

import os

import pytest

from cdgdevice.cli.parser import run_command
from cdgdevice.reader_tools.flash_firmware import read_board_files, read_firmware_name
from cdgdevice.simulator.simulated_reader import SimulatedReader
from tests.reader_tools.wire import Wire

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are POSIX")


def test_a_reader_with_a_motor_runs_it(capsys: pytest.CaptureFixture[str]) -> None:
    with SimulatedReader(capabilities=("cal", "motor", "raw")) as reader:
        assert run_command(["reader", "shake", "--port", reader.url]) == 0
        assert run_command(["reader", "info", "--port", reader.url]) == 0
    said = capsys.readouterr().out
    assert "The motor hums for half a second now." in said
    assert "shake a leaning die" in said


def test_where_none_is_found_it_says_what_to_look_at(capsys: pytest.CaptureFixture[str]) -> None:
    with SimulatedReader(capabilities=("cal", "raw")) as reader:
        assert run_command(["reader", "shake", "--port", reader.url]) != 0
    said = " ".join(capsys.readouterr().err.split())
    assert "finds no motor on its pins" in said
    assert "resistor from its pin to ground" in said


@pytest.mark.parametrize("version", ["0.9", "1.0"])
def test_an_older_firmware_must_be_loaded_again_before_any_resistor_is_looked_for(
    version: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hello = ("HELLO", "1.1", f"cdg-reader {version}", "UID", "7", "raw+cal")
    answers = {("HELLO?",): (hello,)}
    with Wire(lambda asked: answers.get(asked, ())) as wire:
        assert run_command(["reader", "shake", "--port", wire.name]) != 0
    said = " ".join(capsys.readouterr().err.split())
    ours = read_firmware_name(read_board_files()).partition(" ")[2]
    assert f"firmware is {version}, and this program brings {ours}" in said
    assert "cdgdevice reader flash" in said
    assert "resistor" not in said
