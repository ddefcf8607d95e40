"""The error tree: every member's text is one sentence for the person who can mend it."""


class CdgDeviceError(Exception):
    """Anything that the program says to a person instead of showing a traceback."""


class ConfigError(CdgDeviceError, ValueError):
    """The configuration has mistakes; `mistakes` has a sentence for every one of them."""

    def __init__(self, mistakes: tuple[str, ...]) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = mistakes


class JournalError(CdgDeviceError, ValueError):
    """A game's journal can't be read or written; no other game is touched."""


class HardwareError(CdgDeviceError, OSError):
    """A pin, a bus or a port is missing or does not answer."""
