"""For everything that the self-test can find, a world in which it finds just that."""

import errno
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import SimpleQueue

import serial
from gpiozero.pins.mock import MockFactory

from cdgdevice.config import Config, Pins
from cdgdevice.config.shape import Reader
from cdgdevice.errors import HardwareError
from cdgdevice.gadget.events import Control, HeldDown, Phase, Pressed, Turned
from cdgdevice.gadget.glass.bus import LinuxBus
from cdgdevice.gadget.glass.controller import Controller
from cdgdevice.gadget.glass.simulated import SimulatedI2C, SimulatedPanel
from cdgdevice.gadget.pins.gpiod_factory import GpiodFactory
from cdgdevice.gadget.pins.simulated_chips import SimulatedChips
from cdgdevice.gadget.reader.carriers import PtyCarrier
from cdgdevice.gadget.reader.messages import Hello
from cdgdevice.gadget.reader.simulated import SimulatedReader
from cdgdevice.in_force import LAST_GOOD
from cdgdevice.method.display import Side
from cdgdevice.method.request import New
from cdgdevice.selftest.board import board, clock, power, warmth
from cdgdevice.selftest.bus import ask, bus_findings, speed
from cdgdevice.selftest.controls import Touches, at_rest, touch_findings, touched
from cdgdevice.selftest.disk import LITTLE, disk_findings
from cdgdevice.selftest.files import Files
from cdgdevice.selftest.finding import Finding, What, finished
from cdgdevice.selftest.games import game_steps
from cdgdevice.selftest.hardware import glass, meet_reader, not_opened, opened_pins
from cdgdevice.selftest.in_terminal import light_lamps, sound_buzzer
from cdgdevice.selftest.looking import Owned
from cdgdevice.selftest.machine import Machine
from cdgdevice.selftest.owned_files import configuration, sheets
from cdgdevice.selftest.reader import greeted
from cdgdevice.selftest.screens import Seen, judged, unseen
from cdgdevice.selftest.service_state import service, unit_state
from cdgdevice.selftest.whole import Bench, whole
from cdgdevice.table.game_folder import GameFolder
from cdgdevice.table.shelf import BUILT_IN
from cdgdevice.table.simulated import SimulatedDisk, Step
from cdgdevice.table.tabletop import Tabletop
from tests.selftest.pi_trees import pi_5, zero_2_w

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
BOTH = {Side.LEFT: 0x3C, Side.RIGHT: 0x3D}
OURS = "cdg-reader 1.0"
UNIT = (
    "LoadState=loaded\nActiveState=active\nSubState=running\nResult=success\nNRestarts=0\n"
    "UnitFileState=enabled\n"
)

Found = tuple[Finding, ...]


def a_bus(*addresses: int, name: str = "/dev/i2c-1") -> SimulatedI2C:
    return SimulatedI2C({each: SimulatedPanel(Controller.SSD1309) for each in addresses}, name)


def _answering(*addresses: int) -> Found:
    return bus_findings("/dev/i2c-1", ask(a_bus(*addresses)), BOTH)


def _speed(root: Path) -> Found:
    return (speed("/dev/i2c-1", Files(root)),)


def _without(root: Path, path: str) -> Files:
    (root / path).unlink()
    return Files(root)


def _with(root: Path, path: str, content: str) -> Files:
    (root / path).write_text(content)
    return Files(root)


def _disk(disk: SimulatedDisk, room: int | None = 30_000_000_000, seconds: float = 0.012) -> Found:
    times = iter((0.0, seconds))
    return disk_findings(disk, lambda: room, lambda: next(times))


def _failing(number: int) -> Found:
    disk = SimulatedDisk()
    disk.failing = {Step.CREATE: number}
    return _disk(disk)


class ForgetfulDisk(SimulatedDisk):
    """A card that takes everything and gives back zeros."""

    def read(self, name: str, start: int = 0, length: int | None = None) -> bytes:
        return bytes(len(super().read(name, start, length)))


