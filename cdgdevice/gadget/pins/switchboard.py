"""All controls together: edges in, gestures out. Pure: time and levels are told to it."""

from collections.abc import Callable, Collection, Iterator
from typing import Literal

from cdgdevice.gadget.events import Control, Edge, Gesture, Phase, Touched, Turned
from cdgdevice.gadget.pins.debounce import Contact
from cdgdevice.gadget.pins.gestures import Press, PressFromElsewhere
from cdgdevice.gadget.pins.knob import Knob


class Switchboard:
    """Turns the edges of every pin into gestures.

    Times are in seconds: `window` for the debouncing, `hold` and `long_hold` for the two stages of
    holding down. `transitions` is the knob's count per detent. `closed` are the pins whose switch
    is closed at the start: a control among them says nothing until it is next pressed.

    Feed the edges that are there before calling `tick`, so that an old edge is not taken for news.
    """

    def __init__(
        self,
        window: float,
        hold: float,
        long_hold: float,
        *,
        transitions: Literal[2, 4] = 4,
        closed: Collection[Control | Phase] = (),
    ) -> None:
        self._contacts = {c: Contact(window, active=c in closed) for c in Control}
        self._presses = {c: Press(c, hold, long_hold) for c in Control}
        self._elsewhere = {c: PressFromElsewhere(c, hold, long_hold) for c in Control}
        self._phases = {phase: phase in closed for phase in Phase}
        self._knob = Knob(
            transitions, first=self._phases[Phase.FIRST], second=self._phases[Phase.SECOND]
        )

    def feed(self, edge: Edge) -> tuple[Gesture, ...]:
        """Take one edge; give the gestures it makes known, oldest first."""
        if isinstance(edge.pin, Phase):
            return self._turn(edge.at, edge.pin, edge.active)
        press = self._presses[edge.pin]
        changes = self._contacts[edge.pin].feed(edge.at, edge.active)
        return tuple(gesture for change in changes for gesture in press.feed(change))

    def touch(self, touched: Touched) -> tuple[Gesture, ...]:
        """Take what a hand elsewhere does, whatever the pin of that control does."""
        return self._elsewhere[touched.control].feed(touched)

    def deadline(self) -> float | None:
        """When `tick` must be called next; None while nothing is pending."""
        return min(self._deadlines(), default=None)

    def tick(self, now: float, level: Callable[[Control | Phase], bool]) -> tuple[Gesture, ...]:
        """Give the gestures that come of time alone, by `now`, oldest first.

        `level(pin)` reads whether a pin's switch is closed; it is asked only for controls whose
        debouncing is due.
        """
        gestures: list[Gesture] = []
        for control, contact in self._contacts.items():
            press = self._presses[control]
            if contact.deadline is not None and contact.deadline <= now:
                for change in contact.look(now, level(control)):
                    gestures += press.feed(change)
            gestures += press.look(now)
            gestures += self._elsewhere[control].look(now)
        return tuple(sorted(gestures, key=lambda gesture: gesture.at))

    def _deadlines(self) -> Iterator[float]:
        timed: tuple[Contact | Press | PressFromElsewhere, ...] = (
            *self._contacts.values(),
            *self._presses.values(),
            *self._elsewhere.values(),
        )
        for one in timed:
            if one.deadline is not None:
                yield one.deadline

    def _turn(self, at: float, phase: Phase, active: bool) -> tuple[Gesture, ...]:
        self._phases[phase] = active
        steps = self._knob.feed(self._phases[Phase.FIRST], self._phases[Phase.SECOND])
        return (Turned(at, steps),) if steps else ()
