"""The guide through a calibration of the die reader: its steps, its words and its page.

Pure, and the same for glass, page and terminal. It is told presses, answers and silence; what
it asks of the reader is its `line`, sent once whenever the guide has changed.
"""

from msgspec.structs import replace

from cdgdevice.drivers.reader.die_stickers import STICKERS
from cdgdevice.drivers.reader.reader_messages import (
    CalibrationReply,
    CalibrationStep,
    CalibrationVerdict,
    Hello,
    Nak,
    ReaderAnswer,
    encode_calibration_step,
)
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.ui import texts
from cdgdevice.ui.calibration import (
    ALL_TASKS,
    LOOK_COUNT,
    POSITIONS_PER_FACE,
    Calibration,
    CalibrationEnd,
    CalibrationTask,
    list_face_tasks,
)

ANSWER_SECONDS = 3.0
"""Seconds after which a line that was not answered counts as lost."""
STOP_LINE = encode_calibration_step(CalibrationStep.STOP)
"""The line that gives up; the calibration that is stored stays in force."""


def begin_calibration() -> Calibration:
    """Begin: the first question is asked at once."""
    return Calibration(ALL_TASKS, asking=True)


def confirm_step(guide: Calibration) -> Calibration:
    """Take the player's word that the step is prepared, or that it must be tried again."""
    if guide.asking or guide.end is not None:
        return guide
    return replace(guide, asking=not guide.remark_alone, remark="", remark_alone=False, late=False)


def take_answer(guide: Calibration, answer: ReaderAnswer) -> Calibration:
    """Take what the reader says; what is no answer to the present question changes nothing."""
    if not (guide.asking or guide.late):
        return guide
    match answer:
        case Nak("BLIND"):
            return _repeat_step(guide, texts.SENSOR_SILENT)
        case Nak("BEGIN"):
            return _start_over(texts.READER_FORGOT)
        case Nak("EMPTY") if guide.tasks[0].step is CalibrationStep.SAVE:
            why = texts.TRAY_NOT_TAKEN
            return Calibration(
                (CalibrationTask(CalibrationStep.EMPTY), *guide.tasks), asking=False, remark=why
            )
        case Nak(reason):
            return _start_over(texts.reader_refuses(reason))
        case CalibrationReply(step, verdict, numbers) if _is_due(guide.tasks[0], answer):
            return _take_verdict(guide, step, verdict, numbers)
        case _:
            return guide


def note_silence(guide: Calibration) -> Calibration:
    """Take note that no answer has come within `ANSWER_SECONDS`."""
    return replace(_repeat_step(guide, texts.NO_ANSWER), late=True) if guide.asking else guide


def note_reader_gone(guide: Calibration) -> Calibration:
    """Take note that the reader is not there any more."""
    if guide.end is not None:
        return guide
    return Calibration((), asking=False, end=CalibrationEnd.GONE)


def note_reader_restart(guide: Calibration) -> Calibration:
    """Take note that the reader has restarted: it has forgotten all that was taken."""
    return guide if guide.end is not None else _start_over(texts.READER_RESTARTED)


def note_throw(guide: Calibration) -> Calibration:
    """Take note that a throw was reported meanwhile, which counts for nothing.

    Beside a remark that is read alone there is no room for it.
    """
    busy = guide.remark_alone or guide.end is not None
    return guide if busy else replace(guide, remark=texts.NO_THROW_COUNTS)


def _is_due(task: CalibrationTask, reply: CalibrationReply) -> bool:
    """Return whether this answers the present question, and not one that was given up."""
    if reply.step is not task.step:
        return False
    return (
        reply.verdict is not CalibrationVerdict.OK
        or task.face is None
        or reply.numbers[0] == task.face
    )


