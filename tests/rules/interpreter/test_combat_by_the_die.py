"""Combat cards by the Method die (Book, #3a), beyond what tests/sheets tries of them."""

import pytest

from cdgdevice.rules.requests import NotAllowedError
from tests.rules.playing import LEFT, RIGHT, lies, play
from tests.rules.small_sheets import action, asks, played, small, stage

NOMINATION = (
    '{ do = "nominate", whose = "mine", text = "Attacker?" }',
    '{ do = "flip", spaces = ["C"], whose = "other" }',
    '{ do = "nominate", whose = "other", text = "Defender?" }',
    '{ do = "method-die", whose = "mine", then = '
    '[{ do = "play", whose = "mine" }, { do = "count", whose = "mine" }] }',
    '{ do = "method-die", whose = "other", then = '
    '[{ do = "play", whose = "other" }, { do = "count", whose = "other" }] }',
)
COMBAT = small("pile", action(*NOMINATION, id_="combat"))
FIGHTING = ("roll CDE", "choose D", "combat")


def test_one_method_die_is_thrown_for_each_side_that_nominated() -> None:
    nominated = ("choose A", "choose B", "choose enough", "choose C", "choose enough")
    mine = played(COMBAT, *FIGHTING, *nominated)
    assert (stage(mine), asks(mine)) == ("dice", "Roll the Method die: is A or B named?")
    theirs = play(mine, "roll AB")
    assert asks(theirs) == "Roll the Method die: is Blues' C named?"
    assert (lies(theirs, LEFT), lies(theirs, RIGHT)) == ("--u-u", "uuudd")
    over = play(theirs, "roll JR")
    assert (stage(over), lies(over, RIGHT)) == ("play", "uu-dd")
    assert (over.now.seats[LEFT].chits_left, over.now.seats[RIGHT].chits_left) == (3, 4)


@pytest.mark.parametrize(
    ("result", "left"),
    [("JR", "uu--u"), ("AB", "--u-u"), ("ABC", "----u"), ("CDE", "uu---"), ("EVENT", "uuu-u")],
)
def test_jr_names_c_and_event_names_no_space(result: str, left: str) -> None:
    every = ("choose A", "choose B", "choose C", "choose E", "choose enough")
    assert lies(played(COMBAT, *FIGHTING, *every, f"roll {result}"), LEFT) == left


def test_when_all_cards_are_nominated_nothing_more_is_asked() -> None:
    few = small("open", action('{ do = "nominate", text = "Which?" }', id_="combat"))
    assert stage(played(few, "roll AB", "choose A", "combat", "choose B")) == "play"


def test_the_result_of_the_method_die_is_no_answer_to_a_plain_die() -> None:
    of = small("open", action('{ do = "check", text = "Well?", low = 1, high = 3 }'))
    asked = played(of, "roll AB", "choose A", "act")
    with pytest.raises(NotAllowedError, match="Only the Method die has such a result"):
        play(asked, "roll AB")
    with pytest.raises(NotAllowedError, match="2 dice are too many"):
        play(asked, "roll 3 4")
