"""The die reader's port: a thread that opens it, blocks in reading, and only enqueues.

It never gives up: after an unplug, a refusal or a fault it waits for the device to come
back, at no cost on Linux, where the kernel tells (inotify, by `ctypes`: no library for it is small
and kept). Each change is told once, not each attempt.
"""

import math
import os
import select
import socket
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from msgspec import Struct

from cdgdevice.drivers.reader import port_lookup
from cdgdevice.drivers.reader.line import LineBuffer
from cdgdevice.drivers.reader.reader_messages import ReaderMessage, parse_message
from cdgdevice.drivers.reader.unix_socket_port import UNIX_PREFIX, UnixSocketPort
from cdgdevice.errors import HardwareError

if TYPE_CHECKING:
    from cdgdevice.drivers.reader.port_search import FoundPort, OpenPort, ReaderSearch, SerialPort

INBOX_LIMIT = 64
"""Messages that may wait; a sound reader has two or three outstanding."""


class MessageInbox:
    """Messages of one connection, in order. What doesn't fit is dropped.

    Dropping is safe: a reader repeats its roll until it is acknowledged.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: list[tuple[float, ReaderMessage]] = []

    def put(self, at: float, messages: list[ReaderMessage]) -> bool:
        """Add `messages`, read at `at`. True when the loop must be told: none waited before."""
        with self._lock:
            first = not self._waiting
            room = INBOX_LIMIT - len(self._waiting)
            self._waiting += [(at, message) for message in messages[:room]]
            return first and bool(self._waiting)

    def take(self) -> tuple[tuple[float, ReaderMessage], ...]:
        """Return all that waits, each with its time in seconds, and forget it."""
        with self._lock:
            taken = tuple(self._waiting)
            self._waiting.clear()
            return taken


POLL_INTERVAL = 1.0
"""Seconds between two looks where the kernel can't tell."""

# From <sys/inotify.h>. A change of attributes is udev giving the device to its group.
_ATTRIB, _MOVED_FROM, _MOVED_TO = 0x4, 0x40, 0x80
_CREATE, _DELETE, _DELETE_SELF = 0x100, 0x200, 0x400
_INOTIFY_MASK = _ATTRIB | _MOVED_FROM | _MOVED_TO | _CREATE | _DELETE | _DELETE_SELF


class PathWatcher:
    """Watches for the coming of one path; `wait` and `watch` in one thread, `cancel` in any."""

    def __init__(self) -> None:
        self._inotify: int | None = None
        self._cancelled, self._cancel = socket.socketpair()

    def watch(self, path: Path | None) -> None:
        """From now on, note changes beside `path`; look for it only after this.

        A folder that isn't there (udev removes `/dev/serial` with its last link) is
        awaited in the nearest one that is. None: there is nothing to watch.
        """
        self._stop_watching()
        if path is not None and sys.platform == "linux":
            self._inotify = open_inotify(next(folder for folder in path.parents if folder.is_dir()))

    def wait(self, at_most: float | None = None, reading: Iterable[int] = ()) -> bool:
        """Return at the first change since `watch`, after `at_most` seconds, or when cancelled.

        False where none of that is so, but there is something to read at one of `reading`.
        """
        waiting: list[int | socket.socket] = [self._cancelled, *reading]
        if self._inotify is None:
            at_most = POLL_INTERVAL if at_most is None else min(at_most, POLL_INTERVAL)
        else:
            waiting.append(self._inotify)
        ready, _, _ = select.select(waiting, [], [], at_most)
        return not any(each in ready for each in reading)

    def cancel(self) -> None:
        """End every `wait`, now and from now on."""
        self._cancel.send(b"x")

    def close(self) -> None:
        """Give back what the kernel lent."""
        self._stop_watching()
        self._cancelled.close()
        self._cancel.close()

    def _stop_watching(self) -> None:
        if self._inotify is not None:
            os.close(self._inotify)
            self._inotify = None


def open_inotify(folder: Path) -> int | None:
    """Return a descriptor that is readable once `folder` has changed; None if there is none."""
    import ctypes  # takes milliseconds, and the game is to start soon

    libc = ctypes.CDLL(None)
    descriptor = int(libc.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK))
    if descriptor < 0:
        return None
    if libc.inotify_add_watch(descriptor, os.fsencode(folder), _INOTIFY_MASK) < 0:
        os.close(descriptor)
        return None
    return descriptor


