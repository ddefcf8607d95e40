"""Every die that decides something ends in a sentence: its number, what it decided, and why."""

from random import Random

import pytest

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules.card_display import TellPlayer
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.game import GameHistory, RowDice, Waiting, WantsDie
from cdgdevice.rules.prompt import ONE_METHOD_DIE, prompt, say_kept_numbers
from cdgdevice.rules.requests import ChooseOption, NewGame, NotAllowedError, Request, RollDice
from cdgdevice.rules.steps import Remember
from tests.rules.playing import play
from tests.rules.small_sheets import action, played, said, small
from tests.rules.walking import offered_acts, thrown

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


@pytest.mark.parametrize("sheet", sheet_ids())
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
                    shown = str(move.result.value if move.result else move.die[0])
                    if isinstance(before.stage.course.steps[0], Remember):
                        # The number itself stays in sight.
                        assert any(f" {shown}." in each for each in say_kept_numbers(history.now))
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


def test_the_row_s_dice_say_which_card_is_played_and_why() -> None:
    row = small("row", '\n[words]\nwhite = "blue"\ncoloured = "red"\n')
    hit, missed = played(row, "choose A", "roll 2 4"), played(row, "choose A", "roll 5 2")
    assert prompt(hit.now).text == ("Blue 2: A, any purpose, then done.",)
    assert said(missed) == ["Blue 5: not A; it takes 1-3."]
    assert prompt(missed.now).text == ("Red 2: B, any purpose, then done.",)
    doubles = played(row, "choose A", "roll 2 2")
    assert prompt(doubles.now).text == ("Doubles: B as event, then done.",)


def test_a_random_card_s_die_that_picks_none_says_to_throw_again() -> None:
    of = small(
        "open", DOUBLED, action('{ do = "pick-random", among = "down" }', '{ do = "discard" }')
    )
    again = played(of, "roll JR", "choose C", "act", "roll 5", hands=(7, 5))
    assert said(again)[:1] == ["5: throw again."]


def test_a_check_says_its_number_whether_it_passed_and_what_it_takes() -> None:
    steps = '{ do = "check", text = "Is it hit?", low = 3, high = 6 }'
    way = f'\n[[instead]]\nid = "enemy"\ntitle = "Enemy"\nsource = "turn"\nsteps = [{steps}]\n'
    asked = played(small("checks", way), "choose enemy")
    assert said(play(asked, "roll 2")) == ["2: no, it takes 3-6."]
    assert said(play(asked, "roll 3")) == ["3: yes, it takes 3-6."]
