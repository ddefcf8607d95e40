"""From the changes of one control to what the player did: pressed, released, held down."""

from cdgdevice.gadget.events import Control, Gesture, HeldDown, Pressed, Released
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

    def look(self, now: float) -> tuple[HeldDown, ...]:
        """Give the hold times reached by `now` and not told yet."""
        held: tuple[HeldDown, ...] = ()
        while (due := self.deadline) is not None and due <= now:
            held += (HeldDown(due, self._control, self._stages[self._told][1]),)
            self._told += 1
        return held
