"""The error tree: every member's text is one sentence for the person who can fix it."""

import os
import sys
from pathlib import Path
from traceback import extract_tb

DEBIAN_FOLDER = "/usr/lib/cdgdevice/"
"""Where the Debian package puts the program; Debian's own Python takes nothing from pip."""


class CdgDeviceError(Exception):
    """Anything that the program says to a person instead of showing a traceback."""


class MisuseError(Exception):
    """A command was given arguments that don't go together; the text says which."""


class MissingPackageError(CdgDeviceError):
    """`what` needs a package that is not installed."""

    def __init__(self, what: str, package: str) -> None:
        super().__init__(f"{what} needs the package {package}: run `{_installation(package)}`.")


def _installation(package: str) -> str:
    """Return the command that brings `package` to where this program runs."""
    if __file__.startswith(DEBIAN_FOLDER):
        return f"sudo apt install python3-{package}"
    # This program's own pip; and the documented place, /opt, is the administrator's.
    sudo = "sudo " if os.name == "posix" and not os.access(sys.prefix, os.W_OK) else ""
    return f"{sudo}{sys.executable} -m pip install {package}"


class ConfigError(CdgDeviceError, ValueError):
    """The configuration has mistakes; `mistakes` has a sentence for every one of them."""

    def __init__(self, mistakes: tuple[str, ...]) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = mistakes


class JournalError(CdgDeviceError, ValueError):
    """A game's journal can't be read or written; no other game is touched."""


class HardwareError(CdgDeviceError, OSError):
    """A pin, a bus or a port is missing or does not answer."""


def report_mistake(mistake: Exception) -> None:
    """Report on standard error that this is a mistake of the program, and where it came up."""
    what = " ".join(f"{type(mistake).__name__}: {mistake}".split())
    print(
        f"This is a mistake of cdgdevice; please report it: {what} ({error_place(mistake)}).",
        file=sys.stderr,
    )


def error_place(error: BaseException) -> str:
    """Return the places in the code that an error came through, the innermost first: one line."""
    frames = reversed(extract_tb(error.__traceback__))
    return " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)
