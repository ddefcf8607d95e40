"""GPIO lines: the board, its chip, a line, and the thread that waits for edges.

`GpioChips` and `GpioLine` are the seam to the kernel: libgpiod is behind it in `gpiod_chips`,
memory in the tests. Nothing here needs gpiozero or libgpiod.
"""

import errno
import math
import os
import re
import selectors
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from threading import RLock, Thread, current_thread
from typing import Final, NoReturn, Protocol

from msgspec import Struct

from cdgdevice.errors import HardwareError

TREE: Final = "/sys/firmware/devicetree/base"
"""The folder in which the kernel shows the board's device tree. /proc may be hidden from a service.
"""

REVISION_VARIABLE: Final = "CDGDEVICE_BOARD_REVISION"
"""An environment variable that overrules the tree: the code in hexadecimal, like 902120."""

_ZERO_2_W = 0x902120
_NEW = 0x800000
"""Set in the codes of all boards since 2014, which tell the board bit by bit."""

_MAKER = "raspberrypi,"
_CHIPS = re.compile(r"brcm,bcm(283[567]|271[12])")
"""What a tree calls the chips that are on these boards alone."""

_CODES: Final[Mapping[str, int]] = {
    # 26 pins.
    "a": 0x0007,
    "b": 0x0002,
    "b-i2c0": 0x0003,
    "b-rev2": 0x000D,
    # 40 pins, or a module whose own board has them.
    "a-plus": 0x900021,
    "b-plus": 0x900032,
    "compute-module": 0x900061,
    "zero": 0x900093,
    "zero-w": 0x9000C1,
    "2-model-b": 0xA01041,
    "2-model-b-rev2": 0xA02042,
    "3-model-b": 0xA02082,
    "3-model-a-plus": 0x9020E0,
    "3-model-b-plus": 0xA020D3,
    "3-compute-module": 0xA020A0,
    "zero-2-w": _ZERO_2_W,
    "4-model-b": 0xA03111,
    "400": 0xC03130,
    "4-compute-module": 0xA03140,
    "4-compute-module-s": 0xA03150,
    "5-model-b": 0xC04170,
    "5-compute-module": 0xC04180,
    "500": 0xD04190,
}
"""A code of each board, by its name in a tree without `raspberrypi,` and `model-`."""


class Board(Struct, frozen=True):
    """A Raspberry Pi, or what is taken for one."""

    revision: int
    """The code by which gpiozero knows its pins."""
    note: str = ""
    """What to say of that, in a sentence; mostly nothing."""


def find_board(read: Callable[[str], bytes | None], environ: Mapping[str, str]) -> Board | None:
    """Find which board this is; None if nothing says that it is a Raspberry Pi.

    `read` gives what a file of the device tree holds, None where there is none. The boot loader of
    Raspberry Pi OS puts a revision code there. Others don't, U-Boot and QEMU among them: then the
    board's names tell, and a board whose names are not known has the usual 40 pins.

    Raises:
        HardwareError: the environment variable is no revision code.
    """
    given = environ.get(REVISION_VARIABLE)
    if given is not None:
        return Board(_given(given))
    said = _drop_warranty_bit(int.from_bytes((read("system/linux,revision") or b"")[:4], "big"))
    if said and _is_known(said):
        return Board(said)
    compatible = _texts(read("compatible"))
    model = " ".join(_texts(read("model")))
    for name in _names(compatible, model):
        if name in _CODES:
            return Board(_CODES[name])
    ours = any(text.startswith(_MAKER) or _CHIPS.match(text) for text in compatible)
    if not ours and "Raspberry Pi" not in model:
        return None
    called = model or compatible[0]
    return Board(
        _ZERO_2_W,
        f'This board does not say its revision, and "{called}" is not known here: its pins are '
        f"taken to be the usual 40. If they are not, set {REVISION_VARIABLE}.",
    )


def this_board(environ: Mapping[str, str] = os.environ, tree: Path = Path(TREE)) -> Board:
    """Return this computer's board.

    Raises:
        HardwareError: the machine does not say that it is a Raspberry Pi, or the environment
            variable is no revision code.
    """

    def read(path: str) -> bytes | None:
        try:
            return (tree / path).read_bytes()
        except OSError:
            return None

    board = find_board(read, environ)
    if board is None:
        raise HardwareError(
            f"This machine does not say that it is a Raspberry Pi (nothing in {tree} does). On a "
            f"laptop use `cdgdevice sim`; on another board that has the pins set "
            f"{REVISION_VARIABLE}, like {_ZERO_2_W:x} for a Zero 2 W."
        )
    return board


