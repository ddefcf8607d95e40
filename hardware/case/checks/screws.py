"""Do the screws hold? Their thread cuts itself into printed holes that are narrower than it."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi
from typing import Any

from build123d import Align, Cylinder

from hardware.case.assembly import Assembly, Fitted
from hardware.case.checks.meshed import meshed

# A screw in a hole that is wide enough shares this much with it, in mm3, by rounding.
GRAZED = 0.1


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

    Also those that cut a thread in two things: the first would be held off the second.
    A screw is a fitted thing whose part is `screw`: its origin lies under its head, and it points
    down its own z. `thread` and `length` are its outer diameter and its length, `pilot` is the
    hole's diameter, `tip` what stays free below the tip, all in mm.
    """
    bodies = {thing.name: meshed(thing.solid) for thing in assembly.printed}
    findings = []
    for fitted in assembly.fitted:
        if fitted.part != screw:
            continue
        printed = {name: bodies[name] for name in sorted(fitted.touches & bodies.keys())}
        ring = pi / 4 * (thread**2 - pilot**2)
        cut = _shared(_shank(fitted, thread, length), printed)
        held = sum(cut.values()) / ring
        core = sum(_shared(_shank(fitted, pilot - 0.05, length + tip), printed).values())
        threaded = [name for name, volume in cut.items() if volume > GRAZED]
        if len(threaded) > 1:
            findings.append(f"{fitted.name}: it cuts a thread in {' and in '.join(threaded)}.")
        if core > 0.1:
            findings.append(f"{fitted.name}: its hole is not free to {length + tip:g} mm.")
        elif held < least - 0.05:
            findings.append(f"{fitted.name}: {held:.1f} mm of thread hold; at least {least:g} mm.")
    return findings


def _shank(screw: Fitted, diameter: float, length: float) -> Any:
    below = (Align.CENTER, Align.CENTER, Align.MAX)
    return meshed(screw.solid.location * Cylinder(diameter / 2, length, align=below))


def _shared(shank: Any, printed: Mapping[str, Any]) -> dict[str, float]:
    return {name: float((shank ^ body).volume()) for name, body in printed.items()}
