"""Playing the sheets in small scripts, and keeping book of what of each sheet a script has tried.

A script is a list of requests: `roll AB`, `roll right 4`, `roll 2 5` (white and coloured die),
`choose A`, `undo`, or an action with its arguments in the order in which it lists them:
`reaction right A`.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.card_steps import OfferBeside
from cdgdevice.rules.game import Game, Waiting
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import describe_what_to_do, prompt
from cdgdevice.rules.sheet import Sheet, walk_sheet_steps
from cdgdevice.rules.sheet_entries import ActionMoment
from tests.rules.playing import asked
from tests.rules.playing import new as begun

LEFT, RIGHT = Side.LEFT, Side.RIGHT

Test = Callable[..., None]
Tried = tuple[str, str, str]
"""A sheet, `variant` or `way`, and an id."""

promised: set[Tried] = set()
"""What tests promise to try."""
_taken: set[Tried] = set()
"""What the test that runs has tried."""


def entries(of: Sheet) -> set[Tried]:
    """Give everything of a sheet that a player can switch on or take."""
    variants = {(of.id, "variant", variant.id) for variant in of.variants}
    instead = {(of.id, "way", way.id) for way in of.instead}
    actions = {(of.id, "way", action.id) for action in of.actions}
    offered = {step.card for step in walk_sheet_steps(of) if isinstance(step, OfferBeside)}
    beside = {
        (of.id, "way", card.id)
        for card in of.beside
        if card.id in offered or card.target is not None
    }
    return variants | instead | actions | beside


def tries(sheets: str | tuple[str, ...], *ids: str) -> Callable[[Test], Test]:
    """Say what a test tries, and hold it to that; of several sheets it gets each as `sheet_id`."""
    each = (sheets,) if isinstance(sheets, str) else sheets

    def decorate(test: Test) -> Test:
        wanted = {one for sheet_id in each for one in _named(sheet_id, ids)}
        promised.update(wanted)

        @wraps(test)
        def checked(**named: Any) -> None:
            _taken.clear()
            test(**named)
            played = named.get("sheet_id", each[0])
            assert {one for one in wanted if one[0] == played} <= _taken

        return (
            checked
            if isinstance(sheets, str)
            else pytest.mark.parametrize("sheet_id", each)(checked)
        )

    return decorate


def _named(sheet_id: str, ids: tuple[str, ...]) -> set[Tried]:
    found = {one for one in entries(load_sheet(sheet_id)) if one[2] in ids}
    assert {one[2] for one in found} == set(ids), f"{sheet_id} has not all of {ids}"
    return found


def new(sheet_id: str, hands: tuple[int, int] | None = None, **options: bool) -> GameHistory:
    """Begin a game; options are named with underscores for hyphens."""
    history = begun(sheet_id, hands, **options)
    _taken.update((sheet_id, "variant", name) for name, on in history.now.options.items() if on)
    return history


def play(history: GameHistory, *requests: str) -> GameHistory:
    """Take requests, one after the other."""
    for request in requests:
        word, *given = request.split()
        match word, given:
            case "roll", [*given]:
                history = asked(history, "roll", **_thrown(given)).history
            case "choose", [option]:
                _take(history, option)
                history = asked(history, "choose", option=option).history
                _note_what_asks_by_itself(history.now)
            case "undo", []:
                history = asked(history, "undo").history
            case action, _:
                _take(history, action)
                history = asked(
                    history, "act", action=action, **_args(history, word, given)
                ).history
    return history


def _note_what_asks_by_itself(game: Game) -> None:
    """Note the action of the sheet that asks because a card was chosen."""
    if not isinstance(game.stage, Waiting):
        return
    for action in game.sheet.actions:
        if ActionMoment.CHOSEN in action.moments and game.stage.course.steps[0] in action.steps:
            _taken.add((game.sheet.id, "way", action.id))


def rounds(
    history: GameHistory, number: int, *, first: str = "roll AB", card: str = "A"
) -> GameHistory:
    """Let so many rounds go by, of whichever side's turn it is."""
    for _ in range(number):
        history = play(history, first, f"choose {card}", "choose done")
    return history


def said(history: GameHistory) -> str:
    """What the hands are to do now."""
    return " ".join(describe_what_to_do(history.now))


def asks(history: GameHistory) -> str:
    """What is said of the choice that waits."""
    return " ".join(prompt(history.now).text)


def _thrown(given: list[str]) -> dict[str, object]:
    side = {"side": given[0]} if given[0] in ("left", "right") else {}
    dice = given[len(side) :]
    if dice[0].isdigit():
        return {**side, "die": [int(die) for die in dice]}
    return {**side, "result": dice[0]}


def _args(history: GameHistory, action: str, given: list[str]) -> dict[str, object]:
    lists = [each.args for each in prompt(history.now).actions if each.id == action]
    names = [name for name, _ in lists[0]] if lists else []
    assert len(names) == len(given), f"{action} takes {names}, not {given}"
    return {
        name: int(value) if value.isdigit() else value
        for name, value in zip(names, given, strict=True)
    }


def _take(history: GameHistory, id_: str) -> None:
    _taken.add((history.now.sheet.id, "way", id_))
