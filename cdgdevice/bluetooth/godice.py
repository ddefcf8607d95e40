"""GoDice by Particula: the facts of its published JavaScript API.

A notification begins with a word: `R` rolling; `S`, `FS`, `TS` and `MS` at rest after a roll, after
too small a roll, leaning, and only moved, each with the acceleration in x, y and z as signed bytes;
`Bat` with percent. The shell that is put on a die is not reported.
"""

import struct

from cdgdevice.bluetooth import die_kind

_ASK_BATTERY = bytes([3])
_BLINK = 16
_HALF_SECOND = 50  # in hundredths
_TOWARDS = {
    (-64, 0, 0): 1,
    (0, 0, 64): 2,
    (0, 64, 0): 3,
    (0, -64, 0): 4,
    (0, 0, -64): 5,
    (64, 0, 0): 6,
}
"""The face on top by the acceleration of a die at rest: 64 is the earth's."""
_FARTHEST = 40
"""How far from every one of these a die may be that lies flat; a lean of some 36 degrees."""


def _decode(data: bytes) -> tuple[die_kind.DieNews, ...]:
    if data[:1] == b"R":
        return (die_kind.DieRolling(),)
    if data[:3] == b"Bat" and len(data) > 3 and data[3] <= 100:
        return (die_kind.DieBattery(data[3]),)
    for word, is_roll in ((b"S", True), (b"FS", False), (b"MS", False), (b"TS", False)):
        if data.startswith(word) and len(data) >= len(word) + 3:
            face = _find_face(*struct.unpack_from("bbb", data, len(word)))
            if is_roll and face is not None:
                return (die_kind.DieSettled(face),)
            return (die_kind.DieLies(leans=is_roll or word == b"TS"),)
    return ()


def _find_face(x: int, y: int, z: int) -> int | None:
    for (to_x, to_y, to_z), face in _TOWARDS.items():
        if (x - to_x) ** 2 + (y - to_y) ** 2 + (z - to_z) ** 2 <= _FARTHEST**2:
            return face
    return None


def _encode_blinks(colour: die_kind.Colour) -> bytes:
    return bytes([_BLINK, die_kind.BLINK_COUNT, _HALF_SECOND, _HALF_SECOND, *colour, 1, 0])


GODICE = die_kind.DieKind(
    title="GoDice",
    name_prefix="GoDice_",
    service="6e400001-b5a3-f393-e0a9-e50e24dcca9e",
    notify="6e400003-b5a3-f393-e0a9-e50e24dcca9e",
    write="6e400002-b5a3-f393-e0a9-e50e24dcca9e",
    greeting=(_ASK_BATTERY,),
    says_shape=False,
    decode=_decode,
    encode_blinks=_encode_blinks,
)
