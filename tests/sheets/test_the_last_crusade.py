"""The Last Crusade: the led set-up, your turn, and the enemy's turn, phase by phase."""

from random import Random

from cdgdevice.cli.typed_words import parse_typed
from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.die import STANDARD_CONVERSION
from cdgdevice.rules.engine import begin_game
from cdgdevice.rules.guided.kept_values import describe_kept_numbers
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.notes import list_rules, list_sources
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import ChooseOption, NewGame
from tests.examples import count_examples
from tests.rules.playing import actions, options
from tests.sheets.trying import LEFT, RIGHT, asks, new, play, said, tries

CRUSADE = "last-crusade"
DIG_IN = "Units that do not move dig in, if able."


def begun(level: int, supply: int = 40) -> GameHistory:
    """The enemy's Supply is told, and its aggression level rolled."""
    return play(new(CRUSADE), f"choose {supply}", f"roll {level}")


def next_steps(game: GameHistory, number: int = 1) -> GameHistory:
    """So many things are done on the map."""
    return play(game, *["choose next"] * number)


def your_turn_over(game: GameHistory, special: str = "none") -> GameHistory:
    """The player has a turn without anything that the gadget must know."""
    return play(game, "choose your-turn", f"choose {special}", "choose end")


def reinforcing(game: GameHistory) -> GameHistory:
    """The enemy's turn up to the first step of a turn card with an order of its own."""
    return play(your_turn_over(game), "choose enemy-turn", "choose no")


def in_the_air(game: GameHistory) -> GameHistory:
    """The enemy's turn up to its aircraft: no Special, no refit, nothing deployed."""
    game = play(your_turn_over(game), "choose enemy-turn", "choose yes")
    return play(game, "choose none", "choose no", "choose no")


def past_the_air(game: GameHistory) -> GameHistory:
    """It has no aircraft, and no recon."""
    return play(game, "choose 0", "choose 0", "choose 0")


def dug_in(game: GameHistory) -> GameHistory:
    """All that moves has moved, units dig in, and those in HQ leave it."""
    while options(game) == ["next"]:
        game = next_steps(game)
    return game


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
    assert [note.title for note in list_rules(game)] == ["Enemy deck"]
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
    assert asks(game) == "The enemy's usual dice: how much Supply?"
    game = play(game, "choose 11")
    assert asks(game) == "Last of all: the enemy's aggression level. Roll."
    game = play(reinforcing(play(game, "roll 2")), "choose skip", "choose yes")
    assert said(game) == "No roll: its first Supply was rolled at the set-up."


def begin_led() -> GameHistory:
    """A game whose set-up is led."""
    return begin_game(load_sheet(CRUSADE), NewGame(CRUSADE, set_up=True))


def test_no_action_of_the_battle_is_offered_in_the_guided_set_up() -> None:
    at_hand = {"random-choice", "victory-points", "enemy-supply"}
    ours = {action.id for action in load_sheet(CRUSADE).actions}
    assert ours & set(actions(begin_led())) == at_hand
    assert ours & set(actions(play(begin_led(), "choose no"))) == at_hand, "a page of it"
    game = play(begin_led(), "choose yes", "choose 9", "roll 3")
    assert {"launch", "assault", "enemy-special", "headquarters"} <= set(actions(game))


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
    game = play(past_the_air(in_the_air(begun(1))), "roll 1 2 2 2")
    game = play(dug_in(play(game, "choose 0")), "choose no", "choose next-turn")
    assert (game.now.turn, game.now.active, options(game)) == (2, LEFT, ["your-turn"])
    game = play(game, "choose your-turn", "choose end", "choose enemy-turn", "choose none")
    assert asks(game) == "Its Supply dice in every turn? 0: they vary."
    rolled = play(game, "choose 2")
    assert asks(rolled) == "Its Supply dice. Roll 2 dice."
    assert said(play(rolled, "roll 3 4")) == "Dice: 3, 4. It has 47 Supply."
    assert asks(play(game, "choose 0")) == "How many Supply dice has it?", "each turn"