def _given(code: str) -> int:
    try:
        revision = _drop_warranty_bit(int(code, 16))
    except ValueError:
        revision = 0
    if not _is_known(revision):
        raise HardwareError(
            f"{REVISION_VARIABLE} is {code!r}, but a board revision is a hexadecimal number, "
            f"like {_ZERO_2_W:x} for a Raspberry Pi Zero 2 W."
        )
    return revision


def _drop_warranty_bit(revision: int) -> int:
    """Drop the warranty mark that an overvolted early board puts before its four digits."""
    return revision if revision & _NEW else revision & 0xFFFF


def _is_known(revision: int) -> bool:
    """Return whether gpiozero can make anything of a code; zero is no code."""
    if revision & _NEW:  # of a board that is newer than it, it takes the usual 40 pins
        return True
    # Only here: the self-test's commands load no gpiozero where there are no pins.
    from gpiozero.exc import PinUnknownPi
    from gpiozero.pins.pi import PiBoardInfo

    try:
        PiBoardInfo.from_revision(revision)
    except PinUnknownPi:
        return False
    return True


def _texts(raw: bytes | None) -> list[str]:
    """Return the texts of a property, each of which ends with a zero byte."""
    return [text for text in (raw or b"").decode("utf-8", "replace").split("\0") if text]


def _names(compatible: list[str], model: str) -> Iterator[str]:
    """Return what a tree calls the board, as `_CODES` has it: the firm's own word first."""
    for text in compatible:
        if text.startswith(_MAKER):
            yield text.removeprefix(_MAKER).removeprefix("model-")
    plain = re.sub(r" rev [\d.]+$", "", model.lower().removeprefix("raspberry pi "))
    yield plain.replace("+", " plus").replace(" ", "-").removeprefix("model-")


class Pull(Enum):
    """The resistor inside the chip, by gpiozero's names."""

    UP = "up"
    """Towards 3.3 V: an open switch reads high."""
    DOWN = "down"
    """Towards ground: an open switch reads low."""
    FLOATING = "floating"
    """None: something outside must hold the line."""


class EdgeDetection(Enum):
    """Which changes of level the kernel reports, by gpiozero's names."""

    NONE = "none"
    """None at all."""
    RISING = "rising"
    """From low to high."""
    FALLING = "falling"
    """From high to low."""
    BOTH = "both"
    """Either."""


class LineSettings(Struct, frozen=True):
    """How a line is used: an input, or an output that starts `high` or low."""

    output: bool = False
    high: bool = False
    pull: Pull = Pull.FLOATING
    edges: EdgeDetection = EdgeDetection.NONE


class LineEdge(Struct, frozen=True):
    """The line went to `high` or low at `at`, seconds of the monotonic clock, kernel's time."""

    at: float
    high: bool


class GpioLine(Protocol):
    """One line, ours until released. Every method may raise OSError."""

    def fileno(self) -> int:
        """Return the file descriptor that is readable while edges wait."""

    def read(self) -> bool:
        """Return the level now: True is high."""

    def write(self, high: bool) -> None:
        """Set the level of an output."""

    def reconfigure(self, settings: LineSettings) -> None:
        """Use the line in another way without giving it up."""

    def edges(self) -> tuple[LineEdge, ...]:
        """Take the edges that wait, oldest first; blocks when none does."""

    def release(self) -> None:
        """Give the line back; more than once does no harm."""


class GpioChips(Protocol):
    """The GPIO chips of this machine."""

    def labels(self) -> Mapping[str, str]:
        """Return the label of every chip by its path, like /dev/gpiochip0.

        Raises:
            OSError: when a chip can't be opened; `filename` says which.
        """

    def request(self, path: str, offset: int, settings: LineSettings) -> GpioLine:
        """Take the line `offset` of the chip at `path`.

        Raises:
            OSError: EBUSY when someone else has it, or whatever the kernel says.
        """

    def line_user(self, path: str, offset: int) -> str:
        """Name the program or driver that has the line; empty when none or unnamed."""


