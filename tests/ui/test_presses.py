"""What things take on the glass: no more than in the first version, a new game at most half."""

from tools.count_presses import BEFORE, measure


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
