"""Bluetooth dice as a die reader: what they report final while linked counts, and counts once."""

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cdgdevice.bluetooth.dice_reader import PLACE_COLOURS, DiceReader
from cdgdevice.bluetooth.roll_queue import RollRecord, read_record, write_record
from cdgdevice.drivers.reader.line import decode, encode
from cdgdevice.drivers.reader.reader_conditions import CONDITION_SENTENCES, LinkState
from cdgdevice.drivers.reader.reader_messages import QUIET_REQUEST, ReaderTrouble
from tests.bluetooth.linked_dice import GODICE, LinkedDice

Step = Callable[[LinkedDice], None]
LEANS, MOVED = b"TS\0\0\x40", b"MS\0\0\x40"
AGAIN = CONDITION_SENTENCES[ReaderTrouble.ROLL_AGAIN]


@pytest.fixture
def dice() -> LinkedDice:
    linked = LinkedDice()
    linked.start_host()
    linked.link()
    return linked


@pytest.fixture
def pair() -> LinkedDice:
    linked = LinkedDice(2)
    linked.start_host()
    linked.link(0)
    linked.link(1)
    return linked


@pytest.fixture
def both_due(pair: LinkedDice) -> LinkedDice:
    """Two dice that are linked, and due."""
    pair.say(encode("DUE", "2", "0", "0", "255"))
    return pair


@pytest.fixture
def in_hand_again(both_due: LinkedDice) -> LinkedDice:
    """The second die showed 5 and was picked up again; then the first came, with 2."""
    both_due.throw(5, 1)
    both_due.roll(1)
    both_due.throw(2, 0)
    return both_due


def relink(die: int = 0) -> Step:
    def step(dice: LinkedDice) -> None:
        dice.cut(die)
        dice.link(die)

    return step


def restart_host(dice: LinkedDice) -> None:
    dice.stop_host()
    dice.start_host()


def lose_acknowledgements(dice: LinkedDice) -> None:
    dice.loses_acknowledgements = not dice.loses_acknowledgements


CUTS: dict[str, Step] = {
    "die": relink(),
    "host": restart_host,
    "host away": LinkedDice.stop_host,
    "bridge": LinkedDice.restart_bridge,
    "acknowledgements": lose_acknowledgements,
    "moment": lambda dice: dice.wait(3.0),
}
EVENING: tuple[Step, ...] = tuple(
    step
    for face in (4, 4, 1)
    for step in (
        lambda dice: dice.roll(),
        lambda dice, face=face: dice.settle(face),
        lambda dice: dice.wait(1.5),
    )
)


def finish(dice: LinkedDice) -> None:
    dice.loses_acknowledgements = False
    if dice.host is None:
        dice.start_host()
    dice.wait(60.0)


@pytest.mark.parametrize(("first", "second"), [*product(CUTS, CUTS)])
def test_wherever_a_link_is_cut_twice_every_final_roll_counts_once(first: str, second: str) -> None:
    for one in range(len(EVENING) + 1):
        for other in range(one, len(EVENING) + 1):
            dice = LinkedDice()
            dice.start_host()
            dice.link()
            for at, step in enumerate((*EVENING, lambda _: None)):
                if at == one:
                    CUTS[first](dice)
                if at == other:
                    CUTS[second](dice)
                step(dice)
            finish(dice)
            assert dice.counted == dice.settled == [4, 4, 1], (one, other)


def test_a_roll_that_is_cut_off_is_asked_for_again_and_never_guessed(dice: LinkedDice) -> None:
    dice.roll()
    dice.cut()
    assert dice.sentences[-1] == AGAIN
    dice.settle(5)
    dice.link()
    dice.wait(1.0)
    assert dice.counted == []
    dice.throw(2)
    assert dice.counted == [2]
    assert CONDITION_SENTENCES[LinkState.LINKED] in dice.sentences[-2:]


def test_a_die_that_lay_still_when_its_link_broke_need_not_be_rolled_again(
    dice: LinkedDice,
) -> None:
    dice.throw(3)
    dice.cut()
    assert AGAIN not in dice.sentences
    assert dice.sentences[-1] == CONDITION_SENTENCES[ReaderTrouble.AWAY]