@tries(CRUSADE, "your-turn", "enemy-turn")
def test_the_phase_stands_at_the_top_and_each_question_leads_to_its_rule() -> None:
    game = play(your_turn_over(begun(3)), "choose enemy-turn")
    phases = [game.now.phase]
    game = play(game, "choose yes", "choose none", "choose no", "choose no")
    phases.append(game.now.phase)
    game = play(game, "choose 0", "choose 0")
    phases.append(game.now.phase)
    assert phases == ["Reinforcement", "Air Action", "Recon"]
    game = play(begun(3), "choose your-turn", "choose none", "choose assault")
    assert [note.title for note in list_rules(game)][:1] == ["Your assaults"]


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
    assert asks(game) == "Roll once more."
    assert said(play(game, "roll 1")) == "1: Take number 2."


@tries(CRUSADE, "random-choice")
def test_a_choice_within_a_choice_leaves_the_first_one_as_it_was() -> None:
    game = play(begun(4), "random-choice", "choose 6", "random-choice", "choose 0")
    assert asks(game) == "Roll: take number 1 to 6."
    assert said(play(game, "roll 6")) == "6: Take number 6."


@tries(CRUSADE, "random-choice", "aggression-check", "enemy-turn", "your-turn")
def test_a_choice_or_a_check_can_be_rolled_at_every_question_and_the_question_stays() -> None:
    game = play(in_the_air(begun(4)), "choose 1", "choose 0")
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
    game = play(your_turn_over(begun(3, 9), "later"), "choose enemy-turn")
    game = play(game, "choose several", "choose 3")
    game = play(game, "roll 4")
    assert said(game) == "4: Take number 2."
    assert asks(game) == "Supply cost of that Special card?"
    assert said(play(game, "choose 5")) == "Don't play it: it costs 5 of 9 Supply; 5 must stay."
    game = play(game, "choose 4")
    assert said(game) == "Play it: 5 Supply left."
    free = play(game, "enemy-special", "choose 0")
    assert said(free) == "Play it: 5 Supply left.", "what costs nothing it may"


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_aircraft_launch_by_dice_rolled_together_and_then_pay_one_by_one() -> None:
    game = play(in_the_air(begun(3)), "choose 2", "choose 1")
    assert asks(game) == "Launch on 3 or less: fighters, then bombers. Roll 3 dice."
    game = play(game, "roll 3 4 1")
    assert said(game) == "Dice: 3, 4, 1.", "the questions name those that passed"
    assert asks(game) == "Fighter 1: Supply cost of its launch?"
    game = play(game, "choose 3")
    assert asks(game) == "Bomber 1: Supply cost of its launch?"
    game = play(game, "choose 3")
    assert asks(game) == "Have you aircraft in your airfield?"
    assert game.now.lists.numbers["supply"] == 34


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_dice_that_come_one_by_one_are_waited_for_and_can_be_taken_back() -> None:
    game = play(in_the_air(begun(3)), "choose 2", "choose 1", "roll 3")
    assert asks(game).endswith("Roll 2 dice.")
    game = play(game, "roll 4")
    assert asks(game).endswith("Roll 1 die.")
    together = "Dice: 3, 4, 1."
    assert said(play(game, "roll 1")) == together
    assert said(play(game, "undo", "roll 5 1")) == together, "the 4 counts again"


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_fighters_attack_only_where_you_have_aircraft_and_bombers_choose_front_or_rear() -> None:
    game = play(in_the_air(begun(3)), "choose 2", "choose 2", "roll 1 1 1 1")
    game = play(game, *["choose 3"] * 4, "choose yes", "roll 4 1 2 5")
    assert said(game) == "Dice: 4, 1, 2, 5."
    assert "On CAP: 1." in describe_kept_numbers(game.now)
    assert asks(game) == "Your front: one zone, or several as near?"
    game = play(game, "choose several", "choose 3")
    assert asks(game) == "Of 3: where do fighter 2 and bomber 2 fly? Roll 2 dice."
    game = play(game, "roll 5 1")
    zones = "5: Of fighter 2 the zone: number 3. 1: Of bomber 2 the zone: number 1."
    assert said(game) == f"Dice: 5, 1. {zones}"
    assert asks(game).startswith("Your rear-most units, usually in HQ")
    equal = play(game, "choose several", "choose 2", "roll 1")
    assert said(equal).startswith("1: Of bomber 1 the place: number 1.")
    game = play(game, "choose one")
    assert said(game) == "CAP: fighter 1. Front: fighter 2 and bomber 2. Rear: bomber 1."
    assert asks(game) == "Move them there."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_a_die_that_decides_nothing_takes_the_next_one_and_the_last_choice_waits() -> None:
    game = play(in_the_air(begun(6)), "choose 0", "choose 2", "roll 1 1")
    game = play(game, "choose 1", "choose 1", "roll 1 1")
    game = play(game, "choose several", "choose 5")
    game = play(game, "roll 6 4")
    assert said(game).startswith("Dice: 6, 4. 6: roll again. 4: Of bomber 1")
    assert asks(game) == "Roll: of bomber 2 the place: number 1 to 5."
    assert said(play(game, "roll 2")).startswith("2: Of bomber 2 the place: number 2.")


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_without_aircraft_of_yours_a_fighter_that_launches_attacks_without_a_second_check() -> None:
    game = play(in_the_air(begun(3)), "choose 1", "choose 0", "roll 2", "choose 3", "choose no")
    assert said(game) == "Fighter 1 attacks."
    assert asks(game).startswith("Your front")
    game = play(game, "choose one")
    assert said(game) == "Front: fighter 1."
    assert game.now.lists.numbers["on-cap"] == 0, "only a failed check brings CAP"


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_the_cost_is_asked_after_the_first_check_and_supply_can_stop_a_launch_or_a_shot() -> None:
    game = play(in_the_air(begun(3, 7)), "choose 1", "choose 1", "roll 1 1", "choose 3")
    assert said(game) == "Fighter 1 stays: 5 of 7 must stay."
    game = play(game, "choose 2")
    assert asks(game) == "Bomber 1 flies to the rear? Roll 1-3."
    game = next_steps(play(game, "roll 1", "choose one"))
    game = play(game, "choose 0", "choose 0")
    game = play(game, "roll 1 6 6 6", "choose 1", "roll 1", "choose 1")
    assert said(game) == "Artillery 1 does not fire: it costs 1 of 5 Supply; 5 must stay."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_all_damage_is_refitted_at_one_price_if_supply_lasts_else_unit_by_unit() -> None:
    game = play(reinforcing(begun(3, 12)), "choose skip", "choose skip", "choose yes", "choose yes")
    assert asks(game) == "Supply cost to refit them all?"
    assert said(play(game, "choose 7")) == "Refit them all: 5 Supply left."
    game = play(game, "choose 8", "choose several", "choose 2", "roll 6", "choose 2")
    assert said(game) == "Refit it: 10 Supply left."
    assert asks(play(game, "choose no")) == "Turn card: deploy now?"


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_only_cards_that_supply_allows_are_asked_for_and_equal_ones_come_together() -> None:
    game = play(reinforcing(begun(3, 12)), *["choose skip"] * 3, "choose yes")
    assert asks(game) == "Deploy: its most expensive up to 7?"
    all_three = play(game, "choose units", "choose 3", "choose 2")
    assert said(all_three) == "Deploy: 6 Supply left."
    assert asks(all_three) == "Deploy: its most expensive up to 1?"
    one_of_two = play(game, "choose units", "choose 2", "choose 4")
    assert asks(one_of_two) == "Roll: deploy number 1 to 2."
    one_of_two = play(one_of_two, "roll 6")
    assert said(one_of_two) == "6: Deploy number 2. Deploy: 8 Supply left."
    game = play(game, "choose other", "choose 1")
    assert asks(game) == "Place it at a forward-most zone or unit: which?"
    game = play(game, "choose several", "choose 2", "roll 1", "choose equal", "choose 2", "roll 1")
    assert asks(game) == "The card drawn: a unit, or not?"
    assert said(play(game, "choose unit", "choose 4")) == "Deploy: 7 Supply left."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_reinforcement_follows_the_turn_card_and_asks_for_specials_that_come_with_it() -> None:
    game = reinforcing(begun(3, 8))
    assert asks(game) == "Turn card: draw cards now?"
    assert options(game) == ["yes", "no", "skip"]
    drawn = play(game, "choose yes")
    assert asks(drawn) == "Draw the enemy's cards, face-up. Special cards in its hand?"
    assert asks(play(drawn, "choose none")) == "Turn card: Supply now?", "none is asked for"
    drawn = play(drawn, "choose some")
    assert asks(drawn) == "Can the enemy play a Special card?"
    drawn = play(drawn, "choose one", "choose 3")
    assert said(drawn) == "Play it: 5 Supply left."
    later = play(game, "choose no", "choose skip", "choose skip", "choose skip")
    assert asks(later) == "Turn card: draw cards now?", "what was put off comes again"


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_a_no_to_specials_holds_until_cards_are_drawn_or_supply_rises() -> None:
    game = play(your_turn_over(begun(3, 8), "later"), "choose enemy-turn")
    assert asks(game) == "Can the enemy play a Special card?", "not yet: it is asked again"
    game = play(game, "choose none", "choose yes", "choose some")
    assert asks(game) == "Can the enemy play a Special card?", "its hand has changed"
    game = play(game, "choose none", "choose no", "choose no")
    assert asks(game) == "Enemy fighters in its airfield?"
    game = play(game, "enemy-supply", "choose 20", "choose 0", "choose 0")
    assert asks(game) == "Can the enemy play a Special card?", "its Supply has changed"
    game = play(game, "choose later", "choose 0")
    assert asks(game) == "Can the enemy play a Special card?"


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_specials_for_assaults_or_another_turn_are_not_asked_for_before() -> None:
    game = play(your_turn_over(begun(6, 20), "turn"), "choose enemy-turn")
    assert asks(game) == "Can the enemy play a Special card?", "another turn has begun"
    game = play(game, "choose assault", "choose yes", "choose some", "choose assault")
    game = play(game, "choose no", "choose no", *["choose 0"] * 3, "roll 1 1 1 1")
    assert asks(game) == "Is a marked zone next to one of yours?", "no phase has asked for one"
    game = play(game, "choose yes", "choose alone", "choose 6")
    assert asks(game) == "Can the enemy play a Special card?"
    last = play(game, "choose turn", "choose no", "choose no")
    assert asks(last).startswith("Column 2"), "nothing is asked for in this turn"


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_where_supply_is_short_only_the_cheapest_launch_is_asked_for() -> None:
    game = play(in_the_air(begun(6, 9)), "choose 1", "choose 2", "roll 1 1 1")
    game = play(game, "choose 3")
    assert asks(game) == "Bomber 1: Supply cost of its launch?"
    game = play(game, "choose 3", "choose 3", "choose no", "choose one", "choose next")
    game = play(game, "choose 0", "choose 1", "choose one", "roll 1 6 6 6", "choose no")
    game = play(dug_in(game), "choose no", "choose next-turn", "choose your-turn")
    game = play(game, "choose end", "choose enemy-turn", "choose none", "choose 1", "roll 1")
    game = play(game, "choose no", "choose no", "choose 1", "choose 2", "roll 1 1 1")
    assert asks(game) == "Cheapest launch of these: its Supply cost?", "7 less 3 is too little"
    assert said(play(game, "choose 3")) == "None launches: 5 of 7 Supply must stay."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_a_full_hq_keeps_units_back_but_no_fortification_also_one_drawn_among_equals() -> None:
    game = play(reinforcing(begun(3, 20)), *["choose skip"] * 3, "choose yes")
    drawn = play(game, "choose equal", "choose 2", "roll 1")
    assert asks(drawn) == "The card drawn: a unit, or not?"
    for full in (play(game, "choose full"), play(drawn, "choose full")):
        assert said(full) == "HQ is full: no more units this turn, nor aircraft. Other cards still."
        assert options(full) == ["no", "other", "others"], "units are not asked for any more"
    game = play(full, "choose others", "choose 2", "choose 3", "choose one", "choose one")
    assert game.now.lists.numbers["supply"] == 14
    assert options(game) == ["no", "other", "others"]


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_a_zone_that_is_chosen_at_random_cites_no_phase_but_its_own() -> None:
    game = play(in_the_air(begun(3)), "choose 0", "choose 0", "choose 4", "choose several")
    assert game.now.phase == "Recon"
    assert list_sources(game) == ("Enemy Targeting Criteria; Enemy Turn Sequence",)


