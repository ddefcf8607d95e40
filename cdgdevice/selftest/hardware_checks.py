"""The parts: opened for the test and closed at its end, the bus scanned, the die reader greeted."""

import errno
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from queue import SimpleQueue
from typing import TYPE_CHECKING

from gpiozero.pins import Factory
from msgspec import Struct

from cdgdevice.config.default_pins import I2C
from cdgdevice.config.keys_and_defaults import Config, ScreensConfig
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.drivers.gpio.control_events import PinEdge
from cdgdevice.drivers.gpio.wired_devices import Buzzer, SideLamps, SwitchInputs
from cdgdevice.drivers.oled.screen import RECORDING_PREFIX, PanelBus
from cdgdevice.drivers.reader.port_lookup import SearchError, is_port_busy, is_url
from cdgdevice.drivers.reader.port_search import SerialPort, find_reader_port, list_serial_ports
from cdgdevice.drivers.reader.reader_conditions import CONDITION_SENTENCES
from cdgdevice.drivers.reader.reader_messages import Hello, KnownColours, ReaderTrouble
from cdgdevice.drivers.reader.unix_socket_port import UNIX_PREFIX
from cdgdevice.drivers.reader.usb_ids import READER_USB_IDS
from cdgdevice.errors import CdgDeviceError, HardwareError
from cdgdevice.reader_tools.flash_firmware import (
    explain_other_version,
    is_other_version,
    read_board_files,
    read_firmware_name,
)
from cdgdevice.reader_tools.reader_connection import PortAddress, ReaderConnection, check_port_opens
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.findings import Finding, FindingKind
from cdgdevice.system.system_files import SystemFiles

if TYPE_CHECKING:
    from cdgdevice.bluetooth.bridge_status import BridgeStatus

FAST = 400_000
"""Bits a second that the panels take, and that the speed of the screens is made for."""

_PRINTED = "a panel printed with 0x78 has 0x3C, with 0x7A 0x3D"
_ALIKE = (
    " Two panels at one address answer as one: set one's jumper, or give it a bus of its own by "
    "the overlay i2c-gpio, as docs/CONFIGURATION.md shows."
)


class BusScan(Struct, frozen=True):
    """What is on a bus: `missing` says why it can't be used, else `answering` are the addresses."""

    missing: str = ""
    answering: tuple[int, ...] = ()


def scan_bus(bus: PanelBus) -> BusScan:
    """Open the bus and ask every address; nothing is written to any."""
    missing = bus.find_fault()
    return BusScan(missing) if missing else BusScan(answering=bus.scan_addresses())


def bus_findings(name: str, asked: BusScan, fitted: Mapping[Side, int]) -> tuple[Finding, ...]:
    """Describe what answers on the bus `name`, and which screen of those `fitted` does not.

    `fitted` are the addresses by side, as configured.
    """
    if asked.missing:
        brief = f"The bus {name} can't be used: switch it on."
        return (Finding(FindingKind.BUS_MISSING, asked.missing, brief),)
    if not asked.answering:
        sentence = (
            f"Nothing answers on {name}: check the screens' four wires (3.3 V, ground, "
            f"{_name_wires(name)}). If they are right, it is perhaps a board without ACK: "
            "bridge D2 on its back; docs/SELFTEST.md says what else helps."
        )
        brief = (
            f"Nothing answers on {name}: check the screens' four wires. Perhaps a board "
            "without ACK: bridge D2 on its back."
        )
        return (Finding(FindingKind.BUS_EMPTY, sentence, brief),)
    answer = "answers" if len(asked.answering) == 1 else "answer"
    sentence = f"On {name} {answer} {list_addresses(asked.answering)}."
    there = Finding(FindingKind.BUS_ANSWERS, sentence)
    return (there, *_screen_findings(name, asked.answering, fitted))


def _name_wires(name: str) -> str:
    """Name the pins of an I2C bus; where those of another one are says its overlay."""
    if name == ScreensConfig().bus:
        return f"SDA to GPIO{I2C[0]}, SCL to GPIO{I2C[1]}"
    return "SDA and SCL to the pins of its overlay"


def _screen_findings(
    name: str, answering: tuple[int, ...], fitted: Mapping[Side, int]
) -> Iterator[Finding]:
    missing = {side: address for side, address in fitted.items() if address not in answering}
    if not missing:
        one = "Both screens answer"
        if len(fitted) == 1:
            one = f"The {next(iter(fitted)).value} screen answers"
        at = list_addresses(tuple(fitted.values()))
        yield Finding(FindingKind.SCREENS_ANSWER, f"{one} at {at}.")
    free = [each for each in (0x3C, 0x3D) if each in answering and each not in fitted.values()]
    for side, address in missing.items():
        at = f"The {side.value} screen does not answer at {list_addresses((address,))}"
        if free:
            other = f"{at}, but one does at {list_addresses((free[0],))}: write that"
            yield Finding(
                FindingKind.SCREENS_ELSEWHERE,
                f"{other} as address in [screens.{side.value}] ({_PRINTED}).",
                f"{other} into the configuration.",
            )
            continue
        others = tuple(each for each in answering if each != address)
        do = f" (these do: {list_addresses(others)})" if others else ""
        alike = _ALIKE if set(fitted.values()) & set(others) else ""
        yield Finding(
            FindingKind.SCREENS_MISSING,
            f"{at} on {name}{do}: check its four wires and its address ({_PRINTED}).{alike}",
            f"{at}{do}: check its wires and its address.",
        )


