"""A hand that has no contact: what is done to the controls from a page."""

from collections.abc import Callable

from cdgdevice.gadget.events import Control, Touch, Touched, Turned


class HandElsewhere:
    """Puts what it does beside the edges of the pins; `clock` tells when, in seconds.

    A finger on a pin never waits for this hand: each presses for itself. All methods may be called
    from any thread.
    """

    def __init__(self, put: Callable[[Touched | Turned], None], clock: Callable[[], float]) -> None:
        self._put = put
        self._clock = clock

    def down(self, control: Control) -> None:
        """Press a control."""
        self._touch(control, Touch.DOWN)

    def still(self, control: Control) -> None:
        """Say that the control is still pressed: a press that is not heard of is given up."""
        self._touch(control, Touch.STILL)

    def up(self, control: Control) -> None:
        """Take the finger off."""
        self._touch(control, Touch.UP)

    def lose(self, control: Control) -> None:
        """Give the press up: nobody knows what was meant by it."""
        self._touch(control, Touch.LOST)

    def turn(self, steps: int) -> None:
        """Turn the knob by so many detents: clockwise positive, never 0."""
        self._put(Turned(self._clock(), steps))

    def _touch(self, control: Control, touch: Touch) -> None:
        self._put(Touched(self._clock(), control, touch))
