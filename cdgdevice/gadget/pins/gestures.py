"""From the changes of one control to what the player did: pressed, released, held down."""

from cdgdevice.gadget.events import (
    MOST_SILENCE,
    Cancelled,
    Control,
    Gesture,
    HeldDown,
    Pressed,
    Released,
    Touch,
    Touched,
)
from cdgdevice.gadget.pins.debounce import Change


class Press:
    """How long one control has been down.

    `hold` and `long_hold` are in seconds. Each is told once a press, with the time at which it was
    reached, however late anyone looks; always before the release.
    """

    def __init__(self, control: Control, hold: float, long_hold: float) -> None:
        self._control = control
        self._stages = ((hold, False), (long_hold, True))
        self._since: float | None = None
        self._told = 0

    @property
    def deadline(self) -> float | None:
        """When the next hold time is reached; None while up or when all were told."""
        if self._since is None or self._told == len(self._stages):
            return None
        return self._since + self._stages[self._told][0]

    def feed(self, change: Change) -> tuple[Gesture, ...]:
        """Take a debounced change; give the gestures up to it, oldest first.

        A release without a press before it says nothing: the control was down at the start.
        """
        held = self.look(change.at)
        if change.active:
            self._since = change.at
            self._told = 0
            return (*held, Pressed(change.at, self._control))
        if self._since is None:
            return held
        released = Released(change.at, self._control, change.at - self._since)
        self._since = None
        return (*held, released)

    def forget(self) -> None:
        """Be up again, and say nothing of it."""
        self._since = None

    def look(self, now: float) -> tuple[HeldDown, ...]:
        """Give the hold times reached by `now` and not told yet."""
        held: tuple[HeldDown, ...] = ()
        while (due := self.deadline) is not None and due <= now:
            held += (HeldDown(due, self._control, self._stages[self._told][1]),)
            self._told += 1
        return held


class PressFromElsewhere:
    """How long a hand that is elsewhere has kept one control down.

    Nothing comes of time alone but the end: a hold time is reached when the hand is heard of at
    that time or later, and a hand of which nothing is heard has not released, it is lost.
    """

    def __init__(self, control: Control, hold: float, long_hold: float) -> None:
        self._control = control
        self._press = Press(control, hold, long_hold)
        self._heard: float | None = None

    @property
    def deadline(self) -> float | None:
        """When it counts as lost if nothing more is heard; None while up."""
        return None if self._heard is None else self._heard + MOST_SILENCE

    def feed(self, touched: Touched) -> tuple[Gesture, ...]:
        """Take what the hand does; give the gestures up to it, oldest first."""
        at = touched.at
        lost = self.look(at)
        match touched.touch:
            case Touch.DOWN if self._heard is None:
                self._heard = at
                return (*lost, *self._press.feed(Change(at, active=True)))
            case Touch.DOWN | Touch.STILL if self._heard is not None:
                self._heard = at
                return self._press.look(at)
            case Touch.UP if self._heard is not None:
                self._heard = None
                return self._press.feed(Change(at, active=False))
            case Touch.LOST if self._heard is not None:
                return self._give_up(at)
            case _:
                return lost

    def look(self, now: float) -> tuple[Cancelled, ...]:
        """Give the press up if nothing has been heard of it for too long."""
        due = self.deadline
        return () if due is None or due > now else self._give_up(due)

    def _give_up(self, at: float) -> tuple[Cancelled, ...]:
        self._heard = None
        self._press.forget()
        return (Cancelled(at, self._control),)
