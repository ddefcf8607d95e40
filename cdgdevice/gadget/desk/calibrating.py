"""The guide through a calibration of the die reader: what is said, and what the reader is asked.

Pure, and the same for glass, page and terminal. It is told presses, answers and silence; what
it asks of the reader is its `line`, sent once whenever the guide has changed.
"""

from dataclasses import dataclass, replace
from enum import Enum

from cdgdevice.gadget.reader.asking import calibrate
from cdgdevice.gadget.reader.messages import Answer, CalibrationReply, Nak, Step, Verdict
from cdgdevice.gadget.reader.stickers import STICKERS, Sticker

ANSWER_WITHIN = 3.0
"""Seconds after which a line that was not answered counts as lost."""
POSITIONS = 4
"""Positions in which each face is taken, a quarter turn apart."""
NO_THROW = "No throw counts during calibration."
"""What is said to a throw between the beginning and the end."""
STOP = calibrate(Step.STOP)
"""The line that gives up; the calibration that is stored stays in force."""


@dataclass(frozen=True, slots=True)
class Task:
    """One step that is still to be taken."""

    step: Step
    face: int | None = None
    """The face on top, 1 to 6."""
    position: int = 0
    """Which of the four positions of that face, from 1."""

    @property
    def sticker(self) -> Sticker | None:
        """The face on top."""
        return None if self.face is None else STICKERS[self.face - 1]


class Over(Enum):
    """How a calibration came to its end."""

    SAVED = "saved"
    """The reader has stored it, and said so."""
    GONE = "gone"
    """The reader is not there any more."""


def _faces(*faces: int) -> tuple[Task, ...]:
    return tuple(
        Task(Step.FACE, face, position) for face in faces for position in range(1, POSITIONS + 1)
    )


_ALL = (
    Task(Step.BEGIN),
    Task(Step.EMPTY),
    *_faces(*(sticker.face for sticker in STICKERS)),
    Task(Step.SAVE),
)
LOOKS = len(_ALL) - 2
"""How often the reader looks: at the empty tray, and at each face in each position."""


@dataclass(frozen=True, slots=True)
class Calibrating:
    """How far a calibration has come."""

    todo: tuple[Task, ...]
    """What is still to be taken, the present step first; empty once it is over."""
    asking: bool
    """The reader has been asked for the present step; else the player is awaited."""
    why: str = ""
    """What came between, a sentence or two; empty where nothing did."""
    to_read: bool = False
    """`why` is read alone; a press then goes on to the step."""
    tried: bool = False
    """The present step was asked for before: the die lies as it is to lie."""
    late: bool = False
    """No answer came in time; it counts if it comes before the question is asked again."""
    over: Over | None = None

    @property
    def line(self) -> bytes | None:
        """What the reader is asked; None while the player is awaited."""
        return calibrate(self.todo[0].step, self.todo[0].face) if self.asking else None

    @property
    def taken(self) -> int:
        """How many of the `LOOKS` are taken."""
        return LOOKS - sum(task.step in (Step.EMPTY, Step.FACE) for task in self.todo)


def begun() -> Calibrating:
    """Begin: the first question is asked at once."""
    return Calibrating(_ALL, asking=True)


def pressed(guide: Calibrating) -> Calibrating:
    """Take the player's word that the step is prepared, or that it is to be tried again."""
    if guide.asking or guide.over is not None:
        return guide
    return replace(guide, asking=not guide.to_read, why="", to_read=False, late=False)


def answered(guide: Calibrating, answer: Answer) -> Calibrating:
    """Take what the reader says; what is no answer to the present question changes nothing."""
    if not (guide.asking or guide.late):
        return guide
    match answer:
        case Nak("BLIND"):
            return _again(guide, "The sensor does not answer: check its wires.")
        case Nak("BEGIN"):
            return _afresh("The reader has forgotten what was taken.")
        case Nak("EMPTY") if guide.todo[0].step is Step.SAVE:
            why = "The reader has not taken the empty tray."
            return Calibrating((Task(Step.EMPTY), *guide.todo), asking=False, why=why)
        case Nak(reason):
            return _afresh(f"The reader refuses: {reason}.")
        case CalibrationReply(step, verdict, numbers) if _is_due(guide.todo[0], answer):
            return _judged(guide, step, verdict, numbers)
        case _:
            return guide


def silent(guide: Calibrating) -> Calibrating:
    """Take note that no answer has come within `ANSWER_WITHIN`."""
    return replace(_again(guide, "No answer came."), late=True) if guide.asking else guide


def gone(guide: Calibrating) -> Calibrating:
    """Take note that the reader is not there any more."""
    if guide.over is not None:
        return guide
    return Calibrating((), asking=False, over=Over.GONE)


def restarted(guide: Calibrating) -> Calibrating:
    """Take note that the reader has started anew: it has forgotten all that was taken."""
    return guide if guide.over is not None else _afresh("The reader has started anew.")


def interrupted(guide: Calibrating) -> Calibrating:
    """Take note that a throw was reported meanwhile, which counts for nothing.

    Beside a `why` that is read alone is no room for it.
    """
    busy = guide.to_read or guide.over is not None
    return guide if busy else replace(guide, why=NO_THROW)


def _is_due(task: Task, reply: CalibrationReply) -> bool:
    """Tell whether this answers the present question, and not one that was given up."""
    if reply.step is not task.step:
        return False
    return reply.verdict is not Verdict.OK or task.face is None or reply.numbers[0] == task.face


def _judged(
    guide: Calibrating, step: Step, verdict: Verdict, numbers: tuple[int, ...]
) -> Calibrating:
    match verdict:
        case Verdict.OK if step is Step.SAVE:
            return Calibrating((), asking=False, over=Over.SAVED)
        case Verdict.OK:
            rest = guide.todo[1:]
            return Calibrating(rest, asking=rest[0].step is Step.SAVE)
        case Verdict.MOVED:
            return _again(guide, "It moved, or no die lies there.")
        case Verdict.LIGHT:
            return _again(guide, "Too much light: shade the tray.")
        case Verdict.UNSTORED:
            return _again(guide, "The reader's memory did not take it.")
        case Verdict.CLOSE if step is Step.SAVE:
            one, other = (STICKERS[face - 1].name for face in numbers)
            why = f"{one} and {other} look too alike. Shade the tray, or use other stickers."
            again = (*_faces(*numbers), *guide.todo)
            return Calibrating(again, asking=False, why=why, to_read=True)
        case Verdict.MISSING if step is Step.SAVE:
            why = f"{STICKERS[numbers[0] - 1].name} is not whole."
            return Calibrating((*_faces(*numbers), *guide.todo), asking=False, why=why)
        case Verdict.CLOSE | Verdict.MISSING:
            return guide


def _again(guide: Calibrating, why: str) -> Calibrating:
    return replace(guide, asking=False, why=why, tried=True, late=False)


def _afresh(why: str) -> Calibrating:
    return Calibrating(_ALL, asking=False, why=why)