def games(*sheets_: str, damage: bool = False) -> SimulatedDisk:
    disk = SimulatedDisk()
    for sheet in sheets_:
        Tabletop.new(GameFolder(disk), New(sheet), lambda: NOW)
    if damage:
        name = next(name for name in disk.names() if name.endswith(".journal"))
        content = bytearray(disk.read(name))
        content[20] ^= 1
        with disk.create(name) as file:
            file.write(bytes(content))
            file.sync()
    return disk


def _games(disk: SimulatedDisk) -> Found:
    return tuple(
        each for step in game_steps(GameFolder(disk), BUILT_IN.sheet) for each in finished(step)
    )


def _unreadable() -> Found:
    disk = SimulatedDisk()
    disk.failing = {Step.NAMES: errno.EIO}
    return _games(disk)


def a_touch(*gestures: Pressed | Turned | HeldDown) -> Touches:
    touches = Touches(Pins().inputs)
    for gesture in gestures:
        touches = touched(touches, gesture)
    return touches


PRESSES = tuple(Pressed(0.0, each) for each in (Control.LEFT, Control.RIGHT, Control.KNOB))
TURNS = (Turned(0.0, 1), Turned(0.0, -2))


def _pins_error(chips: SimulatedChips, *, served: bool = False) -> Found:
    config = Config(Path("/games"))
    try:
        with opened_pins(config, lambda: GpiodFactory(0x902120, chips), SimpleQueue(), lambda: 0.0):
            return ()
    except HardwareError as error:
        return (not_opened(error, served=served),)


def _in_use() -> SimulatedChips:
    chips = SimulatedChips()
    chips.users = {Pins().inputs[Control.LEFT]: "w1_gpio"}
    return chips


def _lamps(answer: str) -> Found:
    config = Config(Path("/games"))
    with opened_pins(config, MockFactory, SimpleQueue(), lambda: 0.0) as pins:
        return tuple(light_lamps(config, pins, lambda _: answer))


def with_buzzer() -> Config:
    config = Config(Path("/games"))
    return replace(config, pins=replace(config.pins, buzzer=26))


def _buzzer(answer: str) -> Found:
    config = with_buzzer()
    with opened_pins(config, MockFactory, SimpleQueue(), lambda: 0.0) as pins:
        return tuple(sound_buzzer(config, pins, lambda _: answer))


def bench(root: Path, **changes: object) -> Bench:
    """Everything that the command tries, over simulated edges."""
    config = Config(Path("/games"))
    made = Bench(
        config,
        Owned((), (), BUILT_IN, config.games, SimulatedDisk()),
        Machine(
            Files(root),
            lambda _: UNIT.replace("ActiveState=active", "ActiveState=inactive"),
            lambda _: 30_000_000_000,
            lambda: NOW,
            installed=NOW - timedelta(days=1),
            environment={},
        ),
        MockFactory,
        a_bus(0x3C, 0x3D),
        meet=lambda config, needed: meet_reader(config, needed, ports=tuple),
    )
    return replace(made, **changes)  # type: ignore[arg-type]  # named by the tests


def _unasked(root: Path) -> Found:
    return tuple(whole(bench(zero_2_w(root), config=with_buzzer()), None))


def hello(*words: str, firmware: str = OURS) -> Hello:
    return Hello(1, 1, firmware, "E6614103E7452D2F", 7, frozenset({"cal", *words}))


def _reader(port: str | None, *, needed: bool) -> Found:
    config = replace(Config(Path("/games")), reader=Reader(port))
    return meet_reader(config, needed, ports=tuple).found


def _held() -> Found:
    with (
        SimulatedReader(carrier=PtyCarrier()) as reader,
        serial.serial_for_url(reader.url, exclusive=True),
    ):
        return _reader(reader.url, needed=True)


def _service(**changes: str) -> Found:
    text = UNIT
    for key, value in changes.items():
        text = "".join(
            f"{key}={value}\n" if line.startswith(f"{key}=") else f"{line}\n"
            for line in text.splitlines()
        )
    return (service(unit_state(lambda _: text)),)


