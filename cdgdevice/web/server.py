"""The gadget's page: served on this computer only, or where systemd has opened a socket for it.

Each connection has a thread, and there are never more of them than the game can bear.
"""

import json
import os
import selectors
import socket
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from http import HTTPStatus
from io import BufferedReader, BytesIO, RawIOBase, StringIO
from socketserver import BaseServer
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, cast
from wsgiref.simple_server import ServerHandler, WSGIRequestHandler, WSGIServer

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.errors import HardwareError, MissingPackageError, report_mistake
from cdgdevice.web import access
from cdgdevice.web.latest_value import LatestValue
from cdgdevice.web.page_messages import Operation, PageState

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


MAX_CONNECTIONS = 32
"""How many may be open at once; a browser needs up to six for a page. Further ones are shut."""
LONGEST_HEAD = 16 * 1024
"""How many bytes a request may have before its body: several times what any browser sends."""


# How long an answered connection may take to hear that it is over, and how much it may still say.
_LINGER = 1.0
_LINGER_BYTES = 65536


class Connections(WSGIServer):
    """A thread a connection; stopping ends them all, also those in the middle of a stream.

    `patience` is how many seconds a whole request may take to arrive, `lost` how many an answer
    may go unheard before the connection counts as broken. With `home_only`, who calls from the
    Internet is hung up on.

    The listener is left as it was found: systemd may want it again.
    """

    def __init__(
        self, listener: socket.socket, patience: float, lost: float, *, home_only: bool = False
    ) -> None:
        # Not TCPServer's: it makes a socket of its own, which a sandbox may forbid.
        BaseServer.__init__(self, listener.getsockname(), _Connection)
        self.socket = listener
        self.socket.setblocking(False)
        self.server_name, self.server_port = listener.getsockname()[:2]
        self.setup_environ()
        self.patience = patience
        self._lost = lost
        self._home_only = home_only
        self._open: dict[socket.socket, threading.Thread] = {}
        """The connections that are answered; only the accepting loop changes it."""
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
        for connection in self._open:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for connection, thread in self._open.items():
            thread.join()
            connection.close()
        for own in (self._end, self._ended, self.socket):
            own.close()

    def _accept(self) -> None:
        with selectors.DefaultSelector() as waiting:
            waiting.register(self.socket, selectors.EVENT_READ)
            waiting.register(self._ended, selectors.EVENT_READ)
            while all(key.fileobj is self.socket for key, _ in waiting.select()):
                # A browser may have gone away meanwhile.
                with suppress(OSError):
                    self.process_request(*self.socket.accept())

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread of its own, or not at all where there are too many."""
        if self._home_only and not access.is_local_address(client_address[0]):
            request.close()
            return
        # The threads do not do this themselves: stop() would miss one in its last instructions.
        for ended in [each for each, thread in self._open.items() if not thread.is_alive()]:
            del self._open[ended]
            ended.close()
        if len(self._open) >= MAX_CONNECTIONS:
            request.close()
            return
        request.settimeout(self.patience)
        # A daemon thread: a program that fails before stop() can still end.
        thread = threading.Thread(
            target=self._answer, args=(request, client_address), name="panel-page", daemon=True
        )
        thread.start()
        self._open[request] = thread

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
            report_mistake(mistake)
        finally:
            with suppress(OSError):
                _drain(request)


class _ResponseHandler(ServerHandler):
    server_software = access.SERVER_NAME


class _Connection(WSGIRequestHandler):
    """One request: nothing is logged, and small answers are sent without delay."""

    disable_nagle_algorithm = True
    server: Connections
    command = requestline = ""  # until the head is read
    _listener: threading.Thread | None = None

    def setup(self) -> None:
        """Read no longer than the patience lasts, however slowly the bytes come."""
        super().setup()
        self._heard = BufferedReader(_TimedReader(self.connection, self.server.patience))

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
        answer = _ResponseHandler(
            heard, told, self.get_stderr(), self.get_environ(), multithread=False
        )
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
        for name, value in (
            *access.SECURITY_HEADERS.items(),
            access.JSON_HEADER,
            ("Content-Length", str(len(body))),
        ):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def version_string(self) -> str:
        """Name the server without its version."""
        return access.SERVER_NAME

    def get_environ(self) -> dict[str, Any]:
        """Let a stream know when nobody listens any more, though it has nothing to say."""
        return super().get_environ() | {access.WHEN_GONE: self._when_gone}

    def _when_gone(self, tell: Callable[[], None]) -> None:
        self._listener = threading.Thread(
            target=_watch_for_end, args=(self.connection, tell), name="panel-listener", daemon=True
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
        """Return a place for the tracebacks of a connection that breaks off: nobody's."""
        return StringIO()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: the console is the player's."""


