"""The self-test as the command runs it: what needs a person at the terminal, and what does not."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from queue import Empty, SimpleQueue

from gpiozero.pins import Factory
from msgspec import Struct, field
from msgspec.structs import replace

from cdgdevice.config.keys_and_defaults import Config, ScreensConfig
from cdgdevice.config.menu_changes import KeepPanel, keep_nothing
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.control_events import PinEdge
from cdgdevice.drivers.gpio.gesture_recognizer import GestureRecognizer
from cdgdevice.drivers.oled.framebuffer import PanelFit
from cdgdevice.drivers.oled.screen import AnyScreen, PanelBus, Screen
from cdgdevice.errors import CdgDeviceError
from cdgdevice.render.draw import draw_view
from cdgdevice.render.views import PatternView
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.computer import Machine, check_service, is_pi, read_unit_state
from cdgdevice.selftest.findings import Finding, FindingKind, run_to_end
from cdgdevice.selftest.hardware_checks import (
    OpenedPins,
    ReaderProbe,
    open_pins,
    open_screens,
    pins_not_opened,
    probe_reader,
)
from cdgdevice.selftest.person_checks import (
    PATIENCE,
    SeenPattern,
    TouchProgress,
    check_idle_controls,
    judge_pattern,
    possible_sights,
    screen_pattern,
    screens_unseen,
    tick_off_touch,
    touch_findings,
)
from cdgdevice.selftest.screen_trial import (
    keep_setting,
    list_candidates,
    trial_pattern,
    write_lines,
)
from cdgdevice.selftest.storage import OwnedData, computer_steps, owned_steps
from cdgdevice.service.screens_and_lamps import fit_screen


class Person(Struct, frozen=True):
    """Somebody at a terminal."""

    tell: Callable[[str], None]
    """Shows a line."""
    ask: Callable[[str], str]
    """Asks a question and returns the line that was typed."""

    def agrees(self, question: str) -> bool:
        """Ask a question that is answered by yes or no; an empty line is a yes."""
        return self.ask(f"{question} [y/n] ").strip().lower()[:1] in ("", "y")

    def choose(self, question: str, last: int) -> int:
        """Ask until a number from 1 to `last` is typed; an empty line is 1."""
        while True:
            typed = self.ask(f"{question} [1-{last}] ").strip() or "1"
            if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= last:
                return int(typed)


def press_all(
    config: Config, pins: OpenedPins, clock: Callable[[], float], person: Person
) -> Iterator[Finding]:
    """Have each control touched, and report each touch; `clock` gives monotonic seconds."""
    closed = pins.inputs.closed()
    yield from check_idle_controls(config.pins.inputs, closed)
    touches = TouchProgress(config.pins.inputs)
    board = GestureRecognizer(
        config.pins.debounce_ms / 1000,
        config.pins.hold_ms / 1000,
        config.pins.long_hold_ms / 1000,
        transitions=config.pins.knob_steps_per_detent,
        closed=closed,
    )
    person.tell(f"Press or turn each: {', '.join(touches.to_do)}. Hold one down to end.")
    until = clock() + PATIENCE
    while not touches.over and (now := clock()) < until:
        wait = min(until, board.deadline()) - now
        gestures = board.tick(now, pins.inputs.level)
        try:
            gestures += board.feed(pins.queue.get(timeout=max(0.0, wait)))
        except Empty:
            gestures += board.tick(clock(), pins.inputs.level)
        for gesture in gestures:
            until = clock() + PATIENCE
            before, touches = touches, tick_off_touch(touches, gesture)
            for name in before.to_do:
                if name not in touches.to_do:
                    person.tell(f"  {name}: felt, {len(touches.to_do)} to go")
    yield from touch_findings(touches)


def light_lamps(config: Config, pins: OpenedPins, person: Person) -> Iterator[Finding]:
    """Light the lamps one after the other, and ask whether each burns."""
    for side, gpio in sorted(config.pins.lamps.items(), key=lambda lamp: lamp[0].value):
        pins.lamps.show(frozenset({side}))
        if person.agrees(f"Does the {side.value} button's lamp burn now, and no other?"):
            yield Finding(FindingKind.LAMPS_LIT, f"The {side.value} lamp burns.")
        else:
            yield Finding(
                FindingKind.LAMPS_DARK,
                f"The {side.value} lamp (GPIO{gpio}) does not burn alone: turn the LED round, "
                "check its resistor and wires, and [pins] in the configuration.",
            )
    pins.lamps.show(frozenset())


def sound_buzzer(config: Config, pins: OpenedPins, person: Person) -> Iterator[Finding]:
    """Have the buzzer sound, where there is one, and ask whether it does."""
    if pins.buzzer is None:
        return
    pins.buzzer.sound(True)
    try:
        heard = person.agrees("Does the buzzer sound now?")
    finally:
        pins.buzzer.sound(False)
    if heard:
        yield Finding(FindingKind.BUZZER_SOUNDS, "The buzzer sounds.")
        return
    yield Finding(
        FindingKind.BUZZER_SILENT,
        f"The buzzer (GPIO{config.pins.buzzer}) does not sound: turn it round, check its "
        "transistor and wires, and [pins] in the configuration. It must be an active one.",
    )


def look_at_screens(
    config: Config,
    buses: Mapping[Side, PanelBus],
    answering: frozenset[Side],
    person: Person,
    keep: KeepPanel = keep_nothing,
) -> Iterator[Finding]:
    """Show the pattern on each screen that answers, ask what is seen, and try what may help."""
    screens = config.screens
    found: tuple[PanelConfig, ...] = ()
    for side, panel in screens.fitted.items():
        if side not in answering:
            continue
        bus, address = buses[side], screens.address_of(panel)
        screen = fit_screen(screens, bus, side)
        trial = _TerminalTrial(side, screens, screen, person)
        pattern = screen_pattern(side, bus.name_address(address), panel.controller)
        with closing(screen):
            try:
                seen, tried, chosen = trial.find_setting(pattern, found)
                if chosen.fit == panel.fit or seen is not SeenPattern.WHOLE:
                    yield judge_pattern(seen, side, screens, tried=tried)
                    continue
                kept, found = keep_setting(side, chosen, panel, keep), (*found, chosen)
                screens = replace(screens, **{side.value: chosen})
                person.tell(
                    "\n".join((f"  [screens.{side.value}]", *map("  {}".format, kept.shown)))
                )
                yield kept.finding
            finally:
                if isinstance(screen, Screen) and screen.fit != screens.fitted[side].fit:
                    screen.refit(screens.fitted[side].fit)
                    screen.show(draw_view(pattern))
                screen.sleep()


class _TerminalTrial(Struct, frozen=True):
    """The trial of one screen, with somebody at a terminal."""

    side: Side
    screens: ScreensConfig
    screen: AnyScreen
    person: Person

    def find_setting(
        self, pattern: PatternView, found: tuple[PanelConfig, ...]
    ) -> tuple[SeenPattern, bool, PanelConfig]:
        """Return what is seen at the end, whether anything was tried, and the setting taken."""
        panel, person = self.screens.fitted[self.side], self.person
        choices = possible_sights(len(self.screens.fitted))
        self.show(panel, pattern)
        person.tell(f"The {self.side.value} screen is to show {self.name_sight()}.")
        before: set[PanelFit] = set()
        while True:
            for number, sight in enumerate(choices, 1):
                person.tell(f"  {number}  {sight.value}")
            seen = choices[person.choose("What do you see there?", len(choices)) - 1]
            to_try = list_candidates(seen, panel, found, before)
            better = self.choose_setting(to_try)
            before |= {panel.fit} if to_try else set()
            if better is None:
                return seen, bool(before), panel
            before |= {each.fit for each in to_try[: to_try.index(better)]}
            panel = better

    def name_sight(self) -> str:
        """Name the pattern: a panel that luma.oled drives may be larger than its picture."""
        if self.screen.beside is not None:
            return "a frame round the picture of each side, and its name"
        edge = (
            "a frame round its whole edge" if isinstance(self.screen, Screen) else "a whole frame"
        )
        return f"{edge}, and its name"

    def choose_setting(self, to_try: tuple[PanelConfig, ...]) -> PanelConfig | None:
        """Show one setting after the other until one is right; None: none is."""
        configured = self.screens.fitted[self.side]
        for number, panel in enumerate(to_try, 1):
            self.show(panel, trial_pattern(self.side, number, len(to_try)))
            lines = write_lines(panel, configured)
            self.person.tell(f"Setting {number} of {len(to_try)}: {lines}")
            if self.person.agrees("Is it right now, or at least better?"):
                return panel
        return None

    def show(self, panel: PanelConfig, pattern: PatternView) -> None:
        """Set the screen up so and show the pattern; tell if it does not answer."""
        if isinstance(self.screen, Screen) and panel.fit != self.screen.fit:
            self.screen.refit(panel.fit)
        self.screen.show(draw_view(pattern))
        if self.screen.beside is not None:
            self.screen.beside.show(draw_view(replace(pattern, name=self.side.other.value)))
        if self.screen.fault is not None:
            self.person.tell(self.screen.fault)


class SelfTestBench(Struct, frozen=True):
    """What is tried, and the world around it."""

    config: Config
    owned: OwnedData
    machine: Machine
    pins: Callable[[], Factory]
    """Opens the way to the pins; may raise CdgDeviceError."""
    buses: Mapping[Side, PanelBus]
    """Where each screen is."""
    queue: SimpleQueue[PinEdge] = field(default_factory=SimpleQueue)
    """Where what is pressed comes from."""
    meet: Callable[[Config, bool], ReaderProbe] = probe_reader
    """Asks the die reader, which is needed or not."""
    keep: KeepPanel = keep_nothing
    """Keeps how a screen is wired."""


def run_all(
    bench: SelfTestBench, person: Person | None, *, write: bool = True
) -> Iterator[Finding]:
    """Return every finding as it is made; without a person nothing has to be pressed or seen.

    Without `write` the disk is left as it is.
    """
    machine = bench.machine
    for step in computer_steps(machine):
        yield from run_to_end(step)
    state = read_unit_state(machine.run)
    yield check_service(state)
    for step in owned_steps(machine, bench.owned, write=write):
        yield from run_to_end(step)
    served = state.get("ActiveState") == "active"
    pi = is_pi(machine.files, machine.environment)
    needed = bench.config.die.source is DieSource.READER
    yield from bench.meet(bench.config, needed).found
    yield from _check_screens(bench, None if served else person, pi=pi)
    yield from _check_pins(bench, person, pi=pi, served=served)


def _check_screens(bench: SelfTestBench, person: Person | None, *, pi: bool) -> Iterator[Finding]:
    asked = open_screens(bench.config, bench.buses, bench.machine.files)
    # A bus that is not there is not missed where there are no pins for it.
    yield from (each for each in asked.found if pi or each.what is not FindingKind.BUS_MISSING)
    if not asked.answering:
        return
    if person is None:
        yield screens_unseen()
        return
    yield from look_at_screens(bench.config, bench.buses, asked.answering, person, bench.keep)


def _check_pins(
    bench: SelfTestBench, person: Person | None, *, pi: bool, served: bool
) -> Iterator[Finding]:
    config = bench.config
    try:
        with open_pins(config, bench.pins, bench.queue, bench.machine.clock) as pins:
            if person is None:
                yield from check_idle_controls(config.pins.inputs, pins.inputs.closed())
                yield from _unasked(config)
                return
            yield from light_lamps(config, pins, person)
            yield from sound_buzzer(config, pins, person)
            yield from press_all(config, pins, bench.machine.clock, person)
    except CdgDeviceError as error:
        if pi or served:
            yield pins_not_opened(error, served=served)


def _unasked(config: Config) -> Iterator[Finding]:
    yield Finding(
        FindingKind.CONTROLS_UNTRIED,
        "Nobody was asked to press anything: `cdgdevice selftest` in a terminal asks, and so does "
        "Self-test in the gadget's menu.",
    )
    if config.pins.lamps:
        yield Finding(FindingKind.LAMPS_UNSEEN, "Nobody was asked whether the lamps burn.")
    if config.pins.buzzer is not None:
        yield Finding(FindingKind.BUZZER_UNHEARD, "Nobody was asked to hear the buzzer.")
