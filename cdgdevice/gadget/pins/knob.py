"""The knob's quadrature encoder: two contacts that close one after the other."""

from typing import Literal

_ROUND = ((False, False), (True, False), (True, True), (False, True))
"""The levels (first, second) that a clockwise turn goes through, again and again."""

_WAY = {
    (was, becomes): way
    for at, was in enumerate(_ROUND)
    for becomes, way in ((_ROUND[(at + 1) % 4], 1), (_ROUND[(at - 1) % 4], -1))
}
"""Which way each possible transition goes. Two lines never change at once: that isn't in here."""


class Knob:
    """Where the knob stands between two detents.

    A detent is counted when the knob comes to rest in it: with both contacts open, or, for a knob
    with 2 transitions a detent, with both open or both closed. A contact that bounces goes to and
    fro over the same transition, which comes to nothing, so no time is needed to tell.
    """

    def __init__(
        self, transitions: Literal[2, 4] = 4, *, first: bool = False, second: bool = False
    ) -> None:
        """Start with the levels `first` and `second`; `transitions` is the count per detent."""
        self._transitions = transitions
        self._rests = (_ROUND[0],) if transitions == 4 else (_ROUND[0], _ROUND[2])
        self._levels = (first, second)
        self._moved = 0

    def feed(self, first: bool, second: bool) -> int:
        """Take the levels of both lines; give 1 for a detent clockwise, -1 for one back, else 0.

        When both changed, an edge was lost and the way is unknown: what was gathered since the
        last detent is dropped.
        """
        levels = (first, second)
        if levels == self._levels:
            return 0
        way = _WAY.get((self._levels, levels))
        self._levels = levels
        if way is None:
            self._moved = 0
            return 0
        self._moved += way
        if levels not in self._rests:
            return 0
        moved, self._moved = self._moved, 0
        if abs(moved) < self._transitions:
            return 0
        return 1 if moved > 0 else -1
