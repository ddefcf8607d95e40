"""The simulated reader's die: it rolls for a while, and outlives a pulled cable."""

import os

import pytest
import serial

from cdgdevice.drivers.reader.line import LineBuffer
from cdgdevice.drivers.reader.reader_messages import RAW_QUESTION
from cdgdevice.simulator.simulated_reader import SimulatedReader
from tests.patience import PATIENCE
from tests.terminals import TerminalCable

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are POSIX")


def test_a_die_that_was_rolling_when_the_cable_was_pulled_is_no_throw_afterwards() -> None:
    now = 0.0
    with SimulatedReader(carrier=TerminalCable(), tumble=1.0, clock=lambda: now) as reader:
        with serial.Serial(reader.url, timeout=PATIENCE) as line:
            reader.throw(3)
            assert line.readline().startswith(b"$STATE,MOVING")
            reader.unplug()
        now = 1.5
        reader.replug()
        with serial.Serial(reader.url, timeout=PATIENCE) as line:
            line.write(RAW_QUESTION)
            (said,) = LineBuffer().feed(line.readline())
    assert (said[0], said[5]) == ("RAW", "3"), "it lies there, and was not reported"


def test_a_die_that_rolls_is_reported_when_it_has_come_to_rest() -> None:
    with (
        SimulatedReader(carrier=TerminalCable(), tumble=0.05) as reader,
        serial.Serial(reader.url, timeout=PATIENCE) as line,
    ):
        reader.throw(5)
        said = [line.readline().split(b"*")[0] for _ in range(3)]
    assert said[:2] == [b"$STATE,MOVING", b"$STATE,SETTLED"]
    assert said[2].startswith(b"$ROLL,")
    assert said[2].split(b",")[3] == b"5"
