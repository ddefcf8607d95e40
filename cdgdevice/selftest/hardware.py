"""The parts as a command tries them: opened for the test, and let go of at its end."""

import errno
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING

from cdgdevice.config import Config
from cdgdevice.errors import CdgDeviceError, HardwareError
from cdgdevice.gadget.events import Edge
from cdgdevice.gadget.glass.bus import Bus
from cdgdevice.gadget.reader.find import KNOWN, SerialPort, all_ports, find
from cdgdevice.gadget.reader.firmware import board_files, firmware_name
from cdgdevice.gadget.reader.messages import Hello, Known
from cdgdevice.method.display import Side
from cdgdevice.reader_commands.talk import Talk
from cdgdevice.selftest.bus import ask, bus_findings, is_recorded, speed
from cdgdevice.selftest.files import Files
from cdgdevice.selftest.finding import Finding, What
from cdgdevice.selftest.reader import greeted, held, not_there, unusable

if TYPE_CHECKING:
    from gpiozero.pins import Factory

    from cdgdevice.gadget.pins.buzzer import Buzzer
    from cdgdevice.gadget.pins.inputs import Inputs
    from cdgdevice.gadget.pins.lamps import Lamps

_BUSY = {errno.EBUSY, errno.EAGAIN}


@dataclass(frozen=True, slots=True)
class Pins:
    """The opened controls, lamps and buzzer, and the queue that the edges come on."""

    inputs: "Inputs"
    lamps: "Lamps"
    queue: "SimpleQueue[Edge]"
    buzzer: "Buzzer | None"
    """None where there is none."""


@contextmanager
def opened_pins(
    config: Config,
    factory: "Callable[[], Factory]",
    queue: "SimpleQueue[Edge]",
    clock: Callable[[], float],
) -> "Iterator[Pins]":
    """Open the pins of the controls, lamps and buzzer for as long as the `with` lasts.

    The edges come on `queue`, at times of `clock`.

    Raises:
        CdgDeviceError: a pin can't be had.
    """
    from cdgdevice.gadget.pins.buzzer import Buzzer
    from cdgdevice.gadget.pins.inputs import Inputs
    from cdgdevice.gadget.pins.lamps import Lamps

    with ExitStack() as parts:
        opened = factory()
        parts.callback(opened.close)
        inputs = Inputs(opened, config.pins.inputs, queue.put, clock, lambda _: None)
        parts.callback(inputs.close)
        lamps = Lamps(opened, config.pins.lamps)
        parts.callback(lamps.close)
        buzzer = None
        if config.pins.buzzer is not None:
            buzzer = Buzzer(opened, config.pins.buzzer)
            parts.callback(buzzer.close)
        yield Pins(inputs, lamps, queue, buzzer)


def not_opened(error: CdgDeviceError, *, served: bool) -> Finding:
    """Say why the pins can't be tried; `served`: the service runs, and so has them."""
    if served:
        return Finding(
            What.CONTROLS_HELD,
            "The service has the controls and lamps. To try them here: `sudo systemctl stop "
            "cdgdevice`, then this again, then `sudo systemctl start cdgdevice`. Or take "
            "Self-test in the gadget's menu.",
        )
    if getattr(error.__cause__, "errno", None) in _BUSY:
        return Finding(What.CONTROLS_HELD, str(error))
    return Finding(What.CONTROLS_REFUSED, str(error), "The pins can't be used at all.")


@dataclass(frozen=True, slots=True)
class Glass:
    """What came of asking the screens."""

    found: tuple[Finding, ...]
    answering: frozenset[Side] = frozenset()


def glass(config: Config, bus: Bus | None, files: Files) -> Glass:
    """Say what answers on the screens' bus, and how fast it is."""
    panels = config.screens.fitted
    if bus is None or not panels or is_recorded(bus):
        none = Finding(What.SCREENS_NONE, "The configuration has no screens to be asked.")
        return Glass((none,))
    asked = ask(bus)
    found = bus_findings(bus.name, asked, {side: each.address for side, each in panels.items()})
    there = {side for side, each in panels.items() if each.address in asked.answering}
    return Glass(found if asked.missing else (*found, speed(bus.name, files)), frozenset(there))


@dataclass(frozen=True, slots=True)
class Met:
    """What came of asking the die reader."""

    found: tuple[Finding, ...]
    hello: Hello | None = None
    known: tuple[Known, ...] = ()


def meet_reader(
    config: Config, needed: bool, ports: Callable[[], Iterable[SerialPort]] = all_ports
) -> Met:
    """Greet the die reader, and ask it what it knows; nothing is changed in it."""
    name = config.reader.port
    if name is None:
        return Met((not_there("The configuration has no die reader.", needed=needed),))
    if name == "auto":
        there = tuple(ports())
        try:
            name = find(lambda: there)
        except HardwareError as error:
            found = unusable if any(map(is_reader, there)) else partial(not_there, needed=needed)
            return Met((found(str(error)),))
    try:
        _try(name, config.reader.baud)
        with Talk(name, baud=config.reader.baud) as talk:
            hello = talk.greet()
            known = talk.known()
    except _BusyError as error:
        return Met((held(str(error)),))
    except HardwareError as error:
        return Met((unusable(str(error)),))
    return Met(greeted(hello, firmware_name(board_files())), hello, known)


def is_reader(port: SerialPort) -> bool:
    """Tell whether a port is of a kind that is taken for a die reader."""
    return any((port.vid, port.pid) == (usb.vendor, usb.product) for usb in KNOWN)


class _BusyError(HardwareError):
    """Another program has the port."""


def _try(name: str, baud: int) -> None:
    """Open a device and close it again; a URL is only opened once."""
    import serial

    from cdgdevice.gadget.reader.faults import not_opened as refused

    if "://" in name:
        return
    try:
        serial.serial_for_url(name, baudrate=baud, exclusive=True).close()
    except (OSError, ValueError) as error:
        why = refused(name, error)
        if getattr(error, "errno", None) in _BUSY:
            raise _BusyError(str(why)) from None
        raise why from None
