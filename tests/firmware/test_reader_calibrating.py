"""The reader while it is calibrated, and while something is wrong with it."""

from cdgdevice.drivers.reader.reader_messages import (
    KNOWN_QUESTION,
    CalibrationReply,
    CalibrationStep,
    CalibrationVerdict,
    Hello,
    Nak,
    ReaderRoll,
    ReaderTrouble,
    encode_acknowledgement,
)
from cdgdevice.drivers.reader.reader_messages import encode_calibration_step as ask
from tests.firmware.calibrating import SAVED, calibrate, step
from tests.firmware.quick_board import QuickBoard, answer, kinds, throw


def test_nothing_is_rolled_during_a_calibration_and_the_old_one_holds_until_it_is_saved(
    reader: QuickBoard,
) -> None:
    before = answer(reader, KNOWN_QUESTION)
    step(reader, CalibrationStep.BEGIN)
    assert kinds(throw(reader, 3), ReaderRoll) == []
    step(reader, CalibrationStep.EMPTY)
    assert answer(reader, KNOWN_QUESTION) == before
    assert step(reader, CalibrationStep.STOP) == CalibrationReply(
        CalibrationStep.STOP, CalibrationVerdict.OK
    )
    assert kinds(reader.run(1000), ReaderRoll) == [], "the die that lies there was not thrown"
    assert kinds(throw(reader, 3), ReaderRoll) != []


def test_a_stop_where_nothing_was_begun_costs_no_throw(reader: QuickBoard) -> None:
    for before_ms in range(0, 800, 50):
        reader.tray.lift()
        reader.run(500)
        reader.tray.throw(3)
        said = reader.run(before_ms)
        reader.send(ask(CalibrationStep.STOP))
        said += reader.run(1500)
        rolls = kinds(said, ReaderRoll)
        assert rolls, f"a stop {before_ms} ms after the throw"
        reader.send(encode_acknowledgement(reader.boot, rolls[0].seq))  # type: ignore[attr-defined]


def test_a_memory_that_takes_nothing_is_told_and_the_old_calibration_holds(
    reader: QuickBoard,
) -> None:
    before = answer(reader, KNOWN_QUESTION)
    reader.path.unlink()
    reader.path.with_suffix(".txt.new").mkdir()
    assert calibrate(reader) == CalibrationReply(CalibrationStep.SAVE, CalibrationVerdict.UNSTORED)
    assert answer(reader, KNOWN_QUESTION) == before
    reader.path.with_suffix(".txt.new").rmdir()
    assert step(reader, CalibrationStep.SAVE) == SAVED


# ---- trouble
def test_one_reading_that_fails_costs_no_throw_and_is_not_told(reader: QuickBoard) -> None:
    reader.tray.lift()
    reader.run(300)
    reader.tray.throw(4, tumbles=200.0)
    said = reader.run(420)
    reader.sees = False
    said += reader.run(110)
    reader.sees = True
    said += reader.run(600)
    assert kinds(said, Hello) == []
    assert {roll.face for roll in kinds(said, ReaderRoll)} == {4}  # type: ignore[attr-defined]


def test_a_sensor_that_fails_in_a_step_of_calibration_ends_the_step(reader: QuickBoard) -> None:
    step(reader, CalibrationStep.BEGIN)
    reader.send(ask(CalibrationStep.EMPTY))
    reader.run(200)
    reader.sees = False
    assert kinds(reader.run(500), Nak) == [Nak("BLIND")]
    reader.sees = True
    reader.run(200)
    assert step(reader, CalibrationStep.EMPTY) == CalibrationReply(
        CalibrationStep.EMPTY, CalibrationVerdict.OK
    )


def test_one_reading_that_fails_ends_no_step_of_a_calibration(reader: QuickBoard) -> None:
    def spark() -> None:
        reader.sees = False
        reader.run(110)
        reader.sees = True

    spark()
    assert step(reader, CalibrationStep.BEGIN) == CalibrationReply(
        CalibrationStep.BEGIN, CalibrationVerdict.OK
    )
    spark()
    reader.send(ask(CalibrationStep.EMPTY))
    reader.run(200)
    spark()
    said = reader.run(700)
    assert [*kinds(said, Nak), *kinds(said, CalibrationReply)] == [
        CalibrationReply(CalibrationStep.EMPTY, CalibrationVerdict.OK)
    ]
    spark()
    assert step(reader, CalibrationStep.SAVE) == CalibrationReply(
        CalibrationStep.SAVE, CalibrationVerdict.MISSING, (1,)
    )


def test_a_dirty_window_is_told_and_a_clean_one(reader: QuickBoard) -> None:
    reader.tray.soil()
    assert [h.trouble for h in kinds(reader.run(6000), Hello)] == [ReaderTrouble.DIRTY]  # type: ignore[attr-defined]
    reader.tray.soil(0.0)
    assert [h.trouble for h in kinds(reader.run(6000), Hello)] == [None]  # type: ignore[attr-defined]
