"""The kinds of Bluetooth dice that are known. Another kind is one more file, and its name here.

It stands alone, so that nothing else has to change for that.
"""

from cdgdevice.bluetooth.die_kind import DieKind
from cdgdevice.bluetooth.godice import GODICE
from cdgdevice.bluetooth.pixels import PIXELS

KNOWN_KINDS = (GODICE, PIXELS)


def find_kind(name: str, services: list[str]) -> DieKind | None:
    """Return the kind of a device that is in range; None: it is no die that is known."""
    return next((kind for kind in KNOWN_KINDS if kind.is_advertised(name, services)), None)
