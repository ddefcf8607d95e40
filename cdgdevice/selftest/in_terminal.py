"""The self-test as the command runs it: what needs a person at the terminal, and what does not."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from queue import Empty, SimpleQueue

from gpiozero.pins import Factory
from msgspec import Struct, field
from msgspec.structs import replace

from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.config.menu_changes import KeepPanel, keep_nothing
from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.control_events import PinEdge
from cdgdevice.drivers.gpio.gesture_recognizer import GestureRecognizer
from cdgdevice.drivers.oled.framebuffer import PanelFit
from cdgdevice.drivers.oled.screen import AnyScreen, PanelBus, Screen
from cdgdevice.errors import CdgDeviceError
from cdgdevice.render.draw import draw_view
from cdgdevice.render.views import PatternView
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest import person_checks
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
from cdgdevice.selftest.screen_stages import AskWhatIsSeen, KeepSetting, TrySettings
from cdgdevice.selftest.screen_trial import TriedScreen, trial_pattern, write_lines
from cdgdevice.selftest.stages import SelfTestStage
from cdgdevice.selftest.storage import OwnedData, computer_steps, owned_steps
from cdgdevice.service.front_panel import fit_screen


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
    yield from person_checks.check_idle_controls(config.pins.inputs, closed)
    touches = person_checks.TouchProgress(config.pins.inputs)
    board = GestureRecognizer(
        config.pins.debounce_ms / 1000,
        config.pins.hold_ms / 1000,
        config.pins.long_hold_ms / 1000,
        transitions=config.pins.knob_steps_per_detent,
        closed=closed,
    )
    person.tell(f"Press or turn each: {', '.join(touches.to_do)}. Hold one down to end.")
    until = clock() + person_checks.PATIENCE
    while not touches.over and (now := clock()) < until:
        wait = min(until, board.deadline()) - now
        gestures = board.tick(now, pins.inputs.level)
        try:
            gestures += board.feed(pins.queue.get(timeout=max(0.0, wait)))
        except Empty:
            gestures += board.tick(clock(), pins.inputs.level)
        for gesture in gestures:
            until = clock() + person_checks.PATIENCE
            before, touches = touches, person_checks.tick_off_touch(touches, gesture)
            for name in before.to_do:
                if name not in touches.to_do:
                    person.tell(f"  {name}: felt, {len(touches.to_do)} to go")
    yield from person_checks.touch_findings(touches)


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
    sides = tuple(side for side in screens.fitted if side in answering)
    stage: SelfTestStage = AskWhatIsSeen(
        asked=sides,
        choices=person_checks.possible_sights(len(screens.fitted)),
        screens=screens,
        keep=keep,
    )
    for side in sides:
        panel, bus = screens.fitted[side], buses[side]
        pattern = person_checks.screen_pattern(
            side, bus.name_address(screens.address_of(panel)), panel.controller
        )
        known = len(stage.found)
        with closing(fit_screen(screens, bus, side)) as screen:
            try:
                _show_fitted(screen, panel.fit, pattern, person)
                person.tell(f"The {side.value} screen is to show {_name_sight(screen)}.")
                while len(stage.found) == known:
                    stage = _try_stage(stage, side, screen, person)
                    screens = stage.screens if isinstance(stage, AskWhatIsSeen) else screens
                yield from stage.found[known:]
            finally:
                usual = screens.fitted[side].fit
                if isinstance(screen, Screen) and screen.fit != usual:
                    _show_fitted(screen, usual, pattern, person)
                screen.sleep()


def _try_stage(
    stage: SelfTestStage, side: Side, screen: AnyScreen, person: Person
) -> SelfTestStage:
    """Take a stage of the trial of a screen with somebody at a terminal."""
    match stage:
        case AskWhatIsSeen(choices=choices):
            for number, sight in enumerate(choices, 1):
                person.tell(f"  {number}  {sight.value}")
            seen = person.choose("What do you see there?", len(choices)) - 1
            return replace(stage, highlighted=seen).pressed()
        case TrySettings(to_try=to_try, at=at) if at < len(to_try):
            _show_fitted(screen, stage.fits[side], trial_pattern(side, at + 1, len(to_try)), person)
            lines = write_lines(to_try[at], stage.ask.screens.fitted[side])
            person.tell(f"Setting {at + 1} of {len(to_try)}: {lines}")
            better = person.agrees("Is it right now, or at least better?")
            return stage.pressed() if better else stage.moved(1)
        case KeepSetting(kept=TriedScreen(shown=shown)):
            person.tell("\n".join((f"  [screens.{side.value}]", *map("  {}".format, shown))))
            return stage.pressed()
        case KeepSetting():
            return stage.tick(0.0)
    return stage.pressed()  # no setting was right


def _show_fitted(screen: AnyScreen, fit: PanelFit, pattern: PatternView, person: Person) -> None:
    """Set a screen up so and show the pattern; tell if it does not answer."""
    if isinstance(screen, Screen) and fit != screen.fit:
        screen.refit(fit)
    screen.show(draw_view(pattern).pages())
    if screen.beside is not None:
        other = Side(pattern.name).other.value
        screen.beside.show(draw_view(replace(pattern, name=other)).pages())
    if screen.fault is not None:
        person.tell(screen.fault)


def _name_sight(screen: AnyScreen) -> str:
    """Name the pattern: a panel that luma.oled drives may be larger than its picture."""
    if screen.beside is not None:
        return "a frame round the picture of each side, and its name"
    edge = "a frame round its whole edge" if isinstance(screen, Screen) else "a whole frame"
    return f"{edge}, and its name"


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
        yield person_checks.screens_unseen()
        return
    yield from look_at_screens(bench.config, bench.buses, asked.answering, person, bench.keep)


def _check_pins(
    bench: SelfTestBench, person: Person | None, *, pi: bool, served: bool
) -> Iterator[Finding]:
    config = bench.config
    try:
        with open_pins(config, bench.pins, bench.queue, bench.machine.clock) as pins:
            if person is None:
                yield from person_checks.check_idle_controls(
                    config.pins.inputs, pins.inputs.closed()
                )
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
