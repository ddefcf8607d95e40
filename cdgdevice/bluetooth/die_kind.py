"""What a kind of Bluetooth die is: its table, and what its notifications say.

A kind is one file with a `DieKind`, listed in `known_kinds.py`.
"""

from collections.abc import Callable

from msgspec import Struct

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""


class DieIdentified(Struct, frozen=True):
    """The die has said what it is; `usable`: it has six faces with one to six pips."""

    usable: bool


class DieRolling(Struct, frozen=True):
    """The die is in somebody's hand, or rolls."""


class DieSettled(Struct, frozen=True):
    """The die has come to rest after a roll, and `face`, 1 to 6, is on top."""

    face: int


class DieLies(Struct, frozen=True):
    """The die lies again, and that was no roll; it leans, or it is flat."""

    leans: bool


class DieBattery(Struct, frozen=True):
    """The charge of its battery in percent, 0 to 100."""

    percent: int


DieNews = DieIdentified | DieRolling | DieSettled | DieLies | DieBattery


class DieKind(Struct, frozen=True):
    """A kind of die: how it is found, what is written to it, and what it says."""

    title: str
    """The maker's name for it."""
    name_prefix: str
    """What its name begins with; empty where the owner gives it any name."""
    service: str
    """The GATT service; where there is no `name_prefix`, it is found by this in the air."""
    notify: str
    """The characteristic that reports."""
    write: str
    """The characteristic that takes commands."""
    greeting: tuple[bytes, ...]
    """Written once it is linked, in this order."""
    says_shape: bool
    """It answers the greeting with `DieIdentified`; one that does not is taken as a D6."""
    decode: Callable[[bytes], tuple[DieNews, ...]]
    """Return what a notification says, in order; nothing for whatever is not known."""
    encode_blinks: Callable[[Colour], bytes]
    """Return the command that has it blink for `BLINK_COUNT` seconds."""

    def is_advertised(self, name: str, services: list[str]) -> bool:
        """Return whether a device of this name, with these services, is of this kind."""
        return name.startswith(self.name_prefix) if self.name_prefix else self.service in services


BLINK_COUNT = 8
"""Blinks of a second each, in which a die shows that its roll is due."""
