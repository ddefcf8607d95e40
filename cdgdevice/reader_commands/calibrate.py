"""`cdgdevice reader calibrate`: the guide that the gadget has too, in a terminal."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

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


@contextmanager
def interrupted_by_signals() -> Iterator[None]:
    """Have a closed terminal and a polite kill end it as Ctrl-C does: the reader is told."""

    def interrupt(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)  # a second one would keep the reader from being told
        raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, interrupt) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def lead(talk: Talk, read: Callable[[str], str], write: Callable[[str], None]) -> None:
    """Lead through a calibration: `read` shows a prompt and waits for Enter, `write` shows lines.

    Raises:
        CdgDeviceError: `read` met the end of input or Ctrl-C, or the terminal is gone; the reader
            keeps what it knew.
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
    except HardwareError:  # an OSError too, but of the reader: it can't be told anything
        raise
    except (EOFError, KeyboardInterrupt, OSError):
        with suppress(HardwareError):
            talk.ask(STOP, CalibrationReply)
        with suppress(OSError):  # of a terminal that is gone
            write("")
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
