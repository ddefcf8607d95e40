"""Twilight Struggle with five cards: two dice, a conveyor, headlines, and gaps that stay."""

import json
from typing import Any

import pytest

from cdgdevice.rules.card_display import Side
from cdgdevice.rules.facts import restore_facts, write_facts
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.notes import find_rules
from cdgdevice.rules.prompt import describe_what_to_do, list_kept, name_period, prompt
from cdgdevice.rules.requests import NotAllowedError
from cdgdevice.rules.snapshot import write_state
from cdgdevice.rules.texts.sentences import describe_clock
from cdgdevice.rules.texts.words import describe_for_side, describe_instruction
from cdgdevice.ui.board import view_screens
from cdgdevice.ui.state import UiState
from tests.rules.playing import actions, asked, lies, options
from tests.sheets.trying import LEFT, RIGHT, asks, new, play, said, tries

FIVE = "twilight-struggle-five-card"


def begun() -> GameHistory:
    """The headlines are dealt; the USSR's first impulse."""
    return play(new(FIVE), "choose left-event", "choose right-event", "choose next")


def playing() -> GameHistory:
    """The USSR carries out its card C."""
    return play(begun(), "choose C", "roll 1 2")


def impulses(game: GameHistory, number: int) -> GameHistory:
    """So many impulses of either side."""
    for _ in range(number):
        game = play(game, "choose C", "roll 1 2", "choose done")
    return game


def test_headlines_are_dealt_until_each_side_has_one() -> None:
    game = play(new(FIVE), "choose mixed")
    assert said(game) == "USSR's headline."
    game = play(game, "choose left-event")
    assert said(game) == "Discard it, deal another."
    game = play(game, "choose mixed")
    assert asks(game) == "Play headlines: higher value first; tie: US."


def said_to(game: GameHistory, side: Side) -> str:
    """What this side's screen asks of the hands."""
    return " ".join(describe_for_side(game.orders.every, side))


def kept(game: GameHistory) -> dict[str, Any]:
    """What the state says that the sheet remembers."""
    return write_state(game.now)["kept"]


def put_back(game: GameHistory) -> str:
    return " ".join(describe_instruction(act) for act in asked(game, "undo").restore)


def test_undoing_a_headline_says_which_cards_go_back_and_which_are_fetched() -> None:
    game = play(new(FIVE), "choose left-event")
    assert put_back(game) == "Put card 2 back on the pile. Take back USSR's headline."
    game = play(game, "choose left-event")
    assert put_back(game) == "Put card 3 back on the pile. Take card 2 back from the discards."
    game = play(game, "choose right-event")
    assert put_back(game) == "Take back US's headline."


def test_undoing_what_a_sheet_tells_says_what_becomes_of_the_cards_that_it_moved() -> None:
    assert put_back(play(playing(), "china-given left")) == "Give the China Card back."


def test_the_screen_says_which_die_plays_a_card_and_for_what() -> None:
    proposed = play(begun(), "choose C")
    assert (
        asks(play(proposed, "roll 5 1"))
        == "Blue 5: play C, as event, Ops or space race, then done."
    )
    assert (
        asks(play(proposed, "roll 6 1")) == "Red 1: play A, as event, Ops or space race, then done."
    )
    doubles = play(proposed, "roll 6 6")
    told = "Doubles: play the top card as event, then done. "
    assert asks(doubles) == f"{told}After the other side's event its Ops are yours."


@tries(FIVE, "china")
def test_the_china_card_is_nominated_and_passes_to_the_other_side_for_the_next_turn() -> None:
    game = play(begun(), "choose china", "roll 4 1")
    assert asks(game) == "Blue 4: play China Card, then done."
    game = play(game, "choose done")
    assert lies(game, LEFT) == "duuuu"
    assert "china" not in options(game)
    game = impulses(game, 11)
    game = play(game, "choose next-turn", "choose left-event", "choose right-event", "choose next")
    assert "china" not in options(game)
    assert "china" in options(play(game, "choose C", "roll 1 2", "choose done"))