@pytest.mark.parametrize("seconds", [0.0, 60.0])
def test_a_die_that_reports_its_rest_again_without_having_moved_has_rolled_once(
    seconds: float, dice: LinkedDice
) -> None:
    dice.throw(3)
    dice.wait(seconds)
    dice.settle(3)
    assert dice.counted == [3]
    dice.throw(3)
    assert dice.counted == [3, 3]


def test_a_roll_whose_beginning_was_not_heard_counts(dice: LinkedDice) -> None:
    dice.throw(3)
    dice.settle(4)
    relink()(dice)
    dice.settle(4)
    assert dice.counted == [3, 4, 4]


def test_rolled_together_the_first_die_counts_first_whichever_settles_first(
    pair: LinkedDice,
) -> None:
    for first, second in ((0, 1), (1, 0)):
        pair.roll(first)
        pair.roll(second)
        pair.settle(6 - second, second)
        pair.settle(6 - first, first)
        pair.wait(2.0)
    assert pair.counted == [6, 5, 6, 5]


def test_where_two_dice_are_due_the_second_waits_for_the_first(both_due: LinkedDice) -> None:
    both_due.throw(5, 1)
    both_due.wait(5.0)
    assert both_due.counted == []
    both_due.throw(2, 0)
    assert both_due.counted == [2, 5]


def test_where_two_are_due_a_second_die_does_not_pass_for_a_first_that_was_cut_off(
    both_due: LinkedDice,
) -> None:
    both_due.roll(0)
    both_due.roll(1)
    both_due.cut(0)
    both_due.settle(5, 1)
    assert both_due.counted == []
    assert AGAIN in both_due.sentences[-2:]
    both_due.link(0)
    both_due.throw(1, 0)
    assert both_due.counted == [1, 5]


def test_a_second_die_that_is_rolled_again_before_the_first_came_counts_once(
    both_due: LinkedDice,
) -> None:
    for face in (5, 4):
        both_due.throw(face, 1)
    both_due.throw(2, 0)
    assert both_due.counted == [2, 4]


def test_a_second_die_in_the_hand_again_is_waited_for_when_the_first_has_come(
    in_hand_again: LinkedDice,
) -> None:
    assert in_hand_again.counted == [2]
    in_hand_again.settle(6, 1)
    assert in_hand_again.counted == [2, 6]


def test_a_second_die_that_is_only_moved_counts_as_it_was_rolled(
    in_hand_again: LinkedDice,
) -> None:
    in_hand_again.notify(1, MOVED)
    assert in_hand_again.counted == [2, 5]


def test_a_second_die_that_leans_counts_once_it_is_nudged(in_hand_again: LinkedDice) -> None:
    in_hand_again.notify(1, LEANS)
    assert in_hand_again.counted == [2]
    in_hand_again.settle(3, 1)
    assert in_hand_again.counted == [2, 3]


def test_a_second_die_that_is_lost_in_the_hand_counts_as_it_was_rolled(
    in_hand_again: LinkedDice,
) -> None:
    in_hand_again.cut(1)
    assert in_hand_again.counted == [2, 5]
    assert AGAIN not in in_hand_again.sentences


def test_a_held_die_is_handed_on_once_the_game_wants_one_die_or_none(both_due: LinkedDice) -> None:
    both_due.throw(5, 1)
    both_due.say(encode("DUE", "1", "0", "0", "255"))
    assert both_due.counted == [5]


