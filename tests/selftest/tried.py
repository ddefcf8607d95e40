"""A gadget on which the self-test is taken from the menu, with the knob."""

from pathlib import Path
from typing import Any

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.findings import Finding
from cdgdevice.selftest.on_gadget import RunChecks
from cdgdevice.selftest.stages import SelfTestStage
from tests.selftest.found import bench
from tests.simulated_disk import SimulatedDisk
from tests.whole_gadget import Gadget

LEFT, RIGHT, KNOB = Control.LEFT, Control.RIGHT, Control.KNOB


class Tried(Gadget):
    """A gadget on this computer, with the self-test in its menu."""

    def __init__(self, *dice: int, tree: Path, disk: SimulatedDisk | None = None, **more: Any):
        super().__init__(*dice, disk=disk, machine=lambda: bench(tree).machine, **more)

    def begins(self) -> "Tried":
        """Open the menu and take the self-test."""
        self.finds_entry().press(KNOB)
        return self

    def finds_entry(self, side: Side = Side.LEFT) -> "Tried":
        """Open the menu, past the pages that lie over the board, and highlight the self-test."""
        for _ in range(10):
            self.press(KNOB)
            if "Menu: Menu" in self.reads(side):
                break
        for _ in range(30):
            if "Self-test, highlighted" in self.reads(side):
                return self
            if "Gadget, highlighted" in self.reads(side):
                self.press(KNOB)
            else:
                self.turn(1)
        raise AssertionError(self.reads(side))

    def checks_in_time(self) -> list[Finding]:
        """Take the steps that need nobody, none of which may hold the game up; return it all."""
        begin = self.session.state.context.self_test
        assert begin is not None
        run = begin()
        assert isinstance(run, SelfTestStage)
        checking = run.following[-1]
        assert isinstance(checking, RunChecks)
        found: list[Finding] = []
        for step in checking.steps:
            began = self.time.now
            found.extend(step() or ())
            assert self.time.now - began <= 0.3
        return found

    def until(self, words: str, control: Control = KNOB) -> "Tried":
        """Press until the left screen says this."""
        for _ in range(40):
            if words in self.reads():
                return self
            self.press(control)
        raise AssertionError(f"{words!r} never came: {self.reads()}")

    def touches_all(self) -> "Tried":
        for control in (LEFT, RIGHT, KNOB):
            self.press(control)
        self.turn(1)
        self.turn(-1)
        return self

    def to_controls(self) -> "Tried":
        return self.begins().until("Note: Controls")

    def told(self, side: Side = Side.LEFT) -> list[str]:
        """Read all pages of the result, in one text each."""
        pages: list[str] = []
        for _ in range(40):
            page = self.reads(side)
            if not page.startswith(("Note: ", "Fault: ")):
                return pages
            pages.append(page)
            self.press(KNOB)
        raise AssertionError(pages)
