"""Does everything have its place? Asked of the solids of an assembly.

Each check gives its findings: sentences with the things' names and millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from hardware.case.assembly import Assembly, Fitted, Printed
from hardware.case.checks.meshed import meshed

# What two touching things may share, in mm3: the rounding of a curved face against another.
SHARED = 0.5
# The triangles of a curved face lie this far off it: a measured gap may be so much short.
ROUNDING = 0.03


def too_close(assembly: Assembly, clearance: float, screws: frozenset[str]) -> list[str]:
    """Fitted things nearer than `clearance` mm to a printed or fitted one that they may not touch.

    Those that may touch still share no room, but for a screw (`screws` names such parts) and
    what is printed: it cuts its thread there. Through a board it goes by a hole. Printed things
    may touch each other, and share no room either.
    """
    bodies = {thing.name: meshed(thing.solid) for thing in _things(assembly)}
    findings = [
        f"{one.name} and {other.name} share {shared:.1f} mm3."
        for one, other in combinations(assembly.printed, 2)
        if (shared := (bodies[one.name] ^ bodies[other.name]).volume()) > SHARED
    ]
    for one, other in _pairs(assembly):
        a, b = bodies[one.name], bodies[other.name]
        if not _near(a, b, clearance):
            continue
        if _may_touch(one, other):
            threaded = one.part in screws and isinstance(other, Printed)
            shared = 0.0 if threaded else (a ^ b).volume()
            if shared > SHARED:
                findings.append(f"{one.name} and {other.name} share {shared:.1f} mm3.")
            continue
        gap = a.min_gap(b, clearance)
        if gap < clearance - ROUNDING:
            findings.append(
                f"{one.name} is {gap:.2f} mm from {other.name}; at least {clearance:g} mm."
            )
    return findings


def rooms_taken(assembly: Assembly) -> list[str]:
    """Rooms that something printed or fitted reaches into."""
    things = {thing.name: meshed(thing.solid) for thing in _things(assembly)}
    findings = []
    for room in assembly.rooms:
        free = meshed(room.solid)
        for name, body in things.items():
            taken = (free ^ body).volume() if _near(free, body, 0) else 0.0
            if taken > SHARED:
                findings.append(f"{name} takes {taken:.1f} mm3 of the room {room.name}.")
    return findings


def unlike_volumes(name: str, step: float, stl: float, share: float = 0.005) -> list[str]:
    """Find a STEP file's volume and its STL file's (mm3) that differ by more than `share`."""
    if abs(step - stl) <= share * step:
        return []
    return [f"{name}: {step:.0f} mm3 as STEP, but {stl:.0f} mm3 as STL."]


def _things(assembly: Assembly) -> tuple[Fitted | Printed, ...]:
    return (*assembly.printed, *assembly.fitted)


def _pairs(assembly: Assembly) -> Iterator[tuple[Fitted, Fitted | Printed]]:
    yield from combinations(assembly.fitted, 2)
    yield from product(assembly.fitted, assembly.printed)


def _may_touch(one: Fitted, other: Fitted | Printed) -> bool:
    return other.name in one.touches or (isinstance(other, Fitted) and one.name in other.touches)


def _near(one: Any, other: Any, gap: float) -> bool:
    """Whether their upright bounds come that near: a quick no."""
    a, b = one.bounding_box(), other.bounding_box()
    return all(a[n] - gap <= b[n + 3] and b[n] - gap <= a[n + 3] for n in range(3))
