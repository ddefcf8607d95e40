"""The port `auto` over real terminals: which it has open, and when it changes to another."""

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from cdgdevice.drivers.reader import reader_port
from cdgdevice.drivers.reader.line import encode
from cdgdevice.drivers.reader.reader_conditions import LinkState
from cdgdevice.drivers.reader.reader_port import PortClosed, PortOpened, ReaderPort
from cdgdevice.simulator.simulated_reader import SimulatedReader
from tests.drivers.reader.test_reader_port import Loop, assert_nobody_wakes, linux, posix
from tests.drivers.reader.usb_serial_port import UsbSerialPort
from tests.terminals import TerminalCable

pytestmark = posix

SIMPLE_ROLL = encode("ROLL", "0", "", "4", "")


class Machine:
    """The serial ports of a machine: `devices` stands for /dev, where the kernel tells of each."""

    def __init__(self, devices: Path) -> None:
        self._devices = devices
        self._plugged: list[str] = []
        self._changes = 0

    def ports(self) -> list[UsbSerialPort]:
        return [UsbSerialPort(name) for name in self._plugged]

    def plug(self, name: str) -> None:
        self._plugged = [*self._plugged, name]
        self.change()

    def change(self) -> None:
        self._changes += 1
        (self._devices / f"change{self._changes}").touch()


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setattr(reader_port, "ANY_DEVICE", tmp_path / "ttyACM0")
    return Machine(tmp_path)


@pytest.fixture
def silent(machine: Machine) -> Iterator[TerminalCable]:
    """A device that says nothing, the only one at first."""
    with closing(TerminalCable()) as cable:
        cable.plug()
        machine.plug(cable.url)
        yield cable


@pytest.fixture
def loop(machine: Machine, silent: TerminalCable) -> Iterator[Loop]:
    """The loop of a gadget that has the silent device open."""
    loop = Loop()
    with ReaderPort("auto", loop.queue.put, ports=machine.ports) as loop.port:
        assert isinstance(loop.next(), PortOpened)
        yield loop


def test_a_silent_device_is_left_for_a_reader_that_is_plugged_in_later(
    loop: Loop, machine: Machine
) -> None:
    with SimulatedReader(carrier=TerminalCable()) as reader:
        machine.plug(reader.url)
        loop.until(lambda: loop.shown(LinkState.LINKED) == 1)
        reader.throw(5)
        loop.until(lambda: loop.faces == [5])
    assert not any(isinstance(event, PortClosed) for event in loop.seen[:-1])


def test_a_device_that_has_spoken_is_kept_whatever_is_plugged_in_later(
    loop: Loop, machine: Machine, silent: TerminalCable
) -> None:
    with SimulatedReader(carrier=TerminalCable()) as other:
        silent.write(b"\0" + SIMPLE_ROLL)
        loop.until(lambda: loop.faces == [4])
        machine.plug(other.url)
        silent.write(encode("ROLL", "0", "", "6", ""))
        loop.until(lambda: loop.faces == [4, 6])
    assert sum(isinstance(event, PortOpened) for event in loop.seen) == 1


def test_a_silent_device_is_kept_while_nothing_comes_that_could_be_the_reader(
    loop: Loop, machine: Machine, silent: TerminalCable
) -> None:
    machine.change()
    silent.write(b"a prompt >>> ")
    machine.change()
    silent.write(SIMPLE_ROLL)
    loop.until(lambda: loop.faces == [4])
    assert sum(isinstance(event, PortOpened) for event in loop.seen) == 1


def test_a_silent_device_that_takes_nothing_is_told_by_its_name(
    loop: Loop, silent: TerminalCable
) -> None:
    assert loop.port is not None
    while loop.queue.empty():
        loop.port.send(b"$HELLO?*0000\n" * 500)
    hung = loop.next()
    assert isinstance(hung, PortClosed)
    assert hung.why.startswith(f"The die reader at {silent.url} hangs")
    assert "/" not in hung.shown


def test_closing_ends_the_waiting_for_a_silent_device(loop: Loop) -> None:
    assert loop.port is not None
    loop.port.close()
    assert not any(t.name == "die reader" for t in threading.enumerate())
    assert loop.queue.empty()


def test_a_silent_device_that_is_pulled_out_is_told(loop: Loop, silent: TerminalCable) -> None:
    silent.unplug()
    gone = loop.next()
    assert isinstance(gone, PortClosed)
    assert gone.why == f"The die reader at {silent.url} is gone: plug it in again."
    assert gone.shown == "The die reader is unplugged: plug it in."


@linux
def test_waiting_for_a_silent_device_wakes_nobody(loop: Loop) -> None:
    assert_nobody_wakes(loop)
