"""Home cards (Book, #5), beyond what tests/sheets tries of them."""

from cdgdevice.rules.facts import restore_facts, write_facts
from cdgdevice.rules.prompt import prompt
from tests.rules.playing import LEFT, RIGHT, lies, options, play
from tests.rules.small_sheets import outcome, played, said, small, stage

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
