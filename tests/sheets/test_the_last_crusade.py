"""The Last Crusade: the led set-up, your turn, and the enemy's turn, phase by phase."""

from random import Random

from cdgdevice.cli.typed_words import parse_typed
from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.die import STANDARD_CONVERSION
from cdgdevice.rules.engine import begin_game
from cdgdevice.rules.guided.kept_values import describe_kept_numbers
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.notes import list_rules
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import ChooseOption, NewGame
from tests.examples import count_examples
from tests.rules.playing import actions, options
from tests.sheets.trying import LEFT, RIGHT, asks, new, play, said, tries

CRUSADE = "last-crusade"


def begun(level: int, supply: int = 40) -> GameHistory:
    """The enemy's Supply is told, and its aggression level rolled."""
    return play(new(CRUSADE), f"choose {supply}", f"roll {level}")


def next_steps(game: GameHistory, number: int = 1) -> GameHistory:
    """So many things are done on the map."""
    return play(game, *["choose next"] * number)


def your_turn_over(game: GameHistory) -> GameHistory:
    """The player has a turn without anything that the gadget must know."""
    return play(game, "choose your-turn", "choose none", "choose end")


def reinforcing(game: GameHistory) -> GameHistory:
    """The enemy's turn up to the question which step the turn card has next: its own order."""
    return play(your_turn_over(game), "choose enemy-turn", "choose none", "choose no")


def in_the_air(game: GameHistory) -> GameHistory:
    """The enemy's turn up to its aircraft: no Special, no refit, nothing deployed."""
    game = play(your_turn_over(game), "choose enemy-turn", "choose none", "choose yes")
    return play(game, "choose none", "choose no", "choose no")


def past_the_air(game: GameHistory) -> GameHistory:
    """It has no aircraft, and no recon."""
    return play(game, "choose none", "choose no")


def closed_up(game: GameHistory) -> GameHistory:
    """Units advance, close up and dig in, and nothing is in HQ."""
    return play(next_steps(game, 2), "choose none")


def test_without_a_guided_set_up_the_level_is_rolled_last_once_the_supply_is_told() -> None:
    assert asks(new(CRUSADE)) == "How much Supply has the enemy?"
    game = play(new(CRUSADE), "choose 9")
    assert asks(game) == "Last of all: the enemy's aggression level. Roll."
    game = play(game, "roll 3")
    assert said(game) == "Flip the enemy's hand."
    kept = ("Aggression: 3.", "Enemy Supply: 9.", "On CAP: 0.", "Your VP: 0.", "Its VP: 0.")
    assert describe_kept_numbers(game.now) == kept
    later = play(game, "end-turn", "choose next-turn")
    assert (said(later), options(later)) == ("", ["your-turn"]), "it is rolled once"


def test_the_set_up_is_guided_in_order_and_zones_are_filled_again_and_again() -> None:
    game = begin_led()
    assert asks(game) == "Is everything set up, but for the aggression level?"
    game = play(game, "choose no")
    asked = []
    for _ in range(7):
        asked.append(asks(game))
        game = next_steps(game)
    assert "nine cards worth 32 points" in asked[2]
    assert asked[6] == "Shuffle the Unit Deck. Deal three cards face-down to each enemy zone."
    for full in ("no", "no", "yes"):
        assert asks(game) == "Flip the cards that were dealt."
        game = next_steps(game, 4)
        assert asks(game) == "Are all three enemy zones at their stacking limit?"
        game = play(game, f"choose {full}")
        if full == "no":
            assert asks(game) == "Deal cards face-down to each zone below its limit."
            game = next_steps(game)
    game = next_steps(game, 7)
    assert asks(game) == "Throw the enemy's usual dice: how much Supply?"
    game = play(game, "choose 11")
    assert asks(game) == "Last of all: the enemy's aggression level. Roll."
    game = play(reinforcing(play(game, "roll 2")), "choose supply")
    assert said(game) == "No roll: its first Supply was rolled at the set-up."


def begin_led() -> GameHistory:
    """A game whose set-up is led."""
    return begin_game(load_sheet(CRUSADE), NewGame(CRUSADE, set_up=True))


def test_who_has_set_up_skips_the_guided_set_up_with_one_answer_and_can_undo_it() -> None:
    game = play(begin_led(), "choose yes")
    assert asks(game) == "How much Supply has the enemy?"
    assert asks(play(game, "undo")) == asks(begin_led())


