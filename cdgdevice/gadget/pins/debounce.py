"""One switch contact, debounced: acts on the first edge at once, then looks again after a while.

gpiozero's `bounce_time` is not used: its meaning differs between back ends, and some delay every
press by it (gpiozero#378, gpiozero#550).
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """The contact closed (`active`) or opened, bounces removed."""

    at: float
    active: bool


class Contact:
    """The state of one contact.

    A change is reported on its first edge. For `window` seconds after it nothing is reported, but
    the level is remembered. When the window is over the level counts: if it differs from what was
    reported, that is a change too, with a window of its own. So a short press is never lost and
    the last thing reported is always the level at rest.

    All times are seconds of one clock. `active` is the level at the start; it is not reported.
    """

    def __init__(self, window: float, *, active: bool = False) -> None:
        self._window = window
        self._reported = active
        self._seen = active
        self._closes: float | None = None

    @property
    def deadline(self) -> float | None:
        """When the level must be looked at again; None while nothing is pending."""
        return self._closes

    def feed(self, at: float, active: bool) -> tuple[Change, ...]:
        """Take an edge to the level `active`; give the changes it makes known, oldest first.

        A window that ended before `at` is closed first, with the last level its edges showed: it
        makes no difference how late anyone looks.
        """
        changes = self._close_windows(at, self._seen)
        self._seen = active
        if self._closes is None and active != self._reported:
            changes += (self._report(at, active),)
        return changes

    def look(self, now: float, active: bool) -> tuple[Change, ...]:
        """Close the windows that are over by `now`; `active` is the level read just now."""
        return self._close_windows(now, active)

    def _close_windows(self, now: float, active: bool) -> tuple[Change, ...]:
        changes: tuple[Change, ...] = ()
        while self._closes is not None and self._closes <= now:
            # What the edges showed was so when the window ended. A level that no edge showed is
            # only known to be so now: an edge was lost.
            at = self._closes if active == self._seen else now
            self._seen = active
            self._closes = None
            if active != self._reported:
                changes += (self._report(at, active),)
        return changes

    def _report(self, at: float, active: bool) -> Change:
        self._reported = active
        self._closes = at + self._window
        return Change(at, active)
