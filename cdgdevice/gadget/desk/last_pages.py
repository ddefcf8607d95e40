"""What is left on the glass when the program is gone."""

from cdgdevice.errors import CdgDeviceError
from cdgdevice.gadget.views.view import Mood, Page


def farewell(fault: str | None) -> Page:
    """Say that the program was stopped; `fault` says why the last answers are not saved."""
    if fault is not None:
        return Page(Mood.FAULT, "Stopped", ("The last answers are not saved.", fault))
    return Page(Mood.NOTE, "Stopped", ("The game is kept. It goes on from here.",))


def broken_down(error: Exception) -> Page:
    """Say why the program ends: a missing part in its own sentence, else that it is a mistake."""
    if isinstance(error, CdgDeviceError):
        return Page(Mood.FAULT, "Broken down", (str(error),))
    return Page(Mood.FAULT, "Broken down", ("A mistake in the program. It starts afresh.",))
