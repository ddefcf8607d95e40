"""What every stage of the self-test on the gadget can do, and the pages that come at its end."""

import math
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.drivers.gpio.control_events import Gesture
from cdgdevice.drivers.oled.framebuffer import PanelFit
from cdgdevice.render.draw import count_screenfuls
from cdgdevice.render.views import PageKind, PageView, View
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.findings import Finding, FindingState

TITLE = "Self-test"

Findings = tuple[Finding, ...]


class SelfTestStage(Struct, frozen=True, kw_only=True):
    """One thing that is tried, and the stages after it: a `ui.state.SelfTestRun`.

    What does not concern a stage leaves it as it is.
    """

    found: Findings = ()
    """What was found so far, in the stages before too."""
    following: tuple["SelfTestStage", ...] = ()
    """What comes after this stage."""
    over: tuple[PageView, ...] = ()
    by_touch: bool = False
    sounds: bool = False

    @property
    def fits(self) -> Mapping[Side, PanelFit]:
        return {}

    @property
    def lit(self) -> frozenset[Side]:
        return frozenset()

    def view(self, _side: Side) -> View:
        return PageView(PageKind.NOTE, TITLE, ())

    def pressed(self) -> "SelfTestStage":
        return self

    def moved(self, _steps: int, *, around: bool = False) -> "SelfTestStage":  # noqa: ARG002
        return self

    def touched(self, _gesture: Gesture) -> "SelfTestStage":
        return self

    def thrown(self, _face: str) -> "SelfTestStage":
        return self

    def tick(self, _now: float) -> "SelfTestStage":
        return self

    def deadline(self) -> float:
        return math.inf

    def left(self) -> "SelfTestStage":
        return replace(self, following=()).finished(*self.untried())

    def untried(self) -> Findings:
        """Return what is not tried if this stage is left now."""
        return ()

    def finished(self, *found: Finding) -> "SelfTestStage":
        """Return the next stage, which knows what this one found; after the last, the results."""
        found = (*self.found, *found)
        if not self.following:
            return replace(self, found=found, over=result_pages(found))
        return replace(self.following[0], found=found, following=self.following[1:])


def result_pages(found: tuple[Finding, ...]) -> tuple[PageView, ...]:
    """Return a page on how much was found, then one for each fault and for each open question."""
    if not found:
        return (PageView(PageKind.NOTE, TITLE, ("Nothing was tried.",)),)
    count = {state: sum(each.state is state for each in found) for state in FindingState}
    faults, untold = count[FindingState.FAULT], count[FindingState.UNKNOWN]
    summary = (
        "No fault." if not faults else "1 fault." if faults == 1 else f"{faults} faults.",
        f"{untold} can't be told." if untold else "",
        f"{count[FindingState.OK]} in order.",
    )
    kind = PageKind.FAULT if faults else PageKind.NOTE
    pages = (
        PageView(kind, TITLE, tuple(filter(None, summary))),
        *_pages(found, FindingState.FAULT, PageKind.FAULT),
        *_pages(found, FindingState.UNKNOWN, PageKind.NOTE),
    )
    counts = tuple(map(count_screenfuls, pages))
    return tuple(
        replace(page, beside=(sum(counts[:number]), sum(counts[number + 1 :])))
        for number, page in enumerate(pages)
    )


def _pages(found: tuple[Finding, ...], state: FindingState, kind: PageKind) -> tuple[PageView, ...]:
    return tuple(
        PageView(kind, each.what.part.capitalize(), (each.shown,))
        for each in found
        if each.state is state
    )
