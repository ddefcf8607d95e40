"""The whole gadget, as `assemble_gadget` puts it together, over a simulated edge.

The service runs its real loop in a thread of its own, but only ever while the test waits for it:
so a test reads like a player's doings, and nothing sleeps and nothing depends on chance.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace
from PIL import Image

from cdgdevice.config import keys_and_defaults
from cdgdevice.config.menu_changes import KeepPanel
from cdgdevice.config.settings import DieSource, Setting, SettingValue
from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.oled.panels import SSD1309, PanelChip
from cdgdevice.drivers.reader.line import LineBuffer
from cdgdevice.drivers.reader.port_lookup import explain_lost_port, sentence_for_player
from cdgdevice.drivers.reader.reader_messages import parse_message
from cdgdevice.drivers.reader.reader_port import PortClosed, PortOpened, PortReceived
from cdgdevice.games.open_game import Clock, utc_now
from cdgdevice.games.sheet_library import BUILT_IN, SheetLibrary
from cdgdevice.render.describe import describe
from cdgdevice.render.draw import check_fit
from cdgdevice.render.views import MenuView
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.computer import Machine
from cdgdevice.service.assembly import Installation, assemble_gadget
from cdgdevice.service.loop import Stop, ThreadFailure
from cdgdevice.service.world import World
from cdgdevice.simulator.simulated_firmware import SimulatedFirmware
from cdgdevice.simulator.simulated_hardware import SimulatedI2cBus, SimulatedSpiBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from cdgdevice.system.systemd import SystemdNotifier
from tests.bouncing_hand import BouncingHand
from tests.drawn import draw_view
from tests.menu_groups import through_groups
from tests.patience import PATIENCE
from tests.service_manager import Manager
from tests.simulated_disk import SimulatedDisk
from tests.simulated_time import SimulatedTime, TestGoneError

ADDRESSES = {Side.LEFT: 0x3C, Side.RIGHT: 0x3D}
_FILES = ("/etc/cdgdevice/cdgdevice.toml",)


def plain(
    *,
    sheet: str = "paths-of-glory-2022",
    set_up: bool = False,
    die: DieSource = DieSource.BUTTON,
    dim_after: int = 0,
    dark_after: int = 0,
    shift_every: int = 0,
    buzzer: int | None = None,
    sound: bool = True,
    fitted: Sequence[Side] = tuple(Side),
) -> keys_and_defaults.Config:
    """Give the configuration of the reference build, but its screens stay as they are.

    The first game begins with the cards dealt, unless a test is about the set-up.
    """
    screens = keys_and_defaults.ScreensConfig(result_ms=1000)
    return keys_and_defaults.Config(
        Path("/games"),
        sheet=sheet,
        set_up=set_up,
        die=keys_and_defaults.DieConfig(die),
        pins=keys_and_defaults.PinsConfig(buzzer=buzzer),
        screens=replace(
            screens,
            left=screens.left if Side.LEFT in fitted else None,
            right=screens.right if Side.RIGHT in fitted else None,
        ),
        sleep=keys_and_defaults.SleepConfig(dim_after, shift_every, dark_after),
        sound=keys_and_defaults.SoundConfig(sound),
    )


@dataclass(frozen=True, slots=True)
class Cable:
    """The line to a die reader that is a `SimulatedFirmware`, or to none."""

    send: Callable[[bytes], None]

    def __enter__(self) -> "Cable":
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the reader as it is."""