ANY_DEVICE = Path("/dev/ttyACM0")
"""Stands for all devices that `auto` may find: it is in their folder."""
REOPEN_INTERVAL = 5.0
"""Seconds until a port that is there but can't be opened is tried again."""
RECONNECT_PAUSE = 0.25
"""Seconds between a broken connection and the next attempt: a pulled device lingers so long."""
SETTLING_GRACE = 2.0
"""Seconds that a port may refuse to open before that is told; see `is_port_settling`."""
_URL_READ_TIMEOUT = 0.25
"""Seconds a read lasts on a port (a URL's) whose reading can't be cancelled."""
FLOOD_PAUSE = 0.05
"""Seconds that the thread rests, and a flood with it, after more than any sound reader sends."""
_MOST = 4095
"""Bytes that are taken at once from a port that doesn't tell how many wait: a tty has as many."""
_FLOOD_BYTES = 1024
"""Bytes at once that no sound reader sends."""


class PortOpened(Struct, frozen=True):
    """The port is open: pass its time to `ReaderLink.handle_opened`."""

    at: float


class PortReceived(Struct, frozen=True):
    """Messages wait: `take` gives them with their times, each once.

    At most one of these is on the queue at a time, and at most `INBOX_LIMIT` messages
    wait behind it, whatever a mad device sends.
    """

    at: float
    take: Callable[[], tuple[tuple[float, ReaderMessage], ...]]


class PortClosed(Struct, frozen=True):
    """The port has closed, or can't be opened."""

    at: float
    why: str
    """A sentence that names the port, for a terminal or a log."""
    shown: str = ""
    """The sentence for the player, who knows one cable; empty where it is the same."""


PortEvent = PortOpened | PortReceived | PortClosed


