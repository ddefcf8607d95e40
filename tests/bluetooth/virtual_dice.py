"""What a GoDice and a Pixel send, written from the makers' published packages."""

import struct

GODICE_AXES = {
    1: (-64, 0, 0),
    2: (0, 0, 64),
    3: (0, 64, 0),
    4: (0, -64, 0),
    5: (0, 0, -64),
    6: (64, 0, 0),
}


def godice_rest(face: int) -> bytes:
    """Return what a GoDice sends that has rolled and come to rest."""
    return b"S" + struct.pack("bbb", *GODICE_AXES[face])


def pixel_identity(shape: int, percent: int = 80, *, old: bool = False) -> bytes:
    """Return what a Pixel answers to "who are you?"; `shape` 2 is a D6."""
    if old:
        return struct.pack(
            "<BBBBIIHIBBBB", 2, 6, 1, shape, 7, 0xC0FFEE, 900, 1_700_000_000, 1, 3, percent, 0
        )
    chunks = (
        struct.pack("<HIHHHH", 0x100, 1_700_000_000, 1, 1, 1, 1),
        struct.pack("<IBBBBB", 0xC0FFEE, 1, shape, 6, 2, 0),
        b"\0",
        b"Pixel\0",
        struct.pack("<III", 7, 900, 1000),
        struct.pack("<BBBB", percent, 0, 1, 3),
    )
    return b"\2" + b"".join(bytes([len(chunk) + 1]) + chunk for chunk in chunks)
