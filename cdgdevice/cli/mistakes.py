"""A mistake of the program, reported in one sentence to the person who ran the command."""

import sys
from pathlib import Path
from traceback import extract_tb


def report_mistake(mistake: Exception) -> None:
    """Say on standard error that this is a mistake of the program, and where it came up."""
    what = " ".join(f"{type(mistake).__name__}: {mistake}".split())
    print(
        f"This is a mistake of cdgdevice; please report it: {what} ({error_place(mistake)}).",
        file=sys.stderr,
    )


def error_place(error: BaseException) -> str:
    """Return the places in the code that an error came through, the innermost first: one line."""
    frames = reversed(extract_tb(error.__traceback__))
    return " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)
