"""Hands of different size: the side that holds more has spaces with two cards (Book, #8)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.rules.card_display import Space
from cdgdevice.rules.instructions import DealCard, DiscardCard, RefillGap
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NotAllowedError
from tests.examples import examples
from tests.rules.playing import LEFT, RIGHT, chits, lies, new, options, play

BOOK = "standard-2018"

DISPLAY_BY_DIFFERENCE = {
    0: "uuddd",
    1: "A[ud]uddd",
    2: "A[ud]udD[dd]d",
    3: "A[ud]B[ud]dD[dd]d",
    4: "A[ud]B[ud]dD[dd]E[dd]",
    5: "A[ud]B[ud]dD[dd]E[dd]",
    11: "A[ud]B[ud]dD[dd]E[dd]",
}


@pytest.mark.parametrize(("more", "display"), DISPLAY_BY_DIFFERENCE.items())
def test_the_difference_of_the_hands_says_which_spaces_hold_two_cards_at_set_up(
    more: int, display: str
) -> None:
    longer_left = new(BOOK, (1 + more, 1))
    assert (lies(longer_left, LEFT), lies(longer_left, RIGHT)) == (display, "uuddd")
    longer_right = new(BOOK, (1, 1 + more))
    assert (lies(longer_right, LEFT), lies(longer_right, RIGHT)) == ("uuddd", display)


def test_the_extra_cards_are_dealt_face_down_with_the_others() -> None:
    game = new(BOOK, (6, 4)).now
    mine = [act for act in game.instructions if act.side is LEFT]
    assert all(isinstance(act, DealCard) for act in mine)
    assert [str(act.card) for act in mine if isinstance(act, DealCard)] == [
        "A1",
        "A2",
        "B",
        "D1",
        "D2",
        "E",
        "C",
    ]


def test_no_space_is_doubled_where_the_rule_is_off_or_the_sheet_has_none() -> None:
    assert lies(new(BOOK, (12, 1), doubled_spaces=False), LEFT) == "uuddd"
    assert lies(new("paths-of-glory-2022", (8, 7)), LEFT) == "uuddd"
    with pytest.raises(NotAllowedError, match="no option"):
        new("paths-of-glory-2022", doubled_spaces=True)


def test_the_romans_of_the_book_pick_one_of_two_cards_in_a_or_the_card_in_b() -> None:
    rolled = play(new(BOOK, (6, 4)), "roll AB")
    assert options(rolled) == ["A1", "A2", "B"]
    assert lies(rolled, LEFT) == "A[uu]udD[dd]d"
    done = play(rolled, "choose A1", "choose done")
    # They draw a card face-down into A, which holds two again.
    assert lies(done, LEFT) == "A[du]udD[dd]d"
    assert chits(done, LEFT) == (5, 6)


def test_all_face_down_cards_of_a_named_doubled_space_are_turned_up() -> None:
    rolled = play(new(BOOK, (6, 4)), "roll CDE")
    assert lies(rolled, LEFT) == "A[ud]uuD[uu]u"
    assert options(rolled) == ["C", "D1", "D2", "E"]


def test_a_doubled_space_is_filled_with_the_card_on_c_in_its_facing() -> None:
    done = play(new(BOOK, (6, 4)), "roll ABC", "choose A2", "choose done")
    assert lies(done, LEFT) == "A[uu]udD[dd]d"
    refill = done.now.instructions[0]
    assert isinstance(refill, RefillGap)
    assert (str(refill.card), refill.source.value, refill.facing.value) == ("A2", "C", "up")


def test_the_jolly_roger_offers_each_face_up_card_of_a_doubled_space() -> None:
    rolled = play(new(BOOK, (6, 4)), "roll AB", "choose B", "choose done")
    rolled = play(rolled, "roll AB", "choose A", "choose done", "roll JR")
    assert options(rolled) == ["A1", "A2", "C"]


def test_event_counts_each_face_up_card_of_a_doubled_space() -> None:
    history = new(BOOK, (2, 1))
    history = play(history, "roll AB", "choose B", "choose done")
    history = play(history, "roll AB", "choose A", "choose done", "roll EVENT")
    # A1 and A2 are two face-up cards: nothing needs turning up.
    assert lies(history, LEFT) == "A[uu]dddd"
    assert prompt(history.now).stage == "choose"
    assert options(history) == ["A1", "A2"]


def test_a_doubled_space_whose_cards_are_both_played_holds_two_again() -> None:
    history = play(new(BOOK, (2, 1)), "roll AB", "choose A1")
    history = play(history, "combat left A2", "choose done")
    assert lies(history, LEFT) == "A[dd]uddd"


def test_spaces_are_relieved_e_b_d_a_as_the_difference_shrinks() -> None:
    history = new(BOOK, (9, 5))
    seen = []
    for of in (6, 7, 8, 9):
        history = play(history, f"hand right {of}")
        relieved = [
            str(act.card) for act in history.now.instructions if isinstance(act, DiscardCard)
        ]
        seen.append((lies(history, LEFT), relieved))
    assert seen == [
        ("A[ud]B[ud]dD[dd]d", ["E2"]),
        ("A[ud]udD[dd]d", ["B2"]),
        ("A[ud]uddd", ["D2"]),
        ("uuddd", ["A2"]),
    ]


def test_spaces_that_are_relieved_all_at_once_are_told_in_the_same_order() -> None:
    relieved = play(new(BOOK, (9, 5)), "hand right 9").now.instructions
    assert [str(act.card) for act in relieved if isinstance(act, DiscardCard)] == [
        "E2",
        "B2",
        "D2",
        "A2",
    ]


def test_spaces_are_doubled_a_d_b_e_as_the_difference_grows() -> None:
    history = new(BOOK, (5, 5))
    seen = []
    for of in (6, 7, 8, 9, 10):
        history = play(history, f"hand left {of}")
        seen.append(lies(history, LEFT))
    assert seen == [DISPLAY_BY_DIFFERENCE[more] for more in (1, 2, 3, 4, 5)]


def test_when_the_other_side_comes_to_hold_more_its_spaces_double_instead() -> None:
    history = play(new(BOOK, (6, 5)), "hand left 3")
    assert (lies(history, LEFT), lies(history, RIGHT)) == ("uuddd", "A[ud]udD[dd]d")


def test_a_hand_size_that_changes_while_a_card_is_played_tells_when_the_round_is_done() -> None:
    playing = play(new(BOOK, (6, 5)), "roll AB", "choose A1", "hand left 5")
    assert lies(playing, LEFT) == "A[-u]uddd"
    done = play(playing, "choose done")
    # The gap is what leaves A: no card is drawn only to be discarded.
    assert lies(done, LEFT) == "uuddd"
    assert [type(act).__name__ for act in done.now.instructions] == ["LeaveGap", "SetChits"]


def test_a_hand_size_that_changes_at_the_turn_s_end_tells_in_the_next_turn() -> None:
    ended = play(new(BOOK, (5, 5)), "end-turn", "hand right 7")
    assert lies(ended, RIGHT) == "uuddd"
    following = play(ended, "choose next-turn")
    assert lies(following, RIGHT) == "A[ud]udD[dd]d"
    assert chits(following, RIGHT) == (7, 7)


@examples(0.6)
@given(
    st.tuples(st.integers(1, 12), st.integers(1, 12)),
    st.lists(st.tuples(st.sampled_from(("left", "right")), st.integers(1, 12)), max_size=8),
)
def test_the_doubled_spaces_always_follow_from_the_hands_alone(
    hands: tuple[int, int], changes: list[tuple[str, int]]
) -> None:
    history = new(BOOK, hands)
    for side, of in changes:
        if prompt(history.now).stage != "ready":
            return
        history = play(history, f"hand {side} {of}")
        if prompt(history.now).stage != "ready":
            return
        for mine, theirs in ((LEFT, RIGHT), (RIGHT, LEFT)):
            more = (chits(history, mine)[1] or 0) - (chits(history, theirs)[1] or 0)
            wanted = {0: "", 1: "A", 2: "AD", 3: "ABD"}.get(max(more, 0), "ABDE")
            display = history.now.seats[mine].display
            assert "".join(s.value for s in Space if display.is_doubled(s)) == wanted
            assert not display.gaps()
