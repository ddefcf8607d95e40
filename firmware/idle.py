"""When to look how often: a die that lies still for an evening needs no lamp that blinks.

At full rate the LED is lit nearly half of the time, some ten times a second. While nothing moves, a
glimpse four times a second tells as well that something does; and where no host asks for a
minute, nobody is there to be told.
"""

REST = 2000
"""Milliseconds of rest after which a glimpse now and then is enough."""
GLIMPSE = 240
"""Milliseconds from glimpse to glimpse."""
ALONE = 60_000
"""Milliseconds without a word of the host after which the lamp stays dark."""

STEP_PART = 64
"""Something moves when a channel differs from the glimpse before by more than one part in this of
the brightest face, and of what is seen."""
SHADE_PART, SHADE_COUNTS, SHADES = 5, 12, 5
"""A shadow moves when of so many looks without the lamp two differ by one part in this and these
counts."""
GAZE = 600
"""Milliseconds at full rate after a shadow, where nothing else moves."""
DRIFT_PART = 8
"""Or by more than one part in this from what was seen at full rate; the LED, which is cooler now,
gives less than that."""

FULL, GLIMPSES, DARK = 2, 1, 0


class Idle:
    """Says how often to look. Times are milliseconds that only grow."""

    def __init__(self, now_ms: int) -> None:
        """Begin at full rate."""
        self._wake_at = self._heard_at = now_ms
        self._glimpse_at = now_ms
        self._counts_on_pings = False
        self._idles = False
        self._met = False  # the host has spoken since the start
        self._last: tuple[int, int, int, int] | None = None  # the colours of the last glimpse
        self._shades: list[int] = []
        self._full: tuple[int, int, int, int] | None = None  # and those of the last whole frame

    def wake(self, now_ms: int) -> None:
        """Look at full rate until there is rest again."""
        self._wake_at = now_ms
        self._idles = False

    def heard(self, now_ms: int, ping: bool) -> None:
        """Know that the host has asked something."""
        if self.is_alone(now_ms):
            self.wake(now_ms)
        self._heard_at = now_ms
        self._met = True
        self._counts_on_pings = self._counts_on_pings or ping

    def frame(self, now_ms: int, rests: bool, colours: tuple[int, int, int, int] | None) -> None:
        """Take a whole frame: whether all rests, and its colours, None while none are known."""
        self._full = colours
        self._last = None
        self._shades = []
        if not rests:
            self._wake_at = now_ms
        self._idles = now_ms - self._wake_at >= REST
        self._glimpse_at = now_ms + GLIMPSE

    def is_alone(self, now_ms: int) -> bool:
        """Return whether the host is gone. One that never pings is silent between two throws."""
        silent = now_ms - self._heard_at >= ALONE
        return silent and (self._counts_on_pings or not self._met)

    def pace(self, now_ms: int) -> int:
        """Return FULL for a whole frame at once, GLIMPSES if one is due now and then, or DARK."""
        if self.is_alone(now_ms):
            return DARK
        return GLIMPSES if self._idles else FULL

    def is_due(self, now_ms: int) -> bool:
        """Return whether the next glimpse is due."""
        return now_ms >= self._glimpse_at

    def skip(self, now_ms: int) -> None:
        """Take a glimpse that says nothing."""
        self._glimpse_at = max(self._glimpse_at + GLIMPSE, now_ms + 1)

    def shade(self, now_ms: int, clear: int) -> None:
        """Take a look without the lamp: what a hand or a die takes from the room's light, or gives.

        It is at full rate before the lamp shows it, and no lamp has to blink for that.
        """
        self._shades.append(clear)
        del self._shades[:-SHADES]
        most = max(self._shades)
        if most - min(self._shades) > most // SHADE_PART + SHADE_COUNTS:
            self._wake_at = now_ms - REST + GAZE
            self._idles = False

    def glimpse(self, now_ms: int, white: int, colours: tuple[int, int, int, int]) -> bool:
        """Take a glimpse's colours; tell whether something moves.

        `white` is the clear of the brightest face (`Known.white`).
        """
        self.skip(now_ms)
        before, self._last = self._last, colours
        step = (white + max(0, colours[3])) // STEP_PART  # the noise of a bright face is more
        moves = _differ(colours, self._full, white // DRIFT_PART) or _differ(colours, before, step)
        if moves:
            self.wake(now_ms)
        return moves


def _differ(
    colours: tuple[int, int, int, int], others: tuple[int, int, int, int] | None, most: int
) -> bool:
    return others is not None and any(abs(colours[i] - others[i]) > most for i in range(4))
