"""The Last Crusade: the led set-up, your turn, and the enemy's turn, phase by phase."""

from random import Random

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.engine import begin_game
from cdgdevice.rules.game import GameHistory
from cdgdevice.rules.prompt import list_rules, prompt, say_kept_numbers
from cdgdevice.rules.requests import NewGame
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
    return play(game, "choose your-turn", "choose end")


def in_the_air(game: GameHistory, income: int | None = None) -> GameHistory:
    """The enemy's turn up to its aircraft: no Special, no refit, nothing deployed."""
    game = next_steps(play(your_turn_over(game), "choose enemy-turn", "choose none"))
    if income is not None:
        game = play(game, f"choose {income}")
    return play(game, "choose none", "choose no", "choose no", "choose none")


def past_the_air(game: GameHistory) -> GameHistory:
    """It has no aircraft, no recon and no strike."""
    game = play(game, "choose 0", "choose 0")
    return play(game, "choose none", "choose no", "choose none", "choose 0", "choose none")


def closed_up(game: GameHistory) -> GameHistory:
    """Units close up and dig in, and nothing is in HQ."""
    return play(next_steps(game, 3), "choose 0", "choose 0")


def test_without_a_led_set_up_the_level_is_rolled_last_once_the_supply_is_told() -> None:
    assert asks(new(CRUSADE)) == "How much Supply has the enemy?"
    game = play(new(CRUSADE), "choose 9")
    assert asks(game) == "Last of all: the enemy's aggression level."
    game = play(game, "roll 3")
    assert said(game) == "Flip the enemy's hand."
    assert say_kept_numbers(game.now) == ("Aggression: 3.", "Enemy Supply: 9.")
    later = play(game, "end-turn", "choose next-turn")
    assert (said(later), options(later)) == ("", ["your-turn"]), "it is rolled once"


def test_the_set_up_is_led_in_the_order_of_the_hands_and_zones_are_filled_again_and_again() -> None:
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
    assert asks(game) == "Roll the enemy's, with its usual dice: how much?"
    game = play(game, "choose 11")
    assert asks(game) == "Last of all: the enemy's aggression level."
    game = play(your_turn_over(play(game, "roll 2")), "choose enemy-turn", "choose none")
    game = play(next_steps(game), "choose none")
    assert asks(game).startswith("Refit"), "the first turn's Supply is rolled already"


def begin_led() -> GameHistory:
    """A game whose set-up is led."""
    return begin_game(load_sheet(CRUSADE), NewGame(CRUSADE, set_up=True))


def test_who_has_set_up_skips_the_led_set_up_with_one_answer_and_can_undo_it() -> None:
    game = play(begin_led(), "choose yes")
    assert asks(game) == "How much Supply has the enemy?"
    assert asks(play(game, "undo")) == asks(begin_led())


@tries(CRUSADE, "set-up")
def test_the_set_up_can_be_led_through_once_more() -> None:
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
    game = play(closed_up(play(game, "choose 0")), "choose no", "choose no", "choose next-turn")
    assert (game.now.turn, game.now.active, options(game)) == (2, LEFT, ["your-turn"])
    game = next_steps(play(your_turn_over(game), "choose enemy-turn", "choose none"))
    assert asks(game) == "Roll its Supply dice: how much?"
    assert play(game, "choose 7").now.kept_numbers["supply"] == 47


@tries(CRUSADE, "your-turn", "enemy-turn")
def test_the_phase_stands_at_the_top_and_each_question_leads_to_its_rule() -> None:
    game = play(your_turn_over(begun(3)), "choose enemy-turn")
    phases = [game.now.phase]
    game = next_steps(play(game, "choose none"))
    game = play(game, "choose none", "choose no", "choose no")
    phases.append(game.now.phase)
    game = play(game, "choose none", "choose 0", "choose 0")
    phases.append(game.now.phase)
    assert phases == ["Reinforcement", "Air Action", "Recon"]
    game = play(begun(3), "choose your-turn", "choose assault", "choose 1")
    assert [note.title for note in list_rules(game.now)][:1] == ["Your assaults"]


@tries(CRUSADE, "aggression-check")
def test_a_check_shows_the_level_and_passes_at_or_below_it() -> None:
    game = play(begun(4), "aggression-check")
    assert asks(game) == "Aggression check. On 1-4."
    assert said(play(game, "roll 4")) == "4: yes, it takes 1-4. Passed: the enemy acts."
    assert said(play(game, "roll 5")) == "5: no, it takes 1-4. Failed: the enemy does not act."


