"""Washington's War, by the Book and by the playsheet of 2022."""

import pytest

from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import prompt
from cdgdevice.ui.choices import list_choices
from tests.rules.playing import actions, asked, chits, lies, options
from tests.sheets.trying import LEFT, RIGHT, asks, new, play, rounds, said, tries

BOOK, FATE = "washingtons-war-2018", "washingtons-war-2022"
BOTH = (BOOK, FATE)


def playing(sheet_id: str) -> GameHistory:
    """A British card from A is being carried out."""
    return play(new(sheet_id), "roll AB", "choose A")


def put(game: GameHistory, card: str, facing: str) -> GameHistory:
    """A card of the British lies so."""
    table = {"action": "set-table", "side": "left", "card": card, "facing": facing}
    return asked(game, "act", **table).history


@tries(BOTH, "campaign-first")
def test_a_campaign_card_lets_the_british_begin_without_a_roll(sheet_id: str) -> None:
    game = play(new(sheet_id), "campaign-first B")
    assert options(game) == ["B"]
    game = play(game, "choose B", "choose done")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("udddd", (6, 7))
    assert "campaign-first" not in actions(rounds(game, 1))


@tries(BOTH, "exchange-card")
def test_an_ops_card_on_offer_is_exchanged_for_the_last_discard_and_turns_no_chit(
    sheet_id: str,
) -> None:
    game = play(rounds(new(sheet_id), 2), "roll DE", "exchange-card D")
    assert said(game).endswith("Exchange D with the Event.")
    assert (options(game), chits(game, LEFT)) == (["D", "E"], (6, 7))


@pytest.mark.parametrize(("sheet_id", "discards"), [(BOOK, "discards"), (FATE, "discard pile")])
def test_the_exchange_names_the_event_on_top_of_the_discards(sheet_id: str, discards: str) -> None:
    game = play(rounds(new(sheet_id), 2), "roll DE", "exchange-card D")
    assert f"Take the top Event of the {discards}." in said(game)


@pytest.mark.parametrize("sheet_id", BOTH)
def test_who_begins_is_open_and_a_campaign_card_of_the_british_is_asked_for(sheet_id: str) -> None:
    """5.3.A: with a face-up Campaign card the British begin, without a roll."""
    game = new(sheet_id)
    assert asks(game) == "Whoever begins rolls. Or does a British Campaign begin?"
    titles = [choice.title for choice in list_choices(game.now)]
    assert titles[1:] == ["Campaign to begin: A", "Campaign to begin: B"]
    assert asks(rounds(game, 1)) == "Roll."


@tries(BOTH, "exchange-card")
def test_an_event_that_was_exchanged_for_an_ops_card_is_not_the_lowest(sheet_id: str) -> None:
    game = play(rounds(new(sheet_id), 2), "roll right AB", "choose B", "choose done", "roll JR")
    up = lies(game, LEFT).index("u")
    card = "ABCDE"[up]
    assert f"lowest Ops of {card}" in asks(game)
    game = play(game, f"exchange-card {card}")
    assert "lowest" not in asks(game)
    assert "discard an event" in asks(game)
    assert asks(play(game, f"choose {card}")) == f"Discard {card}, then done."


@pytest.mark.parametrize("sheet_id", BOTH)
def test_nothing_is_exchanged_before_the_other_side_has_played(sheet_id: str) -> None:
    """6.32.C: for the card that the previous side's play discarded."""
    game = play(new(sheet_id), "roll AB")
    assert "exchange-card" not in actions(game)
    game = play(game, "choose A", "choose done")
    assert "exchange-card" in actions(play(game, "roll AB"))


@pytest.mark.parametrize(("sheet_id", "shuffle"), [(BOOK, "pile-empty"), (FATE, "reshuffle")])
def test_nothing_is_exchanged_after_a_shuffle_until_the_other_side_plays(
    sheet_id: str, shuffle: str
) -> None:
    shuffled = play(rounds(new(sheet_id), 2), shuffle)
    assert "exchange-card" not in actions(play(shuffled, "roll AB"))
    assert "exchange-card" in actions(play(rounds(shuffled, 1), "roll AB"))


def test_events_are_discarded_on_jolly_roger_and_event() -> None:
    game = play(new(BOOK), "roll JR")
    assert asks(game) == "Play C, lowest Ops of A or B (any purpose), or discard an event."
    assert (
        asks(play(new(BOOK), "roll EVENT"))
        == "Play A or B as event, lowest Ops (any purpose), or discard an event."
    )