def test_the_player_is_told_to_hand_over_the_china_card_that_was_played() -> None:
    game = play(begun(), "choose china", "roll 4 1", "choose done")
    assert "Give the China Card to US, face-down." in said(game)
    assert "Give the China Card back to USSR." in put_back(game)


def headlines() -> GameHistory:
    """The headlines are dealt, and being played."""
    return play(new(FIVE), "choose left-event", "choose right-event")


def test_the_headlines_are_played_before_a_row_is_turned_up() -> None:
    ended = play(impulses(begun(), 11), "choose C", "roll 1 2", "choose done")
    game = play(ended, "choose next-turn", "choose left-event", "choose right-event")
    assert options(game) == ["next"]
    assert lies(game, LEFT) == "dduuu"
    assert lies(play(game, "choose next"), LEFT) == "uuuuu"


@tries(FIVE, "china-given-down")
def test_a_headline_can_hand_the_china_card_over_before_the_first_impulse() -> None:
    assert "china" in options(play(headlines(), "choose next"))
    given = play(headlines(), "china-given left")
    assert "Give the China Card to the other side, face-up." in said(given)
    assert "china" not in options(play(given, "choose next"))
    assert "china" in options(impulses(play(given, "choose next"), 1))
    down = play(headlines(), "china-given-down left", "choose next")
    assert list_kept(down.now, RIGHT) == ("(China)",)
    assert "china" not in options(impulses(down, 1))


@tries(FIVE, "china-given")
def test_a_china_card_that_came_face_down_can_be_handed_over_again() -> None:
    game = play(begun(), "choose china", "roll 4 1", "choose done", "choose C", "roll 1 2")
    given = play(game, "china-given right", "choose done")
    assert kept(given)["china"] == "left"
    assert "china" in options(given)


def test_the_china_card_that_came_face_down_is_turned_face_up_as_the_turn_begins() -> None:
    game = play(begun(), "choose china", "roll 4 1", "choose done")
    game = play(game, "end-turn", "choose next-turn")
    assert "US: Flip the China Card face-up." in describe_what_to_do(game.now)
    assert "Flip the China Card face-down again." in put_back(game)
    assert list_kept(game.now, RIGHT) == ("China",)


def test_headlines_trap_a_side_and_reveal_a_hand() -> None:
    game = play(headlines(), "bear-trap-played left", "open-row right")
    assert list_kept(game.now, LEFT) == ("Trapped", "China")
    assert list_kept(game.now, RIGHT) == ("Revealed",)
    assert options(play(game, "choose next")) == ["quagmire"]


def test_the_screen_of_a_side_at_rest_says_all_that_is_kept_of_it() -> None:
    game = play(headlines(), "bear-trap-played left", "open-row left", "extra-card left")
    game = play(game, "quagmire-played right", "animal-in-space right", "choose next")
    game = play(game, "choose quagmire", "choose none")
    us = view_screens(UiState(), play(game, "undo", "undo"))[RIGHT]
    assert us.kept == (
        *("DEFCON 5", "Trapped", "Animal"),
        *("Scoring 3", "Scored 0", "Early War"),
    )
    ussr = view_screens(UiState(), play(game, "undo", "undo"))[LEFT]
    assert ussr.kept == (
        *("DEFCON 5", "Trapped", "Revealed", "Extra", "China"),
        *("Scoring 3", "Scored 0", "Early War"),
    )
    assert ussr.lines[-1] == "Trapped, Revealed."


def test_in_the_terminal_and_on_the_screens_the_war_period_is_named() -> None:
    periods = []
    game = new(FIVE)
    for _ in range(10):
        periods.append(name_period(game.now))
        game = play(game, "choose left-event", "choose right-event", "choose next", "end-turn")
        game = play(game, "choose next-turn")
    assert periods == ["Early War"] * 3 + ["Mid War"] * 4 + ["Late War"] * 3


def test_a_screen_counts_impulses() -> None:
    assert describe_clock(4, 5, begun().now.sheet.words) == "T4 I5"


