"""What a page tells of all games: counted from the facts in their journals, compared with a count
of what the rules did."""

from collections import Counter
from contextlib import suppress
from functools import partial
from itertools import pairwise
from random import Random

import pytest

from cdgdevice.browser.statistics import write_played
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.open_game import throw_missing_dice
from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.games.tabletop import Games
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.requests import (
    ChooseOption,
    CorrectRoll,
    NewGame,
    NotAllowedError,
    RollDice,
    UndoLast,
)
from cdgdevice.ui.choices import list_choices
from tests.simulated_disk import SimulatedDisk
from tests.web.test_play_in_a_browser import PATHS, Page


def count_in_history(history: GameHistory) -> tuple[list[int], list[Counter[str]]]:
    """Return how many rounds each side took, and with which results of the Method die."""
    stood = [*(past.before for past in history.past), history.now]
    rounds, results = Counter[Side](), {side: Counter[str]() for side in Side}
    for before, after in pairwise(stood):
        for side in Side:
            rounds[side] += max(after.seats[side].rounds_taken - before.seats[side].rounds_taken, 0)
        if after.roll is None or after.roll.method_result is None or after.roll == before.roll:
            continue
        if before.roll is not None:
            results[before.active][before.roll.result] -= 1
        results[after.active][after.roll.result] += 1
    return [rounds[side] for side in Side], [+results[side] for side in Side]


@pytest.mark.parametrize("sheet", sheet_ids())
def test_rounds_and_results_are_those_that_the_rules_counted(sheet: str) -> None:
    random = Random(sheet)
    games = Games(GameFolder(SimulatedDisk()), NewGame(sheet))
    for _ in range(150):
        choices = [choice.request for choice in list_choices(games.tabletop.history.now)]
        misread = CorrectRoll(result=random.choice(list(DieResult)))
        more = [UndoLast(), misread] if games.tabletop.history.past else []
        request = random.choice([*choices, *more])
        if isinstance(request, RollDice | ChooseOption | CorrectRoll | UndoLast):
            throw = partial(random.randint, 1, 6)
            with suppress(NotAllowedError):  # the dice were not misread, or another die was
                games.tabletop.answer(
                    throw_missing_dice(games.tabletop.history, request, throw), "hand"
                )
    rounds, results = count_in_history(games.tabletop.history)
    told = write_played(games, load_sheet(sheet))
    assert [[side["rounds"] for side in game["sides"]] for game in told["games"]] == (
        [rounds] if any(rounds) else []
    )
    shown = [[each["count"] for each in side["results"]] for side in told["results"]]
    wanted = [[counts[each.value] for each in DieResult] for counts in results]
    assert shown == (wanted if any(results) else [])


def count_rounds(page: Page) -> list[list[int]]:
    return [[side["rounds"] for side in game["sides"]] for game in page.ask("played")["games"]]


def play_answers(page: Page, sheet: str, answers: int) -> None:
    page.ask("begin", sheet=sheet, options={})
    for _ in range(answers):
        page.take(next(each["request"] for each in page.board["choices"] if each["request"]))


def test_all_games_count_and_results_only_those_of_the_sheet_on_the_table() -> None:
    disk = SimulatedDisk()
    page = Page(disk)
    assert "error" in page.ask("played")
    for sheet, answers in (("washingtons-war-2022", 30), (PATHS, 30), (PATHS, 1), (PATHS, 40)):
        play_answers(page, sheet, answers)
    told = page.ask("played")
    assert [game["number"] for game in told["games"]] == [4, 2, 1], "3 has no round"
    assert told["games"][2]["sides"][0]["name"] == "British"
    assert told["title"] == "Paths of Glory (2022 box)"
    results = [sum(each["count"] for each in side["results"]) for side in told["results"]]
    rounds = count_rounds(page)
    assert sum(results) - sum(rounds[0] + rounds[1]) in (0, 1, 2), "a round may be under way"
    with disk.create("letters") as file:
        file.write(b"letters")
    disk.rename("letters", f"0002-{PATHS}.journal")
    assert count_rounds(page) == [rounds[0], rounds[2]]
