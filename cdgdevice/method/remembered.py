"""What was worked out for a game is kept until another game is asked about."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from cdgdevice.method.game import Game

T = TypeVar("T")


def remembered(work_out: Callable[[Game], T]) -> Callable[[Game], T]:
    """Make a pure function of a game work once where it is asked about the same one in a row.

    The very same object is meant: to compare two games would take longer than the work.
    """
    last: tuple[Game, T] | None = None

    @wraps(work_out)
    def ask(game: Game) -> T:
        # One assignment of a pair: threads may ask at the same time.
        nonlocal last
        known = last
        if known is None or known[0] is not game:
            known = last = (game, work_out(game))
        return known[1]

    return ask
