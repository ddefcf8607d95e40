"""Do the screws hold? Their thread cuts itself into printed holes that are narrower than it."""

from __future__ import annotations

from math import pi

from build123d import Align, Cylinder, Shape

from hardware.case.assembly import Assembly, Fitted
from hardware.case.checks.in_the_box import volume_of

# The tip stays this far from the hole's end, in mm.
TIP = 0.5


def loose_screws(
    assembly: Assembly, screw: str, thread: float, length: float, pilot: float, least: float
) -> list[str]:
    """Screws with less than `least` mm of thread in printed holes, or whose tip meets the end.

    A screw is a fitted thing whose part is `screw`: its origin lies under its head, and it points
    down its own z. `thread` and `length` are its outer diameter and its length, `pilot` is the
    hole's diameter, all in mm.
    """
    findings = []
    for fitted in assembly.fitted:
        if fitted.part != screw:
            continue
        printed = [thing.solid for thing in assembly.printed if thing.name in fitted.touches]
        ring = pi / 4 * (thread**2 - pilot**2)
        held = _shared(_shank(fitted, thread, length), printed) / ring
        core = _shared(_shank(fitted, pilot - 0.05, length + TIP), printed)
        if core > 0.1:
            findings.append(f"{fitted.name}: its hole is not free to {length + TIP:g} mm.")
        elif held < least - 0.05:
            findings.append(f"{fitted.name}: {held:.1f} mm of thread hold; at least {least:g} mm.")
    return findings


def _shank(screw: Fitted, diameter: float, length: float) -> Shape:
    below = (Align.CENTER, Align.CENTER, Align.MAX)
    return screw.solid.location * Cylinder(diameter / 2, length, align=below)


def _shared(shape: Shape, printed: list[Shape]) -> float:
    return sum(volume_of(shape.intersect(solid)) for solid in printed)