def test_recon_dice_are_shared_evenly_and_what_is_left_over_goes_to_units_at_random() -> None:
    game = play(in_the_air(begun(3)), "choose 0", "choose 0", "choose 4")
    game = play(game, "choose several", "choose 2", "roll 1", "choose 8", "choose 3")
    assert asks(game) == "8 dice, 3 units: which get one more? Roll 2 dice."
    game = play(game, "roll 3 1")
    picked = "3: Which unit gets one more die? 2. 1: Which of the others? 1."
    assert said(game) == f"Dice: 3, 1. {picked} 2 at each unit, 1 more at those picked."
    game = play(game, "choose one", "choose 6", "choose 2")
    assert said(game) == "Roll 3 at each unit."
    few = play(game, "choose one", "choose 2", "choose 3", "roll 2 4")
    assert said(few).endswith("Roll 1 at each unit picked.")
    none = play(few, "choose one", "choose 2", "choose 0")
    assert said(none) == "All your units there are spotted: no recon."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_each_strike_asks_the_targeting_questions() -> None:
    assert asks(past_the_air(in_the_air(begun(3)))).startswith("Order:"), "none flies"
    game = play(in_the_air(begun(3)), "choose 0", "choose 1", "roll 1", "choose 1", "roll 6")
    game = play(next_steps(play(game, "choose one")), "choose 0")
    assert asks(game).startswith("Air strikes?")
    game = play(game, "choose 2")
    assert said(game) == "Air strike 1:"
    game = play(game, "choose several")
    assert asks(game) == "Which of these has the lowest Def, less its hits?"
    game = play(game, "choose several", "choose several", "choose 4", "roll 5", "roll 3")
    assert said(game) == "3: Take number 3. Air strike 2:"
    assert said(play(game, "choose one")).startswith("It fires at that unit: its best type.")


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_guns_are_asked_for_only_where_every_column_failed() -> None:
    game = past_the_air(in_the_air(begun(3)))
    assert asks(game) == "Order: 1-3 left. Columns: 3 or less. Roll 4 dice."
    failed = play(game, "roll 4 4 5 6")
    assert said(failed) == "Dice: 4, 4, 5, 6. No column is aggressive, so artillery may fire."
    assert asks(failed) == "Artillery in range of a spotted unit?"
    two = play(failed, "choose 2")
    assert asks(two) == "Artillery from the right fires on 3 or less. Roll 2 dice."
    failed = play(failed, "choose 1")
    assert asks(failed) == "Artillery 1 from the right fires? Roll 1-3."
    failed = play(failed, "roll 2", "choose 2", "choose one")
    assert said(failed) == "Artillery 1: resolve its bombardment."
    passed = play(game, "roll 4 4 3 6")
    assert said(passed) == "Dice: 4, 4, 3, 6. Place a marker in column 2."
    assert asks(passed) == "Column 2 from the right: next to yours?", "it is the only one"
    assert describe_kept_numbers(passed.now)[-2:] == (
        "Order: from the right.",
        "Aggressive columns: 2.",
    )


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_marked_columns_assault_one_by_one_in_the_rolled_order_and_the_others_move_on() -> None:
    game = play(past_the_air(in_the_air(begun(6, 20))), "roll 1 1 1 1")
    at_once = play(game, "choose no")
    assert asks(at_once).startswith("Move column 1, 2 and 3 one zone closer")
    game = play(game, "choose yes")
    assert asks(game) == "Column 1 from the left: next to yours?"
    game = play(game, "choose alone", "choose 6")
    assert asks(game) == "Aggressive artillery in range, not tried yet? Most firepower first."
    game = play(game, "choose yes", "choose 2", "choose yes", "choose 3")
    assert asks(game).startswith("Resolve the assault."), "two artillery at most"
    game = play(game, "choose yes", "choose 3")
    assert game.now.lists.numbers["supply"] == 9
    assert "Its VP: 3." in describe_kept_numbers(game.now)
    game = play(game, "choose no")
    assert asks(game) == "Column 3 from the left: next to yours?"
    game = play(game, "choose flank", "choose 5", "choose two", "roll 1", "choose 5", "choose one")
    assert said(game) == "Column 3: no assault. It costs 5 of 9 Supply; 5 must stay."
    assert asks(game) == (
        "Move column 2 and 3 one zone closer, if able. Units behind follow, "
        "artillery never next to your HQ."
    )
    assert asks(next_steps(game)) == DIG_IN


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_with_five_supply_nothing_is_asked_of_an_assault_that_can_not_be_paid() -> None:
    order = (
        "Move column 1, 2 and 3 one zone closer, if able. Units behind follow, "
        "artillery never next to your HQ."
    )
    for supply, asked in ((5, order), (4, order), (6, "Is a marked zone next to one of yours?")):
        game = play(past_the_air(in_the_air(begun(6, supply))), "roll 1 1 1 1")
        assert asks(game) == asked
        assert ("No assaults: 5 Supply must stay." in said(game)) is (supply < 6)


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_a_card_s_cost_starts_at_the_one_before_it_or_at_what_may_be_spent() -> None:
    game = play(reinforcing(begun(3, 20)), *["choose skip"] * 3, "choose yes", "choose unit")
    assert prompt(game.now).default is None, "none was deployed before"
    game = play(game, "choose 9", "choose unit")
    assert prompt(game.now).default == "6", "5 of 11 must stay"
    game = play(game, "choose 2", "choose unit")
    assert prompt(game.now).default == "2"


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_of_several_forces_that_took_a_zone_the_costliest_moves_in() -> None:
    game = play(past_the_air(in_the_air(begun(6))), "roll 1 1 1 1")
    game = play(game, "choose yes", "choose flank", "choose 9", "choose no")
    game = play(game, "choose several", "choose several", "choose 2", "roll 4")
    assert said(game) == "4: Take number 2. Move that force in. The others stay."
    game = play(game, "choose 0", "choose done")
    assert said(game) == "Column 2 has done its assault."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_each_zone_of_an_aggressive_column_next_to_yours_assaults_not_the_marked_alone() -> None:
    game = play(past_the_air(in_the_air(begun(2, 20))), "roll 1 1 6 6")
    game = play(game, "choose more")
    assert asks(game) == "Column 1 from the left: next to yours?"
    game = play(game, "choose no")
    assert asks(game) == "Column 1: another zone of it next to yours, not tried yet?"
    game = play(game, "choose alone", "choose 6", "choose no", "choose no")
    assert said(game) == "Your zone holds: nobody moves in."
    assert asks(game) == "Column 1: another zone of it next to yours, not tried yet?"
    game = play(game, "choose no")
    assert asks(game).startswith("Move column 1 one zone closer"), "its front moves on"


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_of_zones_that_are_too_dear_together_one_after_the_other_is_left_out() -> None:
    game = play(past_the_air(in_the_air(begun(2, 20))), "roll 1 1 6 6")
    game = play(game, "choose flank")
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
    game = play(in_the_air(begun(3)), "choose 1", "choose 0", "roll 1", "choose 2", "choose yes")
    game = play(next_steps(play(game, "roll 6")), "choose 0")
    game = play(game, "roll 1 6 6 6")
    game = play(dug_in(play(game, "choose 0")), "choose no", "choose next-turn")
    game = play(game, "choose your-turn", "choose launch")
    assert asks(game) == "On CAP: 1. The enemy attempts to intercept your first aircraft."
    game = play(next_steps(game), "choose 1", "choose launch")
    assert said(game) == "Not intercepted: it is not your first aircraft this turn."
    game = play(game, "choose end", "choose enemy-turn", "choose none", "choose 0", "choose 0")
    game = play(game, "choose no", "choose no")
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
    assert asks(game) == "Can the enemy play a Special card?"
    game = play(game, "choose several", "choose 2", "roll 1", "choose 1")
    assert said(game) == "Play it: 17 Supply left."
    game = play(game, "choose none", "choose no", "choose target", "choose one")
    assert said(game) == "It fires at that unit: its best type."
    points = play(game, "choose yes", "choose 2")
    assert "Your VP: 2." in describe_kept_numbers(points.now)
    won = play(game, "choose headquarters", "choose 2", "choose 1")
    assert said(won) == "You have its HQ, and 2 to 1 victory points: you have won."
    game = play(your_turn_over(begun(6)), "choose enemy-turn", "choose yes")
    game = play(game, "choose some", "choose later", "choose no", "choose no", "choose later")
    game = play(game, *["choose 0"] * 2, "choose later", "choose 0", *["choose later"] * 2)
    game = play(game, "roll 1 1 1 1", "choose yes", "choose alone")
    game = play(game, "choose 3")
    assert asks(game) == "Can the enemy play a Special card?"
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
    game = play(past_the_air(in_the_air(begun(6, 12))), "roll 1 1 1 1")
    game = play(game, "choose yes", "choose alone", "choose 5")
    game = play(game, "choose yes", "choose 3")
    assert said(game) == "Without it: it costs 3 of 7 Supply; 5 must stay."
    only = play(game, "choose one", "choose 2")
    assert said(only) == "It supports for 2: 5 Supply left."
    assert asks(only).startswith("Resolve the assault."), "there is no other"


