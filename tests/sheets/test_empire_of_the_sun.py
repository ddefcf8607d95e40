"""Empire of the Sun: set-ups, Future Offensives, reactions and cards that draw."""

import pytest

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.engine import begin_game
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NewGame
from tests.rules.playing import actions, chits, lies, options
from tests.sheets.trying import LEFT, RIGHT, asks, new, play, rounds, said, tries

EMPIRE = "empire-of-the-sun-2018"


def with_future_card() -> GameHistory:
    return play(new(EMPIRE), "has-future left")


@tries(EMPIRE, "arcadia", "japanese-opening", "scenario-1942", "south-pacific", "doubled-spaces")
@tries(EMPIRE, "full-campaign")
def test_scenarios_lay_cards_face_up_on_the_pile() -> None:
    assert lies(new(EMPIRE, full_campaign=True), RIGHT) == "uuddd"
    assert lies(new(EMPIRE, arcadia=True), RIGHT) == "uuudd"
    assert lies(new(EMPIRE, japanese_opening=True), LEFT) == "uuudd"
    assert lies(new(EMPIRE, scenario_1942=True), LEFT) == "uuudd"
    assert lies(new(EMPIRE, south_pacific=True), LEFT) == "uuudd"
    assert lies(new(EMPIRE, (7, 6), doubled_spaces=True), LEFT) == "A[ud]uddd"


@tries(EMPIRE, "pass", "get-pass")
def test_a_pass_is_offered_while_the_side_has_one_and_turns_no_chit() -> None:
    assert options(new(EMPIRE)) == []
    game = play(new(EMPIRE), "get-pass left", "get-pass left")
    assert options(game) == ["pass"]
    game = play(game, "choose pass")
    assert (chits(game, LEFT), game.now.active) == ((7, 7), RIGHT)
    game = play(game, "roll AB", "choose A", "choose done", "choose pass", "roll AB", "choose B")
    assert options(play(game, "choose done")) == []


def test_passes_that_are_left_end_with_the_turn() -> None:
    game = play(new(EMPIRE), "get-pass left", "end-turn", "choose next-turn")
    assert options(game) == []


@tries(EMPIRE, "set-aside", "future-answers")
def test_a_card_is_set_aside_as_future_offensives_counts_and_is_offered_from_then_on() -> None:
    game = play(new(EMPIRE), "roll AB", "choose A")
    assert "set-aside" not in actions(play(game, "set-aside"))
    game = play(game, "set-aside", "choose done")
    assert chits(game, LEFT) == (6, 7)
    game = play(game, "roll ABC", "choose A")
    answered = play(game, "future-answers")
    assert chits(answered, LEFT) == (6, 7)
    assert "future-answers" not in actions(answered)
    assert "future-offensives" in options(play(game, "choose done", "roll ABC"))
    assert "future-offensives" not in options(play(answered, "choose done", "roll ABC"))


@tries(EMPIRE, "has-future", "future-offensives")
def test_a_future_offensives_card_that_was_played_is_offered_no_more() -> None:
    game = play(with_future_card(), "roll ABC", "choose future-offensives")
    game = play(rounds(play(game, "choose done"), 1), "roll ABC")
    assert "future-offensives" not in options(game)


@pytest.mark.parametrize(
    ("result", "offered"), [("JR", 1), ("ABC", 1), ("CDE", 1), ("AB", 0), ("DE", 0), ("EVENT", 0)]
)
def test_a_result_with_a_c_offers_the_future_offensives_card(result: str, offered: int) -> None:
    assert options(play(with_future_card(), f"roll {result}")).count("future-offensives") == offered


@tries(EMPIRE, "future-offensives")
def test_the_future_offensives_card_turns_no_chit_and_comes_after_c_is_turned() -> None:
    game = play(
        new(EMPIRE), "has-future left", "roll ABC", "choose future-offensives", "choose done"
    )
    assert (lies(game, LEFT), chits(game, LEFT)) == ("uuudd", (7, 7))


@tries(EMPIRE, "future-offensives", "future-drew-card")
def test_a_future_offensives_card_that_draws_adds_a_chit_for_this_turn() -> None:
    game = play(
        new(EMPIRE), "has-future left", "roll ABC", "choose future-offensives", "future-drew-card"
    )
    assert chits(game, LEFT) == (8, 8)
    game = play(game, "choose done", "end-turn", "choose next-turn")
    assert chits(game, LEFT) == (7, 7)


def test_a_future_offensives_card_for_the_initiative_is_called_by_what_it_does() -> None:
    game = play(new(EMPIRE), "has-future left")
    assert asks(game) == "Whoever begins: roll or Future card."
    taken = asks(play(game, "choose future-initiative"))
    assert taken == "Use Future card, then done. It wins initiative (7.29.A)."


