"""Caesar: Surprise and Reaction cards, events that break in, and a draw pile that runs out."""

from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.texts.words import describe_instruction
from cdgdevice.ui.choices import list_choices
from tests.rules.playing import actions, chits, lies, options
from tests.sheets.trying import LEFT, RIGHT, asks, new, play, rounds, said, tries

CAESAR = "caesar-rome-vs-gaul-2022"


def playing() -> GameHistory:
    """A card of Rome from A is being carried out."""
    return play(new(CAESAR), "roll AB", "choose A")


def third_turn() -> GameHistory:
    """The draw pile runs out in turn 3."""
    game = play(new(CAESAR), "end-turn", "choose next-turn", "end-turn", "choose next-turn")
    return play(game, "pile-empty")


@tries(CAESAR, "winter-campaign")
def test_winter_campaign_breaks_in_before_either_side_s_round() -> None:
    game = play(rounds(new(CAESAR), 1), "winter-campaign left B")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("ddddd", (6, 8))
    assert game.now.active is RIGHT
    assert said(game).startswith("Rome: Play B as event. Rome: Fill B, face-down.")
    own = play(new(CAESAR), "winter-campaign left A", "roll AB", "choose A", "choose done")
    assert (lies(own, LEFT), chits(own, LEFT)) == ("duddd", (6, 8))


@tries(CAESAR, "roll-again")
def test_where_only_surprise_cards_are_on_offer_the_die_is_rolled_again() -> None:
    game = play(new(CAESAR), "roll AB", "roll-again")
    assert (game.now.active, options(game)) == (LEFT, [])
    assert options(play(game, "roll CDE")) == ["C", "D", "E"]


@tries(CAESAR, "discard-surprise")
def test_an_unwanted_surprise_card_gives_way_to_a_face_up_one_that_may_be_played() -> None:
    game = play(new(CAESAR), "roll AB", "discard-surprise A")
    assert (said(game), options(game)) == ("Discard A. Fill A, face-up.", ["A", "B"])
    kept = play(game, "choose B", "choose done")
    assert (lies(kept, LEFT), chits(kept, LEFT)) == ("udddd", (7, 8))
    assert "discard-surprise" not in actions(play(game, "choose A"))


@tries(CAESAR, "surprise")
def test_a_surprise_of_the_active_side_is_free_and_its_gap_is_filled_face_down() -> None:
    game = play(playing(), "surprise B")
    assert lies(game, LEFT) == "--ddd"
    game = play(game, "choose done")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("ddddd", (7, 8))


@tries(CAESAR, "reaction")
def test_where_no_card_answers_the_screen_says_so() -> None:
    game = play(playing(), "reaction", "choose enough")
    assert (said(game), asks(game)) == ("Gaul: No card answers.", "Play A, then done.")


@tries(CAESAR, "own-reaction")
def test_the_gap_of_24_waits_for_the_action_s_end_and_is_filled_face_up() -> None:
    game = play(playing(), "own-reaction B")
    assert lies(game, LEFT) == "--ddd"
    game = play(game, "choose done")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("duddd", (7, 8))


@tries(CAESAR, "own-reaction")
def test_24_is_played_by_one_side_only_until_all_is_dealt_again() -> None:
    game = play(playing(), "own-reaction B", "choose done", "roll AB", "choose A")
    assert "own-reaction" not in actions(game)
    answered = play(game, "reaction", "choose B", "roll AB")
    assert asks(answered) == "Play A, then done."
    assert lies(play(answered, "choose done"), LEFT) == "ddddd"


@tries(CAESAR, "reaction")
def test_24_named_among_the_answers_is_gone_for_both_sides() -> None:
    game = play(playing(), "reaction", "choose A", "choose enough", "roll AB", "choose alone")
    assert "own-reaction" not in actions(game)


@tries(CAESAR, "reaction")
def test_an_answer_is_played_if_the_method_die_names_its_space() -> None:
    game = play(playing(), "reaction", "choose A", "choose B")
    assert asks(game).endswith("A or B named?")
    missed = play(game, "roll EVENT")
    assert (lies(missed, RIGHT), asks(missed)) == ("uuddd", "Play A, then done.")
    game = play(game, "roll AB", "choose none")
    assert lies(game, RIGHT) == "--ddd"
    game = play(game, "choose done")
    assert (lies(game, RIGHT), chits(game, RIGHT)) == ("ddddd", (8, 8))


@tries(CAESAR, "reaction")
def test_of_answers_only_24_has_its_gap_filled_face_up() -> None:
    alone = play(playing(), "reaction", "choose B", "choose enough", "roll ABC", "choose alone")
    assert lies(alone, RIGHT) == "u-ddd"
    assert lies(play(alone, "choose done"), RIGHT) == "uuddd"
    both = play(playing(), "reaction", "choose A", "choose B", "roll AB", "choose alone")
    assert (asks(both), options(both)) == ("Which card is #24?", ["A", "B"])
    both = play(both, "choose B")
    assert lies(both, RIGHT) == "--ddd"
    assert lies(play(both, "choose done"), RIGHT) == "duddd"


