"""A round of a game in words: what the gadget says, and what a player answers."""

from collections.abc import Iterator
from random import Random

from cdgdevice.method.history import History, answer, begin
from cdgdevice.method.prompt import prompt
from cdgdevice.method.request import Choose, New, Request, Roll
from cdgdevice.method.sheet import Sheet
from cdgdevice.method.words import say_both
from cdgdevice.table.dice import with_die

_MOST_ANSWERS = 24
"""A guided list of dice can be long."""


def sample_round(sheet: Sheet, seed: int = 1) -> Iterator[str]:
    """Play the first round of a game of this sheet: what is said, and after `>` what is answered.

    The dice are those of the seed, so that the same round is told each time; of several choices
    the first is taken.
    """
    history = begin(sheet, New(sheet.id))
    first = history.now.active
    yield from _said(history)
    for _ in range(_MOST_ANSWERS):
        request = _answer(history, Random(seed))
        if request is None or (history.past and history.now.active is not first):
            return
        yield f"  > {_typed(request)}"
        history = answer(history, request).history
        yield from _said(history)
        seed += 1
    yield "  … and so on."


def _answer(history: History, dice: Random) -> Request | None:
    now = prompt(history.now)
    if history.now.active in now.rollers:
        return with_die(history, Roll(), lambda: dice.randint(1, 6))
    return Choose(now.options[0].id) if now.options else None


def _typed(request: Request) -> str:
    match request:
        case Roll(die=numbers):
            return f"throws {' and '.join(map(str, numbers))}"
        case Choose(option):
            return option
        case _:
            raise AssertionError(f"{request} is no answer of a sample")


def _said(history: History) -> Iterator[str]:
    game = history.now
    if game.roll is not None and history.past and history.past[-1].rolled is not None:
        yield f"  The die: {game.roll.result}."
    yield from (f"  {sentence}" for sentence in say_both(game.acts, game.sheet.sides))
    name = game.sheet.sides[game.active]
    yield f"{name}: {' '.join(prompt(game).text)}"
