"""Wilderness War: held cards, response cards, and cards that reach into the other display."""

from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.instructions import TellPlayer
from tests.rules.playing import actions, chits, lies, options
from tests.sheets.trying import LEFT, RIGHT, asks, new, play, rounds, said, tries

WILDERNESS = "wilderness-war-2018"


def playing() -> GameHistory:
    """A French card from A is being carried out."""
    return play(new(WILDERNESS), "roll AB", "choose A")


def bare() -> GameHistory:
    """The British have answered it with both face-up cards."""
    return play(playing(), "reaction right A", "reaction right B")


@tries(WILDERNESS, "doubled-spaces")
def test_doubled_spaces_are_an_option() -> None:
    assert lies(new(WILDERNESS, (9, 8), doubled_spaces=True), LEFT) == "A[ud]uddd"


@tries(WILDERNESS, "courier")
def test_courier_takes_a_face_up_card_and_only_the_other_side_turns_a_chit() -> None:
    game = play(playing(), "courier")
    assert asks(game) == "Is a card taken? Roll 3-6."
    game = play(game, "roll 3", "roll 4")
    assert said(game) == (
        "French: 4: British B. French: Place their B in A. "
        "British: Fill B, face-down. British: Chits: 7 of 8 left."
    )
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("uuddd", "udddd")
    game = play(game, "choose done")
    assert (lies(game, LEFT), chits(game, LEFT), chits(game, RIGHT)) == ("uuddd", (8, 8), (7, 8))


@tries(WILDERNESS, "courier")
def test_a_courier_that_fails_is_a_card_like_others() -> None:
    game = play(playing(), "courier", "roll 2")
    assert said(game) == "2: no, it takes 3-6. No card is taken."
    game = play(game, "choose done")
    assert (lies(game, LEFT), chits(game, LEFT), chits(game, RIGHT)) == ("duddd", (7, 8), (8, 8))


@tries(WILDERNESS, "courier")
def test_a_courier_takes_nothing_where_no_card_is_face_up() -> None:
    game = play(bare(), "courier", "roll 6")
    assert said(game) == "6: yes, it takes 3-6. No face-up card: none is taken."
    game = play(game, "choose done")
    assert (lies(game, LEFT), chits(game, LEFT), chits(game, RIGHT)) == ("duddd", (7, 8), (6, 8))


@tries(WILDERNESS, "random-discard")
def test_a_forced_discard_is_a_random_face_up_card_or_a_random_one_of_a_kind() -> None:
    game = play(playing(), "random-discard", "choose random", "roll 4")
    assert (lies(game, RIGHT), chits(game, RIGHT)) == ("udddd", (7, 8))
    game = play(playing(), "random-discard", "choose kind")
    single = play(game, "choose A", "choose enough")
    assert (lies(single, RIGHT), chits(single, RIGHT)) == ("duddd", (7, 8))
    several = play(game, "choose A", "choose B", "roll 6")
    assert (lies(several, RIGHT), chits(several, RIGHT)) == ("udddd", (7, 8))
    none = play(game, "choose enough")
    assert (lies(none, RIGHT), chits(none, RIGHT)) == ("uuddd", (8, 8))
    assert all("random-discard" not in actions(each) for each in (single, several, none))


@tries(WILDERNESS, "random-discard")
def test_without_a_face_up_card_nothing_is_discarded_and_no_chit_turns() -> None:
    game = play(bare(), "random-discard", "choose random")
    assert chits(game, RIGHT) == (6, 8)
    assert said(game) == "British: No such face-up card: none is lost."


@tries(WILDERNESS, "fetch-card")
def test_a_card_fetched_from_the_discards_takes_the_place_of_the_played_one() -> None:
    game = play(playing(), "fetch-card")
    assert said(game) == "Place the fetched card in A, face-up."
    game = play(game, "choose done")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("uuddd", (8, 8))
    assert "Next season's hands may change: #62, #67 or #69." in said(play(game, "end-turn"))


@tries(WILDERNESS, "fetch-card")
def test_of_what_both_sides_ordered_for_both_the_season_s_end_reminds_once() -> None:
    game = play(playing(), "fetch-card", "choose done", "roll AB", "choose A", "fetch-card")
    game = play(game, "choose done", "end-turn")
    assert said(game).count("Next season's hands may change: #62, #67 or #69.") == 1


@tries(WILDERNESS, "reaction")
def test_either_side_may_respond_and_its_gap_is_filled_face_down_at_once() -> None:
    game = play(playing(), "reaction left B", "reaction right A")
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("-dddd", "duddd")
    assert (chits(game, LEFT), chits(game, RIGHT)) == ((7, 8), (7, 8))


@tries(WILDERNESS, "reaction")
def test_a_response_needs_a_chit_beside_that_of_the_card_under_way() -> None:
    game = play(rounds(new(WILDERNESS, (7, 7)), 12), "roll ABC", "choose C")
    assert (chits(game, LEFT), chits(game, RIGHT)) == ((1, 7), (1, 7))
    game = play(game, "reaction right B")
    assert "reaction" not in actions(game)


@tries(WILDERNESS, "surrender")
def test_surrender_is_followed_by_a_shuffle_at_the_season_s_end() -> None:
    game = play(playing(), "surrender", "choose done", "end-turn")
    # The deck is common: the order is neither side's.
    assert said(game).endswith("Shuffle pile, discards and Surrender! together.")
    shuffle = game.now.instructions[-1]
    assert isinstance(shuffle, TellPlayer)
    assert shuffle.of_game


@tries(WILDERNESS, "surrender")
def test_the_one_surrender_is_played_once_a_season_by_either_side() -> None:
    game = play(playing(), "surrender")
    assert "surrender" not in actions(game)
    game = play(game, "choose done", "roll AB", "choose A")
    assert "surrender" not in actions(game)
    game = play(game, "choose done", "end-turn", "choose next-turn")
    assert "surrender" in actions(play(game, "roll AB", "choose A"))


def test_the_player_says_who_begins_a_season() -> None:
    assert asks(new(WILDERNESS)) == "Whoever begins rolls."


@tries(WILDERNESS, "pass")
def test_the_last_card_may_be_held_even_after_the_roll_but_not_two_seasons_running() -> None:
    game = rounds(new(WILDERNESS, (7, 7)), 12)
    assert options(game) == ["pass"]
    game = play(game, "roll AB")
    assert options(game) == ["A", "B", "pass"]
    game = play(game, "choose pass")
    assert "Card Held marker" in said(game)
    assert (chits(game, LEFT), game.now.active) == ((1, 7), RIGHT)
    game = play(game, "choose pass", "choose next-turn")
    game = rounds(game, 12)
    assert options(game) == []
    game = play(rounds(game, 2), "choose next-turn")
    assert options(rounds(game, 12)) == ["pass"]
