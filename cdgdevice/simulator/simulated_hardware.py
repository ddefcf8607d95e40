"""Simulated pins and panels: a hand that moves mock pins, and buses with panels of memory.

The bus fails as a real one does. A panel obeys every command that luma's drivers send, as the
chips' data sheets tell, so a wrong driver shows the wrong picture that a real panel would show.
Only what sets one chip apart from another comes from the table of panels; luma's drivers in front
of the model check that.
"""

import errno
import os
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, Literal

from gpiozero.pins.mock import MockFactory
from PIL import Image, ImageChops

from cdgdevice.drivers.gpio.control_events import Control, KnobPhase
from cdgdevice.drivers.gpio.gpio_lines import GpioChips, LineEdge, LineSettings
from cdgdevice.drivers.gpio.input_devices import InputWiring
from cdgdevice.drivers.oled.framebuffer import HEIGHT, WIDTH, pages_to_image
from cdgdevice.drivers.oled.i2c_bus import (
    BUS_STUCK,
    NO_ANSWER,
    PIXEL_PREFIX,
    TRANSFER_COST,
    TransferInterface,
    explain_no_answer,
    name_address,
)
from cdgdevice.drivers.oled.panels import PanelChip
from cdgdevice.drivers.oled.reset_lines import ResetLines
from cdgdevice.drivers.oled.screen import SerialInterface
from cdgdevice.drivers.oled.spi_bus import SpiBus, SpiDevice


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


_HORIZONTAL_MODE, _VERTICAL_MODE, _PAGE_MODE = 0, 1, 2

# How many bytes follow a command; one that is not listed stands alone.
_SSD13XX_ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1}
_SSD13XX_ARGUMENTS |= {0x8D: 1, 0xA3: 2, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
_SSD13XX_ARGUMENTS |= {0xFD: 1}
_SH110X_ARGUMENTS = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}


_FIRST_COMMON = 32  # of an SH1107 that the glass of 64 x 128 is wired to


