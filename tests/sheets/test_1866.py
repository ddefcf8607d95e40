"""1866: free rounds, combat, a deck for both, and hands that grow."""

from cdgdevice.rules.prompt import describe_what_to_do
from tests.rules.playing import actions, asked, chits, lies
from tests.sheets.trying import LEFT, RIGHT, asks, new, play, rounds, said, tries

SHEET = "1866-2018"


@tries(SHEET, "free-round")
def test_a_free_round_turns_no_chit() -> None:
    game = play(new(SHEET), "choose free-round", "choose done")
    assert (chits(game, LEFT), game.now.active) == ((7, 7), RIGHT)


@tries(SHEET, "nominated-combat", "combat-nomination")
def test_response_cards_may_be_nominated_instead() -> None:
    game = play(new(SHEET, nominated_combat=True), "choose free-round")
    assert not any(action.startswith("combat ") for action in actions(game))
    game = play(game, "combat-nomination", "choose A", "choose enough", "choose enough", "roll AB")
    assert (lies(game, LEFT), chits(game, LEFT)) == ("-uddd", (6, 7))


@tries(SHEET, "dispatches")
def test_dispatches_move_a_chit_from_the_one_side_to_the_other() -> None:
    game = play(new(SHEET), "roll AB", "choose A", "dispatches")
    assert (chits(game, LEFT), chits(game, RIGHT)) == ((8, 8), (6, 6))
    assert "dispatches" not in actions(game), "a card comes once in a round"
    game = play(game, "choose done", "end-turn", "choose next-turn")
    assert (chits(game, LEFT), chits(game, RIGHT)) == ((7, 7), (7, 7))


@tries(SHEET, "france-intervenes")
def test_france_gives_austria_a_card_more_for_good_and_once_in_a_game() -> None:
    game = play(new(SHEET), "roll AB", "choose A", "france-intervenes right")
    assert chits(game, RIGHT) == (8, 8)
    assert "france-intervenes" not in actions(game)
    game = play(game, "choose done", "end-turn", "choose next-turn", "roll AB", "choose A")
    assert chits(game, RIGHT) == (8, 8)
    assert "france-intervenes" not in actions(game)


@tries(SHEET, "france-intervenes", "dispatches")
def test_a_hand_of_nine_by_both_events_can_be_put_back_by_hand() -> None:
    game = play(new(SHEET), "roll AB", "choose A", "france-intervenes right", "choose done")
    game = play(game, "roll AB", "choose A", "dispatches")
    assert chits(game, RIGHT)[1] == 9
    game = asked(game, "act", action="set-table", side="right", of=8).history
    game = asked(game, "act", action="set-table", side="right", of=9).history
    assert chits(game, RIGHT)[1] == 9


@tries(SHEET, "france-intervenes", "doubled-spaces")
def test_where_hands_double_spaces_austria_doubles_a_after_france_intervened() -> None:
    game = play(new(SHEET, doubled_spaces=True), "roll AB", "choose A", "france-intervenes right")
    assert lies(play(game, "choose done"), RIGHT) == "A[ud]uddd"


@tries(SHEET, "pile-empty")
def test_an_empty_pile_has_the_whole_deck_shuffled_and_halved() -> None:
    game = play(new(SHEET), "roll ABC", "choose A", "pile-empty")
    assert "Shuffle piles and discards. Half to each C." in said(game)
    assert lies(game, LEFT) == "-uddd"


@tries(SHEET, "pile-empty")
def test_that_shuffle_is_said_once_for_both_sides_also_between_other_orders() -> None:
    game = play(new(SHEET), "end-turn", "choose B", "pile-empty")
    told = describe_what_to_do(game.now, game.orders.every)
    assert "Both sides: Shuffle piles and discards. Half to each C." in told


def test_the_declaration_of_war_is_kept_at_the_turn_s_end() -> None:
    game = play(new(SHEET), "mark left A mandatory", "end-turn")
    assert asks(game) == "Turn 1 is over: you may discard up to 1 card."


@tries(SHEET, "no-card-left")
def test_the_refill_that_finds_no_card_has_the_deck_shuffled() -> None:
    game = play(new(SHEET), "roll AB", "choose A", "choose done", "no-card-left left C")
    assert "Both sides: Shuffle piles and discards. Half to each C." in said(game)
    assert "no-card-left" not in actions(game)


def test_the_only_mandatory_card_is_asked_for_with_the_last_chit_alone() -> None:
    game = new(SHEET, (6, 6))
    for left in range(6, 1, -1):
        assert chits(game, LEFT) == (left, 6)
        assert "Mandatory card?" not in asks(game)
        game = rounds(game, 2)
    assert "Mandatory card? Mark it." in asks(game)
