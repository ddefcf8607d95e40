"""The stages of the self-test on the glass: what each shows, and what a person does in it.

Pure but for the checks' steps, each of which takes a moment and is done in a tick of its own.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from cdgdevice.gadget.events import Control, Gesture, Phase
from cdgdevice.gadget.views.text import NO_BREAK
from cdgdevice.gadget.views.view import Menu, Mood, Page, Pattern, View
from cdgdevice.method.display import Side
from cdgdevice.selftest.controls import (
    PATIENCE,
    Touches,
    Wiring,
    at_rest,
    touch_findings,
    touched,
)
from cdgdevice.selftest.finding import Finding, Step, What
from cdgdevice.selftest.screens import Seen, judged

TITLE = "Self-test"
SOUNDS = 2.0
"""Seconds for which the buzzer sounds."""

Found = tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage(ABC):
    """One thing that is tried; what a stage does not care for leaves it as it is."""

    found: Found = ()
    over: bool = False
    """The next stage is to come."""

    @property
    def by_touch(self) -> bool:
        """See Trial."""
        return False

    @property
    def lit(self) -> frozenset[Side]:
        """See Trial."""
        return frozenset()

    @property
    def sounds(self) -> bool:
        """See Trial."""
        return False

    @abstractmethod
    def view(self, side: Side) -> View:
        """See Trial."""

    def pressed(self) -> "Stage":
        """See Trial."""
        return self

    def moved(self, _steps: int, _around: bool) -> "Stage":
        """See Trial."""
        return self

    def touched(self, _gesture: Gesture) -> "Stage":
        """See Trial."""
        return self

    def thrown(self, _face: str) -> "Stage":
        """See Trial."""
        return self

    def tick(self, _now: float) -> "Stage":
        """See Trial."""
        return self

    def deadline(self) -> float | None:
        """See Trial."""
        return None

    def left(self) -> Found:
        """Give what was found so far, and what was not tried for its being left."""
        return self.found


@dataclass(frozen=True, slots=True)
class Patterns(Stage):
    """The pattern is on each screen that answers."""

    patterns: Mapping[Side, Pattern]

    def view(self, side: Side) -> View:
        """Give the side's pattern."""
        return self.patterns.get(side) or next(iter(self.patterns.values()))

    def pressed(self) -> Stage:
        """Go on."""
        return replace(self, over=True)


@dataclass(frozen=True, slots=True)
class Asking(Stage):
    """The player is asked what each screen showed."""

    asked: tuple[Side, ...]
    """The screens that are still to be asked for, the present one first."""
    choices: tuple[Seen, ...]
    highlighted: int = 0

    def view(self, _side: Side) -> View:
        """Give what may have been seen, to choose from."""
        items = tuple(seen.value for seen in self.choices)
        return Menu(f"{self.asked[0].value} screen shows:", items, self.highlighted)

    def pressed(self) -> Stage:
        """Take what is highlighted."""
        found = (*self.found, judged(self.choices[self.highlighted], self.asked[:1]))
        asked = self.asked[1:] or self.asked
        over = len(self.asked) == 1
        return replace(self, found=found, asked=asked, highlighted=0, over=over)

    def moved(self, steps: int, around: bool) -> Stage:
        """Move the highlight."""
        count, number = len(self.choices), self.highlighted + steps
        number = number % count if around else min(max(number, 0), count - 1)
        return replace(self, highlighted=number)


@dataclass(frozen=True, slots=True)
class Burning(Stage):
    """A lamp burns."""

    lamps: tuple[Side, ...]
    """The lamps that are still to be seen, the one that burns first."""

    @property
    def lit(self) -> frozenset[Side]:
        """Only the present one."""
        return frozenset(self.lamps[:1])

    def view(self, _side: Side) -> View:
        """Say which lamp burns."""
        text = (f"The {self.lamps[0].value} button's lamp burns now.", "Press to go on.")
        return Page(Mood.NOTE, "Lamps", text)

    def pressed(self) -> Stage:
        """Go on to the next lamp."""
        return replace(self, lamps=self.lamps[1:] or self.lamps, over=len(self.lamps) == 1)

    def left(self) -> Found:
        """Name the lamps that did not come to their turn."""
        return tuple(
            Finding(What.LAMPS_UNSEEN, f"The {side.value} button's lamp was not lit.")
            for side in self.lamps[1:]
        )