@tries(CAESAR, "reaction")
def test_a_card_that_the_die_did_not_name_can_be_neither_24_nor_played() -> None:
    game = play(playing(), "choose done", "roll CDE", "choose C", "choose done")
    game = play(game, "roll AB", "choose A")
    assert lies(game, RIGHT) == "uuduu"
    game = play(game, "reaction", "choose A", "choose D", "choose enough", "roll DE")
    game = play(game, "choose alone")
    assert (lies(game, RIGHT), asks(game)) == ("uud-u", "Play A, then done.")


@tries(CAESAR, "winter-campaign", "own-reaction")
def test_a_card_that_was_played_is_not_offered_until_all_are_dealt_again() -> None:
    game = play(rounds(new(CAESAR), 1), "winter-campaign left B", "roll right AB", "choose A")
    game = play(game, "own-reaction B", "choose done", "end-turn", "choose next-turn")
    assert "winter-campaign" not in actions(game)
    ours = play(game, "roll right AB", "choose A")
    assert "own-reaction" not in actions(ours), "#24 is one card, and Gaul has played it"
    fresh = play(game, "end-turn", "choose next-turn", "end-turn", "choose next-turn")
    assert "winter-campaign" in actions(fresh)
    assert "own-reaction" in actions(play(fresh, "roll right AB", "choose A"))


@tries(CAESAR, "senate-outraged")
def test_senate_outraged_is_exchanged_for_a_card_of_rome_and_any_card_is_played() -> None:
    game = play(new(CAESAR), "roll right AB", "choose A", "senate-outraged", "roll 4")
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("uuddd", "uuddd")
    assert options(game) == ["A", "B"]
    game = play(game, "choose B", "choose done")
    assert (lies(game, RIGHT), chits(game, RIGHT)) == ("udddd", (7, 8))


@tries(CAESAR, "senate-outraged")
def test_senate_outraged_changes_nothing_where_rome_has_no_face_up_card() -> None:
    game = play(new(CAESAR), "roll JR", "choose C", "surprise A", "surprise B", "choose done")
    assert lies(game, LEFT) == "ddddd"
    game = play(game, "roll AB", "choose A", "senate-outraged")
    assert said(game) == "Rome has no face-up card: go on as usual."
    game = play(game, "choose done")
    assert (lies(game, RIGHT), chits(game, RIGHT)) == ("duddd", (7, 8))


@tries(CAESAR, "pile-empty", "all-up")
def test_with_four_cards_left_all_are_turned_up_and_chosen_from_without_a_die() -> None:
    assert "all-up" not in options(third_turn())
    game = rounds(third_turn(), 2)
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("-uddd", "-uddd")
    game = play(game, "choose all-up")
    assert (lies(game, LEFT), options(game)) == ("-uuuu", ["B", "C", "D", "E"])
    game = play(game, "choose D", "choose done")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("-uu-u", (6, 8))


@tries(CAESAR, "no-card")
def test_a_side_with_no_card_left_passes_and_without_any_the_turn_is_over() -> None:
    game = play(third_turn(), *(f"set-table left {card} empty" for card in "ABCDE"))
    assert options(game) == ["no-card"], "there is nothing to flip"
    game = play(game, "choose no-card")
    assert "no-card" not in options(game), "Gaul has cards"
    game = play(game, *(f"set-table right {card} empty" for card in "ABCDE"), "choose no-card")
    assert "next-turn" in options(game)


def at_the_refill_of_turn_3() -> GameHistory:
    """A card of Rome was played, and its gap is to be filled."""
    game = play(new(CAESAR), "end-turn", "choose next-turn", "end-turn", "choose next-turn")
    assert "The deck runs out this turn" in said(game)
    return play(game, "roll CDE", "choose C", "choose done")


@tries(CAESAR, "no-card-left")
def test_a_refill_that_finds_no_card_is_asked_about_and_leaves_no_phantom() -> None:
    game = at_the_refill_of_turn_3()
    titles = [choice.title for choice in list_choices(game.now)]
    assert titles == ["Roll", "No card left: Rome C"]
    game = play(game, "no-card-left left C")
    assert lies(game, LEFT) == "uu-uu"
    assert said(game) == ("Rome: From now on fill no slot, on both sides. Rome: Leave C empty.")
    assert "Fill C, face-down." not in [describe_instruction(act) for act in game.orders.every]
    assert options(play(game, "roll right AB", "choose A", "choose done")) == ["all-up"]


def test_of_two_gaps_the_first_may_have_got_the_last_card() -> None:
    game = at_the_refill_of_turn_3()
    game = play(game, "roll right AB", "choose A", "surprise B", "choose done")
    assert said(game).startswith("Gaul: Fill B and A, face-down.")
    assert lies(play(game, "no-card-left right A"), RIGHT) == "-dddd"
    assert lies(play(game, "no-card-left right B"), RIGHT)[0] == "-"


