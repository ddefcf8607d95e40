"""What is left on the glass when the program is gone."""

from cdgdevice.errors import CdgDeviceError
from cdgdevice.gadget.views.view import Mood, Page

WAIT = 'Wait for "Safe to unplug", or half a minute.'
"""What to do when the computer was asked to shut down; others say when it is safe."""


def farewell(fault: str | None, *, shutting_down: bool = False) -> Page:
    """Say that the program ends, and if it was to, that the computer is `shutting_down`.

    `fault` says why the last answers are not saved.
    """
    title = "Shutting down" if shutting_down else "Stopped"
    if fault is not None:
        return Page(Mood.FAULT, title, ("The last answers are not saved.", fault))
    goes_on = WAIT if shutting_down else "It goes on from here."
    return Page(Mood.NOTE, title, (f"The game is kept. {goes_on}",))


def broken_down(error: Exception) -> Page:
    """Say why the program ends: a missing part in its own sentence, else that it is a mistake."""
    if isinstance(error, CdgDeviceError):
        return Page(Mood.FAULT, "Broken down", (str(error),))
    return Page(Mood.FAULT, "Broken down", ("A mistake in the program. It starts afresh.",))
