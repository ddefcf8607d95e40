"""`cdgdevice reader shake`: the builder hears the motor, or is told where to look."""

import os

import pytest

from cdgdevice.cli.parser import run_command
from cdgdevice.simulator.simulated_reader import SimulatedReader

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
