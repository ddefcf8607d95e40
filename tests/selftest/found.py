"""For everything that the self-test can find, a world in which it finds just that."""

import errno
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import SimpleQueue

import serial
from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace

from cdgdevice.config.effective import USES_LAST_GOOD
from cdgdevice.config.keys_and_defaults import Config, PinsConfig, ReaderConfig, ScreensConfig
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.drivers.gpio.control_events import Control, HeldDown, KnobPhase, Pressed, Turned
from cdgdevice.drivers.gpio.pin_factory import GpiodFactory
from cdgdevice.drivers.oled.i2c_bus import I2cBus
from cdgdevice.drivers.oled.panels import SSD1309
from cdgdevice.drivers.reader.reader_messages import Hello
from cdgdevice.errors import HardwareError
from cdgdevice.games.game_folder import GameFolder
from cdgdevice.games.open_game import OpenGame
from cdgdevice.games.sheet_library import BUILT_IN
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.requests import NewGame
from cdgdevice.selftest.computer import (
    Machine,
    check_board,
    check_clock,
    check_power,
    check_service,
    check_temperature,
    read_unit_state,
)
from cdgdevice.selftest.findings import Finding, FindingKind, run_to_end
from cdgdevice.selftest.hardware_checks import (
    bus_findings,
    bus_speed_finding,
    open_pins,
    open_screens,
    pins_not_opened,
    probe_reader,
    reader_findings,
    scan_bus,
)
from cdgdevice.selftest.in_terminal import Person, SelfTestBench, light_lamps, run_all, sound_buzzer
from cdgdevice.selftest.person_checks import (
    SeenPattern,
    TouchProgress,
    check_idle_controls,
    judge_pattern,
    screens_unseen,
    tick_off_touch,
    touch_findings,
)
from cdgdevice.selftest.screen_trial import keep_setting
from cdgdevice.selftest.storage import (
    LITTLE,
    OwnedData,
    check_configuration,
    check_disk,
    check_sheets,
    games_check_steps,
)
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus, SimulatedSpiBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from cdgdevice.simulator.simulated_reader import SimulatedReader
from cdgdevice.system.system_files import SystemFiles
from tests.selftest.pi_trees import pi_5, zero_2_w
from tests.simulated_chips import SimulatedGpioChips
from tests.simulated_disk import SimulatedDisk, Step
from tests.terminals import TerminalCable

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
BOTH = {Side.LEFT: 0x3C, Side.RIGHT: 0x3D}
OURS = "cdg-reader 1.0"
UNIT = (
    "LoadState=loaded\nActiveState=active\nSubState=running\nResult=success\nNRestarts=0\n"
    "UnitFileState=enabled\n"
)

Found = tuple[Finding, ...]


def a_bus(*addresses: int, name: str = "/dev/i2c-1") -> SimulatedI2cBus:
    return SimulatedI2cBus({each: SimulatedPanel(SSD1309) for each in addresses}, name)


def _answering(*addresses: int) -> Found:
    return bus_findings("/dev/i2c-1", scan_bus(a_bus(*addresses)), BOTH)


def _speed(root: Path) -> Found:
    return (bus_speed_finding("/dev/i2c-1", SystemFiles(root)),)


def _without(root: Path, path: str) -> SystemFiles:
    (root / path).unlink()
    return SystemFiles(root)


def _with(root: Path, path: str, content: str) -> SystemFiles:
    (root / path).write_text(content)
    return SystemFiles(root)


def _disk(disk: SimulatedDisk, room: int | None = 30_000_000_000, seconds: float = 0.012) -> Found:
    times = iter((0.0, seconds))
    return check_disk(disk, lambda: room, lambda: next(times))


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
        OpenGame.new(GameFolder(disk), NewGame(sheet), lambda: NOW)
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
        each
        for step in games_check_steps(GameFolder(disk), BUILT_IN.sheet)
        for each in run_to_end(step)
    )


def _unreadable() -> Found:
    disk = SimulatedDisk()
    disk.failing = {Step.NAMES: errno.EIO}
    return _games(disk)


def a_touch(*gestures: Pressed | Turned | HeldDown) -> TouchProgress:
    touches = TouchProgress(PinsConfig().inputs)
    for gesture in gestures:
        touches = tick_off_touch(touches, gesture)
    return touches


