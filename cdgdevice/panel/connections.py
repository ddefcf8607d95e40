"""Who is connected to the page: a thread each, and never more of them than the game can bear."""

import selectors
import socket
import threading
from contextlib import suppress
from io import StringIO
from socketserver import BaseServer
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from cdgdevice.panel.mistake import own_up

MOST_CONNECTIONS = 32
"""How many may be open at once; a browser needs up to six for a page. Further ones are shut."""

# How long an answered connection may take to hear that it is over, and how much it may still say.
_LINGER = 1.0
_LINGER_BYTES = 65536


class Connections(WSGIServer):
    """A thread a connection; stopping ends them all, also those in the middle of a stream.

    `patience` is how many seconds a request may take between two of its bytes, `lost` how many an
    answer may go unheard before the connection counts as broken.

    The listener is left as it was found: who handed it over may want it again.
    """

    def __init__(self, listener: socket.socket, patience: float, lost: float) -> None:
        # Not TCPServer's: it makes a socket of its own, which a sandbox may forbid.
        BaseServer.__init__(self, listener.getsockname(), _Connection)
        self.socket = listener
        self.socket.setblocking(False)
        self.server_name, self.server_port = listener.getsockname()[:2]
        self.setup_environ()
        self._patience = patience
        self._lost = lost
        self._open: dict[socket.socket, threading.Thread] = {}
        self._changing = threading.Lock()
        self._thread: threading.Thread | None = None
        self._end, self._ended = socket.socketpair()

    def start(self) -> None:
        """Begin to answer."""
        self._thread = threading.Thread(target=self._accept, name="panel")
        self._thread.start()

    def stop(self) -> None:
        """End the accepting loop, then every connection; more than once does no harm."""
        if self._thread is not None:
            self._end.send(b"!")
            self._thread.join()
            self._thread = None
        with self._changing:
            left = dict(self._open)
            for connection in left:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
        for thread in left.values():
            thread.join()
        for own in (self._end, self._ended, self.socket):
            own.close()

    def _accept(self) -> None:
        with selectors.DefaultSelector() as waiting:
            waiting.register(self.socket, selectors.EVENT_READ)
            waiting.register(self._ended, selectors.EVENT_READ)
            while all(key.fileobj is self.socket for key, _ in waiting.select()):
                # Who has gone again meanwhile is no trouble.
                with suppress(OSError):
                    self.process_request(*self.socket.accept())

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread of its own, or not at all where there are too many."""
        with self._changing:
            if len(self._open) >= MOST_CONNECTIONS:
                request.close()
                return
            request.settimeout(self._patience)
            # A daemon thread: a program that fails before stop() can still end.
            self._open[request] = thread = threading.Thread(
                target=self._answer, args=(request, client_address), name="panel-page", daemon=True
            )
        thread.start()

    def _answer(self, request: socket.socket, client_address: Any) -> None:
        try:
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                # Else the kernel would go on for a quarter of an hour in which a browser that has
                # lost its network still holds a button.
                unheard = int(self._lost * 1000)
                request.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, unheard)
            self.finish_request(request, client_address)
        except OSError:
            pass  # The browser went away in the middle; it asks again when it wants more.
        except Exception as mistake:
            own_up(mistake)
        finally:
            with suppress(OSError):
                _hear_out(request)
            with self._changing:
                del self._open[request]
            request.close()


class _Connection(WSGIRequestHandler):
    """One request: nothing is logged, and small answers are sent without delay."""

    disable_nagle_algorithm = True

    def parse_request(self) -> bool:
        """Hear the head; of a GET that is all, and the page may read as slowly as it likes."""
        heard = super().parse_request()
        if heard and self.command == "GET":
            self.connection.settimeout(None)
        return heard

    def get_stderr(self) -> StringIO:
        """Give a place for the tracebacks of a connection that breaks off: nobody's."""
        return StringIO()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the console is the player's."""


def _hear_out(connection: socket.socket) -> None:
    """End an answer so that it arrives: closing with unread bytes would tear it up."""
    connection.shutdown(socket.SHUT_WR)
    connection.settimeout(_LINGER)
    heard = 0
    while heard < _LINGER_BYTES and (chunk := connection.recv(4096)):
        heard += len(chunk)
