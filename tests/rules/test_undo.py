"""Taking back, and why it can't be used to fish for luck; correcting a misread die."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.rules.card_display import Facing, Side, Space
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.engine import UNDO_DEPTH, AnswerResult, answer_request
from cdgdevice.rules.game import RoundRoll
from cdgdevice.rules.history import GameHistory, drop_cancelled_flips
from cdgdevice.rules.instructions import CardSource, FlipCards, PutCardBack, TakeCardBack
from cdgdevice.rules.player_actions import SetRange
from cdgdevice.rules.requests import ChooseOption, CorrectRoll, NewGame, NotAllowedError, RollDice
from cdgdevice.rules.texts.words import describe_for_side
from tests.examples import examples
from tests.rules.playing import LEFT, RIGHT, asked, lies, new, options, play
from tests.rules.walking import Walk

POG = "paths-of-glory-2022"
STANDARD = "standard-2018"


def said_back(answered: AnswerResult) -> tuple[str, ...]:
    """What the left side puts back by hand."""
    return describe_for_side(answered.restore, LEFT)


def marks(history: GameHistory) -> dict[str, str]:
    """The left side's marks."""
    return {str(card): mark.value for card, mark in history.now.seats[LEFT].display.marks}


def test_undo_of_a_roll_says_which_cards_to_turn_face_down() -> None:
    rolled = play(new(POG), "roll CDE")
    (back,) = asked(rolled, "undo").restore
    assert isinstance(back, FlipCards)
    assert (back.facing, "".join(map(str, back.cards))) == (Facing.DOWN, "CDE")


def test_undo_of_a_refill_puts_the_drawn_card_back_on_c_as_it_lay() -> None:
    done = play(new(POG), "roll ABC", "choose A", "choose done")
    count, back = asked(done, "undo").restore
    assert back == TakeCardBack(LEFT, back.card, to=CardSource.C, facing=Facing.UP)
    assert (count.left, count.hand_size) == (7, 7)


def test_undo_of_a_play_puts_the_card_back_on_its_space() -> None:
    (back,) = asked(play(new(POG), "roll AB", "choose B"), "undo").restore
    assert isinstance(back, PutCardBack)
    assert (str(back.card), back.facing) == ("B", Facing.UP)


def test_nothing_can_be_taken_back_before_the_first_request() -> None:
    with pytest.raises(NotAllowedError, match="nothing to take back"):
        asked(new(POG), "undo")


@pytest.mark.parametrize("asks", [{}, {"die": 2}, {"result": "EVENT"}])
def test_a_roll_taken_back_shows_the_same_die_again_whatever_is_asked_for(
    asks: dict[str, object],
) -> None:
    taken_back = play(new(POG), "roll CDE", "undo")
    again = asked(taken_back, "roll", **asks).history
    assert again.now.roll is not None
    assert again.now.roll == RoundRoll((5,), "CDE")
    assert not again.kept_dice.get(again.now.active)


def test_a_roll_that_was_kept_and_taken_back_again_is_still_kept() -> None:
    history = play(new(POG), "roll JR", "undo", "roll AB", "undo", "roll DE")
    assert history.now.roll is not None
    assert history.now.roll.method_result is DieResult.JR


def test_the_other_side_does_not_get_a_die_that_is_not_its_own() -> None:
    history = play(new(POG), "roll JR", "undo", "roll right AB")
    assert history.now.roll is not None
    assert history.now.roll.method_result is DieResult.AB
    later = play(history, "choose A", "choose done", "roll DE")
    assert later.now.active is LEFT
    assert later.now.roll is not None
    assert later.now.roll.method_result is DieResult.JR


@examples(0.4)
@given(
    st.lists(st.tuples(st.sampled_from(Side), st.sampled_from(DieResult)), min_size=1, max_size=8),
    st.lists(st.sampled_from(DieResult), min_size=8, max_size=8),
)
def test_every_roll_taken_back_comes_again_in_its_side_s_own_order(
    rolls: list[tuple[Side, DieResult]], wishes: list[DieResult]
) -> None:
    history, taken = new("standard-2018", (12, 12)), 0
    for side, result in rolls:
        history, taken = answer_request(history, RollDice(side, result=result)).history, taken + 1
        while "done" not in options(history):
            history, taken = play(history, f"choose {options(history)[0]}"), taken + 1
        history, taken = play(history, "choose done"), taken + 1
    history = play(history, *["undo"] * taken)
    # The sides take their rounds in another order now: all of one, then all of the other.
    for (side, result), wish in zip(sorted(rolls, key=lambda r: r[0].value), wishes, strict=False):
        history = answer_request(history, RollDice(side, result=wish)).history
        assert history.now.roll is not None
        assert history.now.roll.method_result is result
        while "done" not in options(history):
            history = play(history, f"choose {options(history)[0]}")
        history = play(history, "choose done")
    assert not history.kept_dice.get(LEFT)
    assert not history.kept_dice.get(RIGHT)


