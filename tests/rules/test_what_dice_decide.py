"""Every die that decides something ends in a sentence: its number, what it decided, and why."""

import re
from random import Random

import pytest
from msgspec.structs import replace

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules.card_display import Facing, Side
from cdgdevice.rules.card_steps import PickableCards, PickRandom, Whose
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.game import (
    Choosing,
    Game,
    RowDice,
    RunningSteps,
    Waiting,
    sides_of,
    turn_up_cards,
)
from cdgdevice.rules.guided.kept_values import describe_kept_numbers
from cdgdevice.rules.guided.list_steps import AtMostKept, PickNumber, Remember
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.instructions import TellPlayer
from cdgdevice.rules.interpreter.step_runner import run_steps
from cdgdevice.rules.prompt import ONE_METHOD_DIE, prompt
from cdgdevice.rules.requests import ChooseOption, NewGame, NotAllowedError, Request, RollDice
from cdgdevice.rules.sheet import Sheet, walk_sheet_steps
from cdgdevice.rules.steps import Check, MethodCheck, RangeCheck, Say, Step
from cdgdevice.rules.texts.sentences import name_result
from cdgdevice.rules.wants import PickedCard, WantsDie
from tests.rules.playing import new, play
from tests.rules.small_sheets import action, played, said, small
from tests.rules.walking import offered_acts, thrown

DECIDING = Check | MethodCheck | RangeCheck | PickRandom | PickNumber
"""The steps that wait for a die which decides something."""
HAVE_DICE = [
    id_
    for id_ in sheet_ids()
    if any(isinstance(step, DECIDING) for step in walk_sheet_steps(load_sheet(id_)))
]
"""The sheets that have such steps."""
DOUBLED = '\n[doubled-spaces]\nwhen = "rule"\nsource = "#8"\n'


def pick_move(history: GameHistory, chance: Random) -> Request:
    """Pick a roll, a choice or an action that is offered now; actions that end things are rare."""
    now = prompt(history.now)
    rolls: list[Request] = [
        RollDice(side, **throw) for side in now.rollers for throw in thrown(history.now)
    ]
    choices: list[Request] = [ChooseOption(option.id) for option in now.options]
    of_sheet = {each.id for each in history.now.sheet.actions}
    acts: list[Request] = [
        act for each in now.actions if each.id in of_sheet for act in offered_acts(each)
    ]
    kinds = [some for some in (rolls, rolls, choices, choices, acts) if some]
    return chance.choice(chance.choice(kinds))


@pytest.mark.parametrize("sheet", HAVE_DICE)
def test_each_die_that_decides_ends_in_a_sentence_with_its_number_and_what_it_decided(
    sheet: str,
) -> None:
    for seed in range(4):
        chance = Random(seed)
        history = begin_game(load_sheet(sheet), NewGame(sheet))
        for _ in range(150):
            if not (prompt(history.now).options or prompt(history.now).rollers):
                break
            before, move = history.now, pick_move(history, chance)
            try:
                history = answer_request(history, move).history
            except NotAllowedError:
                continue
            if not isinstance(move, RollDice):
                continue
            match before.stage:
                case Waiting(WantsDie()):
                    method = prompt(before).ask.dice == ONE_METHOD_DIE  # type: ignore[union-attr]
                    shown = (
                        name_result(move.result, before.sheet.words)
                        if move.result
                        else str(move.die[0])
                    )
                    if isinstance(before.stage.course.steps[0], Remember):
                        # The number itself stays in sight.
                        assert any(
                            f" {shown}." in each for each in describe_kept_numbers(history.now)
                        )
                        continue
                    if before.stage.want.dice > 1:
                        together = isinstance(history.now.stage, Waiting) and said(history) == []
                        assert together or said(history)[0].startswith("Dice: ")
                        continue
                    first = said(history)[0]
                    assert first.startswith(f"{shown}: "), first
                    assert method == bool(move.result)
                    assert len(first) > len(f"{shown}: ")
                case RowDice() if not isinstance(history.now.stage, RowDice):
                    dice = history.now.roll.numbers  # type: ignore[union-attr]
                    told = " ".join(
                        act.text for act in history.now.instructions if isinstance(act, TellPlayer)
                    )
                    told = " ".join((told, *prompt(history.now).text))
                    assert any(str(number) in told for number in dice) or "Doubles" in told


DECISION = re.compile(
    r"\S+: (.+ (is|are)( not)? (played|named)\b|card \S+\.|.+ (A|B|C|D|E)\d?\.|roll again\."
    r"|not decided yet\.|[A-Z].* \d+\.)"
)
"""A sentence that says by itself what a die decided."""


def with_cards_for(game: Game, step: Step) -> tuple[Game, tuple[PickedCard, ...]]:
    """The game with all cards face-up, unless the step is about others, and the picked cards."""
    downward = (PickableCards.DOWN, PickableCards.DOWN_FIRST)
    is_down = isinstance(step, PickRandom) and step.among in downward
    facing = Facing.DOWN if is_down else Facing.UP
    for side in () if is_down else Side:
        down = game.seats[side].display.places_facing(Facing.DOWN)
        game = turn_up_cards(game, side, down)
    whose = getattr(step, "whose", Whose.MINE)
    return replace(game, instructions=()), tuple(
        PickedCard(side, place)
        for side in sides_of(game, RunningSteps(game.active, (), None), whose)
        for place in game.seats[side].display.places_facing(facing)[:3]
    )


