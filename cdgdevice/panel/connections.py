"""Who is connected to the page: a thread each, and never more of them than the game can bear."""

import json
import selectors
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from io import BufferedReader, BytesIO, RawIOBase, StringIO
from socketserver import BaseServer
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, cast
from wsgiref.simple_server import ServerHandler, WSGIRequestHandler, WSGIServer

from cdgdevice.panel.headers import HEADERS, JSON, SERVER
from cdgdevice.panel.mistake import own_up

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

MOST_CONNECTIONS = 32
"""How many may be open at once; a browser needs up to six for a page. Further ones are shut."""
LONGEST_HEAD = 16 * 1024
"""How many bytes a request may have before its body: several times what any browser sends."""

WHEN_GONE = "cdgdevice.when_gone"
"""The function in a request's environment that is given what to call once its browser is gone."""

# How long an answered connection may take to hear that it is over, and how much it may still say.
_LINGER = 1.0
_LINGER_BYTES = 65536


class Connections(WSGIServer):
    """A thread a connection; stopping ends them all, also those in the middle of a stream.

    `patience` is how many seconds a whole request may take to arrive, `lost` how many an answer
    may go unheard before the connection counts as broken.

    The listener is left as it was found: who handed it over may want it again.
    """

    def __init__(self, listener: socket.socket, patience: float, lost: float) -> None:
        # Not TCPServer's: it makes a socket of its own, which a sandbox may forbid.
        BaseServer.__init__(self, listener.getsockname(), _Connection)
        self.socket = listener
        self.socket.setblocking(False)
        self.server_name, self.server_port = listener.getsockname()[:2]
        self.setup_environ()
        self.patience = patience
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
            request.settimeout(self.patience)
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


class _Answer(ServerHandler):
    server_software = SERVER


class _Connection(WSGIRequestHandler):
    """One request: nothing is logged, and small answers are sent without delay."""

    disable_nagle_algorithm = True
    server: Connections
    command = requestline = ""  # until the head is read
    _listener: threading.Thread | None = None

    def setup(self) -> None:
        """Read no longer than the patience lasts, however slowly the bytes come."""
        super().setup()
        self._heard = BufferedReader(_InTime(self.connection, self.server.patience))

    def handle(self) -> None:
        """Answer the request; of a head that is too large no more is kept than it may have."""
        head = self._head()
        if len(head) > LONGEST_HEAD:
            whole = b"\n" in head
            self.send_error(
                HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
                if whole
                else HTTPStatus.REQUEST_URI_TOO_LONG,
                f"A request has at most {LONGEST_HEAD} bytes before its body",
            )
            return
        self.rfile = BytesIO(head)
        self.raw_requestline = self.rfile.readline()
        if not self.parse_request():
            return
        if self.command == "GET":
            # That is all of it, and the page may read as slowly as it likes.
            self.connection.settimeout(None)
        heard, told = cast("IO[bytes]", self._heard), cast("IO[bytes]", self.wfile)
        answer = _Answer(heard, told, self.get_stderr(), self.get_environ(), multithread=False)
        answer.request_handler = self  # type: ignore[attr-defined]
        answer.run(self.server.get_app())  # type: ignore[arg-type]

    def _head(self) -> bytes:
        """Read up to the empty line, but no more than a byte too many."""
        head = b""
        while line := self._heard.readline(LONGEST_HEAD + 1 - len(head)):
            head += line
            if line in (b"\r\n", b"\n"):
                break
        return head

    def send_error(self, code: int, message: str | None = None, _: str | None = None) -> None:
        """Refuse what is no request, in the words and with the headers of any other refusal."""
        status = HTTPStatus(code)
        self.request_version = "HTTP/1.0"  # of a request that can't be read it is not known
        body = json.dumps({"error": f"{message or status.phrase}."}).encode()
        self.send_response(status, status.phrase)
        for name, value in (*HEADERS.items(), JSON, ("Content-Length", str(len(body)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def version_string(self) -> str:
        """Name the server without its version."""
        return SERVER

    def get_environ(self) -> dict[str, Any]:
        """Let a stream know when nobody listens any more, though it has nothing to say."""
        return super().get_environ() | {WHEN_GONE: self._when_gone}

    def _when_gone(self, tell: Callable[[], None]) -> None:
        self._listener = threading.Thread(
            target=_listen, args=(self.connection, tell), name="panel-listener", daemon=True
        )
        self._listener.start()

    def finish(self) -> None:
        """End the listening too."""
        super().finish()
        if self._listener is not None:
            with suppress(OSError):
                self.connection.shutdown(socket.SHUT_RDWR)
            self._listener.join()

    def get_stderr(self) -> StringIO:
        """Give a place for the tracebacks of a connection that breaks off: nobody's."""
        return StringIO()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the console is the player's."""


class _InTime(RawIOBase):
    """What a connection says until its time is over, `patience` seconds from now.

    Reading on after that raises TimeoutError. The socket's own timeout would begin anew with each
    byte.
    """

    def __init__(self, connection: socket.socket, patience: float) -> None:
        self._connection = connection
        self._patience = patience
        self._until = monotonic() + patience

    def readable(self) -> bool:
        """Tell that it can be read."""
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Read what has come, or wait for it."""
        left = self._until - monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(left)
        try:
            return self._connection.recv_into(buffer)
        finally:
            self._connection.settimeout(self._patience)


def _listen(connection: socket.socket, gone: Callable[[], None]) -> None:
    """Wait for the end of a connection on which nothing more is to be said."""
    with suppress(OSError):
        connection.recv(1)
    gone()


def _hear_out(connection: socket.socket) -> None:
    """End an answer so that it arrives: closing with unread bytes would tear it up."""
    connection.shutdown(socket.SHUT_WR)
    rest = _InTime(connection, _LINGER)
    heard = 0
    while heard < _LINGER_BYTES and (chunk := rest.read(4096)):
        heard += len(chunk)
