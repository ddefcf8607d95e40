"""Who may use the page, and who holds which control: a page that leaves lets go of all."""

import secrets
import threading
from collections.abc import Callable
from ipaddress import IPv4Address
from time import monotonic

from msgspec import Struct

from cdgdevice.drivers.gpio.control_events import MAX_TOUCH_SILENCE, Control
from cdgdevice.errors import CdgDeviceError
from cdgdevice.web.page_messages import (
    KeepPressed,
    LosePress,
    Operation,
    PressButton,
    ReleaseButton,
)

SECURITY_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
JSON_HEADER = ("Content-Type", "application/json")
WHEN_GONE = "cdgdevice.when_gone"
"""The function in a request's environment that is given what to call once its browser is gone."""
SERVER_NAME = "cdgdevice"
"""What the page calls its server: versions are nobody's business."""

_HOME = ("", ".local", ".lan", ".home", ".home.arpa", ".internal")
"""What a network at home puts behind a computer's name; nobody can register any of these."""


class AllowedHosts(Struct, frozen=True):
    """The names that a page answers to; a refusal names the `first`."""

    first: str
    others: frozenset[str] = frozenset()
    numbers: bool = False
    """Any IPv4 address will do: a number is no name that somebody else could register."""

    def __contains__(self, name: str) -> bool:
        """Whether the page answers to this name, without a port, whatever its case."""
        name = name.lower()
        return name == self.first or name in self.others or (self.numbers and _is_number(name))


THIS_COMPUTER = AllowedHosts("127.0.0.1", frozenset({"localhost"}))
"""The names for a page that only this computer can reach."""


def allow_network(computer: str) -> AllowedHosts:
    """Return the names for a page that the whole network can reach, on the computer of this name.

    They are its own name, as a network at home knows it, and its number.
    """
    own = computer.lower().split(".")[0] or "localhost"
    return AllowedHosts(
        f"{own}.local", frozenset({"localhost", *(own + end for end in _HOME)}), numbers=True
    )


def _is_number(name: str) -> bool:
    try:
        IPv4Address(name)
    except ValueError:
        return False
    return True


MOST_CLIENTS = 8
"""How many pages may be open at once: far more than two players need."""


class UnknownClientError(CdgDeviceError):
    """The page that sent an operation is not connected: it doesn't see what it presses."""


class NoPlaceError(CdgDeviceError):
    """As many pages are open as may be."""


class PageClients:
    """Passes on what the hands do, in one order, so that a control is down while any hand is on it.

    A second page that presses a held button adds no press. A page that is closed, crashes or loses
    its network never leaves a button stuck: what is not heard of any more counts as let go, also
    here, where `clock` returns the seconds. All methods may be called from any thread; `operate` is
    called by one at a time and should only enqueue.
    """

    def __init__(
        self, operate: Callable[[Operation], None], clock: Callable[[], float] = monotonic
    ) -> None:
        self._operate = operate
        self._clock = clock
        self._held: dict[str, dict[Control, float]] = {}  # when each was heard of last
        self._one_at_a_time = threading.Lock()

    def join(self) -> str:
        """Return a new hand's name, which nobody can guess.

        Raises:
            NoPlaceError: there are eight already.
        """
        hand = secrets.token_urlsafe(16)
        with self._one_at_a_time:
            if len(self._held) >= MOST_CLIENTS:
                raise NoPlaceError(f"{MOST_CLIENTS} pages are open already: close one.")
            self._held[hand] = {}
        return hand

    def leave(self, hand: str) -> None:
        """Forget a hand; what it alone held is lost. One that has left already does no harm."""
        with self._one_at_a_time:
            held = self._held.pop(hand, {})
            for control in sorted(self._heard_of(held), key=lambda control: control.value):
                if not self._is_held(control):
                    self._operate(LosePress(control))

    def do(self, hand: str, operation: Operation) -> None:
        """Do what a hand does.

        Raises:
            UnknownClientError: when the hand never joined or has left; nothing has been done.
            CdgDeviceError: whatever `operate` refuses.
        """
        with self._one_at_a_time:
            held = self._held.get(hand)
            if held is None:
                raise UnknownClientError("This page is no longer connected; reload it.")
            match operation:
                case PressButton(control):
                    if not self._is_held(control):
                        self._operate(operation)
                    held[control] = self._clock()
                case KeepPressed(control):
                    if control in self._heard_of(held):
                        self._operate(operation)
                        held[control] = self._clock()
                case ReleaseButton(control):
                    there = control in self._heard_of(held)
                    held.pop(control, None)
                    if there and not self._is_held(control):
                        self._operate(operation)
                case _:
                    self._operate(operation)

    def _is_held(self, control: Control) -> bool:
        return any(control in self._heard_of(held) for held in self._held.values())

    def _heard_of(self, held: dict[Control, float]) -> set[Control]:
        since = self._clock() - MAX_TOUCH_SILENCE
        return {control for control, at in held.items() if at > since}
