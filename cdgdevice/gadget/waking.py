"""A gesture on a dark gadget lights it up, and does nothing else."""

import math

from cdgdevice.gadget.events import Cancelled, Control, Gesture, Pressed, Released, Turned
from cdgdevice.gadget.rest import Light, Rest

ONE_TWIST = 0.5
"""Seconds after waking in which the knob's detents belong to the turn that woke the gadget."""


class Waking:
    """Follows which gestures light the gadget up; each of them keeps `rest` from coming."""

    def __init__(self, rest: Rest) -> None:
        self._rest = rest
        self._held: set[Control] = set()
        self._woken_at = -math.inf

    def takes(self, gesture: Gesture, now: float) -> bool:
        """Tell whether this gesture, at `now` seconds, does no more than light up the gadget."""
        dark = self._rest.light(now) is Light.DARK
        self._rest.used(now)
        if dark:
            self._woken_at = now
        match gesture:
            case Turned():
                # One twist of the wrist is several detents.
                return now < self._woken_at + ONE_TWIST
            case Pressed(_, control) if dark:
                self._held.add(control)
                return True
            case Released(_, control) | Cancelled(_, control) if control in self._held:
                self._held.discard(control)
                return True
            case _:
                return dark or gesture.control in self._held