def _take_verdict(
    guide: Calibration, step: CalibrationStep, verdict: CalibrationVerdict, numbers: tuple[int, ...]
) -> Calibration:
    match verdict:
        case CalibrationVerdict.OK if step is CalibrationStep.SAVE:
            return Calibration((), asking=False, end=CalibrationEnd.SAVED)
        case CalibrationVerdict.OK:
            rest = guide.tasks[1:]
            return Calibration(rest, asking=rest[0].step is CalibrationStep.SAVE)
        case CalibrationVerdict.MOVED:
            return _repeat_step(guide, texts.DIE_MOVED)
        case CalibrationVerdict.LIGHT:
            return _repeat_step(guide, texts.TOO_MUCH_LIGHT)
        case CalibrationVerdict.SATURATED:
            return _repeat_step(guide, texts.LAMP_TOO_BRIGHT)
        case CalibrationVerdict.UNSTORED:
            return _repeat_step(guide, texts.NOT_STORED)
        case CalibrationVerdict.CLOSE if step is CalibrationStep.SAVE:
            one, other = (STICKERS[face - 1].name for face in numbers)
            why = texts.describe_too_alike(one, other)
            again = (*list_face_tasks(*numbers), *guide.tasks)
            return Calibration(again, asking=False, remark=why, remark_alone=True)
        case CalibrationVerdict.MISSING if step is CalibrationStep.SAVE:
            why = texts.describe_incomplete(STICKERS[numbers[0] - 1].name)
            return Calibration((*list_face_tasks(*numbers), *guide.tasks), asking=False, remark=why)
        case CalibrationVerdict.CLOSE | CalibrationVerdict.MISSING:
            return guide


def _repeat_step(guide: Calibration, why: str) -> Calibration:
    return replace(guide, asking=False, remark=why, tried=True, late=False)


def _start_over(why: str) -> Calibration:
    return Calibration(ALL_TASKS, asking=False, remark=why)


def name_step(guide: Calibration) -> str:
    """Name the present step in a few words."""
    if guide.end is not None:
        return texts.CALIBRATED if guide.end is CalibrationEnd.SAVED else texts.NOT_CALIBRATED
    task = guide.tasks[0]
    if guide.remark_alone:
        return texts.TOO_ALIKE_TITLE
    if task.sticker is not None:
        return texts.title_placement(task.sticker.name, task.position, POSITIONS_PER_FACE)
    empty = task.step is CalibrationStep.EMPTY
    return texts.EMPTY_TRAY_TITLE if empty else texts.CALIBRATE_TITLE


def explain_step(guide: Calibration, press: str = "press") -> tuple[str, ...]:
    """Describe what came between, and what to do now; `press` says how the player confirms."""
    why = (guide.remark,) if guide.remark else ()
    return (*why, _describe_what_to_do(guide, press))


def build_calibration_page(guide: Calibration) -> PageView:
    """Return the guide's page for the screen."""
    progress = None if guide.end is CalibrationEnd.GONE else (guide.samples_taken, LOOK_COUNT)
    return PageView(PageKind.DIE, name_step(guide), explain_step(guide), progress=progress)


def _describe_what_to_do(guide: Calibration, press: str) -> str:
    if guide.end is CalibrationEnd.SAVED:
        return texts.KNOWS_ITS_DIE
    if guide.end is CalibrationEnd.GONE:
        return texts.READER_GONE
    task = guide.tasks[0]
    if guide.remark_alone:
        return texts.take_again(press)
    if guide.asking:
        return (
            texts.LOOKING
            if task.step in (CalibrationStep.EMPTY, CalibrationStep.FACE)
            else texts.ONE_MOMENT
        )
    match task.step:
        case CalibrationStep.EMPTY:
            return texts.take_die_out(press)
        case CalibrationStep.FACE if task.sticker is not None:
            colour = task.sticker.colour
            if task.position == 1:
                return texts.put_die_in(colour, press)
            if guide.tried:
                return texts.leave_die(colour, press)
            return texts.turn_die(colour, press)
        case CalibrationStep.SAVE:
            return texts.save_again(press)
        case _:
            return texts.begin_again(press)


def can_calibrate(reader: Hello | None) -> bool:
    """Return whether a reader is linked that takes a calibration."""
    return reader is not None and "cal" in reader.capabilities
