"""From edges of the pins to gestures: debouncing, hold times and the knob's quadrature. Pure.

Time and levels are told to it. `GestureRecognizer` has a `Debouncer` and a `HoldTimer` for each
control, and a `QuadratureDecoder` for the knob. gpiozero's `bounce_time` is not used: its meaning
differs between back ends, and some delay every press by it (gpiozero#378, gpiozero#550).
"""

import math
from collections.abc import Callable, Collection
from typing import Literal

from msgspec import Struct

from cdgdevice.drivers.gpio.control_events import (
    MAX_TOUCH_SILENCE,
    Cancelled,
    Control,
    Gesture,
    HeldDown,
    KnobPhase,
    PinEdge,
    Pressed,
    Released,
    RemoteTouch,
    RemoteTouchKind,
    Turned,
)


class SwitchChange(Struct, frozen=True):
    """The contact closed (`active`) or opened, bounces removed."""

    at: float
    active: bool


class Debouncer:
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
        self._last_edge = active
        self.deadline = math.inf
        """When the level must be looked at again; infinity while nothing is pending."""

    def feed(self, at: float, active: bool) -> tuple[SwitchChange, ...]:
        """Take an edge to the level `active`; give the changes it makes known, oldest first.

        A window that ended before `at` is closed first, with the last level its edges showed: it
        makes no difference how late anyone looks.
        """
        changes = self.look(at, self._last_edge)
        self._last_edge = active
        if self.deadline == math.inf and active != self._reported:
            changes += (self._report(at, active),)
        return changes

    def look(self, now: float, active: bool) -> tuple[SwitchChange, ...]:
        """Close the windows that are over by `now`; `active` is the level read just now."""
        changes: tuple[SwitchChange, ...] = ()
        while self.deadline <= now:
            # What the edges showed was so when the window ended. A level that no edge showed is
            # only known to be so now: an edge was lost.
            at = self.deadline if active == self._last_edge else now
            self._last_edge = active
            self.deadline = math.inf
            if active != self._reported:
                changes += (self._report(at, active),)
        return changes

    def _report(self, at: float, active: bool) -> SwitchChange:
        self._reported = active
        self.deadline = at + self._window
        return SwitchChange(at, active)


class HoldTimer:
    """How long one control has been down.

    `hold` and `long_hold` are in seconds. Each is told once a press, with the time at which it was
    reached, however late anyone looks; always before the release.
    """

    def __init__(self, control: Control, hold: float, long_hold: float) -> None:
        self._control = control
        self._stages = ((hold, False), (long_hold, True))
        self._since: float | None = None
        self._stages_told = 0

    @property
    def deadline(self) -> float:
        """When the next hold time is reached; infinity while up or when all were told."""
        if self._since is None or self._stages_told == len(self._stages):
            return math.inf
        return self._since + self._stages[self._stages_told][0]

    def feed(self, change: SwitchChange) -> tuple[Gesture, ...]:
        """Take a debounced change; give the gestures up to it, oldest first.

        A release without a press before it says nothing: the control was down at the start.
        """
        held = self.look(change.at)
        if change.active:
            self._since = change.at
            self._stages_told = 0
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
        """Return the hold times reached by `now` and not told yet."""
        held: tuple[HeldDown, ...] = ()
        while (due := self.deadline) <= now:
            held += (HeldDown(due, self._control, self._stages[self._stages_told][1]),)
            self._stages_told += 1
        return held


class RemoteHoldTimer:
    """How long a hand that is elsewhere has kept one control down.

    Nothing comes of time alone but the end: a hold time is reached when the hand is heard of at
    that time or later, and a hand of which nothing is heard has not released, it is lost.
    """

    def __init__(self, control: Control, hold: float, long_hold: float) -> None:
        self._control = control
        self._press = HoldTimer(control, hold, long_hold)
        self.deadline = math.inf
        """When it counts as lost if nothing more is heard; infinity while up."""

    def feed(self, touched: RemoteTouch) -> tuple[Gesture, ...]:
        """Take what the hand does; give the gestures up to it, oldest first."""
        at = touched.at
        lost = self.look(at)
        is_up = self.deadline == math.inf
        match touched.touch:
            case RemoteTouchKind.DOWN if is_up:
                self.deadline = at + MAX_TOUCH_SILENCE
                return (*lost, *self._press.feed(SwitchChange(at, active=True)))
            case RemoteTouchKind.DOWN | RemoteTouchKind.STILL if not is_up:
                self.deadline = at + MAX_TOUCH_SILENCE
                return self._press.look(at)
            case RemoteTouchKind.UP if not is_up:
                self.deadline = math.inf
                return self._press.feed(SwitchChange(at, active=False))
            case RemoteTouchKind.LOST if not is_up:
                return self._give_up(at)
            case _:
                return lost

    def look(self, now: float) -> tuple[Cancelled, ...]:
        """Give the press up if nothing has been heard of it for too long."""
        due = self.deadline
        return () if due > now else self._give_up(due)

    def _give_up(self, at: float) -> tuple[Cancelled, ...]:
        self.deadline = math.inf
        self._press.forget()
        return (Cancelled(at, self._control),)


