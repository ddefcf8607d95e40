"""The whole self-test, as the command runs it: what needs a person, and what does not."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import TYPE_CHECKING

from cdgdevice.config import Config
from cdgdevice.errors import CdgDeviceError
from cdgdevice.gadget.desk.settings import DieSource
from cdgdevice.gadget.events import Edge
from cdgdevice.gadget.glass.bus import Bus
from cdgdevice.selftest.board import is_pi
from cdgdevice.selftest.controls import at_rest
from cdgdevice.selftest.finding import Finding, What, finished
from cdgdevice.selftest.hardware import (
    Met,
    glass,
    meet_reader,
    not_opened,
    opened_pins,
)
from cdgdevice.selftest.in_terminal import (
    Ask,
    Tell,
    light_lamps,
    look_at_screens,
    press_all,
    sound_buzzer,
)
from cdgdevice.selftest.looking import Owned, computer_steps, owned_steps
from cdgdevice.selftest.machine import Machine
from cdgdevice.selftest.screens import unseen
from cdgdevice.selftest.service_state import service, unit_state

if TYPE_CHECKING:
    from gpiozero.pins import Factory


@dataclass(frozen=True, slots=True)
class Bench:
    """What is tried, and over which edges."""

    config: Config
    owned: Owned
    machine: Machine
    pins: "Callable[[], Factory]"
    """Opens the way to the pins; may raise CdgDeviceError."""
    bus: Bus | None
    """Where the screens are; None: there are none."""
    queue: "SimpleQueue[Edge]" = field(default_factory=SimpleQueue)
    """Where what is pressed comes from."""
    meet: Callable[[Config, bool], Met] = meet_reader
    """Asks the die reader, which is needed or not."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a terminal."""

    tell: Tell
    ask: Ask


def whole(bench: Bench, person: Person | None, *, write: bool = True) -> Iterator[Finding]:
    """Give every finding as it is made; without a person nothing has to be pressed or seen.

    Without `write` the disk is left as it is.
    """
    machine = bench.machine
    for step in computer_steps(machine):
        yield from finished(step)
    state = unit_state(machine.run)
    yield service(state)
    for step in owned_steps(machine, bench.owned, write=write):
        yield from finished(step)
    served = state.get("ActiveState") == "active"
    pi = is_pi(machine.files, machine.environment)
    yield from _reader(bench)
    yield from _glass(bench, None if served else person, pi=pi)
    yield from _pins(bench, person, pi=pi, served=served)


def _reader(bench: Bench) -> Iterator[Finding]:
    needed = bench.config.die.source is DieSource.READER
    yield from bench.meet(bench.config, needed).found


def _glass(bench: Bench, person: Person | None, *, pi: bool) -> Iterator[Finding]:
    asked = glass(bench.config, bench.bus, bench.machine.files)
    # A bus that is not there is not missed where there are no pins for it.
    yield from (each for each in asked.found if pi or each.what is not What.BUS_MISSING)
    if not asked.answering or bench.bus is None:
        return
    if person is None:
        yield unseen()
        return
    yield from look_at_screens(bench.config, bench.bus, asked.answering, person.tell, person.ask)


def _pins(bench: Bench, person: Person | None, *, pi: bool, served: bool) -> Iterator[Finding]:
    config = bench.config
    try:
        with opened_pins(config, bench.pins, bench.queue, bench.machine.clock) as pins:
            if person is None:
                yield from at_rest(config.pins.inputs, pins.inputs.closed())
                yield Finding(
                    What.CONTROLS_UNTRIED,
                    "Nobody was asked to press anything: `cdgdevice selftest` in a terminal "
                    "asks, and so does Self-test in the gadget's menu.",
                )
                if config.pins.lamps:
                    yield Finding(What.LAMPS_UNSEEN, "Nobody was asked whether the lamps burn.")
                if config.pins.buzzer is not None:
                    yield Finding(What.BUZZER_UNHEARD, "Nobody was asked to hear the buzzer.")
                return
            yield from light_lamps(config, pins, person.ask)
            yield from sound_buzzer(config, pins, person.ask)
            yield from press_all(config, pins, bench.machine.clock, person.tell)
    except CdgDeviceError as error:
        if pi or served:
            yield not_opened(error, served=served)
