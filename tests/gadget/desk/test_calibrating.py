"""The guide through a calibration: every way through it, whatever player and reader do."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdgdevice.gadget.desk.calibrating import (
    LOOKS,
    STOP,
    Calibrating,
    Over,
    answered,
    begun,
    gone,
    interrupted,
    pressed,
    restarted,
    silent,
)
from cdgdevice.gadget.desk.guiding import guide_page, in_guide, sentences, title
from cdgdevice.gadget.desk.intents import Confirm, Menu, Move, MoveOn, Press, Push, TakeBack
from cdgdevice.gadget.desk.moment import Moment
from cdgdevice.gadget.desk.wishes import Say
from cdgdevice.gadget.reader.asking import calibrate
from cdgdevice.gadget.reader.line import LineBuffer
from cdgdevice.gadget.reader.messages import (
    Answer,
    CalibrationReply,
    DieState,
    Nak,
    Pong,
    Step,
    Verdict,
    read_message,
)
from cdgdevice.gadget.reader.simulated_device import SimulatedDevice
from cdgdevice.gadget.views.draw import fits
from cdgdevice.gadget.views.page import page_count
from cdgdevice.method.display import Side

OK = Verdict.OK


def taken(guide: Calibrating, looks: int) -> Calibrating:
    """Press, and have the reader say OK, until so many looks are taken."""
    guide = answered(guide, CalibrationReply(Step.BEGIN, OK))
    while guide.taken < looks:
        guide = okay(pressed(guide))
    return guide


def okay(guide: Calibrating) -> Calibrating:
    task = guide.todo[0]
    numbers = () if task.face is None else (task.face, task.position)
    return answered(guide, CalibrationReply(task.step, OK, numbers))


def says(guide: Calibrating) -> str:
    return " ".join((title(guide), *sentences(guide)))


def test_a_calibration_takes_the_tray_and_six_faces_in_four_positions_and_saves() -> None:
    device = SimulatedDevice(0.0, 7)
    asked, guide = [], begun()
    while guide.over is None:
        guide = pressed(guide)
        assert guide.line is not None
        asked.append(guide.line)
        (answer,) = heard(device, guide.line)
        guide = answered(guide, answer)
    faces = [calibrate(Step.FACE, face) for face in range(1, 7) for _ in range(4)]
    begin, empty, save = (calibrate(step) for step in (Step.BEGIN, Step.EMPTY, Step.SAVE))
    assert asked == [begin, empty, *faces, save]
    assert guide.over is Over.SAVED
    assert says(guide) == "Calibrated The reader knows its die."


def test_it_names_the_face_that_is_to_lie_on_top_and_the_position() -> None:
    guide = taken(begun(), 1)
    assert says(guide) == "Jolly Roger: 1 of 4 Put the die in with blue on top, then press."
    guide = okay(pressed(guide))
    assert says(guide) == "Jolly Roger: 2 of 4 A quarter turn, blue still on top, then press."
    guide = taken(begun(), 5)
    assert says(guide) == "A B: 1 of 4 Put the die in with red on top, then press."
    assert guide_page(guide).progress == (5, 25)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (CalibrationReply(Step.FACE, Verdict.MOVED), "It moved, or no die lies there."),
        (CalibrationReply(Step.FACE, Verdict.LIGHT), "Too much light: shade the tray."),
        (Nak("BLIND"), "The sensor does not answer: check its wires."),
        (None, "No answer came."),
    ],
)
def test_a_look_that_failed_is_taken_again_without_another_turn(
    answer: Answer | None, why: str
) -> None:
    before = pressed(taken(begun(), 2))
    guide = silent(before) if answer is None else answered(before, answer)
    assert says(guide) == f"Jolly Roger: 2 of 4 {why} Leave blue on top, then press."
    assert pressed(guide).line == before.line
    turned = "A quarter turn, blue still on top, then press."
    assert says(okay(pressed(guide))) == f"Jolly Roger: 3 of 4 {turned}"


def test_two_faces_that_look_alike_are_named_and_taken_again() -> None:
    guide = answered(taken(begun(), LOOKS), CalibrationReply(Step.SAVE, Verdict.CLOSE, (2, 5)))
    assert says(guide) == (
        "Too alike A B and C D E look too alike. Shade the tray, or use other stickers. "
        "Press to take them again."
    )
    guide = pressed(guide)
    assert guide.line is None, "the press only turns the page"
    faces = []
    while guide.todo[0].step is Step.FACE:
        faces.append(guide.todo[0].face)
        guide = okay(pressed(guide))
    assert faces == [2, 2, 2, 2, 5, 5, 5, 5]
    assert guide.line == calibrate(Step.SAVE)


def test_a_face_that_the_reader_misses_is_taken_again() -> None:
    guide = answered(taken(begun(), LOOKS), CalibrationReply(Step.SAVE, Verdict.MISSING, (3,)))
    assert says(guide).startswith("D E: 1 of 4 D E is not whole.")
    assert guide.taken == LOOKS - 4


def test_an_empty_tray_that_the_reader_misses_is_taken_and_no_face_again() -> None:
    guide = answered(taken(begun(), LOOKS), Nak("EMPTY"))
    assert says(guide) == (
        "Empty tray The reader has not taken the empty tray. "
        "Take the die out of the tray, then press."
    )
    assert okay(pressed(guide)).line == calibrate(Step.SAVE)


def test_a_memory_that_does_not_take_it_may_be_asked_again() -> None:
    guide = answered(taken(begun(), LOOKS), CalibrationReply(Step.SAVE, Verdict.UNSTORED))
    assert guide.over is None
    assert "memory did not take it. Press to save again." in says(guide)
    assert pressed(guide).line == calibrate(Step.SAVE)


def test_a_reader_that_has_forgotten_is_calibrated_from_the_beginning() -> None:
    for guide in (answered(pressed(taken(begun(), 9)), Nak("BEGIN")), restarted(taken(begun(), 9))):
        assert guide.taken == 0
        assert "Press to begin again." in says(guide)
        assert pressed(guide).line == calibrate(Step.BEGIN)


def test_an_answer_that_comes_late_counts_but_not_twice() -> None:
    asked = pressed(taken(begun(), 1))
    answer = CalibrationReply(Step.FACE, OK, (1, 1))
    assert answered(silent(asked), answer).taken == 2
    again = answered(pressed(silent(asked)), answer)
    assert again.taken == 2
    assert answered(again, CalibrationReply(Step.FACE, OK, (1, 2))) is again


def test_an_answer_about_the_face_before_is_none_about_this_one() -> None:
    asked = pressed(taken(begun(), 5))
    assert answered(asked, CalibrationReply(Step.FACE, OK, (1, 4))) is asked
    assert answered(asked, CalibrationReply(Step.FACE, OK, (2, 1))).taken == 6


def test_a_press_while_the_reader_looks_changes_nothing() -> None:
    guide = pressed(taken(begun(), 3))
    assert pressed(guide) is guide


def test_a_reader_that_goes_ends_it_and_what_was_stored_stays() -> None:
    guide = gone(taken(begun(), 9))
    assert says(guide) == "Not calibrated The reader is gone. What it knew before stays in force."
    assert gone(pressed(restarted(guide))) == guide


MOMENT = Moment(highlight=2, told=True)


@pytest.mark.parametrize("leave", [TakeBack(), Menu()])
def test_leaving_tells_the_reader_to_stop_and_shows_the_game_as_it_was(
    leave: TakeBack | Menu,
) -> None:
    guide = taken(begun(), 9)
    reaction = in_guide(replace(MOMENT, guide=guide), guide, leave)
    assert reaction.moment == MOMENT
    assert reaction.wish == Say(STOP)


@pytest.mark.parametrize(
    "control", [Press(Side.LEFT), Press(Side.RIGHT), Push(), Confirm(), MoveOn()]
)
def test_any_control_confirms_a_step(control: Press | Push | Confirm | MoveOn) -> None:
    guide = taken(begun(), 9)
    reaction = in_guide(replace(MOMENT, guide=guide), guide, control)
    assert reaction.wish == Say(calibrate(Step.FACE, 3))
    assert in_guide(reaction.moment, pressed(guide), control).wish is None


def test_a_press_after_the_end_shows_the_game_and_says_nothing_to_the_reader() -> None:
    for guide in (gone(begun()), okay(taken(begun(), LOOKS))):
        for control in (MoveOn(), TakeBack()):
            reaction = in_guide(replace(MOMENT, guide=guide), guide, control)
            assert (reaction.moment, reaction.wish) == (MOMENT, None)


def test_turning_the_knob_does_nothing() -> None:
    moment = replace(MOMENT, guide=begun())
    assert in_guide(moment, begun(), Move(3)).moment == moment


def heard(device: SimulatedDevice, line: bytes) -> list[Answer]:
    """Give what the device answers; the tray is empty, or has the face on top, as it asks."""
    (step,) = LineBuffer().feed(line)
    if step[:2] == ("CAL", "EMPTY"):
        device.lie(DieState.ABSENT)
    if step[:2] == ("CAL", "FACE"):
        device.throw(0.0, int(step[2]))
    found = [read_message(fields) for fields in LineBuffer().feed(device.received(0.0, line))]
    return [m for m in found if isinstance(m, Answer)]


_FACES = st.integers(1, 6)
ANSWERS: st.SearchStrategy[Answer] = st.one_of(
    st.sampled_from(["BLIND", "BLANK", "BEGIN", "EMPTY", "UNKNOWN", "A" * 24]).map(Nak),
    st.integers(0, 9).map(Pong),
    st.sampled_from([step for step in Step if step is not Step.FACE]).map(
        lambda step: CalibrationReply(step, OK)
    ),
    st.builds(
        CalibrationReply,
        st.sampled_from(Step),
        st.sampled_from([Verdict.MOVED, Verdict.LIGHT, Verdict.UNSTORED]),
    ),
    st.builds(
        lambda face, n: CalibrationReply(Step.FACE, OK, (face, n)), _FACES, st.integers(1, 4)
    ),
    st.builds(
        lambda step, pair: CalibrationReply(step, Verdict.CLOSE, pair),
        st.sampled_from(Step),
        st.tuples(_FACES, _FACES).filter(lambda pair: pair[0] != pair[1]),
    ),
    st.builds(
        lambda step, face: CalibrationReply(step, Verdict.MISSING, (face,)),
        st.sampled_from(Step),
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


def done(guide: Calibrating, doing: str | Answer) -> Calibrating:
    match doing:
        case "press":
            return pressed(guide)
        case "fitting":
            return okay(guide) if guide.todo else guide
        case "silence":
            return silent(guide)
        case "restart":
            return restarted(guide)
        case "throw":
            return interrupted(guide)
        case "go":
            return gone(guide)
        case str():
            raise ValueError(doing)
        case answer:
            return answered(guide, answer)


@settings(max_examples=200)
@given(WALKS)
def test_whatever_happens_the_steps_come_in_order_and_success_only_from_the_reader(
    doings: list[str | Answer],
) -> None:
    guide = begun()
    agreed: list[Step] = []
    """What the reader has said OK to since it was last asked to begin."""
    for doing in doings:
        before, guide = guide, done(guide, doing)
        if guide.line is not None and guide is not before:
            asked = guide.todo[0].step
            if asked is Step.BEGIN:
                agreed = []
            if asked in (Step.FACE, Step.SAVE):
                assert agreed[:2] == [Step.BEGIN, Step.EMPTY]
            if asked is Step.SAVE:
                assert agreed.count(Step.FACE) >= LOOKS - 1
        if len(guide.todo) < len(before.todo) and guide.over is not Over.GONE:
            agreed.append(before.todo[0].step)
        if guide.over is Over.SAVED and before.over is None:
            fitting = doing == "fitting" or doing == CalibrationReply(Step.SAVE, OK)
            assert fitting
            assert before.todo[0].step is Step.SAVE
        if before.over is not None:
            assert guide is before, "nothing follows the end"
        assert fits(guide_page(guide)) == []
        assert page_count(guide_page(guide)) == 1, "nothing turns its pages"
        assert 0 <= guide.taken <= LOOKS
        left = in_guide(Moment(guide=guide), guide, TakeBack())
        assert left.moment == Moment()
        assert left.wish == (Say(STOP) if guide.over is None else None)


@settings(max_examples=60)
@given(st.lists(st.sampled_from(["ok", "ok", "ok", "lost line", "lost answer"]), max_size=60))
def test_however_the_line_fails_a_patient_player_comes_to_the_end(luck: list[str]) -> None:
    device = SimulatedDevice(0.0, 7, capabilities=("blank", "cal"))
    fortune = iter(luck)
    guide = begun()
    for _ in range(120):
        if guide.over is not None:
            break
        guide = pressed(guide)
        if guide.line is None:
            continue
        chance = next(fortune, "ok")
        answers = [] if chance == "lost line" else heard(device, guide.line)
        guide = answered(guide, answers[0]) if chance == "ok" else silent(guide)
    assert guide.over is Over.SAVED
    assert device.capabilities == ("cal",), "it knows its die"
