"""Lines of the die reader's protocol: `$TYPE,field,…*HHHH`, told from noise by a checksum.

MicroPython runs this file unchanged on the reader's side, so it keeps to what both have:
plain functions and classes, `bytes` (never `bytearray` methods), and `binascii`. It keeps its
name, too: `import line` is what the firmware says.
"""

import binascii

LONGEST = 96
"""Characters of the longest line, from `$` to the checksum, without the line's end."""


def checksum(body: bytes) -> str:
    """Return the low 16 bits of the CRC-32 of `body` as four hexadecimal digits in capitals."""
    return f"{binascii.crc32(body) & 0xFFFF:04X}"


def encode(*fields: str) -> bytes:
    """Return the line that carries `fields`, the first of which is its type, line end included.

    A field is printable ASCII without comma, `$` and `*`; all but the first may be empty.

    Raises:
        ValueError: when a field can't be carried or the line would be longer than `LONGEST`.
    """
    body = ",".join(fields).encode()
    line = b"$" + body + b"*" + checksum(body).encode() + b"\n"
    if decode(line) != fields:
        raise ValueError(f"No line of the reader's protocol can carry {fields!r}.")
    return line


def decode(line: bytes) -> tuple[str, ...] | None:
    """Return the fields of `line`, with or without its end; None if it is not a valid line.

    A line starts at its last `$`: whatever is before that is noise.
    """
    line = _from_last_dollar(line.rstrip(b"\r\n"))
    star = len(line) - 5
    if star < 2 or len(line) > LONGEST or line[star : star + 1] != b"*":
        return None
    body = line[1:star]
    if checksum(body).encode() != line[star + 1 :].upper() or body[:1] == b",":
        return None
    for byte in body:
        if byte < 32 or byte > 126 or byte == 0x2A:
            return None
    return tuple(body.decode().split(","))


class LineBuffer:
    """Cuts what comes over the wire into lines; holds at most one line, whatever is fed."""

    def __init__(self) -> None:
        self._begun = b""

    def feed(self, data: bytes) -> list[tuple[str, ...]]:
        """Take the next bytes, cut anywhere; return the fields of each line they complete."""
        ended = data.split(b"\n")
        found = []
        for rest in ended[:-1]:
            fields = decode(self._begun + rest)
            if fields is not None:
                found.append(fields)
            self._begun = b""
        begun = _from_last_dollar(self._begun + ended[-1])
        # Two for the `\r\r` that a cooked line has before its `\n`.
        self._begun = begun if len(begun) <= LONGEST + 2 else b""
        return found


def _from_last_dollar(data: bytes) -> bytes:
    start = data.rfind(b"$")
    return data[start:] if start >= 0 else b""