CHIP_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""What the chip is labelled: on a Raspberry Pi 5; on a 4; on all earlier ones and the Zeros."""


class GpioHeader:
    """The header's chip, found by its label: its number moved with kernels (gpiozero#1166).

    Raises:
        HardwareError: when there is no such chip or no permission to open one.
    """

    def __init__(self, chips: GpioChips) -> None:
        self._chips = chips
        self.path = _find_chip(chips)

    def line(self, gpio: int, settings: LineSettings) -> GpioLine:
        """Take the line of GPIO number `gpio`.

        Raises:
            HardwareError: when another program has it or the kernel refuses.
        """
        try:
            return self._chips.request(self.path, gpio, settings)
        except OSError as why:
            if why.errno != errno.EBUSY:
                _raise_refusal(self.path, why)
            user = self._chips.line_user(self.path, gpio) or "another program"
            raise HardwareError(
                f"GPIO{gpio} is in use by {user}: stop that, or wire to another pin."
            ) from why


def _find_chip(chips: GpioChips) -> str:
    """Return the path of the header's chip."""
    try:
        labels = chips.labels()
    except OSError as why:
        _raise_refusal(why.filename or "/dev/gpiochip*", why)
    for path, label in labels.items():
        if label in CHIP_LABELS:
            return path
    found = ", ".join(f"{path} ({label})" for path, label in labels.items()) or "none at all"
    raise HardwareError(
        f"No GPIO chip is labelled {', '.join(CHIP_LABELS[:-1])} or {CHIP_LABELS[-1]}, "
        "as the one behind a "
        f'Raspberry Pi\'s pins is; found {found}. On another machine choose the pins "mock".'
    )


def _raise_refusal(path: str, why: OSError) -> NoReturn:
    if isinstance(why, PermissionError):
        raise HardwareError(
            f"No permission to use {path}: add your user to the group gpio with "
            "`sudo usermod -aG gpio $USER` and log in again."
        ) from why
    raise HardwareError(f"{path} can't be used: {why.strerror}.") from why


EdgeReceiver = Callable[[LineEdge], None]


class EdgeWatcher:
    """Waits for edges of any number of lines; sleeps without a single wake-up while none comes.

    Edges that wait are delivered in the order of their times, whichever line they are of. The
    thread starts with the first line and lives until `close`. Neither a failing line nor a failing
    receiver ends it: the line is dropped; the receiver loses the edge it failed on. Either is told
    to `broken`, in the watch's thread: a HardwareError, or what the receiver raised.
    """

    def __init__(self, broken: Callable[[Exception], None]) -> None:
        self.on_broken = broken
        self._selector = selectors.DefaultSelector()
        self._woken, self._wake = os.pipe()
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._receivers: dict[int, tuple[GpioLine, EdgeReceiver]] = {}
        self._lock = RLock()  # a device that garbage collection deletes meanwhile closes its pin
        self._thread: Thread | None = None
        self._closed = False

    def add(self, line: GpioLine, deliver: EdgeReceiver) -> None:
        """Call `deliver`, in the watch's thread, for each edge of `line` from now on."""
        with self._lock:
            self._receivers[line.fileno()] = (line, deliver)
            self._selector.register(line.fileno(), selectors.EVENT_READ)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="cdgdevice-pins", daemon=True)
                self._thread.start()
            # epoll would learn of the line without this; other selectors don't.
            os.write(self._wake, b"+")

    def remove(self, line: GpioLine) -> None:
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
            self._close_descriptors()
        elif self._thread is not current_thread():
            self._thread.join()

    def _run(self) -> None:
        held: list[tuple[LineEdge, EdgeReceiver]] = []
        while True:
            ready = self._selector.select(0 if held else None)
            # Which way a knob turns is in the order of two lines' edges, and lines are read one
            # after another. What is older than an edge that is held waited when that was read, so
            # it is read by now; what is newer is held until the next look.
            newest = max((edge.at for edge, _ in held), default=-math.inf)
            for key, _ in ready:
                if key.fd == self._woken:
                    os.read(self._woken, 1024)
                else:
                    held += self._read_edges(key.fd)
            held.sort(key=lambda each: each[0].at)
            while held and held[0][0].at <= newest:
                self._deliver(*held.pop(0))
            with self._lock:
                if self._closed:
                    self._close_descriptors()
                    return

    def _read_edges(self, fd: int) -> list[tuple[LineEdge, EdgeReceiver]]:
        with self._lock:
            if fd not in self._receivers:
                return []
            line, deliver = self._receivers[fd]
            try:
                return [(edge, deliver) for edge in line.edges()]
            except OSError as why:
                # A descriptor in error stays readable: kept, it would spin.
                del self._receivers[fd]
                self._selector.unregister(fd)
                reason = why.strerror or why
        self.on_broken(
            HardwareError(
                f"An input pin can't be watched any more ({reason}): look at its wiring, and "
                "start again."
            )
        )
        return []

    def _deliver(self, edge: LineEdge, deliver: EdgeReceiver) -> None:
        try:
            deliver(edge)
        except Exception as error:
            self.on_broken(error)

    def _close_descriptors(self) -> None:
        self._selector.close()
        os.close(self._woken)
        os.close(self._wake)