@tries(EMPIRE, "future-initiative")
def test_a_future_offensives_card_wins_initiative_in_the_first_round_without_a_roll() -> None:
    game = play(with_future_card(), "choose future-initiative", "choose done")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("uuddd", (7, 7))
    assert options(rounds(game, 1)) == []


def test_once_a_side_has_begun_no_future_offensives_card_wins_the_initiative() -> None:
    begun = play(new(EMPIRE), "has-future right", "roll AB", "choose A", "choose done")
    assert (begun.now.active, options(begun)) == (RIGHT, [])


def test_the_set_up_asks_first_for_the_scenario_then_for_what_goes_with_it() -> None:
    history = begin_game(load_sheet(EMPIRE), NewGame(EMPIRE, set_up=True))
    scenarios = ["full-campaign", "scenario-1942", "south-pacific", "other-scenario"]
    assert options(history) == [*scenarios, "skip"]
    for scenario in ("full-campaign", "scenario-1942"):
        assert "Arcadia" in asks(play(history, f"choose {scenario}"))
    for scenario in ("south-pacific", "other-scenario"):
        assert "Arcadia" not in asks(play(history, f"choose {scenario}"))


@tries(EMPIRE, "other-scenario")
def test_any_other_scenario_has_the_standard_display() -> None:
    game = new(EMPIRE, other_scenario=True)
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("uuddd", "uuddd")
    assert "December 1941" not in said(game)


@tries(EMPIRE, "south-pacific", "japanese-opening")
def test_a_card_that_a_scenario_lays_out_is_called_by_its_title() -> None:
    south = begin_game(load_sheet(EMPIRE), NewGame(EMPIRE, set_up=True))
    south = play(south, "choose south-pacific", "choose no", "choose 7", "choose 7")
    assert said(south) == "Take Japanese Counterattack at Savo Island out of the deck."
    assert "Col. Tsuji face-up in A" in said(new(EMPIRE, japanese_opening=True))
    assert "Japanese Counterattack at Savo Island" in said(new(EMPIRE, south_pacific=True))


def test_the_set_up_shows_c_face_up_only_once_a_card_lies_there() -> None:
    led = NewGame(EMPIRE, (7, 7), (("arcadia", True),), set_up=True)
    game = begin_game(load_sheet(EMPIRE), led)
    for _ in range(6):
        if "draw pile on C" not in said(game):
            game = play(game, f"choose {options(game)[0]}")
    assert lies(game, RIGHT) == "uuddd"
    assert lies(play(game, "choose next"), RIGHT) == "uuudd"


@tries(EMPIRE, "drew-card")
def test_an_event_that_draws_a_card_turns_no_chit_and_its_gap_is_filled() -> None:
    game = play(new(EMPIRE), "roll AB", "choose A", "drew-card", "choose done")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("duddd", (7, 7))


@tries(EMPIRE, "reaction", "reaction-draws")
def test_a_reaction_turns_a_chit_unless_it_draws_and_its_gap_waits() -> None:
    game = play(new(EMPIRE), "roll AB", "choose A", "reaction A", "reaction-draws B")
    assert (lies(game, RIGHT), chits(game, RIGHT)) == ("--ddd", (6, 7))
    assert lies(play(game, "choose done"), RIGHT) == "ddddd"


@tries(EMPIRE, "reaction")
def test_a_reaction_leaves_a_chit_for_a_face_up_mandatory_card() -> None:
    game = rounds(new(EMPIRE, (4, 4)), 4, first="roll DE", card="D")
    game = play(game, "mark right B mandatory", "roll DE", "choose D", "reaction A")
    assert chits(game, RIGHT) == (1, 4)
    assert "reaction" not in actions(game)


@tries(EMPIRE, "swap-card")
def test_a_face_up_card_is_swapped_for_a_discard() -> None:
    game = play(new(EMPIRE), "roll AB", "choose A", "swap-card B")
    assert (said(game), lies(game, LEFT)) == (
        "Take the discard that the card names. Swap B with the discard.",
        "-uddd",
    )


@tries(EMPIRE, "swap-card")
def test_without_a_face_up_card_a_face_down_one_is_turned_and_swapped() -> None:
    game = play(new(EMPIRE), "roll right AB", "choose A", "reaction A", "reaction B", "choose done")
    game = play(game, "roll JR", "choose C")
    assert lies(game, LEFT) == "dd-dd"
    game = play(game, "swap-card A")
    assert said(game).endswith("Flip A. Swap A with the discard.")
    assert lies(play(game, "choose done"), LEFT) == "udddd"


@tries(EMPIRE, "japan-chit")
def test_three_allied_events_turn_a_chit_of_japan_each_once_in_its_round() -> None:
    game = rounds(new(EMPIRE, (4, 4)), 1)
    for left in (2, 0):
        game = play(game, "roll AB", "choose A", "japan-chit")
        assert chits(game, LEFT) == (left, 4)
        assert "japan-chit" not in actions(game)
        game = play(game, "choose done")
        game = rounds(game, 1) if left else game
    assert "japan-chit" not in actions(play(game, "roll AB", "choose A"))