class SimulatedPanel:
    """A 128 x 64 panel that has just got its power: dark, and its RAM full of noise.

    One that `needs_reset` is on a board that leaves RES to its user: until that was low once, the
    chip may be in any state, and here it takes and acknowledges nothing.
    """

    def __init__(self, chip: PanelChip, *, needs_reset: bool = False) -> None:
        self._chip = chip
        self._needs_reset = needs_reset
        self._upright = chip.columns < WIDTH
        """The screen stands on its side, as an SH1107's: the RAM has 16 pages of 128 columns."""
        self._pages = 16 if self._upright else 8
        self._columns = WIDTH + 2 * chip.margin
        self._arguments = _SSD13XX_ARGUMENTS if chip.by_window else _SH110X_ARGUMENTS
        self._noise = Random(chip.name)
        self.cut_power()

    def cut_power(self) -> None:
        """Lose everything, as a panel does that is unplugged."""
        self._ram = bytearray(self._noise.randbytes(self._pages * self._columns))
        self.reset()
        self.acknowledges = not self._needs_reset

    def reset(self) -> None:
        """Lose all but the RAM, as a panel does whose reset line is pulled low."""
        self.acknowledges = True
        """It takes what it is sent; on I2C it says so."""
        self._pending: list[int] = []
        self._displaying = False
        self._scrolling = False
        self._voltage = not self._chip.pumped
        self._contrast = 0x7F
        self._inverted = False
        self._all_on = False
        self._mirrored = True  # luma turns both round, for panels stand on their heads
        self._upside_down = True
        self._start_line = 0
        self._offset = 0
        self._mode = _PAGE_MODE
        self._column_window = (0, self._columns - 1)
        self._page_window = (0, self._pages - 1)
        self._column = 0
        self._page = 0

    @property
    def on(self) -> bool:
        """Whether the screen is lit at all."""
        return self._displaying and self._voltage

    @property
    def contrast(self) -> int:
        """Brightness, 0 to 255."""
        return self._contrast

    def receive(self, payload: bytes) -> None:
        """Take one I2C transfer, beginning with the byte that tells commands from pixels."""
        self.take(payload[1:], pixels=bool(payload[0] & PIXEL_PREFIX))

    def take(self, content: bytes, *, pixels: bool) -> None:
        """Take pixels, or else commands.

        A panel that scrolls moves its RAM meanwhile, and pixels that are written then are lost.
        """
        if not self.acknowledges:
            return
        if self._scrolling:
            self._ram = self._ram[1:] + self._ram[:1]
        if pixels:
            self._store_pixels(self._noise.randbytes(len(content)) if self._scrolling else content)
        else:
            for byte in content:
                self._collect_command(byte)

    def picture(self) -> Image.Image:
        """Return what a person sees now: mode "1", 128 x 64, black if the panel is off."""
        if not self.on:
            return Image.new("1", (WIDTH, HEIGHT))
        if self._all_on:
            return Image.new("1", (WIDTH, HEIGHT), 1)
        image = self._read_upright() if self._upright else self._read_lying()
        return ImageChops.invert(image) if self._inverted else image

    def _read_lying(self) -> Image.Image:
        # The first segment is at the right edge of the glass.
        rows = [row[::-1] for row in self._read_pages()]
        margin = self._chip.margin
        image = pages_to_image(b"".join(row[margin : margin + WIDTH] for row in rows))
        image = ImageChops.offset(image, 0, -(self._start_line + self._offset))
        return image.transpose(Image.Transpose.FLIP_TOP_BOTTOM) if self._upside_down else image

    def _read_upright(self) -> Image.Image:
        """Read the RAM of an SH1107, whose commons run along its columns.

        The 64 of the screen are COM32 to COM95, and the display offset says at which column of the
        RAM the first common begins. Nothing turns its segments or commons round.
        """
        first = _FIRST_COMMON + self._offset
        seen = [(first + column) % self._columns for column in range(self._chip.columns)]
        rows = [bytes(row[column] for column in seen) for row in self._read_pages()]
        return pages_to_image(b"".join(rows), self._chip.columns)

    def _read_pages(self) -> list[bytes]:
        ram, columns = bytes(self._ram), self._columns
        return [ram[page * columns : (page + 1) * columns] for page in range(self._pages)]

    def _store_pixels(self, pixels: bytes) -> None:
        """Take pixels into the RAM, as many at once as lie in a row of the window."""
        while pixels:
            first, last = self._column_window
            vertical = self._mode == _VERTICAL_MODE
            room = 1 if vertical else max(last - self._column, 0) + 1
            row, pixels = pixels[:room], pixels[room:]
            # The two halves of a column number can name one that is not.
            self._store_row(row[: max(self._columns - self._column, 0)])
            if vertical:
                self._page, wrapped = _step_in_window(self._page, self._page_window)
                if wrapped:
                    self._column, _ = _step_in_window(self._column, self._column_window)
            elif len(row) < room:
                self._column += len(row)
            else:
                self._column = first
                if self._mode == _HORIZONTAL_MODE:
                    self._page, _ = _step_in_window(self._page, self._page_window)

    def _store_row(self, row: bytes) -> None:
        start = self._page * self._columns
        if self._mirrored:
            start += self._column
            self._ram[start : start + len(row)] = row
        else:
            end = start + self._columns - self._column
            self._ram[end - len(row) : end] = row[::-1]

    def _collect_command(self, byte: int) -> None:
        """Collect a command and its arguments, which may come in several transfers."""
        self._pending.append(byte)
        if len(self._pending) > self._arguments.get(self._pending[0], 0):
            command, *arguments = self._pending
            self._pending = []
            if not self._run_plain_command(command):
                self._run_command(command, arguments)

    def _run_plain_command(self, command: int) -> bool:
        """Obey a command that both families have and that has no argument; say if it was one."""
        match command:
            case _ if command < 0x10:
                self._column = self._column & 0xF0 | command
            case _ if command < 0x20:
                self._column = self._column & 0x0F | (command & 0x0F) << 4
            case _ if 0x40 <= command < 0x80:
                self._start_line = command & 0x3F
            case _ if 0xB0 <= command < 0xB0 + self._pages:
                self._page = command & 0x0F
            case 0xA0 | 0xA1:
                self._mirrored = command == 0xA0
            case 0xA4 | 0xA5:
                self._all_on = command == 0xA5
            case 0xA6 | 0xA7:
                self._inverted = command == 0xA7
            case 0xAE | 0xAF:
                self._displaying = command == 0xAF
            case 0xC0 | 0xC8:
                self._upside_down = command == 0xC0
            case _:
                return False
        return True

    def _run_command(self, command: int, arguments: list[int]) -> None:
        """Obey a command with arguments; one that changes nothing to be seen is passed over."""
        match command, arguments:
            case ((0x2E | 0x2F), []) if self._chip.by_window:
                if self._scrolling:  # the RAM must be written again
                    self._ram = bytearray(self._noise.randbytes(len(self._ram)))
                self._scrolling = command == 0x2F
            case 0x20, [mode]:
                self._mode = mode & 0x03
            case 0x21, [first, last]:
                self._column_window = (first & 0x7F, last & 0x7F)
                self._column = first & 0x7F
            case 0x22, [first, last]:
                self._page_window = (first & 0x07, last & 0x07)
                self._page = first & 0x07
            case 0x81, [contrast]:
                self._contrast = contrast
            case 0x8D, [pump] if self._chip.pumped:
                self._voltage = bool(pump & 0x04)
            case 0xAD, [converter]:
                self._voltage = bool(converter & 0x01)
            case 0xD3, [offset]:
                self._offset = offset & (0x7F if self._upright else 0x3F)


