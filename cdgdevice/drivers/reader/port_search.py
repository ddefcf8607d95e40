"""Which serial port is the die reader's: what `auto` does.

The USB id says what could be one. A single one is taken, and stays open; where several could be
the reader, they are asked. A foreign device loses little by that: it is sent `$HELLO?` and its
checksum, a line at most twice in `ASK_WINDOW`, and its port is closed again. Nothing is opened that
is not in `READER_USB_IDS`, and adapters, which sit in many gadgets, only when no board has
answered. No control line is moved by hand: the kernel raises DTR and RTS together as it opens a
port and drops them together as it closes it, which no board takes for the order to restart in its
loader. A board at an adapter whose DTR is wired to its reset starts over, as it does for every
program; so a port that answered is kept open, and remembered.
"""

import math
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Protocol

import serial
from msgspec import Struct

from cdgdevice.drivers.reader.line import LineBuffer
from cdgdevice.drivers.reader.port_lookup import SearchError, is_port_busy, is_port_settling, is_url
from cdgdevice.drivers.reader.reader_messages import HELLO_QUESTION, parse_message
from cdgdevice.drivers.reader.terminal_port import TerminalPort
from cdgdevice.drivers.reader.unix_socket_port import UNIX_PREFIX, UnixSocketPort
from cdgdevice.drivers.reader.usb_ids import READER_USB_IDS, UsbPort

WRITE_TIMEOUT = 0.25
"""Seconds that a port may have no room for a line before the reader counts as hung."""
OpenPort = serial.Serial | UnixSocketPort


def open_port(name: str, baud: int) -> OpenPort:
    """Open a device path, a `unix:` socket, or a URL that pyserial knows.

    Raises:
        OSError: it is not there, not ours to open, or open elsewhere.
        ValueError: there is no such kind of URL.
    """
    if name.startswith(UNIX_PREFIX):
        return UnixSocketPort(name.removeprefix(UNIX_PREFIX), WRITE_TIMEOUT)
    open_it = serial.serial_for_url if is_url(name) else TerminalPort
    return open_it(name, baudrate=baud, write_timeout=WRITE_TIMEOUT, exclusive=True)


class SerialPort(Protocol):
    """What is asked of a port: the part of pyserial's `ListPortInfo` that is used.

    Where it is plugged in (`location`) and the board's number (`serial_number`) are used if known.
    """

    device: str
    vid: int | None
    pid: int | None


def list_serial_ports() -> Iterable[SerialPort]:
    """List this machine's serial ports."""
    from serial.tools.list_ports import comports  # slow to import, and often not needed

    return comports()


ASK_WINDOW = 2.5
"""Seconds that the boards have to answer, together, and then the adapters: a board at an adapter
may start over first, and udev needs a moment until a new port may be opened."""
ASK_AGAIN = 1.0
"""Seconds after which a port that has not answered is asked once more."""
ANSWER_GRACE = 0.5
"""Seconds that the others have once one has answered."""
LOOK_INTERVAL = 0.05
"""Seconds between two looks at what has come."""
FIRST_PAUSE = 5.0
"""Seconds until all are asked again where none has answered; then twice as long each time."""
LONGEST_PAUSE = 60.0
"""Seconds at most: a program that lets go of a port, or a board that gets power, tells nobody."""
_MAX_BYTES = 4095
"""Bytes that are taken at once and kept of a port, whatever it sends: a tty has as many."""
_USB_BAUD = 115200
"""For a board at its own USB, to which no speed matters: some take 1200 for the order to restart
in their loader."""


class FoundPort(Struct):
    """The port that is the die reader's, as far as can be told."""

    port: SerialPort
    baud: int
    answered: bool = False
    """It has spoken as a reader does. Else it is the only one that could be it."""
    connection: OpenPort | None = None
    """The open port; None where it was not opened."""
    heard: bytes = b""
    """What has come from it already."""


