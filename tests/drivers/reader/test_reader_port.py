"""The port over real pseudo-terminals and sockets; a queue's time-out is the only waiting."""

import errno
import os
import threading
import time
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from queue import Empty, Queue

import pytest
import serial

from cdgdevice.drivers.reader.line import encode
from cdgdevice.drivers.reader.reader_conditions import LinkState
from cdgdevice.drivers.reader.reader_link import (
    LinkEffect,
    ReaderCondition,
    ReaderLink,
    ReaderThrow,
    SendLine,
)
from cdgdevice.drivers.reader.reader_messages import DieState
from cdgdevice.drivers.reader.reader_port import (
    FLOOD_PAUSE,
    INBOX_LIMIT,
    POLL_INTERVAL,
    SETTLING_GRACE,
    PortClosed,
    PortEvent,
    PortOpened,
    PortReceived,
    ReaderPort,
)
from cdgdevice.errors import HardwareError
from cdgdevice.simulator.simulated_reader import SimulatedReader, UnixCable
from tests.drivers.reader.usb_serial_port import UsbSerialPort
from tests.patience import PATIENCE
from tests.terminals import TerminalCable

posix = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are POSIX")
linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="inotify is Linux")


class Loop:
    """The gadget's loop in small: the queue, the link, and a journal."""

    def __init__(self) -> None:
        self.queue: Queue[PortEvent] = Queue()
        self.link = ReaderLink()
        self.port: ReaderPort | None = None
        self.seen: list[PortEvent] = []
        self.effects: list[LinkEffect] = []
        self.faces: list[int] = []

    def next(self) -> PortEvent:
        event = self.queue.get(timeout=PATIENCE)
        self.seen.append(event)
        match event:
            case PortOpened(at):
                self.do(self.link.handle_opened(at))
            case PortClosed(_, why):
                self.do(self.link.handle_closed(why))
            case PortReceived(_, take):
                for at, message in take():
                    self.do(self.link.handle_message(at, message))
        return event

    def do(self, effects: tuple[LinkEffect, ...]) -> None:
        for effect in effects:
            self.effects.append(effect)
            if isinstance(effect, SendLine) and self.port is not None:
                self.port.send(effect.line)
            elif isinstance(effect, ReaderThrow):
                self.faces.append(effect.face)
                self.do(self.link.acknowledge_throw(effect))

    def until(self, met: Callable[[], bool]) -> None:
        while not met():
            self.next()

    def shown(self, state: DieState | LinkState) -> int:
        return sum(isinstance(e, ReaderCondition) and e.state is state for e in self.effects)


def plugged(reader: SimulatedReader, loop: Loop) -> ReaderPort:
    loop.port = ReaderPort(reader.url, loop.queue.put)
    return loop.port


@pytest.fixture
def loop() -> Loop:
    return Loop()


@pytest.fixture(
    params=[pytest.param("unix", marks=posix), "socket", pytest.param("terminal", marks=posix)]
)
def reader(request: pytest.FixtureRequest):
    carrier = TerminalCable() if request.param == "terminal" else request.param
    with SimulatedReader(carrier=carrier) as reader:
        yield reader


@pytest.fixture
def mad_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pyserial find the ports mad://."""
    packages = [*serial.protocol_handler_packages, "tests.drivers.fakes"]
    monkeypatch.setattr(serial, "protocol_handler_packages", packages)


def test_an_unplugged_reader_is_told_once_and_its_return_is_noticed(
    reader: SimulatedReader, loop: Loop
) -> None:
    with plugged(reader, loop):
        loop.until(lambda: loop.shown(LinkState.LINKED) == 1)
        reader.throw(1)
        loop.until(lambda: loop.faces == [1])
        reader.unplug()
        loop.until(lambda: any(isinstance(event, PortClosed) for event in loop.seen))
        reader.replug()
        loop.until(lambda: loop.shown(LinkState.LINKED) == 2)
        reader.throw(6)
        loop.until(lambda: loop.faces == [1, 6])
    opened = [event for event in loop.seen if isinstance(event, PortOpened)]
    assert len(opened) == 2


