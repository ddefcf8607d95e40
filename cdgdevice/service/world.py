"""Where the program ends and the world begins: pins, bus, die reader, disk, clocks, chance."""

import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct, field

from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.drivers.oled.screen import RECORDING_PREFIX, SPI_PREFIX, BusSettings, PanelBus
from cdgdevice.drivers.reader.reader_port import PortEvent, ReaderPort
from cdgdevice.games.disk import Disk, FolderDisk
from cdgdevice.games.open_game import Clock, throw_die, utc_now
from cdgdevice.rules.card_display import Side
from cdgdevice.system.systemd import SystemdNotifier, find_power_off

if TYPE_CHECKING:
    from gpiozero.pins import Factory

    from cdgdevice.selftest.computer import Machine
    from cdgdevice.ui.intents_and_commands import CardUpdate

CARD_UPDATES_VARIABLE = "CDGDEVICE_CARD_UPDATES"
"""The environment variable that names the file in which the card image says each `CardUpdate`."""


class ReaderLine(Protocol):
    """The line to the die reader, which is open inside its `with`."""

    def send(self, line: bytes) -> None:
        """Write `line`, in any thread; never raise, and never wait for long."""


ConnectReader = Callable[[Callable[[PortEvent], None]], AbstractContextManager[ReaderLine]]
"""Gives the line to the die reader; what comes of it is handed to the function given."""


def _this_computer() -> "Machine":
    from cdgdevice.selftest.computer import Machine  # the game is to start soon, and without it

    return Machine()


def find_card_updates(environment: Mapping[str, str] = os.environ) -> "tuple[CardUpdate, ...]":
    """Return what became of updates of the whole card; nothing without the card image."""
    named = environment.get(CARD_UPDATES_VARIABLE, "")
    if not named:
        return ()
    from cdgdevice.service.card_updates import read_card_updates  # only some look at it

    return read_card_updates(Path(named))


class World(Struct, frozen=True):
    """All that the gadget is put together over; a simulator puts another world here.

    What is left out is that of this computer.
    """

    pins: "Callable[[], Factory]"
    """Opens the way to the pins, once the screens show something; may raise CdgDeviceError."""
    buses: Mapping[Side, PanelBus]
    """Where each screen is; two may be on one bus. A side without a bus has no screen."""
    reader: ConnectReader | None
    """The way to the die reader; None: there is none."""
    disk: Callable[[Path], Disk] = FolderDisk
    """Gives the folder of the games."""
    die: Callable[[], int] = throw_die
    """Throws the gadget's own die: 1 to 6."""
    clock: Callable[[], float] = monotonic
    """Seconds, that never go back."""
    wall: Clock = utc_now
    """The time of day, with its zone."""
    systemd: SystemdNotifier = field(default_factory=SystemdNotifier)
    shut_down: Callable[[], None] | None = field(default_factory=find_power_off)
    """Has the computer shut down; None: there is no way to."""
    card_updates: "Callable[[], tuple[CardUpdate, ...]]" = find_card_updates
    """Gives what became of updates of the whole card."""
    computer: "Callable[[], Machine]" = _this_computer
    """Gives the computer, as the self-test asks it."""


def build_real_world(config: Config) -> World:
    """Return the edge that the configuration names; nothing is opened yet."""
    port = config.reader.port
    return World(
        partial(_open_pins, config.pins.factory),
        open_buses(config.screens.buses),
        None if port is None else partial(ReaderPort, port, baud=config.reader.baud),
    )


def _open_pins(factory: str) -> "Factory":
    from cdgdevice.drivers.gpio.pin_factory import open_pin_factory  # only after the first picture

    return open_pin_factory(factory)


def open_buses(settings: Mapping[Side, BusSettings]) -> Mapping[Side, PanelBus]:
    """Return the bus of each screen; what has one name is one bus."""
    wanted = {each.name: each for each in settings.values()}
    opened = {name: open_bus(each) for name, each in wanted.items()}
    return {side: opened[each.name] for side, each in settings.items()}


def open_bus(settings: BusSettings) -> PanelBus:
    """Return the bus of these settings.

    Nothing is opened yet, so a bus that is missing now may be there at the next try.
    """
    # Only the one that is wanted is loaded: the game is to start soon.
    if settings.name.startswith(SPI_PREFIX):
        from cdgdevice.drivers.oled.spi_bus import SpiBus, shared_lines

        return SpiBus(settings.name, settings.data_command, settings.resets, shared_lines())
    from cdgdevice.drivers.oled.i2c_bus import I2cBus, RecordingBus

    if settings.name.startswith(RECORDING_PREFIX):
        return RecordingBus(settings.name.removeprefix(RECORDING_PREFIX))
    resets = {address: pin for address, pin in settings.resets.items() if pin is not None}
    if not resets:
        return I2cBus(settings.name, acknowledge=settings.acknowledge)
    from cdgdevice.drivers.oled.reset_lines import ResetLines

    return I2cBus(settings.name, acknowledge=settings.acknowledge, resets=ResetLines(resets))