@dataclass(frozen=True, slots=True)
class Sounding(Stage):
    """The buzzer sounds for a while."""

    until: float | None = None
    """When it falls silent, in seconds; None: it has not begun."""
    silent: bool = False

    @property
    def sounds(self) -> bool:
        """It does until then."""
        return not self.silent

    def view(self, _side: Side) -> View:
        """Say that it sounds."""
        return Page(Mood.NOTE, "Buzzer", ("It sounds for two seconds.", "Press to go on."))

    def pressed(self) -> Stage:
        """Go on."""
        return replace(self, over=True)

    def tick(self, now: float) -> Stage:
        """Fall silent in time."""
        if self.until is None:
            return replace(self, until=now + SOUNDS)
        return replace(self, silent=now >= self.until)

    def deadline(self) -> float | None:
        """Give when it falls silent."""
        if self.silent:
            return None
        return -math.inf if self.until is None else self.until


@dataclass(frozen=True, slots=True)
class Touching(Stage):
    """Each control is to be touched."""

    wiring: Wiring
    now_closed: Callable[[], frozenset[Control | Phase]]
    """Gives the switches that are closed now."""
    closed: frozenset[Control | Phase]
    """The switches that were closed at the start."""
    touches: Touches
    die: str = ""
    """What the last throw in the die reader showed."""
    until: float | None = None
    """When the rest counts as silent, in seconds; None: that is still to be worked out."""

    @property
    def by_touch(self) -> bool:
        """Every touch is wanted."""
        return True

    def view(self, _side: Side) -> View:
        """Say what is still to be touched."""
        touches = self.touches
        last = f"The die shows {self.die}." if self.die else "Hold one to end."
        to_do = ", ".join(name.replace(" ", NO_BREAK) for name in touches.to_do)
        text = ("Let go.",) if touches.over else (f"Try: {to_do}.", last)
        return Page(Mood.NOTE, "Controls", text, progress=(touches.done, touches.all))

    def touched(self, gesture: Gesture) -> Stage:
        """Tick it off."""
        after = replace(self, touches=touched(self.touches, gesture), die="", until=None)
        # Not before all are let go of: elsewhere a release means something, and would close at
        # once what is told next.
        return after._tried() if after.touches.over and not after.touches.down else after

    def thrown(self, face: str) -> Stage:
        """Show what a die showed."""
        return replace(self, die=face, until=None)

    def tick(self, now: float) -> Stage:
        """Wait no longer than somebody takes."""
        if self.until is None:
            return replace(self, until=now + PATIENCE)
        return self if now < self.until else self._tried()

    def deadline(self) -> float | None:
        """Give when nobody is there any more."""
        return -math.inf if self.until is None else self.until

    def _tried(self) -> Stage:
        still = self.now_closed() & self.closed - self.touches.pressed
        found = (*at_rest(self.wiring, still), *touch_findings(self.touches))
        return replace(self, found=found, over=True)


@dataclass(frozen=True, slots=True)
class Checking(Stage):
    """What needs nobody is looked up."""

    steps: tuple[Step, ...]
    """What is still to be looked up."""
    of: int
    """How many steps there were."""

    def view(self, _side: Side) -> View:
        """Show how far it has come."""
        done = (self.of - len(self.steps), max(1, self.of))
        return Page(Mood.NOTE, TITLE, ("Looking at the rest.",), progress=done)

    def tick(self, _now: float) -> Stage:
        """Take one step."""
        if not self.steps:
            return replace(self, over=True)
        found = self.steps[0]()
        if found is None:
            return self
        return replace(self, steps=self.steps[1:], found=(*self.found, *found))

    def deadline(self) -> float | None:
        """Go on at once."""
        return -math.inf
