"""Where the program ends and the world begins: pins, bus, die reader, disk, clocks, chance."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from gpiozero.pins import Factory

from cdgdevice.config import Config
from cdgdevice.gadget.glass.bus import Bus, open_bus
from cdgdevice.gadget.pins.factory import open_factory
from cdgdevice.gadget.reader.port import Port, PortEvent
from cdgdevice.power_off import power_off
from cdgdevice.systemd import Systemd
from cdgdevice.table.dice import throw
from cdgdevice.table.disk import Disk
from cdgdevice.table.folder import FolderDisk
from cdgdevice.table.tabletop import Clock, utc_now

if TYPE_CHECKING:
    from cdgdevice.selftest.machine import Machine


class Line(Protocol):
    """The line to the die reader, which is open inside its `with`."""

    def send(self, line: bytes) -> None:
        """Write `line`, in any thread; never raise, and never wait for long."""


Connect = Callable[[Callable[[PortEvent], None]], AbstractContextManager[Line]]
"""Gives the line to the die reader; what comes of it is handed to the function given."""


def _this_computer() -> "Machine":
    from cdgdevice.selftest.machine import Machine  # the game is to start soon, and without it

    return Machine()


@dataclass(frozen=True, slots=True)
class Edge:
    """All that the gadget is put together over; a simulator puts another world here.

    What is left out is that of this computer.
    """

    pins: Callable[[], Factory]
    """Opens the way to the pins; may raise CdgDeviceError."""
    bus: Bus | None
    """Where the screens are; None: there are none."""
    reader: Connect | None
    """The way to the die reader; None: there is none."""
    disk: Callable[[Path], Disk] = FolderDisk
    """Gives the folder of the games."""
    die: Callable[[], int] = throw
    """Throws the gadget's own die: 1 to 6."""
    clock: Callable[[], float] = monotonic
    """Seconds, that never go back."""
    wall: Clock = utc_now
    """The time of day, with its zone."""
    systemd: Systemd = field(default_factory=Systemd)
    shut_down: Callable[[], None] | None = field(default_factory=power_off)
    """Has the computer shut down; None: there is no way to."""
    machine: "Callable[[], Machine]" = _this_computer
    """Gives the computer, as the self-test asks it."""


def real_edge(config: Config) -> Edge:
    """Give the edge that the configuration names; nothing is opened yet."""
    screens, port = config.screens, config.reader.port
    return Edge(
        lambda: open_factory(config.pins.factory),
        None if screens.bus is None else open_bus(screens.bus),
        None if port is None else partial(Port, port, baud=config.reader.baud),
    )
