"""Rounds and turns: who goes when, what ends a turn, what its end allows, how the next begins."""

import pytest

from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.instructions import DiscardCard, RefillGap, SetChits
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NotAllowedError
from tests.rules.playing import LEFT, RIGHT, actions, asked, chits, lies, new, options, play

POG = "paths-of-glory-2022"
WAR = "washingtons-war-2022"
BOOK = "standard-2018"


def stage(history: GameHistory) -> str:
    return prompt(history.now).stage


def round_of(history: GameHistory) -> GameHistory:
    """The active side rolls AB and plays A."""
    card = "A1" if "A[" in lies(history, history.now.active) else "A"
    return play(history, "roll AB", f"choose {card}", "choose done")


def rounds(history: GameHistory, count: int) -> GameHistory:
    for _ in range(count):
        history = round_of(history)
    return history


def test_the_round_s_number_goes_up_when_both_sides_have_had_theirs() -> None:
    first = round_of(new(POG))
    assert (first.now.active, first.now.round) == (RIGHT, 1)
    second = round_of(first)
    assert (second.now.active, second.now.round) == (LEFT, 2)


def test_a_free_round_after_which_nothing_is_refilled_or_counted_does_not_say_so() -> None:
    free = play(new("1866-2018"), "choose free-round")
    (done,) = prompt(free.now).options
    assert done.title == "Done: go on"
    (done,) = prompt(play(free, "combat left A").now).options
    assert done.title == "Done: refill and count"


def test_a_side_may_take_the_round_out_of_turn_and_then_the_other_is_next() -> None:
    taken = play(new(POG), "roll right AB", "choose A", "choose done")
    assert (taken.now.active, taken.now.round) == (LEFT, 1)
    assert chits(taken, RIGHT) == (6, 7)


def test_while_a_round_is_under_way_nobody_can_roll() -> None:
    for history in (play(new(POG), "roll AB"), play(new(POG), "roll AB", "choose A")):
        with pytest.raises(NotAllowedError, match="can't roll now"):
            play(history, "roll right AB")


def test_a_card_counts_when_the_round_is_done_and_not_before() -> None:
    playing = play(new(POG), "roll AB", "choose A")
    assert chits(playing, LEFT) == (7, 7)
    *refills, count = play(playing, "choose done").now.instructions
    assert [type(act) for act in refills] == [RefillGap]
    assert count == SetChits(LEFT, 6, 7, before=(7, 7))


def test_the_side_with_cards_left_goes_on_alone_when_the_other_is_out() -> None:
    history = rounds(new(BOOK, (1, 3)), 2)
    assert (history.now.active, history.now.round) == (RIGHT, 2)
    history = round_of(history)
    assert (history.now.active, history.now.round) == (RIGHT, 3)
    assert stage(round_of(history)) == "turn-end"


def test_a_side_without_cards_may_neither_pass_nor_take_1_ops_in_the_standard_rules() -> None:
    history = rounds(new(BOOK, (1, 2), **{"pass": True, "one-ops": True}), 2)
    assert history.now.active is RIGHT
    history = round_of(history)
    assert stage(history) == "turn-end"


def test_a_turn_can_be_ended_before_the_cards_are_gone() -> None:
    ended = play(round_of(new(WAR)), "end-turn")
    assert stage(ended) == "turn-end"
    following = play(ended, "choose next-turn")
    assert (following.now.turn, following.now.round, following.now.active) == (2, 1, LEFT)


def test_a_new_turn_brings_all_chits_back_and_leaves_the_display_unchanged() -> None:
    ended = rounds(new(WAR), 14)
    following = play(ended, "choose next-turn")
    assert following.now.instructions == (
        SetChits(LEFT, 7, 7, before=(0, 7)),
        SetChits(RIGHT, 7, 7, before=(0, 7)),
    )
    assert lies(following, LEFT) == lies(ended, LEFT)


def test_in_the_draw_phase_of_paths_of_glory_one_face_up_card_may_go_for_each_chit_left() -> None:
    ended = rounds(new(POG, (8, 8)), 12)
    assert lies(ended, LEFT) == "duddd"
    assert ended.now.active is LEFT
    assert options(ended) == ["B", "next-side", "next-turn"]
    once = play(ended, "choose B")
    assert isinstance(once.now.instructions[0], DiscardCard)
    assert chits(once, LEFT) == (2, 8)
    # The left has no other face-up card: it is the right's to discard.
    assert once.now.active is RIGHT


def test_no_more_cards_can_be_discarded_than_there_are_chits_left() -> None:
    ended = play(new(BOOK, (1, 1)), "end-turn")
    assert options(ended) == ["A", "B", "next-side", "next-turn"]
    once = play(ended, "choose A")
    assert (once.now.active, options(once)) == (RIGHT, ["A", "B", "next-turn"])
    twice = play(once, "choose B")
    assert options(twice) == ["next-turn"]
    following = play(twice, "choose next-turn")
    assert (lies(following, LEFT), lies(following, RIGHT)) == ("duddd", "udddd")
    assert (chits(following, LEFT), chits(following, RIGHT)) == ((1, 1), (1, 1))