class ReaderSearch:
    """Searches among `ports`, this machine's, and remembers what it found while that stays.

    `clock` gives seconds, and `pause` waits for some: it returns True where there is no time left.
    """

    def __init__(
        self,
        ports: Callable[[], Iterable[SerialPort]],
        baud: int,
        *,
        clock: Callable[[], float],
        pause: Callable[[float], bool],
    ) -> None:
        self._ports = ports
        self._baud = baud
        self._clock = clock
        self._pause = pause
        self._seen: Sequence[tuple[object, ...]] = ()
        self._known: tuple[object, ...] | None = None
        self._outcome: FoundPort | SearchError | None = None
        """What asking `_seen` has shown, where no port answered."""
        self._again_at = -math.inf
        self._interval = FIRST_PAUSE

    def find(self) -> FoundPort:
        """Return the die reader's port.

        Raises:
            SearchError: there is none, or it can't be told which it is.
        """
        there = tuple(self._ports())
        listed = sorted(filter(_is_listed, there), key=lambda port: port.device)
        seen = [_identify(port) for port in listed]
        if self._seen != seen:
            self._seen, self._outcome, self._interval = seen, None, FIRST_PAUSE
        if self._known in seen:
            return self._take(listed[seen.index(self._known)], answered=True)
        self._known = None
        if not listed:
            raise _explain_none([port for port in there if port.vid is not None])
        if len(listed) == 1:
            return self._take(listed[0])
        outcome = self._outcome
        if outcome is None or self._clock() >= self._again_at:
            outcome = self._ask_boards_first(listed)
        if isinstance(outcome, SearchError):
            raise outcome.with_traceback(None)
        return outcome

    def remember(self, port: SerialPort) -> None:
        """Take `port` without asking while it stays plugged in: it has spoken as a reader does."""
        self._known = _identify(port)

    def is_changed(self) -> bool:
        """Return whether a port that could be the reader's has come or gone since `find`."""
        there = sorted(filter(_is_listed, self._ports()), key=lambda port: port.device)
        return self._seen != [_identify(port) for port in there]

    def _take(self, port: SerialPort, *, answered: bool = False) -> FoundPort:
        return FoundPort(port, _choose_baud(port, self._baud), answered)

    def _ask_boards_first(self, listed: Sequence[SerialPort]) -> FoundPort | SearchError:
        """Return the port that answers, or what holds where none does or several do."""
        self._outcome = None
        asked: list[_AskedPort] = []
        for adapter in (False, True):
            ports = [each for each in listed if _kind(each).adapter is adapter]
            asking = [_AskedPort(each, _choose_baud(each, self._baud)) for each in ports]
            asked += asking
            try:
                self._ask(asking)
                answered = [each for each in asking if each.answers]
                if len(answered) == 1:
                    return answered[0].hand_over()
            finally:
                for each in asking:
                    each.close()
            if answered:
                return self._note_failure(_explain_many, answered)
        likely = [each for each in asked if not _kind(each.port).adapter] or asked
        if len({_device(each.port) for each in likely}) > 1:
            return self._note_failure(_explain_silence, asked)
        usable = next((each for each in likely if each.error is None), likely[0])
        self._outcome, self._again_at = self._take(usable.port), math.inf
        return self._outcome

    def _note_failure(
        self,
        explain: "Callable[[Sequence[_AskedPort], float], SearchError]",
        asked: "Sequence[_AskedPort]",
    ) -> SearchError:
        self._again_at = self._clock() + self._interval
        self._interval = min(self._interval * 2, LONGEST_PAUSE)
        self._outcome = failure = explain(asked, self._again_at)
        return failure

    def _ask(self, asking: "Sequence[_AskedPort]") -> None:
        """Ask all, until one port of each device has answered or failed, or the time is up."""
        until = self._clock() + ASK_WINDOW
        waiting = asking
        while waiting and (now := self._clock()) < until:
            first: dict[str, _AskedPort] = {}
            for each in asking:
                each.advance(now)
                if each.answers:
                    first.setdefault(_device(each.port), each)
            for each in waiting:
                if first.get(_device(each.port), each) is not each:
                    each.close()
            if first:
                until = min(until, now + ANSWER_GRACE)
            waiting = [each for each in waiting if each.is_awaited]
            if waiting and self._pause(LOOK_INTERVAL):
                raise SearchError("The search was ended.", "The search was ended.")