def test_a_reader_that_babbles_is_heard_all_the_same(reader: SimulatedReader, loop: Loop) -> None:
    with plugged(reader, loop):
        loop.until(lambda: loop.shown(LinkState.LINKED) == 1)
        reader.send_noise(b"MicroPython v1.25 on 2025-04-15\r\n>>> \xff\x00" + b"x" * 500 + b"\n")
        reader.throw(2)
        loop.until(lambda: loop.faces == [2])


@posix
def test_a_flood_waits_in_a_small_place_and_the_next_throw_counts(loop: Loop) -> None:
    with SimulatedReader() as reader, plugged(reader, loop):
        loop.until(lambda: loop.shown(LinkState.LINKED) == 1)
        for number in range(100):
            reader.send_noise(encode("PONG", str(number)) * 200)
        event = loop.queue.get(timeout=PATIENCE)
        assert isinstance(event, PortReceived)
        # However much has come, the queue holds nothing more, and few messages wait.
        assert loop.queue.empty()
        assert 0 < len(event.take()) <= INBOX_LIMIT
        reader.send_noise(b"\n")
        reader.throw(4)
        loop.until(lambda: loop.faces == [4])


class CountingClock:
    """A clock at which a port looks once a read."""

    reads = 0

    def __call__(self) -> float:
        self.reads += 1
        return time.monotonic()


def test_the_thread_rests_in_a_flood(loop: Loop, mad_ports: None) -> None:
    clock = CountingClock()
    with ReaderPort("mad://flood", loop.queue.put, clock=clock):
        assert isinstance(loop.next(), PortOpened)
        before, began = clock.reads, time.monotonic()
        with pytest.raises(Empty):
            loop.queue.get(timeout=0.3)
        assert 0 < clock.reads - before <= (time.monotonic() - began) / FLOOD_PAUSE + 2


def test_the_thread_rests_in_a_flood_from_a_socket_too(loop: Loop) -> None:
    clock, noise = CountingClock(), b"x" * 50_000 + b"\n"
    with SimulatedReader(carrier="socket") as reader:
        loop.port = ReaderPort(reader.url, loop.queue.put, clock=clock)
        with loop.port:
            loop.until(lambda: loop.shown(LinkState.LINKED) == 1)
            before = clock.reads
            reader.send_noise(noise)
            reader.throw(3)
            loop.until(lambda: loop.faces == [3])
        assert clock.reads - before < len(noise) / 100


def test_a_handler_that_raises_what_it_likes_is_a_reader_that_hangs(
    loop: Loop, mad_ports: None
) -> None:
    with ReaderPort("mad://raises", loop.queue.put) as port:
        assert isinstance(loop.next(), PortOpened)
        port.send(b"$HELLO?*0000\n")
        assert isinstance(loop.next(), PortClosed)
        assert isinstance(loop.next(), PortOpened), "the thread lives"


@posix
def test_a_missing_reader_is_told_once_and_found_when_it_comes(tmp_path: Path, loop: Loop) -> None:
    place = tmp_path / "by-id" / "die"
    with (
        SimulatedReader(carrier=TerminalCable()) as reader,
        ReaderPort(str(place), loop.queue.put) as port,
    ):
        loop.port = port
        missing = loop.next()
        assert isinstance(missing, PortClosed)
        assert missing.why == f"The die reader is not plugged in: there is no {place}."
        (tmp_path / "other").touch()
        place.parent.mkdir()
        place.symlink_to(reader.url)
        assert isinstance(loop.next(), PortOpened)


@posix
def test_a_socket_that_comes_later_is_found_and_one_host_at_a_time_has_it(loop: Loop) -> None:
    with SimulatedReader() as reader:
        reader.unplug()
        with ReaderPort(reader.url, loop.queue.put) as port:
            loop.port = port
            missing = loop.next()
            assert isinstance(missing, PortClosed)
            assert missing.why.startswith(f"No program offers a die reader at {reader.url}: ")
            reader.replug()
            loop.until(lambda: loop.shown(LinkState.LINKED) == 1)
            other = Loop()
            with ReaderPort(reader.url, other.queue.put):
                busy = other.next()
                assert isinstance(busy, PortClosed)
                assert busy.why.startswith(f"Another program has the die reader at {reader.url}")
                port.close()
                assert isinstance(other.next(), PortOpened)