@example([(0, "due 2"), (1, "settle"), (0, "bridge")])
@example([(0, "due 2"), (1, "settle"), (1, "roll"), (0, "settle"), (1, "lean")])
@example([(0, "settle")] * 6)
@given(
    st.lists(
        st.sampled_from(
            [
                *((die, what) for die in (0, 1) for what in ("roll", "lean", "settle", "relink")),
                (0, "host"),
                (0, "bridge"),
                (0, "due 2"),
                (0, "due 1"),
                (0, "due 0"),
            ]
        ),
        max_size=30,
    )
)
def test_two_dice_lose_no_final_roll_and_count_none_twice(steps: list[tuple[int, str]]) -> None:
    pair, replaced = LinkedDice(2), list[int]()
    pair.start_host()
    pair.link(0)
    pair.link(1)
    faces = 0
    for die, what in steps:
        if what == "roll":
            pair.roll(die)
        elif what == "lean":
            pair.roll(die)
            held = pair.reader.record.held
            pair.notify(die, LEANS)
            assert die == 0 or pair.reader.record.held == held, "it may be nudged"
        elif what == "settle":
            faces += 1
            pair.roll(die)
            held = pair.reader.record.held
            replaced += [held] if die == 1 and held is not None else []
            pair.settle(faces % 6 + 1, die)
        elif what == "relink":
            relink(die)(pair)
        elif what == "host":
            restart_host(pair)
        elif what == "bridge":
            pair.restart_bridge()
        else:
            pair.say(encode("DUE", what[-1], "1", "2", "3"))
    pair.say(encode("DUE", "0", "0", "0", "0"))
    pair.throw(1, 0)  # at rest on the same face it would be said once more, which is no roll
    pair.notify(1, MOVED)
    pair.wait(5.0)
    assert sorted(pair.counted + replaced) == sorted(pair.settled)


def test_the_second_die_waits_for_the_first_whatever_is_restarted_or_asleep() -> None:
    pair = LinkedDice(2)
    pair.start_host()
    pair.link(0)
    pair.link(1)
    pair.say(encode("DUE", "2", "1", "2", "3"))
    pair.settle(5, 1)
    pair.restart_bridge()
    relink(0)(pair)
    pair.settle(1, 0)
    pair.wait(5.0)
    assert pair.counted == [1, 5]


def test_a_die_that_is_packed_away_when_none_is_due_need_not_be_rolled_again(
    pair: LinkedDice,
) -> None:
    pair.say(encode("DUE", "0", "0", "0", "0"))
    pair.roll(0)
    relink(0)(pair)
    assert CONDITION_SENTENCES[ReaderTrouble.ROLL_AGAIN] not in pair.sentences


def test_a_die_blinks_in_the_side_s_colour_when_its_roll_is_due(pair: LinkedDice) -> None:
    blinks = GODICE.encode_blinks((0, 0, 255))
    pair.commands.clear()
    pair.say(encode("DUE", "1", "0", "0", "255"))
    assert pair.commands == [(0, blinks)]
    pair.commands.clear()
    pair.say(encode("DUE", "2", "0", "0", "255"))
    assert pair.commands == [(0, blinks), (1, blinks)]
    pair.commands.clear()
    pair.say(encode("DUE", "1", "0", "0", "255"))
    assert pair.commands == [], "the other one blinks already"
    relink(0)(pair)
    assert pair.commands == [(0, GODICE.greeting[0]), (0, blinks)]
    pair.commands.clear()
    pair.say(encode("DUE", "0", "0", "0", "255"))
    assert pair.commands == []


def test_two_dice_show_which_is_which_even_while_their_roll_is_due(both_due: LinkedDice) -> None:
    both_due.commands.clear()
    both_due.carry_out(both_due.reader.take_dice(0.0, both_due.names[::-1]))
    shown = [GODICE.encode_blinks(colour) for colour in PLACE_COLOURS]
    assert both_due.commands == [*enumerate(shown)]


@pytest.mark.parametrize(
    "line", ["DUE", "DUE,2,0,0", "DUE,-1,0,0,0", "DUE,1,9999,0,0", "CAL,BEGIN"]
)
def test_what_a_bridge_does_not_know_it_declines(line: str) -> None:
    reader = DiceReader(("x",), RollRecord(1))
    reader.handle_host(0.0)
    (effect,) = reader.handle_lines(0.0, encode(*line.split(",")))
    assert decode(effect.lines) == ("NAK", "UNKNOWN")


