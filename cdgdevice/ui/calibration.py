"""How far a calibration of the die reader has come, and what it still asks of the reader."""

from enum import Enum

from msgspec import Struct

from cdgdevice.drivers.reader.die_stickers import STICKERS, Sticker
from cdgdevice.drivers.reader.reader_messages import CalibrationStep, encode_calibration_step

POSITIONS_PER_FACE = 2
"""Positions in which each face is taken, a quarter turn apart. A reader that wants more says so."""


class CalibrationTask(Struct, frozen=True):
    """One step that is still to be taken."""

    step: CalibrationStep
    face: int | None = None
    """The face on top, 1 to 6."""
    position: int = 0
    """Which of the positions of that face, from 1."""

    @property
    def sticker(self) -> Sticker | None:
        """The face on top."""
        return None if self.face is None else STICKERS[self.face - 1]


class CalibrationEnd(Enum):
    """How a calibration came to its end."""

    SAVED = "saved"
    """The reader has stored it, and said so."""
    GONE = "gone"
    """The reader is not there any more."""


def list_face_tasks(*faces: int) -> tuple[CalibrationTask, ...]:
    """Return the steps in which these faces are taken, each in every position."""
    return tuple(
        CalibrationTask(CalibrationStep.FACE, face, position)
        for face in faces
        for position in range(1, POSITIONS_PER_FACE + 1)
    )


ALL_TASKS = (
    CalibrationTask(CalibrationStep.BEGIN),
    CalibrationTask(CalibrationStep.EMPTY),
    *list_face_tasks(*(sticker.face for sticker in STICKERS)),
    CalibrationTask(CalibrationStep.SAVE),
)

LOOK_COUNT = len(ALL_TASKS) - 2
"""How often the reader looks: at the empty tray, and at each face in each position."""


class Calibration(Struct, frozen=True):
    """How far a calibration has come."""

    tasks: tuple[CalibrationTask, ...]
    """What is still to be taken, the present step first; empty once it is over."""
    asking: bool
    """The reader has been asked for the present step; else the player is awaited."""
    remark: str = ""
    """What came between, a sentence or two; empty where nothing did."""
    remark_alone: bool = False
    """The remark is read alone; a press then goes on to the step."""
    tried: bool = False
    """The present step was asked for before: the die lies as it is to lie."""
    late: bool = False
    """No answer came in time; it counts if it comes before the question is asked again."""
    end: CalibrationEnd | None = None

    @property
    def line(self) -> bytes | None:
        """What the reader is asked; None while the player is awaited."""
        return (
            encode_calibration_step(self.tasks[0].step, self.tasks[0].face) if self.asking else None
        )

    @property
    def samples_taken(self) -> int:
        """How many of the `LOOK_COUNT` are taken."""
        return LOOK_COUNT - sum(
            task.step in (CalibrationStep.EMPTY, CalibrationStep.FACE) for task in self.tasks
        )
