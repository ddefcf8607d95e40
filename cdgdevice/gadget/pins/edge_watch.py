"""The one thread that waits in the kernel for edges and hands them on."""

import os
import selectors
from collections.abc import Callable
from threading import Lock, Thread, current_thread

from cdgdevice.errors import HardwareError
from cdgdevice.gadget.pins.chips import Line, LineEdge

Deliver = Callable[[LineEdge], None]


class EdgeWatch:
    """Waits for edges of any number of lines; sleeps without a single wake-up while none comes.

    The thread starts with the first line and lives until `close`. Neither a failing line nor a
    failing receiver ends it: the line is dropped; the receiver loses the edges that came with the
    one it failed on. Either is told to `broken`, in the watch's thread: a HardwareError, or what
    the receiver raised.
    """

    def __init__(self, broken: Callable[[Exception], None]) -> None:
        self.broken = broken
        self._selector = selectors.DefaultSelector()
        self._woken, self._wake = os.pipe()
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._receivers: dict[int, tuple[Line, Deliver]] = {}
        self._lock = Lock()
        self._thread: Thread | None = None
        self._closed = False

    def add(self, line: Line, deliver: Deliver) -> None:
        """Call `deliver`, in the watch's thread, for each edge of `line` from now on."""
        with self._lock:
            self._receivers[line.fileno()] = (line, deliver)
            self._selector.register(line.fileno(), selectors.EVENT_READ)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="cdgdevice-pins", daemon=True)
                self._thread.start()
            # epoll would learn of the line without this; other selectors don't.
            os.write(self._wake, b"+")

    def remove(self, line: Line) -> None:
        """Stop watching; after this the line is not touched any more and may be released."""
        with self._lock:
            if self._receivers.pop(line.fileno(), None) is not None:
                self._selector.unregister(line.fileno())

    def close(self) -> None:
        """End the thread and wait for it, unless this is it."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            os.write(self._wake, b"x")
        if self._thread is None:
            self._tidy()
        elif self._thread is not current_thread():
            self._thread.join()

    def _run(self) -> None:
        while True:
            for key, _ in self._selector.select():
                if key.fd == self._woken:
                    os.read(self._woken, 1024)
                else:
                    self._hand_on(key.fd)
            with self._lock:
                if self._closed:
                    self._tidy()
                    return

    def _hand_on(self, fd: int) -> None:
        try:
            with self._lock:
                if fd not in self._receivers:
                    return
                line, deliver = self._receivers[fd]
                edges = self._taken(fd, line)
            for edge in edges:
                deliver(edge)
        except Exception as error:
            self.broken(error)

    def _taken(self, fd: int, line: Line) -> tuple[LineEdge, ...]:
        try:
            return line.edges()
        except OSError as why:
            # A descriptor in error stays readable: kept, it would spin.
            del self._receivers[fd]
            self._selector.unregister(fd)
            raise HardwareError(
                f"An input pin can't be watched any more ({why.strerror or why}): look at its "
                "wiring, and start again."
            ) from why

    def _tidy(self) -> None:
        self._selector.close()
        os.close(self._woken)
        os.close(self._wake)
