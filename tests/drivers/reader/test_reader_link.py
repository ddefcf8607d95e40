import math

import pytest
from msgspec.structs import replace

from cdgdevice.drivers.reader.reader_conditions import CONDITION_SENTENCES, LinkState
from cdgdevice.drivers.reader.reader_link import (
    LOST_AFTER,
    PING_INTERVAL,
    SILENT_AFTER,
    AnswerReceived,
    LinkEffect,
    ReaderCondition,
    ReaderLink,
    ReaderThrow,
    SendLine,
)
from cdgdevice.drivers.reader.reader_messages import (
    HELLO_QUESTION,
    QUIET_REQUEST,
    BatteryReport,
    DieState,
    DieStateReport,
    Heartbeat,
    Hello,
    Pong,
    ReaderRoll,
    ReaderTrouble,
    encode_acknowledgement,
    encode_due,
    encode_ping,
)
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.requests import RollDice

HELLO = Hello(1, 0, "cdg-1", "E6614", 77)
ASK = SendLine(HELLO_QUESTION)
ROLL = ReaderRoll(77, 1, 4, 97)
SIMPLE = ReaderRoll(0, None, 4, None)
READY = ReaderCondition(LinkState.LINKED, CONDITION_SENTENCES[LinkState.LINKED])


def linked(hello: Hello = HELLO, *counted: tuple[int, int]) -> ReaderLink:
    link = ReaderLink(counted)
    assert link.handle_opened(0.0) == (ASK,)
    assert link.handle_message(0.1, hello) == (READY,)
    return link


def throw_of(effects: tuple[LinkEffect, ...]) -> ReaderThrow:
    (throw,) = (effect for effect in effects if isinstance(effect, ReaderThrow))
    return throw


def test_a_reader_is_asked_who_it_is_ever_more_seldom_until_it_answers() -> None:
    link = ReaderLink()
    link.handle_opened(0.0)
    asked = []
    while (at := link.deadline()) < 100:
        if ASK in link.tick(at):
            asked.append(at)
    assert asked == [1.0, 3.0, 7.0, 15.0, 31.0, 63.0, 95.0]
    assert link.handle_message(100.0, HELLO) == (READY,)


def test_a_port_that_nothing_answers_at_is_called_silent_once() -> None:
    link = ReaderLink()
    link.handle_opened(0.0)
    said = [effect for at in range(60) for effect in link.tick(at) if effect != ASK]
    assert said == [ReaderCondition(LinkState.SILENT, CONDITION_SENTENCES[LinkState.SILENT])]
    assert ASK in link.tick(200.0)
    assert SILENT_AFTER < 60


def test_a_tick_that_comes_early_does_nothing() -> None:
    link = linked()
    assert link.tick(1.0) == ()
    assert link.deadline() == pytest.approx(0.1 + LOST_AFTER)


def test_nothing_is_awaited_while_the_port_is_closed() -> None:
    link = ReaderLink()
    assert link.deadline() == math.inf
    assert link.handle_closed("die is gone.", "Plug it in.") == (
        ReaderCondition(LinkState.LOST, "Plug it in.", "die is gone."),
    )
    assert link.handle_closed("die is gone.", "Plug it in.") == ()
    assert link.deadline() == math.inf
    assert link.tick(1e9) == ()
    assert link.handle_message(1.0, HELLO) == ()


def test_a_roll_is_a_throw_and_is_acknowledged_only_when_counted() -> None:
    link = linked()
    throw = throw_of(link.handle_message(1.0, ROLL))
    assert throw == ReaderThrow(1.0, 4, False, "E6614", 77, 1, 97)
    assert link.handle_message(1.5, ROLL) == ()
    assert link.acknowledge_throw(throw) == (SendLine(encode_acknowledgement(77, 1)),)
    assert link.handle_message(2.0, ROLL) == (SendLine(encode_acknowledgement(77, 1)),)


def test_a_stickered_die_shows_results_and_a_numbered_one_pips() -> None:
    throw = throw_of(linked().handle_message(1.0, ROLL))
    assert throw.shown == RollDice(result=DieResult.ABC)
    numbered = linked(replace(HELLO, capabilities=frozenset({"pips"})))
    throw = throw_of(numbered.handle_message(1.0, ROLL))
    assert throw.shown == RollDice(die=(4,))


def test_the_faces_of_a_stickered_die_are_the_six_results_in_order() -> None:
    throws = [ReaderThrow(0.0, face, False, "", 1, 1, None).shown.result for face in range(1, 7)]
    assert [result.value for result in throws if result] == [
        "JR",
        "AB",
        "DE",
        "ABC",
        "CDE",
        "EVENT",
    ]


def test_the_same_face_twice_is_two_throws() -> None:
    link = linked()
    link.acknowledge_throw(throw_of(link.handle_message(1.0, ROLL)))
    assert throw_of(link.handle_message(1.1, replace(ROLL, seq=2))).seq == 2


def test_an_old_roll_is_never_counted_after_a_newer_one() -> None:
    link = linked()
    link.acknowledge_throw(throw_of(link.handle_message(1.0, replace(ROLL, seq=5))))
    assert link.handle_message(1.1, replace(ROLL, seq=4)) == (
        SendLine(encode_acknowledgement(77, 4)),
    )


