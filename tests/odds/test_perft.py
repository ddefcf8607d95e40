"""Lines of play, against the engine played out in full."""

import pytest

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.odds.odds import MAX_ROUNDS, NoOddsError, count_by_first_result, count_lines
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.history import GameHistory
from tests.odds.test_odds import SHEETS
from tests.odds.through_the_engine import begun, rounds


def counted(history: GameHistory, depth: int) -> int:
    """The lines of the engine, gone through one by one; nothing is remembered."""
    if depth == 0:
        return 1
    return sum(counted(one.after, depth - 1) for one in rounds(history))


@pytest.mark.parametrize("id_", SHEETS)
def test_two_rounds_have_as_many_lines_as_the_engine_plays(id_: str) -> None:
    by_result = dict.fromkeys((result.value for result in DieResult), 0)
    for one in rounds(begun(load_sheet(id_))):
        by_result[one.name[0]] += counted(one.after, 1)
    told = count_by_first_result(load_sheet(id_), 2)
    assert {result.value: count for result, count in told.items()} == by_result
    assert count_lines(load_sheet(id_), 2) == sum(by_result.values())


def test_three_rounds_have_as_many_lines_as_the_engine_plays() -> None:
    plain = load_sheet("standard-2018")
    assert count_lines(plain, 3) == counted(begun(plain), 3)


def test_known_counts_stay_as_they_are() -> None:
    pile, open_ = load_sheet("standard-2018"), load_sheet("washingtons-war-2022")
    assert [count_lines(pile, depth) for depth in range(6)] == [1, 15, 261, 4635, 81829, 1434523]
    assert [count_lines(open_, depth) for depth in range(6)] == [1, 15, 255, 4367, 73655, 1232865]


@pytest.mark.parametrize("depth", [1, 2, 3, 17])
def test_the_lines_of_each_first_result_add_up_to_all(depth: int) -> None:
    plain = load_sheet("standard-2018")
    assert sum(count_by_first_result(plain, depth).values()) == count_lines(plain, depth)


def test_no_rounds_are_one_line_and_begin_with_no_result() -> None:
    assert count_lines(load_sheet("standard-2018"), 0) == 1
    assert count_by_first_result(load_sheet("standard-2018"), 0) == {}


def test_the_deepest_count_can_be_written_down() -> None:
    assert len(str(count_lines(load_sheet("standard-2018"), MAX_ROUNDS))) > MAX_ROUNDS


@pytest.mark.parametrize("depth", [-1, MAX_ROUNDS + 1, 10**9])
def test_a_depth_out_of_range_is_refused_in_one_sentence(depth: int) -> None:
    for count in (count_lines, count_by_first_result):
        with pytest.raises(NoOddsError, match=rf"^Lines [^\n]+ 0 to {MAX_ROUNDS} rounds, .+\.$"):
            count(load_sheet("standard-2018"), depth)