@tries(CAESAR, "own-reaction")
def test_the_card_that_24_draws_from_the_other_display_is_turned_up() -> None:
    game = play(third_turn(), "roll AB", "choose A", "own-reaction B", "choose done", "roll 1")
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("-uddd", "uu-dd")
    assert said(game).startswith("Rome: 1: Gaul's C. Rome: Place their C in B. Rome: Flip B.")


def test_no_refill_is_asked_about_in_turns_whose_deck_suffices() -> None:
    game = rounds(new(CAESAR), 1)
    assert "no-card-left" not in actions(game)
    later = play(at_the_refill_of_turn_3(), "end-turn", "choose next-turn")
    later = play(later, "roll AB", "choose A", "choose done")
    assert "no-card-left" not in actions(later)


@tries(CAESAR, "pile-empty", "surprise")
def test_with_the_deck_gone_a_surprise_card_draws_from_the_other_display() -> None:
    game = play(third_turn(), "roll AB", "choose A", "surprise B", "choose done")
    assert asks(game) == "Roll for Gaul's card: 1-2 C, 3-4 D, 5-6 E."
    game = play(game, "roll 4")
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("-dddd", "uud-d")
    assert (chits(game, LEFT), game.now.active) == ((7, 8), RIGHT)


@tries(CAESAR, "discard-surprise")
def test_without_a_deck_a_discarded_surprise_card_is_replaced_before_the_choice() -> None:
    game = play(third_turn(), "roll ABC", "roll-again", "roll AB", "discard-surprise A")
    assert asks(game) == "Roll for Gaul's card: 1-2 C, 3-4 D, 5-6 E."
    game = play(game, "roll 1")
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("uuudd", "uu-dd")
    assert options(game) == ["A", "B"]


@tries(CAESAR, "surprise")
def test_what_a_surprise_card_draws_goes_into_its_own_gap_not_into_an_older_one() -> None:
    game = play(third_turn(), "roll AB", "choose A", "choose done", "roll AB", "choose A")
    game = play(game, "choose done", "choose all-up", "choose E", "surprise C")
    game = play(game, "choose done", "roll 1")
    assert lies(game, LEFT)[0] == "-"
    assert lies(game, LEFT)[2] != "-"


@tries(CAESAR, "reaction")
def test_without_a_deck_an_answer_draws_too_and_face_up_cards_if_none_is_hidden() -> None:
    game = play(third_turn(), "roll ABC", "roll-again", "roll CDE", "choose C")
    assert lies(game, LEFT) == "uu-uu"
    game = play(game, "reaction", "choose B", "choose enough", "roll AB", "choose none")
    game = play(game, "choose done")
    assert asks(game) == "Roll for Rome's card: 1 A, 2 B, 3 D, 4 E, 5-6 again."
    game = play(game, "roll 5", "roll 4")
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("uu-u-", "uuddd")


@tries(CAESAR, "surprise", "own-reaction")
def test_each_of_several_cards_draws_with_a_die_of_its_own() -> None:
    game = play(third_turn(), "roll ABC", "roll-again", "roll AB", "choose A")
    game = play(game, "surprise B", "own-reaction C", "choose done", "roll 1")
    assert asks(game) == "Roll for Gaul's card: 1-3 D, 4-6 E."
    game = play(game, "roll 6")
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("-dudd", "uu-d-")


@tries(CAESAR, "no-card-left")
def test_a_surprise_card_whose_refill_found_no_card_draws_from_the_other_display() -> None:
    game = at_the_refill_of_turn_3()
    game = play(game, "roll right AB", "choose A", "surprise B", "choose done")
    game = play(game, "no-card-left right B")
    assert said(game).endswith(
        "Gaul: Place their C in B. Rome: Leave C empty. Gaul: Leave A empty."
    )
    assert (lies(game, LEFT), lies(game, RIGHT)) == ("uu-uu", "-dddd")
    assert game.now.active is LEFT


def test_displays_stay_to_the_end_of_turn_3_and_then_all_is_dealt_again() -> None:
    game = play(rounds(new(CAESAR), 2), "end-turn", "choose next-turn")
    assert lies(game, LEFT) == "duddd"
    game = play(game, "end-turn", "choose next-turn", "end-turn", "choose next-turn")
    assert lies(game, LEFT) == "uuddd"
    assert said(game) == (
        "Both sides: Discard A to E. Shuffle all cards with the discards. "
        "Deal A and B face-up. C, D and E face-down."
    )


def test_both_sides_are_told_to_shuffle_where_their_displays_differ() -> None:
    game = play(third_turn(), "roll AB", "choose A", "choose done", "end-turn", "choose next-turn")
    assert said(game) == (
        "Rome: Discard B, C, D and E. Gaul: Discard A to E. "
        "Both sides: Shuffle all cards with the discards. "
        "Both sides: Deal A and B face-up. Both sides: C, D and E face-down. "
        "Rome: Cards Remaining: 8 of 8."
    )