@tries(EMPIRE, "reshuffle")
def test_two_cards_are_shuffled_into_the_pile_at_the_turn_s_end() -> None:
    game = play(new(EMPIRE), "roll AB", "choose A", "reshuffle", "choose done", "end-turn")
    shuffle = "Shuffle JP#43 or US#79, set aside, into the pile; a face-up C stays on top."
    assert shuffle in said(game)


def test_a_card_that_is_played_as_its_event_is_not_shuffled_in() -> None:
    last = play(rounds(new(EMPIRE, (4, 4)), 6), "mark left B mandatory")
    assert options(last) == ["B"]
    assert "reshuffle" not in actions(play(last, "choose B"))
    lowest = play(new(EMPIRE), "roll EVENT", "choose A")
    assert "reshuffle" in actions(lowest), "it may be the lowest"


def test_with_the_last_chit_a_mandatory_card_is_played_without_a_roll() -> None:
    game = play(rounds(new(EMPIRE, (4, 4)), 6), "mark left B mandatory", "get-pass left")
    assert options(game) == ["B", "pass"]


@tries(EMPIRE, "pass")
def test_a_pass_may_be_taken_after_the_roll_instead_of_playing_a_card() -> None:
    game = play(new(EMPIRE), "get-pass left", "roll AB")
    assert asks(game) == "Play A or B, or Pass."
    game = play(game, "choose pass")
    assert (chits(game, LEFT), game.now.active) == ((7, 7), RIGHT)


def test_a_side_without_chits_has_no_reaction_card_that_draws() -> None:
    game = play(rounds(new(EMPIRE, (4, 7)), 8), "roll right AB", "choose A")
    assert chits(game, LEFT) == (0, 4)
    assert "reaction-draws" not in {each.split()[0] for each in actions(game)}


@tries(EMPIRE, "future-reaction")
def test_a_future_offensives_card_played_in_reaction_that_draws_adds_a_chit_for_its_side() -> None:
    game = play(new(EMPIRE), "has-future right", "roll AB", "choose A", "future-reaction")
    assert (chits(game, LEFT), chits(game, RIGHT)) == ((7, 7), (8, 8))


@tries(EMPIRE, "drew-card")
def test_only_a_card_of_the_display_that_draws_turns_no_chit_and_only_once() -> None:
    game = play(new(EMPIRE), "roll AB", "choose A")
    assert "future-drew-card" not in actions(game)
    assert "drew-card" not in actions(play(game, "drew-card"))
    assert "drew-card" not in actions(
        play(with_future_card(), "roll ABC", "choose future-offensives")
    )


@tries(EMPIRE, "discard-sandcrab")
def test_operation_sandcrab_is_discarded_at_any_time_and_turns_a_chit() -> None:
    """Book, US#30: it can be discarded at any time instead of being played for its event."""
    game = play(new(EMPIRE), "discard-sandcrab right A")
    assert (lies(game, RIGHT), chits(game, RIGHT), game.now.active) == ("duddd", (6, 7), LEFT)
    game = play(new(EMPIRE), "roll AB", "choose A", "discard-sandcrab right B")
    assert (lies(game, RIGHT), chits(game, RIGHT)) == ("u-ddd", (6, 7))
    assert lies(play(game, "choose done"), RIGHT) == "udddd"
    game = play(new(EMPIRE), "roll right AB", "discard-sandcrab right B")
    assert (options(game), chits(game, RIGHT)) == (["A"], (6, 7))


def test_operation_sandcrab_may_be_discarded_although_it_is_mandatory() -> None:
    game = play(rounds(new(EMPIRE, (4, 4)), 7), "mark right B mandatory")
    assert (options(game), chits(game, RIGHT)) == (["B"], (1, 4))
    game = play(game, "discard-sandcrab right B")
    assert (chits(game, RIGHT), lies(game, RIGHT)[1]) == ((0, 4), "d")


def test_operation_sandcrab_leaves_their_chits_to_other_mandatory_cards() -> None:
    game = play(rounds(new(EMPIRE, (4, 4)), 7, first="roll DE", card="D"), "mark right B mandatory")
    found = [dict(each.args) for each in prompt(game.now).actions if each.id == "discard-sandcrab"]
    assert [args["card"] for args in found] == [("B",)]


def test_with_the_last_chit_sandcrab_may_be_discarded_and_the_note_on_that_says_so() -> None:
    game = rounds(new(EMPIRE, (4, 4)), 7)
    card = "ABCDE"[lies(game, RIGHT).index("u")]
    game = play(game, f"mark right {card} mandatory")
    assert asks(game) == f"No roll: {card} must be played."
    assert "discard-sandcrab" in actions(game)
    note = next(each for each in game.now.sheet.notes if each.title == "Mandatory cards")
    assert "US#30 may be discarded instead." in note.text