def test_an_older_host_gets_heartbeats_and_one_that_asks_for_quiet_none() -> None:
    reader = DiceReader(("x",), RollRecord(1))
    reader.handle_host(0.0)
    assert reader.deadline() == 1.0
    (effect,) = reader.tick(1.0)
    assert decode(effect.lines) == ("HB", "1", "ABSENT")
    reader.handle_lines(1.0, QUIET_REQUEST)
    assert reader.deadline() == float("inf")
    reader.handle_host_gone()
    reader.handle_host(2.0)
    assert reader.deadline() == 3.0
    reader.handle_host_gone()
    assert reader.deadline() == float("inf"), "without a host nothing wakes it up"


def test_between_this_bridge_and_this_game_nothing_wakes_up_at_rest(dice: LinkedDice) -> None:
    dice.throw(3)
    assert dice.host is not None
    assert dice.host.deadline() == dice.reader.deadline() == float("inf")
    assert dice.host.hello is not None


def test_a_die_that_stays_is_linked_as_it_was_when_another_is_taken_or_forgotten(
    dice: LinkedDice,
) -> None:
    dice.carry_out(dice.reader.take_dice(0.0, (*dice.names, "other")))
    assert dice.sentences[-1] == CONDITION_SENTENCES[ReaderTrouble.AWAY]
    dice.throw(4)
    dice.carry_out(dice.reader.take_dice(0.0, dice.names))
    assert CONDITION_SENTENCES[LinkState.LINKED] in dice.sentences[-1]
    assert dice.counted == [4]


def test_the_worst_of_several_troubles_is_told(dice: LinkedDice) -> None:
    dice.notify(0, b"Bat\x0e")
    assert dice.sentences[-1] == CONDITION_SENTENCES[ReaderTrouble.WEAK]
    dice.cut()
    assert dice.sentences[-1] == CONDITION_SENTENCES[ReaderTrouble.AWAY]
    dice.carry_out(dice.reader.handle_radio(works=False))
    assert dice.sentences[-1] == CONDITION_SENTENCES[ReaderTrouble.RADIO]
    dice.carry_out(dice.reader.handle_radio(works=True))
    dice.link()
    dice.notify(0, b"Bat\x0f")
    assert dice.sentences[-1].startswith(CONDITION_SENTENCES[LinkState.LINKED])
    dice.carry_out(dice.reader.take_dice(0.0, ()))
    assert dice.sentences[-1] == CONDITION_SENTENCES[ReaderTrouble.NO_DIE]


@given(st.lists(st.text(max_size=40), min_size=0, max_size=2), st.sampled_from(ReaderTrouble))
def test_every_greeting_fits_a_line_whatever_the_dice_are_called(
    names: list[str], trouble: ReaderTrouble
) -> None:
    assert len(trouble.value) <= 6
    reader = DiceReader(tuple(names), RollRecord(0xFFFFFFFF))
    (effect,) = reader.handle_host(0.0)
    assert decode(effect.lines) is not None


@given(st.binary(max_size=80))
def test_a_damaged_record_is_none(data: bytes) -> None:
    assert read_record(data) is None
    record = RollRecord(5, 9, ((8, 1), (9, 6)))
    assert read_record(write_record(record)) == record
    assert read_record(write_record(RollRecord(5, 9, ((8, 7),)))) is None
    assert read_record(write_record(RollRecord(0))) is None


def test_the_emptier_battery_is_told_with_each_greeting_and_each_tenth(pair: LinkedDice) -> None:
    ready = CONDITION_SENTENCES[LinkState.LINKED]
    pair.notify(0, b"Bat\x50")
    assert pair.sentences[-1] == f"{ready} Its die's battery: 80 %."
    pair.notify(1, b"Bat\x3e")
    assert pair.sentences[-1] == f"{ready} Its die's battery: 62 %."
    told = len(pair.sentences)
    pair.notify(1, b"Bat\x3d")
    assert len(pair.sentences) == told
    pair.notify(1, b"Bat\x3b")
    assert pair.sentences[-1] == f"{ready} Its die's battery: 59 %."


def test_rolls_made_while_the_host_is_away_wait_for_it_in_their_order(dice: LinkedDice) -> None:
    dice.stop_host()
    faces = [number % 6 + 1 for number in range(300)]
    for face in faces:
        dice.throw(face)
    dice.start_host()
    dice.wait(300.0)
    assert dice.counted == faces
