"""Who may use the page, and who holds which control: a page that leaves lets go of all."""

import secrets
import threading
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from ipaddress import IPv4Address, IPv4Network
from math import inf
from time import monotonic

from msgspec import Struct

from cdgdevice.drivers.gpio.control_events import (
    MAX_TOUCH_SILENCE,
    Control,
    RemoteTouch,
    RemoteTouchKind,
)
from cdgdevice.errors import CdgDeviceError
from cdgdevice.web import page_messages

SECURITY_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
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


_HOME_NETWORKS = tuple(
    map(
        IPv4Network,
        ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
    )
)
"""The same as in `systemd/cdgdevice-page.socket`."""


def is_local_address(number: str) -> bool:
    """Whether an address is one of this computer, or of a network at home."""
    return any(IPv4Address(number) in network for network in _HOME_NETWORKS)


MAX_CLIENTS = 8
"""How many pages may be open at once: far more than two players need."""


class UnknownClientError(CdgDeviceError):
    """The page that sent an operation is not connected: it doesn't see what it presses."""


_GONE = "This page is no longer connected; reload it."


class TooManyConnectionsError(CdgDeviceError):
    """As many pages are open as may be."""


class PageClients:
    """Passes on what clients do, in one order: a control is down while any client is on it.

    A second page that presses a held button adds no press. A page that is closed, crashes or loses
    its network never leaves a button stuck: what is not heard of any more counts as let go, also
    here, where `clock` returns the seconds. All methods may be called from any thread; `operate` is
    called by one at a time and should only enqueue.
    """

    def __init__(
        self,
        operate: Callable[[page_messages.Operation], None],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._operate = operate
        self.clock = clock
        """Returns the time now, in seconds."""
        self._held: dict[str, dict[Control, float]] = {}  # when each was heard of last
        self._one_at_a_time = threading.Lock()

    def join(self) -> str:
        """Return a new client's name, which nobody can guess.

        Raises:
            TooManyConnectionsError: there are eight already.
        """
        client = secrets.token_urlsafe(16)
        with self._one_at_a_time:
            if len(self._held) >= MAX_CLIENTS:
                raise TooManyConnectionsError(f"{MAX_CLIENTS} pages are open already: close one.")
            self._held[client] = {}
        return client

    def leave(self, client: str) -> None:
        """Forget a client; what it alone held is lost. One that has left already does no harm."""
        with self._one_at_a_time:
            held = self._held.pop(client, {})
            for control in sorted(self._live_controls(held), key=lambda control: control.value):
                if not self._is_held(control):
                    self._operate(RemoteTouch(self.clock(), control, RemoteTouchKind.LOST))

    def must_be_here(self, client: str) -> None:
        """Refuse a client that never joined or has left.

        Raises:
            UnknownClientError: it is one.
        """
        with self._one_at_a_time:
            if client not in self._held:
                raise UnknownClientError(_GONE)

    def do(self, client: str, operation: page_messages.Operation) -> None:
        """Do what a client does.

        Raises:
            UnknownClientError: when the client never joined or has left; nothing has been done.
            CdgDeviceError: whatever `operate` refuses.
        """
        with self._one_at_a_time:
            held = self._held.get(client)
            if held is None:
                raise UnknownClientError(_GONE)
            match operation:
                case RemoteTouch(at, control, RemoteTouchKind.DOWN):
                    if not self._is_held(control):
                        self._operate(operation)
                    held[control] = at
                case RemoteTouch(at, control, RemoteTouchKind.STILL):
                    if control in self._live_controls(held):
                        self._operate(operation)
                        held[control] = at
                case RemoteTouch(_, control, RemoteTouchKind.UP):
                    there = control in self._live_controls(held)
                    held.pop(control, None)
                    if there and not self._is_held(control):
                        self._operate(operation)
                case _:
                    self._operate(operation)

    def _is_held(self, control: Control) -> bool:
        return any(control in self._live_controls(held) for held in self._held.values())

    def _live_controls(self, held: dict[Control, float]) -> set[Control]:
        since = self.clock() - MAX_TOUCH_SILENCE
        return {control for control, at in held.items() if at > since}


CODE_SECONDS = 600.0
"""How long a code allows a browser."""
TRIES_EACH = 3
"""So many wrong codes may come from one address while a code is valid."""
TRIES = 300
"""After so many wrong codes from all addresses together the code expires."""
MAX_BROWSERS = 32
"""So many browsers may be allowed; the one that was allowed first makes room for another."""


class PairingError(CdgDeviceError):
    """A browser is not allowed; nothing has been shown to it or changed by it."""


class PairingClosedError(PairingError):
    """No code is valid: the owner has not asked for one at the gadget."""


class TooManyTriesError(PairingError):
    """More wrong codes came from this address than may; this one was not even looked at."""


class Pairing:
    """Allows the browser that names the code which the owner asked for at the gadget.

    Until then no code is valid, and none can be guessed. An allowed browser keeps a token, which
    can be withdrawn. All methods may be called from any thread.
    """

    def __init__(
        self,
        keep: Callable[[bytes], None],
        kept: bytes = b"",
        *,
        allowed: Callable[[], None] = lambda: None,
        refused: Callable[[str, int, bool], None] = lambda _address, _count, _expired: None,
        clock: Callable[[], float] = monotonic,
        choose: Callable[[int], int] = secrets.randbelow,
    ) -> None:
        """Take over the browsers that were allowed before, as `keep` was last given them.

        `allowed` is called when a browser has used a code up, `refused` with the address of each
        wrong code, how many came since the code was made, and whether it has expired by that; both
        should only enqueue.
        """
        self._keep = keep
        self._allowed = allowed
        self._refused = refused
        self._clock = clock
        self._choose = choose
        self._paired = [line for line in kept.decode("ascii", "replace").split() if _is_hash(line)]
        self._code = ""
        self._code_ends = -inf
        self._tries: Counter[str] = Counter()
        self._one_at_a_time = threading.Lock()

    def is_authorized(self, token: str) -> bool:
        """Return whether a browser with this token was allowed, and not sent away since."""
        hashed = _hash(token)
        with self._one_at_a_time:
            return any(secrets.compare_digest(hashed, known) for known in self._paired)

    def open(self) -> str:
        """Return the code that allows one browser: six digits, the same while it is valid."""
        with self._one_at_a_time:
            if not self._is_open():
                self._code = f"{self._choose(1_000_000):06d}"
                self._code_ends = self._clock() + CODE_SECONDS
                self._tries.clear()
            return self._code

    def check_open(self) -> None:
        """Do nothing if a code is valid.

        Raises:
            PairingClosedError: none is; it says what to do at the gadget.
        """
        with self._one_at_a_time:
            self._must_be_open()

    def try_code(self, code: str, address: str) -> str:
        """Allow the browser at this address if it knows the code; return the token it is to keep.

        The code is used up then.

        Raises:
            PairingClosedError: no code is valid.
            TooManyTriesError: this address has named too many wrong codes.
            PairingError: the code is wrong.
            OSError: the disk did not keep the token.
        """
        with self._one_at_a_time:
            self._must_be_open()
            if self._tries[address] >= TRIES_EACH:
                raise TooManyTriesError(
                    "Too many wrong codes came from here: ask for a new one at the gadget, when "
                    "this one has expired."
                )
            if not secrets.compare_digest(code.encode(), self._code.encode()):
                self._tries[address] += 1
                if self._tries.total() >= TRIES:
                    self._code_ends = -inf
                self._refused(address, self._tries.total(), not self._is_open())
                raise PairingError("That is not the code that the gadget shows.")
            token = secrets.token_urlsafe(32)
            self._replace([*self._paired, _hash(token)][-MAX_BROWSERS:])
            self._code_ends = -inf
            self._allowed()
            return token

    def _is_open(self) -> bool:
        return self._clock() < self._code_ends

    def _must_be_open(self) -> None:
        if not self._is_open():
            raise PairingClosedError(
                'At the gadget, open the menu and choose "Gadget", then "Allow a browser".'
            )

    def withdraw(self, token: str, *, all_but_this: bool = False) -> None:
        """Send the browser with this token away, or all the others.

        Raises:
            OSError: the disk did not keep it; until the next start they are away all the same.
        """
        hashed = _hash(token)
        with self._one_at_a_time:
            self._replace([known for known in self._paired if (known == hashed) is all_but_this])

    def _replace(self, paired: list[str]) -> None:
        self._paired = paired
        self._keep("".join(f"{known}\n" for known in paired).encode("ascii"))


def _hash(token: str) -> str:
    # The file of the paired browsers is no key: nobody gets in with what it holds.
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def _is_hash(line: str) -> bool:
    return len(line) == 64 and all(digit in "0123456789abcdef" for digit in line)
