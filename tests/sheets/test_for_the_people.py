"""For the People, by the Book and by the playsheet of 2022."""

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.engine import begin_game
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NewGame
from cdgdevice.rules.texts.words import describe_for_side
from tests.rules.playing import actions, chits, lies, options
from tests.sheets.trying import LEFT, RIGHT, asks, new, play, rounds, said, tries

BOOK, FATE = "for-the-people-2018", "for-the-people-2022"
ASKS_WHO_BEGINS = "Whoever begins rolls. Or does a Confederate Campaign begin?"


@tries(BOOK, "pile-empty", "reshuffle")
def test_the_common_deck_is_cut_in_two_again() -> None:
    game = play(new(BOOK), "pile-empty left")
    assert "Place half of the other side's pile on C." in said(game)
    assert "Half to each C" in said(play(game, "reshuffle"))


@tries(BOOK, "doubled-spaces")
def test_doubled_spaces_are_an_option() -> None:
    assert lies(new(BOOK, (6, 5)), LEFT) == "uuddd"
    assert lies(new(BOOK, (6, 5), doubled_spaces=True), LEFT) == "A[ud]uddd"


def test_a_mandatory_card_that_a_random_removal_hits_is_discarded_in_2022() -> None:
    """Fate: select a face-up card, discard it; only Red River is never discarded."""
    game = play(new(FATE), "mark right A mandatory", "roll AB", "choose A", "random-discard")
    hit = play(game, "roll 1")
    assert "Red River" not in said(hit), "it is the Union's"
    assert "Discard A." in said(hit)
    union = play(new(FATE), "roll right AB", "choose A", "random-discard", "roll 1")
    assert "Only #14 Red River is played instead." in said(union)


def test_a_mandatory_card_is_played_without_a_roll_with_the_last_chit() -> None:
    game = rounds(new(BOOK, (2, 2)), 1)
    game = play(game, "mark left B mandatory")
    game = rounds(game, 1)
    assert asks(game) == "No roll: B must be played."
    assert options(game) == ["B"]


def test_a_first_opportunity_card_is_played_when_its_space_is_named() -> None:
    game = play(new(BOOK), "mark left A first-opportunity")
    assert options(play(game, "roll AB")) == ["A"]
    assert options(play(game, "roll DE")) == ["D", "E"]


def test_a_mandatory_card_is_not_to_be_discarded_at_the_turn_s_end() -> None:
    game = play(new(BOOK), "mark left A mandatory", "end-turn")
    assert options(game) == ["B", "next-side", "next-turn"]


def test_hands_grow_from_four_to_seven() -> None:
    game = new(FATE)
    sizes, told = [], []
    for _ in range(5):
        sizes.append(chits(game, LEFT))
        game = play(game, "end-turn", "choose next-turn")
        told.append(said(game))
    assert told[0] == "Both sides: Max Hand Size: 5. Cards Remaining: 5 of 5."
    assert not any("Max Hand" in each for each in told[3:])
    assert sizes == [(4, 4), (5, 5), (6, 6), (7, 7), (7, 7)]


def test_each_turn_asks_for_the_roll_of_whoever_begins() -> None:
    game = new(FATE)
    assert asks(game) == ASKS_WHO_BEGINS
    begun = play(game, "roll right AB", "choose A", "choose done")
    assert (begun.now.active, asks(begun)) == (LEFT, "Roll.")
    assert asks(play(begun, "end-turn", "choose next-turn")) == ASKS_WHO_BEGINS
    assert asks(new(BOOK)) == "Whoever begins rolls."


@tries(FATE, "campaign-first")
def test_a_campaign_card_lets_the_confederates_begin_without_a_roll() -> None:
    game = play(new(FATE), "campaign-first B")
    assert (game.now.active, options(game)) == (RIGHT, ["B"])
    game = play(game, "choose B", "choose done")
    assert (chits(game, RIGHT), lies(game, RIGHT), game.now.active) == ((3, 4), "udddd", LEFT)
    assert "campaign-first" not in actions(game)


@tries(FATE, "return-excess")
def test_more_mandatory_cards_than_chits_send_those_of_the_last_flip_back() -> None:
    game = rounds(new(FATE), 6)
    game = play(game, "roll CDE", "mark left D mandatory", "mark left E mandatory")
    assert (options(game), actions(game)) == (
        [],
        {"return-excess", "mark", "set-table", "end-game"},
    )
    game = play(game, "return-excess")
    assert said(game) == "Shuffle D and E into the deck. Fill D and E, face-up."
    assert options(game) == ["C", "D", "E"]
    assert "return-excess" not in actions(game)