@tries(CRUSADE, "set-up")
def test_the_set_up_can_be_guided_through_once_more() -> None:
    game = play(begun(3), "set-up")
    assert asks(game).startswith("Build your deck.")
    assert "set-up" not in actions(game)


@tries(CRUSADE, "your-turn", "enemy-turn")
def test_each_side_has_one_turn_of_its_own_and_from_the_second_turn_supply_is_rolled() -> None:
    game = begun(1)
    assert (game.now.active, options(game)) == (LEFT, ["your-turn"])
    game = your_turn_over(game)
    assert (game.now.active, options(game)) == (RIGHT, ["enemy-turn"])
    game = play(past_the_air(in_the_air(begun(1))), "roll 1", "roll 2", "roll 2", "roll 2")
    game = play(closed_up(play(game, "choose 0")), "choose no", "choose next-turn")
    assert (game.now.turn, game.now.active, options(game)) == (2, LEFT, ["your-turn"])
    game = play(game, "choose your-turn", "choose end", "choose enemy-turn", "choose none")
    assert asks(game) == "Throw its Supply dice: how much?", "the turn card's order is known"
    assert play(game, "choose 7").now.lists.numbers["supply"] == 47


@tries(CRUSADE, "your-turn", "enemy-turn")
def test_the_phase_stands_at_the_top_and_each_question_leads_to_its_rule() -> None:
    game = play(your_turn_over(begun(3)), "choose enemy-turn")
    phases = [game.now.phase]
    game = play(game, "choose none", "choose yes", "choose none", "choose no", "choose no")
    phases.append(game.now.phase)
    game = play(game, "choose none")
    phases.append(game.now.phase)
    assert phases == ["Reinforcement", "Air Action", "Recon"]
    game = play(begun(3), "choose your-turn", "choose none", "choose assault")
    assert [note.title for note in list_rules(game.now)][:1] == ["Your assaults"]


@tries(CRUSADE, "aggression-check")
def test_a_check_shows_the_level_and_passes_at_or_below_it() -> None:
    game = play(begun(4), "aggression-check")
    assert asks(game) == "Aggression check. Roll 1-4."
    assert said(play(game, "roll 4")) == "4: yes, it takes 1-4. Passed: the enemy acts."
    assert said(play(game, "roll 5")) == "5: no, it takes 1-4. Failed: the enemy does not act."


@tries(CRUSADE, "random-choice")
def test_a_random_choice_is_fair_among_any_number_of_things() -> None:
    game = play(begun(4), "random-choice", "choose 8")
    assert asks(game) == "Roll: take number 1 to 8."
    game = play(game, "roll 2")
    assert asks(game) == "Throw once more."
    assert said(play(game, "roll 1")) == "1: Take number 2."


@tries(CRUSADE, "random-choice")
def test_a_choice_within_a_choice_leaves_the_first_one_as_it_was() -> None:
    game = play(begun(4), "random-choice", "choose 6", "random-choice", "choose 0")
    assert asks(game) == "Roll: take number 1 to 6."
    assert said(play(game, "roll 6")) == "6: Take number 6."


@tries(CRUSADE, "random-choice", "aggression-check", "enemy-turn", "your-turn")
def test_a_choice_or_a_check_can_be_rolled_at_every_question_and_the_question_stays() -> None:
    game = play(in_the_air(begun(4)), "choose fighters", "choose 1", "choose no")
    asked = asks(game)
    assert asked == "Fighter 1 launches? Roll 1-4."
    game = play(game, "random-choice")
    assert "random-choice" not in actions(game), "one at a time"
    game = play(game, "choose 2", "roll 3")
    assert (said(game), asks(game)) == ("3: Take number 1.", asked)
    game = play(game, "aggression-check", "roll 6")
    assert asks(game) == asked
    assert asks(play(game, "roll 2")) == "Fighter 1: Supply cost of its launch?"


