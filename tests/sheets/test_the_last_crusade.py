"""The Last Crusade: the aggression level, your turn, and the enemy's turn as a list."""

from random import Random

from cdgdevice.rules.game import GameHistory
from cdgdevice.rules.prompt import prompt, say_kept_numbers
from tests.rules.playing import actions, options
from tests.sheets.trying import LEFT, RIGHT, asks, new, play, said, tries

CRUSADE = "last-crusade"


def begun(level: int) -> GameHistory:
    """The enemy's aggression level is rolled."""
    return play(new(CRUSADE), f"roll {level}")


def in_the_air(game: GameHistory, supply: int = 40) -> GameHistory:
    """The enemy's turn is led up to its air action, and neither refits nor deploys."""
    game = next_steps(play(game, "choose enemy-turn", f"choose {supply}"), 1)
    return next_steps(play(game, "choose no", "choose no"), 1)


def next_steps(game: GameHistory, number: int) -> GameHistory:
    """So many things are carried out on the map."""
    return play(game, *["choose next"] * number)


def test_the_whole_set_up_is_told_before_the_aggression_level_is_rolled_last_of_all() -> None:
    told = said(new(CRUSADE))
    first, last = told.index("Enemy deck:"), told.index("Roll the first turn's Supply")
    assert first < told.index("Buy and deploy your troops") < last
    assert asks(new(CRUSADE)) == "Last of all: the enemy's aggression level."
    assert said(begun(3)) == ""
    later = play(begun(3), "end-turn", "choose next-turn")
    assert said(later) == "", "it is set up once"


@tries(CRUSADE, "set-up")
def test_the_set_up_can_be_led_through_once_more() -> None:
    game = play(begun(3), "set-up")
    assert asks(game) == "Enemy deck: as yours in Supply and rarities."
    assert "set-up" not in actions(game)
    game = next_steps(game, 9)
    assert (options(game), "set-up" in actions(game)) == (["your-turn"], False)


@tries(CRUSADE, "your-turn", "enemy-turn")
def test_each_side_has_one_turn_of_its_own_and_the_level_is_rolled_once() -> None:
    game = begun(1)
    assert (game.now.active, options(game)) == (LEFT, ["your-turn"])
    game = play(game, "choose your-turn")
    assert (game.now.active, options(game)) == (RIGHT, ["enemy-turn"])
    game = in_the_air(game)
    game = play(game, "choose 0", "choose 0")
    game = play(next_steps(game, 2), "roll 1", "roll 2", "roll 2", "roll 2", "choose 0")
    game = play(next_steps(game, 5), "choose no", "choose no", "choose next-turn")
    assert (game.now.turn, game.now.active, options(game)) == (2, LEFT, ["your-turn"])


@tries(CRUSADE, "aggression-check")
def test_a_check_shows_the_level_and_passes_at_or_below_it() -> None:
    game = play(begun(4), "aggression-check")
    assert asks(game) == "Aggression check. On 1-4."
    assert said(play(game, "roll 4")) == "4: yes, it takes 1-4. Passed: the enemy acts."
    assert said(play(game, "roll 5")) == "5: no, it takes 1-4. Failed: the enemy does not act."


@tries(CRUSADE, "random-choice")
def test_a_random_choice_is_fair_among_any_number_of_things() -> None:
    game = play(begun(4), "random-choice", "choose 8")
    assert asks(game) == "Random choice: 1 to 8."
    game = play(game, "roll 2")
    assert asks(game) == "Throw once more."
    assert said(play(game, "roll 1")) == "1: Random choice: 2."