@tries(FIVE, "scoring-card-replace")
def test_ask_not_can_change_the_scoring_card_in_the_fifth_and_sixth_impulse() -> None:
    assert "scoring-card-replace" not in actions(play(impulses(begun(), 7), "choose C", "roll 1 2"))
    game = play(impulses(begun(), 8), "choose C", "roll 1 2", "scoring-card-replace")
    assert said(game) == "Discard the face-up scoring card; flip another."


def test_a_deck_that_runs_out_in_the_headlines_is_shuffled_there() -> None:
    assert said(play(new(FIVE), "no-card-left")).endswith("into a new draw deck. Deal on.")


def test_no_late_war_scoring_card_joins_the_scoring_deck() -> None:
    added = [r for r in new(FIVE).now.sheet.turn.reminders if "scoring cards to" in r.text]
    assert [reminder.turns for reminder in added] == [(4, 4)]


def test_the_mid_and_late_war_cards_join_at_turns_four_and_eight() -> None:
    war = {}
    game = new(FIVE)
    for turn in range(1, 9):
        war[turn] = [name for name in ("Mid War", "Late War") if name in said(game)]
        game = play(game, "choose left-event", "choose right-event", "choose next")
        game = play(impulses(game, 12), "choose next-turn") if turn < 8 else game
    assert {turn: names for turn, names in war.items() if names} == {
        4: ["Mid War"],
        8: ["Late War"],
    }


def at_defcon(number: int) -> GameHistory:
    return play(begun(), "defcon", f"choose {number}")


@tries(FIVE, "defcon")
def test_defcon_is_kept_and_rises_by_one_as_a_turn_ends_up_to_five() -> None:
    game = at_defcon(3)
    shown = []
    for rises in (True, True, False):
        game = play(game, "end-turn")
        shown.append(kept(game)["defcon"])
        assert (f"Increase DEFCON by 1: it is {shown[-1]}." in said(game)) is rises
        game = play(game, "choose next-turn", "choose left-event", "choose right-event")
        game = play(game, "choose next")
    assert shown == [4, 5, 5]
    assert kept(play(game, "defcon", "choose 2", "undo", "undo"))["defcon"] == 5


def test_at_defcon_two_a_proposal_and_doubles_are_warned_of() -> None:
    warning = "DEFCON 2: to lower it in your impulse loses."
    assert warning not in asks(at_defcon(3))
    assert asks(at_defcon(2)).startswith(warning)
    assert warning in asks(play(at_defcon(2), "choose C", "roll 4 4"))
    assert warning not in asks(play(at_defcon(2), "choose C", "roll 4 1"))


def test_defcon_one_ends_the_game() -> None:
    game = at_defcon(1)
    assert said(game) == "Nuclear war: whose impulse it is has lost."
    assert asks(game) == "The game is over."


def test_the_screens_show_defcon_and_a_journal_keeps_it() -> None:
    game = at_defcon(3)
    assert "DEFCON 3" in view_screens(UiState(), game)[LEFT].kept
    written = json.loads(json.dumps(write_facts(game)))
    assert kept(restore_facts(begun(), written))["defcon"] == 3


def test_a_journal_that_says_nothing_of_defcon_continues_with_five() -> None:
    assert "numbers" not in write_facts(begun())
    assert kept(restore_facts(at_defcon(3), write_facts(begun())))["defcon"] == 5


@tries(FIVE, "south-east-asia")
def test_south_east_asia_scoring_leaves_the_game_once_it_was_scored() -> None:
    order = "South East Asia leaves the game if it was scored."
    game = begun()
    for turn in range(1, 6):
        assert ("south-east-asia" in actions(game)) is (turn > 3)
        game = play(game, "end-turn")
        assert (order in said(game)) is (turn > 3), turn
        if turn == 5:
            continue
        game = play(game, "choose next-turn", "choose left-event", "choose right-event")
        game = play(game, "choose next")
    scored = play(game, "south-east-asia left")
    assert said(scored) == "Remove South East Asia Scoring from the game."
    assert "south-east-asia" not in actions(scored)
    next_turn = play(scored, "choose next-turn", "choose left-event", "choose right-event")
    assert order not in said(play(next_turn, "choose next", "end-turn"))


