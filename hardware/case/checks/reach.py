"""Does a screwdriver reach the screws? Asked of what is there when they are put in."""

from __future__ import annotations

from build123d import Align, Cylinder, Pos, Shape

from hardware.case.assembly import Assembly, Fitted
from hardware.case.checks.meshed import meshed

# A screwdriver's blade, and how much of it there is before its handle, in mm.
BLADE = 5.0
LONG = 80.0


def out_of_reach(assembly: Assembly, screw: str) -> list[str]:
    """Screws that something is in front of: of what is there when the screw is put in.

    That is what the screw goes into, and all that is fitted to it; `screw` is the screws' part.
    """
    printed = {thing.name: meshed(thing.solid) for thing in assembly.printed}
    others = {thing.name: meshed(thing.solid) for thing in assembly.fitted if thing.part != screw}
    findings = []
    for turned in (thing for thing in assembly.fitted if thing.part == screw):
        ground = turned.touches & printed.keys()
        there = {
            thing.name: others[thing.name]
            for thing in assembly.fitted
            if thing.name in others and thing.touches & ground
        } | {name: printed[name] for name in ground}
        blade = meshed(_blade(turned))
        findings += [
            f"{turned.name}: {name} is in the way of a screwdriver of {BLADE:g} mm."
            for name, body in there.items()
            if (blade ^ body).volume() > 0.1
        ]
    return findings


def _blade(screw: Fitted) -> Shape:
    up = (Align.CENTER, Align.CENTER, Align.MIN)
    head = 2.2
    return screw.solid.location * Pos(0, 0, head) * Cylinder(BLADE / 2, LONG, align=up)
