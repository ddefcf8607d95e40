"""A simulated world for the gadget: pins of a mock factory, panels on a bus, a die in a tray."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from socket import socket

from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace
from PIL import Image

from cdgdevice.config.keys_and_defaults import Config, ScreensConfig
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.drivers.gpio.control_events import Control, RemoteEvent
from cdgdevice.drivers.oled.framebuffer import image_to_pages
from cdgdevice.drivers.oled.panels import PanelChip
from cdgdevice.drivers.oled.screen import BusSettings
from cdgdevice.drivers.reader.reader_port import ReaderPort
from cdgdevice.errors import HardwareError
from cdgdevice.games.open_game import throw_die
from cdgdevice.render.describe import describe
from cdgdevice.rules.card_display import Side
from cdgdevice.service.board_requests import PageRequest
from cdgdevice.service.loop import Service
from cdgdevice.service.page_state import PageRequests, make_page_screen, make_page_state
from cdgdevice.service.world import World
from cdgdevice.simulator.simulated_hardware import SimulatedHand, SimulatedI2cBus, SimulatedSpiBus
from cdgdevice.simulator.simulated_panel import SimulatedPanel
from cdgdevice.simulator.simulated_reader import SimulatedReader
from cdgdevice.web import access, page_messages
from cdgdevice.web.server import PageServer

TUMBLE_SECONDS = 1.0
"""Seconds that a thrown die rolls in the tray; the page lets it turn as long."""


class Simulation:
    """What the real gadget has around it, for one configuration; use it in a `with`.

    `port` is that of a real die reader, as pyserial names it, or `auto`; None simulates one, in
    which a die rolls for `tumble` seconds.
    """

    def __init__(
        self, config: Config, port: str | None = None, *, tumble: float = TUMBLE_SECONDS
    ) -> None:
        self.config = config = _replace_luma_panels(config)
        """The configuration of the gadget in this world."""
        self._addresses: Mapping[Side, int] = config.screens.addresses
        self._panels = {
            side: SimulatedPanel(panel.panel)
            for side, panel in config.screens.fitted.items()
            if isinstance(panel.panel, PanelChip)
        }
        self.buses = _simulate_buses(config, self._panels)
        """The bus of each screen, with its panels."""
        factory = MockFactory()
        self.hand = SimulatedHand(
            factory, config.pins.inputs, transitions=config.pins.knob_steps_per_detent
        )
        """The player's hand on the controls."""
        self._reader = SimulatedReader(tumble=tumble) if port is None else None
        name = port or self.reader.url
        reader = partial(ReaderPort, name, baud=config.reader.baud)
        self.world = World(lambda: factory, self.buses, reader)
        """What the gadget is put together over."""
        self.lamps = frozenset(config.pins.lamps)
        """The sides whose button has a lamp."""
        self.die = None if self._reader is None else page_messages.PageDie()
        """The die in the simulated tray, as the die reader knows it; None where that is real."""
        self._controls = frozenset(pin for pin in config.pins.inputs if isinstance(pin, Control))

    def __enter__(self) -> "Simulation":
        return self

    def __exit__(self, *_: object) -> None:
        if self._reader is not None:
            self._reader.close()

    @property
    def reader(self) -> SimulatedReader:
        """The simulated die reader, plugged in.

        Raises:
            HardwareError: there is a real one.
        """
        if self._reader is None:
            raise HardwareError("The die reader is a real one: roll your own die into it.")
        return self._reader

    def picture(self, side: Side) -> Image.Image:
        """Return what a person sees on this side's screen."""
        return self.buses[side].picture(self._addresses[side])

    @contextmanager
    def page(
        self,
        port: int,
        put: Callable[[RemoteEvent | PageRequest], None],
        listener: socket | None = None,
        pairing: access.Pairing | None = None,
    ) -> Iterator["SimulatorPage"]:
        """Serve the gadget as a page; `put` takes what is pressed and turned there.

        It is local, unless there is a `listener` to serve it at, to whom the `pairing` lets in.
        """
        # On the gadget systemd keeps the Internet out; here nobody else does.
        server = PageServer(
            partial(self._operate, put),
            port,
            controls=self._controls,
            listener=listener,
            pairing=pairing,
            home_only=True,
            trusts_this_computer=True,
        )
        server.start()
        requests = PageRequests(put)
        try:
            yield SimulatorPage(self, server, requests)
        finally:
            requests.close()
            server.close()

    def screens(self, service: Service) -> tuple[page_messages.PageScreen, ...]:
        """Return the screens as the page shows them."""
        shown = service.front_panel.shown_views
        return tuple(
            make_page_screen(
                service,
                side,
                image_to_pages(self.picture(side)),
                panel.contrast,
                describe(shown[side]) if side in shown else (),
            )
            for side, panel in self._panels.items()
        )

    def _operate(
        self, put: Callable[[RemoteEvent], None], operation: page_messages.Operation
    ) -> None:
        match operation:
            case page_messages.ThrowDie(face):
                self._put_down(face or throw_die())
            case page_messages.CockDie():
                self._put_down(None)
            case page_messages.UnplugReader():
                self.reader.unplug()
            case page_messages.LiftDie():
                self._lift()
            case page_messages.ReplugReader():
                self.reader.replug()
            case _:
                put(operation)

    @property
    def _die_in_tray(self) -> page_messages.PageDie:
        return self.die or page_messages.PageDie()

    def _put_down(self, face: int | None) -> None:
        """Put the die into the tray with this face up, or leaning: what is shown is what is so."""
        if not self.reader.plugged:
            raise HardwareError("The die reader is unplugged and sees no die: plug it in first.")
        lay = self._die_in_tray
        self.die = page_messages.PageDie(face or lay.face, face is None, lay.throws + 1)
        if face is None:
            self.reader.cock()
        else:
            self.reader.throw(face)

    def _lift(self) -> None:
        """Take the die out: an unplugged reader only sees it when it is plugged in again."""
        self.reader.lift()
        self.die = page_messages.PageDie(throws=self._die_in_tray.throws)


