"""The self-test from the gadget's menu, stage by stage: what each shows, and what a person does."""

import math
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.config.keys_and_defaults import Config, ScreensConfig
from cdgdevice.config.menu_changes import KeepPanel, keep_nothing
from cdgdevice.drivers.gpio.control_events import Control, Gesture, KnobPhase
from cdgdevice.drivers.gpio.wired_devices import SwitchInputs
from cdgdevice.drivers.oled.screen import PanelBus
from cdgdevice.drivers.reader.reader_conditions import LinkState
from cdgdevice.drivers.reader.reader_link import ReaderLink
from cdgdevice.drivers.reader.unix_socket_port import UNIX_PREFIX
from cdgdevice.reader_tools.flash_firmware import read_board_files, read_firmware_name
from cdgdevice.reader_tools.reader_connection import NAMELESS_HELLO
from cdgdevice.render.views import NO_BREAK, PageKind, PageView, PatternView, View
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest import person_checks
from cdgdevice.selftest.computer import Machine
from cdgdevice.selftest.findings import CheckStep, Finding, FindingKind
from cdgdevice.selftest.hardware_checks import (
    open_screens,
    probe_dice,
    reader_findings,
    reader_missing,
)
from cdgdevice.selftest.screen_stages import AskWhatIsSeen, ShowPatterns
from cdgdevice.selftest.stages import Findings, SelfTestStage
from cdgdevice.selftest.storage import OwnedData, computer_steps, owned_steps
from cdgdevice.service.front_panel import FrontPanel
from cdgdevice.ui.texts import SELF_TEST_TITLE

SOUNDS = 2.0
"""Seconds for which the buzzer sounds."""


class LightLamps(SelfTestStage, frozen=True):
    """A lamp is lit, and then the next one."""

    lamps: tuple[Side, ...]
    """The lamps that are still to be seen, the one that is lit first."""

    @property
    def lit(self) -> frozenset[Side]:
        return frozenset(self.lamps[:1])

    def view(self, _side: Side) -> View:
        text = (f"The {self.lamps[0].value} button's lamp burns now.", "Press to go on.")
        return PageView(PageKind.NOTE, "Lamps", text)

    def pressed(self) -> SelfTestStage:
        return replace(self, lamps=self.lamps[1:]) if self.lamps[1:] else self.finished()

    def untried(self) -> Findings:
        return tuple(
            Finding(FindingKind.LAMPS_UNSEEN, f"The {side.value} button's lamp was not lit.")
            for side in self.lamps[1:]
        )


class SoundBuzzer(SelfTestStage, frozen=True):
    """The buzzer sounds for a while."""

    until: float | None = None
    """When it falls silent, in seconds; None: it has not begun."""

    def view(self, _side: Side) -> View:
        return PageView(PageKind.NOTE, "Buzzer", ("It sounds for two seconds.", "Press to go on."))

    def pressed(self) -> SelfTestStage:
        return self.finished()

    def tick(self, now: float) -> SelfTestStage:
        if self.until is None:
            return replace(self, until=now + SOUNDS)
        return replace(self, sounds=now < self.until)

    def deadline(self) -> float:
        if not self.sounds:
            return math.inf
        return -math.inf if self.until is None else self.until


class TouchControls(SelfTestStage, frozen=True):
    """Each control must be touched."""

    wiring: person_checks.Wiring
    now_closed: Callable[[], frozenset[Control | KnobPhase]]
    """Returns the switches that are closed now."""
    closed: frozenset[Control | KnobPhase]
    """The switches that were closed at the start."""
    touches: person_checks.TouchProgress
    die: str = ""
    """What the last throw in the die reader showed."""
    until: float | None = None
    """When the rest counts as silent, in seconds; None: that is still to be worked out."""

    def view(self, _side: Side) -> View:
        touches = self.touches
        last = f"The die shows {self.die}." if self.die else "Hold one to end."
        to_do = ", ".join(name.replace(" ", NO_BREAK) for name in touches.to_do)
        text = ("Let go.",) if touches.over else (f"Try: {to_do}.", last)
        return PageView(PageKind.NOTE, "Controls", text, progress=(touches.done, touches.all))

    def touched(self, gesture: Gesture) -> SelfTestStage:
        after = replace(
            self, touches=person_checks.tick_off_touch(self.touches, gesture), die="", until=None
        )
        # Not before all are let go of: elsewhere a release means something, and would close the
        # next page at once.
        return after._judged() if after.touches.over and not after.touches.down else after

    def thrown(self, face: str) -> SelfTestStage:
        return replace(self, die=face, until=None)

    def tick(self, now: float) -> SelfTestStage:
        if self.until is None:
            return replace(self, until=now + person_checks.PATIENCE)
        return self if now < self.until else self._judged()

    def deadline(self) -> float:
        return -math.inf if self.until is None else self.until

    def _judged(self) -> SelfTestStage:
        still = self.now_closed() & self.closed - self.touches.pressed
        idle = person_checks.check_idle_controls(self.wiring, still)
        return self.finished(*idle, *person_checks.touch_findings(self.touches))