@tries(CRUSADE, "random-choice")
def test_a_random_choice_is_fair_among_any_number_of_things() -> None:
    game = play(begun(4), "random-choice", "choose 8")
    assert asks(game) == "Take number 1 to 8."
    game = play(game, "roll 2")
    assert asks(game) == "Throw once more."
    assert said(play(game, "roll 1")) == "1: Take number 2."


@tries(CRUSADE, "random-choice")
def test_a_choice_within_a_choice_leaves_the_first_one_as_it_was() -> None:
    game = play(begun(4), "random-choice", "choose 6", "random-choice", "choose 0")
    assert asks(game) == "Take number 1 to 6."
    assert said(play(game, "roll 6")) == "6: Take number 6."


@tries(CRUSADE, "random-choice", "aggression-check", "enemy-turn", "your-turn")
def test_a_choice_or_a_check_can_be_rolled_at_every_question_and_the_question_stays() -> None:
    game = play(in_the_air(begun(4)), "choose 1", "choose no")
    asked = asks(game)
    assert asked == "Fighter 1 launches? On 1-4."
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
    assert said(play(game, "choose 5")) == "Don't play it: 5 of 9 Supply must stay."
    game = play(game, "choose 4")
    assert asks(game) == "Play it: the enemy has 5 Supply left."
    free = play(next_steps(game), "enemy-special", "choose 0")
    assert asks(free) == "Play it: the enemy has 5 Supply left.", "what costs nothing it may"


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_fighters_attack_only_where_you_have_aircraft_and_bombers_choose_front_or_rear() -> None:
    game = play(in_the_air(begun(3)), "choose 2", "choose yes", "roll 3", "choose 3")
    assert asks(game) == "Fighter 1 attacks? On 1-3."
    game = play(game, "roll 4")
    assert asks(game) == "Fighter 1: move it to CAP."
    assert "On CAP: 1." in say_kept_numbers(game.now)
    game = play(next_steps(game), "roll 1", "choose 3", "roll 1")
    assert asks(game) == "Your forward-most units: one zone, or equal ones?"
    game = play(game, "choose several", "choose 3", "roll 5")
    assert said(game) == "5: Take number 3."
    assert asks(game) == "Fighter 2: move it next to your units there."
    game = play(next_steps(game), "choose 1", "roll 1", "choose 3", "roll 2")
    assert asks(game) == "Bomber 1: to your rear-most units, usually your HQ."
    alone = play(in_the_air(begun(3)), "choose 1", "choose no", "roll 2", "choose 3")
    assert asks(alone) == "Fighter 1 launches. You have no aircraft: no more checks."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_the_cost_is_asked_after_the_first_check_and_supply_can_stop_a_launch_or_a_shot() -> None:
    game = play(in_the_air(begun(3, 7)), "choose 1", "choose yes", "roll 1", "choose 3")
    assert said(game) == "Fighter 1 stays: 5 of 7 Supply must stay."
    game = play(game, "choose 1", "roll 1", "choose 2")
    assert asks(game) == "Bomber 1 flies to the rear? On 1-3."
    game = next_steps(play(game, "roll 1"))
    game = play(game, "choose none", "choose no", "choose none", "choose 0", "choose none")
    game = play(game, "roll 1", "roll 6", "roll 6", "roll 6", "choose 1", "roll 1", "choose 1")
    assert said(game) == "Artillery 1 does not fire: 5 of 5 Supply must stay."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_refits_and_deployments_are_paid_for_one_by_one() -> None:
    game = next_steps(play(your_turn_over(begun(3, 12)), "choose enemy-turn", "choose none"))
    game = play(game, "choose none", "choose several", "choose 2", "roll 6", "choose 2")
    assert asks(game) == "Refit it: 10 Supply left."
    game = play(next_steps(game), "choose no", "choose unit", "choose 6")
    assert said(game) == "Keep it: 5 of 10 Supply must stay."
    game = play(game, "choose other", "choose 1", "choose several", "choose 2", "roll 1")
    assert asks(game) == "Place it there: 9 Supply left."
    game = play(next_steps(game), "choose equal", "choose 2", "roll 1", "choose unit", "choose 4")
    assert asks(game) == "Deploy it: 5 Supply left."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_a_special_card_that_the_income_can_pay_for_is_asked_for_before_the_refit() -> None:
    game = next_steps(play(your_turn_over(begun(3, 8)), "choose enemy-turn", "choose none"))
    assert asks(game) == "Can the enemy play a Special card now?"
    game = play(game, "choose one", "choose 3")
    assert asks(game) == "Play it: the enemy has 5 Supply left."
    assert asks(play(next_steps(game), "choose none")).startswith("Refit")


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_a_full_hq_keeps_units_back_but_no_fortification_also_one_drawn_among_equals() -> None:
    game = next_steps(play(your_turn_over(begun(3, 20)), "choose enemy-turn", "choose none"))
    game = play(game, "choose none", "choose no", "choose full")
    assert said(game) == "HQ is full: no more units. The other cards still."
    game = play(game, "choose equal", "choose 2", "roll 1")
    assert asks(game) == "The card drawn: a unit, or not?"
    assert said(play(game, "choose full")).startswith("HQ is full")
    game = play(game, "choose other", "choose 3", "choose one")
    assert asks(game) == "Place it there: 17 Supply left."
    assert asks(play(next_steps(game), "choose no")) == "Can the enemy play a Special card now?"


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_recon_dice_are_shared_evenly_and_what_is_left_over_goes_to_units_at_random() -> None:
    game = play(in_the_air(begun(3)), "choose 0", "choose 0", "choose none")
    game = play(game, "choose several", "choose 2", "roll 1", "choose 7", "choose 3")
    assert asks(game) == "Roll 2 a unit, and 1 more at 1 of them, at random."
    game = play(next_steps(game), "choose one", "choose 6", "choose 2")
    assert asks(game) == "Roll 3 at each unit."
    few = play(next_steps(game), "choose one", "choose 2", "choose 3")
    assert asks(few) == "Roll 1 at 2 of them, at random."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_each_strike_is_led_through_the_targeting_questions_and_waits_for_its_resolution() -> None:
    game = play(in_the_air(begun(3)), "choose 0", "choose 0", "choose none", "choose no")
    game = play(game, "choose none", "choose 2")
    assert said(game) == "Air strike 1."
    game = play(game, "choose several")
    assert asks(game) == "Which of these has the lowest Def, less its hits?"
    game = play(game, "choose several", "choose several", "choose 4", "roll 5", "roll 3")
    assert said(game) == "3: Take number 3."
    assert asks(game) == "Resolve air strike 1."
    game = play(next_steps(game), "choose one")
    assert said(game) == "It fires at that unit."
    assert asks(game) == "Resolve air strike 2."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_guns_are_asked_for_only_where_every_column_failed() -> None:
    game = play(past_the_air(in_the_air(begun(3))), "roll 4")
    assert said(game) == "4: no, it takes 1-3. Go from the right to the left."
    assert asks(game) == "Column 1 from the right: aggressive? On 1-3."
    failed = play(game, "roll 4", "roll 5", "roll 6")
    assert asks(failed) == "Artillery in range of a spotted unit?"
    failed = play(failed, "choose 1", "roll 2", "choose 2", "choose one")
    assert asks(failed) == "Artillery 1: resolve its bombardment."
    passed = play(game, "roll 4", "roll 3", "roll 6")
    assert asks(passed) == "Marked from the right: column 2."
    assert say_kept_numbers(passed.now)[-2:] == ("Order: from the right.", "Aggressive columns: 2.")


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_marked_columns_assault_one_by_one_in_the_rolled_order_and_the_others_move_on() -> None:
    game = play(past_the_air(in_the_air(begun(6, 20))), "roll 1", "roll 1", "roll 1", "roll 1")
    game = next_steps(game)
    assert asks(game) == "Column 1 from the left: is its marked zone next to yours?"
    game = play(game, "choose alone", "choose 6")
    assert asks(game) == "Aggressive artillery in range, not tried yet? Most firepower first."
    game = play(game, "choose yes", "choose 2", "choose yes", "choose 3")
    assert asks(game) == "Resolve the assault.", "two artillery at most"
    game = play(next_steps(game), "choose yes")
    game = play(next_steps(game), "choose 3")
    assert game.now.kept_numbers["supply"] == 9
    assert "Its VP: 3." in say_kept_numbers(game.now)
    game = play(game, "choose no", "choose no", "choose no")
    assert asks(game) == "Column 3 from the left: is its marked zone next to yours?"
    game = play(game, "choose flank", "choose 5", "choose yes", "choose 5", "choose no")
    assert said(game) == "Column 3: no assault, too little Supply."
    game = play(game, "choose no")
    move = "Column {} from the left: marked units one zone nearer your HQ, if able."
    assert asks(game) == move.format(2)
    assert asks(next_steps(game)) == move.format(3)
    assert asks(next_steps(game, 2)).startswith("Artillery never moves")


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_of_several_forces_that_took_a_zone_the_costliest_moves_in() -> None:
    game = play(past_the_air(in_the_air(begun(6))), "roll 1", "roll 1", "roll 1", "roll 1")
    game = play(next_steps(game), "choose flank", "choose 9", "choose no")
    game = play(next_steps(game), "choose several", "choose several", "choose 2", "roll 4")
    assert said(game) == "4: Take number 2."
    assert asks(game) == "Move that force in. The others stay."
    game = play(next_steps(game), "choose 0", "choose no", "choose done")
    assert said(game) == "Column 2 has done its assault."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_each_zone_of_an_aggressive_column_next_to_yours_assaults_not_the_marked_alone() -> None:
    game = play(past_the_air(in_the_air(begun(2, 20))), "roll 1", "roll 1", "roll 6", "roll 6")
    game = play(next_steps(game), "choose no")
    assert asks(game) == "Column 1: another zone of it next to yours, not tried yet?"
    game = play(game, "choose alone", "choose 6", "choose no")
    assert asks(game) == "Resolve the assault."
    game = play(next_steps(game), "choose no")
    assert asks(game) == "Column 1: another zone of it next to yours, not tried yet?"
    game = play(game, "choose no")
    assert asks(game).startswith("Column 1 from the left: marked units"), "its front moves on"


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_of_zones_that_are_too_dear_together_one_after_the_other_is_left_out() -> None:
    game = play(past_the_air(in_the_air(begun(2, 20))), "roll 1", "roll 1", "roll 6", "roll 6")
    game = play(next_steps(game), "choose flank")
    assert asks(game) == "Supply cost of all units of these aggressive zones?"
    game = play(game, "choose 24")
    assert asks(game) == "Too much Supply. Leave out one that joins, at random?"
    game = play(game, "choose yes", "choose 16")
    assert asks(game) == "Too much Supply. Leave out one that joins, at random?"
    game = play(game, "choose yes", "choose 15", "choose no")
    assert asks(game) == "Resolve the assault."
    assert game.now.kept_numbers["supply"] == 5


