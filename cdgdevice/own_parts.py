"""The running gadget's own parts, as the self-test in its menu tries them.

No pin, bus or port is opened a second time but the bus, which any number of programs may have open.
"""

from collections.abc import Callable
from dataclasses import dataclass

from cdgdevice.config import Config
from cdgdevice.gadget.front import Front
from cdgdevice.gadget.glass.bus import Bus
from cdgdevice.gadget.pins.inputs import Inputs
from cdgdevice.gadget.reader.firmware import board_files, firmware_name
from cdgdevice.gadget.reader.messages import Hello
from cdgdevice.method.display import Side
from cdgdevice.selftest.bus import ask, bus_findings, is_recorded, speed
from cdgdevice.selftest.finding import Finding, Step, What
from cdgdevice.selftest.looking import Owned, computer_steps, owned_steps
from cdgdevice.selftest.machine import Machine
from cdgdevice.selftest.on_the_glass import Fitted, GlassTrial, begun
from cdgdevice.selftest.reader import greeted, not_there
from cdgdevice.selftest.screens import pattern


@dataclass(frozen=True, slots=True)
class OwnParts:
    """The parts of a gadget that runs."""

    config: Config
    front: Front
    bus: Bus | None
    inputs: Inputs
    reader: Callable[[], Hello | None]
    """Gives who the linked die reader is; None: none is linked."""
    needs_reader: Callable[[], bool]
    owned: Owned
    machine: Machine

    def begin(self) -> GlassTrial:
        """Begin a self-test: see `Around.self_test`."""
        pins = self.config.pins
        seen = self.front.seen if self._shows else ()
        patterns = {
            side: pattern(side, panel.address, panel.controller)
            for side, panel in self.config.screens.fitted.items()
            if side in seen
        }
        lamps = tuple(side for side in Side if side in pins.lamps)
        fitted = Fitted(pins.inputs, lamps, patterns, self.inputs.closed, pins.buzzer is not None)
        return begun(fitted, self._steps())

    @property
    def _shows(self) -> bool:
        """Some screen answers."""
        return len(self.front.faults) < len(self.config.screens.fitted)

    def _steps(self) -> tuple[Step, ...]:
        return (
            *computer_steps(self.machine),
            self._bus,
            self._reader,
            *owned_steps(self.machine, self.owned),
        )

    def _bus(self) -> tuple[Finding, ...]:
        if self.bus is None or is_recorded(self.bus):
            return (Finding(What.SCREENS_NONE, "This build has no screens to be asked."),)
        fitted = {side: panel.address for side, panel in self.config.screens.fitted.items()}
        if self.front.faults and not self._shows:
            # To ask every address on a stuck bus would hold the game up for a second.
            return tuple(Finding(What.SCREENS_MISSING, fault) for fault in self.front.faults)
        found = bus_findings(self.bus.name, ask(self.bus), fitted)
        return (*found, speed(self.bus.name, self.machine.files))

    def _reader(self) -> tuple[Finding, ...]:
        hello = self.reader()
        if hello is not None:
            return greeted(hello, firmware_name(board_files()))
        needed = self.needs_reader()
        return (not_there("No die reader answers: plug its cable in.", needed=needed),)
