"""The standard rules: what a game may have, and is switched on for it."""

import pytest

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.game import list_cards_in_sight
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NewGame, NotAllowedError, UndoLast
from cdgdevice.rules.texts.words import describe_for_both
from tests.rules.playing import actions, chits, lies, options
from tests.sheets.trying import LEFT, RIGHT, asks, new, play, rounds, said, tries

STANDARD = "standard-2018"


def seen(history: GameHistory, side: Side) -> str:
    """A side's cards as they lie on the table, in letters: u up, d down, - a gap."""
    cards = list_cards_in_sight(history.now, side)
    return "".join(lies.value[0] if lies else "-" for _, lies in cards)


def restored(history: GameHistory) -> str:
    """What is to be put back by hand when the last answer is taken back."""
    sheet = history.now.sheet
    back = answer_request(history, UndoLast()).restore
    return " ".join(describe_for_both(back, sheet.sides, words=sheet.words))


def _led_with(option: str) -> NewGame:
    """A game whose set-up is led and asks no question."""
    sheet = load_sheet(STANDARD)
    every = {each.id: each.default for each in sheet.variants} | {option: True}
    return NewGame(STANDARD, sheet.hands.default, tuple(every.items()), set_up=True)


@tries(STANDARD, "one-ops", "pass", "free-round")
def test_rounds_without_the_die_turn_no_chit() -> None:
    game = new(STANDARD, one_ops=True, free_round=True, **{"pass": True})
    game = play(game, "choose one-ops", "choose done", "choose free-round", "choose done")
    game = play(game, "choose pass")
    assert (chits(game, LEFT), chits(game, RIGHT)) == ((7, 7), (7, 7))
    assert game.now.active is RIGHT


def test_what_a_game_has_not_is_not_offered() -> None:
    assert options(new(STANDARD)) == []


@tries(STANDARD, "home-cards")
def test_a_home_card_is_played_instead_of_turning_c() -> None:
    game = play(new(STANDARD, home_cards=True), "roll ABC")
    assert options(game) == ["home", "turn-c", "none-left"]
    game = play(game, "choose home", "choose done")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("uuddd", (6, 7))
    again = play(game, "roll AB", "choose A", "choose done", "roll CDE", "choose none-left")
    assert options(again) == ["C", "D", "E"]


@tries(STANDARD, "home-cards")
def test_a_home_card_replaces_the_flip_of_c_alone() -> None:
    game = play(new(STANDARD, home_cards=True), "roll CDE")
    assert lies(game, LEFT) == "uuduu"
    assert lies(play(game, "choose home", "choose done"), LEFT) == "uuduu"
    assert lies(play(game, "choose turn-c"), LEFT) == "uuuuu"


@tries(STANDARD, "home-cards", "home-right", "home-both", "home-left")
def test_only_the_side_that_has_home_cards_is_asked_for_one() -> None:
    game = play(new(STANDARD, home_cards=True, home_right=True), "roll ABC")
    assert options(game) == ["A", "B", "C"]
    assert lies(game, LEFT) == "uuudd"
    game = play(game, "choose A", "choose done", "roll CDE")
    assert options(game) == ["home", "turn-c", "none-left"]
    left = play(new(STANDARD, home_cards=True, home_left=True), "roll CDE")
    assert options(left) == ["home", "turn-c", "none-left"]
    assert options(play(new(STANDARD, home_cards=True, home_both=True), "roll JR"))[0] == "home"


def test_the_set_up_asks_whose_the_home_cards_are_only_where_there_are_some() -> None:
    others = ("one-ops", "pass", "free-round", "nominated-combat")
    said_before = (*((each, False) for each in others), ("cut-deck", True))
    led = NewGame(STANDARD, (7, 7), said_before, set_up=True)
    game = begin_game(load_sheet(STANDARD), led)
    assert asks(game).startswith("Home cards?")
    assert asks(play(game, "choose yes")).startswith("Which side has home cards?")
    assert asks(play(game, "choose no")).startswith("Does the left side begin with an event")


def test_a_card_beneath_which_the_hand_shrank_turns_no_chit_that_is_not_there() -> None:
    game = play(new(STANDARD, (2, 4), doubled_spaces=False), "roll AB", "choose A", "choose done")
    game = play(game, "roll AB", "choose A", "choose done", "roll AB", "choose A")
    game = play(game, "hand-size left 1", "choose done", "hand-size left 3")
    assert chits(game, LEFT) == (2, 3)


