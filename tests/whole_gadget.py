"""The whole gadget over simulated edges, on a clock that moves only when a test says so.

The service runs its real loop in a thread of its own, but only ever while the test waits for it:
so a test reads like a player's doings, and nothing sleeps and nothing depends on chance.
"""

import math
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Condition, Thread

from gpiozero.pins.mock import MockFactory
from PIL import Image

from cdgdevice.config import Pins
from cdgdevice.gadget.desk.moment import Around
from cdgdevice.gadget.desk.settings import Setting, Value
from cdgdevice.gadget.events import Control
from cdgdevice.gadget.front import Front
from cdgdevice.gadget.glass.controller import Controller
from cdgdevice.gadget.glass.screen import Screen
from cdgdevice.gadget.glass.simulated import SimulatedI2C, SimulatedPanel
from cdgdevice.gadget.pins.buzzer import Buzzer
from cdgdevice.gadget.pins.inputs import Inputs
from cdgdevice.gadget.pins.lamps import Lamps
from cdgdevice.gadget.pins.simulated import SimulatedHand
from cdgdevice.gadget.pins.switchboard import Switchboard
from cdgdevice.gadget.reader.faults import broken_off, on_the_glass
from cdgdevice.gadget.reader.line import LineBuffer
from cdgdevice.gadget.reader.link import Link
from cdgdevice.gadget.reader.messages import read_message
from cdgdevice.gadget.reader.port import Closed, Opened, Received
from cdgdevice.gadget.reader.simulated_device import SimulatedDevice
from cdgdevice.gadget.rest import Rest
from cdgdevice.gadget.signals import Signals
from cdgdevice.gadget.views.describe import describe
from cdgdevice.gadget.views.draw import draw, fits
from cdgdevice.method.display import Side
from cdgdevice.method.request import New
from cdgdevice.service import Broken, Event, Service, Stop, Timing
from cdgdevice.sitting import Sitting
from cdgdevice.systemd import Systemd
from cdgdevice.table.game_folder import GameFolder
from cdgdevice.table.games import Games
from cdgdevice.table.simulated import SimulatedDisk
from cdgdevice.table.tabletop import Clock, utc_now

ADDRESSES = {Side.LEFT: 0x3C, Side.RIGHT: 0x3D}
PATIENCE = 20.0
"""Real seconds after which a loop that does not come to rest is a failure."""


class SimulatedTime(SimpleQueue[Event]):
    """A queue on which waiting moves the clock, up to where the test lets it.

    Either the loop works or the test does, never both: a token goes to and fro between them.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self.waits = 0
        """How often the loop has gone to sleep."""
        self.step = 0.0
        """Seconds that pass each time the clock is read."""
        self._until = 0.0
        self._handed_over = Condition()
        self._works = True
        """The loop has the token: from its start, until it comes to rest for the first time."""
        self._over = False

    def clock(self) -> float:
        self.now += self.step
        return self.now

    def late(self, seconds: float) -> None:
        """Have time pass in which the loop does nothing: it works on, or it is not run at all."""
        self.now += seconds

    def get(self, block: bool = True, timeout: float | None = None) -> Event:
        due = math.inf if timeout is None else self.now + timeout
        self.waits += 1
        while True:
            if self.qsize():
                return super().get_nowait()
            if due <= self._until:
                self.now = max(self.now, due)
                raise Empty
            self.now = max(self.now, self._until)
            with self._handed_over:
                self._works = False
                self._handed_over.notify_all()
                given = self._handed_over.wait_for(lambda: self._works, PATIENCE)
            assert given, "the test has gone"

    def run(self, until: float) -> None:
        """Let the loop work until it has nothing to do before this time."""
        with self._handed_over:
            self._rested()
            if self._over:
                return
            self._until = until
            self._works = True
            self._handed_over.notify_all()
            self._rested()

    def ended(self) -> None:
        with self._handed_over:
            self._works, self._over = False, True
            self._handed_over.notify_all()

    def _rested(self) -> None:
        rests = self._handed_over.wait_for(lambda: not self._works, PATIENCE)
        assert rests, "the loop does not come to rest"


class Manager:
    """The service manager's end of the socket."""

    def __init__(self, folder: Path, watchdog: float | None = None) -> None:
        path = folder / "notify"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.setblocking(False)
        self.environment = {"NOTIFY_SOCKET": str(path)}
        if watchdog is not None:
            self.environment["WATCHDOG_USEC"] = str(int(watchdog * 1_000_000))

    def heard(self) -> list[str]:
        """Everything that has been said since the last time this was asked."""
        said = []
        while True:
            try:
                said.append(self._socket.recv(1000).decode())
            except BlockingIOError:
                return said

    def __enter__(self) -> "Manager":
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()