def tally(game: GameHistory) -> tuple[int, int]:
    """The scoring cards that lie face-down in their deck, and those flipped since its shuffle."""
    return kept(game)["scoring"], kept(game)["scored"]


def at_next_turn(game: GameHistory) -> GameHistory:
    game = play(game, "choose next-turn", "choose left-event", "choose right-event")
    return play(game, "choose next")


def test_the_scoring_cards_are_tallied_as_they_are_flipped_shuffled_and_added() -> None:
    game, tallies = begun(), []
    for turn in range(1, 8):
        tallies.append(tally(game))
        ended = impulses(game, 12)
        flipped = 1 if turn < 4 else 2
        assert tally(ended) == (tally(game)[0] - flipped, tally(game)[1] + flipped), turn
        if turn == 5:
            ended = play(ended, "south-east-asia left")
            assert tally(ended) == (3, 3)
            assert tally(play(ended, "undo")) == (3, 4)
        game = at_next_turn(ended)
    assert tallies == [(3, 0), (3, 0), (2, 1), (7, 0), (5, 2), (6, 0), (4, 2)]
    assert {"Scoring 6", "Scored 0"} <= set(view_screens(UiState(), game)[LEFT].kept)


def test_a_scoring_card_that_ask_not_replaces_is_tallied_and_comes_back_with_undo() -> None:
    game = play(impulses(begun(), 8), "choose C", "roll 1 2")
    assert tally(game) == (2, 1)
    replaced = play(game, "scoring-card-replace")
    assert tally(replaced) == (1, 2)
    assert tally(play(replaced, "undo")) == (2, 1)
    assert tally(at_next_turn(play(replaced, "choose done", "end-turn"))) == (3, 0)


def test_the_order_to_shuffle_the_scoring_deck_is_said_where_no_card_was_scored() -> None:
    game = at_next_turn(play(begun(), "end-turn"))
    for _ in range(2):
        game = play(game, "end-turn", "choose next-turn")
        order = said(game)
        game = play(game, "choose left-event", "choose right-event", "choose next")
    assert "Shuffle the scoring deck, with the scored cards." in order
    assert tally(game) == (7, 0)


def test_military_ops_are_judged_before_they_go_back_to_zero_and_defcon_rises() -> None:
    ended = describe_what_to_do(play(at_defcon(4), "end-turn").now)
    judged = ended.index("Military ops short of DEFCON cost 1 VP each. Reset them to 0.")
    assert ended[judged + 1] == "Increase DEFCON by 1: it is 5."


def test_a_deck_that_gives_more_cards_than_it_had_must_be_counted_again() -> None:
    game = play(begun(), "deck-counted", "choose 1")
    game = play(game, "choose C", "roll 1 2", "choose done", "no-card-left")
    assert "deck" not in kept(game)
    again = play(game, "deck-counted", "choose 40")
    assert kept(play(again, "choose C", "roll 1 2", "choose done"))["deck"] == 38


def test_the_deck_must_be_counted_first_and_when_cards_have_joined_it() -> None:
    order, told = "Count the draw deck to keep its size in sight.", []
    game = begun()
    for turn in range(1, 10):
        told += [turn] if order in said(game) else []
        game = play(game, "end-turn", "choose next-turn")
        game = play(game, "choose left-event", "choose right-event", "choose next")
    assert told == [1, 4, 8]


def test_the_number_of_the_draw_deck_is_forgotten_when_cards_join_it() -> None:
    game = play(begun(), "deck-counted", "choose 30")
    known = []
    for turn in range(1, 9):
        known += [turn] if "deck" in kept(game) else []
        ended = play(game, "end-turn")
        game = play(ended, "choose next-turn", "choose left-event", "choose right-event")
        game = play(game, "choose next")
        if turn == 3:
            assert kept(play(game, "undo", "undo", "undo", "undo"))["deck"] == kept(ended)["deck"]
            game = play(game, "deck-counted", "choose 50")
    assert known == [1, 2, 3, 4, 5, 6, 7]
    assert "deck" not in kept(game)


