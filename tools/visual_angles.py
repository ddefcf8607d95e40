"""How large the letters on a screen are to the eye: `python -m tools.visual_angles`.

Prints, for each size of letters and each screen, from how far the eye sees a capital at as many
minutes of arc as an order should have: looked at squarely. Then what a printed box takes of that,
whose panel is flatter than the eye looks at it, and last what the console does.
"""

import tomllib
from collections.abc import Iterator
from math import asin, atan, cos, degrees, hypot, radians, sin, tan
from pathlib import Path

from cdgdevice.drivers.oled.framebuffer import HEIGHT, WIDTH
from cdgdevice.render.draw_large import MIN_SCALE
from cdgdevice.render.text import LARGE, MEDIUM, SMALL, Font

HARDWARE = Path(__file__).parents[1] / "hardware"
PARTS = HARDWARE / "parts"
GLASSES: dict[str, str | float] = {
    "2.42 inch": "large-screen",
    "1.3 inch": "small-screen",
    "0.96 inch": 0.96,
}
"""The part that has each glass, by its table; of one that no build has, the diagonal in inches."""
FONTS = {"one short order": LARGE, "an order": MEDIUM, "no order: names, counts": SMALL}
"""What is written in each size."""
LARGE_TYPE = "large type"
"""What is written at least `MIN_SCALE` times as large as one short order."""
ENOUGH = 16.0
"""Minutes of arc that a capital of an order should take: as for text that must not be missed."""
EYES = ((450, 450), (430, 550), (420, 700))
"""An eye's height over the table and its distance from the screen along the table, in mm."""
BEHIND_THE_FRONT = 1.3
"""From the screen's front to its pixels, in mm: half of two sheets. An assumption."""
REFRACTION = 1.5
"""The index of glass."""


def measure_pixel(part: str | float) -> float:
    """Return the height of a pixel of a part's glass or of one so many inches, in millimetres."""
    if isinstance(part, float):
        return part * 25.4 / hypot(WIDTH, HEIGHT)
    table = tomllib.loads((PARTS / f"{part}.toml").read_text(encoding="utf-8"))
    height = next(found for found in _find(table, "active_height"))
    return float(height["value"]) / HEIGHT


def _find(table: dict[str, object], key: str) -> Iterator[dict[str, float]]:
    for name, value in table.items():
        if isinstance(value, dict):
            if name == key:
                yield value
            yield from _find(value, key)


def measure_angle(font: Font, pixel: float, metres: float) -> float:
    """Return the minutes of arc of a capital whose pixels are so many millimetres high."""
    return degrees(atan((font.base - font.cap) * pixel / 1000 / metres)) * 60


def measure_reach(font: Font, pixel: float) -> float:
    """Return from how many metres a capital takes as many minutes of arc as are enough."""
    return (font.base - font.cap) * pixel / 1000 / tan(radians(ENOUGH / 60))


def measure_slant(tilt: float, eye: tuple[float, float]) -> float:
    """Return by how many degrees the eye looks past the normal of a panel that rises by `tilt`."""
    high, far = eye
    return 90 - tilt - degrees(atan(high / far))


def measure_hidden(slant: float, panel: dict[str, float]) -> float:
    """Return how many millimetres of the picture's lower edge the window hides.

    The eye looks over the edge where the window's wall begins to slant outward, and through the
    pane, which bends its sight; `panel` is that section of `case.toml`.
    """
    wall = panel["thickness"] - panel["window_slant"]
    inside = asin(sin(radians(slant)) / REFRACTION)
    reach = wall * tan(radians(slant)) + BEHIND_THE_FRONT * tan(inside)
    return max(0.0, reach - panel["window_margin"])


def print_view() -> Iterator[str]:
    """Yield a row for each place of the eye: what is hidden, and how much flatter letters look."""
    case = tomllib.loads((HARDWARE / "case.toml").read_text(encoding="utf-8"))
    tilt, pixel = case["body"]["tilt"], measure_pixel("large-screen")
    heads = ("eye over the table", "its distance", "hidden, 2.42 inch", "letters look as high as")
    yield f"| {' | '.join(heads)} |"
    yield "|---|---|---|---|"
    for high, far in EYES:
        slant = measure_slant(tilt, (high, far))
        rows = measure_hidden(slant, case["panel"]) / pixel
        share = cos(radians(slant))
        yield f"| {high} mm | {far} mm | {rows:.1f} of {HEIGHT} rows | {share:.0%} |"


def print_console() -> Iterator[str]:
    """Yield the same of the console, whose slope is its own, and how large its letters look there.

    In minutes of arc, for a capital's height as the eye sees it, at the distance through the air.
    """
    case = tomllib.loads((HARDWARE / "case.toml").read_text(encoding="utf-8"))
    own, pixel = case["console"], measure_pixel("large-screen")
    heads = ("eye over the table", "its distance", "hidden", "past the glass's normal", *FONTS)
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for high, far in EYES:
        slant = measure_slant(own["tilt"], (high, far))
        rows = measure_hidden(slant, {**case["panel"], **own}) / pixel
        share, metres = cos(radians(slant)), hypot(high, far) / 1000
        looks = (f"{measure_angle(font, pixel * share, metres):.1f}'" for font in FONTS.values())
        cells = (f"{high} mm", f"{far} mm", f"{rows:.1f} of {HEIGHT} rows", f"{slant:.0f} degrees")
        yield f"| {' | '.join([*cells, *looks])} |"


def print_reach() -> Iterator[str]:
    """Yield a row for each glass: from how far letters of each size are large enough."""
    yield f"| screen | {' | '.join((LARGE_TYPE, *FONTS))} |"
    yield f"|---|{'---|' * (1 + len(FONTS))}"
    for glass, part in GLASSES.items():
        pixel = measure_pixel(part)
        sizes = [measure_reach(font, pixel) for font in FONTS.values()]
        large = measure_reach(LARGE, pixel * MIN_SCALE)
        reach = (f"{metres:.2f}" for metres in (large, *sizes))
        yield f"| {glass} | {' | '.join(reach)} |"


if __name__ == "__main__":
    print("\n".join([*print_reach(), "", *print_view(), "", *print_console()]))
