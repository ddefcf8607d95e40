"""The row family: nomination, two dice, and the conveyor, beyond what tests/sheets tries."""

import pytest

from cdgdevice.rules.card_steps import CardUse
from cdgdevice.rules.facts import write_facts
from cdgdevice.rules.game import Playing
from cdgdevice.rules.requests import NotAllowedError
from tests.rules.playing import LEFT, RIGHT, actions, chits, lies, options, play
from tests.rules.small_sheets import action, asks, done_by_hand, played, said, small, stage

WAYS = """
[[instead]]
id = "one-ops"
title = "1-Ops"
source = "rule"
on-map = true
out-of-cards = "must"
"""
ROUNDS = '\n[turn]\nfirst = "left"\nrounds = 6\nsource = "turn"\n'
ROW = small("row", ROUNDS, WAYS)
ROUND = ("choose E", "roll 1 2", "choose done")


def discard(*, stays: bool = True) -> str:
    """Write an action that discards a card of the row without a replacement."""
    step = '{ do = "discard", stays = true }' if stays else '{ do = "discard" }'
    return action(step, id_="lose", when='["ready", "play"]', who='"either"', card='"any"')


@pytest.mark.parametrize(("card", "high"), [("A", 3), ("B", 4), ("C", 5), ("D", 4), ("E", 3)])
def test_a_white_die_within_the_range_plays_the_nominated_card_for_anything(
    card: str, high: int
) -> None:
    for white in range(1, 7):
        coloured = white % 6 + 1
        after = played(ROW, f"choose {card}", f"roll {white} {coloured}")
        named = card if white <= high else "pile" if coloured == 6 else "ABCDE"[coloured - 1]
        assert after.now.roll is not None
        assert (after.now.roll.result, after.now.roll.numbers) == (named, (white, coloured))
        assert stage(after) == "play"
        assert asks(after).endswith(", then done.")


def test_the_card_in_e_leaves_too_and_the_rest_slide_toward_it() -> None:
    done = played(ROW, "choose C", "roll 1 2", "choose done")
    assert done_by_hand(done) == [
        "discard left E",
        "move left E",
        "move left D",
        "move left C",
        "refill left A",
        "refill left B",
        "count left",
        "flip right ABCDE",
    ]
    assert lies(done, LEFT) == "dduuu"


def test_nothing_leaves_with_e_when_that_was_played() -> None:
    done = played(ROW, "choose E", "roll 1 2", "choose done")
    assert not any("discard" in act for act in done_by_hand(done))
    assert lies(done, LEFT) == "duuuu"


def test_without_chits_nothing_is_nominated_and_the_round_is_compulsory() -> None:
    out = played(ROW, *ROUND, *ROUND, hands=(1, 5))
    assert (out.now.active, options(out)) == (LEFT, ["one-ops"])


def test_a_range_is_a_setting_of_the_game_and_may_be_changed_in_it() -> None:
    assert asks(played(ROW, "choose A", range_a=6)) == "Roll: A on 1-6."
    later = played(ROW, "choose A", "roll 4 2", "choose done", "choose A")
    assert asks(later) == "Roll: A on 1-3."
    with pytest.raises(NotAllowedError, match="from 1 to 6"):
        played(ROW, range_a=7)
    assert "range" in actions(played(ROW))
    assert "range" not in actions(played(ROW, "choose A"))


def test_the_dice_may_be_thrown_one_after_the_other() -> None:
    white = played(ROW, "choose A", "roll 4")
    assert (stage(white), asks(white)) == ("dice", "White is 4. Roll the coloured die.")
    both = play(white, "roll 2")
    assert both.now.roll == played(ROW, "choose A", "roll 4 2").now.roll
    assert both.now.seats == played(ROW, "choose A", "roll 4 2").now.seats


def test_either_of_two_throws_may_be_corrected() -> None:
    one = played(ROW, "choose A", "roll 4", "correct 5")
    assert asks(one) == "White is 5. Roll the coloured die."
    other = played(ROW, "choose A", "roll 4", "roll 2", "correct 3")
    assert other.now.roll is not None
    assert other.now.roll.numbers == (4, 3)
    both = played(ROW, "choose A", "roll 4 2", "correct 1 6")
    assert both.now.roll is not None
    assert (both.now.roll.numbers, both.now.roll.result) == ((1, 6), "A")


def test_two_dice_that_were_taken_back_come_again() -> None:
    again = played(ROW, "choose A", "roll 4 2", "undo", "undo", "choose A", "roll 6 6")
    assert again.now.roll is not None
    assert again.now.roll.numbers == (4, 2)
    one = played(ROW, "choose A", "roll 4", "undo", "roll 1 6")
    assert one.now.roll is not None
    assert one.now.roll.numbers == (4, 6)


def test_a_nomination_that_was_taken_back_stays_with_its_dice() -> None:
    back = played(ROW, "choose B", "roll 4 2", "undo", "undo")
    assert [option for option in options(back) if option in "ABCDE"] == ["B"]
    assert "You took back its dice." in asks(back)
    assert "range" not in actions(back), "a range would be set with the dice known"
    with pytest.raises(NotAllowedError, match="B"):
        play(back, "choose A")
    one = played(ROW, "choose B", "roll 4", "undo", "undo")
    assert [option for option in options(one) if option in "ABCDE"] == ["B"]