def _replace_luma_panels(config: Config) -> Config:
    """Put panels of the usual chip in place of those that luma.oled drives: none is simulated.

    Each shows one picture; in place of one panel that has room for two there are two.
    """
    usual, changed = PanelConfig(), {}
    fitted = config.screens.fitted
    for side, panel in fitted.items():
        chip = panel.panel
        if isinstance(chip, PanelChip):
            continue
        here = getattr(config.screens, side.value)
        changed[side.value] = replace(here, controller=usual.controller, size=None)
        if len(fitted) == 1 and chip.pictures == len(Side):
            address, select = 0x3C + 0x3D - panel.address, 1 - panel.chip_select
            changed[side.other.value] = replace(
                changed[side.value], address=address, chip_select=select, reset=False
            )
    return replace(config, screens=replace(config.screens, **changed)) if changed else config


def _simulate_buses(
    config: Config, panels: Mapping[Side, SimulatedPanel]
) -> Mapping[Side, SimulatedI2cBus | SimulatedSpiBus]:
    """Return the bus of each screen that is configured, with the panels of these sides on them."""
    screens = config.screens
    plugged: dict[str | None, dict[int, SimulatedPanel]] = {}
    for side, panel in screens.fitted.items():
        plugged.setdefault(panel.bus, {})[screens.addresses[side]] = panels[side]
    buses = {
        panel.bus: _simulate_bus(screens, side, plugged[panel.bus])
        for side, panel in screens.fitted.items()
    }
    return {side: buses[panel.bus] for side, panel in screens.fitted.items()}


def _simulate_bus(
    screens: ScreensConfig, side: Side, panels: Mapping[int, SimulatedPanel]
) -> SimulatedI2cBus | SimulatedSpiBus:
    """Return the bus of a side, with these panels on it; where none is configured it is I2C."""
    settings = screens.buses.get(side) or BusSettings("I2C", screens.acknowledge)
    if screens.fitted[side].on_spi:
        data_command = settings.data_command
        return SimulatedSpiBus(panels, data_command, settings.resets, settings.name)
    bus = SimulatedI2cBus(panels, f"simulated {settings.name}", settings.resets)
    bus.answers = settings.acknowledge
    return bus


class SimulatorPage:
    """The gadget's page in the browser."""

    def __init__(self, simulation: Simulation, server: PageServer, requests: PageRequests) -> None:
        self._simulation = simulation
        self._requests = requests
        self._server = server
        self.url = server.url

    def show(self, service: Service) -> None:
        """Show the gadget as it is now, and tell pages what came of what they asked for."""
        simulation = self._simulation
        screens = simulation.screens(service)
        self._server.publish(
            make_page_state(service, screens, simulation.lamps, self._requests, simulation.die)
        )
        self._requests.tell()
