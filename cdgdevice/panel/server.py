"""The gadget's page: served on this computer only, or where systemd has opened a door to it."""

import ipaddress
import os
import socket
from collections.abc import Callable

from cdgdevice.errors import ConfigError, HardwareError, MissingPackageError
from cdgdevice.gadget.events import Control
from cdgdevice.panel.connections import Connections
from cdgdevice.panel.hands import Hands
from cdgdevice.panel.names import in_this_network, of_this_computer_alone
from cdgdevice.panel.newest import Newest
from cdgdevice.panel.operations import Operation
from cdgdevice.panel.state import PanelState

DEFAULT_PORT = 8017
REFERENCE_CONTROLS = frozenset({Control.LEFT, Control.RIGHT, Control.KNOB})

PATIENCE = 10.0
"""Seconds that a whole request may take to arrive."""
LOST_BEATS = 3
"""So many signs of life may go unheard before page and gadget give each other up."""
_WAITING = 64
"""How many connections may wait to be taken."""


class PanelServer:
    """Shows the gadget in any browser of this computer and passes on what is done there.

    `operate` is called by one thread at a time, in the order of doing; it should only enqueue, and
    may raise a CdgDeviceError whose sentence the page then shows. `controls` are the ones that the
    build has; the page shows no others. Port 0 takes any free one. `beat` is how many seconds pass
    at most between two signs of life to the page, `patience` how many a request may take to arrive.

    With a `listener`, an IPv4 socket that listens already, `port` and `host` mean nothing: whoever
    can reach that socket sees the page and may press.

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
        listener: socket.socket | None = None,
    ) -> None:
        # Only the page needs Bottle; the gadget does without.
        try:
            from cdgdevice.panel.app import PanelApp
        except ModuleNotFoundError as error:
            raise MissingPackageError("The page", str(error.name), "panel") from error
        if listener is None:
            listener = _listening(host, port)
            names = of_this_computer_alone(host)
            shown = host
        else:
            names = in_this_network(socket.gethostname())
            shown = names.first
        self._states: Newest[PanelState] = Newest()
        self._connections = Connections(listener, patience, LOST_BEATS * beat)
        self._connections.set_app(PanelApp(self._states, Hands(operate), controls, names, beat))
        port = self._connections.server_port
        self.url = f"http://{shown}/" if port == 80 else f"http://{shown}:{port}/"
        """Where the page is."""

    def start(self) -> None:
        """Begin to answer, in threads of its own."""
        self._connections.start()

    def publish(self, state: PanelState) -> None:
        """Show a state. Never waits for a page; one that is slow gets only the newest."""
        self._states.put(state)

    def close(self) -> None:
        """Let go of every control, end every connection and thread, and give the port back."""
        self._states.close()
        self._connections.stop()


def _listening(host: str, port: int) -> socket.socket:
    if not _is_this_computer(host):
        raise ConfigError(
            (f"The page is for this computer only: its host is 127.0.0.1, not {host}.",)
        )
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        # On Windows reusing an address means sharing it with whoever has it.
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(_WAITING)
    except (OSError, OverflowError) as error:
        listener.close()
        raise HardwareError(
            f"Port {port} of {host} can't be used ({_reason(error)}); "
            "choose another with --port, or --port 0 for any free one."
        ) from error
    return listener


def _is_this_computer(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.IPv4Address(host).is_loopback
    except ValueError:
        return False


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
