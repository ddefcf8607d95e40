"""The self-test as the command runs it: what needs a person at the terminal, and what does not."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from queue import Empty, SimpleQueue

from gpiozero.pins import Factory
from msgspec import Struct, field

from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.config.settings import DieSource
from cdgdevice.drivers.gpio.control_events import PinEdge
from cdgdevice.drivers.gpio.gesture_recognizer import GestureRecognizer
from cdgdevice.drivers.oled.screen import PanelBus
from cdgdevice.errors import CdgDeviceError
from cdgdevice.render.draw import draw_view
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
    TouchProgress,
    check_idle_controls,
    judge_pattern,
    possible_sights,
    screen_pattern,
    screens_unseen,
    tick_off_touch,
    touch_findings,
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
) -> Iterator[Finding]:
    """Show the pattern on each screen that answers, and ask what is seen."""
    panels = config.screens.fitted
    choices = possible_sights(len(panels))
    for side, panel in panels.items():
        if side not in answering:
            continue
        bus, address = buses[side], config.screens.address_of(panel)
        with closing(fit_screen(config.screens, bus, side)) as screen:
            pattern = screen_pattern(side, bus.name_address(address), panel.controller)
            screen.show(draw_view(pattern))
            person.tell(
                f"The {side.value} screen is to show a frame round its whole edge, and its name."
            )
            for number, seen in enumerate(choices, 1):
                person.tell(f"  {number}  {seen.value}")
            try:
                chosen = person.choose("What do you see there?", len(choices))
                yield judge_pattern(choices[chosen - 1], side, config.screens)
            finally:
                screen.sleep()


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
    yield from look_at_screens(bench.config, bench.buses, asked.answering, person)


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