@tries(BOTH, "battle-card", "battle-event")
def test_a_battle_card_turns_no_chit_and_a_discarded_event_one(sheet_id: str) -> None:
    game = play(playing(sheet_id), "battle-card left B", "battle-event right A")
    assert (chits(game, LEFT), chits(game, RIGHT)) == ((7, 7), (6, 7))
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("--ddd", "-uddd")
    game = play(game, "combat-over")
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("-dddd", "duddd")


@tries(FATE, "battle-event")
def test_an_event_that_supports_a_battle_is_discarded_and_not_played() -> None:
    game = play(playing(FATE), "battle-event right A")
    assert said(game).startswith("Americans: Discard A.")


@tries(FATE, "battle-card")
def test_a_battle_card_of_2022_needs_a_chit_and_a_mandatory_card_keeps_none() -> None:
    game = rounds(new(FATE), 11)
    assert (game.now.active, chits(game, LEFT), chits(game, RIGHT)) == (RIGHT, (1, 7), (2, 7))
    game = play(put(game, "A", "up"), "roll CDE", "mark left B mandatory", "choose C")
    assert {"battle-card", "battle-event"} <= actions(game)
    assert _may(game, "battle-card") == {"left", "right"}
    # It keeps the chit from no other card, but is itself neither discarded nor played for a battle.
    assert _may(game, "battle-event") == {"left", "right"}
    hidden = put(game, "A", "down")
    assert _may(hidden, "battle-card") == _may(hidden, "battle-event") == {"right"}
    play(game, "battle-card left A")


def test_a_mandatory_card_of_2022_that_lies_there_leaves_the_last_round_to_the_die() -> None:
    game = play(rounds(new(FATE), 13), "mark right B mandatory")
    assert (game.now.active, chits(game, RIGHT)) == (RIGHT, (1, 7))
    assert options(game) == []
    assert options(play(game, "roll DE")) == ["D", "E"]


def _may(game: GameHistory, action: str) -> set[str]:
    found = [dict(each.args) for each in prompt(game.now).actions if each.id == action]
    return {str(side) for args in found for side in args["side"]}


@tries(BOTH, "random-discard")
def test_a_random_discard_turns_a_chit_even_without_a_face_up_card(sheet_id: str) -> None:
    game = play(playing(sheet_id), "random-discard", "roll 6")
    assert (lies(game, RIGHT), chits(game, RIGHT)) == ("udddd", (6, 7))
    assert "A mandatory card that is hit is played instead." in said(game)
    assert "random-discard" not in actions(game), "a card comes once in a round"
    game = play(playing(sheet_id), "battle-event right A", "battle-event right B", "random-discard")
    assert (lies(game, RIGHT)[2:], chits(game, RIGHT)) == ("ddd", (4, 7))
    fate = sheet_id.endswith("2022")
    count = "only lower Cards Remaining" if fate else "only a chit is flipped"
    assert count in said(game)


@tries(BOTH, "random-discard")
def test_a_side_without_chits_loses_no_card(sheet_id: str) -> None:
    game = play(rounds(new(sheet_id), 12), "roll DE", "choose D")
    play(game, "random-discard")
    game = play(game, "battle-event right B")
    assert chits(game, RIGHT) == (0, 7)
    assert "random-discard" not in actions(game)


@tries(BOOK, "return-excess")
def test_more_mandatory_cards_than_chits_send_the_last_ones_back() -> None:
    game = rounds(new(BOOK), 12)
    game = play(game, "roll CDE", "mark left D mandatory", "mark left E mandatory")
    game = play(game, "return-excess")
    assert said(game) == "Shuffle E into the pile. Fill E, face-up."
    # The other one has the last chit.
    assert options(game) == ["D"]


@tries(BOOK, "tournament", "replay")
def test_by_the_tournament_rule_the_british_play_again_and_count_once() -> None:
    game = play(new(BOOK, tournament=True), "roll AB", "choose A", "replay")
    assert (lies(game, LEFT), options(game)) == ("uuddd", ["A", "B"])
    game = play(game, "choose B", "choose done")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("udddd", (6, 7))


@tries(FATE, "mandatory-now")
def test_a_mandatory_card_of_2022_is_played_at_once_uncounted_and_the_round_goes_on() -> None:
    game = play(new(FATE), "roll CDE", "mandatory-now D")
    assert said(game) == "Play D as event. Fill D, face-up."
    assert (options(game), chits(game, LEFT)) == (["C", "D", "E"], (7, 7))
    game = play(game, "mandatory-now D", "choose E", "choose done")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("uuuud", (6, 7))


