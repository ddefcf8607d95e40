"""Home cards (Book, #5), first-round cards (#6), cards set aside, and passes."""

import pytest

from cdgdevice.rules.facts import restore_facts, write_facts
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NotAllowedError
from tests.rules.playing import LEFT, RIGHT, lies, options, play
from tests.rules.small_sheets import done_by_hand, outcome, played, said, small, stage

HOME = small(
    "pile",
    ABC=outcome(
        "ABC",
        '{ do = "flip", spaces = ["A", "B"] }',
        '{ do = "home" }',
        '{ do = "flip", spaces = ["C"] }',
        '{ do = "offer", spaces = ["A", "B", "C"], uses = ["any"] }',
    ),
)
RIGHTS_ROUND = ("roll AB", "choose A", "choose done")


def way(id_: str, *keys: str) -> str:
    """Write a way to take the round without a roll."""
    lines = "\n".join(keys)
    return f'\n[[instead]]\nid = "{id_}"\ntitle = "{id_}"\nsource = "rule"\n{lines}\n'


def test_a_result_with_a_c_asks_for_the_home_card_before_c_turns() -> None:
    asked = played(HOME, "roll ABC")
    assert (stage(asked), options(asked)) == (
        "home",
        ["home", "turn-c", "none-left"],
    )
    assert lies(asked, LEFT) == "uuddd"


def test_once_c_is_turned_the_home_card_is_not_available_in_this_round() -> None:
    turned = played(HOME, "roll ABC", "choose turn-c")
    assert (options(turned), lies(turned, LEFT)) == (["A", "B", "C"], "uuudd")


def test_with_c_face_up_since_an_earlier_round_a_home_card_may_still_be_played() -> None:
    """Mechanic #5: "whenever a die result with a C is rolled"; this round has not turned it."""
    up = played(HOME, "set-table side=left card=C facing=up", "roll ABC")
    assert (stage(up), options(up)) == ("home", ["home", "turn-c", "none-left"])
    assert prompt(up.now).question == ("Home card, or another?",)
    assert options(play(up, "choose turn-c")) == ["A", "B", "C"]
    assert lies(play(up, "choose home", "choose done"), LEFT) == "uuudd"


def test_a_restored_round_whose_c_was_turned_has_no_home_card() -> None:
    turned = played(HOME, "roll ABC", "choose turn-c")
    restored = restore_facts(played(HOME, "end-turn"), write_facts(turned))
    assert (stage(restored), options(restored)) == ("choose", ["A", "B", "C"])


def test_a_home_card_turns_a_chit_and_no_card_of_the_display() -> None:
    done = played(HOME, "roll ABC", "choose home", "choose done")
    assert (lies(done, LEFT), done.now.seats[LEFT].chits_left) == ("uuddd", 4)
    assert done_by_hand(done) == ["tell left", "count left"]


def test_a_side_may_play_several_home_cards_in_a_turn() -> None:
    later = played(HOME, "roll ABC", "choose home", "choose done", *RIGHTS_ROUND, "roll ABC")
    assert (stage(later), later.now.active) == ("home", LEFT)
    second = play(later, "choose home", "choose done")
    assert (lies(second, LEFT), second.now.seats[LEFT].chits_left) == ("uuddd", 3)


def test_a_side_with_no_home_card_left_is_not_asked_again_until_the_next_turn() -> None:
    last = played(HOME, "roll ABC", "choose none-left")
    assert (options(last), lies(last, LEFT)) == (["A", "B", "C"], "uuudd")
    later = play(last, "choose C", "choose done", *RIGHTS_ROUND, "roll ABC")
    assert stage(later) == "choose"
    other = play(last, "choose C", "choose done", "roll ABC")
    assert (other.now.active, stage(other)) == (RIGHT, "home")
    next_turn = play(later, "choose A", "choose done", "end-turn", "choose next-turn", "roll ABC")
    assert stage(next_turn) == "home"


def test_a_home_card_is_turned_face_down_after_its_play_and_up_again_in_the_next_turn() -> None:
    done = played(HOME, "roll ABC", "choose home", "choose done")
    assert "Flip the home card face-down." in said(done)
    begun = play(done, "end-turn", "choose next-turn")
    assert said(begun).count("Flip your home cards face-up.") == 1
    assert said(play(begun, "end-turn", "choose next-turn")) == []


