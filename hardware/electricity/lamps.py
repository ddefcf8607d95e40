"""How bright the lamps are: their current as the parts are, not at its worst."""

from dataclasses import dataclass
from typing import Final

from hardware.electricity.things import Circuit
from hardware.tables.blocks import table
from hardware.tables.figure import Figure
from hardware.tables.parts import Part
from hardware.tables.roles import Role

MADE_FOR_V: Final = 5.0
"""What the listed lamp is made for."""


@dataclass(frozen=True, slots=True)
class Glow:
    """A lamp's current in one way to wire it."""

    wired: str
    volts: float
    ohm: float
    """The resistor in its wire; the lamp's own comes on top."""
    amount: float
    """In milliamperes, by Ohm's law."""
    told: Figure | None = None
    """In milliamperes, by somebody who read the maker's page."""


def glows(circuit: Circuit) -> tuple[Glow, ...]:
    """Give the current of the build's lamps: as wired, without the resistor, as they are made for.

    None where a build has no lamp.
    """
    if not circuit.those(Role.LAMP):
        return ()
    lamp = _first(circuit, Role.LAMP)
    drop, inside = lamp.figure("forward_V").value, lamp.figure("inside_ohm").value
    ohm = _first(circuit, Role.RESISTOR).figure("resistance_ohm").value
    rail = circuit.part("pi").figure("output_high_V").value

    def current(volts: float, own: float) -> float:
        return 1000 * (volts - drop) / (own + inside)

    at_pin, at_five = lamp.figure("bare_at_3_3_mA"), lamp.figure("bare_at_5_mA")
    five = "from 5 V, as it is made for"
    return (
        Glow("from its pin, as here", rail, ohm, current(rail, ohm)),
        Glow("from its pin, without the resistor", rail, 0, current(rail, 0), at_pin),
        Glow(five, MADE_FOR_V, 0, current(MADE_FOR_V, 0), at_five),
    )


def _first(circuit: Circuit, role: Role) -> Part:
    return circuit.part(circuit.those(role)[0])


def chapter(circuit: Circuit) -> str:
    """Write how bright the lamps are; empty for a build without."""
    found = glows(circuit)
    if not found:
        return ""
    here, bare, made_for = (glow.amount for glow in found)
    lamp = _first(circuit, Role.LAMP)
    drop, inside = lamp.figure("forward_V"), lamp.figure("inside_ohm")
    return f"""
## How bright the lamps are

A lamp of the listed part drops {drop.value:g} V ({drop.told_by}: {drop.source.value}) and has
{inside.value:g} Ω inside ({inside.told_by}: {inside.source.value}).

{table(("wired", "volts", "resistor", "current by Ohm's law", "as told"), map(_row, found))}

So a lamp is dim: it gets about {here / made_for:.0%} of the current that it is made for. The
resistor takes {1 - here / bare:.0%} of what the pin would give; it saves the pin from a lamp that
has no resistor inside.
"""


def _row(glow: Glow) -> tuple[str, ...]:
    told = f"{glow.told.value:g} mA ({glow.told.source.value})" if glow.told else ""
    ohm = f"{glow.ohm:g} Ω" if glow.ohm else "none"
    return glow.wired, f"{glow.volts:g} V", ohm, f"{glow.amount:.1f} mA", told
