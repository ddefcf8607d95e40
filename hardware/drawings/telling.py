"""Where the wires of a terminal lead, in words that fit into a picture."""

from typing import Final

from hardware.drawings.naming import is_splice, reaches, title
from hardware.tables.nets import board_of, header_pin
from hardware.tables.roles import Role, role_of
from hardware.tables.wires import COLOURS, LEG, End, Wire

_BY_LEGS: Final = frozenset({Role.RESISTOR, Role.TRANSISTOR, Role.DIODE, Role.MOTOR})


def colour_at(wires: tuple[Wire, ...], end: End) -> str | None:
    """Give the two letters of the wire at a terminal; None where there is none."""
    return next((wire.colour for wire in wires if _is_at(wire, end)), None)


def leads_to(wires: tuple[Wire, ...], end: End) -> str:
    """Say what a board's pin is wired to: `both screens SDA`, `knob C and push 2`."""
    far = sorted(reaches(wires, end), key=str)
    things = list(dict.fromkeys(one.thing for one in far))
    if len(things) == 1:
        only = title(things[0])
        terminals = [one.terminal for one in far]
        return _small(f"{only} {' and '.join(map(spoken, terminals))}")
    nouns = {thing.rsplit("_", 1)[-1] for thing in things}
    if len(things) == 2 and len(nouns) == 1 and len({one.terminal for one in far}) == 1:
        return f"both {nouns.pop()}s {spoken(far[0].terminal)}"
    return _small(", ".join(f"{title(one.thing)} {spoken(one.terminal)}" for one in far))


def comes_from(wires: tuple[Wire, ...], end: End) -> str:
    """Say where a part's terminal is wired to: `to pin 29 (GPIO5)`, `through a splice to …`."""
    said = []
    for one in reaches(wires, end):
        row = header_pin(one)
        if row and board_of(one):
            said.append(f"{one.terminal} ({row.name})")
    if not said:
        said = [
            _small(f"{title(one.thing)} {spoken(one.terminal)}")
            for one in sorted(reaches(wires, end), key=str)
            if _BY_LEGS & {role_of(one.thing), role_of(end.thing)}
        ]
    near = (wire.end if wire.start == end else wire.start for wire in wires if _is_at(wire, end))
    spliced = any(is_splice(other.thing) for other in near) and colour_at(wires, end) != LEG
    through = "through a splice " if spliced else ""
    return f"{through}to {' and '.join(said)}"


def _is_at(wire: Wire, end: End) -> bool:
    return end in (wire.start, wire.end)


def wire_word(wires: tuple[Wire, ...], end: End) -> str:
    """Give the name of the colour of the wire at a terminal; empty for a leg, and for none."""
    colour = colour_at(wires, end)
    return COLOURS[colour] if colour and colour != LEG else ""


def spoken(terminal: str) -> str:
    """Give a terminal's print as a sentence has it: `plus` for `+`."""
    return {"+": "plus", "-": "minus"}.get(terminal, terminal)


def _small(text: str) -> str:
    return text if text.startswith(("SDA", "SCL")) else text[0].lower() + text[1:]
