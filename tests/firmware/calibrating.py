"""The host's side of the line to any board: what is said, what is rolled, and a calibration."""

from typing import Protocol

from cdgdevice.drivers.reader.line import LineBuffer
from cdgdevice.drivers.reader.reader_messages import (
    CalibrationReply,
    CalibrationStep,
    CalibrationVerdict,
    Nak,
    ReaderMessage,
    ReaderRoll,
    encode_acknowledgement,
    parse_message,
)
from cdgdevice.drivers.reader.reader_messages import encode_calibration_step as ask
from firmware.simulated.tray import Tray


class Boardlike(Protocol):
    tray: Tray

    def send(self, data: bytes) -> None: ...

    def run(self, ms: float) -> bytes: ...


SAVED = CalibrationReply(CalibrationStep.SAVE, CalibrationVerdict.OK)


def messages(said: bytes) -> list[ReaderMessage]:
    """What the lines say; each must be one that a reader may say."""
    lines = LineBuffer().feed(said)
    assert len(lines) == said.count(b"\n")
    found = [parse_message(fields) for fields in lines]
    assert None not in found, lines
    return [message for message in found if message is not None]


def rolls(said: bytes) -> list[int]:
    """The faces of the rolls, repeats too."""
    return [message.face for message in messages(said) if isinstance(message, ReaderRoll)]


def acknowledge(board: Boardlike, said: bytes) -> None:
    """Acknowledge each roll, as a sound host does."""
    for message in messages(said):
        if isinstance(message, ReaderRoll):
            board.send(encode_acknowledgement(message.boot, message.seq))


def step(
    board: Boardlike, name: CalibrationStep, face: int | None = None
) -> CalibrationReply | Nak:
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
    assert step(board, CalibrationStep.BEGIN) == CalibrationReply(
        CalibrationStep.BEGIN, CalibrationVerdict.OK
    )
    _take(board, CalibrationReply(CalibrationStep.EMPTY, CalibrationVerdict.OK))
    for face in range(1, 7):
        for position in range(1, 3):
            board.tray.place(face)
            board.run(100)
            _take(
                board,
                CalibrationReply(CalibrationStep.FACE, CalibrationVerdict.OK, (face, position)),
                face,
            )
    board.tray.lift()
    board.run(100)
    return step(board, CalibrationStep.SAVE)


def _take(board: Boardlike, expected: CalibrationReply, face: int | None = None) -> None:
    for _ in range(9):
        answer = step(board, expected.step, face)
        if answer != CalibrationReply(expected.step, CalibrationVerdict.MOVED):
            break
    assert answer == expected, answer
