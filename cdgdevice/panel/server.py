"""The gadget's page, served on this computer only."""

import ipaddress
import os
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from socketserver import TCPServer
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from cdgdevice.errors import ConfigError, HardwareError, MissingPackageError
from cdgdevice.gadget.events import Control
from cdgdevice.panel.hands import Hands
from cdgdevice.panel.mistake import own_up
from cdgdevice.panel.newest import Newest
from cdgdevice.panel.operations import Operation
from cdgdevice.panel.state import PanelState

DEFAULT_PORT = 8017
REFERENCE_CONTROLS = frozenset({Control.LEFT, Control.RIGHT, Control.KNOB})

PATIENCE = 10.0
"""Seconds that a request may take between two of its bytes."""

# How long an answered connection may take to hear that it is over, and how much it may still say.
_LINGER = 1.0
_LINGER_BYTES = 65536


class PanelServer:
    """Shows the gadget in any browser of this computer and passes on what is done there.

    `operate` is called by one thread at a time, in the order of doing; it should only enqueue, and
    may raise a CdgDeviceError whose sentence the page then shows. `controls` are the ones that the
    build has; the page shows no others. Port 0 takes any free one. `beat` is how many seconds pass
    at most between two signs of life to the page, `patience` how many a request may be silent.

    The port is taken at once, so `url` holds before `start`.

    Raises:
        ConfigError: when `host` is no IPv4 address of this computer alone.
        HardwareError: when the port can't be had.
        MissingPackageError: Bottle is not installed.
    """

    def __init__(
        self,
        operate: Callable[[Operation], None],
        port: int = DEFAULT_PORT,
        host: str = "127.0.0.1",
        controls: frozenset[Control] = REFERENCE_CONTROLS,
        beat: float = 2.0,
        patience: float = PATIENCE,
    ) -> None:
        # Only the page needs Bottle; the gadget does without.
        try:
            from cdgdevice.panel.app import PanelApp
        except ModuleNotFoundError as error:
            raise MissingPackageError("The page", str(error.name), "panel") from error
        if not _is_this_computer(host):
            raise ConfigError(
                (f"The page is for this computer only: its host is 127.0.0.1, not {host}.",)
            )
        self._states: Newest[PanelState] = Newest()
        try:
            self._server = _Server((host, port), patience)
        except (OSError, OverflowError) as error:
            raise HardwareError(
                f"Port {port} of {host} can't be used ({_reason(error)}); "
                "choose another with --port, or --port 0 for any free one."
            ) from error
        names = frozenset({"localhost", "127.0.0.1", host})
        self._server.set_app(
            PanelApp(self._states, Hands(operate), controls, names, beat),
        )
        self.url = f"http://{host}:{self._server.server_port}/"
        """Where the page is."""
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to answer, in threads of its own."""
        self._thread = threading.Thread(target=self._server.serve_forever, name="panel")
        self._thread.start()

    def publish(self, state: PanelState) -> None:
        """Show a state. Never waits for a page; one that is slow gets only the newest."""
        self._states.put(state)

    def close(self) -> None:
        """Let go of every control, end every connection and thread, and give the port back."""
        self._states.close()
        if self._thread is not None:
            self._server.stop()
            self._thread.join()
            self._thread = None
        self._server.server_close()


class _Server(WSGIServer):
    """A thread a connection; closing it ends them all, also those in the middle of a stream."""

    # On Windows reusing an address means sharing it with whoever has it.
    allow_reuse_address = os.name != "nt"
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], patience: float) -> None:
        self._patience = patience
        self._open: dict[socket.socket, threading.Thread] = {}
        self._changing = threading.Lock()
        super().__init__(address, _Connection)

    def server_bind(self) -> None:
        # HTTPServer asks the network for this computer's name, which can take seconds.
        TCPServer.server_bind(self)
        host, self.server_port = self.socket.getsockname()
        self.server_name = host
        self.setup_environ()

    def process_request(self, request: Any, client_address: Any) -> None:
        request.settimeout(self._patience)
        # A daemon thread: a program that fails before close() can still end.
        thread = threading.Thread(
            target=self._answer, args=(request, client_address), name="panel-page", daemon=True
        )
        with self._changing:
            self._open[request] = thread
        thread.start()

    def _answer(self, request: socket.socket, client_address: Any) -> None:
        try:
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

    def stop(self) -> None:
        """End the accepting loop, then every connection."""
        # The loop looks up only twice a second; a listener that was shut wakes it at once.
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.shutdown()
        with self._changing:
            left = dict(self._open)
            for connection in left:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
        for thread in left.values():
            thread.join()


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


def _is_this_computer(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.IPv4Address(host).is_loopback
    except ValueError:
        return False


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