def _step_in_window(position: int, window: tuple[int, int]) -> tuple[int, bool]:
    """Step inside a window; the flag tells that the end was reached."""
    first, last = window
    return (first, True) if position >= last else (position + 1, False)


STUCK_SECONDS = 1.0
"""Seconds after which a Pi's kernel gives up a transfer on a stuck bus."""


class PluggedPanels:
    """The panels of a bus, by address or chip select, to be looked at, pulled out and put back."""

    def __init__(self, wires: "_Wires") -> None:
        self._wires = wires

    @property
    def chips(self) -> GpioChips:
        """The lines, for another program on the same machine."""
        return self._wires

    @property
    def wire_bytes(self) -> int:
        """Bytes on the wire so far; on I2C with address and control bytes."""
        return self._wires.sent

    def unplug(self, place: int, after: int = 0) -> None:
        """Pull a panel out, now or after so many transfers more: in the midst of a picture."""
        self._wires.left[place] = after
        self._wires.tell(place)

    def replug(self, place: int, *, confused: bool = False) -> None:
        """Put a panel back, which has lost everything; `confused`: it obeys once it is reset."""
        self._wires.left.pop(place, None)
        self._wires.panels[place].cut_power()
        if confused:
            self._wires.panels[place].acknowledges = False
        self._wires.tell(place)

    def picture(self, place: int) -> Image.Image:
        """Return what a person sees on a panel: black if it is pulled out."""
        image = self._wires.panels[place].picture()
        return Image.new(image.mode, image.size) if self._wires.is_out(place) else image

    def listen(self, listener: Callable[[int], None]) -> None:
        """Have a function called with the place after every transfer, unplug and replug.

        It is called in the thread that drives the bus and should only take note.
        """
        self._wires.listeners.append(listener)


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
        super().__init__(_Wires(panels, None, resets))
        self.name = name
        wired = {address: pin for address, pin in resets.items() if pin is not None}
        self._resets = ResetLines(wired, lambda: self._wires, (0.0, 0.0))
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
        """See PanelBus."""
        return name_address(address)

    def explain_failure(self, address: int, _error: Exception) -> str:
        """See PanelBus."""
        return explain_no_answer(self.name, address, self.scan_addresses())

    def scan_addresses(self) -> tuple[int, ...]:
        """Return the addresses of the panels that are plugged in, where these can answer."""
        if not self.answers:
            return ()
        if self.stuck:
            self.on_stuck(STUCK_SECONDS)
            return ()
        self._resets.pulse_unused()
        return tuple(filter(self._is_heard, sorted(self._wires.panels)))

    def transfer(self, address: int, payload: bytes) -> None:
        """Carry one transfer; raise OSError as a Pi does when nothing answers."""
        if self.stuck:
            self.on_stuck(STUCK_SECONDS)
            raise OSError(BUS_STUCK, os.strerror(BUS_STUCK))
        self._wires.sent += 1
        if not self._is_heard(address):
            if not self.answers:
                return
            raise OSError(NO_ANSWER, os.strerror(NO_ANSWER))
        self._wires.sent += len(payload)
        self._wires.panels[address].receive(payload)
        self._wires.finish_transfer(address)

    def replay(self, recording: Iterable[tuple[int, bytes]]) -> None:
        """Carry the transfers of a recording, as `parse_transfers` reads them."""
        for address, payload in recording:
            self.transfer(address, payload)

    def _is_heard(self, address: int) -> bool:
        """Return whether a panel is there and acknowledges: not one that is held in reset."""
        return self._wires.reaches(address) and self._wires.panels[address].acknowledges


CHIP = "/dev/gpiochip0"
DATA_COMMAND, RESETS = 24, {0: 25, 1: 23}
"""The lines of the reference build."""


