"""`reader simulate`: the way to try the other commands without hardware."""

import os
import re
import subprocess
import sys

import pytest

from cdgdevice.cli.parser import run_command
from cdgdevice.cli.reader_commands import run_typed_commands
from cdgdevice.drivers.reader.reader_messages import DieState, DieStateReport, ReaderRoll
from cdgdevice.reader_tools.reader_connection import ReaderConnection
from cdgdevice.simulator.simulated_reader import SimulatedReader
from tests.patience import PATIENCE
from tests.processes import Process

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are POSIX")


def test_what_is_typed_happens_to_the_die() -> None:
    told: list[str] = []
    with SimulatedReader() as reader, ReaderConnection(reader.url) as talk:
        talk.await_hello()
        run_typed_commands(reader, ["lean\n", "out\n", "4\n", "nonsense\n", "\n"], told.append)
        heard = []
        for message in talk.listen(5.0):
            heard.append(message)
            if isinstance(message, ReaderRoll):
                break
    assert [each for each in heard if isinstance(each, DieStateReport)][:2] == [
        DieStateReport(DieState.COCKED),
        DieStateReport(DieState.ABSENT),
    ]
    assert isinstance(heard[-1], ReaderRoll)
    assert heard[-1].face == 4
    assert reader.url in told[0]
    assert told[2].startswith("There is no 'nonsense': 1 to 6")


def test_its_port_is_printed_and_the_other_commands_find_it_there(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = [sys.executable, "-m", "cdgdevice", "reader", "simulate", "--blank"]
    with Process(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as simulator:
        assert simulator.stdin is not None
        found = re.search(r"is at (\S+) ", simulator.stdout.readline())
        assert run_command(["reader", "info", "--port", found[1]]) == 0
        simulator.stdin.close()
        assert simulator.wait(PATIENCE) == 0
    assert "It knows no faces" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["", "none"])
def test_a_port_without_a_name_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["reader", "info", "--port", name]) == 2
    assert "names no port: name a device, a URL, or auto" in capsys.readouterr().err
