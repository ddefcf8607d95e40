"""The first picture and the last words for panels that luma.oled drives, ready to be sent.

It stands alone, as the splash does: `luma.frames` holds what luma's drivers send, made by
`tools/make_splash.py`, and only a gadget with such a panel loads this and what it unpacks with.
"""

import os
import zlib

from cdgdevice.drivers.oled.panels import LumaPanel

FRAMES = os.path.join(os.path.dirname(__file__), "luma.frames")  # noqa: PTH118, PTH120 - it is slow
"""A line for each picture: `splash/ssd1322/256x64/180 789c…`."""


def read_payloads(picture: str, panel: LumaPanel, rotation: int) -> list[bytes]:
    """Return the transfers that make a panel show a picture; raise LookupError if it is missing."""
    wanted = name_picture(picture, panel, rotation).encode()
    with open(FRAMES, "rb") as file:  # noqa: PTH123 - pathlib costs milliseconds
        for line in file:
            name, packed = line.split()
            if name == wanted:
                lines = zlib.decompress(bytes.fromhex(packed.decode())).split(b"\n")
                return [bytes.fromhex(payload.decode()) for payload in lines]
    raise LookupError(wanted)


def name_picture(picture: str, panel: LumaPanel, rotation: int) -> str:
    """Return the name that begins a picture's line."""
    return f"{picture}/{panel.word}/{rotation}"


def pack_payloads(payloads: list[bytes]) -> str:
    """Return what stands behind that name."""
    return zlib.compress("\n".join(map(bytes.hex, payloads)).encode(), 9).hex()
