"""The self-test as the gadget's menu has it: patterns, lamps, controls, then what can be looked up.

Pure but for the steps, each of which takes a moment and is done in a tick of its own.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from cdgdevice.gadget.events import Control, Gesture, Phase
from cdgdevice.gadget.views.page import page_count
from cdgdevice.gadget.views.text import NO_BREAK
from cdgdevice.gadget.views.view import Menu, Mood, Page, Pattern, View
from cdgdevice.method.display import Side
from cdgdevice.selftest.controls import PATIENCE, Touches, Wiring, at_rest, touch_findings, touched
from cdgdevice.selftest.finding import Finding, State, Step, What
from cdgdevice.selftest.screens import Seen, judged, may_be_seen

TITLE = "Self-test"


class Stage(Enum):
    """What is being tried."""

    SCREENS = "screens"
    """The pattern is on each screen."""
    SEEN = "seen"
    """The player is asked what a screen showed."""
    LAMPS = "lamps"
    """A lamp burns."""
    CONTROLS = "controls"
    """Each control is to be touched."""
    CHECKS = "checks"
    """What needs nobody is looked up."""
    OVER = "over"
    """What was found is told."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """What the gadget has, for a person to try."""

    wiring: Wiring
    lamps: tuple[Side, ...]
    patterns: Mapping[Side, Pattern]
    """Of the screens that answer."""
    closed: Callable[[], frozenset[Control | Phase]]
    """Gives the switches that are closed now."""


@dataclass(frozen=True, slots=True)
class GlassTrial:
    """How far a self-test on the gadget has come; see `gadget.desk.trial.Trial`."""

    fitted: Fitted
    steps: tuple[Step, ...]
    """What is still to be looked up."""
    of: int
    """How many steps there were."""
    closed: frozenset[Control | Phase]
    """The switches that were closed at the start."""
    stages: tuple[Stage, ...]
    """What is still to be tried, the present stage first."""
    touches: Touches
    asked: tuple[Side, ...] = ()
    """The screens that are still to be asked for, the present one first."""
    highlighted: int = 0
    lamps: tuple[Side, ...] = ()
    """The lamps that are still to be seen, the one that burns first."""
    die: str = ""
    """What the last throw in the die reader showed."""
    until: float | None = None
    """When something happens by itself, in seconds; None: that is still to be worked out."""
    found: tuple[Finding, ...] = ()

    @property
    def stage(self) -> Stage:
        """What is being tried now."""
        return self.stages[0]

    @property
    def by_touch(self) -> bool:
        """See Trial."""
        return self.stage is Stage.CONTROLS

    @property
    def lit(self) -> frozenset[Side]:
        """See Trial."""
        return frozenset(self.lamps[:1]) if self.stage is Stage.LAMPS else frozenset()

    @property
    def over(self) -> tuple[Page, ...]:
        """See Trial."""
        return result(self.found) if self.stage is Stage.OVER else ()

    def view(self, side: Side) -> View:
        """See Trial."""
        match self.stage:
            case Stage.SCREENS:
                patterns = self.fitted.patterns
                return patterns.get(side) or next(iter(patterns.values()))
            case Stage.SEEN:
                items = tuple(seen.value for seen in self._choices)
                return Menu(f"{self.asked[0].value} screen shows:", items, self.highlighted)
            case Stage.LAMPS:
                text = (f"The {self.lamps[0].value} button's lamp burns now.", "Press to go on.")
                return Page(Mood.NOTE, "Lamps", text)
            case Stage.CONTROLS:
                return self._controls()
            case _:
                done = (self.of - len(self.steps), max(1, self.of))
                return Page(Mood.NOTE, TITLE, ("Looking at the rest.",), progress=done)

    def pressed(self) -> "GlassTrial":
        """See Trial."""
        if self.stage is Stage.SEEN:
            seen = self._choices[self.highlighted]
            found = (*self.found, judged(seen, self.asked[:1]))
            after = replace(self, found=found, asked=self.asked[1:], highlighted=0)
            return after if after.asked else after._next()
        if self.stage is Stage.LAMPS:
            after = replace(self, lamps=self.lamps[1:])
            return after if after.lamps else after._next()
        return self._next() if self.stage is Stage.SCREENS else self

    def moved(self, steps: int, *, around: bool = False) -> "GlassTrial":
        """See Trial."""
        if self.stage is not Stage.SEEN:
            return self
        count, number = len(self._choices), self.highlighted + steps
        number = number % count if around else min(max(number, 0), count - 1)
        return replace(self, highlighted=number)

    def left(self) -> "GlassTrial":
        """See Trial."""
        dark = self.lamps[1:] if self.stage is Stage.LAMPS else ()
        unlit = tuple(
            Finding(What.LAMPS_UNSEEN, f"The {side.value} button's lamp was not lit.")
            for side in dark
        )
        return replace(self, stages=(Stage.OVER,), found=(*self.found, *unlit))

    def touched(self, gesture: Gesture) -> "GlassTrial":
        """See Trial."""
        after = replace(self, touches=touched(self.touches, gesture), die="", until=None)
        # Not before all are let go of: elsewhere a release means something, and would close at
        # once what is told next.
        return after._tried() if after.touches.over and not after.touches.down else after

    def thrown(self, face: str) -> "GlassTrial":
        """See Trial."""
        return replace(self, die=face, until=None)

    def deadline(self) -> float | None:
        """See Trial."""
        match self.stage:
            case Stage.CHECKS:
                return -math.inf
            case Stage.CONTROLS:
                return -math.inf if self.until is None else self.until
            case _:
                return None

    def tick(self, now: float) -> "GlassTrial":
        """See Trial."""
        if self.stage is Stage.CHECKS:
            return self._look_up()
        if self.stage is not Stage.CONTROLS:
            return self
        if self.until is None:
            return replace(self, until=now + PATIENCE)
        return self if now < self.until else self._tried()

    def _look_up(self) -> "GlassTrial":
        if not self.steps:
            return self._next()
        found = self.steps[0]()
        if found is None:
            return self
        return replace(self, steps=self.steps[1:], found=(*self.found, *found))

    @property
    def _choices(self) -> tuple[Seen, ...]:
        return may_be_seen(len(self.fitted.patterns))

    def _controls(self) -> Page:
        touches = self.touches
        last = f"The die shows {self.die}." if self.die else "Hold one to end."
        to_do = ", ".join(name.replace(" ", NO_BREAK) for name in touches.to_do)
        text = ("Let go.",) if touches.over else (f"Try: {to_do}.", last)
        return Page(Mood.NOTE, "Controls", text, progress=(touches.done, touches.all))

    def _tried(self) -> "GlassTrial":
        """Go on from the controls with what was found of them."""
        still = self.fitted.closed() & self.closed - self.touches.pressed
        wiring = self.fitted.wiring
        found = (*at_rest(wiring, still), *touch_findings(self.touches))
        return replace(self, found=(*self.found, *found))._next()

    def _next(self) -> "GlassTrial":
        return replace(self, stages=self.stages[1:], until=None)


def begun(fitted: Fitted, steps: tuple[Step, ...]) -> GlassTrial:
    """Begin with the first thing that this gadget has."""
    stages = (
        *((Stage.SCREENS, Stage.SEEN) if fitted.patterns else ()),
        *((Stage.LAMPS,) if fitted.lamps else ()),
        *((Stage.CONTROLS,) if fitted.wiring else ()),
        Stage.CHECKS,
        Stage.OVER,
    )
    return GlassTrial(
        fitted,
        steps,
        len(steps),
        fitted.closed(),
        stages,
        Touches(fitted.wiring),
        tuple(fitted.patterns),
        lamps=fitted.lamps,
    )


def result(found: tuple[Finding, ...]) -> tuple[Page, ...]:
    """Tell how much was found, then each fault and each thing that could not be told."""
    if not found:
        return (Page(Mood.NOTE, TITLE, ("Nothing was tried.",)),)
    count = {state: sum(each.state is state for each in found) for state in State}
    faults, untold = count[State.FAULT], count[State.UNKNOWN]
    summary = (
        "No fault." if not faults else "1 fault." if faults == 1 else f"{faults} faults.",
        f"{untold} can't be told." if untold else "",
        f"{count[State.OK]} in order.",
    )
    first = Page(Mood.FAULT if faults else Mood.NOTE, TITLE, tuple(filter(None, summary)))
    pages = (
        first,
        *_pages(found, State.FAULT, Mood.FAULT),
        *_pages(found, State.UNKNOWN, Mood.NOTE),
    )
    counts = tuple(map(page_count, pages))
    return tuple(
        replace(page, beside=(sum(counts[:number]), sum(counts[number + 1 :])))
        for number, page in enumerate(pages)
    )


def _pages(found: tuple[Finding, ...], state: State, mood: Mood) -> tuple[Page, ...]:
    return tuple(
        Page(mood, each.what.part.capitalize(), (each.shown,))
        for each in found
        if each.state is state
    )
