"""Throw the die for a roll that brings none: the only place where chance comes in."""

from collections.abc import Callable
from secrets import randbelow

from msgspec.structs import replace

from cdgdevice.rules.game import GameHistory
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import Request, RollDice


def throw_die() -> int:
    """Throw a die with the system's cryptographic source: 1 to 6, each equally likely."""
    return randbelow(6) + 1


def names_dice(request: Request) -> bool:
    """Return whether a request is a roll that says what its dice show."""
    return isinstance(request, RollDice) and bool(request.die or request.result)


def throw_missing_dice(history: GameHistory, request: Request, throw: Callable[[], int]) -> Request:
    """Return the request with dice thrown by `throw_die`, if it is a roll that brings none.

    None is thrown where the roll is not allowed, nor where dice that were taken back are kept:
    so a refusal uses up no throw of a seeded source.
    """
    if not isinstance(request, RollDice) or names_dice(request):
        return request
    now = prompt(history.now)
    side = request.side or history.now.active
    if side not in now.rollers or now.ask is None:
        return request
    missing = len(now.ask.dice) - len(history.kept_dice.get(side, ()))
    return replace(request, die=tuple(throw() for _ in range(missing)))
