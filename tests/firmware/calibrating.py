"""The host's side of a calibration, over the line to any board."""

from typing import Protocol

from cdgdevice.gadget.reader.asking import calibrate as ask
from cdgdevice.gadget.reader.line import LineBuffer
from cdgdevice.gadget.reader.messages import (
    CalibrationReply,
    Message,
    Nak,
    Step,
    Verdict,
    read_message,
)
from firmware.simulated.tray import Tray


class Boardlike(Protocol):
    tray: Tray

    def send(self, data: bytes) -> None: ...

    def run(self, ms: float) -> bytes: ...


SAVED = CalibrationReply(Step.SAVE, Verdict.OK)


def messages(said: bytes) -> list[Message]:
    """What the lines say; each must be one that a reader may say."""
    lines = LineBuffer().feed(said)
    assert len(lines) == said.count(b"\n")
    found = [read_message(fields) for fields in lines]
    assert None not in found, lines
    return [message for message in found if message is not None]


def step(board: Boardlike, name: Step, face: int | None = None) -> CalibrationReply | Nak:
    """Ask for one step and give the answer, which comes within two seconds."""
    board.send(ask(name, face))
    for _ in range(200):
        for message in messages(board.run(10)):
            if isinstance(message, CalibrationReply | Nak):
                return message
    raise AssertionError(f"no answer to {name}")


def calibrate(board: Boardlike) -> CalibrationReply | Nak:
    """Calibrate as a player does, who takes what moved again; give the answer to SAVE."""
    board.tray.lift()
    board.run(100)
    assert step(board, Step.BEGIN) == CalibrationReply(Step.BEGIN, Verdict.OK)
    _take(board, CalibrationReply(Step.EMPTY, Verdict.OK))
    for face in range(1, 7):
        for position in range(1, 5):
            board.tray.place(face)
            board.run(100)
            _take(board, CalibrationReply(Step.FACE, Verdict.OK, (face, position)), face)
    board.tray.lift()
    board.run(100)
    return step(board, Step.SAVE)


def _take(board: Boardlike, expected: CalibrationReply, face: int | None = None) -> None:
    for _ in range(9):
        answer = step(board, expected.step, face)
        if answer != CalibrationReply(expected.step, Verdict.MOVED):
            break
    assert answer == expected, answer
