"""Plays samples of a sheet: short games that between them reach what the sheet's steps say."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import count

from msgspec import Struct, field

from cdgdevice.games.open_game import throw_missing_dice
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.game import GameEnd, Waiting
from cdgdevice.rules.guided.list_steps import Minus, NumberAbove, NumberLasts, PickNumber, SetNumber
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.player_actions import TakeAction, read_action, write_args
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.questions import Prompt
from cdgdevice.rules.requests import ChooseOption, NewGame, Request, RollDice
from cdgdevice.rules.sheet import Sheet, walk_sheet_steps
from cdgdevice.rules.steps import Each, If, Repeat
from cdgdevice.rules.texts.words import describe_for_both
from cdgdevice.rules.wants import WantsNumber

_MAX_ANSWERS = 60
"""A guided list of dice can be long."""
_MAX_GAMES = 12
_DICE = (2, 5, 1, 6, 3, 4)
"""The throws of a sample, in this order: they pass and fail by turns."""
_PLACE_OR_NUMBER = re.compile(r"\b([A-E]|\d)\d*\b((, | and | or )([A-E]|\d)\d*\b)*")


class _Sampler(Struct):
    """What samples have tried so far, so that the next choice is another one."""

    sheet: Sheet
    tried: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often each answer was given to each question."""
    said: set[str] = field(default_factory=set)
    """Sentences that were said, whatever numbers are in them."""

    def choose_answer(self, history: GameHistory, game: int) -> Request | None:
        """Return the answer to what is asked that was given least often; None at the end."""
        now, stage = prompt(history.now), history.now.stage
        if isinstance(stage, Waiting) and isinstance(stage.want, WantsNumber):
            return ChooseOption(str(self._choose_number(now, stage.want, game)))
        ways: dict[str, Request] = {each.id: ChooseOption(each.id) for each in now.options}
        question = f"{now.stage} {_generalize(' '.join(now.question))}"
        if history.now.active in now.rollers:
            ways = {"roll": RollDice(), **ways}
        new = [each for each in _list_actions(now) if not self.tried["act", each.action]]
        if new and game:
            self.tried["act", new[0].action] += 1
            return new[0]
        if not ways:
            return None
        chosen = min(ways, key=lambda way: self.tried[question, way])
        dice = count(self.tried[question, chosen])
        self.tried[question, chosen] += 1
        return throw_missing_dice(history, ways[chosen], lambda: _DICE[next(dice) % len(_DICE)])

    def _choose_number(self, now: Prompt, want: WantsNumber, game: int) -> int:
        """Return a number that leads on: much of what is spent from, little of what is spent.

        Every other game has it the other way round, and so fails where the others pass.
        """
        steps = tuple(walk_sheet_steps(self.sheet))
        plenty = game % 2 == 0
        number = want.high if plenty else want.low
        if any(isinstance(each, Repeat) and each.name == want.name for each in steps):
            number = int(now.default) - 1 if now.default else 2
        elif any(isinstance(each, Each | PickNumber) and each.name == want.name for each in steps):
            number = 2 if plenty else want.low
        elif any(_spends(each, want.name) for each in steps):
            number = 1 if plenty else want.high
        return max(want.low, min(number, want.high))

    def hear(self, lines: tuple[str, ...]) -> bool:
        """Remember what was said; return whether any of it is new."""
        new = set(map(_generalize, lines)) - self.said
        self.said |= new
        return bool(new)


def _list_actions(now: Prompt) -> Iterator[TakeAction]:
    """Yield the sheet's actions that can be taken now, each with the first of its arguments."""
    for offered in now.actions:
        act = read_action(offered.id, {name: values[0] for name, values in offered.args})
        if isinstance(act, TakeAction):
            yield act


def _spends(step: object, name: str) -> bool:
    """Return whether a step takes a number off another, or asks if that can be."""
    match step:
        case SetNumber(value=Minus(spent)) | If(test=NumberLasts(amount=spent)):
            return spent == name
        case If(test=NumberAbove(above)):
            return above == name
    return False


def _generalize(text: str) -> str:
    """Return a text without the numbers and cards in it."""
    return _PLACE_OR_NUMBER.sub("#", text)


def play_sample_games(sheet: Sheet) -> Iterator[str]:
    """Play rounds of a sheet: what is said, and after `>` what is answered.

    The first game has a round of each side. Further ones answer otherwise, and are told as far as
    something new is said in them. The answers and dice are the same each time.
    """
    sampler = _Sampler(sheet)
    for game in range(_MAX_GAMES):
        lines = tuple(_play_game(sampler, game))
        if not sampler.hear(tuple(line for line in lines if not line.startswith("  > "))):
            continue
        if game:
            yield "Another time:"
        yield from lines


def _play_game(sampler: _Sampler, game: int) -> Iterator[str]:
    """Play until each side has had a round, or no answer is left."""
    history = begin_game(sampler.sheet, NewGame(sampler.sheet.id))
    yield from _describe(history)
    for _ in range(_MAX_ANSWERS):
        if all(seat.rounds_taken for seat in history.now.seats.values()):
            return
        request = sampler.choose_answer(history, game)
        if request is None:
            return
        yield f"  > {_typed(request)}"
        history = answer_request(history, request).history
        yield from _describe(history)
        if isinstance(history.now.stage, GameEnd):
            return
    yield "  … and so on."


def _typed(request: Request) -> str:
    match request:
        case RollDice(die=numbers):
            return f"rolls {' and '.join(map(str, numbers))}"
        case ChooseOption(option):
            return option
        case TakeAction() as act:
            return " ".join((act.action, *map(str, write_args(act).values())))
        case _:
            raise AssertionError(f"{request} is no answer of a sample")


def _describe(history: GameHistory) -> Iterator[str]:
    game = history.now
    if game.roll is not None and history.past and history.past[-1].rolled is not None:
        yield f"  The die: {game.roll.result}."
    yield from (
        f"  {sentence}"
        for sentence in describe_for_both(
            game.instructions, game.sheet.sides, words=game.sheet.words
        )
    )
    yield f"{game.sheet.sides[game.active]}: {' '.join(prompt(game).text)}"