def test_a_throw_counts_once_across_an_unplugged_cable() -> None:
    link = linked()
    throw = throw_of(link.handle_message(1.0, ROLL))
    link.handle_closed("Gone.")
    assert link.acknowledge_throw(throw) == ()
    link.handle_opened(2.0)
    link.handle_message(2.1, HELLO)
    assert link.handle_message(2.2, ROLL) == (SendLine(encode_acknowledgement(77, 1)),)


def test_a_throw_counts_once_across_a_restart_of_the_program() -> None:
    link = linked(HELLO, (77, 1))
    assert link.handle_message(1.0, ROLL) == (SendLine(encode_acknowledgement(77, 1)),)
    assert throw_of(link.handle_message(1.0, replace(ROLL, seq=2))).key == (77, 2)


def test_a_restarted_reader_counts_from_one_again() -> None:
    link = linked(HELLO, (77, 9))
    link.handle_message(1.0, replace(HELLO, boot=78))
    assert throw_of(link.handle_message(1.1, replace(ROLL, boot=78))).key == (78, 1)


def test_a_reader_that_restarts_unseen_is_asked_before_its_roll_counts() -> None:
    link = linked()
    roll = replace(ROLL, boot=78)
    assert link.handle_message(5.0, roll) == (ASK,)
    assert link.handle_message(5.5, roll) == ()
    link.handle_message(5.6, replace(HELLO, boot=78, capabilities=frozenset({"pips"})))
    assert throw_of(link.handle_message(6.0, roll)).pips


def test_a_roll_before_the_hello_waits_for_it() -> None:
    link = ReaderLink()
    link.handle_opened(0.0)
    assert link.handle_message(0.2, ROLL) == ()
    assert link.handle_message(1.2, ROLL) == (ASK,)
    link.handle_message(1.3, HELLO)
    assert throw_of(link.handle_message(1.7, ROLL)).seq == 1


def test_a_reader_is_lost_after_three_missed_heartbeats_and_asked_again() -> None:
    link = linked()
    for second in range(1, 10):
        link.handle_message(float(second), Heartbeat(second, DieState.ABSENT))
    assert link.tick(12.4) == ()
    lost = ReaderCondition(LinkState.LOST, CONDITION_SENTENCES[LinkState.LOST])
    assert link.tick(12.5) == (lost, ASK)
    assert link.handle_message(20.0, Heartbeat(20, DieState.ABSENT)) == (ASK,)
    assert link.handle_message(20.1, HELLO) == (READY,)


@pytest.mark.parametrize(("major", "remedy"), [(0, "firmware"), (2, "this program")])
def test_another_major_protocol_is_refused_in_a_plain_sentence(major: int, remedy: str) -> None:
    link = ReaderLink()
    link.handle_opened(0.0)
    (refused,) = link.handle_message(0.1, Hello(major, 0))
    assert isinstance(refused, ReaderCondition)
    assert refused.state is LinkState.REFUSED
    assert f"protocol {major}" in refused.sentence
    assert remedy in refused.sentence
    assert link.handle_message(1.0, ROLL) == ()
    assert link.handle_message(1.0, SIMPLE) == ()
    assert link.deadline() == math.inf
    assert link.handle_message(2.0, HELLO) == (READY,)


def test_how_the_die_lies_is_told_once_for_each_change() -> None:
    link = linked()
    cocked = ReaderCondition(DieState.COCKED, CONDITION_SENTENCES[DieState.COCKED])
    assert link.handle_message(1.0, DieStateReport(DieState.COCKED)) == (cocked,)
    assert link.handle_message(1.5, Heartbeat(2, DieState.COCKED)) == ()
    assert link.handle_message(2.0, Heartbeat(3, DieState.SETTLED))[0] != cocked
    assert link.handle_message(2.1, DieStateReport(DieState.COCKED)) == (cocked,)


def test_a_lost_change_is_made_good_by_the_next_heartbeat() -> None:
    link = linked()
    (told,) = link.handle_message(1.0, Heartbeat(1, DieState.LIGHT))
    assert told == ReaderCondition(DieState.LIGHT, CONDITION_SENTENCES[DieState.LIGHT])


def test_a_reader_is_told_now_and_then_that_the_host_is_there() -> None:
    link = linked()
    pinged = []
    for second in range(1, 100):
        at = float(second)
        link.handle_message(at, Heartbeat(second, DieState.ABSENT))
        if SendLine(encode_ping(1)) in link.tick(at):
            pinged.append(at)
            assert link.handle_message(at, Pong(1)) == ()
    assert pinged == [21.0, 41.0, 61.0, 81.0]
    assert PING_INTERVAL < 60 / 2, "a reader goes dark after a minute, and one line may be lost"


def test_a_simple_reader_is_not_pinged() -> None:
    link = ReaderLink()
    link.handle_opened(0.0)
    link.handle_message(0.1, replace(HELLO, boot=0))
    assert [link.tick(float(at)) for at in range(1, 100)] == [()] * 99


