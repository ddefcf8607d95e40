"""A simulated world for the gadget: pins of a mock factory, panels on a bus, a die in a tray."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from time import monotonic
from types import TracebackType

from gpiozero.pins.mock import MockFactory
from PIL import Image

from cdgdevice.config import Config
from cdgdevice.edge import Edge
from cdgdevice.errors import HardwareError
from cdgdevice.gadget.events import Control, Touched, Turned
from cdgdevice.gadget.glass.simulated import SimulatedI2C
from cdgdevice.gadget.glass.simulated_panel import SimulatedPanel
from cdgdevice.gadget.pins.hand_elsewhere import HandElsewhere
from cdgdevice.gadget.pins.simulated import SimulatedHand
from cdgdevice.gadget.reader.port import Port
from cdgdevice.gadget.reader.simulated import SimulatedReader
from cdgdevice.gadget.rest import Light
from cdgdevice.gadget.views.describe import describe
from cdgdevice.method.display import Side
from cdgdevice.panel import (
    CockDie,
    Down,
    Lift,
    Lost,
    Operation,
    PanelDie,
    PanelNotes,
    PanelScreen,
    PanelServer,
    PanelState,
    Replug,
    Still,
    Throw,
    Turn,
    Unplug,
    Up,
)
from cdgdevice.service import Service
from cdgdevice.table.dice import throw

TUMBLE = 1.0
"""Seconds that a thrown die rolls in the tray; the page lets it turn as long."""


class Simulation:
    """What the real gadget has around it, for one configuration; use it in a `with`.

    `port` is that of a real die reader, as pyserial names it, or `auto`; None simulates one, in
    which a die rolls for `tumble` seconds.
    """

    def __init__(self, config: Config, port: str | None = None, *, tumble: float = TUMBLE) -> None:
        self._addresses: Mapping[Side, int] = {
            side: panel.address for side, panel in config.screens.fitted.items()
        }
        self._panels = {
            panel.address: SimulatedPanel(panel.controller)
            for panel in config.screens.fitted.values()
        }
        self.bus = SimulatedI2C(self._panels)
        """The bus with the panels."""
        factory = MockFactory()
        self.hand = SimulatedHand(
            factory, config.pins.inputs, transitions=config.pins.knob_steps_per_detent
        )
        """The player's hand on the controls."""
        self._reader = SimulatedReader(tumble=tumble) if port is None else None
        name = port or self.reader.url
        reader = partial(Port, name, baud=config.reader.baud)
        self.edge = Edge(lambda: factory, self.bus, reader)
        """What the gadget is put together over."""
        self.lamps = frozenset(config.pins.lamps)
        """The sides whose button has a lamp."""
        self.die = None if self._reader is None else PanelDie()
        """The die in the simulated tray, as the die reader knows it; None where that is real."""
        self._controls = frozenset(pin for pin in config.pins.inputs if isinstance(pin, Control))

    def __enter__(self) -> "Simulation":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._reader is not None:
            self._reader.close()

    @property
    def reader(self) -> SimulatedReader:
        """The simulated die reader, plugged in.

        Raises:
            HardwareError: there is a real one.
        """
        if self._reader is None:
            raise HardwareError("The die reader is a real one: throw your own die into it.")
        return self._reader

    def picture(self, side: Side) -> Image.Image:
        """Give what a person sees on this side's screen."""
        return self.bus.picture(self._addresses[side])

    @contextmanager
    def page(self, port: int, put: Callable[[Touched | Turned], None]) -> "Iterator[Page]":
        """Serve the gadget as a local page; `put` takes what is pressed and turned there."""
        operate = partial(self._operate, HandElsewhere(put, monotonic))
        server = PanelServer(operate, port, controls=self._controls)
        server.start()
        try:
            yield Page(self, server)
        finally:
            server.close()

    def screens(self, service: Service) -> tuple[PanelScreen, ...]:
        """Give the screens as the page shows them."""
        light = service.front.light
        found = []
        for side, address in self._addresses.items():
            view = service.front.shown.get(side)
            found.append(
                PanelScreen(
                    side.value,
                    service.sitting.names[side],
                    self.picture(side).convert("1").tobytes(),
                    on=light is not Light.DARK,
                    contrast=self._panels[address].contrast,
                    words=() if view is None else describe(view),
                )
            )
        return tuple(found)

    def _operate(self, hand: HandElsewhere, operation: Operation) -> None:
        match operation:
            case Down(control):
                hand.down(control)
            case Up(control):
                hand.up(control)
            case Still(control):
                hand.still(control)
            case Lost(control):
                hand.lose(control)
            case Turn(steps):
                hand.turn(steps)
            case Throw(face):
                self._put_down(face or throw())
            case CockDie():
                self._put_down(None)
            case Unplug():
                self.reader.unplug()
            case Lift():
                self._lift()
            case Replug():
                self.reader.replug()

    @property
    def _lying(self) -> PanelDie:
        return self.die or PanelDie()

    def _put_down(self, face: int | None) -> None:
        """Put the die into the tray with this face up, or leaning: what is shown is what is so."""
        if not self.reader.plugged:
            raise HardwareError("The die reader is unplugged and sees no die: plug it in first.")
        lay = self._lying
        self.die = PanelDie(face or lay.face, face is None, lay.throws + 1)
        if face is None:
            self.reader.cock()
        else:
            self.reader.throw(face)

    def _lift(self) -> None:
        """Take the die out: an unplugged reader only sees it when it is plugged in again."""
        self.reader.lift()
        self.die = PanelDie(throws=self._lying.throws)


class Page:
    """The gadget's page in the browser."""

    def __init__(self, simulation: Simulation, server: PanelServer) -> None:
        self._simulation = simulation
        self._server = server
        self.url = server.url

    def show(self, service: Service) -> None:
        """Show the gadget as it is now."""
        simulation = self._simulation
        lit = frozenset(side.value for side in service.front.signal.lamps & simulation.lamps)
        sheet = service.sitting.sheet
        state = PanelState(
            simulation.screens(service),
            lit,
            service.reader,
            simulation.die,
            PanelNotes(sheet.id, sheet.title, sheet.notes),
        )
        self._server.publish(state)
