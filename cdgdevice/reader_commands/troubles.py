"""What keeps a reader from its work, and the command that mends it."""

from cdgdevice.gadget.reader.effects import SENTENCES
from cdgdevice.gadget.reader.messages import Trouble

_CALIBRATE = "`cdgdevice reader calibrate` does it."
_MENDED_BY = {Trouble.BLANK: _CALIBRATE, Trouble.DIRTY: _CALIBRATE}


def trouble_told(trouble: Trouble) -> str:
    """Say what is wrong, and by which command it is mended if there is one."""
    return " ".join((SENTENCES[trouble], _MENDED_BY.get(trouble, ""))).strip()