class RunChecks(SelfTestStage, frozen=True):
    """What needs nobody is checked, a step at each tick."""

    steps: tuple[CheckStep, ...]
    """What is still to be checked."""
    of: int
    """How many steps there were."""

    def view(self, _side: Side) -> View:
        done = (self.of - len(self.steps), max(1, self.of))
        return PageView(PageKind.NOTE, SELF_TEST_TITLE, ("Looking at the rest.",), progress=done)

    def tick(self, _now: float) -> SelfTestStage:
        if not self.steps:
            return self.finished()
        found = self.steps[0]()
        if found is None:
            return self
        return replace(self, steps=self.steps[1:], found=(*self.found, *found))

    def deadline(self) -> float:
        return -math.inf


class FittedParts(Struct, frozen=True):
    """What the gadget has, for a person to try."""

    wiring: person_checks.Wiring
    lamps: tuple[Side, ...]
    patterns: Mapping[Side, PatternView]
    """Of the screens that answer; a panel that shows both sides has two."""
    closed: Callable[[], frozenset[Control | KnobPhase]]
    """Returns the switches that are closed now."""
    screens: ScreensConfig
    """Where they are, as configured."""
    keep: KeepPanel = keep_nothing
    buzzer: bool = False
    """It has one."""


def begin_self_test(fitted: FittedParts, steps: tuple[CheckStep, ...]) -> SelfTestStage:
    """Begin with the first thing that this gadget has."""
    first, *following = _choose_stages(fitted, steps)
    return replace(first, following=tuple(following))


def _choose_stages(fitted: FittedParts, steps: tuple[CheckStep, ...]) -> Iterator[SelfTestStage]:
    if fitted.patterns:
        yield ShowPatterns(fitted.patterns)
        asked = tuple(side for side in fitted.patterns if side in fitted.screens.fitted)
        sights = person_checks.possible_sights(len(asked))
        yield AskWhatIsSeen(asked=asked, choices=sights, screens=fitted.screens, keep=fitted.keep)
    if fitted.lamps:
        yield LightLamps(fitted.lamps)
    if fitted.buzzer:
        yield SoundBuzzer(sounds=True)
    if fitted.wiring:
        touches = person_checks.TouchProgress(fitted.wiring)
        yield TouchControls(fitted.wiring, fitted.closed, fitted.closed(), touches, by_touch=True)
    yield RunChecks(steps, len(steps))


class RunningGadget(Struct, frozen=True):
    """The parts of a gadget that runs."""

    config: Config
    front_panel: FrontPanel
    buses: Mapping[Side, PanelBus]
    inputs: SwitchInputs
    link: ReaderLink
    """The conversation with the die reader."""
    needs_reader: Callable[[], bool]
    owned: OwnedData
    machine: Machine
    keep: KeepPanel

    def begin_self_test(self) -> SelfTestStage:
        """Begin a self-test with what this gadget has."""
        pins = self.config.pins
        seen = self.front_panel.visible_sides if self._shows else ()
        screens = self.config.screens
        patterns = {}
        for side in seen:
            at = side if side in screens.fitted else side.other  # the panel that shows both
            if at in self.buses:
                panel = screens.fitted[at]
                address = self.buses[at].name_address(screens.address_of(panel))
                patterns[side] = person_checks.screen_pattern(side, address, panel.controller)
        lamps = tuple(side for side in Side if side in pins.lamps)
        fitted = FittedParts(
            pins.inputs,
            lamps,
            patterns,
            self.inputs.closed,
            screens,
            self.keep,
            pins.buzzer is not None,
        )
        return begin_self_test(fitted, self._steps())

    @property
    def _shows(self) -> bool:
        """Some screen answers."""
        return len(self.front_panel.faults) < len(self.config.screens.fitted)

    def _steps(self) -> tuple[CheckStep, ...]:
        return (
            *computer_steps(self.machine),
            self._bus,
            self._reader,
            *owned_steps(self.machine, self.owned),
        )

    def _bus(self) -> tuple[Finding, ...]:
        # To ask every address on a stuck bus would hold the game up for a second.
        faults = self.front_panel.faults
        alive = [bus for side, bus in self.buses.items() if side not in faults]
        asked = {side: bus for side, bus in self.buses.items() if bus in alive}
        lost = [faults[side] for side in self.buses if side not in asked]
        told = tuple(Finding(FindingKind.SCREENS_MISSING, fault) for fault in lost)
        if told and not asked:
            return told
        return (*open_screens(self.config, asked, self.machine.files).found, *told)

    def _reader(self) -> tuple[Finding, ...]:
        hello, condition = self.link.hello, self.link.condition
        if hello is None and condition is not None and condition.state is LinkState.LINKED:
            hello = NAMELESS_HELLO
        port = self.config.reader.port or ""
        is_shut = condition is not None and condition.state in (LinkState.LOST, LinkState.REFUSED)
        if port.startswith(UNIX_PREFIX) and not is_shut and (met := probe_dice(port)) is not None:
            return met.found
        if hello is not None:
            return reader_findings(hello, read_firmware_name(read_board_files()))
        sentence = condition.sentence if condition else "No die reader answers: plug its cable in."
        return (reader_missing(sentence, needed=self.needs_reader()),)