def bus_speed_finding(name: str, files: SystemFiles) -> Finding:
    """Describe how fast the bus `name` is set to be.

    What counts is the device tree; the class i2c-adapter that once led there has gone with
    Linux 6.8.
    """
    device = f"/sys/bus/i2c/devices/{name.removeprefix('/dev/')}"
    raw = files.raw(f"{device}/of_node/clock-frequency")
    if raw is None or len(raw) != 4:
        return Finding(
            FindingKind.BUS_SPEED_UNTOLD, f"How fast {name} is set to be can't be read here."
        )
    hertz = int.from_bytes(raw, "big")
    if hertz >= FAST:
        return Finding(FindingKind.BUS_FAST, f"{name} is set to {hertz // 1000} kHz.")
    line = f"add the line dtparam=i2c_arm_baudrate={FAST} to"
    if name != ScreensConfig().bus:
        line = f"add baudrate={FAST} to its overlay in"
    return Finding(
        FindingKind.BUS_SLOW,
        f"{name} is set to {hertz // 1000} kHz, so that the screens lag: {line} "
        "/boot/firmware/config.txt and restart.",
        f"The bus is set to {hertz // 1000} kHz, and the screens lag: it should be "
        f"{FAST // 1000} kHz.",
    )


def list_addresses(addresses: tuple[int, ...]) -> str:
    """Write addresses as configurations do: `0x3C and 0x3D`."""
    named = [f"0x{address:02X}" for address in addresses]
    return " and ".join([", ".join(named[:-1]), named[-1]]) if len(named) > 1 else named[0]


_CALIBRATE = " `cdgdevice reader calibrate` or the menu does it."
_TROUBLES = {
    ReaderTrouble.BLIND: (FindingKind.READER_BLIND, ""),
    ReaderTrouble.BLANK: (FindingKind.READER_BLANK, _CALIBRATE),
    ReaderTrouble.DIRTY: (FindingKind.READER_DIRTY, _CALIBRATE),
}
_OF_DICE = FindingKind.READER_DICE, " `cdgdevice dice-bridge --list` says more."


def reader_findings(hello: Hello, ours: str) -> tuple[Finding, ...]:
    """Judge a reader that has said who it is.

    `ours` is the name and version of the firmware that comes with this program.
    """
    found = []
    if hello.trouble is not None:
        what, how = _TROUBLES.get(hello.trouble, _OF_DICE)
        sentence = CONDITION_SENTENCES[hello.trouble]
        found.append(Finding(what, f"{sentence}{how}", sentence))
    if is_other_version(hello.firmware, ours):
        found.append(
            Finding(
                FindingKind.READER_OUTDATED,
                explain_other_version(hello.firmware, ours),
                "The die reader's firmware is not this program's: load it again.",
            )
        )
    if not found:
        name = hello.firmware or "a firmware without a name"
        ready = f"The die reader is ready: {name}, protocol {hello.major}.{hello.minor}."
        found.append(Finding(FindingKind.READER_READY, ready))
    return tuple(found)


def reader_missing(sentence: str, brief: str = "", *, needed: bool) -> Finding:
    """State that no reader has answered, and why; it matters where one is `needed` for the dice."""
    if needed:
        return Finding(FindingKind.READER_MISSING, sentence, brief)
    return Finding(FindingKind.READER_NONE, "There is no die reader, and none is needed.")


_BUSY = {errno.EBUSY, errno.EAGAIN}


class OpenedPins(Struct, frozen=True):
    """The opened controls, lamps and buzzer, and the queue that the edges come on."""

    inputs: SwitchInputs
    lamps: SideLamps
    queue: SimpleQueue[PinEdge]
    buzzer: Buzzer | None
    """None where there is none."""


@contextmanager
def open_pins(
    config: Config,
    factory: Callable[[], Factory],
    queue: SimpleQueue[PinEdge],
    clock: Callable[[], float],
) -> Iterator[OpenedPins]:
    """Open the pins of the controls, lamps and buzzer for as long as the `with` lasts.

    The edges come on `queue`, at times of `clock`.

    Raises:
        CdgDeviceError: a pin can't be used.
    """
    with ExitStack() as parts:
        opened = factory()
        parts.callback(opened.close)
        inputs = SwitchInputs(opened, config.pins.inputs, queue.put, clock, lambda _: None)
        parts.callback(inputs.close)
        lamps = SideLamps(opened, config.pins.lamps)
        parts.callback(lamps.close)
        buzzer = None
        if config.pins.buzzer is not None:
            buzzer = Buzzer(opened, config.pins.buzzer)
            parts.callback(buzzer.close)
        yield OpenedPins(inputs, lamps, queue, buzzer)