class ReaderPort:
    """The reader's port `name`: `auto`, a device path, a `unix:` socket, or a URL.

    `put` is called in the port's thread and must only enqueue. `clock` gives monotonic
    seconds. `ports` lists this machine's for `auto`, by pyserial unless it is given. Use it in a
    `with`, or `start` and `close` it.
    """

    def __init__(
        self,
        name: str,
        put: Callable[[PortEvent], None],
        *,
        baud: int = 115200,
        clock: Callable[[], float] = time.monotonic,
        ports: "Callable[[], Iterable[SerialPort]] | None" = None,
        reopen_interval: float = REOPEN_INTERVAL,
    ) -> None:
        self._name = name
        self._put = put
        self._baud = baud
        self._clock = clock
        self._reopen_interval = reopen_interval
        self._ended = Event()
        self._search: ReaderSearch | None = None
        if name == "auto":
            from cdgdevice.drivers.reader import port_search

            listed = ports or port_search.list_serial_ports
            pause = self._ended.wait
            self._search = port_search.ReaderSearch(listed, baud, clock=clock, pause=pause)
        self._found: FoundPort | None = None
        """What the search has found, until it has spoken as a reader does."""
        self._where = name
        """The port that is meant now; `auto` while none is found."""
        self._appearing = PathWatcher()
        self._lock = Lock()
        self._open: OpenPort | None = None
        self._hung = False
        self.noisy = False
        """Bytes have come that are no line of the protocol."""
        self._told_why: str | None = None
        self._refused_at: float | None = None
        """Since when the port has been there, but could not be opened."""
        self._thread = Thread(target=self._run, name="die reader", daemon=True)

    def start(self) -> None:
        """Begin: the first event is `PortOpened`, or `PortClosed` with the reason why not."""
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

    def __enter__(self) -> "ReaderPort":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(self, line: bytes) -> None:
        """Write `line`, in any thread, within `WRITE_TIMEOUT`. A failure closes the port."""
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
            self._appearing.watch(self._awaited_path())
            try:
                connection = self._connect()
            # As in `send`.
            except Exception as error:
                if self._is_settling(error):
                    self._appearing.wait(RECONNECT_PAUSE)
                    continue
                self._put_closed(port_lookup.explain_open_failure(self._where, error))
                self._appearing.wait(self._time_until_retry(error))
                continue
            self._refused_at = None
            self._serve_connection(connection)
            self._ended.wait(RECONNECT_PAUSE)

    def _awaited_path(self) -> Path | None:
        """Return the path whose coming is awaited: any port's for `auto`, none for a URL."""
        if self._name == "auto":
            return ANY_DEVICE
        if self._name.startswith(UNIX_PREFIX):
            return Path(self._name.removeprefix(UNIX_PREFIX))
        return None if port_lookup.is_url(self._name) else Path(self._name).absolute()

    def _is_settling(self, error: Exception) -> bool:
        """Return whether the port may open in a moment: then there is nothing to tell yet."""
        if not port_lookup.is_port_settling(error):
            self._refused_at = None
            return False
        now = self._clock()
        if self._refused_at is None:
            self._refused_at = now
        return now - self._refused_at < SETTLING_GRACE

    def _time_until_retry(self, error: Exception) -> float | None:
        """Return in how many seconds the next try is due; None: once the port comes."""
        if isinstance(error, port_lookup.SearchError) and error.again_at < math.inf:
            return max(0.0, error.again_at - self._clock())
        return None if port_lookup.is_port_absent(error) else self._reopen_interval

    def _connect(self) -> "OpenPort":
        from cdgdevice.drivers.reader.port_search import open_port  # pyserial takes a while to load

        connection, baud = None, self._baud
        if self._search is not None:
            self._where = self._name
            self._found = found = self._search.find()
            self._where, connection, baud = found.port.device, found.connection, found.baud
        connection = connection or open_port(self._where, baud)
        if not hasattr(connection, "cancel_read"):
            connection.timeout = _URL_READ_TIMEOUT
        return connection

    def _serve_connection(self, connection: "OpenPort") -> None:
        with self._lock:
            self._open = connection
            self._hung = False
        self._told_why = None
        self._put(PortOpened(self._clock()))
        why = None
        try:
            self._read(connection)
            if self._hung:  # or closing would wait for the reader to take what was written
                why = port_lookup.explain_hung_port(self._where)
                connection.reset_output_buffer()
        except Exception:
            why = why or port_lookup.explain_lost_port(self._where)
        with self._lock:
            self._open = None
        with suppress(Exception):
            connection.close()
        if why is not None and not self._ended.is_set():
            self._put_closed(why)

    def _read(self, connection: "OpenPort") -> None:
        """Read until the port fails, hangs or must be closed, or another may be the reader's."""
        lines, inbox = LineBuffer(), MessageInbox()
        data = b"" if self._found is None else self._found.heard
        while True:
            messages = [m for m in map(parse_message, lines.feed(data)) if m is not None]
            self.noisy = self.noisy or (bool(data) and not messages)
            if messages and self._search is not None and self._found is not None:
                self._search.remember(self._found.port)
                self._found.answered = True
            at = self._clock()
            if inbox.put(at, messages):
                self._put(PortReceived(at, inbox.take))
            if len(data) >= _FLOOD_BYTES:
                self._ended.wait(FLOOD_PAUSE)
            if self._is_to_close(connection):
                return
            data = connection.read(1)
            if data:
                data += self._waiting(connection)

    def _is_to_close(self, connection: "OpenPort") -> bool:
        """Return whether there is nothing more to read; wait while that may yet turn out.

        A port that has only its id to speak for it is left where another comes that could be the
        reader's too: then they are asked.
        """
        ends = _list_readable_ends(connection)
        if self._search is not None and self._found is not None and ends:
            while not (self._ended.is_set() or self._hung or self._found.answered):
                if not self._appearing.wait(reading=ends):
                    break
                self._appearing.watch(self._awaited_path())
                if self._search.is_changed():
                    return True
        return self._ended.is_set() or self._hung

    def _waiting(self, connection: "OpenPort") -> bytes:
        """Return what has come already."""
        if not self._name.startswith("socket://"):
            return connection.read(connection.in_waiting)
        # This one's `in_waiting` is 1 however much waits.
        connection.timeout = 0
        try:
            return connection.read(_MOST)
        finally:
            connection.timeout = _URL_READ_TIMEOUT

    def _put_closed(self, fault: HardwareError) -> None:
        why = str(fault)
        if why != self._told_why:
            self._told_why = why
            self._put(
                PortClosed(self._clock(), why, port_lookup.sentence_for_player(self._where, fault))
            )


def _list_readable_ends(connection: "OpenPort") -> tuple[int, ...]:
    """Return what can be read once something has come, or reading is cancelled; none on Windows."""
    abort = getattr(connection, "pipe_abort_read_r", None)
    if abort is None or isinstance(connection, UnixSocketPort):
        return ()
    return connection.fileno(), abort
