"""Combat cards: who may play them, what they count, and what lies in their spaces afterwards."""

import pytest

from cdgdevice.rules.actions import has_combat_gaps
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.instructions import PlayCard, RefillGap, SetChits
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NotAllowedError
from cdgdevice.ui.action_menu import action_entries
from tests.rules.playing import LEFT, RIGHT, actions, chits, lies, new, play

POG = "paths-of-glory-2022"


def combat(history_actions: set[str]) -> set[str]:
    return {action for action in history_actions if action.startswith("combat")}


def test_a_combat_card_turns_a_chit_at_once_and_leaves_its_space_empty() -> None:
    fought = play(new(POG), "roll CDE", "choose D", "combat left A")
    played, count = fought.now.instructions
    assert isinstance(played, PlayCard)
    assert isinstance(count, SetChits)
    assert (str(played.card), count.left, count.hand_size) == ("A", 6, 7)
    assert lies(fought, LEFT) == "-uu-u"
    assert has_combat_gaps(fought.now)


def test_the_first_gap_gets_the_card_seen_on_c_and_the_next_a_hidden_one() -> None:
    fought = play(new(POG), "roll ABC", "choose A", "combat left B", "combat-over")
    # B takes the face-up card; A, the card under way, is filled only when the round is done.
    assert lies(fought, LEFT) == "-uddd"
    done = play(fought, "choose done")
    assert lies(done, LEFT) == "duddd"


BOOK = ("standard-2018", "paths-of-glory-2018", "1866-2018")


@pytest.mark.parametrize("sheet", BOOK)
@pytest.mark.parametrize("over", [("combat-over",), ()])
def test_in_the_book_the_card_that_the_roll_turned_up_fills_the_round_s_own_gap(
    sheet: str, over: tuple[str, ...]
) -> None:
    """Book: fill its space with the card drawn, left face-up; combat gaps with the topmost card,
    left face-down."""
    done = play(new(sheet), "roll ABC", "choose A", "combat left B", *over, "choose done")
    assert lies(done, LEFT) == "udddd"


@pytest.mark.parametrize("sheet", BOOK)
def test_in_the_book_a_card_on_c_that_this_roll_did_not_turn_up_fills_the_combat_gap_first(
    sheet: str,
) -> None:
    done = play(new(sheet), "roll AB", "choose A", "combat left B", "choose done")
    assert lies(done, LEFT) == "ddddd"


def test_without_combat_over_the_gaps_are_filled_when_the_round_is_done() -> None:
    early = play(new(POG), "roll ABC", "choose A", "combat left B", "combat-over", "choose done")
    late = play(new(POG), "roll ABC", "choose A", "combat left B", "choose done")
    assert early.now.seats == late.now.seats
    assert chits(late, LEFT) == (5, 7)


def test_a_combat_card_from_c_uncovers_the_next_card_of_the_pile_before_other_gaps_fill() -> None:
    fought = play(new(POG), "roll CDE", "choose D", "combat left A", "combat left C")
    filled = play(fought, "combat-over")
    acts = [act for act in filled.now.instructions if isinstance(act, RefillGap)]
    assert [(str(act.card), act.source.value, act.facing.value) for act in acts] == [
        ("C", "beneath", "down"),
        ("A", "C", "down"),
    ]
    assert lies(filled, LEFT) == "dud-u"


def test_no_combat_card_is_played_before_the_card_or_way_of_the_round_is_chosen() -> None:
    rolled = play(new(POG), "roll ABC")
    assert combat(actions(new(POG))) == combat(actions(rolled)) == set()
    with pytest.raises(NotAllowedError, match="not offered now"):
        play(rolled, "combat left A")
    assert combat(actions(play(rolled, "choose C")))
    assert combat(actions(play(new(POG), "choose one-ops")))


def test_the_active_side_keeps_a_chit_for_the_card_that_it_is_playing() -> None:
    playing = play(new("standard-2018", (2, 2)), "roll ABC", "choose A", "combat left B")
    assert chits(playing, LEFT) == (1, 2)
    assert not any(action.startswith("combat left") for action in actions(playing))
    assert "combat right A" in actions(playing)


def test_a_side_without_chits_has_no_combat_cards() -> None:
    fought = play(new("standard-2018", (1, 1)), "roll ABC", "choose A", "combat right A")
    assert chits(fought, RIGHT) == (0, 1)
    assert not any(action.startswith("combat right") for action in actions(fought))


def test_a_defender_who_plays_the_last_card_takes_no_more_rounds() -> None:
    unequal = new("standard-2018", (3, 1), doubled_spaces=False)
    fought = play(unequal, "roll ABC", "choose A", "combat right A", "choose done")
    assert fought.now.active is LEFT
    with pytest.raises(NotAllowedError, match="can't roll now"):
        play(fought, "roll right AB")


def cards_asked_for(history: GameHistory, action: str) -> tuple[str | int, ...]:
    """Give the cards of an action in the order in which it offers them."""
    asked = next(each for each in prompt(history.now).actions if each.id == action)
    return dict(asked.args)["card"]


def test_a_card_that_is_marked_combat_is_offered_first_as_a_combat_card() -> None:
    playing = play(new(POG), "roll CDE", "choose D")
    assert cards_asked_for(playing, "combat-card") == ("A", "B")
    assert cards_asked_for(play(playing, "mark left B combat"), "combat-card") == ("B", "A")


def test_a_card_that_is_marked_combat_is_the_first_in_the_menu_too() -> None:
    playing = play(new(POG), "roll CDE", "choose D", "mark left E combat", "mark right B combat")
    combat = dict(action_entries(playing.now))["combat-card"]
    own, other = combat.entries
    assert [card.title for card in own.entries] == ["E", "A", "B", "C"]
    assert [card.title for card in other.entries] == ["B", "A"]


def test_a_card_that_is_marked_reaction_is_offered_first_as_a_reaction() -> None:
    playing = play(new("empire-of-the-sun-2018"), "roll AB", "choose A")
    assert cards_asked_for(playing, "reaction") == ("A", "B")
    assert cards_asked_for(play(playing, "mark right B reaction"), "reaction") == ("B", "A")


def test_the_draw_phase_offers_a_card_that_is_marked_combat_first() -> None:
    ended = play(new(POG), "mark left B combat", "end-turn")
    assert [option.id for option in prompt(ended.now).options][:2] == ["B", "A"]


def test_a_mandatory_card_is_not_nominated_for_combat() -> None:
    marked = play(new("1866-2018", nominated_combat=True), "mark left B mandatory", "roll DE")
    asked = play(marked, "choose D", "combat-nomination")
    assert [option.id for option in prompt(asked.now).options] == ["A", "E", "enough"]


@pytest.mark.parametrize(
    ("sheet", "action"),
    [
        ("empire-of-the-sun-2018", "reaction"),
        ("for-the-people-2022", "reaction"),
        ("washingtons-war-2018", "battle-card"),
        ("washingtons-war-2022", "battle-card"),
    ],
)
def test_a_mandatory_card_is_played_in_no_reaction_and_no_battle(sheet: str, action: str) -> None:
    marked = play(new(sheet), "mark right B mandatory", "roll DE", "choose D")
    parts = [dict(each.args) for each in prompt(marked.now).actions if each.id == action]
    cards = [part["card"] for part in parts if "right" in part.get("side", ("right",))]
    assert [card for part in cards for card in part if card in ("A", "B")] == ["A"]
