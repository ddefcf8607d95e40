"""What part stands behind each thing that is wired, and what it does with its terminals."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache

from hardware.tables.nets import Net, find_nets
from hardware.tables.parts import Part
from hardware.tables.wires import SPLICE, End, Wire


class Role(Enum):
    """What kind of thing it is, for a sum and for a schematic."""

    BOARD = "board"
    """The Pi or the Pico."""
    SCREEN = "screen"
    """A display on the bus."""
    SENSOR = "sensor"
    """A sensor on the bus."""
    BUTTON = "button"
    """A contact."""
    KNOB = "knob"
    """Two contacts that turn, and one that is pushed."""
    LAMP = "lamp"
    """A light-emitting diode."""
    RESISTOR = "resistor"
    """A resistor in the run of a wire."""
    SPLICE = "splice"
    """Wires soldered together."""


_BOARDS = ("pi", "pico")


def role_of(thing: str) -> Role:
    """Give a thing's role, which its name says; ValueError where it says none."""
    return Role.BOARD if thing in _BOARDS else Role(thing.rsplit("_", 1)[-1])


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
        return tuple(dict.fromkeys(end.thing for end in ends if not end.thing.endswith(SPLICE)))

    def those(self, role: Role) -> tuple[str, ...]:
        """Give the things of a role."""
        return tuple(thing for thing in self.things if role_of(thing) is role)

    def part(self, thing: str) -> Part:
        """Give the part behind a thing; KeyError with a sentence where none is."""
        if thing in _BOARDS:
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
        real = next((end for end in ends if not end.thing.endswith(SPLICE)), None)
        return self.net(real) if real else None
