"""The Last Crusade: the aggression level, your turn, and the enemy's turn as a list."""

from cdgdevice.rules.game import GameHistory
from tests.rules.playing import actions, options
from tests.sheets.trying import LEFT, RIGHT, asks, new, play, said, tries

CRUSADE = "last-crusade"


def begun(level: int) -> GameHistory:
    """The enemy's aggression level is rolled."""
    return play(new(CRUSADE), f"roll {level}")


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
    game = next_steps(play(game, "choose enemy-turn"), 4)
    game = play(game, "choose 0", "choose 0")
    game = play(next_steps(game, 2), "roll 1", "roll 2", "roll 2", "roll 2", "choose 0")
    game = play(next_steps(game, 4), "choose next-turn")
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
    game = play(begun(4), "choose your-turn", "choose enemy-turn")
    waiting = asks(game)
    game = play(game, "aggression-check", "roll 1", "random-choice", "choose 2", "roll 3")
    assert (said(game), asks(game)) == ("3: Random choice: 1.", waiting)
    assert asks(next_steps(game, 1)).startswith("Refit")


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_fighters_attack_only_where_you_have_aircraft_and_bombers_choose_front_or_rear() -> None:
    game = next_steps(play(begun(3), "choose your-turn", "choose enemy-turn"), 4)
    game = play(game, "choose 2", "choose yes", "roll 3")
    assert asks(game) == "Fighter 1 attacks? On 1-3."
    game = play(game, "roll 4")
    assert said(game) == "4: no, it takes 1-3. Fighter 1 flies CAP."
    game = play(game, "roll 5", "choose 1")
    assert asks(game) == "Bomber 1 launches? On 1-3."
    game = play(game, "roll 1", "roll 2")
    assert said(game) == "2: yes, it takes 1-3. Bomber 1 flies to your rearmost units."
    alone = next_steps(play(begun(3), "choose your-turn", "choose enemy-turn"), 4)
    alone = play(alone, "choose 1", "choose no", "roll 2")
    assert said(alone) == "2: yes, it takes 1-3. Fighter 1 launches."


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_guns_are_asked_for_only_where_every_column_failed() -> None:
    game = next_steps(play(begun(3), "choose your-turn", "choose enemy-turn"), 4)
    game = next_steps(play(game, "choose 0", "choose 0"), 2)
    game = play(game, "roll 4")
    assert said(game) == "4: no, it takes 1-3. Go from the right to the left."
    assert asks(game) == "Column 1 from the right advances? On 1-3."
    failed = play(game, "roll 4", "roll 5", "roll 6")
    assert asks(failed) == "Guns in range of a spotted unit?"
    fired = play(failed, "choose 1", "roll 2")
    assert said(fired) == "2: yes, it takes 1-3. Gun 1 fires at the closest spotted unit."
    passed = play(game, "roll 4", "roll 3", "roll 6")
    assert asks(passed).startswith("Assaults")


@tries(CRUSADE, "enemy-turn", "your-turn")
def test_before_the_assaults_only_the_marked_columns_are_named_in_their_order() -> None:
    game = next_steps(play(begun(3), "choose your-turn", "choose enemy-turn"), 4)
    game = play(game, "choose 1", "choose no", "roll 2", "choose 1", "roll 2", "roll 1")
    strikes = said(next_steps(game, 1))
    assert "Fighter 1 launches." in strikes
    assert "Bomber 1 flies to your rearmost units." in strikes
    game = play(next_steps(game, 2), "roll 4", "roll 1", "roll 4", "roll 3")
    assert said(game) == (
        "3: yes, it takes 1-3. Column 3 from the right: mark its zone. "
        "Marked from the right: 1 and 3."
    )
    assert asks(game) == "Assaults from the right: column 1 and 3, where next to yours."
    game = next_steps(game, 1)
    assert asks(game) == "Column 1 and 3 from the right: without assault, move one on."
    game = play(next_steps(game, 5), "choose next-turn", "choose your-turn", "choose enemy-turn")
    game = play(next_steps(game, 4), "choose 0", "choose 0")
    game = play(next_steps(game, 2), "roll 1", "roll 4", "roll 2", "roll 4")
    assert asks(game) == "Assaults from the left: column 2, where next to yours."
