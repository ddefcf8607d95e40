"""When the screens dim and go dark, so that they don't burn in, and what lights them again.

Pure: told the time. A gesture on a dark gadget lights it up, and does nothing else.
"""

import math
from enum import Enum

from cdgdevice.drivers.gpio.control_events import (
    Cancelled,
    Control,
    Gesture,
    Pressed,
    Released,
    ScreenTapped,
    Turned,
)


class ScreenPower(Enum):
    """How bright the screens are."""

    FULL = "full"
    """In use."""
    DIM = "dim"
    """Nothing has happened for a while."""
    DARK = "dark"
    """Nothing has happened for long: off until a control is touched."""


class IdleTimer:
    """Follows how long nothing has happened.

    `dim_after` and `dark_after` are seconds, and so is `shift_every`: how often a dim picture is
    to move. 0 means never.
    """

    def __init__(
        self, dim_after: float, dark_after: float, now: float, shift_every: float = 0
    ) -> None:
        self._after = ((dark_after, ScreenPower.DARK), (dim_after, ScreenPower.DIM))
        self._dim_after = dim_after
        self._shift_every = shift_every
        self._used = now

    def set_dark_after(self, seconds: float) -> None:
        """Have the screens go dark after so long from now on; 0 means never."""
        self._after = ((seconds, ScreenPower.DARK), (self._dim_after, ScreenPower.DIM))

    def note_use(self, now: float) -> None:
        """Take note that the player, or a die, did something."""
        self._used = now

    def find_power(self, now: float) -> ScreenPower:
        """Tell how bright the screens must be now."""
        for after, light in self._after:
            if after and now >= self._used + after:
                return light
        return ScreenPower.FULL

    def count_shifts(self, now: float) -> int:
        """Tell how often a dim picture has moved by now; 0 for any other."""
        if not self._shift_every or self.find_power(now) is not ScreenPower.DIM:
            return 0
        dimmed_at = self._used + self._dim_after
        shifts = int((now - dimmed_at) / self._shift_every)
        # Its deadline has come, whatever the division made of it.
        return shifts + (now >= dimmed_at + (shifts + 1) * self._shift_every)

    def deadline(self, now: float) -> float:
        """Tell when the light or the place changes next if nothing happens; infinity: never."""
        coming = [self._used + after for after, _ in self._after if after]
        if self._shift_every and self.find_power(now) is ScreenPower.DIM:
            dimmed_at = self._used + self._dim_after
            coming.append(dimmed_at + (self.count_shifts(now) + 1) * self._shift_every)
        return min((at for at in coming if at > now), default=math.inf)


TWIST_SECONDS = 0.5
"""Seconds after waking in which the knob's detents belong to the turn that woke the gadget."""


class WakeFilter:
    """Follows which gestures light the gadget up; each of them keeps `rest` from coming."""

    def __init__(self, rest: IdleTimer) -> None:
        self._rest = rest
        self._held: set[Control] = set()
        self._woken_at = -math.inf

    def consumes(self, gesture: Gesture, now: float) -> bool:
        """Return whether this gesture, at `now` seconds, does no more than light up the gadget."""
        dark = self._rest.find_power(now) is ScreenPower.DARK
        self._rest.note_use(now)
        if dark:
            self._woken_at = now
        match gesture:
            case Turned():
                # One twist of the wrist is several detents.
                return now < self._woken_at + TWIST_SECONDS
            case ScreenTapped():
                return dark
            case Pressed(_, control) if dark:
                self._held.add(control)
                return True
            case Released(_, control) | Cancelled(_, control) if control in self._held:
                self._held.discard(control)
                return True
            case _:
                return dark or gesture.control in self._held