@tries(CRUSADE, "enemy-turn", "your-turn", "enemy-special")
def test_a_special_is_paid_for_only_if_5_supply_stay_and_of_several_dice_pick_one() -> None:
    game = play(your_turn_over(begun(3, 9)), "choose enemy-turn", "choose several", "choose 3")
    game = play(game, "roll 4")
    assert said(game) == "4: Take number 2."
    assert asks(game) == "Supply cost of that Special card?"
    assert said(play(game, "choose 5")) == "Don't play it: it costs 5 of 9 Supply; 5 must stay."
    game = play(game, "choose 4")
    assert asks(game) == "Play it: the enemy has 5 Supply left."
    free = play(next_steps(game), "enemy-special", "choose 0")
    assert asks(free) == "Play it: the enemy has 5 Supply left.", "what costs nothing it may"


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_fighters_attack_only_where_you_have_aircraft_and_bombers_choose_front_or_rear() -> None:
    game = play(in_the_air(begun(3)), "choose both", "choose 2", "choose yes", "roll 3")
    game = play(game, "choose 3")
    assert asks(game) == "Fighter 1 attacks? Roll 1-3."
    game = play(game, "roll 4")
    assert asks(game) == "Fighter 1: move it to CAP."
    assert "On CAP: 1." in describe_kept_numbers(game.now)
    game = play(next_steps(game), "roll 1", "choose 3", "roll 1")
    assert asks(game) == "Your forward-most units: one zone, or equal ones?"
    game = play(game, "choose several", "choose 3", "roll 5")
    assert said(game) == "5: Take number 3."
    assert asks(game) == "Fighter 2: move it next to your units there."
    game = play(next_steps(game), "choose 1", "roll 1", "choose 3", "roll 2")
    assert asks(game).startswith("Your rear-most units, usually in HQ")
    equal = play(game, "choose several", "choose 2", "roll 1")
    assert said(equal) == "1: Take number 1."
    assert asks(play(game, "choose one")) == "Bomber 1: move it to your rear-most units."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_without_aircraft_of_yours_a_fighter_that_launches_attacks_without_a_second_check() -> None:
    game = play(in_the_air(begun(3)), "choose fighters", "choose 1", "choose no")
    game = play(game, "roll 2", "choose 3")
    why = "You have no aircraft: no second check, so fighter 1 attacks."
    assert said(game) == f"2: yes, it takes 1-3. {why}" or said(game) == why
    assert asks(game).startswith("Your forward-most units")
    game = play(game, "choose one")
    assert asks(game) == "Fighter 1: move it next to your units there."
    assert game.now.lists.numbers["on-cap"] == 0, "only a failed check brings CAP"


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_the_cost_is_asked_after_the_first_check_and_supply_can_stop_a_launch_or_a_shot() -> None:
    game = play(in_the_air(begun(3, 7)), "choose both", "choose 1", "choose yes")
    game = play(game, "roll 1", "choose 3")
    assert said(game) == "Fighter 1 stays: it costs 3 of 7 Supply; 5 must stay."
    game = play(game, "choose 1", "roll 1", "choose 2")
    assert asks(game) == "Bomber 1 flies to the rear? Roll 1-3."
    game = next_steps(play(game, "roll 1", "choose one"))
    game = play(game, "choose no", "choose 0")
    game = play(game, "roll 1", "roll 6", "roll 6", "roll 6", "choose 1", "roll 1", "choose 1")
    assert said(game) == "Artillery 1 does not fire: it costs 1 of 5 Supply; 5 must stay."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_refits_and_deployments_are_paid_for_one_by_one() -> None:
    game = play(reinforcing(begun(3, 12)), "choose refit")
    game = play(game, "choose several", "choose 2", "roll 6", "choose 2")
    assert asks(game) == "Refit it: 10 Supply left."
    game = play(next_steps(game), "choose no", "choose deploy", "choose unit", "choose 6")
    assert said(game) == "Keep it: it costs 6 of 10 Supply; 5 must stay."
    game = play(game, "choose other", "choose 1", "choose several", "choose 2", "roll 1")
    assert asks(game) == "Place it there: 9 Supply left."
    game = play(next_steps(game), "choose equal", "choose 2", "roll 1", "choose unit", "choose 4")
    assert asks(game) == "Deploy it to HQ or airfield: 5 Supply left."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_reinforcement_follows_the_turn_card_and_asks_for_specials_that_come_with_it() -> None:
    game = reinforcing(begun(3, 8))
    assert asks(game) == "The turn card: which step is next?"
    assert options(game) == ["draw", "supply", "refit", "deploy", "no"]
    drawn = play(game, "choose draw")
    assert asks(drawn) == "Draw the enemy's cards, face-up. Special cards in its hand?"
    assert asks(play(drawn, "choose none")) == asks(game), "none is asked for"
    drawn = play(drawn, "choose some")
    assert asks(drawn) == "Can the enemy play a Special card now?"
    drawn = play(drawn, "choose one", "choose 3")
    assert asks(drawn) == "Play it: the enemy has 5 Supply left."
    back = play(next_steps(drawn), "choose none")
    assert asks(back) == "The turn card: which step is next?"
    assert options(back) == ["supply", "refit", "deploy", "no", "draw"], "who presses on ends"
    assert options(play(game, "choose deploy", "choose no"))[0] == "no"
    assert asks(play(game, "choose deploy")).startswith("Deploy: its most expensive"), "any order"


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_a_full_hq_keeps_units_back_but_no_fortification_also_one_drawn_among_equals() -> None:
    game = play(reinforcing(begun(3, 20)), "choose deploy")
    drawn = play(game, "choose equal", "choose 2", "roll 1")
    assert asks(drawn) == "The card drawn: a unit, or not?"
    for full in (play(game, "choose full"), play(drawn, "choose full")):
        assert said(full) == "HQ is full: no more units this turn, nor aircraft. Other cards still."
        assert options(full) == ["no", "other", "equal"], "units are not asked for any more"
    game = play(full, "choose equal", "choose 2", "roll 1", "choose 3", "choose one")
    assert asks(game) == "Place it there: 17 Supply left."
    assert options(next_steps(game)) == ["no", "other", "equal"]


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_recon_dice_are_shared_evenly_and_what_is_left_over_goes_to_units_at_random() -> None:
    game = play(in_the_air(begun(3)), "choose none")
    game = play(game, "choose several", "choose 2", "roll 1", "choose 8", "choose 3")
    assert said(game) == "8 dice, 3 units: 2 at each, 1 more at 2 of them."
    assert asks(game).startswith("Roll: which unit gets one more die? 1 to 3.")
    game = play(game, "roll 3")
    assert asks(game).startswith("Roll: which of the others? 1 to 2.")
    game = play(game, "roll 1")
    assert asks(game) == "Throw 2 at each unit, and 1 more at those picked."
    game = play(next_steps(game), "choose one", "choose 6", "choose 2")
    assert asks(game) == "6 dice, 2 units: throw 3 at each unit."
    few = play(next_steps(game), "choose one", "choose 2", "choose 3", "roll 2", "roll 4")
    assert asks(few) == "Throw 1 at each unit picked."
    none = play(next_steps(few), "choose one", "choose 2", "choose 0")
    assert said(none) == "All your units there are spotted: no recon."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_each_strike_asks_the_targeting_questions_and_waits_for_its_resolution() -> None:
    assert asks(past_the_air(in_the_air(begun(3)))).startswith("Order:"), "none flies"
    game = play(in_the_air(begun(3)), "choose bombers", "choose 1", "roll 1", "choose 1", "roll 6")
    game = play(next_steps(play(game, "choose one")), "choose no")
    assert asks(game).startswith("Air strikes?")
    game = play(game, "choose 2")
    assert said(game) == "Air strike 1."
    game = play(game, "choose several")
    assert asks(game) == "Which of these has the lowest Def, less its hits?"
    game = play(game, "choose several", "choose several", "choose 4", "roll 5", "roll 3")
    assert said(game) == "3: Take number 3."
    assert asks(game) == "Resolve air strike 1."
    assert said(play(next_steps(game), "choose several", "choose one")).endswith("the lowest Def.")
    game = play(next_steps(game), "choose one")
    assert said(game) == "It fires at that unit: its best type."
    assert asks(game) == "Resolve air strike 2."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_guns_are_asked_for_only_where_every_column_failed() -> None:
    game = play(past_the_air(in_the_air(begun(3))), "roll 4")
    assert said(game) == "4: no, it takes 1-3. Go from the right to the left."
    assert asks(game) == "Column 1 from the right: aggressive? Roll 1-3."
    failed = play(game, "roll 4", "roll 5", "roll 6")
    assert said(failed).endswith("No column is aggressive, so artillery may fire.")
    assert asks(failed) == "Artillery in range of a spotted unit?"
    failed = play(failed, "choose 1")
    assert asks(failed) == "Artillery 1 from the right fires? Roll 1-3."
    failed = play(failed, "roll 2", "choose 2", "choose one")
    assert asks(failed) == "Artillery 1: resolve its bombardment."
    passed = play(game, "roll 4", "roll 3", "roll 6")
    assert said(passed).endswith("Column 3 is not aggressive.")
    assert asks(passed) == "Any aggressive zone next to yours?", "no bombardments"
    assert describe_kept_numbers(passed.now)[-2:] == (
        "Order: from the right.",
        "Aggressive columns: 2.",
    )


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_marked_columns_assault_one_by_one_in_the_rolled_order_and_the_others_move_on() -> None:
    game = play(past_the_air(in_the_air(begun(6, 20))), "roll 1", "roll 1", "roll 1", "roll 1")
    at_once = play(game, "choose no")
    assert asks(at_once).startswith("Marked units go one zone nearer your HQ")
    game = play(game, "choose yes")
    assert asks(game) == "Column 1 from the left: is its marked zone next to yours?"
    game = play(game, "choose alone", "choose 6")
    assert asks(game) == "Aggressive artillery in range, not tried yet? Most firepower first."
    game = play(game, "choose yes", "choose 2", "choose yes", "choose 3")
    assert asks(game).startswith("Resolve the assault."), "two artillery at most"
    game = play(game, "choose yes")
    game = play(next_steps(game), "choose 3")
    assert game.now.lists.numbers["supply"] == 9
    assert "Its VP: 3." in describe_kept_numbers(game.now)
    game = play(game, "choose no", "choose no", "choose no")
    assert asks(game) == "Column 3 from the left: is its marked zone next to yours?"
    game = play(game, "choose flank", "choose 5", "choose two", "roll 1", "choose 5", "choose one")
    assert said(game) == "Column 3: no assault. It costs 5 of 9 Supply; 5 must stay."
    game = play(game, "choose no")
    move = (
        "Column 2 and 3: marked units go one zone nearer your HQ, if able. Units behind close up."
    )
    assert asks(game) == move
    assert asks(next_steps(game)).startswith("Artillery closes up, never next to your HQ.")


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_of_several_forces_that_took_a_zone_the_costliest_moves_in() -> None:
    game = play(past_the_air(in_the_air(begun(6))), "roll 1", "roll 1", "roll 1", "roll 1")
    game = play(game, "choose yes", "choose flank", "choose 9", "choose no")
    game = play(game, "choose several", "choose several", "choose 2", "roll 4")
    assert said(game) == "4: Take number 2."
    assert asks(game) == "Move that force in. The others stay."
    game = play(next_steps(game), "choose 0", "choose no", "choose done")
    assert said(game) == "Column 2 has done its assault."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_each_zone_of_an_aggressive_column_next_to_yours_assaults_not_the_marked_alone() -> None:
    game = play(past_the_air(in_the_air(begun(2, 20))), "roll 1", "roll 1", "roll 6", "roll 6")
    game = play(game, "choose yes", "choose no")
    assert asks(game) == "Column 1: another zone of it next to yours, not tried yet?"
    game = play(game, "choose alone", "choose 6", "choose no", "choose no")
    assert said(game) == "Your zone holds: nobody moves in."
    assert asks(game) == "Column 1: another zone of it next to yours, not tried yet?"
    game = play(game, "choose no")
    assert asks(game).startswith("Column 1: marked units"), "its front moves on"


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_of_zones_that_are_too_dear_together_one_after_the_other_is_left_out() -> None:
    game = play(past_the_air(in_the_air(begun(2, 20))), "roll 1", "roll 1", "roll 6", "roll 6")
    game = play(game, "choose yes", "choose flank")
    assert asks(game) == "Supply cost of all units of these aggressive zones?"
    game = play(game, "choose 24")
    assert asks(game).endswith("Supply: too much. How many zones are in it?")
    assert parse_typed(["3"], game, STANDARD_CONVERSION) == ChooseOption("three")
    game = play(game, "choose three")
    assert asks(game) == "Roll: leave out, from the left, zone 1 to 3."
    game = play(game, "roll 4")
    assert said(game) == "4: Leave out, from the left, zone 2."
    assert asks(game) == "Supply cost of all units of the rest?"
    game = play(game, "choose 16")
    assert asks(game).endswith("Supply: too much. How many zones are in it?")
    game = play(game, "choose two", "roll 1")
    assert said(game) == "1: Leave out, from the left, zone 1."
    game = play(game, "choose 15")
    assert said(game) == "The assault has its Supply: 5 left."
    assert game.now.lists.numbers["supply"] == 5