def test_a_nomination_that_was_taken_back_before_its_dice_is_free() -> None:
    assert set("ABCDE") <= set(options(played(ROW, "choose B", "undo")))
    over = ("choose A", "roll 1 2", "undo", "undo", "choose A", "roll 1 2", "choose done")
    assert len([option for option in options(played(ROW, *over)) if option in "ABCDE"]) > 1


def test_nominations_of_several_rounds_stay_with_their_dice() -> None:
    rounds = ("choose A", "roll 1 6", "choose done", "choose E", "roll 2 6", "choose done")
    both = played(ROW, *rounds, "choose C", "roll 1 3", *["undo"] * 8)
    cards = []
    for _ in range(3):
        (card,) = [option for option in options(both) if option in "ABCDE"]
        cards.append(card)
        both = play(both, f"choose {card}", "roll 6 6", "choose done")
    assert cards == ["A", "E", "C"]


def test_named_results_are_of_no_use_with_two_dice() -> None:
    with pytest.raises(NotAllowedError, match="white and coloured"):
        played(ROW, "choose A", "roll AB")


def test_a_gap_that_the_coloured_die_hits_has_it_thrown_again_alone() -> None:
    of = small("row", ROUNDS, WAYS, discard())
    hit = played(of, "lose side=left card=D", "choose A", "roll 6 4")
    assert (stage(hit), said(hit)) == (
        "dice",
        ["White 6: not A (1-3).", "Coloured 4: D is empty, roll it again."],
    )
    assert hit.now.roll is None
    empty = played(of, "lose side=left card=D", "choose A", "roll 4 4")
    assert said(empty) == ["Coloured 4: D is empty, roll it again; its event only."]
    assert said(play(empty, "roll 4")) == said(empty), "each roll of the gap is announced"
    doubled = play(empty, "roll 3")
    assert doubled.now.roll is not None
    assert doubled.now.roll.result == "C"
    assert isinstance(doubled.now.stage, Playing)
    assert doubled.now.stage.uses == (CardUse.EVENT,), "doubles stay doubles"
    missed = play(hit, "roll 6")
    assert isinstance(missed.now.stage, Playing)
    assert missed.now.stage.uses == (CardUse.ANY,), "white missed: these are no doubles"


def test_an_open_row_gets_its_new_cards_face_up_until_the_turn_s_end() -> None:
    of = small("row", ROUNDS, WAYS, action('{ do = "open-row" }', id_="open"))
    opened = played(of, "choose one-ops", "open", "choose done")
    assert lies(opened, LEFT) == "uuuuu"
    following = ("end-turn", "choose next-turn", "choose one-ops", "choose done")
    assert lies(play(opened, *following), LEFT) == "duuuu"


def test_headlines_are_dealt_until_each_side_has_its_own() -> None:
    turn = '\n[turn]\nfirst = "left"\nbegins = [{ do = "headlines" }]\nsource = "turn"\n'
    of = small("row", turn, WAYS)
    dealing = played(of)
    assert options(dealing) == ["left-event", "right-event", "mixed"]
    one = played(of, "choose right-event")
    assert said(one) == ["Blues' headline."]
    again = played(of, "choose right-event", "choose right-event")
    assert said(again) == ["Discard it, deal another."]
    thrice = play(again, "choose right-event")
    assert [asks(each) for each in (dealing, one, again, thrice)] == [
        "Headline: deal a card. Whose event?",
        *(f"Headline: deal card {number}. Whose event?" for number in (2, 3, 4)),
    ]
    assert write_facts(thrice) == write_facts(again), "it stands alike"
    both = played(of, "choose right-event", "choose right-event", "choose mixed")
    assert (said(both), stage(both)) == (["Reds' headline."], "nominate")
    assert said(played(of, "choose mixed", "choose mixed")) == ["Blues' headline."]


def test_the_defender_throws_against_the_range_of_each_card_until_one_hits() -> None:
    of = small(
        "row",
        ROUNDS,
        WAYS,
        action(
            '{ do = "flip", spaces = ["A", "B", "C", "D", "E"], whose = "other" }',
            '{ do = "nominate", whose = "other", text = "Which?" }',
            '{ do = "range-dice", then = [{ do = "play" }, { do = "count", whose = "other" }] }',
            id_="defend",
        ),
    )
    start = ("choose one-ops", "defend", "choose E", "choose B", "choose enough")
    asked = played(of, *start)
    assert (lies(asked, RIGHT), asks(asked)) == ("uuuuu", "Is Blues' B played? Roll 1-4.")
    assert asks(play(asked, "roll 5")) == "Is Blues' E played? Roll 1-3."
    hit = played(of, *start, "roll 5", "roll 3")
    assert (lies(hit, RIGHT), chits(hit, RIGHT), stage(hit)) == ("uuuu-", (4, 5), "play")
    missed = played(of, *start, "roll 5", "roll 4")
    assert (lies(missed, RIGHT), chits(missed, RIGHT)) == ("uuuuu", (5, 5))
    assert lies(play(hit, "choose done"), RIGHT) == "uuuu-"