@pytest.mark.parametrize("turns", [0, 3, 7])
def test_each_order_to_count_the_deck_names_the_rule_of_the_deck(turns: int) -> None:
    order, game = "Count the draw deck to keep its size in sight.", begun()
    for _ in range(turns):
        game = play(game, "end-turn", "choose next-turn", "choose left-event", "choose right-event")
        game = play(game, "choose next")
    (rule,) = (rule for rule in find_rules(game)[1:] if order in rule.of)
    assert [note.title for note in rule.notes] == ["Empty draw deck"]


@tries(FIVE, "deck-counted")
def test_a_counted_draw_deck_has_one_card_fewer_for_each_that_is_dealt() -> None:
    game = play(begun(), "deck-counted", "choose 30")
    played_ = play(game, "choose C", "roll 1 2", "choose done")
    assert kept(played_)["deck"] == 28, "A and B are filled"
    top = play(game, "choose C", "roll 6 6")
    assert kept(top)["deck"] == 29, "the top card is drawn"
    assert kept(play(top, "undo", "undo"))["deck"] == 30
    replaced = play(game, "discard-replace left", "choose A", "choose B", "choose enough")
    assert kept(replaced)["deck"] == 28
    ended = play(game, "end-turn", "choose next-turn", "choose left-event", "choose left-event")
    assert kept(ended)["deck"] == 28, "cards dealt for headlines"
    assert "deck" not in kept(play(begun(), "choose C", "roll 1 2", "choose done"))


@tries(FIVE, "grain-sales")
def test_a_card_that_grain_sales_draws_leaves_the_row_only_if_the_us_plays_it() -> None:
    asked_ = play(begun(), "choose C", "roll 1 2", "choose done", "choose C", "roll 1 2")
    asked_ = play(asked_, "grain-sales right", "roll 4")
    assert asks(asked_) == "Does the US play that card?"
    assert lies(play(asked_, "choose played"), LEFT) == "ddu-u"
    assert lies(play(asked_, "choose kept"), LEFT) == "dduuu"


def test_the_state_says_which_hand_is_revealed_and_how_many_extra_cards_there_are() -> None:
    game = play(begun(), "open-row left", "extra-card right", "extra-card right")
    sides = write_state(game.now)["sides"]
    assert {side: (sides[side]["revealed"], sides[side]["extra"]) for side in sides} == {
        "left": (True, 0),
        "right": (False, 2),
    }


@tries(FIVE, "space-race")
def test_the_space_race_costs_a_point_for_each_op_short_and_is_closed_to_doubles() -> None:
    game = play(playing(), "space-race", "choose two")
    assert said(game) == "Lose 2 VP; roll for the space race."
    assert asks(game) == "Blue 1: play C, then done.", "it is played for nothing else"
    assert "space-race" not in actions(play(begun(), "choose C", "roll 2 2"))


@tries(FIVE, "space-race", "space-race-again", "animal-in-space", "animal-in-space-over")
def test_the_space_race_is_tried_once_a_turn_and_twice_with_the_animal_in_space() -> None:
    raced = play(playing(), "space-race", "choose enough")
    assert "space-race" not in actions(raced)
    assert "space-race-again" not in actions(raced)
    assert kept(raced)["space-race"] == ["left"]
    with_animal = play(raced, "animal-in-space left")
    assert "space-race-again" not in actions(play(with_animal, "animal-in-space-over left"))
    assert "space-race-again" not in actions(with_animal), "this card has been sent"
    twice = play(with_animal, "choose done", "choose C", "roll 1 2", "choose done")
    twice = play(twice, "choose C", "roll 1 2", "space-race-again", "choose one")
    assert said(twice) == "Lose 1 VP; roll for the space race."
    later = play(impulses(play(twice, "choose done"), 1), "choose C", "roll 1 2")
    assert asks(later) == "Blue 1: play C, as event or Ops, then done.", "no third card"
    assert not {"space-race", "space-race-again"} & set(actions(twice))
    ended = play(raced, "choose done", "end-turn", "choose next-turn")
    game = play(ended, "choose left-event", "choose right-event", "choose next")
    game = play(game, "choose C", "roll 1 2")
    assert "space-race" in actions(game), "each turn anew"