class Gadget:
    """A gadget, switched on; leaving its `with` switches it off."""

    def __init__(
        self,
        *dice: int,
        disk: SimulatedDisk | None = None,
        sheet: str = "paths-of-glory-2022",
        around: Around | None = None,
        bounce: Sequence[float] = (),
        manager: Manager | None = None,
        dim_after: float = 0.0,
        dark_after: float = 0.0,
        shift_every: float = 0.0,
        buzzer: int | None = None,
        mistakes: Sequence[str] = (),
        fitted: Sequence[Side] = tuple(Side),
        wall: Clock = utc_now,
        time: SimulatedTime | None = None,
        remember: Callable[[Setting, Value], None] = lambda _, __: None,
    ) -> None:
        self.time = time or SimulatedTime()
        self.dice = list(dice)
        self.disk = disk or SimulatedDisk()
        self.log: list[str] = []
        self.sent: list[bytes] = []
        """The lines that the die reader was sent."""
        self.when_sent: Callable[[bytes], None] = lambda _: None
        self.device: SimulatedDevice | None = None
        self.error: BaseException | None = None
        """What ended the loop against its will."""
        pins = Pins()
        self.panels = {a: SimulatedPanel(Controller.SSD1309) for a in ADDRESSES.values()}
        self.bus = SimulatedI2C(self.panels)
        self._factory = MockFactory()
        self.hand = SimulatedHand(self._factory, pins.inputs, bounce=bounce, wait=self._let_pass)
        self._inputs = Inputs(
            self._factory,
            pins.inputs,
            self.time.put,
            self.time.clock,
            lambda error: self.time.put(Broken(error)),
        )
        screens = {
            side: Screen(Controller.SSD1309, self.bus, address, contrast=128)
            for side, address in ADDRESSES.items()
            if side in fitted
        }
        self.front = Front(screens, dict.fromkeys(ADDRESSES, 128))
        self.front.fit(Lamps(self._factory, pins.lamps))
        self._buzzer = buzzer
        if buzzer is not None:
            self.front.fit(buzzer=Buzzer(self._factory, buzzer))
        self._mistakes = tuple(mistakes)
        self.signals = Signals()
        self.games = games = Games(GameFolder(self.disk), New(sheet), wall)
        self.sitting = Sitting(
            games,
            around or Around(),
            lambda: self.dice.pop(0),
            1.0,
            self._hear,
            self.signals.play,
            remember,
        )
        self.service = Service(
            queue=self.time,
            sitting=self.sitting,
            front=self.front,
            switchboard=Switchboard(0.02, 0.6, 2.0, closed=self._inputs.closed()),
            level=self._inputs.level,
            link=Link(games.tabletop.counted),
            send=self._hear,
            rest=Rest(dim_after, dark_after, self.time.now, shift_every),
            signals=self.signals,
            timing=Timing(0.6, 2.0),
            systemd=Systemd(manager.environment if manager else {}),
            log=self.log.append,
            clock=self.time.clock,
        )
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
        self.front.close()
        self._inputs.close()
        self._factory.close()

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
        device: SimulatedDevice | None = None,
    ) -> "Gadget":
        """Plug in a reader that starts now, or this one, which has been running."""
        self.device = device or SimulatedDevice(
            self.time.now, boot, protocol=protocol, capabilities=capabilities
        )
        self.time.put(Opened(self.time.now))
        return self.passes(0.0)

    def unplug_reader(self) -> "Gadget":
        self.device = None
        fault = broken_off("/dev/die")
        shown = on_the_glass("/dev/die", fault)
        self.time.put(Closed(self.time.now, str(fault), shown))
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
            if (message := read_message(fields)) is not None
        )
        if messages:
            self.time.put(Received(now, lambda: messages))
        return self.passes(0.0)

    def breaks(self, error: BaseException) -> None:
        """Have a thread of the program meet this error."""
        self.time.put(Broken(error))
        self.ends()

    def ends(self) -> None:
        """Wait until the loop has ended by itself."""
        self.time.run(self.time.now)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def reads(self, side: Side = Side.LEFT) -> str:
        """Give what this side's screen says, after checking that it shows just that."""
        view = self.front.shown[side]
        assert self.picture(side) == draw(view).tobytes()
        assert fits(view) == []
        return "\n".join(describe(view))

    def picture(self, side: Side = Side.LEFT) -> bytes:
        """Give the pixels that a person sees."""
        return _pixels(self.bus.picture(ADDRESSES[side]))

    def dark(self) -> bool:
        return not any(any(self.picture(side)) for side in Side)

    def lamp(self, side: Side) -> bool:
        return bool(self._factory.pin(Pins().lamps[side]).state)

    def sounds(self) -> bool:
        return self._buzzer is not None and bool(self._factory.pin(self._buzzer).state)

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
                    if (message := read_message(fields)) is not None
                )
                self.time.put(Received(now, lambda: messages))

    def _run(self) -> None:
        try:
            self.service.run(self._mistakes)
        except BaseException as error:
            self.error = error
        finally:
            self.time.ended()


def _pixels(image: Image.Image) -> bytes:
    return image.convert("1").tobytes()
