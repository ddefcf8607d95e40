"""A trial of the parts, as the desk sees it: both screens, the lamps and every touch are its.

Pure: each method gives the trial as it is afterwards.
"""

from typing import Protocol, Self

from cdgdevice.gadget.events import Gesture
from cdgdevice.gadget.views.view import Page, View
from cdgdevice.method.display import Side


class Trial(Protocol):
    """How far a trial has come."""

    @property
    def by_touch(self) -> bool:
        """It wants each touch as it is, and not what it means elsewhere."""

    @property
    def over(self) -> tuple[Page, ...]:
        """What has come of it, to be read one page after the other; none while it lasts."""

    @property
    def lit(self) -> frozenset[Side]:
        """The sides whose lamp is to burn."""

    @property
    def sounds(self) -> bool:
        """The buzzer is to sound, whatever is set."""

    def view(self, side: Side) -> View:
        """Give what this side's screen shows; the only screen shows either side's."""

    def pressed(self) -> Self:
        """Go on, or take what is highlighted."""

    def moved(self, steps: int, *, around: bool = False) -> Self:
        """Move the highlight; `around`: from the last on to the first."""

    def left(self) -> Self:
        """Leave out what is left of it."""

    def touched(self, gesture: Gesture) -> Self:
        """Take a touch, while `by_touch`."""

    def thrown(self, face: str) -> Self:
        """Take note that a die was thrown into the reader, and what it showed, while `by_touch`."""

    def tick(self, now: float) -> Self:
        """Do what is due at `now` seconds of the monotonic clock, for at most 0.3 seconds."""

    def deadline(self) -> float | None:
        """Say when `tick` must be called next; None: not before something happens."""