def assert_nobody_wakes(loop: Loop) -> None:
    """Fail if the port's thread does anything while it waits."""
    (thread,) = (t for t in threading.enumerate() if t.name == "die reader")
    status = Path(f"/proc/self/task/{thread.native_id}/status")

    def count_switches() -> int:
        return int(status.read_text().split("voluntary_ctxt_switches:")[1].split()[0])

    settled = None
    while (before := count_switches()) != settled:
        settled = before
        with pytest.raises(Empty):
            loop.queue.get(timeout=0.2)
    with pytest.raises(Empty):
        loop.queue.get(timeout=POLL_INTERVAL + 0.2)
    assert count_switches() == before


@linux
def test_waiting_for_a_missing_reader_wakes_nobody(tmp_path: Path, loop: Loop) -> None:
    with ReaderPort(str(tmp_path / "die"), loop.queue.put):
        assert isinstance(loop.next(), PortClosed)
        assert_nobody_wakes(loop)


@posix
def test_a_port_that_another_program_holds_is_told(loop: Loop) -> None:
    with (
        SimulatedReader(carrier=TerminalCable()) as reader,
        serial.Serial(reader.url, exclusive=True),
        plugged(reader, loop),
    ):
        busy = loop.next()
        assert isinstance(busy, PortClosed)
        assert busy.why.startswith(f"Another program has the die reader at {reader.url} open")


@posix
@pytest.mark.parametrize("name", ["auto", "a path"])
def test_a_port_that_another_program_lets_go_is_opened_then(name: str, loop: Loop) -> None:
    with SimulatedReader(carrier=TerminalCable()) as reader:
        port = ReaderPort(
            "auto" if name == "auto" else reader.url,
            loop.queue.put,
            ports=lambda: [UsbSerialPort(reader.url)],
            reopen_interval=0.05,
        )
        with serial.Serial(reader.url, exclusive=True) as other, port:
            assert isinstance(loop.next(), PortClosed)
            other.close()
            assert isinstance(loop.next(), PortOpened)


@posix
def test_a_port_that_is_given_to_its_group_a_moment_later_is_opened_without_a_word(
    loop: Loop, mad_ports: None
) -> None:
    with SimulatedReader() as reader:
        found = iter(["mad://denied", "mad://denied", reader.url])
        with ReaderPort("auto", loop.queue.put, ports=lambda: [UsbSerialPort(next(found))]):
            assert isinstance(loop.next(), PortOpened)


def test_a_port_that_stays_denied_is_told_once_when_its_time_is_up(
    loop: Loop, mad_ports: None
) -> None:
    tries = iter([0.0, SETTLING_GRACE - 0.1])
    with ReaderPort("mad://denied", loop.queue.put, clock=lambda: next(tries, SETTLING_GRACE)):
        denied = loop.next()
        assert isinstance(denied, PortClosed)
        assert denied.at == SETTLING_GRACE
        assert denied.why.startswith("The die reader at mad://denied may not be opened")
        with pytest.raises(Empty):
            loop.queue.get(timeout=0.3)


@posix
def test_each_time_that_a_port_comes_it_has_its_time_again(loop: Loop, mad_ports: None) -> None:
    now = 0.0
    with SimulatedReader() as reader:
        found = iter(["mad://denied", reader.url, "mad://denied", reader.url])
        with ReaderPort(
            "auto",
            loop.queue.put,
            clock=lambda: now,
            ports=lambda: [UsbSerialPort(next(found))],
        ):
            assert isinstance(loop.next(), PortOpened)
            now += 10 * SETTLING_GRACE
            reader.unplug()
            reader.replug()
            loop.until(lambda: isinstance(loop.seen[-1], PortClosed))
            assert isinstance(loop.next(), PortOpened)