PRESSES = tuple(Pressed(0.0, each) for each in (Control.LEFT, Control.RIGHT, Control.KNOB))
TURNS = (Turned(0.0, 1), Turned(0.0, -2))


def _pins_error(chips: SimulatedGpioChips, *, served: bool = False) -> Found:
    config = Config(Path("/games"))
    try:
        with open_pins(config, lambda: GpiodFactory(0x902120, chips), SimpleQueue(), lambda: 0.0):
            return ()
    except HardwareError as error:
        return (pins_not_opened(error, served=served),)


def _in_use() -> SimulatedGpioChips:
    chips = SimulatedGpioChips()
    chips.users = {PinsConfig().inputs[Control.LEFT]: "w1_gpio"}
    return chips


def _lamps(answer: str) -> Found:
    config = Config(Path("/games"))
    with open_pins(config, MockFactory, SimpleQueue(), lambda: 0.0) as pins:
        return tuple(light_lamps(config, pins, Person(print, lambda _: answer)))


def with_buzzer() -> Config:
    config = Config(Path("/games"))
    return replace(config, pins=replace(config.pins, buzzer=26))


def _buzzer(answer: str) -> Found:
    config = with_buzzer()
    with open_pins(config, MockFactory, SimpleQueue(), lambda: 0.0) as pins:
        return tuple(sound_buzzer(config, pins, Person(print, lambda _: answer)))


def bench(root: Path, **changes: object) -> SelfTestBench:
    """Everything that the command tries, over simulated edges."""
    config = Config(Path("/games"))
    made = SelfTestBench(
        config,
        OwnedData((), (), BUILT_IN, config.games, SimulatedDisk()),
        Machine(
            SystemFiles(root),
            lambda _: UNIT.replace("ActiveState=active", "ActiveState=inactive"),
            lambda _: 30_000_000_000,
            lambda: NOW,
            installed=NOW - timedelta(days=1),
            environment={},
        ),
        MockFactory,
        dict.fromkeys(Side, a_bus(0x3C, 0x3D)),
        meet=lambda config, needed: probe_reader(config, needed, ports=tuple),
    )
    return replace(made, **changes)  # type: ignore[arg-type]  # named by the tests


def _unasked(root: Path) -> Found:
    return tuple(run_all(bench(zero_2_w(root), config=with_buzzer()), None))


def hello(*words: str, firmware: str = OURS) -> Hello:
    return Hello(1, 1, firmware, "E6614103E7452D2F", 7, frozenset({"cal", *words}))


def _reader(port: str | None, *, needed: bool) -> Found:
    config = replace(Config(Path("/games")), reader=ReaderConfig(port))
    return probe_reader(config, needed, ports=tuple).found


