"""What was worked out for a game is kept until something else is asked."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from cdgdevice.method.game import Game

T = TypeVar("T")
P = ParamSpec("P")


def remembered(
    work_out: Callable[Concatenate[Game, P], T],
) -> Callable[Concatenate[Game, P], T]:
    """Make a pure function of a game work once where it is asked the same several times in a row.

    The very same game is meant: to compare two games would take longer than the work. What else
    is asked may be equal only.
    """
    last: tuple[Game, object, T] | None = None

    @wraps(work_out)
    def ask(game: Game, /, *args: P.args, **named: P.kwargs) -> T:
        # One assignment: threads may ask at the same time.
        nonlocal last
        known = last
        if known is None or known[0] is not game or known[1] != (args, named):
            known = last = (game, (args, named), work_out(game, *args, **named))
        return known[2]

    return ask
