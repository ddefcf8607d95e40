"""Write lines.txt, on which both interpreters must agree: `python -m tests.firmware.write_lines`.

Sound lines of every type, the same mutated, and noise; %XX stands for a byte that is no plain
character, and for % itself.
"""

import string
from collections.abc import Callable
from pathlib import Path
from random import Random

from cdgdevice.drivers.reader.line import LONGEST, checksum, encode

LINES = Path(__file__).parent / "lines.txt"
PLAIN = (string.ascii_letters + string.digits + string.punctuation + " ").replace("%", "").encode()
FIELD = PLAIN.decode().replace(",", "").replace("$", "").replace("*", "") + "%"


def escaped(data: bytes) -> str:
    return "".join(chr(byte) if byte in PLAIN else f"%{byte:02X}" for byte in data)


def sound(rng: Random) -> bytes:
    """A line such as reader and host say, or of any fields at all."""
    number = str(rng.choice((0, 1, 6, 17, rng.randint(0, 65535), rng.randint(0, 2**32 - 1))))
    die = rng.choice(("ABSENT", "MOVING", "SETTLED", "COCKED", "LIGHT", "SATURATED"))
    face = str(rng.randint(0, 7))
    kinds = (
        ("HELLO?",),
        ("HELLO", "1.1", "cdg-reader 1.0", "E6614103E7452D2F", number, "raw+cal+dirty"),
        ("HB", number, die),
        ("STATE", die),
        ("ROLL", number, str(rng.randint(1, 99)), face, str(rng.randint(0, 100))),
        ("ROLL", "0", "", face, ""),
        ("ACK", number, face),
        ("RAW", *(str(rng.randint(0, 65535)) for _ in range(4)), face, "150", number),
        ("KNOWN", face, *(str(rng.randint(0, 65535)) for _ in range(5))),
        ("CAL", "FACE", "OK", face, "4"),
        ("PING", number),
        ("NAK", "UNKNOWN"),
        tuple("".join(rng.choices(FIELD, k=rng.randint(1, 12))) for _ in range(rng.randint(1, 6))),
    )
    return encode(*rng.choice(kinds))[:-1]


def longest(rng: Random) -> bytes:
    """A line of the longest length, or of one more than that."""
    body = "".join(rng.choices(FIELD, k=LONGEST - 6 + rng.randint(0, 1))).encode()
    return b"$" + body + b"*" + checksum(body).encode()


def odd(rng: Random) -> bytes:
    """A right checksum over what no line may carry."""
    body = bytes(rng.choice((36, 42, 44, rng.randrange(256))) for _ in range(rng.randint(0, 6)))
    body = body.replace(b"\n", b"")
    return b"$" + body + b"*" + checksum(body).encode()


def ended(rng: Random) -> bytes:
    return sound(rng) + rng.choice((b"\r", b"\r\r", b" ", b"\t"))


def mutated(rng: Random) -> bytes:
    line = sound(rng)
    at = rng.randrange(len(line))
    other = bytes([rng.choice([byte for byte in range(256) if byte != 10])])
    return rng.choice(
        (
            line[:at] + line[at + 1 :],
            line[:at] + other + line[at + 1 :],
            line[:at] + other + line[at:],
            line[:at] + line[at : at + 2][::-1] + line[at + 2 :],
            line[:at] + sound(rng)[at:],
            line[:at],
            line[at:],
            line.lower(),
            line + line,
        )
    )


def noise(rng: Random) -> bytes:
    length = rng.choice((0, 1, 5, 20, 96, 97, 98, 99, 300))
    return bytes(rng.randrange(256) for _ in range(length)).replace(b"\n", b"$")


def glued(rng: Random) -> bytes:
    """A line right behind noise, its checksum in small letters at times."""
    line = sound(rng)
    return noise(rng) + (line if rng.random() < 0.5 else line[:-4] + line[-4:].lower())


SHARES: tuple[tuple[Callable[[Random], bytes], int], ...] = (
    (sound, 150),
    (ended, 30),
    (longest, 20),
    (odd, 60),
    (mutated, 250),
    (noise, 60),
    (glued, 60),
)


def lines() -> str:
    """The whole file, always the same."""
    rng = Random(1)
    made = [kind(rng) for kind, share in SHARES for _ in range(share)]
    rng.shuffle(made)
    return "".join(escaped(each) + "\n" for each in made)


if __name__ == "__main__":
    LINES.write_text(lines())
