"""Somebody who looks at the glass of a panel and knows what the pattern is to look like."""

from functools import cache

from PIL import Image, ImageOps

from cdgdevice.selftest.person_checks import SeenPattern

FAR = 6
"""Columns by which a picture may be shifted and is still known again."""
LEAST = 8
"""Rows by which a picture is still known that is too high or too low."""
LEGIBLE = (
    (SeenPattern.SNOW, SeenPattern.DARK),
    (SeenPattern.ROWS,),
    (SeenPattern.UPSIDE_DOWN, SeenPattern.MIRRORED),
    (SeenPattern.SHIFTED,),
    (SeenPattern.ROLLED,),
    (SeenPattern.WHOLE,),
)
"""What is seen of a picture with several faults: the first of these that it has."""


def look_at(shown: Image.Image, wanted: Image.Image) -> SeenPattern:
    """Say what is seen of the picture that is wanted, as the self-test words it."""
    return _look_at(shown.tobytes(), wanted.tobytes(), wanted.size)


@cache
def _look_at(shown_bytes: bytes, wanted_bytes: bytes, size: tuple[int, int]) -> SeenPattern:
    """Say it of the bytes of pictures: many a glass shows what another one did."""
    if shown_bytes == wanted_bytes:
        return SeenPattern.WHOLE
    shown, wanted = (Image.frombytes("1", size, each) for each in (shown_bytes, wanted_bytes))
    if shown.getbbox() is None:
        return SeenPattern.DARK
    for picture, mirrored in ((wanted, False), (ImageOps.mirror(wanted), True)):
        for shift in range(-FAR, FAR + 1):
            there, known = _rows(shown, shift), _rows(picture, -shift)
            if _rows_moved(there, known) is not None:
                moved = SeenPattern.SHIFTED if shift else SeenPattern.ROLLED
                return SeenPattern.MIRRORED if mirrored else moved
            if _rows_moved(there, known[::-1]) is not None:
                return SeenPattern.UPSIDE_DOWN
            if sorted(there) == sorted(known):
                return SeenPattern.ROWS
    return SeenPattern.SNOW


def _rows(picture: Image.Image, shift: int) -> list[bytes]:
    """Return the rows without the columns that are lost if it is shifted to the right."""
    left, right = max(shift, 0), picture.width + min(shift, 0)
    part = picture.crop((left, 0, right, picture.height)).convert("L")
    wide, pixels = part.width, part.tobytes()
    return [pixels[at : at + wide] for at in range(0, len(pixels), wide)]


def _rows_moved(there: list[bytes], known: list[bytes]) -> int | None:
    """Return how far what is known is moved down (or up: below 0); None: it is not there."""
    for moved in sorted(range(LEAST - len(known), len(known) - LEAST + 1), key=abs):
        down, up = max(moved, 0), max(-moved, 0)
        if (
            there[down] == known[up]
            and there[down : len(there) - up] == known[up : len(known) - down]
        ):
            return moved
    return None


def how_well(shown: Image.Image, wanted: Image.Image) -> tuple[int, int]:
    """Say how well the picture is seen that is wanted: more is better.

    It is better if what was wrong is not any more, or if the picture is moved by fewer rows.
    """
    seen = look_at(shown, wanted)
    rank = {each: place for place, alike in enumerate(LEGIBLE) for each in alike}
    moved = _rows_moved(_rows(shown, 0), _rows(wanted, 0)) if seen is SeenPattern.ROLLED else 0
    return rank[seen], -abs(moved or 0)
