"""Pixels by Systemic Games: the facts of their published JavaScript packages.

A message begins with a byte that is its type; numbers are little-endian. `I am a die` comes in
chunks that begin with their own size; older firmware sends a single record of 22 bytes.
"""

import struct

from cdgdevice.bluetooth.die_kind import (
    BLINK_COUNT,
    Colour,
    DieBattery,
    DieIdentified,
    DieKind,
    DieLies,
    DieNews,
    DieRolling,
    DieSettled,
)

_WHO_ARE_YOU, _I_AM_A_DIE, _ROLL_STATE, _BLINK, _BATTERY_LEVEL = 1, 2, 3, 29, 34
_D6, _D6_PIPPED = 2, 8
_ROLLED, _HANDLING, _ROLLING, _CROOKED, _ON_FACE = 1, 2, 3, 4, 5
_OLD_LENGTH, _OLD_SHAPE, _OLD_BATTERY = 22, 3, 20
_INFO_CHUNK, _STATUS_CHUNK = 1, 5
_SHAPE_IN_INFO = 6
"""After the chunk's size, the id in four bytes, and the chip."""
_ALL_FACES = 0xFFFFFFFF


def _decode(data: bytes) -> tuple[DieNews, ...]:
    if not data:
        return ()
    if data[0] == _I_AM_A_DIE:
        return _decode_identity(data)
    if len(data) < 3:
        return ()
    if data[0] == _ROLL_STATE:
        return _decode_roll_state(data[1], data[2])
    return (DieBattery(data[1]),) if data[0] == _BATTERY_LEVEL and data[1] <= 100 else ()


def _decode_roll_state(state: int, face: int) -> tuple[DieNews, ...]:
    """Return the news of a roll state; `face` counts from 0."""
    if state == _ROLLED:
        return (DieSettled(face + 1),) if face < 6 else (DieIdentified(usable=False),)
    if state in (_HANDLING, _ROLLING):
        return (DieRolling(),)
    return (DieLies(leans=state == _CROOKED),) if state in (_CROOKED, _ON_FACE) else ()


def _decode_identity(data: bytes) -> tuple[DieNews, ...]:
    if len(data) == _OLD_LENGTH:
        return _build_identity(data[_OLD_SHAPE], data[_OLD_BATTERY])
    chunks, at = [], 1
    while at < len(data) and data[at]:
        chunks.append(data[at : at + data[at]])
        at += data[at]
    if len(chunks) <= _INFO_CHUNK or len(chunks[_INFO_CHUNK]) <= _SHAPE_IN_INFO:
        return ()
    status = chunks[_STATUS_CHUNK] if len(chunks) > _STATUS_CHUNK else b""
    return _build_identity(
        chunks[_INFO_CHUNK][_SHAPE_IN_INFO], status[1] if len(status) > 1 else None
    )


def _build_identity(shape: int, percent: int | None) -> tuple[DieNews, ...]:
    identity: tuple[DieNews, ...] = (DieIdentified(usable=shape in (_D6, _D6_PIPPED)),)
    if percent is None or percent > 100:
        return identity
    return (*identity, DieBattery(percent))


def _encode_blinks(colour: Colour) -> bytes:
    red, green, blue = colour
    return struct.pack(
        "<BBHIIBB",
        _BLINK,
        BLINK_COUNT,
        BLINK_COUNT * 1000,
        red << 16 | green << 8 | blue,
        _ALL_FACES,
        0,
        1,
    )


PIXELS = DieKind(
    title="Pixels",
    name_prefix="",
    service="a6b90001-7a5a-43f2-a962-350c8edc9b5b",
    notify="a6b90002-7a5a-43f2-a962-350c8edc9b5b",
    write="a6b90003-7a5a-43f2-a962-350c8edc9b5b",
    greeting=(bytes([_WHO_ARE_YOU]),),
    says_shape=True,
    decode=_decode,
    encode_blinks=_encode_blinks,
)
