"""The page of the gadget itself: what its glass shows, and a hand on its controls from elsewhere.

It is served at a socket that systemd hands over, or not at all, to browsers that were allowed. No
page moves the die in the reader. A module of its own because it is loaded only where the owner
wants a page.
"""

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING

from cdgdevice.config.keys_and_defaults import Config
from cdgdevice.drivers.gpio.control_events import (
    Control,
    RemoteTouch,
    RemoteTouchKind,
    ScreenTapped,
    Turned,
)
from cdgdevice.errors import CdgDeviceError
from cdgdevice.games.disk import Disk, replace_file
from cdgdevice.render.describe import describe
from cdgdevice.render.draw import draw_view
from cdgdevice.render.views import View
from cdgdevice.rules.card_display import Side
from cdgdevice.service import page_state
from cdgdevice.service.board_requests import PageRequest
from cdgdevice.ui.intents_and_commands import (
    BrowserAllowed,
    PairingCode,
    WifiTrouble,
    WrongCodeTried,
)
from cdgdevice.web.access import Pairing, allow_network
from cdgdevice.web.page_messages import Operation, PageScreen, PageState
from cdgdevice.web.server import PageServer

if TYPE_CHECKING:
    from cdgdevice.service.loop import LoopEvent, Service

WIFI_VARIABLE = "CDGDEVICE_WIFI_TROUBLE"
"""The environment variable that names the file in which the card image says a `WifiTrouble`."""
MAX_WAITING_EVENTS = 100
"""So many events may wait for the game; more are refused, so that a flood is over when it ends."""
HANDS_FULL = "The gadget has its hands full: try again in a moment."


class GadgetPage:
    """The gadget's page at `listener`; use it in a `with`, around the gadget's parts.

    What the page presses comes on the `queue`. In the folder `state` is kept who was allowed.
    `show` is called whenever something may have changed. The page is opened after the game has
    been shown for the first time, for its library takes a while to load, and without it the game
    goes on all the same.
    """

    def __init__(
        self,
        config: Config,
        listener: socket.socket,
        queue: "SimpleQueue[LoopEvent]",
        log: Callable[[str], None],
        state: Disk,
    ) -> None:
        self._pairing = open_pairing(state, queue.put)
        name = allow_network(socket.gethostname()).first
        port = listener.getsockname()[1]
        self._address = name if port == 80 else f"{name}:{port}"
        self._controls = frozenset(c for c in config.pins.inputs if isinstance(c, Control))
        self._lamps = frozenset(config.pins.lamps)
        self._listener = listener
        self._waiting = queue.qsize
        self._put = queue.put
        self._requests = page_state.PageRequests(self._put_request)
        self._log = log
        self._drawn: dict[Side, tuple[View, bytes, tuple[str, ...]]] = {}
        self._state: PageState | None = None
        self._server: PageServer | None = None
        self._publishing = Lock()
        self._opening = Thread(target=self._open, name="panel-opening")

    def __enter__(self) -> "GadgetPage":
        return self

    def __exit__(self, *_: object) -> None:
        if self._opening.ident is not None:
            self._opening.join()
        self._requests.close()
        if self._server is not None:
            self._server.close()
        self._listener.close()

    def open_pairing(self) -> PairingCode:
        """Return the code that allows one browser, and where that finds the page."""
        return PairingCode(self._pairing.open(), self._address, find_wifi_trouble())

    def show(self, service: "Service") -> None:
        """Show the gadget as it is now, and tell pages what came of what they asked for."""
        self._publish(service)
        self._requests.tell()

    def _publish(self, service: "Service") -> None:
        shown = service.front_panel.shown_views
        screens = tuple(self._screen(service, side, shown[side]) for side in Side if side in shown)
        state = page_state.make_page_state(service, screens, self._lamps, self._requests)
        if state == self._state:
            return
        with self._publishing:
            self._state = state
            if self._server is not None:
                self._server.publish(state)
        if self._opening.ident is None:
            self._opening.start()

    def _open(self) -> None:
        try:
            server = PageServer(
                self._operate,
                controls=self._controls,
                listener=self._listener,
                pairing=self._pairing,
            )
        except CdgDeviceError as error:
            self._log(f"page: {error}")
            return
        with self._publishing:
            self._server = server
            # Before it serves: who asks first is shown the game too.
            if self._state is not None:
                server.publish(self._state)
        server.start()
        self._log(f"page: {server.url}")

    def _operate(self, operation: Operation) -> None:
        busy = self._waiting() >= MAX_WAITING_EVENTS
        match operation:
            # To let go is never refused: nothing is to stay held.
            case RemoteTouch(touch=RemoteTouchKind.STILL) if busy:
                return
            case RemoteTouch(touch=RemoteTouchKind.DOWN) | Turned() | ScreenTapped() if busy:
                raise page_state.BusyError(HANDS_FULL)
            case RemoteTouch() | Turned() | ScreenTapped():
                self._put(operation)
            case _:
                raise CdgDeviceError("The die is a real one: roll it yourself.")

    def _put_request(self, request: PageRequest) -> None:
        if self._waiting() >= MAX_WAITING_EVENTS:
            raise page_state.BusyError(HANDS_FULL)
        self._put(request)

    def _screen(self, service: "Service", side: Side, view: View) -> PageScreen:
        if side not in self._drawn or self._drawn[side][0] != view:
            self._drawn[side] = view, draw_view(view).pages(), describe(view)
        _, picture, words = self._drawn[side]
        contrast = service.front_panel.find_contrast(side)
        return page_state.make_page_screen(service, side, picture, contrast, words)


PAIRED_BROWSERS = "paired-browsers"
"""The file, beside the games, of those who were allowed."""


def open_pairing(state: Disk, put: Callable[[BrowserAllowed | WrongCodeTried], None]) -> Pairing:
    """Return the pairing with the browsers that the folder has; `put` takes what browsers do.

    A folder that can't be read knows nobody: every browser needs a code.
    """
    try:
        kept = state.read(PAIRED_BROWSERS)
    except OSError:
        kept = b""
    return Pairing(
        partial(replace_file, state, PAIRED_BROWSERS),
        kept,
        allowed=lambda: put(BrowserAllowed()),
        refused=lambda *tried: put(WrongCodeTried(*tried)),
    )


def find_wifi_trouble(environment: Mapping[str, str] = os.environ) -> WifiTrouble | None:
    """Return what keeps the owner's Wi-Fi away; None where the card image says nothing of it."""
    with suppress(OSError, ValueError):
        return WifiTrouble(Path(environment.get(WIFI_VARIABLE, "")).read_text("ascii").strip())
    return None
