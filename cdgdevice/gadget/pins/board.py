"""Which Raspberry Pi this is: its revision code tells gpiozero the pins of the header."""

import os
from collections.abc import Mapping
from pathlib import Path

from cdgdevice.errors import HardwareError

REVISION_FILE = Path("/sys/firmware/devicetree/base/system/linux,revision")
"""Where the firmware says it: four bytes, the highest first. /proc may be hidden from a service."""

REVISION_VARIABLE = "CDGDEVICE_BOARD_REVISION"
"""An environment variable that overrules the file: the code in hexadecimal, like 902120."""

_ZERO_2_W = "902120"


def board_revision(environ: Mapping[str, str] = os.environ, file: Path = REVISION_FILE) -> int:
    """Give the revision code of this board.

    Raises:
        HardwareError: when the machine does not say that it is a Raspberry Pi, or the variable is
            not a hexadecimal number.
    """
    given = environ.get(REVISION_VARIABLE)
    if given is not None:
        try:
            return _plain(int(given, 16))
        except ValueError:
            raise HardwareError(
                f"{REVISION_VARIABLE} is {given!r}, but a board revision is a hexadecimal number, "
                f"like {_ZERO_2_W} for a Raspberry Pi Zero 2 W."
            ) from None
    try:
        return _plain(int.from_bytes(file.read_bytes()[:4], "big"))
    except OSError as why:
        raise HardwareError(
            f"This machine does not say which Raspberry Pi it is ({file}: {why.strerror}). On a "
            f"laptop use `cdgdevice sim`; on another board that has the pins set "
            f"{REVISION_VARIABLE}, like {_ZERO_2_W} for a Zero 2 W."
        ) from why


def _plain(revision: int) -> int:
    """Drop the warranty mark that an overvolted early board puts before its four digits."""
    return revision if revision & 0x800000 else revision & 0xFFFF
