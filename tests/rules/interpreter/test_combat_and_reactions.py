"""Combat cards by the Method die (Book, #3a), and reactions of the other side."""

import pytest

from cdgdevice.rules.requests import NotAllowedError
from tests.rules.playing import LEFT, RIGHT, actions, lies, options, play
from tests.rules.small_sheets import action, asks, done_by_hand, played, small, stage

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


def test_the_attacker_nominates_face_up_cards_and_then_the_defender() -> None:
    attacker = played(COMBAT, *FIGHTING)
    assert (stage(attacker), options(attacker)) == ("nominate", ["A", "B", "C", "E", "enough"])
    defender = played(COMBAT, *FIGHTING, "choose A", "choose enough")
    assert asks(defender) == "Defender?"
    assert options(defender) == ["A", "B", "C", "enough"]
    assert lies(defender, RIGHT) == "uuudd"


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


def test_a_side_that_nominates_nothing_throws_no_die() -> None:
    theirs = played(COMBAT, *FIGHTING, "choose enough", "choose A", "choose enough")
    assert asks(theirs) == "Roll the Method die: is Blues' A named?"
    none = played(COMBAT, *FIGHTING, "choose enough", "choose enough")
    assert stage(none) == "play"
    mine = played(COMBAT, *FIGHTING, "choose A", "choose enough", "choose enough", "roll DE")
    assert (stage(mine), lies(mine, LEFT)) == ("play", "uuu-u")


@pytest.mark.parametrize(
    ("result", "left"),
    [("JR", "uu--u"), ("AB", "--u-u"), ("ABC", "----u"), ("CDE", "uu---"), ("EVENT", "uuu-u")],
)
def test_jr_names_c_and_event_names_no_space(result: str, left: str) -> None:
    every = ("choose A", "choose B", "choose C", "choose E", "choose enough")
    assert lies(played(COMBAT, *FIGHTING, *every, f"roll {result}"), LEFT) == left


def test_the_gaps_are_filled_when_combat_is_over_and_the_card_s_own_when_the_round_is() -> None:
    fought = played(COMBAT, *FIGHTING, "choose A", "choose enough", "choose enough", "roll AB")
    filled = play(fought, "combat-over")
    assert lies(filled, LEFT) == "uud-u"
    assert lies(play(filled, "choose done"), LEFT) == "uuddu"


def test_when_all_cards_are_nominated_nothing_more_is_asked() -> None:
    few = small("open", action('{ do = "nominate", text = "Which?" }', id_="combat"))
    assert stage(played(few, "roll AB", "choose A", "combat", "choose B")) == "play"


def test_no_more_cards_are_nominated_than_the_side_has_chits_for() -> None:
    step = '{ do = "nominate", text = "Which?", chits = true }'
    of = small("open", action(step, id_="combat"))
    start = ("roll ABC", "choose A", "combat")
    one = played(of, *start, hands=(2, 5))
    assert options(one) == ["B", "C", "enough"]
    assert stage(play(one, "choose B")) == "play"
    assert stage(played(of, *start, hands=(1, 5))) == "play"


REACTION = small(
    "open",
    action(
        '{ do = "play" }',
        '{ do = "fill", facing = "down" }',
        '{ do = "count" }',
        id_="reaction",
        who='"inactive"',
        card='"up"',
        needs_chit="true",
    ),
    '\n[marks]\nkinds = ["mandatory"]\nsource = "marks"\n',
)


def test_the_other_side_reacts_with_a_face_up_card_and_counts_it() -> None:
    playing = played(REACTION, "roll AB", "choose A")
    assert actions(playing) >= {"reaction"}
    with pytest.raises(NotAllowedError):
        play(playing, "reaction card=C")
    reacted = played(REACTION, "roll AB", "choose A", "reaction card=B")
    assert done_by_hand(reacted) == ["play right B", "refill right B", "count right"]
    assert (lies(reacted, LEFT), lies(reacted, RIGHT)) == ("-uddd", "udddd")
    assert (reacted.now.seats[RIGHT].chits_left, stage(reacted)) == (4, "play")


def test_a_reaction_needs_a_chit_and_one_more_where_a_mandatory_card_lies_face_up() -> None:
    start = ("mark right A mandatory", "roll AB", "choose A")
    assert "reaction" in actions(played(REACTION, *start, hands=(3, 2)))
    assert "reaction" not in actions(played(REACTION, *start, hands=(3, 1)))
    assert "reaction" in actions(played(REACTION, *start[1:], hands=(3, 1)))


def test_a_reaction_by_the_die_is_played_on_its_numbers_only() -> None:
    of = small(
        "open",
        action(
            '{ do = "check", text = "Is it played?", low = 1, high = 3, then = '
            '[{ do = "play" }, { do = "fill", facing = "down" }, { do = "count" }] }',
            id_="reaction",
            who='"inactive"',
            card='"up"',
        ),
    )
    start = ("roll AB", "choose A", "reaction card=A")
    assert asks(played(of, *start)) == "Is it played? Roll 1-3."
    assert lies(played(of, *start, "roll 3"), RIGHT) == "duddd"
    missed = played(of, *start, "roll 4")
    assert (lies(missed, RIGHT), missed.now.seats[RIGHT].chits_left) == ("uuddd", 5)


def test_the_result_of_the_method_die_is_no_answer_to_a_plain_die() -> None:
    of = small("open", action('{ do = "check", text = "Well?", low = 1, high = 3 }'))
    asked = played(of, "roll AB", "choose A", "act")
    with pytest.raises(NotAllowedError, match="Only the Method die has such a result"):
        play(asked, "roll AB")
    with pytest.raises(NotAllowedError, match="2 dice are too many"):
        play(asked, "roll 3 4")