def waiting_at(of: Sheet, step: Step) -> GameHistory | None:
    """A game that waits for the die of this step; None where it asks for none."""
    game, picked = with_cards_for(begin_game(of, NewGame(of.id)).now, step)
    if isinstance(step, Check) and isinstance(step.passes, AtMostKept):
        game = game.with_number(step.passes.level, 3)
    if isinstance(step, PickNumber):
        game = game.with_number(step.name, 5)
    course = RunningSteps(game.active, (step,), Choosing(()), picked)
    game = run_steps(game, course)
    waits = isinstance(game.stage, Waiting) and isinstance(game.stage.want, WantsDie)
    return replace(begin_game(of, NewGame(of.id)), now=game) if waits else None


def check_each_throw(of: Sheet, step: Step) -> None:
    """Fail where a throw for this step ends without a sentence that says what it decided."""
    asked = waiting_at(of, step)
    assert asked is not None, f"{of.id}: no die for {step}"
    for throw in thrown(asked.now):
        result = throw.get("result")
        shown = name_result(result, of.words) if result else str(throw["die"][0])
        then = answer_request(asked, RollDice(asked.now.active, **throw))
        first, *more = said(then.history) or [""]
        assert first.startswith(f"{shown}: "), (of.id, step, throw)
        if isinstance(step, Check):
            assert ", it takes " in first, (of.id, step, throw)
            # Yes or no alone leaves the player to recall what was asked.
            goes_on = isinstance(then.history.now.stage, Waiting)
            does = len(then.history.now.instructions) > 1
            assert more or does or goes_on, (of.id, step.text, throw)
        else:
            assert DECISION.match(first), (of.id, first)


@pytest.mark.parametrize("sheet", HAVE_DICE)
def test_every_throw_of_every_die_step_says_what_it_decided(sheet: str) -> None:
    of = load_sheet(sheet)
    for step in walk_sheet_steps(of):
        if isinstance(step, DECIDING):
            check_each_throw(of, step)


@pytest.mark.parametrize("branch", ["", ', then = [{ do = "tell", text = "It is hit." }]'])
def test_a_check_with_a_throw_that_leads_to_nothing_is_found(branch: str) -> None:
    steps = f'{{ do = "check", text = "Is it hit?", low = 3, high = 6{branch} }}'
    way = f'\n[[instead]]\nid = "enemy"\ntitle = "Enemy"\nsource = "turn"\nsteps = [{steps}]\n'
    of = small("checks", way)
    (step,) = of.instead[0].steps
    with pytest.raises(AssertionError, match="Is it hit"):
        check_each_throw(of, step)
    check_each_throw(of, replace(step, then=(Say("It is hit."),), otherwise=(Say("Missed."),)))


def test_the_row_s_dice_say_which_card_is_played_and_why() -> None:
    row = small("row", '\n[words]\nwhite = "blue"\ncoloured = "red"\n')
    hit, missed = played(row, "choose A", "roll 2 4"), played(row, "choose A", "roll 5 2")
    assert prompt(hit.now).text == ("Blue 2: play A, any purpose, then done.",)
    assert said(missed) == ["Blue 5: not A (1-3)."]
    assert prompt(missed.now).text == ("Red 2: play B, any purpose, then done.",)
    doubles = played(row, "choose A", "roll 2 2")
    assert prompt(doubles.now).text == ("Doubles: play B as event, then done.",)


def test_a_roll_that_leaves_a_marked_card_alone_says_why() -> None:
    def after(sheet: str, mark: str, roll: str, hands: tuple[int, int] = (7, 7)) -> str:
        game = play(new(sheet, hands), f"roll {roll}", f"mark left A {mark}")
        return " ".join(prompt(game.now).text)

    assert after("standard-2018", "scoring", "JR") == "Jolly Roger: play A."
    assert after("standard-2018", "first-opportunity", "AB") == "Mandatory: play A as event."
    assert after("empire-of-the-sun-2018", "mandatory", "AB", (4, 4)) == "Play A or B."
    assert after("for-the-people-2018", "mandatory", "AB", (1, 4)) == "Mandatory: play A as event."


def test_a_random_card_s_die_that_picks_none_says_to_throw_again() -> None:
    of = small(
        "open", DOUBLED, action('{ do = "pick-random", among = "down" }', '{ do = "discard" }')
    )
    again = played(of, "roll JR", "choose C", "act", "roll 5", hands=(7, 5))
    assert said(again)[:1] == ["5: roll again."]


def test_a_check_says_its_number_whether_it_passed_and_what_it_takes() -> None:
    steps = '{ do = "check", text = "Is it hit?", low = 3, high = 6 }'
    way = f'\n[[instead]]\nid = "enemy"\ntitle = "Enemy"\nsource = "turn"\nsteps = [{steps}]\n'
    asked = played(small("checks", way), "choose enemy")
    assert said(play(asked, "roll 2")) == ["2: no, it takes 3-6."]
    assert said(play(asked, "roll 3")) == ["3: yes, it takes 3-6."]
