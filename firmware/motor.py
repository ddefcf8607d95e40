"""When the motor below the window shakes a die that leans, in a tray that has one.

Times are milliseconds that only grow.
"""

RUNS = 400
"""Milliseconds of a buzz: as long as hardware/throws simulates it."""
RESTS = 300
"""Milliseconds after it in which nobody looks: the motor runs out, and the die comes to lie."""
TIMES = 2
"""Buzzes for one throw; a die that still leans then wants a finger."""
GONE = 250
"""Milliseconds of an empty tray after which what comes is another throw. A die that a buzz has
thrown up is out of sight for less."""


class Shaker:
    """Counts the buzzes of a throw, and knows whether one is going on."""

    def __init__(self) -> None:
        self._began: int | None = None
        self._times = 0
        self._empty_since: int | None = None

    def begin(self, now_ms: int, counts: bool = True) -> None:
        """Begin a buzz, one of those that a throw may have, or one that counts for none."""
        self._began = now_ms
        if counts:
            self._times += 1

    def stop(self) -> None:
        """End a buzz at once."""
        self._began = None

    def runs(self, now_ms: int) -> bool:
        """Tell whether the motor turns now."""
        return self._began is not None and now_ms - self._began < RUNS

    def is_busy(self, now_ms: int) -> bool:
        """Tell whether it turns, or the die may still swing from that: what is seen is nothing."""
        if self._began is not None and now_ms - self._began >= RUNS + RESTS:
            self._began = None
        return self._began is not None

    @property
    def may_shake(self) -> bool:
        """Whether a buzz is left for this throw."""
        return self._times < TIMES

    def see(self, now_ms: int, state: str) -> None:
        """Take the die's state, one of `Settle`'s: a die that lies or is gone ends its throw."""
        if state != "ABSENT":
            self._empty_since = None
        elif self._empty_since is None:
            self._empty_since = now_ms
        elif now_ms - self._empty_since >= GONE:
            self._times = 0
        if state == "SETTLED":
            self._times = 0