@tries(CRUSADE, "your-turn", "enemy-turn")
def test_fighters_on_cap_are_told_again_when_you_launch_and_only_then() -> None:
    game = play(in_the_air(begun(3)), "choose fighters", "choose 1", "choose yes")
    game = play(next_steps(play(game, "roll 1", "choose 2", "roll 6")), "choose no")
    game = play(game, "roll 1", "roll 6", "roll 6", "roll 6")
    game = play(closed_up(play(game, "choose 0")), "choose no", "choose next-turn")
    game = play(game, "choose your-turn", "choose launch")
    assert asks(game) == "On CAP: 1. The enemy attempts to intercept your first aircraft."
    game = play(next_steps(game), "choose 1", "choose launch")
    assert said(game) == "Not intercepted: it is not your first aircraft this turn."
    game = play(game, "choose end", "choose enemy-turn", "choose none", "choose 0", "choose no")
    game = play(game, "choose no")
    assert asks(game) == "Fighters on CAP: 1. How many still are?"
    assert "On CAP: 0." in describe_kept_numbers(play(game, "choose 0").now)


@tries(CRUSADE, "launch", "assault", "enemy-supply", "enemy-special")
def test_only_in_defence_the_enemy_goes_below_5_supply() -> None:
    assert said(play(begun(3), "launch")) == "Not intercepted: no enemy fighter is on CAP."
    game = play(begun(3, 40), "enemy-supply", "choose 8", "enemy-special", "choose 4")
    assert said(game) == "Don't play it: it costs 4 of 8 Supply; 5 must stay."
    game = play(game, "assault", "choose 6", "choose none", "choose yes", "choose 2")
    assert said(game) == "It defends for 2: 0 Supply left."
    game = play(game, "choose yes", "choose 3")
    assert said(game) == "Without it: it costs 3, and 0 Supply is left."
    assert asks(play(game, "choose no")) == "Resolve your assault. Have you taken the zone?"