@posix
def test_a_file_that_is_no_port_is_told(tmp_path: Path, loop: Loop) -> None:
    (tmp_path / "notes").write_text("hello")
    with ReaderPort(str(tmp_path / "notes"), loop.queue.put):
        wrong = loop.next()
        assert isinstance(wrong, PortClosed)
        assert "can't be opened as a serial port" in wrong.why


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("socket://127.0.0.1:0", "Nothing answers at socket://127.0.0.1:0"),
        ("socket://", "Nothing answers at socket://"),
        ("nonsense://here", "nonsense://here is no port that this program knows"),
    ],
)
def test_a_url_that_leads_nowhere_is_told(url: str, words: str, loop: Loop) -> None:
    with ReaderPort(url, loop.queue.put):
        nothing = loop.next()
        assert isinstance(nothing, PortClosed)
        assert nothing.why.startswith(words)


def test_a_search_without_a_find_is_told_in_its_own_words(loop: Loop) -> None:
    def ports() -> list[UsbSerialPort]:
        raise HardwareError("Two could be it.")

    with ReaderPort("auto", loop.queue.put, ports=ports):
        assert isinstance(event := loop.next(), PortClosed)
        assert event.why == "Two could be it."


@posix
@pytest.mark.parametrize("cable", [UnixCable, TerminalCable])
def test_a_reader_that_takes_nothing_is_told_and_holds_nobody_up(
    cable: type[UnixCable | TerminalCable], loop: Loop
) -> None:
    with closing(cable()) as hung_reader:
        hung_reader.plug()
        with ReaderPort(hung_reader.url, loop.queue.put) as port:
            assert isinstance(loop.next(), PortOpened)
            while loop.queue.empty():
                port.send(b"$HELLO?*0000\n" * 500)
            hung = loop.next()
            assert isinstance(hung, PortClosed)
            assert "hangs" in hung.why


@posix
def test_a_computer_that_is_busy_while_it_writes_does_not_take_the_reader_for_hung(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    # At each look at pyserial's clock another hour has passed.
    monkeypatch.setattr(serial.serialutil.Timeout, "TIME", count(0.0, 3600.0).__next__)
    with SimulatedReader(carrier=TerminalCable()) as reader, plugged(reader, loop):
        while not loop.shown(LinkState.LINKED):
            assert not isinstance(loop.next(), PortClosed)
        reader.throw(5)
        while not loop.faces:
            assert not isinstance(loop.next(), PortClosed)


def test_sending_to_a_reader_that_is_not_there_does_nothing(tmp_path: Path, loop: Loop) -> None:
    with ReaderPort(str(tmp_path / "die"), loop.queue.put) as port:
        loop.next()
        port.send(b"$HELLO?*0000\n")
        with pytest.raises(Empty):
            loop.queue.get(timeout=0.1)


@posix
def test_closing_ends_a_blocked_read_and_says_nothing(loop: Loop) -> None:
    with SimulatedReader() as reader:
        port = plugged(reader, loop)
        port.start()
        loop.until(lambda: loop.shown(LinkState.LINKED) == 1)
        port.close()
        port.close()
        assert not any(t.name == "die reader" for t in threading.enumerate())
        assert not any(isinstance(event, PortClosed) for event in loop.seen)


def test_a_port_that_was_never_started_can_be_closed() -> None:
    ReaderPort("auto", print).close()


def test_a_closed_simulated_reader_says_so() -> None:
    reader = SimulatedReader()
    reader.close()
    reader.close()
    with pytest.raises(HardwareError, match="closed"):
        reader.throw()


@posix
def test_an_unplugged_simulated_reader_has_no_device() -> None:
    with SimulatedReader(carrier=TerminalCable()) as reader:
        reader.unplug()
        reader.unplug()
        assert 1 <= reader.throw() <= 6
        with pytest.raises(serial.SerialException) as missing:
            serial.Serial(reader.url)
        assert missing.value.errno == errno.ENOENT
        reader.replug()
        reader.replug()
        serial.Serial(reader.url).close()
