"""Does everything have its place? Asked of the solids of an assembly.

Each check gives its findings: sentences with the things' names and millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from build123d import Shape

from hardware.case.assembly import Assembly, Fitted, Printed

# What two touching things may share, in mm3: rounding at a common face.
SHARED = 0.5


def too_close(assembly: Assembly, clearance: float, screws: frozenset[str]) -> list[str]:
    """Fitted things nearer than `clearance` mm to a printed or fitted one that they may not touch.

    Those that may touch still share no room, but for a screw (`screws` names such parts) and
    what it goes into.
    """
    findings = []
    for one, other in _pairs(assembly):
        if not _near(one.solid, other.solid, clearance):
            continue
        if _may_touch(one, other):
            shared = 0.0 if {_part(one), _part(other)} & screws else _shared(one, other)
            if shared > SHARED:
                findings.append(f"{one.name} and {other.name} share {shared:.1f} mm3.")
            continue
        gap = one.solid.distance_to(other.solid)
        if gap < clearance - 0.001:
            findings.append(
                f"{one.name} is {gap:.2f} mm from {other.name}; at least {clearance:g} mm."
            )
    return findings


def rooms_taken(assembly: Assembly) -> list[str]:
    """Rooms that something printed or fitted reaches into."""
    findings = []
    for room, thing in product(assembly.rooms, (*assembly.printed, *assembly.fitted)):
        if _near(room.solid, thing.solid, 0):
            taken = volume_of(room.solid.intersect(thing.solid))
            if taken > SHARED:
                findings.append(f"{thing.name} takes {taken:.1f} mm3 of the room {room.name}.")
    return findings


def unlike_volumes(name: str, step: float, stl: float, share: float = 0.005) -> list[str]:
    """Find a STEP file's volume and its STL file's (mm3) that differ by more than `share`."""
    if abs(step - stl) <= share * step:
        return []
    return [f"{name}: {step:.0f} mm3 as STEP, but {stl:.0f} mm3 as STL."]


def _pairs(assembly: Assembly) -> Iterator[tuple[Fitted, Fitted | Printed]]:
    yield from combinations(assembly.fitted, 2)
    yield from product(assembly.fitted, assembly.printed)


def _part(thing: Fitted | Printed) -> str:
    return thing.part if isinstance(thing, Fitted) else ""


def _may_touch(one: Fitted, other: Fitted | Printed) -> bool:
    return other.name in one.touches or (isinstance(other, Fitted) and one.name in other.touches)


def _near(one: Shape, other: Shape, gap: float) -> bool:
    """Whether their upright bounds come that near: a quick no."""
    a, b = one.bounding_box(), other.bounding_box()
    return all(
        low - gap <= high_of_other and low_of_other - gap <= high
        for low, high, low_of_other, high_of_other in zip(
            tuple(a.min), tuple(a.max), tuple(b.min), tuple(b.max), strict=True
        )
    )


def _shared(one: Fitted, other: Fitted | Printed) -> float:
    return volume_of(one.solid.intersect(other.solid))


def volume_of(shapes: object) -> float:
    """Give the volume of what an intersection gave: nothing, a shape, or several."""
    if shapes is None:
        return 0.0
    if isinstance(shapes, Shape):
        return float(shapes.volume)
    return sum(float(shape.volume) for shape in shapes)  # type: ignore[attr-defined]  # a ShapeList