class _AskedPort:
    """A port while it is asked. `port` can't be opened yet, is open, or is done with."""

    def __init__(self, port: SerialPort, baud: int) -> None:
        self.port = port
        self.error: Exception | None = None
        self.answers = False
        self._baud = baud
        self._connection: OpenPort | None = None
        self._lines = LineBuffer()
        self._heard = b""
        self._ask_at = -math.inf
        self._questions = 2
        self._closed = False

    @property
    def is_awaited(self) -> bool:
        """Whether it may answer yet."""
        return not (self.answers or self._closed)

    def advance(self, now: float) -> None:
        """Open it, ask what is due at `now` seconds, and take what has come."""
        if not self.is_awaited:
            return
        try:
            if self._connection is None:
                self._connection = open_port(self.port.device, self._baud)
                self._connection.timeout = 0
                self.error = None
            if self._questions and now >= self._ask_at:
                self._questions -= 1
                self._ask_at = now + ASK_AGAIN
                self._connection.write(HELLO_QUESTION)
            data = self._connection.read(min(self._connection.in_waiting, _MAX_BYTES))
        # Whatever it raises: what fails is no reader now.
        except Exception as error:
            self.error = error
            if self._connection is not None or not is_port_settling(error):
                self.close()
            return
        self._heard = (self._heard + data)[-_MAX_BYTES:]
        if any(parse_message(fields) is not None for fields in self._lines.feed(data)):
            self.answers = True

    def hand_over(self) -> FoundPort:
        """Return the port, open, with what has come from it; it is not closed here any more."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.timeout = None
        return FoundPort(self.port, self._baud, True, connection, self._heard)

    def close(self) -> None:
        """Be done with it, whatever it answered."""
        self._closed, self.answers = True, False
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                connection.reset_output_buffer()  # or closing waits until it takes them
            with suppress(Exception):
                connection.close()


def find_reader_port(
    ports: Callable[[], Iterable[SerialPort]] = list_serial_ports,
    baud: int = _USB_BAUD,
    *,
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], object] = time.sleep,
) -> str:
    """Return the device path of the die reader that is plugged in; it is not left open.

    Raises:
        SearchError: there is none, or it can't be told which it is.
    """
    search = ReaderSearch(ports, baud, clock=clock, pause=lambda seconds: bool(pause(seconds)))
    found = search.find()
    if found.connection is not None:
        found.connection.close()
    return found.port.device


def _is_listed(port: SerialPort) -> bool:
    return (port.vid, port.pid) in READER_USB_IDS


def _kind(port: SerialPort) -> UsbPort:
    return READER_USB_IDS[port.vid, port.pid]


def _device(port: SerialPort) -> str:
    """Return where the device is plugged in: the ports of one board share it."""
    location = getattr(port, "location", None)
    return location.partition(":")[0] if location else port.device


def _identify(port: SerialPort) -> tuple[object, ...]:
    """Return what tells a port from another that is plugged in in its place."""
    number = getattr(port, "serial_number", None)
    return port.device, port.vid, port.pid, _device(port), number


def _choose_baud(port: SerialPort, baud: int) -> int:
    return baud if _kind(port).adapter else _USB_BAUD


def _explain_none(others: Sequence[SerialPort]) -> SearchError:
    shown = "No die reader is plugged in: plug its USB cable in."
    names = ", ".join(f"{each.device} (USB {each.vid:04x}:{each.pid:04x})" for each in others)
    left = f" Left alone, for no reader is known to have that id: {names}." if names else ""
    return SearchError(shown + left, shown)


def _explain_many(answered: "Sequence[_AskedPort]", again_at: float) -> SearchError:
    shown = f"{len(answered)} die readers answer: unplug all but one"
    return SearchError(
        f"{shown}, or name one as reader.port in cdgdevice.toml ({_name(answered)}).",
        f"{shown}.",
        again_at,
    )


def _explain_silence(asked: "Sequence[_AskedPort]", again_at: float) -> SearchError:
    name_it = "or name its port as reader.port in cdgdevice.toml"
    held = next((each for each in asked if is_port_busy(each.error)), None)
    if held is None:
        return SearchError(
            f"No die reader answers ({_name(asked)}): unplug it and plug it in again, load its "
            f"firmware (cdgdevice reader flash), {name_it}.",
            "No die reader answers: unplug it and plug it in again.",
            again_at,
        )
    error = SearchError(
        f"No die reader answers, and another program has {held.port.device} open "
        f"({_name(asked)}): close it (a serial monitor; the gadget's service: sudo systemctl stop "
        f"cdgdevice), {name_it}.",
        "Another program may have the die reader: close it.",
        again_at,
    )
    error.__cause__ = held.error
    return error


def _name(asked: "Sequence[_AskedPort]") -> str:
    """Name each port, what it is, and why it was not asked."""
    names = []
    for each in asked:
        why = ""
        if is_port_busy(each.error):
            why = ", open in another program"
        elif each.error is not None and is_port_settling(each.error):
            why = ", which may not be opened"
        names.append(f"{each.port.device}: {_kind(each.port).name}{why}")
    return "; ".join(names)