def test_a_hand_size_that_changes_at_the_turn_s_end_is_for_the_next_turn() -> None:
    ended = play(round_of(new(BOOK, (3, 3))), "end-turn", "hand left 5")
    assert chits(ended, LEFT) == (2, 3)
    once = play(ended, "choose B")
    assert chits(play(once, "choose next-turn"), LEFT) == (5, 5)


def test_the_sides_may_discard_in_either_order() -> None:
    ended = play(new(BOOK, (2, 2)), "end-turn", "choose next-side", "choose A", "choose next-side")
    assert (ended.now.active, options(ended)) == (LEFT, ["A", "B", "next-side", "next-turn"])


def test_washington_s_war_discards_nothing_at_the_turn_s_end() -> None:
    assert options(play(new(WAR), "end-turn")) == ["next-turn"]


def test_a_hand_size_entered_by_mistake_and_corrected_leaves_the_chits_as_they_were() -> None:
    history = new(BOOK, (7, 7), doubled_spaces=False)
    for _ in range(3):
        history = round_of(round_of(history))
    assert chits(history, LEFT) == (4, 7)
    assert chits(play(history, "hand left 1", "hand left 7"), LEFT) == (4, 7)


def test_a_lost_card_turns_into_one_chit_less_of_the_cards_left() -> None:
    history = play(round_of(new(BOOK, (5, 5), doubled_spaces=False)), "hand left 4")
    assert chits(history, LEFT) == (3, 4)
    assert chits(play(history, "hand left 6"), LEFT) == (5, 6)


def test_a_side_whose_last_card_is_lost_takes_no_round() -> None:
    history = play(new(BOOK, (2, 2), doubled_spaces=False), "roll AB", "choose A", "choose done")
    history = play(round_of(history), "hand left 1")
    assert (chits(history, LEFT), history.now.active) == ((0, 1), RIGHT)


def test_the_turn_ends_when_both_sides_have_lost_their_last_card() -> None:
    history = rounds(new(BOOK, (2, 2), doubled_spaces=False), 2)
    assert stage(play(history, "hand left 1", "hand right 1")) == "turn-end"


def test_a_side_that_gets_cards_again_joins_the_round_that_the_other_is_in() -> None:
    history = new(BOOK, (1, 4), doubled_spaces=False)
    for _ in range(4):
        history = round_of(history)
    assert (history.now.active, history.now.round) == (RIGHT, 4)
    raised = play(history, "hand left 3")
    assert raised.now.round == 4
    left = asked(history, "act", action="set-table", side="left", left=1)
    assert left.history.now.round == 4
    # In the same round, after the other side, and so in turns.
    following = round_of(raised)
    assert (following.now.active, following.now.round) == (LEFT, 4)
    assert round_of(following).now.active is LEFT


def test_hand_sizes_change_only_where_the_sheet_lets_them() -> None:
    assert "hand-size" in actions(new(BOOK))
    for fixed in (POG, WAR, "paths-of-glory-2018"):
        assert "hand-size" not in actions(new(fixed))
        with pytest.raises(NotAllowedError, match="not offered now"):
            play(new(fixed), "hand left 7")


@pytest.mark.parametrize("of", [0, 13, -1])
def test_a_hand_size_outside_the_sheet_s_is_refused(of: int) -> None:
    with pytest.raises(NotAllowedError, match="not offered now"):
        asked(new(BOOK), "act", action="hand-size", side="left", of=of)


@pytest.mark.parametrize(
    ("sheet_id", "hands", "sizes"),
    [
        (POG, (6, 7), "from 7 to 8"),
        (POG, (7, 9), "from 7 to 8"),
        (WAR, (7, 8), "7"),
        (BOOK, (0, 7), "from 1 to 12"),
        (BOOK, (7, 13), "from 1 to 12"),
    ],
)
def test_a_game_with_hands_that_the_sheet_does_not_have_is_refused(
    sheet_id: str, hands: tuple[int, int], sizes: str
) -> None:
    with pytest.raises(NotAllowedError, match=f"are {sizes} cards a side"):
        new(sheet_id, hands)


def test_the_game_can_be_ended_anywhere_and_that_can_be_taken_back() -> None:
    walk = new(BOOK)
    for request in ("roll ABC", "choose A", "choose done", "end-turn", "choose next-turn"):
        ended = play(walk, "end-game")
        assert stage(ended) == "game-end"
        with pytest.raises(NotAllowedError):
            play(ended, "roll AB")
        assert play(ended, "undo").now == walk.now
        walk = play(walk, request)
