"""Somebody who looks at the glass of a panel and knows what the pattern is to look like."""

from PIL import Image, ImageOps

from cdgdevice.selftest.person_checks import SeenPattern

FAR = 6
"""Columns by which a picture may be shifted and is still known again."""
LEGIBLE = (
    (SeenPattern.SNOW, SeenPattern.DARK),
    (SeenPattern.ROWS,),
    (SeenPattern.UPSIDE_DOWN, SeenPattern.MIRRORED),
    (SeenPattern.SHIFTED,),
    (SeenPattern.WHOLE,),
)
"""What is seen of a picture with several faults: the first of these that it has."""


def look_at(shown: Image.Image, wanted: Image.Image) -> SeenPattern:
    """Say what is seen of the picture that is wanted, as the self-test words it."""
    if shown.tobytes() == wanted.tobytes():
        return SeenPattern.WHOLE
    if shown.getbbox() is None:
        return SeenPattern.DARK
    for picture, mirrored in ((wanted, False), (ImageOps.mirror(wanted), True)):
        for shift in range(-FAR, FAR + 1):
            there, known = _rows(shown, shift), _rows(picture, -shift)
            if there == known:
                return SeenPattern.MIRRORED if mirrored else SeenPattern.SHIFTED
            if there == known[::-1]:
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


def is_better(now: SeenPattern, before: SeenPattern) -> bool:
    """Say whether what was wrong before is not any more."""
    rank = {seen: place for place, alike in enumerate(LEGIBLE) for seen in alike}
    return rank[now] > rank[before]