@tries(CRUSADE, "assault")
def test_a_zone_that_the_enemy_can_t_supply_whole_is_told() -> None:
    game = play(begun(3, 6), "assault", "choose 8")
    assert said(game) == "8 is more than its 6 Supply: not all units get it."
    assert asks(game) == "Supply cost of those units that it can pay for?"
    assert said(play(game, "choose 4")) == "The enemy pays 4: 2 Supply left."
    assert said(play(begun(3, 8), "assault", "choose 8")) == "The enemy pays 8: 0 Supply left."


@tries(CRUSADE, "assault", "enemy-turn", "your-turn")
def test_in_an_assault_specials_are_asked_for_and_units_led_to_their_targets() -> None:
    game = play(begun(3, 20), "assault", "choose 2")
    assert asks(game) == "Can the enemy play a Special card now?"
    game = play(game, "choose several", "choose 2", "roll 1", "choose 1")
    assert asks(game) == "Play it: the enemy has 17 Supply left."
    game = play(next_steps(game), "choose none", "choose no", "choose target", "choose one")
    assert said(game) == "It fires at that unit: its best type."
    points = play(game, "choose yes", "choose 2")
    assert "Your VP: 2." in describe_kept_numbers(points.now)
    won = play(game, "choose headquarters", "choose 2", "choose 1")
    assert said(won) == "You have its HQ, and 2 to 1 victory points: you have won."
    game = play(your_turn_over(begun(6)), "choose enemy-turn", "choose none", "choose yes")
    game = play(game, "choose some", "choose none", "choose no", "choose no", "choose none")
    game = play(game, "choose none", "choose none", "choose no", "choose none", "choose none")
    game = play(game, "roll 1", "roll 1", "roll 1", "roll 1", "choose yes", "choose alone")
    game = play(game, "choose 3")
    assert asks(game) == "Can the enemy play a Special card now?"
    game = play(game, "choose none", "choose no", "choose target", "choose one")
    assert asks(game) == "Resolve the assault. Has the enemy taken your zone?"
    lost = play(game, "choose headquarters")
    assert (said(lost), actions(lost)) == ("The enemy has your HQ: you have lost.", set())


