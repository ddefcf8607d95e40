"""Which Raspberry Pi this is: its revision code tells gpiozero the pins of the header."""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

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


@dataclass(frozen=True, slots=True)
class Board:
    """A Raspberry Pi, or what is taken for one."""

    revision: int
    """The code by which gpiozero knows its pins."""
    note: str = ""
    """What is to be said of that, in a sentence; mostly nothing."""


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
    said = _plain(int.from_bytes((read("system/linux,revision") or b"")[:4], "big"))
    if _is_known(said):
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
    """Give this computer's board.

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
        revision = _plain(int(code, 16))
    except ValueError:
        revision = 0
    if not _is_known(revision):
        raise HardwareError(
            f"{REVISION_VARIABLE} is {code!r}, but a board revision is a hexadecimal number, "
            f"like {_ZERO_2_W:x} for a Raspberry Pi Zero 2 W."
        )
    return revision


def _plain(revision: int) -> int:
    """Drop the warranty mark that an overvolted early board puts before its four digits."""
    return revision if revision & _NEW else revision & 0xFFFF


def _is_known(revision: int) -> bool:
    """Tell whether gpiozero can make anything of a code; zero is no code."""
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
    """Give the texts of a property, each of which ends with a zero byte."""
    return [text for text in (raw or b"").decode("utf-8", "replace").split("\0") if text]


def _names(compatible: list[str], model: str) -> Iterator[str]:
    """Give what a tree calls the board, as `_CODES` has it: the firm's own word first."""
    for text in compatible:
        if text.startswith(_MAKER):
            yield text.removeprefix(_MAKER).removeprefix("model-")
    plain = re.sub(r" rev [\d.]+$", "", model.lower().removeprefix("raspberry pi "))
    yield plain.replace("+", " plus").replace(" ", "-").removeprefix("model-")
