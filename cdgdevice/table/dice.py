"""Throwing the die for a roll that brings none: the only place where chance comes in."""

from collections.abc import Callable
from dataclasses import replace
from secrets import randbelow

from cdgdevice.method.history import History
from cdgdevice.method.prompt import prompt
from cdgdevice.method.request import Request, Roll


def throw() -> int:
    """Throw a die with the system's cryptographic source: 1 to 6, each equally likely."""
    return randbelow(6) + 1


def is_named(request: Request) -> bool:
    """Tell whether a request is a roll that says what its dice show."""
    return isinstance(request, Roll) and bool(request.die or request.result)


def with_die(history: History, request: Request, throw: Callable[[], int]) -> Request:
    """Give the request with dice thrown by `throw`, if it is a roll that brings none.

    None is thrown where the roll is not allowed, nor where dice that were taken back are kept:
    so a refusal uses up no throw of a seeded source.
    """
    if not isinstance(request, Roll) or is_named(request):
        return request
    now = prompt(history.now)
    side = request.side or history.now.active
    if side not in now.rollers or now.ask is None:
        return request
    missing = len(now.ask.dice) - len(history.kept.get(side, ()))
    return replace(request, die=tuple(throw() for _ in range(missing)))
