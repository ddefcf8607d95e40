"""The same files under CPython and MicroPython give the same answers, line by line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cdgdevice.drivers.reader.line import decode
from firmware.simulated.running import find
from tests.firmware.assembled import assemble
from tests.firmware.write_lines import LINES, lines

CASES = Path(__file__).parent / "on_both.py"


def said(interpreter: str, board: Path) -> list[str]:
    done = subprocess.run(
        [interpreter, str(CASES), str(LINES)],
        env={"PATH": os.environ["PATH"], "MICROPYPATH": str(board), "PYTHONPATH": str(board)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_cpython_and_micropython_agree_on_every_case(tmp_path: Path) -> None:
    board = assemble(tmp_path)
    ours, theirs = said(sys.executable, board), said(find(), board)
    assert len(ours) > 4000
    differ = [pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1]]
    assert differ == []


def test_the_cases_reach_every_label_state_and_verdict(tmp_path: Path) -> None:
    whole = "\n".join(said(sys.executable, assemble(tmp_path)))
    for state in ("ABSENT", "MOVING", "SETTLED", "COCKED", "LIGHT", "SATURATED"):
        assert state in whole
    for verdict in ("saved OK", "saved CLOSE"):
        assert verdict in whole
    judged = [line.rsplit("(", 1)[1] for line in whole.splitlines() if line.endswith(")")]
    for label in (None, 0, 1, 2, 3, 4, 5, 6):
        assert any(each.startswith(f"{label}, ") for each in judged)


def test_without_a_micropython_the_test_fails_and_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(FileNotFoundError, match="make test"):
        find()


def test_the_lines_are_those_that_their_command_writes() -> None:
    assert LINES.read_text() == lines()


def test_the_lines_are_sound_and_unsound_ones() -> None:
    texts = LINES.read_text().splitlines()
    sound = [text for text in texts if "%" not in text and decode(text.encode()) is not None]
    assert len(texts) > 500
    assert 100 < len(sound) < 300
