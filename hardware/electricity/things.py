"""What part stands behind each thing that is wired, and what it does with its terminals."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from hardware.tables.nets import Net, find_nets
from hardware.tables.parts import Part
from hardware.tables.roles import Role, role_of
from hardware.tables.wires import End, Wire


def ohm_band(resistor: Part) -> tuple[float, float]:
    """Give the least and the most that a resistor may have, by its tolerance."""
    ohm, tolerance = resistor.figure("resistance_ohm").value, resistor.figure("tolerance_percent")
    return ohm * (1 - tolerance.value / 100), ohm * (1 + tolerance.value / 100)


@cache
def _nets(wires: tuple[Wire, ...]) -> tuple[Net, ...]:
    return find_nets(wires)


@dataclass(frozen=True, slots=True)
class Circuit:
    """One build, as it is wired."""

    build: str
    wires: tuple[Wire, ...]
    parts: Mapping[str, Part]
    """Every part that is known, by id."""

    @property
    def nets(self) -> tuple[Net, ...]:
        """What is joined to what."""
        return _nets(self.wires)

    @property
    def things(self) -> tuple[str, ...]:
        """What is wired, in the order of the wires, without splices."""
        ends = (end for wire in self.wires for end in (wire.start, wire.end))
        return tuple(
            dict.fromkeys(end.thing for end in ends if role_of(end.thing) is not Role.SPLICE)
        )

    def those(self, role: Role) -> tuple[str, ...]:
        """Give the things of a role."""
        return tuple(thing for thing in self.things if role_of(thing) is role)

    def part(self, thing: str) -> Part:
        """Give the part behind a thing; KeyError with a sentence where none is."""
        if role_of(thing) is Role.BOARD:
            return self.parts[thing]
        for part in self.parts.values():
            if any((wired.thing, wired.build) == (thing, self.build) for wired in part.wired):
                return part
        raise KeyError(f"no file in parts/ is wired as {thing} in {self.build}; write it there.")

    def net(self, end: End) -> Net | None:
        """Give the net of a terminal; None where nothing is wired to it."""
        return next((net for net in self.nets if end in net.ends), None)

    def net_of(self, wire: Wire) -> Net | None:
        """Give the net that a wire belongs to, also where it joins two splices."""
        ends = (wire.start, wire.end)
        real = next((end for end in ends if role_of(end.thing) is not Role.SPLICE), None)
        return self.net(real) if real else None
