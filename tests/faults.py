"""What can go wrong with a gadget, at its edge: contacts, line, panels, bus, disk, clocks, power.

A fault is a context: it begins before an act of the player, and is over some time after it.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from tests.simulated_disk import Step
from tests.walked_game import Player, started
from tests.whole_gadget import ADDRESSES

LEFT, RIGHT = ADDRESSES.values()
Course = Callable[[Player], AbstractContextManager[object]]


class Cut(Enum):
    """When the power goes."""

    BEFORE = "before the act has written anything"
    AFTER = "as soon as the act is on the disk"


@dataclass(frozen=True, slots=True)
class Fault:
    """What goes wrong, and what the player is told where their act does not count."""

    name: str
    course: Course = nullcontext
    says: str = ""
    """A part of that sentence; empty: the act counts in any case."""
    bounce: tuple[float, ...] = ()
    cut: Cut | None = None
    reader_keeps_power: bool = False


def _line(**faults: bool) -> Course:
    @contextmanager
    def course(player: Player) -> Iterator[None]:
        for name, value in faults.items():
            setattr(player.device, name, value)
        yield
        player.device.doubles = False

    return course


@contextmanager
def _garbage(player: Player) -> Iterator[None]:
    player.gadget.says(b"\xff$ROLL,7,9,9*00\r\n$ROLL,7,\n" + bytes(range(256)))
    yield


@contextmanager
def _unplugged(player: Player) -> Iterator[None]:
    player.gadget.unplug_reader()
    yield
    # It has its power from the cable, so it starts again.
    player.device = started(player.gadget.time.now)
    player.gadget.plug_reader(device=player.device)


@contextmanager
def _loose_cable(player: Player) -> Iterator[None]:
    player.gadget.unplug_reader()
    yield
    player.gadget.plug_reader(device=player.device)


def _pulled(*addresses: int, after: int = 0) -> Course:
    @contextmanager
    def course(player: Player) -> Iterator[None]:
        for address in addresses:
            player.gadget.bus.unplug(address, after)
        yield
        for address in addresses:
            player.gadget.bus.replug(address)

    return course


@contextmanager
def _stuck_bus(player: Player) -> Iterator[None]:
    player.gadget.bus.stuck = True
    yield
    player.gadget.bus.stuck = False
    player.gadget.passes(31.0)


@contextmanager
def _slow_bus(player: Player) -> Iterator[None]:
    time, late = player.gadget.time, [0.1]
    player.gadget.bus.listen(lambda _: time.late(late[0]))
    yield
    late[0] = 0.0


@contextmanager
def _slow_disk(player: Player) -> Iterator[None]:
    gadget = player.gadget
    gadget.disk.before_step = lambda: gadget.time.late(0.7)
    yield
    gadget.disk.before_step = lambda: None


def _failing(break_: Callable[[Player], None]) -> Course:
    @contextmanager
    def course(player: Player) -> Iterator[None]:
        break_(player)
        yield
        player.gadget.disk.mend()
        player.gadget.passes(11.0)

    return course


def _full(player: Player) -> None:
    player.gadget.disk.room = 9


def _read_only(player: Player) -> None:
    player.gadget.disk.make_read_only()


def _unsynced(player: Player) -> None:
    player.gadget.disk.failing = {Step.SYNC: 5, Step.SYNC_NAMES: 5}


def _wall(days: float) -> Course:
    @contextmanager
    def course(player: Player) -> Iterator[None]:
        player.wall.now += timedelta(days=days)
        yield

    return course


@contextmanager
def _stopped(player: Player) -> Iterator[None]:
    player.gadget.time.late(86_400.0)
    yield


_SCREEN = "No screen answers at"
_UNSAVED = "but is not saved"
_READER = "die reader"

FAULTS = (
    Fault("bounce", bounce=(0.001, 0.002, 0.004, 0.007, 0.011, 0.013)),
    Fault("double report", _line(doubles=True)),
    Fault("lost report", _line(loses_report=True)),
    Fault("lost acknowledgement", _line(loses_acknowledgement=True)),
    Fault("garbage on the line", _garbage),
    Fault("unplugged reader", _unplugged, _READER),
    Fault("loose cable of the reader", _loose_cable, _READER),
    Fault("left screen dead", _pulled(LEFT), _SCREEN),
    Fault("right screen dead", _pulled(RIGHT), _SCREEN),
    Fault("left screen dying in a picture", _pulled(LEFT, after=1), _SCREEN),
    Fault("both screens dead", _pulled(LEFT, RIGHT), _SCREEN),
    Fault("stuck bus", _stuck_bus, _SCREEN),
    Fault("slow bus", _slow_bus),
    Fault("slow disk", _slow_disk),
    Fault("full disk", _failing(_full), _UNSAVED),
    Fault("read-only disk", _failing(_read_only), _UNSAVED),
    Fault("disk that does not sync", _failing(_unsynced), _UNSAVED),
    Fault("clock put back to 1970", _wall(-20_000)),
    Fault("clock put forward by ten years", _wall(3650)),
    Fault("stopped for a day", _stopped, _READER),
    Fault("power cut before", cut=Cut.BEFORE),
    Fault("power cut after", cut=Cut.AFTER),
    Fault("power cut before, reader goes on", cut=Cut.BEFORE, reader_keeps_power=True),
    Fault("power cut after, reader goes on", cut=Cut.AFTER, reader_keeps_power=True),
)