@tries(CRUSADE, "assault")
def test_after_artillery_that_is_too_dear_a_cheaper_one_is_asked_for_in_attack_and_defence() -> (
    None
):
    game = play(begun(3, 8), "assault", "choose 2", "choose none", "choose yes", "choose 7")
    assert said(game) == "Without it: it costs 7, and 6 Supply is left."
    assert asks(game).startswith("Uncommitted artillery in range, not tried yet?")
    game = play(game, "choose yes", "choose 4", "choose yes", "choose 2")
    assert asks(game).startswith("Resolve your assault."), "two artillery at most"
    game = play(past_the_air(in_the_air(begun(6, 12))), "roll 1", "roll 1", "roll 1", "roll 1")
    game = play(game, "choose yes", "choose alone", "choose 5")
    game = play(game, "choose yes", "choose 3")
    assert said(game) == "Without it: it costs 3 of 7 Supply; 5 must stay."
    assert said(play(game, "choose yes", "choose 2")) == "It supports for 2: 5 Supply left."


@tries(CRUSADE, "your-turn")
def test_your_turn_is_guided_too_and_ends_when_you_say_so() -> None:
    game = play(begun(3, 20), "choose your-turn", "choose none")
    assert options(game)[0] == "end"
    game = play(game, "choose assault", "choose 4", "choose none", "choose no", "choose no")
    game = play(game, "choose special", "choose none", "choose points", "choose 6")
    assert "Your VP: 6." in describe_kept_numbers(game.now)
    game = play(game, "choose end")
    assert game.now.active is RIGHT


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_empty_columns_are_filled_first_then_one_unit_a_column_and_artillery_last() -> None:
    game = play(past_the_air(in_the_air(begun(3))), "roll 5", "roll 6", "roll 6", "roll 6")
    game = play(next_steps(play(game, "choose 0"), 2), "choose both", "choose 1")
    assert asks(game) == "Empty column 1 from the right: fill a zone, most expensive first."
    game = play(next_steps(game), "choose yes")
    assert asks(game) == "One unit a column from the right, most expensive first."
    game = next_steps(game)
    assert asks(game) == "One artillery a column: support the forward-most units."


