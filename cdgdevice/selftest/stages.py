"""What every stage of the self-test on the gadget can do, and the pages that come at its end."""

from msgspec.structs import replace

from cdgdevice.render.draw import count_screenfuls
from cdgdevice.render.views import PageKind, PageView
from cdgdevice.selftest.findings import Finding, FindingState
from cdgdevice.ui.state import SelfTestRun
from cdgdevice.ui.texts import SELF_TEST_TITLE

Findings = tuple[Finding, ...]


class SelfTestStage(SelfTestRun, frozen=True, kw_only=True):
    """One thing that is tried, and the stages after it."""

    found: Findings = ()
    """What was found so far, in the stages before too."""
    following: tuple["SelfTestStage", ...] = ()
    """What comes after this stage."""

    def pressed(self) -> "SelfTestStage":
        return self

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
        return (PageView(PageKind.NOTE, SELF_TEST_TITLE, ("Nothing was tried.",)),)
    count = {state: sum(each.state is state for each in found) for state in FindingState}
    faults, untold = count[FindingState.FAULT], count[FindingState.UNKNOWN]
    summary = (
        "No fault." if not faults else "1 fault." if faults == 1 else f"{faults} faults.",
        f"{untold} can't be told." if untold else "",
        f"{count[FindingState.OK]} in order.",
    )
    kind = PageKind.FAULT if faults else PageKind.NOTE
    pages = (
        PageView(kind, SELF_TEST_TITLE, tuple(filter(None, summary))),
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
