"""A walk through a game with a fault at every step: it ends as it would without, or says why not.

When the fault is over the game stands as after the act, or as before it. In that case the player
was told why, on the glass or, where no screen answered, in the log, and does the act again.
"""

import random

import pytest

from tests.faults import FAULTS, Cut, Fault
from tests.simulated_disk import SimulatedDisk
from tests.standing import standing
from tests.walked_game import ACTS, Player, copy, walked

QUIET = 4.0
"""Seconds after which what was pulled out is found again."""


def suffers(player: Player, step: int, fault: Fault) -> None:
    """Do an act while something goes wrong; then once more, if it did not count."""
    before, after = walked().stands[step : step + 2]
    act, answers = ACTS[step], player.gadget.games.tabletop.answers
    player.clears()
    assert player.stands == before
    player.told.clear()
    player.saw = True
    with fault.course(player):
        at_worst = _first_write(player) if fault.cut is Cut.BEFORE else []
        player.clears()
        act.do(player)
        if fault.cut is not None:
            now = player.gadget.after_a_power_cut()
            disk = at_worst[0] if at_worst else now
            player.loses_power(disk, with_reader=not fault.reader_keeps_power)
        player.gadget.passes(1.2)
        player.clears()
    player.gadget.passes(QUIET)
    player.clears()
    assert player.sees
    assert player.gadget.games.tabletop.unsaved is None
    assert not any("not wanted" in text for text in player.told), "a throw was taken for two"
    if player.stands == before:
        told = player.told if player.saw else player.gadget.log
        why = fault.says and any(fault.says in text for text in told)
        assert why or fault.cut is not None, f"{fault.name} at {step}, {act.name}: {told}"
        act.do(player)
        player.gadget.passes(1.2)
        player.clears()
    assert player.stands == after, f"{fault.name} at {step}, {act.name}: {player.told}"
    assert player.gadget.games.tabletop.answers in (answers + 1, 0)


def _first_write(player: Player) -> list[SimulatedDisk]:
    """Have the disk kept as it is before the next thing is done to it."""
    disk = player.gadget.disk
    kept: list[SimulatedDisk] = []

    def keep() -> None:
        disk.before_step = lambda: None
        kept.append(copy(disk))

    disk.before_step = keep
    return kept


def goes_on(player: Player, step: int) -> None:
    """Do the next act: nothing of the fault is left."""
    player.clears()
    ACTS[step].do(player)
    player.gadget.passes(1.2)
    assert player.stands == walked().stands[step + 1]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_one_fault_at_any_step_changes_nothing_in_the_end(fault: Fault) -> None:
    for step in range(len(ACTS) - 1):
        player = Player()
        with player.at(copy(walked().disks[step]), fault.bounce):
            suffers(player, step, fault)
            goes_on(player, step + 1)
            disk = player.gadget.after_a_power_cut()
        with player.at(disk):
            assert player.stands == walked().stands[step + 2], "it was all kept"


def test_the_walk_goes_through_all_that_a_player_does() -> None:
    game = walked()
    assert len(set(game.stands)) > len(ACTS) // 2
    for before, after in zip(game.stands, game.stands[1:], strict=False):
        assert before != after, "each act counts"


@pytest.mark.parametrize("seed", range(8))
def test_two_faults_in_a_game_change_nothing_in_the_end(seed: int) -> None:
    chance = random.Random(seed)
    pair = dict(zip(chance.sample(range(len(ACTS)), 2), chance.sample(FAULTS, 2), strict=True))
    bounce = next((fault.bounce for fault in pair.values() if fault.bounce), ())
    player = Player()
    with player.at(copy(walked().disks[0]), bounce):
        for step in range(len(ACTS)):
            if step in pair:
                suffers(player, step, pair[step])
            else:
                goes_on(player, step)
        assert standing(player.gadget.games.tabletop.history) == walked().stands[-1]