@tries(FIVE, "china")
def test_the_state_and_the_screen_say_who_holds_the_china_card() -> None:
    game = begun()
    assert kept(game)["china"] == "left"
    assert (list_kept(game.now, LEFT), list_kept(game.now, RIGHT)) == (("China",), ())
    game = play(game, "choose china", "roll 4 1", "choose done")
    assert kept(game)["china"] == "right"
    assert list_kept(game.now, RIGHT) == ("(China)",), "face-down until the next turn"


@tries(FIVE, "quagmire")
def test_the_gap_of_a_quagmire_stays_to_the_end_of_the_next_impulse() -> None:
    game = play(begun(), "choose C", "roll 1 2", "quagmire-played right", "choose done")
    game = play(game, "choose quagmire", "choose discard", "choose D", "roll 4")
    # E leaves, C slides to E, B to C and A to B; only A gets a new card.
    assert lies(game, RIGHT) == "duu-u"
    assert "D stays empty. Slide the others toward E. Fill A, face-down." in said_to(game, RIGHT)
    game = play(game, "choose C", "roll 1 2", "choose done")
    assert lies(game, RIGHT) == "uuu-u"
    game = play(game, "choose A", "roll 1 2", "choose done")
    assert lies(game, RIGHT) == "ddduu"


@tries(FIVE, "quagmire", "quagmire-played")
def test_a_trapped_side_is_offered_nothing_else_until_it_is_free() -> None:
    game = play(begun(), "choose C", "roll 1 2")
    assert "quagmire" not in options(begun())
    game = play(game, "quagmire-played right", "choose done")
    assert options(game) == ["quagmire"]
    assert asks(game) == "Quagmire/Bear Trap. Discard a card of 2 Ops or more, or pass."
    assert kept(game)["trapped"] == ["right"]
    stuck = play(game, "choose quagmire", "choose discard", "choose A", "roll 5")
    assert options(play(impulses(stuck, 1))) == ["quagmire"]
    free = play(game, "choose quagmire", "choose discard", "choose A", "roll 4")
    assert kept(free)["trapped"] == []
    assert "quagmire" not in options(impulses(free, 1))


@tries(FIVE, "quagmire")
def test_a_trapped_side_may_discard_an_extra_card_which_leaves_no_gap() -> None:
    game = play(begun(), "quagmire-played right", "choose C", "roll 1 2", "choose done")
    assert options(play(game, "choose quagmire", "choose discard")) == ["A", "B", "C", "D", "E"]
    game = play(game, "extra-card right", "choose quagmire", "choose discard")
    assert options(game) == ["row", "extra-card"]
    game = play(game, "choose extra-card")
    assert "Discard the extra card." in said(game)
    game = play(game, "roll 4")
    assert (kept(game)["trapped"], lies(game, RIGHT)) == ([], "duuuu")
    assert list_kept(game.now, RIGHT) == ()


@tries(FIVE, "discard-extra")
def test_an_extra_card_is_discarded_where_there_is_one() -> None:
    game = begun()
    assert "discard-extra" not in actions(game)
    game = play(game, "extra-card left")
    assert list_kept(game.now, LEFT)[0] == "Extra"
    game = play(game, "discard-extra left")
    assert "Extra" not in list_kept(game.now, LEFT)
    assert (said(game), lies(game, LEFT)) == ("Discard an extra card.", "uuuuu")


@tries(FIVE, "bear-trap-played")
def test_quagmire_traps_the_us_and_bear_trap_the_ussr() -> None:
    for action, side in (("quagmire-played", "right"), ("bear-trap-played", "left")):
        (offered,) = (each for each in prompt(begun().now).actions if each.id == action)
        assert offered.args == (("side", (side,)),)
        trapped = play(begun(), f"{action} {side}")
        assert action not in actions(trapped)