def test_memory_for_undo_is_bounded() -> None:
    history = new("standard-2018", (1, 1), one_ops=False, doubled_spaces=False)
    for of in range(UNDO_DEPTH + 20):
        history = play(history, f"hand left {of % 12 + 1}")
    assert len(history.past) == UNDO_DEPTH


def test_a_misread_die_is_corrected_as_if_the_first_reading_had_never_been() -> None:
    misread = play(new(POG), "roll CDE")
    corrected = asked(misread, "correct", die=2)
    (back,) = corrected.restore
    assert isinstance(back, FlipCards)
    assert (back.facing, "".join(map(str, back.cards))) == (Facing.DOWN, "CDE")
    assert corrected.history.now == play(new(POG), "roll AB").now


def test_a_correction_can_be_corrected_and_taken_back() -> None:
    history = play(new(POG), "roll CDE", "correct AB", "correct JR")
    assert history.now == play(new(POG), "roll JR").now
    assert play(history, "undo", "undo").now == play(new(POG), "roll CDE").now


def test_the_undo_of_a_correction_tells_what_the_die_shows_again() -> None:
    corrected = play(new(POG), "roll CDE", "correct AB", "correct JR")
    assert asked(corrected, "undo").again == (2,)
    assert asked(play(corrected, "undo"), "undo").again == (5,)
    assert asked(play(corrected, "undo", "undo"), "undo").again == ()
    assert asked(play(new(POG), "roll AB", "correct AB"), "undo").again == ()


def test_what_a_kept_die_had_been_corrected_to_is_known_until_it_is_rolled_again() -> None:
    undone = ("undo", "undo", "undo")
    back = play(new(POG), "roll CDE", "correct AB", "correct JR", *undone)
    assert back.kept_dice == {LEFT: (5,)}
    assert back.undone_corrections == {(LEFT, 1): (1,)}, "the last correction"
    assert play(back, "roll AB").undone_corrections == {}
    kept_on = play(new(POG), "roll CDE", "correct AB", "undo", "choose D")
    assert kept_on.undone_corrections == {}, "the first reading was taken"


@pytest.mark.parametrize(
    ("requests", "corrected"),
    [
        (("roll 3", "roll 5", "undo"), "correct 3 2"),
        (("roll 3", "roll 5", "undo"), "correct 3 5"),
        (("roll 3",), "correct 3 2"),
        (("roll 3 5",), "correct 4"),
        (("roll 3 5", "correct 3 2"), "correct 4"),
    ],
)
def test_a_correction_names_the_dice_of_the_roll_and_no_others(
    requests: tuple[str, ...], corrected: str
) -> None:
    history = play(new("paths-of-glory-2016"), "choose A", *requests)
    with pytest.raises(NotAllowedError):
        play(history, corrected)


def test_a_die_counts_for_its_partner_once_whatever_is_corrected_before() -> None:
    nominated = play(new("paths-of-glory-2016"), "choose A", "roll 3", "roll 5", "undo")
    rolled = play(nominated, "correct 2", "roll 1")
    assert rolled.now.roll is not None
    assert rolled.now.roll.numbers == (2, 5)
    assert not any(rolled.kept_dice.values())


def test_each_kept_die_has_its_own_correction() -> None:
    first = ("roll CDE", "correct AB", "choose A", "choose done")
    second = ("roll right DE", "choose D", "choose done", "roll JR", "correct ABC")
    history = play(new(POG), *first, *second, *["undo"] * 9)
    assert history.kept_dice[LEFT] == (5, 1)
    assert history.undone_corrections == {(LEFT, 2): (2,), (LEFT, 1): (4,)}
    history = play(history, "roll AB")
    assert history.undone_corrections == {(LEFT, 1): (4,)}


def test_a_correction_keeps_the_side_that_rolled_out_of_turn() -> None:
    history = play(new(POG), "roll right CDE", "correct AB")
    assert history.now.active is RIGHT
    assert lies(history, LEFT) == "uuddd"


_TAKEN = "A card was taken since the last roll: undo that first"
_CHOSEN = "Something was chosen since the last roll: undo that first"
_NO_ROLL = "There is no roll that could be corrected"