@tries(CRUSADE, "headquarters", "victory-points")
def test_a_headquarters_taken_ends_the_game_won_drawn_or_lost() -> None:
    game = play(begun(3), "victory-points", "choose 7", "choose 7", "headquarters")
    lost = play(game, "choose mine")
    assert (said(lost), actions(lost)) == ("The enemy has your HQ: you have lost.", set())
    game = play(game, "choose enemy")
    assert asks(game) == "Your victory points? Kept: 7."
    assert said(play(game, "choose 8", "choose 7")) == (
        "You have its HQ, and 8 to 7 victory points: you have won."
    )
    assert said(play(game, "choose 7", "choose 7")) == (
        "You have its HQ, but 7 to 7 victory points: a draw."
    )
    assert options(play(begun(3), "headquarters", "choose none")) == ["your-turn"]


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_an_enemy_hq_without_combat_units_is_asked_for_and_judged() -> None:
    game = play(past_the_air(in_the_air(begun(3))), "roll 5", "roll 6", "roll 6", "roll 6")
    game = closed_up(play(game, "choose 0"))
    assert asks(game) == "Is your HQ taken? Or its HQ without combat units, and you next to it?"
    lost = play(game, "choose mine")
    assert (said(lost), actions(lost)) == ("The enemy has your HQ: you have lost.", set())
    assert said(play(game, "choose enemy", "choose 3", "choose 4")).endswith(
        "victory points: a draw."
    )
    assert "random-choice" in actions(play(game, "choose no")), "between two turns too"


def test_many_turns_go_by_without_a_dead_end_and_supply_is_5_or_more_but_after_a_defence() -> None:
    for seed in range(count_examples(0.2)):
        random, game = Random(seed), begun(seed % 6 + 1, 20)
        low = 5
        for _ in range(1500):
            now, asked = prompt(game.now), asks(game)
            paying = game.now.active is LEFT and asked.startswith("Supply cost of")
            if now.ask:
                game = play(game, f"roll {random.randint(1, 6)}")
            elif asked.startswith("Is your HQ taken?"):
                game = play(game, "choose no")
            else:
                free = [each.id for each in now.options if each.id != "headquarters"]
                game = play(game, f"choose {random.choice(free)}")
            if paying and "Special" not in asked:
                low = min(low, game.now.lists.numbers["supply"])
            assert game.now.lists.numbers["supply"] >= low
        assert game.now.turn > 1