class SimulatedSpiBus(PluggedPanels, SpiBus):
    """SPI bus 0 with panels by chip select (0 and 1), all plugged in.

    It is our own driver with luma's `spi` in it, on lines and a spidev of memory. Nothing answers:
    what is sent to a panel that is pulled out is lost, as on a real one.
    """

    def __init__(
        self,
        panels: Mapping[int, SimulatedPanel],
        data_command: int = DATA_COMMAND,
        resets: Mapping[int, int | None] = RESETS,
    ) -> None:
        PluggedPanels.__init__(self, _Wires(panels, data_command, resets))
        SpiBus.__init__(
            self,
            "/dev/spidev0",
            data_command,
            resets,
            lambda: self.chips,
            self.open_device,
            (0.0, 0.0),
        )

    @property
    def levels(self) -> Mapping[int, bool]:
        """The lines that are taken now, by GPIO number, and how they are."""
        return {gpio: line.high for gpio, line in self._wires.lines.items()}

    @property
    def clock_hz(self) -> int:
        """The clock that was last asked for."""
        return self._wires.clock_hz

    @property
    def refusal(self) -> int:
        """The error number by which the kernel refuses the bus; 0: it does not."""
        return self._wires.refusal

    @refusal.setter
    def refusal(self, number: int) -> None:
        self._wires.refusal = number

    @property
    def missing(self) -> bool:
        """SPI is switched off: there is no such file."""
        return self.refusal == errno.ENOENT

    @missing.setter
    def missing(self, missing: bool) -> None:
        self.refusal = errno.ENOENT if missing else 0

    def open_device(self) -> SpiDevice:
        """Return a spidev for another program on the same machine."""
        return _SimulatedSpiDevice(self._wires)

    def find_fault(self) -> str:
        """Return whether the bus can be used."""
        try:
            self._wires.check()
        except OSError as error:
            return self._explain_refusal(0, error)
        return ""


class _Wires:
    """The lines of a header, the clock and the data, as `GpioChips` and spidev reach them."""

    def __init__(
        self,
        panels: Mapping[int, SimulatedPanel],
        data_command: int | None,
        resets: Mapping[int, int | None],
    ) -> None:
        self.panels = dict(panels)
        self.lines: dict[int, _SimulatedLine] = {}
        self.left: dict[int, int] = {}
        """For each unplugged panel the transfers until it is out."""
        self.listeners: list[Callable[[int], None]] = []
        self.sent = 0
        self.clock_hz = 0
        self.refusal = 0
        self._data_command = data_command
        self._resets = dict(resets)

    def check(self) -> None:
        if self.refusal:
            raise OSError(self.refusal, os.strerror(self.refusal))

    def labels(self) -> Mapping[str, str]:
        return {CHIP: "pinctrl-bcm2835"}

    def request(self, _path: str, offset: int, settings: LineSettings) -> "_SimulatedLine":
        if offset in self.lines:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        self.lines[offset] = line = _SimulatedLine(self, offset)
        line.write(settings.high)
        return line

    def line_user(self, _path: str, _offset: int) -> str:
        return "cdgdevice"

    def moved(self, gpio: int, high: bool) -> None:
        for select, reset in self._resets.items():
            if reset == gpio and not high and select in self.panels:
                self.panels[select].reset()

    def is_out(self, place: int) -> bool:
        return self.left.get(place) == 0

    def reaches(self, place: int) -> bool:
        """Return whether a panel is there and not held in reset: a line nobody drives is high."""
        line = self.lines.get(-1 if (reset := self._resets.get(place)) is None else reset)
        held = line is not None and not line.high
        return place in self.panels and not self.is_out(place) and not held

    def finish_transfer(self, place: int) -> None:
        if self.left.get(place):
            self.left[place] -= 1
        self.tell(place)

    def send(self, select: int, content: bytes) -> None:
        assert self._data_command is not None
        self.sent += len(content)
        if self.reaches(select):
            self.panels[select].take(content, pixels=self.lines[self._data_command].high)
        self.finish_transfer(select)

    def tell(self, select: int) -> None:
        for listener in self.listeners:
            listener(select)


class _SimulatedLine:
    """An output of the header."""

    def __init__(self, wires: _Wires, gpio: int) -> None:
        self._wires = wires
        self._gpio = gpio
        self.high = False

    def fileno(self) -> int:
        return -1

    def read(self) -> bool:
        return self.high

    def write(self, high: bool) -> None:
        self.high = high
        self._wires.moved(self._gpio, high)

    def reconfigure(self, settings: LineSettings) -> None:
        self.write(settings.high)

    def edges(self) -> tuple[LineEdge, ...]:
        return ()

    def release(self) -> None:
        self._wires.lines.pop(self._gpio, None)


class _SimulatedSpiDevice:
    """A `spidev.SpiDev`."""

    def __init__(self, wires: _Wires) -> None:
        self._wires = wires
        self._select: int | None = None

    @property
    def max_speed_hz(self) -> int:
        return self._wires.clock_hz

    @max_speed_hz.setter
    def max_speed_hz(self, hertz: int) -> None:
        self._wires.clock_hz = hertz

    def open(self, _bus: int, device: int) -> None:
        self._wires.check()
        self._select = device

    def writebytes(self, data: Any) -> None:
        self._wires.check()
        if self._select is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        self._wires.send(self._select, bytes(data))

    def close(self) -> None:
        self._select = None