@pytest.mark.parametrize(
    ("before", "why"),
    [
        ((), _NO_ROLL),
        (("roll ABC", "choose A"), _TAKEN),
        (("roll ABC", "choose A", "choose done"), _TAKEN),
        (("roll ABC", "choose A", "combat right A"), _TAKEN),
        (("choose one-ops",), _NO_ROLL),
        (("roll ABC", "undo"), _NO_ROLL),
    ],
)
def test_only_the_last_roll_can_be_corrected_and_only_before_anything_is_chosen_on_it(
    before: tuple[str, ...], why: str
) -> None:
    history = play(new(POG), *before)
    with pytest.raises(NotAllowedError, match=why):
        asked(history, "correct", die=3)


def test_a_misread_die_can_be_corrected_after_a_card_was_marked() -> None:
    marked = play(new(STANDARD), "roll JR", "mark left A scoring", "mark left C scoring")
    corrected = asked(marked, "correct", result="DE")
    assert said_back(corrected) == ("Flip C face-down.",)
    assert lies(corrected.history, LEFT) == "uuduu"
    assert marks(corrected.history) == {"A": "scoring"}, "with C its mark goes face-down"
    assert options(corrected.history) == ["D", "E"]


def test_a_correction_of_a_correction_still_has_the_marks_of_the_first_reading() -> None:
    history = play(new(STANDARD), "roll JR", "mark left C scoring", "correct DE", "correct CDE")
    assert marks(history) == {"C": "scoring"}
    back = asked(history, "undo")
    assert describe_for_side(drop_cancelled_flips((*back.restore,)), LEFT) == ("Flip C face-down.",)
    assert marks(play(history, "undo", "undo")) == {"C": "scoring"}


def test_undo_of_a_correction_after_a_mark_says_what_the_first_reading_had_flipped() -> None:
    history = play(new(STANDARD), "roll JR", "mark left C scoring", "correct DE")
    assert said_back(asked(history, "undo")) == ("Flip D and E face-down.", "Flip C.")


def test_a_range_that_was_changed_since_the_roll_stays_changed_when_the_dice_are_corrected() -> (
    None
):
    history = play(new("paths-of-glory-2016"), "choose A", "roll 2 5")
    history = answer_request(history, SetRange(Space.B, 6)).history
    corrected = play(history, "correct 3 5")
    assert corrected.now.options["range-b"] == 6


def test_a_roll_can_be_corrected_once_the_choice_on_it_is_taken_back() -> None:
    history = play(new(POG), "roll ABC", "choose A", "undo", "correct DE")
    assert options(history) == ["D", "E"]


def test_a_card_that_event_turned_up_is_a_choice_too_and_ends_correcting() -> None:
    bare = play(new("washingtons-war-2022"), "roll AB", "choose A", "choose done")
    bare = play(bare, "roll AB", "choose A", "choose done", "roll EVENT")
    assert options(bare) == ["A", "C", "D", "E"]
    with pytest.raises(NotAllowedError, match=_CHOSEN):
        asked(play(bare, "choose D"), "correct", die=3)
    assert options(play(bare, "correct AB")) == ["A", "B"]


def test_a_correction_that_names_no_die_is_refused_in_a_sentence() -> None:
    with pytest.raises(NotAllowedError, match='A correction needs "die"'):
        answer_request(play(new(POG), "roll ABC"), CorrectRoll())


def test_a_die_can_be_corrected_after_the_range_of_a_space_was_set() -> None:
    game = new("paths-of-glory-2016")
    for request in (ChooseOption("A"), RollDice(None, (1, 1))):
        game = answer_request(game, request).history
    game = answer_request(game, SetRange(Space.A, 5)).history
    corrected = answer_request(game, CorrectRoll((6, 1))).history
    assert corrected.now.options["range-a"] == 5


@pytest.mark.parametrize(
    "numbers",
    [
        "0 705 159 179 0 0 0 9 0 9 98 0 0 0 1971 0 0 0 0 0 186 0 40 0 148 0 205 0 0 132 3158 "
        "13 0 179 11 49624 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
        "0 159 705 179 0 0 0 0 9 9 98 0 0 0 1971 0 0 0 0 0 186 0 81 0 148 0 0 204 0 132 3158 "
        "13 0 11 179 49624 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
    ],
)
def test_what_would_move_cards_on_a_corrected_die_is_left_to_be_said_again(numbers: str) -> None:
    walk = Walk(NewGame("for-the-people-2022", (5, 4)))
    for _ in walk.steps([int(number) for number in numbers.split()]):
        pass  # the hands do what is asked, and find the table as the game says
