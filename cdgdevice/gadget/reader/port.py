"""The die reader's port: a thread that opens it, blocks in reading, and only enqueues.

It never gives up: after an unplug, a refusal or a fault it waits for the device to come
back, at no cost on Linux. Each change is told once, not each attempt.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock, Thread

import serial

from cdgdevice.errors import HardwareError
from cdgdevice.gadget.reader.appearing import Appearing
from cdgdevice.gadget.reader.faults import (
    broken_off,
    is_absent,
    is_denied,
    not_opened,
    not_taking,
    on_the_glass,
)
from cdgdevice.gadget.reader.find import find
from cdgdevice.gadget.reader.inbox import Inbox
from cdgdevice.gadget.reader.line import LineBuffer
from cdgdevice.gadget.reader.messages import Message, read_message

RETRY = 5.0
"""Seconds until a port that is there but can't be opened is tried again."""
PAUSE = 0.25
"""Seconds between a broken connection and the next attempt: a pulled device lingers so long."""
SETTLING = 2.0
"""Seconds that a port may be denied before that is told: udev gives it to its group only then."""
WRITE_PATIENCE = 0.25
"""Seconds that a write may take before the reader counts as hung."""
_UNCANCELLABLE = 0.25
"""Seconds a read lasts on a port (a URL's) whose reading can't be cancelled."""
REST = 0.05
"""Seconds that the thread rests, and a flood with it, after more than any sound reader sends."""
_MOST = 4095
"""Bytes that are taken at once from a port that doesn't tell how many wait: a tty has as many."""
_GULP = 1024
"""Bytes at once that no sound reader sends."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The port is open: pass it to `Link.opened`."""

    at: float


@dataclass(frozen=True, slots=True)
class Received:
    """Messages wait: `take` gives them with their times, each once.

    At most one of these is on the queue at a time, and at most `inbox.LIMIT` messages
    wait behind it, whatever a mad device sends.
    """

    at: float
    take: Callable[[], tuple[tuple[float, Message], ...]]


@dataclass(frozen=True, slots=True)
class Closed:
    """The port has closed, or can't be opened."""

    at: float
    why: str
    """A sentence that names the port, for a terminal or a log."""
    shown: str = ""
    """The sentence for the player, who knows one cable; empty where it is the same."""


PortEvent = Opened | Received | Closed


class Port:
    """The reader's port `name`: `auto`, a device path, or a URL that pyserial knows.

    `put` is called in the port's thread and must only enqueue. `clock` gives monotonic
    seconds. Use it in a `with`, or `start` and `close` it.
    """

    def __init__(
        self,
        name: str,
        put: Callable[[PortEvent], None],
        *,
        baud: int = 115200,
        clock: Callable[[], float] = time.monotonic,
        search: Callable[[], str] = find,
    ) -> None:
        self._name = name
        self._put = put
        self._baud = baud
        self._clock = clock
        self._search = search
        self._ended = Event()
        self._appearing = Appearing()
        self._lock = Lock()
        self._open: serial.Serial | None = None
        self._hung = False
        self.noisy = False
        """Bytes have come that are no line of the protocol."""
        self._told: str | None = None
        self._denied_at: float | None = None
        """Since when the port has been there without leave to open it."""
        self._thread = Thread(target=self._run, name="die reader", daemon=True)

    def start(self) -> None:
        """Begin: the first event is `Opened`, or `Closed` with the reason why not."""
        self._thread.start()

    def close(self) -> None:
        """End the thread and close the port, for good; a second time does nothing."""
        if self._ended.is_set():
            return
        self._ended.set()
        self._appearing.cancel()
        self._wake()
        if self._thread.is_alive():
            self._thread.join()
        self._appearing.close()

    def __enter__(self) -> "Port":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(self, line: bytes) -> None:
        """Write `line`, in any thread, within `WRITE_PATIENCE`. A failure closes the port."""
        with self._lock:
            if self._open is None or self._hung:
                return
            try:
                self._open.write(line)
            # A URL's handler raises whatever it likes, and a reader's fault ends no thread.
            except Exception:
                self._hung = True
        if self._hung:
            self._wake()

    def _wake(self) -> None:
        """End a blocking read. Closing under a reading thread would raise there instead."""
        with self._lock:
            if self._open is not None and hasattr(self._open, "cancel_read"):
                with suppress(Exception):
                    self._open.cancel_read()

    def _run(self) -> None:
        while not self._ended.is_set():
            self._appearing.watch(self._where())
            try:
                connection = self._connect()
            # As in `send`.
            except Exception as error:
                if self._is_settling(error):
                    self._appearing.wait(PAUSE)
                    continue
                self._tell_closed(not_opened(self._name, error))
                self._appearing.wait(None if self._is_awaited(error) else RETRY)
                continue
            self._denied_at = None
            self._converse(connection)
            self._ended.wait(PAUSE)

    def _where(self) -> Path | None:
        """Give the path whose coming is awaited: any port's for `auto`, none for a URL."""
        if self._name == "auto":
            return Path("/dev/ttyACM0")
        return None if "://" in self._name else Path(self._name).absolute()

    def _is_awaited(self, error: Exception) -> bool:
        return self._name == "auto" or is_absent(error)

    def _is_settling(self, error: Exception) -> bool:
        """Tell whether the port is there, but may be so new that leave is still to come."""
        if not is_denied(error):
            self._denied_at = None
            return False
        now = self._clock()
        if self._denied_at is None:
            self._denied_at = now
        return now - self._denied_at < SETTLING

    def _connect(self) -> serial.Serial:
        path = self._search() if self._name == "auto" else self._name
        connection = serial.serial_for_url(
            path,
            baudrate=self._baud,
            write_timeout=WRITE_PATIENCE,
            exclusive=True,
        )
        if not hasattr(connection, "cancel_read"):
            connection.timeout = _UNCANCELLABLE
        return connection

    def _converse(self, connection: serial.Serial) -> None:
        with self._lock:
            self._open = connection
            self._hung = False
        self._told = None
        self._put(Opened(self._clock()))
        try:
            self._read(connection)
            if self._hung:  # or closing would wait for the reader to take what was written
                connection.reset_output_buffer()
        except Exception:
            why = broken_off(self._name)
        else:
            why = not_taking(self._name)
        with self._lock:
            self._open = None
        with suppress(Exception):
            connection.close()
        if not self._ended.is_set():
            self._tell_closed(why)

    def _read(self, connection: serial.Serial) -> None:
        """Read until the port fails, hangs or is to be closed."""
        lines, inbox = LineBuffer(), Inbox()
        while not (self._ended.is_set() or self._hung):
            data = connection.read(1)
            if data:
                data += self._waiting(connection)
            messages = [m for m in map(read_message, lines.feed(data)) if m is not None]
            self.noisy = self.noisy or (bool(data) and not messages)
            at = self._clock()
            if inbox.put(at, messages):
                self._put(Received(at, inbox.take))
            if len(data) >= _GULP:
                self._ended.wait(REST)

    def _waiting(self, connection: serial.Serial) -> bytes:
        """Give what has come already."""
        if not self._name.startswith("socket://"):
            return connection.read(connection.in_waiting)
        # This one's `in_waiting` is 1 however much waits.
        connection.timeout = 0
        try:
            return connection.read(_MOST)
        finally:
            connection.timeout = _UNCANCELLABLE

    def _tell_closed(self, fault: HardwareError) -> None:
        why = str(fault)
        if why != self._told:
            self._told = why
            self._put(Closed(self._clock(), why, on_the_glass(self._name, fault)))