def test_a_mandatory_card_of_2022_that_is_marked_as_it_turns_up_is_the_only_one_to_play() -> None:
    """Fate: play the card immediately without decreasing the marker."""
    game = play(new(FATE), "roll CDE", "mark left D mandatory")
    assert options(game) == ["D"]
    game = play(game, "choose D")
    assert said(game) == "Play D as event. Fill D, face-up."
    assert (options(game), chits(game, LEFT)) == (["C", "D", "E"], (7, 7))
    again = play(game, "mark left D mandatory")
    assert options(again) == ["D"]
    game = play(again, "choose D", "choose C", "choose done")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("uuduu", (6, 7))


@tries(FATE, "mandatory-late")
def test_a_mandatory_card_of_2022_seen_after_another_was_chosen_is_played_at_once_uncounted() -> (
    None
):
    """Fate: play it immediately, without decreasing the marker, and fill its slot face-up."""
    game = play(new(FATE), "roll ABC", "choose A", "mark left C mandatory")
    assert asks(game) == "Mandatory: play C now, uncounted."
    assert options(game) == ["C", "done"]
    played = play(game, "choose C")
    assert said(played) == "Play C as event. Fill C, face-up."
    assert (asks(played), options(played)) == ("Play A, then done.", ["done"])
    # One that fills the slot may be mandatory too.
    played = play(played, "mark left C mandatory", "choose C", "choose done")
    assert (lies(played, LEFT), chits(played, LEFT)) == ("duudd", (6, 7))
    assert options(play(game, "mark left C none")) == ["done"]
    assert options(play(new(FATE), "roll ABC", "choose A", "mandatory-late C")) == ["done"]


def test_a_roll_of_2022_that_turns_a_card_up_asks_whether_it_is_mandatory() -> None:
    """Fate: one that is revealed while the result is fulfilled is played immediately."""
    question = "Mandatory card? Mark it."
    game = play(new(FATE), "roll ABC")
    assert asks(game) == f"Play A, B or C. {question}"
    assert question not in asks(play(game, "mark left C combat"))
    assert question not in asks(play(new(FATE), "roll AB")), "both were face-up"
    # The card that fills the slot of one may be mandatory too.
    assert question in asks(play(game, "mark left C mandatory", "choose C"))
    assert question not in asks(play(new(BOOK), "roll ABC"))


def test_a_mandatory_card_of_2022_that_was_face_up_before_the_roll_forces_nothing() -> None:
    game = play(new(FATE), "mark left A mandatory", "roll AB")
    assert options(game) == ["A", "B"]


def test_a_mandatory_card_of_2022_that_was_dealt_face_up_is_an_event_when_its_slot_comes() -> None:
    game = play(new(FATE), "mark left A mandatory")
    named = play(game, "roll AB")
    assert asks(named) == "Play B, or play A as event."
    assert asks(play(named, "choose A")) == "Play A as event, then done."


@tries(FATE, "reshuffle")
def test_a_reshuffle_deals_new_face_down_cards_to_both_sides() -> None:
    game = play(playing(FATE), "reshuffle")
    assert "Discard C, D and E." in said(game)
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("-uddd", "uuddd")


@tries(FATE, "no-card-left")
def test_after_a_refill_that_found_no_card_the_reshuffle_asks_for_no_card_from_its_slot() -> None:
    game = play(new(FATE), "roll AB", "choose A", "choose done")
    assert said(game).startswith("British: Fill A, face-down.")
    game = play(game, "no-card-left left A")
    assert said(game).startswith("British: The deck is empty: reshuffle.")
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("-uddd", "uuddd")
    assert "no-card-left" not in actions(game)
    game = play(game, "reshuffle")
    assert "British: Discard A" not in said(game)
    assert "British: Fill A, C, D and E, face-down." in said(game)
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("duddd", "uuddd")


def test_without_a_face_up_card_event_turns_up_exactly_one() -> None:
    """Book: with only one or no face-up card, flip any one."""
    game = play(playing(BOOK), "battle-card right A", "battle-card right B", "choose done")
    game = play(game, "roll EVENT")
    assert asks(game) == "Flip a card of your choice."
    game = play(game, "choose D")
    assert (lies(game, RIGHT), options(game)) == ("dddud", ["D"])


@pytest.mark.parametrize(("sheet_id", "left"), [(BOOK, "a chit left"), (FATE, "a Card Remaining")])
def test_the_notes_name_what_a_battle_card_and_an_exchange_need(sheet_id: str, left: str) -> None:
    notes = {note.title: note.text for note in new(sheet_id).now.sheet.notes}
    assert f"each with {left}" in notes["Battle cards"]
    assert "that rule 6.32.C allows" in notes["Exchange (6.32.C)"]
