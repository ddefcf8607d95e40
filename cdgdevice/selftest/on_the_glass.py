"""The self-test as the gadget's menu has it: what needs a person, then what can be looked up."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from cdgdevice.gadget.events import Control, Gesture, Phase
from cdgdevice.gadget.views.page import page_count
from cdgdevice.gadget.views.view import Mood, Page, Pattern, View
from cdgdevice.method.display import Side
from cdgdevice.selftest.controls import Touches, Wiring
from cdgdevice.selftest.finding import Finding, State, Step
from cdgdevice.selftest.screens import may_be_seen
from cdgdevice.selftest.stages import (
    TITLE,
    Asking,
    Burning,
    Checking,
    Patterns,
    Sounding,
    Stage,
    Touching,
)


@dataclass(frozen=True, slots=True)
class Fitted:
    """What the gadget has, for a person to try."""

    wiring: Wiring
    lamps: tuple[Side, ...]
    patterns: Mapping[Side, Pattern]
    """Of the screens that answer."""
    closed: Callable[[], frozenset[Control | Phase]]
    """Gives the switches that are closed now."""
    buzzer: bool = False
    """It has one."""


@dataclass(frozen=True, slots=True)
class GlassTrial:
    """How far a self-test on the gadget has come; see `gadget.desk.trial.Trial`."""

    stage: Stage
    """What is being tried."""
    following: tuple[Stage, ...]
    """What comes after it."""
    found: tuple[Finding, ...] = ()
    """What was found in the stages before."""

    @property
    def by_touch(self) -> bool:
        """See Trial."""
        return self.stage.by_touch

    @property
    def lit(self) -> frozenset[Side]:
        """See Trial."""
        return self.stage.lit

    @property
    def sounds(self) -> bool:
        """See Trial."""
        return self.stage.sounds

    @property
    def over(self) -> tuple[Page, ...]:
        """See Trial."""
        return result((*self.found, *self.stage.found)) if self.stage.over else ()

    def view(self, side: Side) -> View:
        """See Trial."""
        return self.stage.view(side)

    def pressed(self) -> "GlassTrial":
        """See Trial."""
        return self._after(self.stage.pressed())

    def moved(self, steps: int, *, around: bool = False) -> "GlassTrial":
        """See Trial."""
        return self._after(self.stage.moved(steps, around))

    def left(self) -> "GlassTrial":
        """See Trial."""
        ended = replace(self.stage, found=self.stage.left(), over=True)
        return replace(self, stage=ended, following=())

    def touched(self, gesture: Gesture) -> "GlassTrial":
        """See Trial."""
        return self._after(self.stage.touched(gesture))

    def thrown(self, face: str) -> "GlassTrial":
        """See Trial."""
        return self._after(self.stage.thrown(face))

    def deadline(self) -> float | None:
        """See Trial."""
        return self.stage.deadline()

    def tick(self, now: float) -> "GlassTrial":
        """See Trial."""
        return self._after(self.stage.tick(now))

    def _after(self, stage: Stage) -> "GlassTrial":
        """Go on with the stage as it is now, or with the next one where there is one."""
        if not stage.over or not self.following:
            return replace(self, stage=stage)
        return GlassTrial(self.following[0], self.following[1:], (*self.found, *stage.found))


def begun(fitted: Fitted, steps: tuple[Step, ...]) -> GlassTrial:
    """Begin with the first thing that this gadget has."""
    first, *following = _stages(fitted, steps)
    return GlassTrial(first, tuple(following))


def _stages(fitted: Fitted, steps: tuple[Step, ...]) -> Iterator[Stage]:
    if fitted.patterns:
        yield Patterns(fitted.patterns)
        yield Asking(tuple(fitted.patterns), may_be_seen(len(fitted.patterns)))
    if fitted.lamps:
        yield Burning(fitted.lamps)
    if fitted.buzzer:
        yield Sounding()
    if fitted.wiring:
        yield Touching(fitted.wiring, fitted.closed, fitted.closed(), Touches(fitted.wiring))
    yield Checking(steps, len(steps))


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