def _held() -> Found:
    with (
        SimulatedReader(carrier=TerminalCable()) as reader,
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
    return (check_service(read_unit_state(lambda _: text)),)


def _seen(seen: SeenPattern, screens: ScreensConfig | None = None) -> Callable[[Path], Found]:
    screens = screens or ScreensConfig()
    return lambda _: (judge_pattern(seen, Side.LEFT, screens),)


def _kept(file: str) -> Callable[[Path], Found]:
    found = PanelConfig(column_offset=2)
    return lambda _: (
        keep_setting(Side.LEFT, found, PanelConfig(), lambda _side, _panel: file).finding,
    )


def _on_spi(root: Path) -> Found:
    """What is found where the screens are on SPI."""
    bus = SimulatedSpiBus({0: SimulatedPanel(SSD1309), 1: SimulatedPanel(SSD1309)})
    config = Config(Path("/games"), screens=SPI_SCREENS)
    return open_screens(config, dict.fromkeys(Side, bus), SystemFiles(root)).found


SPI_SCREENS = ScreensConfig(bus="/dev/spidev0")


ALARM = "sys/class/hwmon/hwmon1/in0_lcrit_alarm"
TEMPERATURE = "sys/class/thermal/thermal_zone0/temp"
SPEED = "sys/bus/i2c/devices/i2c-1/of_node/clock-frequency"

WORLDS: Mapping[FindingKind, Callable[[Path], Found]] = {
    FindingKind.BOARD_KNOWN: lambda root: (check_board(SystemFiles(zero_2_w(root)), {}),),
    FindingKind.BOARD_OTHER: lambda root: (check_board(SystemFiles(root), {}),),
    FindingKind.CONFIGURATION_READ: lambda _: check_configuration(
        ("/boot/firmware/cdgdevice.toml",), ()
    ),
    FindingKind.CONFIGURATION_NONE: lambda _: check_configuration((), ()),
    FindingKind.CONFIGURATION_MISTAKE: lambda _: check_configuration(
        ("cdgdevice.toml",), ("cdgdevice.toml, line 3: die.source must be a text.",)
    ),
    FindingKind.CONFIGURATION_INSTEAD: lambda _: check_configuration(
        ("cdgdevice.toml",), ("cdgdevice.toml, line 3: die.source must be a text.",), USES_LAST_GOOD
    ),
    FindingKind.SHEETS_READ: lambda _: check_sheets(18, ()),
    FindingKind.SHEETS_BROKEN: lambda _: check_sheets(
        18, ("my-game.toml, line 1: title is missing.",)
    ),
    FindingKind.CONTROLS_IDLE: lambda _: check_idle_controls(
        PinsConfig().inputs, {KnobPhase.FIRST, KnobPhase.SECOND}
    ),
    FindingKind.CONTROLS_CLOSED: lambda _: check_idle_controls(PinsConfig().inputs, {Control.LEFT}),
    FindingKind.CONTROLS_REFUSED: lambda _: _pins_error(SimulatedGpioChips(("other-chip",))),
    FindingKind.CONTROLS_HELD: lambda _: _pins_error(_in_use()),
    FindingKind.CONTROLS_PRESSED: lambda _: touch_findings(a_touch(*PRESSES, *TURNS)),
    FindingKind.CONTROLS_SILENT: lambda _: touch_findings(a_touch(*PRESSES[1:], *TURNS)),
    FindingKind.CONTROLS_UNTRIED: _unasked,
    FindingKind.KNOB_SILENT: lambda _: touch_findings(a_touch(*PRESSES)),
    FindingKind.KNOB_ONE_WAY: lambda _: touch_findings(a_touch(*PRESSES, TURNS[0])),
    FindingKind.LAMPS_LIT: lambda _: _lamps("y"),
    FindingKind.LAMPS_DARK: lambda _: _lamps("no"),
    FindingKind.LAMPS_UNSEEN: _unasked,
    FindingKind.BUZZER_SOUNDS: lambda _: _buzzer(""),
    FindingKind.BUZZER_SILENT: lambda _: _buzzer("n"),
    FindingKind.BUZZER_UNHEARD: _unasked,
    FindingKind.BUS_MISSING: lambda _: bus_findings(
        "/dev/i2c-77", scan_bus(I2cBus("/dev/i2c-77")), BOTH
    ),
    FindingKind.BUS_EMPTY: lambda _: _answering(),
    FindingKind.BUS_ANSWERS: lambda _: _answering(0x3C, 0x3D),
    FindingKind.BUS_ONE_WAY: _on_spi,
    FindingKind.BUS_FAST: lambda root: _speed(pi_5(root)),
    FindingKind.BUS_SLOW: lambda root: _speed(zero_2_w(root, kilohertz=100)),
    FindingKind.BUS_SPEED_UNTOLD: _speed,
    FindingKind.SCREENS_NONE: lambda root: (
        open_screens(Config(Path("/games")), {}, SystemFiles(root)).found
    ),
    FindingKind.SCREENS_ANSWER: lambda _: _answering(0x3C, 0x3D, 0x68),
    FindingKind.SCREENS_MISSING: lambda _: _answering(0x3C, 0x68),
    FindingKind.SCREENS_ELSEWHERE: lambda _: bus_findings(
        "/dev/i2c-1", scan_bus(a_bus(0x3D)), {Side.LEFT: 0x3C}
    ),
    FindingKind.SCREENS_WHOLE: _seen(SeenPattern.WHOLE),
    FindingKind.SCREENS_SET: _kept(""),
    FindingKind.SCREENS_NOT_KEPT: _kept("mine.toml"),
    FindingKind.SCREENS_SHIFTED: _seen(SeenPattern.SHIFTED),
    FindingKind.SCREENS_SNOW: _seen(SeenPattern.SNOW),
    FindingKind.SCREENS_UPSIDE_DOWN: _seen(SeenPattern.UPSIDE_DOWN),
    FindingKind.SCREENS_MIRRORED: _seen(SeenPattern.MIRRORED),
    FindingKind.SCREENS_ROWS: _seen(SeenPattern.ROWS),
    FindingKind.SCREENS_SWAPPED: _seen(SeenPattern.SWAPPED),
    FindingKind.SCREENS_DARK: _seen(SeenPattern.DARK),
    FindingKind.SCREENS_BLANK: _seen(SeenPattern.DARK, SPI_SCREENS),
    FindingKind.SCREENS_UNSEEN: lambda _: (screens_unseen(),),
    FindingKind.READER_READY: lambda _: reader_findings(hello(), OURS),
    FindingKind.READER_NONE: lambda _: _reader("auto", needed=False),
    FindingKind.READER_MISSING: lambda _: _reader("auto", needed=True),
    FindingKind.READER_HELD: lambda _: _held(),
    FindingKind.READER_UNUSABLE: lambda _: _reader("/dev/no-such-reader", needed=True),
    FindingKind.READER_BLIND: lambda _: reader_findings(hello("blind"), OURS),
    FindingKind.READER_BLANK: lambda _: reader_findings(hello("blank"), OURS),
    FindingKind.READER_DIRTY: lambda _: reader_findings(hello("dirty"), OURS),
    FindingKind.READER_DICE: lambda _: reader_findings(hello("away"), OURS),
    FindingKind.READER_OUTDATED: lambda _: reader_findings(hello(firmware="cdg-reader 0.9"), OURS),
    FindingKind.DISK_WRITES: lambda _: _disk(SimulatedDisk()),
    FindingKind.DISK_SLOW: lambda _: _disk(SimulatedDisk(), seconds=1.4),
    FindingKind.DISK_REFUSES: lambda _: _failing(errno.EROFS),
    FindingKind.DISK_FORGETS: lambda _: _disk(ForgetfulDisk()),
    FindingKind.DISK_FULL: lambda _: _disk(SimulatedDisk(), room=LITTLE - 1),
    FindingKind.DISK_NOT_OURS: lambda _: _failing(errno.EACCES),
    FindingKind.DISK_UNTRIED: lambda _: check_disk(
        SimulatedDisk(), lambda: None, lambda: 0.0, write=False
    ),
    FindingKind.GAMES_OPEN: lambda _: _games(games("paths-of-glory-2022", "standard-2018")),
    FindingKind.GAMES_NONE: lambda _: _games(SimulatedDisk()),
    FindingKind.GAMES_BROKEN: lambda _: _games(games("standard-2018", damage=True)),
    FindingKind.GAMES_UNREADABLE: lambda _: _unreadable(),
    FindingKind.POWER_ENOUGH: lambda root: (check_power(SystemFiles(pi_5(root))),),
    FindingKind.POWER_LOW: lambda root: (check_power(_with(zero_2_w(root), ALARM, "1\n")),),
    FindingKind.POWER_UNTOLD: lambda root: (check_power(SystemFiles(root)),),
    FindingKind.WARMTH_FINE: lambda root: (check_temperature(SystemFiles(zero_2_w(root))),),
    FindingKind.WARMTH_HIGH: lambda root: (
        check_temperature(_with(zero_2_w(root), TEMPERATURE, "81200\n")),
    ),
    FindingKind.WARMTH_UNTOLD: lambda root: (
        check_temperature(_without(zero_2_w(root), TEMPERATURE)),
    ),
    FindingKind.CLOCK_SET: lambda root: (
        check_clock(SystemFiles(pi_5(root)), NOW, NOW - timedelta(days=1)),
    ),
    FindingKind.CLOCK_UNSET: lambda root: (
        check_clock(SystemFiles(root), NOW, NOW + timedelta(days=1)),
    ),
    FindingKind.SERVICE_RUNS: lambda _: _service(),
    FindingKind.SERVICE_RESTARTED: lambda _: _service(NRestarts="3"),
    FindingKind.SERVICE_FAILED: lambda _: _service(ActiveState="failed", Result="exit-code"),
    FindingKind.SERVICE_STOPPED: lambda _: _service(ActiveState="inactive"),
    FindingKind.SERVICE_NONE: lambda _: _service(LoadState="not-found"),
    FindingKind.SERVICE_UNTOLD: lambda _: (check_service(read_unit_state(lambda _: "")),),
}
"""By what is found: what makes it so, in an empty folder; other things may be found beside it."""
