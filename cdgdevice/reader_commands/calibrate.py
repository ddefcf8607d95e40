"""`cdgdevice reader calibrate`: the guide that the gadget has too, in a terminal."""

from collections.abc import Callable
from contextlib import suppress

from cdgdevice.columns import folded
from cdgdevice.errors import CdgDeviceError, HardwareError
from cdgdevice.gadget.desk.calibrating import (
    ANSWER_WITHIN,
    LOOKS,
    STOP,
    Calibrating,
    answered,
    begun,
    pressed,
    silent,
)
from cdgdevice.gadget.desk.guiding import sentences, title
from cdgdevice.gadget.reader.messages import Answer, CalibrationReply
from cdgdevice.reader_commands.talk import Talk


def lead(talk: Talk, read: Callable[[str], str], write: Callable[[str], None]) -> None:
    """Lead through a calibration: `read` shows a prompt and waits for Enter, `write` shows lines.

    Raises:
        CdgDeviceError: `read` met the end of input or Ctrl-C; the reader keeps what it knew.
        HardwareError: the reader can't be calibrated, or it is gone.
    """
    if "cal" not in talk.greet().capabilities:
        raise HardwareError("This die reader can't be calibrated over its line.")
    write(f"The reader looks {LOOKS} times. Ctrl-C stops: then it keeps what it knows.")
    guide = begun()
    try:
        while guide.over is None:
            if guide.line is not None:
                guide = _asked(talk, guide, guide.line)
            else:
                read(f"{_said(guide)} ")
                guide = pressed(guide)
    except (EOFError, KeyboardInterrupt):
        write("")
        with suppress(HardwareError):
            talk.ask(STOP, CalibrationReply)
        raise CdgDeviceError("Stopped: the reader keeps what it knew before.") from None
    write(_said(guide))


def _asked(talk: Talk, guide: Calibrating, line: bytes) -> Calibrating:
    talk.send(line)
    for message in talk.listen(ANSWER_WITHIN):
        after = answered(guide, message) if isinstance(message, Answer) else guide
        if after is not guide:
            return after
    return silent(guide)


def _said(guide: Calibrating) -> str:
    words = " ".join(sentences(guide, "press Enter"))
    return folded(f"{guide.taken}/{LOOKS} {title(guide)}. {words}")