@tries(STANDARD, "no-card-left")
def test_a_refill_that_finds_no_card_says_so_beside_the_roll_in_each_kind_of_deck() -> None:
    played = ("roll AB", "choose A", "choose done")
    game = play(new(STANDARD), *played, "no-card-left left C")
    assert "Place half of the other side's pile on C." in said(game)
    assert lies(game, LEFT) == "duddd"
    game = play(new(STANDARD, own_decks=True), *played, "no-card-left left C")
    assert lies(game, LEFT) == "du-dd"
    game = play(new(STANDARD, one_deck=True), *played, "no-card-left left A")
    assert "Shuffle the discards into one draw pile." in said(game)
    # The card on C was drawn there: it is no refill, and C stays empty.
    game = play(new(STANDARD, one_deck=True), "roll ABC", "choose A", "choose done")
    assert "no-card-left" not in actions(game)


@tries(STANDARD, "first-round-left", "first-round-right")
def test_a_first_round_card_lies_on_the_pile_and_is_played_without_a_roll() -> None:
    game = new(STANDARD, first_round_left=True, first_round_right=True)
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("uuudd", "uuudd")
    with pytest.raises(NotAllowedError, match="can't roll now"):
        play(game, "roll left AB")
    game = play(game, "choose first-round-left", "choose done")
    game = play(game, "choose first-round-right", "choose done")
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("uuddd", "uuddd")
    assert (chits(game, LEFT), chits(game, RIGHT)) == ((6, 7), (6, 7))


@tries(STANDARD, "pile-empty", "reshuffle")
def test_a_common_deck_is_cut_in_two_and_a_side_that_runs_out_gets_half_of_the_other_pile() -> None:
    game = play(new(STANDARD), "pile-empty right")
    assert "Place half of the other side's pile on C." in said(game)
    assert "Half to each C" in said(play(game, "reshuffle left"))


@tries(("wilderness-war-2018", "washingtons-war-2018", "commands-and-colors-2018"), "pile-empty")
def test_a_common_pile_beside_the_displays_that_runs_out_is_made_of_the_discards(
    sheet_id: str,
) -> None:
    game = play(new(sheet_id), "roll AB", "choose A", "pile-empty")
    assert "Shuffle the discards: the new draw pile." in said(game)
    assert lies(play(game, "choose done"), LEFT) == "duddd"


@tries("empire-of-the-sun-2018", "pile-empty")
def test_a_side_of_empire_of_the_sun_without_a_pile_shuffles_its_own_discards() -> None:
    game = play(new("empire-of-the-sun-2018"), "roll AB", "choose A", "pile-empty left")
    assert said(game) == "Shuffle your discards; place them on C."
    assert lies(play(game, "choose done"), LEFT) == "duddd"


@tries(STANDARD, "cut-deck", "pile-empty")
def test_of_a_deck_cut_in_two_a_side_without_a_pile_gets_half_of_the_other_s() -> None:
    game = play(new(STANDARD, cut_deck=True), "pile-empty left")
    assert said(game) == "Place half of the other side's pile on C."


@tries(STANDARD, "one-deck", "pile-empty", "reshuffle")
def test_one_common_deck_gets_the_discards_back_for_both_sides() -> None:
    game = play(new(STANDARD, one_deck=True), "pile-empty left")
    assert "one draw pile" in said(game)
    assert "one draw pile" in said(play(game, "reshuffle right"))


@tries(STANDARD, "own-decks", "pile-empty", "reshuffle")
def test_with_a_deck_of_its_own_a_side_without_a_pile_leaves_its_gaps() -> None:
    game = play(new(STANDARD, own_decks=True), "pile-empty left")
    game = play(game, "roll AB", "choose A", "choose done")
    assert lies(game, LEFT) == "-u-dd"
    assert lies(play(game, "reshuffle left"), LEFT) == "duddd"


@tries(STANDARD, "doubled-spaces")
def test_the_larger_hand_doubles_spaces() -> None:
    game = new(STANDARD, (7, 5))
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("A[ud]udD[dd]d", "uuddd")
    assert options(play(game, "roll AB")) == ["A1", "A2", "B"]