class _TimedReader(RawIOBase):
    """What a connection says until its time is over, `patience` seconds from now.

    Reading on after that raises TimeoutError. The socket's own timeout would begin again with each
    byte.
    """

    def __init__(self, connection: socket.socket, patience: float) -> None:
        self._connection = connection
        self._patience = patience
        self._until = monotonic() + patience

    def readable(self) -> bool:
        """State that it can be read."""
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


def _watch_for_end(connection: socket.socket, gone: Callable[[], None]) -> None:
    """Wait for the end of a connection on which nothing more will be said."""
    with suppress(OSError):
        connection.recv(1)
    gone()


def _drain(connection: socket.socket) -> None:
    """End an answer so that it arrives: closing with unread bytes would tear it up."""
    connection.shutdown(socket.SHUT_WR)
    rest = _TimedReader(connection, _LINGER)
    heard = 0
    while heard < _LINGER_BYTES and (chunk := rest.read(4096)):
        heard += len(chunk)


REFERENCE_CONTROLS = frozenset({Control.LEFT, Control.RIGHT, Control.KNOB})

PATIENCE = 10.0
"""Seconds that a whole request may take to arrive."""
LOST_BEATS = 3
"""So many signs of life may go unheard before page and gadget give each other up."""
_WAITING = 64
"""How many connections may wait to be taken."""


class PageServer:
    """Shows the gadget in any browser of this computer and passes on what is done there.

    `operate` is called by one thread at a time, in the order of doing; it should only enqueue, and
    may raise a CdgDeviceError whose sentence the page then shows. `controls` are the ones that the
    build has; the page shows no others. Port 0 takes any free one. `beat` is how many seconds pass
    at most between two signs of life to the page, `patience` how many a request may take to arrive.

    With a `listener`, an IPv4 socket that listens already, `port` means nothing: whoever can reach
    that socket gets the page; with `home_only`, only from a network at home. With `pairing`, only
    browsers that it allowed see the game and press, and those of this computer if the page
    `trusts_this_computer`.
    The `clock`, in seconds, says since when a control that is held was not heard of.

    The port is taken at once, so `url` holds before `start`.

    Raises:
        HardwareError: the port can't be used.
        MissingPackageError: Bottle is not installed.
    """

    def __init__(
        self,
        operate: Callable[[Operation], None],
        port: int = 0,
        controls: frozenset[Control] = REFERENCE_CONTROLS,
        beat: float = 2.0,
        patience: float = PATIENCE,
        listener: socket.socket | None = None,
        pairing: access.Pairing | None = None,
        clock: Callable[[], float] = monotonic,
        *,
        home_only: bool = False,
        trusts_this_computer: bool = False,
    ) -> None:
        # Only the page needs Bottle; the gadget does without.
        try:
            from cdgdevice.web.routes import PageApp
        except ModuleNotFoundError as error:
            raise MissingPackageError("The page", str(error.name)) from error
        names = (
            access.THIS_COMPUTER if listener is None else access.allow_network(socket.gethostname())
        )
        self._states: LatestValue[PageState] = LatestValue()
        self._connections = Connections(
            listener or _listen(port), patience, LOST_BEATS * beat, home_only=home_only
        )
        self._connections.set_app(
            PageApp(
                self._states,
                access.PageClients(operate, clock),
                controls,
                names,
                beat,
                pairing,
                trusts_this_computer=trusts_this_computer,
            )
        )
        port = self._connections.server_port
        self.url = f"http://{names.first}/" if port == 80 else f"http://{names.first}:{port}/"
        """Where the page is."""

    def start(self) -> None:
        """Begin to answer, in threads of its own."""
        self._connections.start()

    def publish(self, state: PageState) -> None:
        """Show a state. Never waits for a page; one that is slow gets only the newest."""
        self._states.put(state)

    def close(self) -> None:
        """Release every control, end every connection and thread, and free the port."""
        self._states.close()
        self._connections.stop()


def listen_to_network(port: int) -> socket.socket:
    """Return a socket that listens to whoever can reach this computer; port 0: any free one.

    Raises:
        HardwareError: the port can't be used.
    """
    return _listen(port, "0.0.0.0")


def find_network_address() -> str:
    """Return this computer's number in its network, or its own name where that can't be told."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            # Sends nothing: the system only picks the address that it would send from.
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return access.allow_network(socket.gethostname()).first
    return address


def _listen(port: int, address: str = access.THIS_COMPUTER.first) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        # On Windows reusing an address means sharing it with the program that has it.
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address, port))
        listener.listen(_WAITING)
    except (OSError, OverflowError) as error:
        listener.close()
        raise HardwareError(
            f"Port {port} of {address} can't be used ({_explain_refusal(error)}); "
            "choose another with --port, or --port 0 for any free one."
        ) from error
    return listener


def _explain_refusal(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