@tries(CRUSADE, "enemy-turn", "aggression-check", "random-choice", "your-turn")
def test_checks_and_choices_can_be_made_while_the_enemy_s_turn_waits() -> None:
    game = play(begun(4), "choose your-turn", "choose enemy-turn", "choose 20")
    waiting = asks(game)
    game = play(game, "aggression-check", "roll 1", "random-choice", "choose 2", "roll 3")
    assert (said(game), asks(game)) == ("3: Random choice: 1.", waiting)
    assert asks(next_steps(game, 1)).startswith("Refit:")


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_fighters_attack_only_where_you_have_aircraft_and_bombers_choose_front_or_rear() -> None:
    game = in_the_air(play(begun(3), "choose your-turn"))
    game = play(game, "choose 2", "choose yes", "roll 3", "choose 3")
    assert asks(game) == "Fighter 1 attacks? On 1-3."
    game = play(game, "roll 4")
    assert said(game) == "4: no, it takes 1-3. Fighter 1 flies CAP."
    assert say_kept_numbers(game.now) == ("Aggression: 3.", "On cap: 1.", "Supply: 37.")
    game = play(game, "roll 5", "choose 1")
    assert asks(game) == "Bomber 1 launches? On 1-3."
    game = play(game, "roll 1", "choose 3", "roll 2")
    assert said(game) == "2: yes, it takes 1-3. Bomber 1 flies to your rear-most units."
    alone = in_the_air(play(begun(3), "choose your-turn"))
    alone = play(alone, "choose 1", "choose no", "roll 2", "choose 3")
    assert said(alone) == "Fighter 1 launches."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_guns_are_asked_for_only_where_every_column_failed() -> None:
    game = in_the_air(play(begun(3), "choose your-turn"))
    game = next_steps(play(game, "choose 0", "choose 0"), 2)
    game = play(game, "roll 4")
    assert said(game) == "4: no, it takes 1-3. Go from the right to the left."
    assert asks(game) == "Column 1 from the right is aggressive? On 1-3."
    failed = play(game, "roll 4", "roll 5", "roll 6")
    assert asks(failed) == "Artillery in range of a spotted unit?"
    assert asks(play(failed, "choose 1", "roll 2", "choose 2")) == (
        "Artillery 1 fires at the closest spotted unit."
    )
    passed = play(game, "roll 4", "roll 3", "roll 6")
    assert asks(passed).startswith("Assaults")


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_before_the_assaults_only_the_marked_columns_are_named_in_their_order() -> None:
    game = in_the_air(play(begun(3), "choose your-turn"))
    game = play(game, "choose 1", "choose no", "roll 2", "choose 2", "choose 1")
    game = play(game, "roll 2", "choose 2", "roll 1")
    strikes = said(next_steps(game, 1))
    assert "Fighter 1 launches." in strikes
    assert "Bomber 1 flies to your rear-most units." in strikes
    game = play(next_steps(game, 2), "roll 4", "roll 1", "roll 4", "roll 3")
    assert said(game) == (
        "3: yes, it takes 1-3. Column 3 from the right: mark its zone. "
        "Marked from the right: 1 and 3."
    )
    assert asks(game) == "Assaults from the right: column 1 and 3, where next to yours."
    game = play(next_steps(game, 1), "choose no")
    assert asks(game) == "Column 1 and 3 from the right: without assault, move one on."
    game = play(next_steps(game, 6), "choose no", "choose no", "choose next-turn")
    game = play(in_the_air(play(game, "choose your-turn")), "choose 0", "choose 0")
    game = play(next_steps(game, 2), "roll 1", "roll 4", "roll 2", "roll 4")
    assert asks(game) == "Assaults from the left: column 2, where next to yours."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_a_launch_or_a_shot_that_would_leave_less_than_5_supply_is_not_allowed() -> None:
    game = in_the_air(play(begun(3), "choose your-turn"), 7)
    game = play(game, "choose 1", "choose yes", "roll 1", "choose 3")
    assert said(game) == "Fighter 1 stays: 5 Supply must stay."
    game = play(game, "choose 1", "roll 1", "choose 2")
    assert asks(game) == "Bomber 1 flies to the rear? On 1-3."
    game = play(next_steps(play(game, "roll 4"), 2), "roll 1", "roll 6", "roll 6", "roll 6")
    game = play(game, "choose 1", "roll 1", "choose 1")
    assert said(game) == "Artillery 1: 5 Supply must stay."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_refits_and_deployments_are_paid_for_one_by_one() -> None:
    game = play(begun(3), "choose your-turn", "choose enemy-turn", "choose 12", "choose next")
    game = play(game, "choose yes", "choose 2")
    assert asks(game) == "Refit it: 10 Supply left."
    game = play(game, "choose next", "choose no", "choose yes", "choose 6")
    assert said(game) == "Keep it: 5 Supply must stay. Next card."
    game = play(game, "choose yes", "choose 5")
    assert asks(game) == "Deploy it: 5 Supply left."


