"""A Raspberry Pi Pico, emulated: real MicroPython runs the real firmware over a simulated tray.

rp2040py emulates the chip. Here its flash is filled, the sensor and its LED are wired to its
pins, and its USB is a stream of bytes. Time in it passes as it works, not by the world's clock.
"""

import secrets
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from littlefs import LittleFS, UserContext
from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.device.load_flash import load_uf2
from rp2040py.execute_batch import execute_batch
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.peripherals.i2c import I2CMode
from rp2040py.peripherals.peripheral import BasePeripheral
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.usb.cdc import USBCDC
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from firmware import board
from firmware.simulated.chip import ADDRESS, Chip
from firmware.simulated.tray import Tray

_BLOCK = 4096
_BLOCKS = 352
_FILES_AT = 2 * 1024 * 1024 - _BLOCKS * _BLOCK
"""Where MicroPython keeps the files of a Pico: in the last 1408 KB of its flash."""
_DISK_VERSION = 0x00020000
"""The files' format that every MicroPython reads."""
_BYTE = 9 * 1_000_000_000 / board.FREQUENCY
"""Nanoseconds of a byte and its acknowledgement on the bus."""
_FASTEST = 2.0
"""How many times faster than the world's its time may pass, while it rests."""
_ROSC, _RANDOM_BIT = 0x40060, 0x1C
"""The ring oscillator's place, and its register that MicroPython draws random numbers from."""


class _Noise(BasePeripheral):
    """The ring oscillator, whose random bit rp2040py leaves at 1."""

    def read_uint32(self, offset: int) -> int:
        return secrets.randbits(1) if offset == _RANDOM_BIT else super().read_uint32(offset)


class Bus:
    """The sensor's bus; a byte takes its time on it, which rp2040py leaves to the devices."""

    def __init__(self, chip: RP2040, tray: Tray) -> None:
        self._i2c = chip.i2c[board.I2C]
        self._tray = tray
        self._sensor = Chip(tray)
        self._written = bytearray()
        self._byte = chip.clock.create_alarm(self._done)
        self._after: Callable[[], None] = self._i2c.complete_stop

    def connect(self, address: int, _: I2CMode) -> None:
        """Begin a transfer, which may follow another without a stop."""
        self._take()
        self._later(partial(self._i2c.complete_connect, address == ADDRESS and self._there))

    def write(self, value: int) -> None:
        """Take a byte."""
        self._written.append(value)
        self._later(partial(self._i2c.complete_write, self._there))

    def read(self, _: bool) -> None:
        """Give a byte."""
        value = self._sensor.read(1)[0] if self._there else 0xFF
        self._later(partial(self._i2c.complete_read, value))

    def stop(self) -> None:
        """End the transfer."""
        self._take()
        self._i2c.complete_stop()

    @property
    def _there(self) -> bool:
        return self._tray.powered_since is not None

    def _take(self) -> None:
        if self._written and self._there:
            self._sensor.write(bytes(self._written))
        self._written.clear()

    def _later(self, after: Callable[[], None]) -> None:
        self._after = after
        self._byte.schedule(_BYTE)

    def _done(self) -> None:
        self._after()