_CLOCKWISE_LEVELS = ((False, False), (True, False), (True, True), (False, True))
"""The levels (first, second) that a clockwise turn goes through, again and again."""

_DIRECTIONS = {
    (was, becomes): way
    for at, was in enumerate(_CLOCKWISE_LEVELS)
    for becomes, way in (
        (_CLOCKWISE_LEVELS[(at + 1) % 4], 1),
        (_CLOCKWISE_LEVELS[(at - 1) % 4], -1),
    )
}
"""Which way each possible transition goes. Two lines never change at once: that isn't in here."""


class QuadratureDecoder:
    """Where the knob stands between two detents.

    A detent is counted when the knob comes to rest in it: with both contacts open, or, for a knob
    with 2 transitions a detent, with both open or both closed. A contact that bounces goes to and
    fro over the same transition, which comes to nothing, so no time is needed to tell.
    """

    def __init__(
        self, transitions: Literal[2, 4] = 4, *, first: bool = False, second: bool = False
    ) -> None:
        """Start with the levels `first` and `second`; `transitions` is the count per detent."""
        self._transitions = transitions
        self._detent_levels = (
            (_CLOCKWISE_LEVELS[0],)
            if transitions == 4
            else (_CLOCKWISE_LEVELS[0], _CLOCKWISE_LEVELS[2])
        )
        self._levels = (first, second)
        self._moved = 0

    def feed(self, first: bool, second: bool) -> int:
        """Take the levels of both lines; give 1 for a detent clockwise, -1 for one back, else 0.

        When both changed, an edge was lost and the way is unknown: what was gathered since the
        last detent is dropped.
        """
        levels = (first, second)
        if levels == self._levels:
            return 0
        way = _DIRECTIONS.get((self._levels, levels))
        self._levels = levels
        if way is None:
            self._moved = 0
            return 0
        self._moved += way
        if levels not in self._detent_levels:
            return 0
        moved, self._moved = self._moved, 0
        if abs(moved) < self._transitions:
            return 0
        return 1 if moved > 0 else -1


class GestureRecognizer:
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
        closed: Collection[Control | KnobPhase] = (),
    ) -> None:
        self._contacts = {c: Debouncer(window, active=c in closed) for c in Control}
        self._presses = {c: HoldTimer(c, hold, long_hold) for c in Control}
        self._elsewhere = {c: RemoteHoldTimer(c, hold, long_hold) for c in Control}
        self._timed: tuple[Debouncer | HoldTimer | RemoteHoldTimer, ...] = (
            *self._contacts.values(),
            *self._presses.values(),
            *self._elsewhere.values(),
        )
        self._due = math.inf
        self._phases = {phase: phase in closed for phase in KnobPhase}
        self._knob = QuadratureDecoder(
            transitions, first=self._phases[KnobPhase.FIRST], second=self._phases[KnobPhase.SECOND]
        )

    def feed(self, edge: PinEdge) -> tuple[Gesture, ...]:
        """Take one edge; give the gestures it makes known, oldest first."""
        if isinstance(edge.pin, KnobPhase):
            self._phases[edge.pin] = edge.active
            steps = self._knob.feed(self._phases[KnobPhase.FIRST], self._phases[KnobPhase.SECOND])
            return (Turned(edge.at, steps),) if steps else ()
        press = self._presses[edge.pin]
        changes = self._contacts[edge.pin].feed(edge.at, edge.active)
        gestures = tuple(gesture for change in changes for gesture in press.feed(change))
        self._find_due()
        return gestures

    def touch(self, touched: RemoteTouch) -> tuple[Gesture, ...]:
        """Take what a hand elsewhere does, whatever the pin of that control does."""
        gestures = self._elsewhere[touched.control].feed(touched)
        self._find_due()
        return gestures

    def deadline(self) -> float:
        """When `tick` must be called next; infinity while nothing is pending."""
        return self._due

    def _find_due(self) -> None:
        """Find the next deadline; the loop asks for it much more often than anybody touches."""
        self._due = min([one.deadline for one in self._timed])

    def tick(self, now: float, level: Callable[[Control | KnobPhase], bool]) -> tuple[Gesture, ...]:
        """Return the gestures that come of time alone, by `now`, oldest first.

        `level(pin)` reads whether a pin's switch is closed; it is asked only for controls whose
        debouncing is due.
        """
        if now < self._due:
            return ()
        gestures: list[Gesture] = []
        for control, contact in self._contacts.items():
            press = self._presses[control]
            if contact.deadline <= now:
                for change in contact.look(now, level(control)):
                    gestures += press.feed(change)
            gestures += press.look(now)
            gestures += self._elsewhere[control].look(now)
        self._find_due()
        return tuple(sorted(gestures, key=lambda gesture: gesture.at))