def test_other_answers_are_passed_on() -> None:
    assert linked().handle_message(1.0, Pong(3)) == (AnswerReceived(Pong(3)),)


def test_every_state_has_a_sentence() -> None:
    assert set(CONDITION_SENTENCES) == {*DieState, *LinkState, *ReaderTrouble}
    assert all(sentence.endswith(".") for sentence in CONDITION_SENTENCES.values())


def simple_reader() -> ReaderLink:
    link = ReaderLink()
    link.handle_opened(0.0)
    return link


def test_a_simple_reader_need_only_throw() -> None:
    link = simple_reader()
    effects = link.handle_message(0.5, SIMPLE)
    assert effects == (READY, ReaderThrow(0.5, 4, False, "", 0, None, None))
    assert link.deadline() == math.inf
    assert link.acknowledge_throw(throw_of(effects)) == (SendLine(encode_acknowledgement(0, None)),)
    assert throw_of(effects).key is None


def test_a_simple_reader_may_say_that_its_die_is_numbered() -> None:
    link = simple_reader()
    link.handle_message(0.1, Hello(1, 0, "mine", "me", 0, frozenset({"pips"})))
    assert throw_of(link.handle_message(0.5, SIMPLE)).shown == RollDice(die=(4,))
    assert link.deadline() == math.inf


def test_a_simple_readers_repeats_within_two_seconds_are_one_throw() -> None:
    link = simple_reader()
    throw = throw_of(link.handle_message(0.0, SIMPLE))
    assert link.handle_message(1.9, SIMPLE) == ()
    link.acknowledge_throw(throw)
    assert link.handle_message(3.8, SIMPLE) == (SendLine(encode_acknowledgement(0, None)),)
    assert throw_of(link.handle_message(5.8, SIMPLE)).face == 4


def test_another_face_of_a_simple_reader_is_another_throw_at_once() -> None:
    link = simple_reader()
    link.handle_message(0.0, SIMPLE)
    assert throw_of(link.handle_message(0.1, replace(SIMPLE, face=5))).face == 5


def test_a_flood_of_restarts_takes_no_memory() -> None:
    link = linked()
    for boot in range(1, 2000):
        link.handle_message(1.0, replace(HELLO, boot=boot))
        link.handle_message(1.0, replace(ROLL, boot=boot))
    assert len(link._tally._boots) <= 8


def test_what_is_wrong_with_a_reader_is_told_until_it_says_hello_without_it() -> None:
    link = ReaderLink()
    link.handle_opened(0.0)
    blank = replace(HELLO, capabilities=frozenset({"blank", "cal"}))
    assert link.handle_message(0.1, blank) == (
        ReaderCondition(ReaderTrouble.BLANK, CONDITION_SENTENCES[ReaderTrouble.BLANK]),
    )
    assert link.handle_message(0.2, blank) == ()
    assert link.handle_message(0.3, HELLO) == (
        ReaderCondition(LinkState.LINKED, CONDITION_SENTENCES[LinkState.LINKED]),
    )


def test_a_reader_that_may_be_quiet_is_asked_for_it_and_is_lost_only_with_its_line() -> None:
    link = ReaderLink()
    link.handle_opened(0.0)
    quiet = replace(HELLO, capabilities=frozenset({"quiet"}))
    assert SendLine(QUIET_REQUEST) in link.handle_message(0.1, quiet)
    assert link.deadline() == math.inf
    assert link.tick(1e6) == ()
    assert link.handle_closed("Gone.") == (ReaderCondition(LinkState.LOST, "Gone.", "Gone."),)


def test_a_reader_with_lamps_is_told_once_what_is_due_and_another_is_not() -> None:
    lamps = replace(HELLO, capabilities=frozenset({"lamp"}))
    link = linked(lamps)
    assert link.show_due(2, (0, 60, 255)) == (SendLine(encode_due(2, (0, 60, 255))),)
    assert link.show_due(2, (0, 60, 255)) == ()
    assert link.show_due(0, (0, 60, 255)) == (SendLine(encode_due(0, (0, 0, 0))),)
    assert link.show_due(0, (255, 0, 0)) == (), "nothing is lit"
    assert linked().show_due(2, (0, 60, 255)) == ()
    link.show_due(1, (0, 60, 255))
    link.handle_closed("Gone.")
    link.handle_opened(9.0)
    link.handle_message(9.1, lamps)
    assert link.show_due(1, (0, 60, 255)) != (), "it may have restarted"


def test_how_full_a_die_s_battery_is_is_said_while_nothing_is_wrong() -> None:
    link = linked()
    (ready,) = link.handle_message(0.2, BatteryReport(62))
    assert ready == ReaderCondition(
        LinkState.LINKED, "The die reader is ready. Its die's battery: 62 %."
    )
    link.handle_message(0.3, replace(HELLO, capabilities=frozenset({"weak"})))
    assert link.handle_message(0.4, BatteryReport(9)) == ()
    assert link.handle_closed("Gone.")
    link.handle_opened(1.0)
    assert link.handle_message(1.1, HELLO) == (READY,)