@tries(CRUSADE, "your-turn")
def test_your_turn_is_guided_too_and_ends_when_you_say_so() -> None:
    game = play(begun(3, 20), "choose your-turn", "choose none")
    assert options(game)[0] == "end"
    game = play(game, "choose assault", "choose 4", "choose no", "choose no")
    game = play(game, "choose special", "choose none", "choose points", "choose 6")
    assert "Your VP: 6." in describe_kept_numbers(game.now)
    game = play(game, "choose end")
    assert game.now.active is RIGHT


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_empty_columns_are_filled_first_then_one_unit_a_column_and_artillery_last() -> None:
    game = play(past_the_air(in_the_air(begun(3))), "roll 5 6 6 6")
    game = play(game, "choose 0")
    assert asks(game) == DIG_IN, "only units behind a zone that moved follow"
    game = next_steps(game)
    assert asks(game) == (
        "HQ units, not artillery: fill empty columns, then one a column from the right, "
        "most expensive first."
    )
    game = next_steps(game)
    assert asks(game) == "HQ artillery last, one a column: support the forward-most units."
    assert asks(next_steps(game)).startswith("Is your HQ taken?")


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
    game = play(past_the_air(in_the_air(begun(3))), "roll 5 6 6 6")
    game = dug_in(play(game, "choose 0"))
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
        for _ in range(900):
            now = prompt(game.now)
            asked = " ".join(now.text)
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
