"""Counting chances, for the user interface: what the next throws offer.

A module of its own, since the game's start must not load what counts them.
"""

from collections.abc import Callable, Iterator

from cdgdevice.rules.card_display import Side
from cdgdevice.rules.game import Game
from cdgdevice.rules.history import GameHistory
from cdgdevice.ui.state import Chances, SideChances


def count_chances() -> Callable[[GameHistory], Chances]:
    """Return what counts chances, in steps; its modules take memory, so they wait for the first."""
    last: tuple[Game, Iterator[Chances]] | None = None

    def count(history: GameHistory) -> Chances:
        nonlocal last
        if last is None or last[0] is not history.now:
            # The next throw hangs on no answer before, and a count is kept until the next one.
            bare = GameHistory(history.now, kept_dice=history.kept_dice)
            last = history.now, _count_by_side(bare)
        # A count that failed is at its end: then no throw is known, and nothing more is counted.
        return next(last[1], Chances(history.now, dict.fromkeys(Side, SideChances(0, {}))))

    return count


def _count_by_side(history: GameHistory) -> Iterator[Chances]:
    from cdgdevice.odds.next_throw import count_next_throw

    known: dict[Side, SideChances] = {}
    for side in Side:
        for throws, cards in count_next_throw(history, side):
            known[side] = SideChances(throws, {card.card: count for card, count in cards})
            yield Chances(history.now, known, counting=True)
    done = Chances(history.now, known)
    while True:
        yield done
