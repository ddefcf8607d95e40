"""What things take on the glass: no more than in the first version, a new game at most half."""

from statistics import median

from tools.count_presses import BEFORE, measure, measure_busy_turns


def test_nothing_takes_more_gestures_than_it_did_and_a_new_game_at_most_half() -> None:
    now = measure()
    for what, before in BEFORE.items():
        assert now[what].presses <= before.presses, what
        assert now[what].detents <= before.detents, what
    first = "a new game, from the first screen"
    assert now[first].gestures <= BEFORE[first].gestures / 2
    roll = now["a first roll, from the first screen"]
    assert roll.presses + bool(roll.detents) <= 6, "a turn of the knob is one gesture"
    assert now["another new game"].gestures <= BEFORE[first].gestures / 2


def test_a_busy_enemy_turn_takes_at_most_42_presses_and_15_detents_as_a_rule() -> None:
    busy = list(measure_busy_turns(games=4, turns=15))
    assert median(count.presses for count in busy) <= 42
    assert median(count.detents for count in busy) <= 15
