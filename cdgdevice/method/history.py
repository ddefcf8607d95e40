"""The course of a game: what was answered, how to take it back, and the dice that are kept.

Undo can't be used to fish for luck: a roll taken back is kept, and that side's next roll shows
the same die again, whatever it asks for.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from cdgdevice.method import apply, beginning
from cdgdevice.method.acts import Act, restoring
from cdgdevice.method.die import STANDARD
from cdgdevice.method.display import Side
from cdgdevice.method.errors import NotAllowedError
from cdgdevice.method.game import Game
from cdgdevice.method.prompt import METHOD_DIE, prompt
from cdgdevice.method.request import Choose, Correct, Do, New, Request, Roll, Undo
from cdgdevice.method.sheet import Sheet

UNDO_DEPTH = 2000
"""How many answers can be taken back: more than any game has, and memory stays bounded."""


@dataclass(frozen=True, slots=True)
class Past:
    """An answer that was taken, and the state before it."""

    before: Game
    roll_from: Game | None = None
    """Where the roll that a correction may replace was made; None if this was no roll."""
    rolled: tuple[Side, tuple[int, ...]] | None = None
    """The dice that this answer threw, 1 to 6 each, if it was a roll."""


@dataclass(frozen=True, slots=True)
class History:
    """A game now, and what led there."""

    now: Game
    past: tuple[Past, ...] = ()
    kept: Mapping[Side, tuple[int, ...]] = field(default_factory=dict)
    """Dice that were taken back, by side, the next one first."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What an accepted request led to."""

    history: History
    restore: tuple[Act, ...] = ()
    """What to put back by hand first, after an undo or a correction."""


def begin(sheet: Sheet, new: New) -> History:
    """Set up a game of this sheet.

    Raises:
        NotAllowedError: when the hand sizes or options are not the sheet's.
    """
    return History(beginning.begin(sheet, new))


def answer(history: History, request: Request) -> Answered:
    """Take a request.

    Raises:
        NotAllowedError: when it is not allowed now; the sentence says what is.
    """
    match request:
        case Roll():
            return _roll(history, request)
        case Correct():
            return _correct(history, request)
        case Undo():
            return _undo(history)
        case Choose(option):
            return _moved(history, apply.choose(history.now, option), Past(history.now))
        case Do(action, args):
            return _moved(history, apply.do(history.now, action, args), Past(history.now))


def can_correct(history: History) -> bool:
    """Tell whether the last answer was a roll, on which nothing has been chosen yet."""
    return bool(history.past) and history.past[-1].roll_from is not None


def _roll(history: History, request: Roll) -> Answered:
    game = history.now
    side = request.side or game.active
    apply.check_may_roll(game, side)
    wanted = _wanted(game)
    kept = history.kept.get(side, ())
    numbers = kept[: len(wanted)]
    missing = len(wanted) - len(numbers)
    if missing:
        thrown = _numbers(request, wanted)
        # Of dice thrown for all, those count that none was kept for.
        numbers = (*numbers, *thrown[max(len(thrown) - missing, 0) :])
    if not numbers:
        raise NotAllowedError(f"A roll needs {_needs(wanted)}.")
    after = apply.roll(game, side, numbers)
    past = Past(game, roll_from=game, rolled=(side, numbers))
    history = replace(history, kept={**history.kept, side: kept[len(wanted) :]})
    return _moved(history, after, past)


def _correct(history: History, request: Correct) -> Answered:
    game = history.now
    roll_from = history.past[-1].roll_from if history.past else None
    if roll_from is None:
        raise NotAllowedError(
            "Only the last roll can be corrected, before anything is chosen on it. "
            f"{apply.allowed(prompt(game))}"
        )
    wanted = _wanted(roll_from)
    numbers = _numbers(request, wanted)
    if not numbers:
        raise NotAllowedError(f"A correction needs {_needs(wanted)}.")
    side = _thrower(history)
    after = apply.roll(roll_from, side, numbers)
    return _moved(history, after, Past(game, roll_from=roll_from), restoring(game.acts))


def _undo(history: History) -> Answered:
    if not history.past:
        raise NotAllowedError("There is nothing to take back.")
    last = history.past[-1]
    kept = dict(history.kept)
    if last.rolled is not None:
        side, numbers = last.rolled
        kept[side] = (*numbers, *kept.get(side, ()))
    acts = _undone(history.now, last)
    return Answered(History(last.before, history.past[:-1], kept), acts)


def _undone(now: Game, last: Past) -> tuple[Act, ...]:
    """Put back what the answer did; a correction first put back the roll that it replaced."""
    if last.rolled is None and last.roll_from is not None:
        return (*restoring(now.acts), *last.before.acts)
    return restoring(now.acts)


def _moved(history: History, game: Game, past: Past, restore: tuple[Act, ...] = ()) -> Answered:
    return Answered(replace(history, now=game, past=(*history.past, past)[-UNDO_DEPTH:]), restore)


def _wanted(game: Game) -> tuple[str, ...]:
    """Give the dice that a roll takes now, each by its kind."""
    ask = prompt(game).ask
    return ask.dice if ask else METHOD_DIE


def _needs(wanted: tuple[str, ...]) -> str:
    if len(wanted) == 2:
        return '"die": two numbers, white and coloured'
    return '"die" (1 to 6) or "result"' if wanted == METHOD_DIE else '"die": a number from 1 to 6'


def _numbers(request: Roll | Correct, wanted: tuple[str, ...]) -> tuple[int, ...]:
    """Give the numbers of a request; a single die of two is the first that is wanted."""
    if request.result is not None:
        if wanted != METHOD_DIE:
            raise NotAllowedError(f"Only the Method die has such a result; give {_needs(wanted)}.")
        return (STANDARD.number(request.result),)
    if len(request.die) > len(wanted):
        raise NotAllowedError(f"{len(request.die)} dice are too many; give {_needs(wanted)}.")
    return request.die


def _thrower(history: History) -> Side:
    """Give the side whose roll may be corrected: through corrections, that of the roll itself."""
    for past in reversed(history.past):
        if past.rolled is not None:
            return past.rolled[0]
    return history.now.active
