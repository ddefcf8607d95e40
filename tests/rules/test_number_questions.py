"""Questions about a number start at the number that is kept, in every sheet."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.game import Waiting
from cdgdevice.rules.guided.list_memory import ListMemory
from cdgdevice.rules.guided.list_steps import HowMany
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import ChooseOption, NewGame
from cdgdevice.rules.sheet import walk_sheet_steps
from cdgdevice.rules.snapshot import write_state
from cdgdevice.rules.wants import WantsNumber
from tests.rules.interpreter.test_guided_lists import guided
from tests.rules.playing import new, play
from tests.rules.small_sheets import played, small

OWN = small(
    "checks",
    guided(
        '{ do = "how-many", name = "morale", text = "Morale?", high = 9 }',
        '{ do = "how-many", name = "cost", text = "A gun?", high = 9, kind = "gun" }',
        '{ do = "how-many", name = "cost", text = "A tank?", high = 5, kind = "tank" }',
        '{ do = "how-many", name = "cost", text = "Which costs were paid?", high = 5 }',
    ),
    '[[instead]]\nid = "pass"\ntitle = "Pass"\nsource = "turn"',
)


def test_an_own_sheet_s_question_starts_at_the_number_that_is_kept() -> None:
    assert prompt(played(OWN, "choose enemy").now).default is None, "nothing is kept yet"
    again = played(OWN, *answers("7", "3", "2", "2"), "choose pass", "choose enemy")
    assert prompt(again.now).default == "7"


def test_a_cost_starts_at_the_last_cost_of_its_kind() -> None:
    again = played(OWN, *answers("7", "3", "2", "2"), "choose pass", "choose enemy", "choose 7")
    assert prompt(again.now).default == "3"
    assert prompt(play(again, "choose 8").now).default == "2"
    assert prompt(play(again, "choose 8", "choose 4").now).default == "4", "kept under its name"


def test_a_kept_number_above_the_highest_answer_starts_at_that_answer() -> None:
    last = played(OWN, "choose enemy", "choose 9", "choose 9", "choose 3")
    kept = replace(last.now, lists=ListMemory({"cost": 9}))
    assert prompt(kept).default == "5"


def test_undo_brings_back_where_the_question_started() -> None:
    asked = played(OWN, *answers("7", "3", "2", "2"), "choose pass", "choose enemy")
    assert prompt(play(asked, "choose 4", "undo").now).default == "7"


def answers(*numbers: str) -> Iterator[str]:
    yield "choose enemy"
    yield from (f"choose {number}" for number in numbers)


ASKING = [
    id_
    for id_ in sheet_ids()
    if any(isinstance(step, HowMany) for step in walk_sheet_steps(load_sheet(id_)))
]
"""The sheets that ask for numbers."""


@pytest.mark.parametrize("sheet", ASKING)
def test_every_question_of_a_long_game_starts_at_the_kept_number(sheet: str) -> None:
    for seed in range(3):
        dice, last = Random(seed), dict[str, int]()
        history = new(sheet)
        for _ in range(400):
            now, stage = prompt(history.now), history.now.stage
            if isinstance(stage, Waiting) and isinstance(stage.want, WantsNumber):
                want = stage.want
                named = history.now.lists.numbers.get(want.name)
                kept = named if want.kind is None else last.get(want.kind)
                start = None if kept is None else str(min(kept, want.high))
                assert now.default == start, want.text
                given = dice.randint(want.low, min(want.high, 6))
                last |= {} if want.kind is None else {want.kind: given}
                history = answer_request(history, ChooseOption(str(given))).history
                continue
            history = answered(history, dice)


def answered(history: GameHistory, dice: Random) -> GameHistory:
    """Roll, choose something, or take an action that asks nothing more."""
    now = prompt(history.now)
    if history.now.active in now.rollers and dice.random() < 0.8:
        wanted = 1 if now.ask is None else len(now.ask.dice)
        return play(history, " ".join(["roll", *(str(dice.randint(1, 6)) for _ in range(wanted))]))
    ways = [f"choose {option.id}" for option in now.options]
    ways += [each.id for each in now.actions if not each.args and each.id != "end-game"]
    return play(history, dice.choice(ways)) if ways else history


@pytest.mark.parametrize(
    ("of", "hands"),
    [
        ("1866-2018", (8, 7)),
        ("empire-of-the-sun-2018", (5, 4)),
        ("for-the-people-2018", (5, 4)),
        ("wilderness-war-2018", (8, 7)),
    ],
)
def test_the_question_of_a_new_turn_s_hand_starts_at_the_size_that_it_had(
    of: str, hands: tuple[int, int]
) -> None:
    begun = begin_game(load_sheet(of), NewGame(of, hands, set_up=True))
    asked = play(begun, "choose skip", "end-turn", "choose next-turn")
    assert prompt(asked.now).default == str(hands[0])
    assert prompt(play(asked, "choose 7").now).default == str(hands[1])


def test_the_headquarters_questions_of_the_last_crusade_start_at_the_points() -> None:
    begun = play(
        new("last-crusade"), "choose 40", "roll 4", "victory-points", "choose 7", "choose 0"
    )
    asked = play(begun, "headquarters", "choose enemy")
    assert write_state(asked.now)["default"] == "7"


def test_a_second_launch_in_the_last_crusade_starts_at_the_first_one_s_cost() -> None:
    asked = play(new("last-crusade"), "choose 40", "roll 6", "choose your-turn", "choose none")
    asked = play(asked, "choose end", "choose enemy-turn", "choose yes")
    asked = play(asked, "choose none", "choose no", "choose no", "choose 2", "choose 0")
    asked = play(asked, "roll 1 1")
    assert prompt(asked.now).text == ("Fighter 1: Supply cost of its launch?",)
    second = play(asked, "choose 4")
    assert prompt(second.now).text == ("Fighter 2: Supply cost of its launch?",)
    assert prompt(second.now).default == "4"
