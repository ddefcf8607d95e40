"""The error tree: every member's text is one sentence for the person who can mend it."""

import os
import sys


class CdgDeviceError(Exception):
    """Anything that the program says to a person instead of showing a traceback."""


class MissingPackageError(CdgDeviceError):
    """`what` needs a package that is not installed; `extra` of cdgdevice brings it."""

    def __init__(self, what: str, package: str, extra: str) -> None:
        # This program's own pip; and the documented place, /opt, is the administrator's.
        sudo = "sudo " if os.name == "posix" and not os.access(sys.prefix, os.W_OK) else ""
        pip = f'{sudo}{sys.executable} -m pip install "cdgdevice[{extra}]"'
        super().__init__(f"{what} needs the package {package}: run `{pip}`.")


class ConfigError(CdgDeviceError, ValueError):
    """The configuration has mistakes; `mistakes` has a sentence for every one of them."""

    def __init__(self, mistakes: tuple[str, ...]) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = mistakes


class JournalError(CdgDeviceError, ValueError):
    """A game's journal can't be read or written; no other game is touched."""


class HardwareError(CdgDeviceError, OSError):
    """A pin, a bus or a port is missing or does not answer."""