@tries(FATE, "random-discard")
def test_a_random_card_of_the_other_side_is_discarded_and_counted() -> None:
    game = play(new(FATE), "roll AB", "choose A", "random-discard", "roll 1")
    assert (lies(game, RIGHT), chits(game, RIGHT)) == ("duddd", (3, 4))
    assert "random-discard" not in actions(game)
    assert "Red River" not in said(game)
    game = play(rounds(play(game, "choose done"), 1), "roll AB", "choose B", "random-discard")
    # The side that plays reads which card is lost also where no die picks it.
    assert "No roll: Confederates'" in " ".join(describe_for_side(game.now.instructions, LEFT))


@tries(FATE, "reaction")
def test_a_reaction_is_played_on_1_to_3_and_turns_a_chit() -> None:
    game = play(new(FATE), "roll AB", "choose A", "reaction A")
    assert asks(game) == "Is the reaction played? Roll 1-3."
    assert lies(play(game, "roll 4"), RIGHT) == "uuddd"
    game = play(game, "roll 3")
    assert (lies(game, RIGHT), chits(game, RIGHT)) == ("duddd", (3, 4))


@tries(FATE, "siege-guns")
def test_union_siege_guns_turn_no_chit() -> None:
    game = play(new(FATE), "roll AB", "choose A")
    assert "siege-guns" not in actions(game), "it is the Union's card"
    game = play(game, "choose done", "roll AB", "choose A", "siege-guns B", "roll 1")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("ddddd", (3, 4))
    assert "siege-guns" not in actions(game)


@tries(FATE, "reaction")
def test_a_reaction_that_failed_is_rolled_again_for_another_occasion_only() -> None:
    failed = play(new(FATE), "roll AB", "choose A", "reaction B", "roll 4")
    assert asks(play(failed, "reaction A")) == "Is the reaction played? Roll 1-3."
    again = play(failed, "reaction B")
    assert (asks(again), options(again)) == ("Another occasion?", ["yes", "no"])
    assert lies(play(again, "choose no"), RIGHT) == "uuddd"
    assert lies(play(again, "choose yes", "roll 1"), RIGHT) == "udddd"


def test_a_pile_that_is_laid_on_c_goes_beneath_a_face_up_card() -> None:
    assert "on top" not in said(play(new(BOOK), "pile-empty left"))
    game = play(new(BOOK), "roll ABC", "choose A", "pile-empty left")
    assert said(game).endswith(
        "Place half of the other side's pile on C. Keep the face-up card on top."
    )


def test_the_set_up_names_the_cards_to_mark() -> None:
    new_game = NewGame(BOOK, (4, 4), (("doubled-spaces", False),), set_up=True)
    game = begin_game(load_sheet(BOOK), new_game)
    pages = []
    while prompt(game.now).stage == "set-up":
        pages.append(said(game))
        game = play(game, "choose next")
    for told in ("Red River (#14) of the Union: mark it mandatory", "#81 first opportunity, #82"):
        assert any(told in page for page in pages)


@tries(BOOK, "no-card-left")
def test_a_refill_that_finds_no_card_on_c_takes_half_of_the_other_pile() -> None:
    game = play(new(BOOK), "roll AB", "choose A", "choose done", "no-card-left left C")
    assert "Place half of the other side's pile on C." in said(game)
    assert lies(game, LEFT) == "duddd"
    assert "no-card-left" not in actions(game)


QUESTION = "Mandatory card? Mark it."


def test_as_many_cards_left_as_could_be_mandatory_ask_for_marks_before_the_last_one() -> None:
    """Fate: the card(s) must be played before the Cards Remaining marker moves to 0."""
    game = rounds(new(FATE), 2, card="B")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("udddd", (3, 4))
    assert QUESTION not in asks(game), "one face-up card, three left"
    game = play(game, "roll DE", "choose D", "choose done", "roll AB", "choose A", "choose done")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("udddu", (2, 4))
    assert asks(game).endswith(QUESTION)
    marked = play(game, "mark left A reaction")
    assert QUESTION not in asks(marked), "one card is left that could be mandatory"
    both = play(game, "mark left A mandatory", "mark left E mandatory")
    assert options(both) == ["A", "E"]


def test_a_flip_that_may_have_shown_a_mandatory_card_too_many_asks_for_marks() -> None:
    game = play(rounds(new(FATE), 2, card="B"), "roll DE")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("udduu", (3, 4))
    assert asks(game).endswith(QUESTION)
    none = play(rounds(new(FATE), 2, card="B"), "roll AB")
    assert QUESTION not in asks(none), "two face-up cards, three left"
