"""The dice that are heard, and what the host is told of them while it wants to know."""

import asyncio
import math
from typing import Any
from zlib import crc32

from bleak import BleakScanner
from bleak.backends.device import BLEDevice
from bleak.backends.scanner import AdvertisementData
from msgspec import Struct

from cdgdevice.bluetooth.die_kind import DieKind
from cdgdevice.bluetooth.known_kinds import find_kind
from cdgdevice.drivers.reader.reader_messages import DieInRange, encode_die

MAX_HEARD = 16
"""Dice that are kept: anybody may send names without end."""
_NAME_LENGTH = 20
_WEAKEST, _PERCENT_PER_DBM = -100, 2
"""At -100 dBm nothing is heard; at -50 it is as good as it gets."""


class LinkCutShortError(Exception):
    """The attempt to link a die made room for the list of dice: nothing is wrong with the die."""


class HeardDie(Struct, frozen=True):
    """A die that was heard, and how strong: dBm."""

    name: str
    kind: str
    signal: int


class HeardDice:
    """What was heard in this look for dice and in the last one, and whether anybody asks for it.

    Each question is one for so many `seconds`.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._known: dict[str, HeardDie] = {}
        self._heard: set[str] = set()
        self._heard_before: set[str] = set()
        self._until = -math.inf

    def is_wanted(self, at: float) -> bool:
        """Return whether the host has asked a short time ago."""
        return at < self._until

    def want(self, at: float) -> bool:
        """Take note that the host asks; return whether it begins to, and hears all again."""
        begins = not self.is_wanted(at)
        if begins:
            self._known, self._heard, self._heard_before = {}, set(), set()
        self._until = at + self._seconds
        return begins

    def begin_look(self) -> None:
        """Take note that a look for dice begins."""
        self._heard, self._heard_before = set(), self._heard

    def hear(self, die: HeardDie) -> bool:
        """Take note of a die that was heard; return whether that is news to the host."""
        if die.name not in self._known and len(self._known) >= MAX_HEARD:
            return False
        is_news = die.name not in self._heard | self._heard_before
        self._known[die.name] = die
        self._heard.add(die.name)
        return is_news

    def find(self, id_: str, taken: tuple[str, ...]) -> str | None:
        """Return the name of the die with this id; None where there is none."""
        return next((name for name in (*taken, *self._known) if find_id(name) == id_), None)

    def encode(self, taken: tuple[str, ...]) -> bytes:
        """Return a line for each die: those that are taken, and all that were heard."""
        names = dict.fromkeys((*taken, *self._known))
        return b"".join(encode_die(self._describe(name, taken)) for name in names)

    def encode_one(self, name: str, taken: tuple[str, ...]) -> bytes:
        """Return the line of a die that was heard."""
        return encode_die(self._describe(name, taken))

    def _describe(self, name: str, taken: tuple[str, ...]) -> DieInRange:
        heard = self._known.get(name) if name in self._heard | self._heard_before else None
        place = taken.index(name) + 1 if name in taken else 0
        signal = None if heard is None else _rate_signal(heard.signal)
        kind = self._known[name].kind if name in self._known else ""
        return DieInRange(find_id(name), _fit_name(name), kind, signal, place)


def find_id(name: str) -> str:
    """Return what stands for a die on the line to the host."""
    return f"{crc32(name.encode()):08X}"


def _fit_name(name: str) -> str:
    """Return a name as a line can carry it."""
    plain = "".join(c if " " <= c <= "~" and c not in ",$*" else "-" for c in name)
    return plain[:_NAME_LENGTH]


def _rate_signal(dbm: int) -> int:
    return min(100, max(0, (dbm - _WEAKEST) * _PERCENT_PER_DBM))


def recognize_die(
    device: BLEDevice, advertisement: AdvertisementData
) -> tuple[DieKind, HeardDie] | None:
    """Return what a die that advertises is; None where it is none that is known, or has no name."""
    # Anybody may send a name with anything in it.
    sent = advertisement.local_name or device.name or ""
    name = "".join(filter(str.isprintable, sent)).strip()
    kind = find_kind(name, advertisement.service_uuids)
    if kind is None or not name:
        return None
    return kind, HeardDie(name, kind.title, advertisement.rssi)


async def list_dice(seconds: float, scanner: Any = None) -> list[HeardDie]:
    """Listen for so long, and return the dice in range, the nearest first."""
    heard: dict[str, HeardDie] = {}

    def hear(device: BLEDevice, advertisement: AdvertisementData) -> None:
        if (known := recognize_die(device, advertisement)) is not None:
            _, die = known
            heard[die.name] = die

    async with BleakScanner(hear, backend=scanner):
        await asyncio.sleep(seconds)
    return sorted(heard.values(), key=lambda die: -die.signal)
