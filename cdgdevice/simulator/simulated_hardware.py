"""Simulated pins and buses: a hand that moves mock pins, and buses that fail as real ones do."""

import errno
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from gpiozero.pins.mock import MockFactory
from PIL import Image

from cdgdevice.drivers.gpio.control_events import Control, KnobPhase
from cdgdevice.drivers.gpio.gpio_lines import LineEdge, LineSettings
from cdgdevice.drivers.gpio.wired_devices import InputWiring
from cdgdevice.drivers.oled.i2c_bus import (
    BUS_STUCK,
    NO_ANSWER,
    TRANSFER_COST,
    TransferInterface,
    explain_no_answer,
    name_address,
)
from cdgdevice.drivers.oled.reset_lines import ResetLines
from cdgdevice.drivers.oled.screen import SerialInterface
from cdgdevice.drivers.oled.spi_bus import SharedLines, SpiBus, SpiDevice
from cdgdevice.simulator.simulated_panel import SimulatedPanel


class SimulatedHand:
    """Presses and turns what `wiring` has; touching anything else does nothing.

    The contacts don't bounce. `transitions` is the knob's count per detent. The edges arrive before
    the call returns, in the caller's thread.
    """

    def __init__(
        self, factory: MockFactory, wiring: InputWiring, *, transitions: Literal[2, 4] = 4
    ) -> None:
        self._pins = {name: factory.pin(gpio) for name, gpio in wiring.items()}
        self._transitions = transitions

    def down(self, control: Control) -> None:
        """Press a control and keep the finger on it."""
        self.move(control, closed=True)

    def up(self, control: Control) -> None:
        """Take the finger off."""
        self.move(control, closed=False)

    def turn(self, steps: int) -> None:
        """Turn the knob by so many detents: clockwise positive."""
        lines = (KnobPhase.FIRST, KnobPhase.SECOND)[:: 1 if steps > 0 else -1]
        for _ in range(abs(steps) * self._transitions // 2):
            # With 2 transitions a detent the knob rests with both contacts open or both closed.
            closing = not self._closed(lines[0])
            for line in lines:
                self.move(line, closing)

    def _closed(self, name: Control | KnobPhase) -> bool:
        return name in self._pins and not self._pins[name].state

    def move(self, name: Control | KnobPhase, closed: bool) -> None:
        """Open or close a contact; one that is so already gives no edge."""
        if name not in self._pins:
            return
        if closed:
            self._pins[name].drive_low()
        else:
            self._pins[name].drive_high()


STUCK_SECONDS = 1.0
"""Seconds after which a Pi's kernel gives up a transfer on a stuck bus."""


class PluggedPanels:
    """The panels of a bus, by address or chip select, to be looked at, pulled out and put back.

    It is also the `GpioChips` with the lines that go to them, for any program on this machine.
    """

    def __init__(
        self,
        panels: Mapping[int, SimulatedPanel],
        data_command: int | None,
        resets: Mapping[int, int | None],
    ) -> None:
        self.panels = dict(panels)
        self.levels: dict[int, bool] = {}
        """The lines that are taken now, by GPIO number, and how they are."""
        self.wire_bytes = 0
        """Bytes on the wire so far; on I2C with address and control bytes."""
        self.clock_hz = 0
        """The clock that was last asked for."""
        self.refusal = 0
        """The error number by which the kernel refuses the bus; 0: it does not."""
        self._left: dict[int, int] = {}
        """For each unplugged panel the transfers until it is out."""
        self._listeners: list[Callable[[int], None]] = []
        self._data_line = data_command
        self._reset_lines = dict(resets)

    def unplug(self, place: int, after: int = 0) -> None:
        """Pull a panel out, now or after so many transfers more: in the midst of a picture."""
        self._left[place] = after
        self._tell(place)

    def replug(self, place: int, *, confused: bool = False) -> None:
        """Put a panel back, which has lost everything; `confused`: it obeys once it is reset."""
        self._left.pop(place, None)
        self.panels[place].cut_power()
        if confused:
            self.panels[place].acknowledges = False
        self._tell(place)

    def picture(self, place: int) -> Image.Image:
        """Return what a person sees on a panel: black if it is pulled out."""
        image = self.panels[place].picture()
        return Image.new(image.mode, image.size) if self._is_out(place) else image

    def listen(self, listener: Callable[[int], None]) -> None:
        """Have a function called with the place after every transfer, unplug and replug.

        It is called in the thread that drives the bus and should only take note.
        """
        self._listeners.append(listener)

    def labels(self) -> Mapping[str, str]:
        return {CHIP: "pinctrl-bcm2835"}

    def request(self, _path: str, offset: int, settings: LineSettings) -> "_SimulatedLine":
        if offset in self.levels:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        line = _SimulatedLine(self, offset)
        line.write(settings.high)
        return line

    def line_user(self, _path: str, _offset: int) -> str:
        return "cdgdevice"

    def set_line(self, gpio: int, high: bool) -> None:
        """Take note of a line's level: a panel whose reset line is low is reset."""
        self.levels[gpio] = high
        for place, reset in self._reset_lines.items():
            if reset == gpio and not high and place in self.panels:
                self.panels[place].reset()

    def check(self) -> None:
        """Raise OSError while the kernel refuses the bus."""
        if self.refusal:
            raise OSError(self.refusal, os.strerror(self.refusal))

    def send(self, select: int, content: bytes) -> None:
        """Carry bytes over SPI: the line for that says whether they are pixels."""
        assert self._data_line is not None
        self.wire_bytes += len(content)
        if self._reaches(select):
            self.panels[select].take(content, pixels=self.levels[self._data_line])
        self._finish_transfer(select)

    def _is_out(self, place: int) -> bool:
        return self._left.get(place) == 0

    def _reaches(self, place: int) -> bool:
        """Return whether a panel is there and not held in reset: a line nobody drives is high."""
        reset = self._reset_lines.get(place)
        held = reset is not None and not self.levels.get(reset, True)
        return place in self.panels and not self._is_out(place) and not held

    def _finish_transfer(self, place: int) -> None:
        if self._left.get(place):
            self._left[place] -= 1
        self._tell(place)

    def _tell(self, place: int) -> None:
        for listener in self._listeners:
            listener(place)


class SimulatedI2cBus(PluggedPanels):
    """A bus with panels at addresses (0x08 to 0x77), all plugged in."""

    transfer_cost = TRANSFER_COST

    def __init__(
        self,
        panels: Mapping[int, SimulatedPanel],
        name: str = "simulated I2C",
        resets: Mapping[int, int | None] = {},
    ) -> None:
        """Plug the panels in; `resets` are the GPIO numbers of reset lines by address."""
        super().__init__(panels, None, resets)
        self.name = name
        wired = {address: pin for address, pin in resets.items() if pin is not None}
        self._resets = ResetLines(wired, lambda: self, (0.0, 0.0))
        self.answers = True
        """The panels acknowledge; otherwise nothing is missed, as on a bus that goes on without."""
        self.stuck = False
        """A chip holds the clock line: no transfer comes to its end."""
        self.on_stuck: Callable[[float], None] = lambda _: None
        """Is told the seconds for which a stuck bus holds its caller up."""

    def open_serial(self, address: int) -> SerialInterface:
        """Open the way to an address, and reset the panel if it has a line for that.

        Like a real bus it does not ask who is there.
        """
        return self._resets.attach(address, TransferInterface(self.transfer, address))

    def find_fault(self) -> str:
        """Return nothing: the bus itself is always there."""
        return ""

    def name_address(self, address: int) -> str:
        return name_address(address)

    def explain_failure(self, address: int, _error: Exception) -> str:
        return explain_no_answer(self.name, address, self.scan_addresses())

    def scan_addresses(self) -> tuple[int, ...]:
        """Return the addresses of the panels that are plugged in, where these can answer."""
        if not self.answers:
            return ()
        if self.stuck:
            self.on_stuck(STUCK_SECONDS)
            return ()
        self._resets.pulse_unused()
        return tuple(filter(self._is_heard, sorted(self.panels)))

    def transfer(self, address: int, payload: bytes) -> None:
        """Carry one transfer; raise OSError as a Pi does when nothing answers."""
        if self.stuck:
            self.on_stuck(STUCK_SECONDS)
            raise OSError(BUS_STUCK, os.strerror(BUS_STUCK))
        self.wire_bytes += 1
        if not self._is_heard(address):
            if not self.answers:
                return
            raise OSError(NO_ANSWER, os.strerror(NO_ANSWER))
        self.wire_bytes += len(payload)
        self.panels[address].receive(payload)
        self._finish_transfer(address)

    def replay(self, recording: Iterable[tuple[int, bytes]]) -> None:
        """Carry the transfers of a recording, as `parse_transfers` reads them."""
        for address, payload in recording:
            self.transfer(address, payload)

    def _is_heard(self, address: int) -> bool:
        """Return whether a panel is there and acknowledges: not one that is held in reset."""
        return self._reaches(address) and self.panels[address].acknowledges


CHIP = "/dev/gpiochip0"
DATA_COMMAND, RESETS = 24, {0: 25, 1: 23}
"""The lines of the reference build."""


class SimulatedSpiBus(PluggedPanels, SpiBus):
    """An SPI bus with panels by chip select (0 and 1), all plugged in.

    It is our own driver with luma's `spi` in it, on lines and a spidev of memory. Nothing answers:
    what is sent to a panel that is pulled out is lost, as on a real one.
    """

    def __init__(
        self,
        panels: Mapping[int, SimulatedPanel],
        data_command: int = DATA_COMMAND,
        resets: Mapping[int, int | None] = RESETS,
        name: str = "/dev/spidev0",
    ) -> None:
        PluggedPanels.__init__(self, panels, data_command, resets)
        SpiBus.__init__(
            self,
            name,
            data_command,
            resets,
            SharedLines(lambda: self),
            self.open_device,
            (0.0, 0.0),
        )

    @property
    def missing(self) -> bool:
        """SPI is switched off: there is no such file."""
        return self.refusal == errno.ENOENT

    @missing.setter
    def missing(self, missing: bool) -> None:
        self.refusal = errno.ENOENT if missing else 0

    def open_device(self) -> SpiDevice:
        """Return a spidev for another program on the same machine."""
        return _SimulatedSpiDevice(self)

    def find_fault(self) -> str:
        try:
            self.check()
        except OSError as error:
            return self._explain_refusal(0, error)
        return ""


class _SimulatedLine:
    """An output of the header."""

    def __init__(self, panels: PluggedPanels, gpio: int) -> None:
        self._panels = panels
        self._gpio = gpio

    def fileno(self) -> int:
        return -1

    def read(self) -> bool:
        return self._panels.levels[self._gpio]

    def write(self, high: bool) -> None:
        self._panels.set_line(self._gpio, high)

    def reconfigure(self, settings: LineSettings) -> None:
        self.write(settings.high)

    def edges(self) -> tuple[LineEdge, ...]:
        return ()

    def release(self) -> None:
        self._panels.levels.pop(self._gpio, None)


class _SimulatedSpiDevice:
    """A `spidev.SpiDev`."""

    def __init__(self, panels: PluggedPanels) -> None:
        self._panels = panels
        self._select: int | None = None

    @property
    def max_speed_hz(self) -> int:
        return self._panels.clock_hz

    @max_speed_hz.setter
    def max_speed_hz(self, hertz: int) -> None:
        self._panels.clock_hz = hertz

    def open(self, _bus: int, device: int) -> None:
        self._panels.check()
        self._select = device

    def writebytes(self, data: Any) -> None:
        self._panels.check()
        if self._select is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        self._panels.send(self._select, bytes(data))

    def close(self) -> None:
        self._select = None
