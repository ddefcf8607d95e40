"""The page that makers build from says what the code does."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cdgdevice.bluetooth.dice_reader import DiceReader, SendToHost
from cdgdevice.bluetooth.roll_queue import RollRecord
from cdgdevice.drivers.reader.line import LONGEST, decode
from cdgdevice.drivers.reader.reader_link import (
    CHANGE_INTERVAL,
    LOST_AFTER,
    MAX_ASK_INTERVAL,
    MAX_CHANGES,
    REPEAT_WINDOW,
    SILENT_AFTER,
    ReaderLink,
    ReaderThrow,
    SendLine,
)
from cdgdevice.drivers.reader.reader_messages import (
    CalibrationStep,
    CalibrationVerdict,
    DieState,
    ReaderTrouble,
    encode_calibration_step,
    parse_message,
)
from cdgdevice.drivers.reader.reader_port import INBOX_LIMIT
from cdgdevice.reader_tools.reader_connection import NakError
from cdgdevice.simulator.simulated_firmware import MAX_UNACKNOWLEDGED, SimulatedFirmware

PAGE_FILE = Path(__file__).parents[3] / "firmware" / "PROTOCOL.md"
PAGE = PAGE_FILE.read_text(encoding="utf-8")
LINES = re.findall(r"(host|reader)  +(\$\S.*)", PAGE)
WORKED = "$ROLL,2971215073,17,4,97*807F\n"


def block(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return found


def test_every_example_is_a_sound_line() -> None:
    examples = re.findall(r"\$[A-Z?]+[^$`\n]*\*[0-9A-F]{4}", PAGE)
    assert len(examples) > 30
    assert [line for line in examples if decode(line.encode()) is None] == []


@pytest.mark.parametrize("line", sorted({line for who, line in LINES if who == "reader"}))
def test_every_readers_example_is_understood(line: str) -> None:
    fields = decode(line.encode())
    assert fields is not None
    assert parse_message(fields) is not None


@pytest.mark.parametrize("line", sorted({line for who, line in LINES if who == "host"}))
def test_every_hosts_example_is_understood_by_a_reader(line: str) -> None:
    device = SimulatedFirmware(0.0, 1)
    device.received(
        0.0,
        encode_calibration_step(CalibrationStep.BEGIN)
        + encode_calibration_step(CalibrationStep.EMPTY),
    )
    answer = device.received(0.0, line.encode() + b"\n")
    bridge = DiceReader(("die",), RollRecord(1))
    bridge.handle_host(0.0)
    done = bridge.handle_lines(0.0, line.encode() + b"\n")
    said = [each.lines for each in done if isinstance(each, SendToHost)]
    assert b"NAK" not in answer or all(b"NAK" not in lines for lines in said)


def test_the_conversation_goes_as_written() -> None:
    link, said = ReaderLink(), []
    events = re.findall(r"([\d.]+) (host|reader)  +(\S.*)", block("conversation"))
    expected = [line for _, who, line in events if who == "host"]
    effects = list(link.handle_opened(0.0))
    for at, who, line in events:
        if who == "reader":
            fields = decode(line.encode())
            assert fields is not None
            message = parse_message(fields)
            assert message is not None
            effects += link.tick(float(at)) + link.handle_message(float(at), message)
        while effects:
            effect = effects.pop(0)
            if isinstance(effect, SendLine):
                said.append(effect.line.decode().strip())
            elif isinstance(effect, ReaderThrow):
                effects += link.acknowledge_throw(effect)
    assert said == expected


def test_the_python_example_makes_the_worked_line() -> None:
    made = subprocess.run([sys.executable, "-c", block("python")], capture_output=True, check=True)
    assert made.stdout.decode() == WORKED
    assert WORKED in PAGE


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_the_c_example_makes_the_worked_line(tmp_path: Path) -> None:
    source, program = tmp_path / "line.c", tmp_path / "line"
    source.write_text(block("c"))
    subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", "-o", program, source], check=True)
    assert subprocess.run([program], capture_output=True, check=True).stdout.decode() == WORKED


def test_every_reason_that_the_firmware_gives_is_on_the_page_and_has_a_sentence() -> None:
    firmware = (PAGE_FILE.parent / "reader.py").read_text(encoding="utf-8")
    reasons = set(re.findall(r'encode\("NAK", "([A-Z]+)"\)', firmware))
    assert len(reasons) == 6
    for reason in reasons:
        assert f"`{reason}`" in PAGE
        assert "refuses" not in str(NakError(reason)), "it has a sentence of its own"


def test_every_word_and_limit_of_the_code_is_on_the_page() -> None:
    for word in (*DieState, *ReaderTrouble, *CalibrationStep, *CalibrationVerdict):
        assert f"`{word.value}" in PAGE
    for said in (
        f"at most {LONGEST} characters",
        f"at least the last {MAX_UNACKNOWLEDGED} ",
        f"within {REPEAT_WINDOW:.0f} seconds",
        f"{LOST_AFTER} without any line",
        f"{SILENT_AFTER:.0f} without an answer",
        f"then each {MAX_ASK_INTERVAL:.0f};",
        f"keeps {INBOX_LIMIT} messages",
        f"the first {MAX_CHANGES} changes, then {1 / CHANGE_INTERVAL:.0f} a second",
    ):
        assert said in PAGE
