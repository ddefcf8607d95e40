"""The menu's entry for the die reader: calibrate it, and see which one it is."""

from cdgdevice.gadget.desk.moment import Entry
from cdgdevice.gadget.desk.wishes import Calibrate
from cdgdevice.gadget.reader.effects import SENTENCES, LinkState
from cdgdevice.gadget.reader.messages import Hello
from cdgdevice.gadget.views.view import Mood, Page


def can_calibrate(reader: Hello | None) -> bool:
    """Tell whether a reader is linked that takes a calibration."""
    return reader is not None and "cal" in reader.capabilities


def reader_menu(reader: Hello | None) -> tuple[Entry, ...]:
    """Give the menu's entry; none where no reader is linked that can be calibrated."""
    if reader is None or not can_calibrate(reader):
        return ()
    entries = (Entry("Calibrate", Calibrate()), Entry("About", page=_about(reader)))
    return (Entry("Die reader", entries=entries),)


def _about(reader: Hello) -> Page:
    text = (
        SENTENCES[reader.trouble or LinkState.LINKED],
        f"Firmware {reader.firmware}, protocol {reader.major}.{reader.minor}.",
        reader.uid,
    )
    return Page(Mood.DIE, "Die reader", text)