def test_a_first_round_card_is_played_from_c_without_a_roll_as_its_event() -> None:
    of = small(
        "pile",
        '\n[[variants]]\nid = "first"\ntitle = "First"\ndefault = false\nsource = "#6"\n'
        '[variants.face-up]\nleft = ["C"]\n',
        way("opening", 'plays = "C"', "must = true", 'variant = "first"', "first-round = true"),
    )
    assert lies(played(of), LEFT) == "uuddd"
    first = played(of, first=True)
    assert (lies(first, LEFT), lies(first, RIGHT)) == ("uuudd", "uuddd")
    assert options(first) == ["opening"]
    with pytest.raises(NotAllowedError):
        play(first, "roll ABC")
    begun = played(of, "choose opening", "choose done", first=True)
    assert (lies(begun, LEFT), begun.now.seats[LEFT].chits_left) == ("uuddd", 4)
    again = played(of, "choose opening", "choose done", *RIGHTS_ROUND, first=True)
    assert (again.now.active, options(again), stage(again)) == (LEFT, [], "ready")


def test_a_card_set_aside_takes_a_round_once_in_the_turns_that_it_is_for() -> None:
    keys = ('side = "left"', "turns = [1, 2]", "once = true", "counts = true", "on-map = true")
    of = small("open", way("aside", *keys))
    assert options(played(of)) == ["aside"]
    used = played(of, "choose aside", "choose done")
    assert (used.now.seats[LEFT].chits_left, options(used)) == (4, [])
    assert options(play(used, *RIGHTS_ROUND)) == []
    later = ("end-turn", "choose next-turn")
    assert options(played(of, *later)) == ["aside"]
    assert options(played(of, *later, *later)) == []
    assert options(play(used, "end-turn", "choose next-turn")) == []


def test_a_card_set_aside_fills_the_first_gap_that_its_side_makes() -> None:
    of = small(
        "pile",
        '\n[set-aside]\nside = "left"\nspaces = ["A", "B", "D", "E"]\nturns = [1, 1]\n'
        'source = "set-up"\n',
    )
    filled = played(of, "roll AB", "choose A", "choose done")
    assert (lies(filled, LEFT), done_by_hand(filled)) == (
        "uuddd",
        ["refill left A", "count left"],
    )
    assert lies(play(filled, *RIGHTS_ROUND), RIGHT) == "duddd"
    second = play(filled, *RIGHTS_ROUND, "roll AB", "choose B", "choose done")
    assert lies(second, LEFT) == "udddd"
    from_c = played(of, "roll ABC", "choose C", "choose done")
    assert lies(from_c, LEFT) == "uuddd"
    assert lies(played(of, "end-turn", "choose next-turn", *RIGHTS_ROUND), LEFT) == "duddd"


HELD = small("open", way("pass", "ends-turn = true", "last-chit = true", "after-roll = true"))


def test_with_the_last_chit_a_side_may_hold_its_card_and_takes_no_more_rounds() -> None:
    assert options(played(HELD, hands=(2, 2))) == []
    held = played(HELD, "choose pass", hands=(1, 3))
    assert held.now.active is RIGHT
    ended = play(held, *RIGHTS_ROUND)
    assert (ended.now.active, ended.now.seats[LEFT].chits_left) == (RIGHT, 1)


def test_a_held_card_may_be_decided_on_after_the_roll() -> None:
    rolled = played(HELD, "roll DE", hands=(1, 3))
    assert options(rolled) == ["D", "E", "pass"]
    held = played(HELD, "roll DE", "choose pass", hands=(1, 3))
    assert (lies(held, LEFT), held.now.active) == ("uuduu", RIGHT)


def test_a_card_is_not_held_in_two_turns_running() -> None:
    turns = ("choose pass", *RIGHTS_ROUND, "choose next-turn")
    second = played(HELD, *turns, hands=(1, 1))
    assert (second.now.turn, options(second)) == (2, [])
    third = play(second, *RIGHTS_ROUND, "choose pass", "choose next-turn")
    assert (third.now.turn, options(third)) == (3, ["pass"])