@tries(FIVE, "quagmire")
def test_who_is_not_freed_discards_again_and_who_can_t_passes_while_e_leaves() -> None:
    game = play(begun(), "bear-trap-played left")
    game = play(game, "choose quagmire", "choose discard", "choose A", "roll 5")
    assert lies(game, LEFT).count("-") == 1
    game = play(impulses(game, 1), "choose quagmire", "choose none")
    assert game.now.active is RIGHT


@tries(FIVE, "discard-stays")
def test_a_discard_without_replacement_leaves_a_gap_to_the_end_of_that_side_s_next_impulse() -> (
    None
):
    game = play(playing(), "discard-stays right D")
    assert lies(game, RIGHT) == "uuu-u"
    game = play(game, "choose done")
    assert lies(game, RIGHT) == "uuu-u"
    game = play(game, "choose A", "roll 1 2", "choose done")
    assert lies(game, RIGHT) == "ddduu"


@tries(FIVE, "missile-envy")
def test_missile_envy_takes_a_card_of_the_other_row_and_lies_below_that_row() -> None:
    game = play(playing(), "missile-envy left", "choose D")
    assert said(game) == (
        "US: Discard D. USSR: Play it now: for Ops if its event is the other side's. "
        "USSR: Place Missile Envy below the other side's row."
    )
    assert put_back(game).startswith("Take Missile Envy back.")
    assert (lies(game, RIGHT), list_kept(game.now, RIGHT)) == ("uuu-u", ("Extra",))
    game = play(game, "choose done")
    assert "extra" in options(game)
    assert lies(play(game, "choose A", "roll 1 2", "choose done"), RIGHT) == "ddduu"


@tries(FIVE, "un-intervention")
def test_un_intervention_takes_a_second_card_of_its_own_row_which_leaves_a_gap() -> None:
    before = playing()
    game = play(before, "un-intervention A")
    assert said(game) == "Discard A. Use its Ops, without its event."
    assert "un-intervention" not in actions(game)
    assert lies(play(game, "choose done"), LEFT).count("-") == 1
    assert lies(play(before, "choose done"), LEFT).count("-") == 0


@tries(FIVE, "random-discard")
def test_a_random_discard_may_hit_any_card_of_the_row_and_leaves_a_gap() -> None:
    game = impulses(begun(), 1)
    assert lies(game, LEFT) == "dduuu"
    game = play(game, "choose C", "roll 1 2", "random-discard left")
    assert asks(game) == "Roll for USSR's card: 1 A, 2 B, 3 C, 4 D, 5 E, 6 again."
    game = play(game, "roll 6", "roll 2")
    assert lies(game, LEFT) == "d-uuu"


@tries(FIVE, "discard-replace")
def test_discards_with_replacement_are_filled_in_the_order_a_to_e() -> None:
    game = play(playing(), "discard-replace left", "choose E", "choose A", "choose enough")
    assert said(game) == "Discard A and E. Fill A and E, face-down."
    assert lies(game, LEFT) == "du-ud"


@tries(FIVE, "discard-replace", "open-row")
def test_in_an_open_row_replacements_come_face_up() -> None:
    game = play(impulses(begun(), 1), "open-row left")
    assert lies(game, LEFT) == "uuuuu"
    game = play(game, "discard-replace left", "choose A", "choose enough")
    assert lies(game, LEFT) == "uuuuu"
    game = impulses(game, 2)
    assert lies(game, LEFT) == "uuuuu"


@tries(FIVE, "open-row")
def test_a_scoring_card_comes_earlier_only_where_the_other_side_played_what_reveals_a_hand() -> (
    None
):
    early = "Flip a scoring card."
    by_ussr = impulses(play(playing(), "open-row left", "choose done"), 6)
    assert by_ussr.now.active is RIGHT
    assert early not in said(by_ussr)
    assert early in said(impulses(by_ussr, 1)), "before the fifth impulse as ever"
    by_us = play(impulses(begun(), 1), "choose C", "roll 1 2", "open-row left", "choose done")
    assert early in said(impulses(by_us, 5))
    headline = play(begun(), "open-row left")
    assert early in said(impulses(headline, 7))