@tries(CRUSADE, "your-turn", "enemy-turn")
def test_fighters_on_cap_are_told_again_when_you_launch_and_only_then() -> None:
    game = play(in_the_air(begun(3)), "choose 1", "choose yes", "roll 1", "choose 2", "roll 6")
    game = play(next_steps(game), "choose 0", "choose none", "choose no", "choose none")
    game = play(game, "choose 0", "choose none", "roll 1", "roll 6", "roll 6", "roll 6")
    game = play(closed_up(play(game, "choose 0")), "choose no", "choose no", "choose next-turn")
    game = play(game, "choose your-turn", "choose launch")
    assert asks(game) == "1 on CAP: they attempt to intercept your first aircraft."
    game = play(next_steps(game), "choose launch")
    assert said(game) == "No enemy fighter is on CAP."


@tries(CRUSADE, "launch", "assault", "enemy-supply", "enemy-special")
def test_only_in_defence_the_enemy_goes_below_5_supply() -> None:
    assert said(play(begun(3), "launch")) == "No enemy fighter is on CAP."
    game = play(begun(3, 40), "enemy-supply", "choose 8", "enemy-special", "choose 4")
    assert said(game) == "Don't play it: 5 of 8 Supply must stay."
    game = play(game, "assault", "choose 6", "choose yes", "choose 2", "choose yes", "choose 3")
    assert said(game) == "It has too little Supply: without it."
    assert asks(play(game, "choose no")) == "Resolve your assault: 0 enemy Supply left."


