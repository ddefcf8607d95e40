"""The guide through a calibration: every way through it, whatever player and reader do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cdgdevice.drivers.reader.line import LineBuffer
from cdgdevice.drivers.reader.reader_messages import (
    CalibrationReply,
    CalibrationStep,
    CalibrationVerdict,
    DieState,
    Nak,
    Pong,
    ReaderAnswer,
    encode_calibration_step,
    parse_message,
)
from cdgdevice.render.draw import check_fit, count_screenfuls
from cdgdevice.rules.card_display import Side
from cdgdevice.simulator.simulated_firmware import SimulatedFirmware
from cdgdevice.ui.calibration import LOOK_COUNT, Calibration, CalibrationEnd
from cdgdevice.ui.calibration_guide import (
    STOP_LINE,
    begin_calibration,
    build_calibration_page,
    confirm_step,
    explain_step,
    name_step,
    note_reader_gone,
    note_reader_restart,
    note_silence,
    note_throw,
    take_answer,
)
from cdgdevice.ui.intents_and_commands import Press, PressSide, Scroll, SendToReader
from cdgdevice.ui.state import UiState
from cdgdevice.ui.update import update_calibration
from tests.examples import examples

OK = CalibrationVerdict.OK


def taken(guide: Calibration, looks: int) -> Calibration:
    """Press, and have the reader say OK, until so many looks are taken."""
    guide = take_answer(guide, CalibrationReply(CalibrationStep.BEGIN, OK))
    while guide.samples_taken < looks:
        guide = okay(confirm_step(guide))
    return guide


def okay(guide: Calibration) -> Calibration:
    task = guide.tasks[0]
    numbers = () if task.face is None else (task.face, task.position)
    return take_answer(guide, CalibrationReply(task.step, OK, numbers))


def says(guide: Calibration) -> str:
    return " ".join((name_step(guide), *explain_step(guide)))


def test_a_calibration_takes_the_tray_and_six_faces_in_two_positions_and_saves() -> None:
    device = SimulatedFirmware(0.0, 7)
    asked, guide = [], begin_calibration()
    while guide.end is None:
        guide = confirm_step(guide)
        assert guide.line is not None
        asked.append(guide.line)
        (answer,) = heard(device, guide.line)
        guide = take_answer(guide, answer)
    faces = [
        encode_calibration_step(CalibrationStep.FACE, face)
        for face in range(1, 7)
        for _ in range(2)
    ]
    begin, empty, save = (
        encode_calibration_step(step)
        for step in (CalibrationStep.BEGIN, CalibrationStep.EMPTY, CalibrationStep.SAVE)
    )
    assert asked == [begin, empty, *faces, save]
    assert guide.end is CalibrationEnd.SAVED
    assert says(guide) == "Calibrated The reader knows its die."


def test_it_names_the_face_that_is_to_lie_on_top_and_the_position() -> None:
    guide = taken(begin_calibration(), 1)
    assert says(guide) == "Jolly Roger: 1 of 2 Put the die in with blue on top, then press."
    guide = okay(confirm_step(guide))
    assert says(guide) == "Jolly Roger: 2 of 2 A quarter turn, blue still on top, then press."
    guide = taken(begin_calibration(), 3)
    assert says(guide) == "A B: 1 of 2 Put the die in with red on top, then press."
    assert build_calibration_page(guide).progress == (3, 13)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (
            CalibrationReply(CalibrationStep.FACE, CalibrationVerdict.MOVED),
            "It moved, or no die lies there.",
        ),
        (
            CalibrationReply(CalibrationStep.FACE, CalibrationVerdict.LIGHT),
            "Too much light: shade the tray.",
        ),
        (Nak("BLIND"), "The sensor does not answer: check its wires."),
        (None, "No answer came."),
    ],
)
def test_a_look_that_failed_is_taken_again_without_another_turn(
    answer: ReaderAnswer | None, why: str
) -> None:
    before = confirm_step(taken(begin_calibration(), 2))
    guide = note_silence(before) if answer is None else take_answer(before, answer)
    assert says(guide) == f"Jolly Roger: 2 of 2 {why} Leave blue on top, then press."
    assert confirm_step(guide).line == before.line
    turned = "Put the die in with red on top, then press."
    assert says(okay(confirm_step(guide))) == f"A B: 1 of 2 {turned}"


def test_two_faces_that_look_alike_are_named_and_taken_again() -> None:
    guide = take_answer(
        taken(begin_calibration(), LOOK_COUNT),
        CalibrationReply(CalibrationStep.SAVE, CalibrationVerdict.CLOSE, (2, 5)),
    )
    assert says(guide) == (
        "Too alike A B and C D E look too alike. Shade the tray, or use other stickers. "
        "Press to take them again."
    )
    guide = confirm_step(guide)
    assert guide.line is None, "the press only turns the page"
    faces = []
    while guide.tasks[0].step is CalibrationStep.FACE:
        faces.append(guide.tasks[0].face)
        guide = okay(confirm_step(guide))
    assert faces == [2, 2, 5, 5]
    assert guide.line == encode_calibration_step(CalibrationStep.SAVE)


def test_a_face_that_the_reader_misses_is_taken_again() -> None:
    guide = take_answer(
        taken(begin_calibration(), LOOK_COUNT),
        CalibrationReply(CalibrationStep.SAVE, CalibrationVerdict.MISSING, (3,)),
    )
    assert says(guide).startswith("D E: 1 of 2 D E is not whole.")
    assert guide.samples_taken == LOOK_COUNT - 2


def test_an_empty_tray_that_the_reader_misses_is_taken_and_no_face_again() -> None:
    guide = take_answer(taken(begin_calibration(), LOOK_COUNT), Nak("EMPTY"))
    assert says(guide) == (
        "Empty tray The reader has not taken the empty tray. "
        "Take the die out of the tray, then press."
    )
    assert okay(confirm_step(guide)).line == encode_calibration_step(CalibrationStep.SAVE)


def test_a_memory_that_does_not_take_it_may_be_asked_again() -> None:
    guide = take_answer(
        taken(begin_calibration(), LOOK_COUNT),
        CalibrationReply(CalibrationStep.SAVE, CalibrationVerdict.UNSTORED),
    )
    assert guide.end is None
    assert "memory did not take it. Press to save again." in says(guide)
    assert confirm_step(guide).line == encode_calibration_step(CalibrationStep.SAVE)


def test_a_reader_that_has_forgotten_is_calibrated_from_the_beginning() -> None:
    for guide in (
        take_answer(confirm_step(taken(begin_calibration(), 9)), Nak("BEGIN")),
        note_reader_restart(taken(begin_calibration(), 9)),
    ):
        assert guide.samples_taken == 0
        assert "Press to begin again." in says(guide)
        assert confirm_step(guide).line == encode_calibration_step(CalibrationStep.BEGIN)


def test_an_answer_that_comes_late_counts_but_not_twice() -> None:
    asked = confirm_step(taken(begin_calibration(), 1))
    answer = CalibrationReply(CalibrationStep.FACE, OK, (1, 1))
    assert take_answer(note_silence(asked), answer).samples_taken == 2
    again = take_answer(confirm_step(note_silence(asked)), answer)
    assert again.samples_taken == 2
    assert take_answer(again, CalibrationReply(CalibrationStep.FACE, OK, (1, 2))) is again


def test_an_answer_about_the_face_before_is_none_about_this_one() -> None:
    asked = confirm_step(taken(begin_calibration(), 3))
    assert take_answer(asked, CalibrationReply(CalibrationStep.FACE, OK, (1, 2))) is asked
    assert take_answer(asked, CalibrationReply(CalibrationStep.FACE, OK, (2, 1))).samples_taken == 4


def test_a_press_while_the_reader_looks_changes_nothing() -> None:
    guide = confirm_step(taken(begin_calibration(), 3))
    assert confirm_step(guide) is guide


def test_a_reader_that_goes_ends_it_and_what_was_stored_stays() -> None:
    guide = note_reader_gone(taken(begin_calibration(), 9))
    assert says(guide) == "Not calibrated The reader is gone. What it knew before stays in force."
    assert note_reader_gone(confirm_step(note_reader_restart(guide))) == guide


MOMENT = UiState(highlight=2, page=1)


@pytest.mark.parametrize("leave", [Press.UNDO, Press.MENU])
def test_leaving_tells_the_reader_to_stop_and_shows_the_game_as_it_was(
    leave: Press,
) -> None:
    guide = taken(begin_calibration(), 5)
    reaction = update_calibration(replace(MOMENT, calibration=guide), guide, leave)
    assert reaction.state == MOMENT
    assert reaction.commands == (SendToReader(STOP_LINE),)


@pytest.mark.parametrize(
    "control",
    [PressSide(Side.LEFT), PressSide(Side.RIGHT), Press.KNOB, Press.CONFIRM, Press.ADVANCE],
)
def test_any_control_confirms_a_step(control: PressSide | Press) -> None:
    guide = taken(begin_calibration(), 5)
    reaction = update_calibration(replace(MOMENT, calibration=guide), guide, control)
    step = encode_calibration_step(CalibrationStep.FACE, 3)
    assert reaction.commands == (SendToReader(step),)
    assert update_calibration(reaction.state, confirm_step(guide), control).commands == ()


def test_a_press_after_the_end_shows_the_game_and_says_nothing_to_the_reader() -> None:
    for guide in (
        note_reader_gone(begin_calibration()),
        okay(taken(begin_calibration(), LOOK_COUNT)),
    ):
        for control in (Press.ADVANCE, Press.UNDO):
            reaction = update_calibration(replace(MOMENT, calibration=guide), guide, control)
            assert (reaction.state, reaction.commands) == (MOMENT, ())


def test_turning_the_knob_does_nothing() -> None:
    moment = replace(MOMENT, calibration=begin_calibration())
    assert update_calibration(moment, begin_calibration(), Scroll(3)).state == moment


def heard(device: SimulatedFirmware, line: bytes) -> list[ReaderAnswer]:
    """Give what the device answers; the tray is empty, or has the face on top, as it asks."""
    (step,) = LineBuffer().feed(line)
    if step[:2] == ("CAL", "EMPTY"):
        device.lie(DieState.ABSENT)
    if step[:2] == ("CAL", "FACE"):
        device.throw(0.0, int(step[2]))
    found = [parse_message(fields) for fields in LineBuffer().feed(device.received(0.0, line))]
    return [m for m in found if isinstance(m, ReaderAnswer)]


_FACES = st.integers(1, 6)
ANSWERS: st.SearchStrategy[ReaderAnswer] = st.one_of(
    st.sampled_from(["BLIND", "BLANK", "BEGIN", "EMPTY", "UNKNOWN", "A" * 24]).map(Nak),
    st.integers(0, 9).map(Pong),
    st.sampled_from([step for step in CalibrationStep if step is not CalibrationStep.FACE]).map(
        lambda step: CalibrationReply(step, OK)
    ),
    st.builds(
        CalibrationReply,
        st.sampled_from(CalibrationStep),
        st.sampled_from(
            [CalibrationVerdict.MOVED, CalibrationVerdict.LIGHT, CalibrationVerdict.UNSTORED]
        ),
    ),
    st.builds(
        lambda face, n: CalibrationReply(CalibrationStep.FACE, OK, (face, n)),
        _FACES,
        st.integers(1, 4),
    ),
    st.builds(
        lambda step, pair: CalibrationReply(step, CalibrationVerdict.CLOSE, pair),
        st.sampled_from(CalibrationStep),
        st.tuples(_FACES, _FACES).filter(lambda pair: pair[0] != pair[1]),
    ),
    st.builds(
        lambda step, face: CalibrationReply(step, CalibrationVerdict.MISSING, (face,)),
        st.sampled_from(CalibrationStep),
        _FACES,
    ),
)
"""Whatever a reader may say, fitting or not."""
DOINGS = st.one_of(
    st.sampled_from(["press", "press", "fitting", "fitting", "fitting", "silence"]),
    st.sampled_from(["restart", "throw", "go"]),
    ANSWERS,
)
WALKS = st.one_of(
    st.lists(DOINGS, max_size=20),
    st.lists(
        st.one_of(*[st.sampled_from(["press", "fitting"])] * 6, DOINGS), min_size=60, max_size=120
    ),
)


def done(guide: Calibration, doing: str | ReaderAnswer) -> Calibration:
    match doing:
        case "press":
            return confirm_step(guide)
        case "fitting":
            return okay(guide) if guide.tasks else guide
        case "silence":
            return note_silence(guide)
        case "restart":
            return note_reader_restart(guide)
        case "throw":
            return note_throw(guide)
        case "go":
            return note_reader_gone(guide)
        case str():
            raise ValueError(doing)
        case answer:
            return take_answer(guide, answer)


@examples(2)
@given(WALKS)
def test_whatever_happens_the_steps_come_in_order_and_success_only_from_the_reader(
    doings: list[str | ReaderAnswer],
) -> None:
    guide = begin_calibration()
    agreed: list[CalibrationStep] = []
    """What the reader has said OK to since it was last asked to begin."""
    for doing in doings:
        before, guide = guide, done(guide, doing)
        if guide.line is not None and guide is not before:
            asked = guide.tasks[0].step
            if asked is CalibrationStep.BEGIN:
                agreed = []
            if asked in (CalibrationStep.FACE, CalibrationStep.SAVE):
                assert agreed[:2] == [CalibrationStep.BEGIN, CalibrationStep.EMPTY]
            if asked is CalibrationStep.SAVE:
                assert agreed.count(CalibrationStep.FACE) >= LOOK_COUNT - 1
        if len(guide.tasks) < len(before.tasks) and guide.end is not CalibrationEnd.GONE:
            agreed.append(before.tasks[0].step)
        if guide.end is CalibrationEnd.SAVED and before.end is None:
            fitting = doing == "fitting" or doing == CalibrationReply(CalibrationStep.SAVE, OK)
            assert fitting
            assert before.tasks[0].step is CalibrationStep.SAVE
        if before.end is not None:
            assert guide is before, "nothing follows the end"
        assert check_fit(build_calibration_page(guide)) == []
        assert count_screenfuls(build_calibration_page(guide)) == 1, "nothing turns its pages"
        assert 0 <= guide.samples_taken <= LOOK_COUNT
        left = update_calibration(UiState(calibration=guide), guide, Press.UNDO)
        assert left.state == UiState()
        assert left.commands == ((SendToReader(STOP_LINE),) if guide.end is None else ())


@examples(0.6)
@given(st.lists(st.sampled_from(["ok", "ok", "ok", "lost line", "lost answer"]), max_size=60))
def test_however_the_line_fails_a_patient_player_comes_to_the_end(luck: list[str]) -> None:
    device = SimulatedFirmware(0.0, 7, capabilities=("blank", "cal"))
    fortune = iter(luck)
    guide = begin_calibration()
    for _ in range(120):
        if guide.end is not None:
            break
        guide = confirm_step(guide)
        if guide.line is None:
            continue
        chance = next(fortune, "ok")
        answers = [] if chance == "lost line" else heard(device, guide.line)
        guide = take_answer(guide, answers[0]) if chance == "ok" else note_silence(guide)
    assert guide.end is CalibrationEnd.SAVED
    assert device.capabilities == ("cal",), "it knows its die"