@tries(CRUSADE, "enemy-turn", "your-turn", "launch")
def test_fighters_on_cap_are_told_again_when_you_launch() -> None:
    game = play(in_the_air(play(begun(3), "choose your-turn")), "choose 1", "choose yes")
    game = play(game, "roll 1", "choose 2", "roll 6", "choose 0")
    game = play(next_steps(game, 2), "roll 1", "roll 6", "roll 6", "roll 6", "choose 0")
    game = play(next_steps(game, 5), "choose no", "choose no", "choose next-turn", "launch")
    assert asks(game) == "Fighters on CAP intercept your first aircraft."
    game = play(next_steps(game, 1), "launch")
    assert said(game) == "No enemy fighter is on CAP."


@tries(CRUSADE, "assault", "enemy-supply", "enemy-special")
def test_only_in_defence_the_enemy_goes_below_5_supply() -> None:
    game = play(begun(3), "enemy-supply", "choose 8", "enemy-special", "choose 4")
    assert said(game) == "Not played: 5 Supply must stay."
    game = play(game, "assault", "choose 6", "choose 3")
    assert asks(game) == "Resolve the assault without its artillery."
    assert game.now.kept_numbers["supply"] == 2


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_other_hq_units_move_in_the_rolled_order_and_artillery_where_it_supports() -> None:
    game = play(in_the_air(play(begun(3), "choose your-turn")), "choose 0", "choose 0")
    game = play(next_steps(game, 2), "roll 5", "roll 6", "roll 6", "roll 6", "choose 0")
    game = next_steps(game, 3)
    assert asks(game) == "Other HQ units from the right: one a column."
    assert asks(next_steps(game, 1)) == "HQ artillery last: behind the forward-most units."


@tries(CRUSADE, "headquarters")
def test_a_headquarters_taken_ends_the_game_won_drawn_or_lost() -> None:
    game = play(begun(3), "headquarters")
    lost = play(game, "choose mine")
    assert (said(lost), actions(lost)) == ("You have lost.", set())
    assert said(play(game, "choose enemy", "choose yes")) == "You have won."
    assert said(play(game, "choose enemy", "choose no")) == "The game is a draw."
    assert options(play(game, "choose none")) == ["your-turn"]


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_an_enemy_hq_without_combat_units_is_asked_for_and_judged() -> None:
    game = play(in_the_air(play(begun(3), "choose your-turn")), "choose 0", "choose 0")
    game = play(next_steps(game, 2), "roll 5", "roll 6", "roll 6", "roll 6", "choose 0")
    game = play(next_steps(game, 5), "choose no")
    assert asks(game) == "Its HQ without combat units, you next to it?"
    game = play(game, "choose yes", "choose no")
    assert said(game) == "The game is a draw."


def test_many_turns_go_by_without_a_dead_end_and_supply_is_5_or_more_but_after_a_defence() -> None:
    for seed in range(20):
        random, game = Random(seed), play(begun(seed % 6 + 1), "enemy-supply", "choose 20")
        low = 5
        while game.now.turn < 5:
            now = prompt(game.now)
            if now.ask:
                game = play(game, f"roll {random.randint(1, 6)}")
            elif "assault" in actions(game) and random.random() < 0.3:
                game = play(game, "assault", f"choose {random.randint(0, 9)}", "choose 3")
                low = min(low, game.now.kept_numbers["supply"])
            elif asks(game).startswith(("Has the enemy taken", "Its HQ without")):
                game = play(game, "choose no")
            else:
                game = play(game, f"choose {random.choice([each.id for each in now.options])}")
            assert game.now.kept_numbers["supply"] >= low