@tries(CRUSADE, "assault")
def test_a_zone_that_the_enemy_can_t_supply_whole_is_told() -> None:
    game = play(begun(3, 6), "assault", "choose 8")
    assert said(game) == "Its 6 Supply is not enough for all: as the game rules."
    assert "enough" not in said(play(begun(3, 8), "assault", "choose 8"))


@tries(CRUSADE, "assault")
def test_after_artillery_that_is_too_dear_a_cheaper_one_is_asked_for_in_attack_and_defence() -> (
    None
):
    game = play(begun(3, 8), "assault", "choose 2", "choose yes", "choose 7")
    assert said(game) == "It has too little Supply: without it."
    assert asks(game) == "Free enemy artillery in range, not tried yet? Most firepower first."
    game = play(game, "choose yes", "choose 4", "choose yes", "choose 2")
    assert asks(game) == "Resolve your assault: 0 enemy Supply left.", "two artillery at most"
    game = play(past_the_air(in_the_air(begun(6, 12))), "roll 1", "roll 1", "roll 1", "roll 1")
    game = play(next_steps(game), "choose alone", "choose 5", "choose yes", "choose 3")
    assert said(game) == "Without it: 5 of 7 Supply must stay."
    assert said(play(game, "choose yes", "choose 2")) == "It supports: 5 Supply left."


