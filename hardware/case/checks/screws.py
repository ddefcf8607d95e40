"""Do the screws hold? Their thread cuts itself into printed holes that are narrower than it."""

from __future__ import annotations

from math import pi
from typing import Any

from build123d import Align, Cylinder

from hardware.case.assembly import Assembly, Fitted
from hardware.case.checks.meshed import meshed


def loose_screws(
    assembly: Assembly,
    screw: str,
    thread: float,
    length: float,
    pilot: float,
    least: float,
    tip: float,
) -> list[str]:
    """Screws with less than `least` mm of thread in printed holes, or whose tip meets the end.

    A screw is a fitted thing whose part is `screw`: its origin lies under its head, and it points
    down its own z. `thread` and `length` are its outer diameter and its length, `pilot` is the
    hole's diameter, `tip` what stays free below the tip, all in mm.
    """
    bodies = {thing.name: meshed(thing.solid) for thing in assembly.printed}
    findings = []
    for fitted in assembly.fitted:
        if fitted.part != screw:
            continue
        printed = [bodies[name] for name in fitted.touches if name in bodies]
        ring = pi / 4 * (thread**2 - pilot**2)
        held = _shared(_shank(fitted, thread, length), printed) / ring
        core = _shared(_shank(fitted, pilot - 0.05, length + tip), printed)
        if core > 0.1:
            findings.append(f"{fitted.name}: its hole is not free to {length + tip:g} mm.")
        elif held < least - 0.05:
            findings.append(f"{fitted.name}: {held:.1f} mm of thread hold; at least {least:g} mm.")
    return findings


def _shank(screw: Fitted, diameter: float, length: float) -> Any:
    below = (Align.CENTER, Align.CENTER, Align.MAX)
    return meshed(screw.solid.location * Cylinder(diameter / 2, length, align=below))


def _shared(shank: Any, printed: list[Any]) -> float:
    return sum(float((shank ^ body).volume()) for body in printed)