class Pico:
    """A Pico with MicroPython's UF2 file `image` and `files` on it; it begins without power.

    `tray` lies over its sensor, whatever its power. It has no motor until `fit_motor`.
    """

    def __init__(self, image: Path, files: Mapping[str, bytes], *, seed: int = 0) -> None:
        self._image = image
        self._files = _disk(files)
        self._before = 0.0
        self._simulator: Simulator | None = None
        self._wired = True
        self._motor = False
        self.tray = Tray(self.clock, seed)
        self.tray.unsolder()

    def fit_motor(self, fitted: bool) -> None:
        """Wire a motor to the tray, or take it out; it is told at the next start."""
        self._motor = fitted

    def clock(self) -> float:
        """Give the milliseconds for which it has had power, by its own time."""
        now = self._simulator.clock.nanos / 1e6 if self._simulator else 0.0
        return self._before + now

    @property
    def powered(self) -> bool:
        """Whether it has power."""
        return self._simulator is not None

    def plug(self) -> None:
        """Give it power: it starts."""
        chip = RP2040()
        chip.logger = ConsoleLogger(LogLevel.ERROR)
        chip.load_bootrom(BOOTROM_B1)
        load_uf2(self._image, chip)
        chip.flash[_FILES_AT : _FILES_AT + len(self._files)] = self._files
        chip.peripherals[_ROSC] = _Noise(chip, "ROSC")
        self._chip = chip
        self._simulator = Simulator(rp2040=chip)
        self._to_host: list[tuple[float, bytes]] = []
        self._to_board = bytearray()
        self._cable = USBCDC(chip.usb_ctrl)
        self._cable.on_serial_data = self._sent
        self._cable.on_device_connected = self._seen_by_host
        self._receive = chip.usb_ctrl.on_endpoint_read
        chip.usb_ctrl.on_endpoint_read = self._wants
        self._wanted: tuple[int, int] | None = None
        chip.watchdog.on_watchdog_trigger = self._restarted
        self.on_usb = False
        """Whether the host sees it as a serial port, by now."""
        self.restarts = 0
        """How often it has started anew since it got power: by itself or by its watchdog."""
        self._wire(chip)
        self._beat = chip.clock.create_alarm(self._pass)
        self._due = 0.0
        self._pass()
        chip.core.pc = FLASH_START_ADDRESS

    def unplug(self) -> None:
        """Take its power away; what is in its flash stays."""
        self._files = bytes(self._chip.flash[_FILES_AT : _FILES_AT + _BLOCK * _BLOCKS])
        self._before = self.clock()
        self._simulator = None
        self._wired = self.tray.powered_since is not None
        self.tray.light(False)
        self.tray.unsolder()

    def run(self) -> list[tuple[float, bytes]]:
        """Run it for a millisecond at most; give what it sent over USB, and when. It needs power.

        A busy millisecond takes several such runs, each of some milliseconds of the world's time.
        """
        room = self._cable.tx_fifo.size - self._cable.tx_fifo.item_count
        for byte in self._to_board[:room]:
            self._cable.send_serial_byte(byte)
        del self._to_board[:room]
        if self._wanted is not None and not self._cable.tx_fifo.empty:
            self._receive(*self._wanted)
            self._wanted = None
        simulator = self._running()
        simulator.stopped = False
        execute_batch(simulator, 1)
        if simulator.stopped:
            self._keep_pace()
        sent, self._to_host = self._to_host, []
        return sent

    def send(self, data: bytes) -> None:
        """Let the host send this over USB."""
        self._to_board += data

    def open(self, is_open: bool) -> None:
        """Let the host open or close the port, which the board can tell."""
        self._cable.set_control_lines(dtr=is_open, rts=is_open)

    def pins(self) -> dict[int, dict[str, int | bool]]:
        """Give for each GPIO its function, and whether it drives, is high and is pulled up.

        A function is the RP2040's number for it: 3 is I2C, 5 a plain pin, 31 none.
        """
        return {
            number: {
                "function": pin.function_select,
                "drives": bool(pin.output_enable),
                "high": pin.value is GPIOPinState.HIGH,
                "pulled_up": pin.pullup_enabled,
            }
            for number, pin in enumerate(self._chip.gpio)
        }

    def _running(self) -> Simulator:
        if self._simulator is None:
            raise RuntimeError("The emulated Pico has no power: plug it in first.")
        return self._simulator

    def _sent(self, data: bytes) -> None:
        self._to_host.append((self.clock(), bytes(data)))

    def _keep_pace(self) -> None:
        now = time.monotonic()
        self._due = max(now, self._due + 0.001 / _FASTEST)
        time.sleep(self._due - now)

    def _pass(self) -> None:
        """End a run, for a millisecond has passed; it does so even while the chip rests."""
        self._beat.schedule(1_000_000)
        self._running().stopped = True

    def _wants(self, endpoint: int, size: int) -> None:
        # rp2040py would send an empty packet at once, then the next: no sleep were ever a rest.
        if endpoint and self._cable.tx_fifo.empty:
            self._wanted = endpoint, size
        else:
            self._receive(endpoint, size)

    def _seen_by_host(self) -> None:
        self.on_usb = True

    def _restarted(self) -> None:
        self.on_usb = False
        self.restarts += 1
        self._to_board.clear()
        self._wanted = None
        self.tray.light(False)
        self._chip.enter_reset(from_watchdog=True)
        self._chip.leave_reset()

    def _wire(self, chip: RP2040) -> None:
        if self._wired:
            self.tray.solder()
        bus = Bus(chip, self.tray)
        i2c = chip.i2c[board.I2C]
        i2c.on_connect, i2c.on_stop = bus.connect, bus.stop
        i2c.on_write_byte, i2c.on_read_byte = bus.write, bus.read
        chip.gpio[board.LED].add_listener(lambda now, _: self.tray.light(now is GPIOPinState.HIGH))
        # The resistor of the motor's transistor is stronger than the chip's pull-up.
        if self._motor:
            chip.gpio[board.MOTOR].set_input_value(False)
        chip.gpio[board.MOTOR].add_listener(lambda now, _: self._shake(now is GPIOPinState.HIGH))

    def _shake(self, runs: bool) -> None:
        if runs and self._motor:
            self.tray.shake()


def _disk(files: Mapping[str, bytes]) -> bytes:
    """Give the bytes of a flash with these files."""
    disk = UserContext(_BLOCK * _BLOCKS)
    made = LittleFS(
        context=disk,
        block_size=_BLOCK,
        block_count=_BLOCKS,
        prog_size=256,
        disk_version=_DISK_VERSION,
    )
    for name, data in files.items():
        with made.open(name, "wb") as file:
            file.write(data)
    made.unmount()
    return bytes(disk.buffer)