@tries(STANDARD, "nominated-combat", "combat-nomination")
def test_in_combat_by_the_die_a_card_is_played_if_a_die_of_its_side_names_it() -> None:
    game = play(new(STANDARD, nominated_combat=True), "roll DE", "choose D")
    assert not any(action.startswith("combat ") for action in actions(game))
    game = play(game, "combat-nomination", "choose A", "choose B", "choose enough")
    # The defender's C is turned up, and may be nominated too.
    assert lies(game, RIGHT) == "uuudd"
    game = play(game, "choose C", "choose enough")
    game = play(game, "roll JR", "roll JR")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("uud-u", (7, 7))
    assert (lies(game, RIGHT), chits(game, RIGHT)) == ("uu-dd", (6, 7))
    game = play(game, "combat-over")
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("uud-u", "uuddd")


@tries(STANDARD, "nominated-combat", "combat-nomination")
def test_in_combat_by_the_die_the_event_result_names_no_card() -> None:
    game = play(new(STANDARD, nominated_combat=True), "roll DE", "choose D", "combat-nomination")
    game = play(game, "choose A", "choose enough", "choose enough", "roll EVENT")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("uud-u", (7, 7))


@tries(STANDARD, "nominated-combat", "combat-nomination")
def test_in_combat_by_the_die_no_more_cards_are_nominated_than_chits_are_to_spare() -> None:
    game = new(STANDARD, (2, 1), nominated_combat=True, doubled_spaces=False)
    game = play(game, "roll DE", "choose D", "combat-nomination")
    game = play(game, "choose A")
    # One more chit is for the card under way; the defender has one for a single card.
    assert options(game) == ["A", "B", "C", "enough"]
    assert asks(game).startswith("Defender")
    game = play(game, "choose B", "roll AB", "roll AB")
    assert (chits(game, LEFT), chits(game, RIGHT)) == ((1, 2), (0, 1))


@tries(STANDARD, "random-discard")
def test_a_card_lost_at_random_is_face_up_and_turns_a_chit_of_its_side() -> None:
    game = play(new(STANDARD), "roll AB", "choose A", "random-discard")
    assert asks(game) == "Roll for Right side's card: 1-3 A, 4-6 B."
    game = play(game, "roll 4")
    assert (lies(game, RIGHT), chits(game, RIGHT)) == ("udddd", (6, 7))
    # A single face-up card needs no die, and without one nothing is lost.
    game = play(game, "random-discard")
    assert (lies(game, RIGHT), chits(game, RIGHT)) == ("ddddd", (5, 7))
    game = play(game, "random-discard")
    assert (said(game), chits(game, RIGHT)) == (
        "Right side: No face-up card: none is lost.",
        (5, 7),
    )


def test_one_common_deck_is_on_no_display_and_c_is_empty_between_the_rounds() -> None:
    game = new(STANDARD, one_deck=True)
    assert "Both sides: Deal A and B face-up. Both sides: D and E face-down. Keep" in said(game)
    assert seen(game, LEFT) == "uu-dd"
    game = play(game, "roll ABC")
    assert (said(game), seen(game, LEFT)) == ("Draw a card to C, face-up.", "uuudd")
    assert said(play(game, "choose C", "choose done")).startswith("Left side: Leave C empty.")
    game = play(game, "choose A", "choose done", "roll AB", "choose A", "choose done")
    assert "Fill A, face-down." in said(game)
    assert seen(game, LEFT) == "uu-dd"


def test_what_was_drawn_to_c_goes_back_on_the_common_deck() -> None:
    game = new(STANDARD, one_deck=True)
    assert restored(play(game, "roll JR")) == "Put C back on the pile."
    filled = play(game, "roll AB", "choose A", "choose done")
    assert "Put A back on the pile, face-down." in restored(filled)


def test_of_one_common_deck_event_may_turn_up_a_card_drawn_to_c() -> None:
    game = rounds(new(STANDARD, one_deck=True), 2)
    game = play(game, "roll EVENT")
    titles = {option.id: option.title for option in prompt(game.now).options}
    assert (titles["A"], titles["C"]) == ("Flip A", "Draw a card to C")
    assert said(play(game, "choose C")) == "Draw a card to C, face-up."


def test_the_first_round_card_is_on_the_pile_only_when_its_page_lays_it() -> None:
    history = begin_game(load_sheet(STANDARD), _led_with("first-round-left"))
    shown = []
    while prompt(history.now).stage == "set-up":
        shown.append((said(history).split(".")[0], lies(history, LEFT)))
        history = play(history, "choose next")
    at = dict(shown)
    assert at["Both sides: Deal A and B face-up"] == "uuddd"
    assert at["Place the first-round card face-up on C"] == "uuudd"