class Gadget:
    """A gadget, switched on; leaving its `with` switches it off."""

    def __init__(
        self,
        *dice: int,
        config: keys_and_defaults.Config | None = None,
        disk: SimulatedDisk | None = None,
        bounce: Sequence[float] = (),
        manager: Manager | None = None,
        mistakes: Sequence[str] = (),
        wall: Clock = utc_now,
        time: SimulatedTime | None = None,
        remember: Callable[[Setting, SettingValue], None] | None = None,
        shut_down: Callable[[], None] | None = None,
        machine: Callable[[], Machine] = Machine,
        shelf: SheetLibrary = BUILT_IN,
        keep_panel: KeepPanel = lambda _, __: "",
        panels: Mapping[Side, PanelChip] = {},
        prepare: Callable[["Gadget"], None] = lambda _: None,
        **built: Any,
    ) -> None:
        """Put it together as `config` says, or else `plain(**built)`.

        `panels` are the chips of screens that are no usual SSD1309, each with its glass. `prepare`
        does something to what is around the gadget before that is put together and shows anything.
        """
        self.time = time or SimulatedTime()
        self.dice = list(dice)
        self.disk = disk or SimulatedDisk()
        self.log: list[str] = []
        self.sent: list[bytes] = []
        """The lines that the die reader was sent."""
        self.when_sent: Callable[[bytes], None] = lambda _: None
        self.when_pins_open: Callable[[], None] = lambda: None
        """Called when the gadget asks for its pins."""
        self.device: SimulatedFirmware | None = None
        self.error: BaseException | None = None
        """What ended the loop against its will."""
        self.config = config or plain(**built)
        pins = self.config.pins
        chips = {side: panels.get(side, SSD1309) for side in Side}
        self.panels = {ADDRESSES[side]: SimulatedPanel(chip) for side, chip in chips.items()}
        self.bus = SimulatedI2cBus(self.panels)
        self.second = SimulatedI2cBus(
            {a: SimulatedPanel(SSD1309) for a in ADDRESSES.values()}, "/dev/i2c-3"
        )
        """Where a screen is that has a bus of its own."""
        self.spi_panels = dict(enumerate(map(SimulatedPanel, chips.values())))
        self.spi = SimulatedSpiBus(self.spi_panels)
        """Where the screens are if the configuration says so."""
        self.buses = {side: self._bus_of(side) for side in self.config.screens.fitted}
        self._factory = MockFactory()
        self.hand = BouncingHand(self._factory, pins.inputs, bounce=bounce, wait=self._let_pass)
        prepare(self)
        edge = World(
            self._open_pins,
            self.buses,
            lambda _: Cable(self._hear),
            disk=lambda _: self.disk,
            die=lambda: self.dice.pop(0),
            clock=self.time.clock,
            wall=wall,
            systemd=SystemdNotifier(manager.environment if manager else {}),
            shut_down=shut_down,
            computer=machine,
        )
        self._parts = ExitStack()
        self.service = self._parts.enter_context(
            assemble_gadget(
                self.config,
                edge,
                self.time,
                Installation(shelf, _FILES, mistakes, mistakes, remember, keep_panel),
                log=self.log.append,
            )
        )
        self.front, self.session = self.service.front_panel, self.service.session
        self.games = self.session.games
        self._thread = Thread(target=self._run, name="gadget", daemon=True)

    def __enter__(self) -> "Gadget":
        self._thread.start()
        self.passes(0.0)
        return self

    def __exit__(self, *_: object) -> None:
        self.stops()

    def stops(self) -> None:
        """Switch the gadget off, if it is not off already."""
        if self._thread.is_alive():
            self.time.put(Stop())
            self.time.run(self.time.now)
            self._thread.join(PATIENCE)
        self.closes()

    def forgets(self) -> None:
        """Let go of what is kept for tests to look at, which in years would be much."""
        self.sent.clear()
        self.log.clear()
        for pin in self._factory.pins.values():
            pin.clear_states()

    def closes(self) -> None:
        """Let go of bus and pins, whoever ran the loop."""
        self._parts.close()

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    def passes(self, seconds: float) -> "Gadget":
        """Let time pass; the die reader has its heartbeats meanwhile."""
        until = self.time.now + seconds
        while self.device is not None and self.device.deadline() <= until:
            self.time.run(self.device.deadline())
            if self.device is not None:
                self.says(self.device.tick(self.time.now))
        self.time.run(until)
        return self

    def press(self, control: Control, seconds: float = 0.1) -> "Gadget":
        """Press a control for so long, and let go."""
        self.hand.down(control)
        self.passes(seconds)
        self.hand.up(control)
        return self.passes(0.05)

    def turn(self, steps: int) -> "Gadget":
        self.hand.turn(steps)
        return self.passes(0.05)

    def plug_reader(
        self,
        boot: int = 7,
        protocol: str = "1.1",
        capabilities: tuple[str, ...] = ("cal", "raw"),
        device: SimulatedFirmware | None = None,
    ) -> "Gadget":
        """Plug in a reader that starts now, or this one, which has been running."""
        self.device = device or SimulatedFirmware(
            self.time.now, boot, protocol=protocol, capabilities=capabilities
        )
        self.time.put(PortOpened(self.time.now))
        return self.passes(0.0)

    def unplug_reader(self) -> "Gadget":
        self.device = None
        fault = explain_lost_port("/dev/die")
        shown = sentence_for_player("/dev/die", fault)
        self.time.put(PortClosed(self.time.now, str(fault), shown))
        return self.passes(0.0)

    def throw(self, face: int) -> "Gadget":
        assert self.device is not None
        return self.says(self.device.throw(self.time.now, face))

    def says(self, line: bytes) -> "Gadget":
        """Have these bytes come from the die reader's port."""
        now = self.time.now
        messages = tuple(
            (now, message)
            for fields in LineBuffer().feed(line)
            if (message := parse_message(fields)) is not None
        )
        if messages:
            self.time.put(PortReceived(now, lambda: messages))
        return self.passes(0.0)

    def breaks(self, error: BaseException) -> None:
        """Have a thread of the program meet this error."""
        self.time.put(ThreadFailure(error))
        self.ends()

    def ends(self) -> None:
        """Wait until the loop has ended by itself."""
        self.time.run(self.time.now)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def reads(self, side: Side = Side.LEFT) -> str:
        """Give what this side's screen says, after checking that it shows just that."""
        view = self.front.shown_views[side]
        assert self.picture(side) == draw_view(view).tobytes()
        assert check_fit(view) == []
        return "\n".join(describe(view))

    def shown_menu(self, side: Side = Side.LEFT) -> MenuView:
        """Give the menu on this side's screen; without one the test fails."""
        menu = self.front.shown_views[side]
        assert isinstance(menu, MenuView)
        return menu

    def takes(self, *titles: str) -> "Gadget":
        """Take these entries of the open menu, and of those that it opens, with the knob."""
        for title in through_groups(*titles):
            menu = self.shown_menu()
            assert title in menu.items, menu.items
            self.turn(menu.items.index(title) - menu.highlighted).press(Control.KNOB)
        return self

    def picture(self, side: Side = Side.LEFT) -> bytes:
        """Give the pixels that a person sees."""
        if side in self.buses:
            return _pixels(self.buses[side].picture(self.config.screens.addresses[side]))
        return _pixels(self.bus.picture(ADDRESSES[side]))

    def _open_pins(self) -> MockFactory:
        self.when_pins_open()
        return self._factory

    def _bus_of(self, side: Side) -> SimulatedI2cBus | SimulatedSpiBus:
        screens = self.config.screens
        panel = screens.fitted[side]
        if panel.on_spi:
            return self.spi
        return self.bus if panel.bus == screens.bus else self.second

    def dark(self) -> bool:
        return not any(any(self.picture(side)) for side in Side)

    def lamp(self, side: Side) -> bool:
        return bool(self._factory.pin(self.config.pins.lamps[side]).state)

    def sounds(self) -> bool:
        buzzer = self.config.pins.buzzer
        return buzzer is not None and bool(self._factory.pin(buzzer).state)

    def answers(self, disk: SimulatedDisk | None = None) -> int:
        """How many answers the journals of a disk hold."""
        disk = disk or self.disk
        names = [name for name in disk.names() if name.endswith(".journal")]
        return sum(sum(map(bool, disk.read(name).split(b"\n"))) - 1 for name in names)

    def after_a_power_cut(self) -> SimulatedDisk:
        """Give the disk as it is at worst when the power goes now."""
        return self.disk.cut(lambda _: 0)

    def _let_pass(self, seconds: float) -> None:
        self.passes(seconds)

    def _hear(self, line: bytes) -> None:
        self.sent.append(line)
        self.when_sent(line)
        if self.device is not None:
            answer = self.device.received(self.time.now, line)
            if answer:
                now = self.time.now
                messages = tuple(
                    (now, message)
                    for fields in LineBuffer().feed(answer)
                    if (message := parse_message(fields)) is not None
                )
                self.time.put(PortReceived(now, lambda: messages))

    def _run(self) -> None:
        try:
            self.service.run()
        except TestGoneError:
            self.closes()
        except BaseException as error:
            self.error = error
        finally:
            self.time.ended()


def _pixels(image: Image.Image) -> bytes:
    return image.convert("1").tobytes()