def pins_not_opened(error: CdgDeviceError, *, served: bool) -> Finding:
    """Explain why the pins can't be tried; `served`: the service runs, and so has them."""
    if served:
        return Finding(
            FindingKind.CONTROLS_HELD,
            "The service has the controls and lamps. To try them here: `sudo systemctl stop "
            "cdgdevice`, then this again, then `sudo systemctl start cdgdevice`. Or take "
            "Self-test in the gadget's menu.",
        )
    if getattr(error.__cause__, "errno", None) in _BUSY:
        return Finding(FindingKind.CONTROLS_HELD, str(error))
    return Finding(FindingKind.CONTROLS_REFUSED, str(error), "The pins can't be used at all.")


class OpenedScreens(Struct, frozen=True):
    """The answers of the screens; where none can answer, all of them may be there."""

    found: tuple[Finding, ...]
    answering: frozenset[Side] = frozenset()


def open_screens(
    config: Config, buses: Mapping[Side, PanelBus], files: SystemFiles
) -> OpenedScreens:
    """Describe what answers on each of the screens' buses, and how fast it is."""
    panels = config.screens.fitted
    on_bus: dict[PanelBus, dict[Side, PanelConfig]] = {}
    for side, bus in buses.items():
        # Of pictures that go to a file nobody can be asked.
        if side in panels and not bus.name.startswith(RECORDING_PREFIX):
            on_bus.setdefault(bus, {})[side] = panels[side]
    if not on_bus:
        none = Finding(FindingKind.SCREENS_NONE, "The configuration has no screens to be asked.")
        return OpenedScreens((none,))
    asked = [_open_bus(config.screens, *each, files) for each in on_bus.items()]
    return OpenedScreens(
        tuple(finding for each in asked for finding in each.found),
        frozenset(side for each in asked for side in each.answering),
    )


def _open_bus(
    screens: ScreensConfig, bus: PanelBus, panels: Mapping[Side, PanelConfig], files: SystemFiles
) -> OpenedScreens:
    """Describe one bus, and which of its screens answer."""
    asked = scan_bus(bus)
    if not bus.answers and not asked.missing:
        on_spi = any(panel.on_spi for panel in panels.values())
        why = "on SPI" if on_spi else "without acknowledge"
        sentence = (
            f"{bus.name} is there. A screen {why} can't answer: whether it is well, only eyes tell."
        )
        return OpenedScreens((Finding(FindingKind.BUS_ONE_WAY, sentence),), frozenset(panels))
    addresses = {side: screens.address_of(panel) for side, panel in panels.items()}
    found = bus_findings(bus.name, asked, addresses)
    there = {side for side, address in addresses.items() if address in asked.answering}
    return OpenedScreens(
        found if asked.missing else (*found, bus_speed_finding(bus.name, files)), frozenset(there)
    )


class ReaderProbe(Struct, frozen=True):
    """The answers of the die reader."""

    found: tuple[Finding, ...]
    hello: Hello | None = None
    known: tuple[KnownColours, ...] = ()
    dice: "BridgeStatus | None" = None
    """How it stands with Bluetooth dice."""


def probe_reader(
    config: Config, needed: bool, ports: Callable[[], Iterable[SerialPort]] = list_serial_ports
) -> ReaderProbe:
    """Greet the die reader, and ask it what it knows; nothing is changed in it."""
    name = config.reader.port
    if name is None:
        return ReaderProbe((reader_missing("The configuration has no die reader.", needed=needed),))
    if name == "auto":
        there = tuple(ports())
        try:
            name = find_reader_port(lambda: there, config.reader.baud)
        except HardwareError as error:
            if any((port.vid, port.pid) in READER_USB_IDS for port in there):
                return ReaderProbe((_judge_reader_failure(error),))
            return ReaderProbe((reader_missing(str(error), _brief(error), needed=needed),))
    if name.startswith(UNIX_PREFIX) and (met := probe_dice(name)) is not None:
        return met
    try:
        if not is_url(name):  # a URL is opened once only
            check_port_opens(PortAddress(name, config.reader.baud))
        with ReaderConnection(name, baud=config.reader.baud) as talk:
            hello = talk.await_hello()
            known = talk.read_known_colours()
    except HardwareError as error:
        return ReaderProbe((_judge_reader_failure(error),))
    return ReaderProbe(reader_findings(hello, read_firmware_name(read_board_files())), hello, known)


def probe_dice(port: str) -> ReaderProbe | None:
    """Return what a bridge to Bluetooth dice has left word of; None: there is none at the port.

    It is not greeted: the game has its socket, or will have it.
    """
    from cdgdevice.bluetooth.bridge_status import read_status  # few gadgets have such dice
    from cdgdevice.selftest.dice_findings import describe_dice

    status = read_status(port)
    return None if status is None else ReaderProbe(describe_dice(status), dice=status)


def _judge_reader_failure(error: HardwareError) -> Finding:
    if is_port_busy(error.__cause__):
        brief = "Another program has the die reader."
        return Finding(FindingKind.READER_HELD, str(error), brief)
    return Finding(FindingKind.READER_UNUSABLE, str(error), _brief(error))


def _brief(error: HardwareError) -> str:
    return error.shown if isinstance(error, SearchError) else ""