def _seen(seen: Seen) -> Callable[[Path], Found]:
    return lambda _: (judged(seen, (Side.LEFT,)),)


ALARM = "sys/class/hwmon/hwmon1/in0_lcrit_alarm"
TEMPERATURE = "sys/class/thermal/thermal_zone0/temp"
SPEED = "sys/bus/i2c/devices/i2c-1/of_node/clock-frequency"

WORLDS: Mapping[What, Callable[[Path], Found]] = {
    What.BOARD_KNOWN: lambda root: (board(Files(zero_2_w(root)), {}),),
    What.BOARD_OTHER: lambda root: (board(Files(root), {}),),
    What.CONFIGURATION_READ: lambda _: configuration(("/boot/firmware/cdgdevice.toml",), ()),
    What.CONFIGURATION_NONE: lambda _: configuration((), ()),
    What.CONFIGURATION_MISTAKE: lambda _: configuration(
        ("cdgdevice.toml",), ("cdgdevice.toml, line 3: die.source must be a text.",)
    ),
    What.CONFIGURATION_INSTEAD: lambda _: configuration(
        ("cdgdevice.toml",), ("cdgdevice.toml, line 3: die.source must be a text.",), LAST_GOOD
    ),
    What.SHEETS_READ: lambda _: sheets(18, ()),
    What.SHEETS_BROKEN: lambda _: sheets(18, ("my-game.toml, line 1: title is missing.",)),
    What.CONTROLS_IDLE: lambda _: at_rest(Pins().inputs, {Phase.FIRST, Phase.SECOND}),
    What.CONTROLS_CLOSED: lambda _: at_rest(Pins().inputs, {Control.LEFT}),
    What.CONTROLS_REFUSED: lambda _: _pins_error(SimulatedChips(("other-chip",))),
    What.CONTROLS_HELD: lambda _: _pins_error(_in_use()),
    What.CONTROLS_PRESSED: lambda _: touch_findings(a_touch(*PRESSES, *TURNS)),
    What.CONTROLS_SILENT: lambda _: touch_findings(a_touch(*PRESSES[1:], *TURNS)),
    What.CONTROLS_UNTRIED: _unasked,
    What.KNOB_SILENT: lambda _: touch_findings(a_touch(*PRESSES)),
    What.KNOB_ONE_WAY: lambda _: touch_findings(a_touch(*PRESSES, TURNS[0])),
    What.LAMPS_LIT: lambda _: _lamps("y"),
    What.LAMPS_DARK: lambda _: _lamps("no"),
    What.LAMPS_UNSEEN: _unasked,
    What.BUZZER_SOUNDS: lambda _: _buzzer(""),
    What.BUZZER_SILENT: lambda _: _buzzer("n"),
    What.BUZZER_UNHEARD: _unasked,
    What.BUS_MISSING: lambda _: bus_findings("/dev/i2c-77", ask(LinuxBus("/dev/i2c-77")), BOTH),
    What.BUS_EMPTY: lambda _: _answering(),
    What.BUS_ANSWERS: lambda _: _answering(0x3C, 0x3D),
    What.BUS_FAST: lambda root: _speed(pi_5(root)),
    What.BUS_SLOW: lambda root: _speed(zero_2_w(root, kilohertz=100)),
    What.BUS_SPEED_UNTOLD: _speed,
    What.SCREENS_NONE: lambda root: glass(Config(Path("/games")), None, Files(root)).found,
    What.SCREENS_ANSWER: lambda _: _answering(0x3C, 0x3D, 0x68),
    What.SCREENS_MISSING: lambda _: _answering(0x3C, 0x68),
    What.SCREENS_ELSEWHERE: lambda _: bus_findings(
        "/dev/i2c-1", ask(a_bus(0x3D)), {Side.LEFT: 0x3C}
    ),
    What.SCREENS_WHOLE: _seen(Seen.WHOLE),
    What.SCREENS_SHIFTED: _seen(Seen.SHIFTED),
    What.SCREENS_SNOW: _seen(Seen.SNOW),
    What.SCREENS_UPSIDE_DOWN: _seen(Seen.UPSIDE_DOWN),
    What.SCREENS_MIRRORED: _seen(Seen.MIRRORED),
    What.SCREENS_ROWS: _seen(Seen.ROWS),
    What.SCREENS_SWAPPED: _seen(Seen.SWAPPED),
    What.SCREENS_DARK: _seen(Seen.DARK),
    What.SCREENS_UNSEEN: lambda _: (unseen(),),
    What.READER_READY: lambda _: greeted(hello(), OURS),
    What.READER_NONE: lambda _: _reader("auto", needed=False),
    What.READER_MISSING: lambda _: _reader("auto", needed=True),
    What.READER_HELD: lambda _: _held(),
    What.READER_UNUSABLE: lambda _: _reader("/dev/no-such-reader", needed=True),
    What.READER_BLIND: lambda _: greeted(hello("blind"), OURS),
    What.READER_BLANK: lambda _: greeted(hello("blank"), OURS),
    What.READER_DIRTY: lambda _: greeted(hello("dirty"), OURS),
    What.READER_OUTDATED: lambda _: greeted(hello(firmware="cdg-reader 0.9"), OURS),
    What.DISK_WRITES: lambda _: _disk(SimulatedDisk()),
    What.DISK_SLOW: lambda _: _disk(SimulatedDisk(), seconds=1.4),
    What.DISK_REFUSES: lambda _: _failing(errno.EROFS),
    What.DISK_FORGETS: lambda _: _disk(ForgetfulDisk()),
    What.DISK_FULL: lambda _: _disk(SimulatedDisk(), room=LITTLE - 1),
    What.DISK_NOT_OURS: lambda _: _failing(errno.EACCES),
    What.DISK_UNTRIED: lambda _: disk_findings(
        SimulatedDisk(), lambda: None, lambda: 0.0, write=False
    ),
    What.GAMES_OPEN: lambda _: _games(games("paths-of-glory-2022", "standard-2018")),
    What.GAMES_NONE: lambda _: _games(SimulatedDisk()),
    What.GAMES_BROKEN: lambda _: _games(games("standard-2018", damage=True)),
    What.GAMES_UNREADABLE: lambda _: _unreadable(),
    What.POWER_ENOUGH: lambda root: (power(Files(pi_5(root))),),
    What.POWER_LOW: lambda root: (power(_with(zero_2_w(root), ALARM, "1\n")),),
    What.POWER_UNTOLD: lambda root: (power(Files(root)),),
    What.WARMTH_FINE: lambda root: (warmth(Files(zero_2_w(root))),),
    What.WARMTH_HIGH: lambda root: (warmth(_with(zero_2_w(root), TEMPERATURE, "81200\n")),),
    What.WARMTH_UNTOLD: lambda root: (warmth(_without(zero_2_w(root), TEMPERATURE)),),
    What.CLOCK_SET: lambda root: (clock(Files(pi_5(root)), NOW, NOW - timedelta(days=1)),),
    What.CLOCK_UNSET: lambda root: (clock(Files(root), NOW, NOW + timedelta(days=1)),),
    What.SERVICE_RUNS: lambda _: _service(),
    What.SERVICE_RESTARTED: lambda _: _service(NRestarts="3"),
    What.SERVICE_FAILED: lambda _: _service(ActiveState="failed", Result="exit-code"),
    What.SERVICE_STOPPED: lambda _: _service(ActiveState="inactive"),
    What.SERVICE_NONE: lambda _: _service(LoadState="not-found"),
    What.SERVICE_UNTOLD: lambda _: (service(unit_state(lambda _: "")),),
}
"""By what is found: what makes it so, in an empty folder; other things may be found beside it."""