@tries(FIVE, "open-row")
def test_a_revealed_hand_brings_a_scoring_card_earlier() -> None:
    plain = impulses(begun(), 8)
    assert "Flip a scoring card." in said(plain)
    revealed = impulses(play(impulses(begun(), 1), "open-row left"), 6)
    assert revealed.now.active is RIGHT
    assert "Flip a scoring card." in said(revealed)
    assert "Flip a scoring card." not in said(impulses(revealed, 1))


@tries(FIVE, "extra-card")
def test_an_extra_card_lies_below_the_row_until_the_turn_s_end() -> None:
    game = play(begun(), "extra-card left")
    assert options(game)[5:] == ["china", "extra"]
    played = play(game, "choose extra", "roll 4 3")
    assert asks(played) == "Blue 4: play Extra card, as event, Ops or space race, then done."
    assert "extra" not in options(impulses(play(played, "choose done"), 1))
    unused = play(game, "end-turn")
    assert "Discard the extra card." in said(unused)
    later = play(
        unused, "choose next-turn", "choose left-event", "choose right-event", "choose next"
    )
    assert "extra" not in options(later)


@tries(FIVE, "stolen-card")
def test_a_stolen_card_lies_below_the_thief_s_row_and_is_not_replaced() -> None:
    game = play(playing(), "stolen-card left", "choose chosen", "choose D")
    assert said(game) == "Place US's D below your row."
    assert put_back(game) == "Put US's D back in its row."
    assert lies(game, RIGHT) == "uuu-u"
    assert list_kept(game.now, LEFT) == ("Extra", "China")
    game = play(game, "choose done", "choose A", "roll 1 2", "choose done")
    assert lies(game, RIGHT) == "ddduu", "the gap stays to the end of that side's impulse"
    assert "extra" in options(game)
    by_chance = play(playing(), "stolen-card right", "choose random", "roll 2")
    assert said(by_chance).endswith("Place USSR's B below your row.")


@tries(FIVE, "china-given")
def test_an_event_hands_the_china_card_over_to_the_side_that_may_then_nominate_it() -> None:
    game = play(playing(), "china-given left")
    assert "china-given" in actions(game)
    with pytest.raises(NotAllowedError, match="not offered now"):
        play(game, "china-given left")
    assert "china" in options(play(game, "choose done"))


@tries(FIVE, "no-card-left")
def test_where_no_card_is_left_the_discards_are_a_new_deck_and_the_deal_goes_on() -> None:
    dealt = impulses(begun(), 1)
    game = play(dealt, "no-card-left")
    assert said(game) == "Shuffle the discard pile into a new draw deck. Deal on."
    assert (lies(game, LEFT), lies(game, RIGHT)) == (lies(dealt, LEFT), lies(dealt, RIGHT))
    fill = describe_instruction(game.orders.every[-2])
    assert fill == "Fill B, face-down.", "what is to be dealt stays in sight"
    assert "no-card-left" in actions(playing())


def test_what_is_done_at_the_turn_s_end_is_neither_side_s() -> None:
    ended = describe_what_to_do(impulses(begun(), 12).now)
    assert ended[-3:] == (
        "Resolve the face-up scoring cards.",
        "Military ops short of DEFCON cost 1 VP each. Reset them to 0.",
        "Advance the turn marker.",
    )
    assert ended[0] == "US: Discard E."


def test_a_journal_s_facts_tell_who_is_trapped_and_who_opened_a_row() -> None:
    game = play(playing(), "quagmire-played right", "open-row left", "space-race", "choose one")
    written = json.loads(json.dumps(write_facts(game)))
    restored = restore_facts(begun(), written)
    assert write_facts(restored) == written
    assert kept(restored) == kept(game)
    assert restored.now.seats[LEFT].row.opened_itself


def test_an_emptied_display_leaves_no_card_to_nominate_and_the_game_goes_on() -> None:
    game = play(begun(), "china-given left")
    for card in "ABCDE":
        game = play(game, f"discard-stays left {card}")
    assert (options(game), prompt(game.now).text) == ([], ("No card is left to nominate.",))
    assert "end-turn" in actions(game)