@tries(CRUSADE, "your-turn")
def test_your_turn_is_led_too_and_ends_when_you_say_so() -> None:
    game = play(begun(3, 20), "choose your-turn")
    assert options(game)[0] == "end"
    game = play(game, "choose assault", "choose 4", "choose no")
    game = play(next_steps(game), "choose special", "choose none", "choose points", "choose 6")
    assert "Your VP: 6." in say_kept_numbers(game.now)
    game = play(game, "choose end")
    assert game.now.active is RIGHT


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_empty_columns_are_filled_first_then_one_unit_a_column_and_artillery_last() -> None:
    game = play(past_the_air(in_the_air(begun(3))), "roll 5", "roll 6", "roll 6", "roll 6")
    game = play(next_steps(play(game, "choose 0"), 3), "choose 4", "choose 1")
    assert asks(game) == "Empty column 1 from the right: fill a zone, most expensive first."
    game = play(next_steps(game), "choose yes")
    assert asks(game) == "One unit a column from the right, most expensive first."
    game = play(next_steps(game), "choose 2")
    assert asks(game) == "One artillery unit a column, to support the forward-most units."


@tries(CRUSADE, "headquarters", "victory-points")
def test_a_headquarters_taken_ends_the_game_won_drawn_or_lost() -> None:
    game = play(begun(3), "victory-points", "choose 7", "choose 7", "headquarters")
    lost = play(game, "choose mine")
    assert (said(lost), actions(lost)) == ("You have lost.", set())
    game = play(game, "choose enemy")
    assert asks(game) == "Your victory points? Kept: 7."
    assert said(play(game, "choose 8", "choose 7")) == "8 to 7: you have won."
    assert said(play(game, "choose 7", "choose 7")) == "7 to 7: the game is a draw."
    assert options(play(begun(3), "headquarters", "choose none")) == ["your-turn"]


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_an_enemy_hq_without_combat_units_is_asked_for_and_judged() -> None:
    game = play(past_the_air(in_the_air(begun(3))), "roll 5", "roll 6", "roll 6", "roll 6")
    game = play(closed_up(play(game, "choose 0")), "choose no")
    assert asks(game) == "Its HQ without combat units, and you next to it?"
    assert said(play(game, "choose yes", "choose 3", "choose 4")) == "3 to 4: the game is a draw."


def test_many_turns_go_by_without_a_dead_end_and_supply_is_5_or_more_but_after_a_defence() -> None:
    for seed in range(20):
        random, game = Random(seed), begun(seed % 6 + 1, 20)
        low = 5
        for _ in range(1500):
            now = prompt(game.now)
            if now.ask:
                game = play(game, f"roll {random.randint(1, 6)}")
            elif game.now.active is LEFT and "assault" in options(game) and random.random() < 0.3:
                game = play(game, "choose assault", f"choose {random.randint(0, 9)}", "choose no")
                low = min(low, game.now.kept_numbers["supply"])
            elif asks(game).startswith(("Has the enemy taken your Head", "Its HQ without")):
                game = play(game, "choose no")
            else:
                free = [
                    each.id for each in now.options if each.id not in ("assault", "headquarters")
                ]
                game = play(game, f"choose {random.choice(free)}")
            assert game.now.kept_numbers["supply"] >= low
        assert game.now.turn > 1
