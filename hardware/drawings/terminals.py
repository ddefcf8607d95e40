"""The pictures of the parts' terminals: which wire goes to which."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from hardware.drawings.colours import DRAWN
from hardware.drawings.naming import title
from hardware.drawings.svg import INK, Spot, box, disc, page, stroke, wire, words
from hardware.drawings.telling import colour_at, comes_from, spoken, wire_word
from hardware.electricity.things import Role, role_of
from hardware.tables.parts import Part, Wired
from hardware.tables.wires import End, Wire, read_wires

_LETTERS: Final = 28
_WIDE: Final = 1320
_TEXT_X: Final = 590
_GLASS: Final = "#20242c"
_BOARD: Final = "#c9dcf2"
_METAL: Final = "#c9ccd1"
_PLASTIC: Final = "#eeeae2"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a terminal is in its part's picture."""

    terminal: str
    at: Spot


@dataclass(frozen=True, slots=True)
class Look:
    """What a part looks like, and where its terminals are."""

    seen: str
    """From where, and what to mind."""
    shapes: tuple[str, ...]
    places: tuple[Place, ...]
    """From left to right."""
    foot: float
    """Where the shape ends, downwards."""


def terminal_pictures(parts: Mapping[str, Part]) -> dict[str, str]:
    """Draw each part that wires go to, by its id."""
    return {
        part.id: _picture(part)
        for part in parts.values()
        if part.wired and "pin_1_x" not in part.size
    }


def _picture(part: Part) -> str:
    build = part.wired[0].build
    wired = [one for one in part.wired if one.build == build]
    wires = read_wires(build)
    look = _look(part, wired)
    rows = [place for place in look.places if _ends(wired, wires, place.terminal)]
    shapes = [words(Spot(40, 44), look.seen, _LETTERS), *look.shapes]
    level = look.foot + 50
    for place in reversed(rows):
        ends = _ends(wired, wires, place.terminal)
        colour = DRAWN[colour_at(wires, ends[0]) or "GY"]
        way = (place.at, Spot(place.at.x, level), Spot(_TEXT_X - 20, level))
        shapes.append(wire(way, colour))
        lines = _said(ends, wires)
        for number, line in enumerate(lines):
            shapes.append(words(Spot(_TEXT_X, level + 36 * number), line, _LETTERS))
        level += 22 + 36 * len(lines)
    shapes += [disc(place.at, 13, "#f5d77a") for place in look.places]
    return page(_WIDE, level, f"The terminals of the {part.name}", shapes)


def _ends(wired: list[Wired], wires: tuple[Wire, ...], terminal: str) -> list[End]:
    """Give the ends of a terminal, one for each thing of this part that has it wired."""
    ends = (End(one.thing, terminal) for one in wired if terminal in one.terminals)
    return [end for end in ends if colour_at(wires, end)]


def _said(ends: list[End], wires: tuple[Wire, ...]) -> tuple[str, ...]:
    """Say where a terminal's wires lead: in one line, where they do so for every thing."""
    name = spoken(ends[0].terminal)
    told = {
        title(end.thing).split()[0].lower(): f"{wire_word(wires, end)} {comes_from(wires, end)}"
        for end in ends
    }
    if len(set(told.values())) == 1:
        return (f"{name}: {next(iter(told.values()))}",)
    return tuple(f"{name}, {side}: {where}" for side, where in told.items())


def _look(part: Part, wired: list[Wired]) -> Look:
    role = role_of(wired[0].thing)
    if role in (Role.SCREEN, Role.SENSOR):
        return _module(part, wired[0], glass=role is Role.SCREEN)
    if role is Role.KNOB:
        return _knob()
    if role is Role.RESISTOR:
        return _resistor(part)
    return _button(wired)


def _module(part: Part, wired: Wired, *, glass: bool) -> Look:
    """Draw a board from the front, with its row of pins in the order of its file."""
    left, top, wide, high = 60.0, 90.0, 480.0, 250.0
    shapes = [box(Spot(left, top), wide, high, _BOARD, round_by=14)]
    if glass:
        shapes.append(box(Spot(left + 40, top + 20), wide - 80, high - 110, _GLASS, round_by=4))
        shapes.append(words(Spot(300, 180), "glass", _LETTERS, anchor="middle", colour="#ffffff"))
    else:
        shapes.append(box(Spot(280, 150), 40, 48, _GLASS))
        shapes.append(disc(Spot(230, 178), 22, "#fff6c9"))
    step = (wide - 60) / len(wired.terminals)
    places = []
    for number, terminal in enumerate(wired.terminals):
        at = Spot(left + 30 + step * (number + 0.5), top + high - 28)
        places.append(Place(terminal, at))
        shapes.append(words(at.by(0, -36), terminal, 22, anchor="middle", bold=True))
    seen = "Go by the print on your board: the order of the pins differs." if glass else part.name
    return Look(seen, tuple(shapes), tuple(places), top + high)


def _knob() -> Look:
    """Draw the encoder from behind: three pins at one side, two at the other."""
    left, top, wide = 200.0, 150.0, 220.0
    shapes = [
        box(Spot(left, top), wide, wide, _METAL, round_by=10),
        disc(Spot(left + wide / 2, top + wide / 2), 34, "#ffffff"),
    ]
    places = [
        Place(name, Spot(left + x, top + wide + 18))
        for name, x in (("B", 40), ("C", 110), ("A", 180))
    ]
    pushes = [
        Place(name, Spot(left + x, top - 18)) for name, x in (("push 2", 60), ("push 1", 160))
    ]
    ways = []
    for place in places:
        shapes.append(words(place.at.by(0, -44), place.terminal, 26, anchor="middle", bold=True))
    for place, aside in zip(pushes, (150.0, 470.0), strict=True):
        shapes.append(words(place.at.by(0, 44), place.terminal[-1], 26, anchor="middle", bold=True))
        ways.append(Place(place.terminal, Spot(aside, top + wide + 18)))
        shapes.append(stroke((place.at, Spot(aside, place.at.y), ways[-1].at), INK, wide=4))
        shapes.append(disc(place.at, 13, "#f5d77a"))
    order = (ways[0], *places, ways[1])
    seen = "From behind. Turns the wrong way? Exchange A and B."
    return Look(seen, tuple(shapes), order, top + wide + 40)


def _button(wired: list[Wired]) -> Look:
    """Draw a button from behind: two staggered tabs of the switch, two in line of the lamp."""
    centre, radius = Spot(300, 260), 140.0
    shapes = [disc(centre, radius, _PLASTIC), disc(centre, radius - 26, "#ffffff")]
    terminals = [(terminal, role_of(one.thing)) for one in wired for terminal in one.terminals]
    known = dict(terminals)
    spots = {
        "switch 1": centre.by(-78, -36),
        "-": centre.by(-26, 20),
        "+": centre.by(26, 20),
        "switch 2": centre.by(78, 64),
    }
    places = tuple(Place(name, at) for name, at in spots.items() if name in known)
    for place in places:
        said = place.terminal.removeprefix("switch ")
        shapes.append(words(place.at.by(0, -34), said, 24, anchor="middle", bold=True))
    seen = "From behind. The two staggered tabs: the switch, either way round."
    if "+" in known:
        shapes.append(words(Spot(40, 84), "The two tabs in line: the lamp.", _LETTERS))
    return Look(seen, tuple(shapes), places, centre.y + radius)


def _resistor(part: Part) -> Look:
    """Draw the resistor in its wire, with its bands, under heat-shrink tube."""
    left, level = 190.0, 170.0
    shapes = [
        stroke((Spot(left - 90, level), Spot(left + 330, level)), INK, wide=5),
        box(Spot(left, level - 36), 240, 72, "#7fb7dd", round_by=26),
    ]
    for number, colour in enumerate(bands(part)):
        x = left + 34 + number * 36 + (22 if number == 4 else 0)
        shapes.append(box(Spot(x, level - 36), 18, 72, colour, line=colour))
    seen = f"{part.name}: either way round, under heat-shrink tube"
    ends = (Place("1", Spot(left - 90, level)), Place("2", Spot(left + 330, level)))
    return Look(seen, tuple(shapes), ends, level + 50)


_DIGITS: Final = ("BK", "BN", "RD", "OG", "YE", "GN", "BU", "VT", "GY", "WH")


def bands(part: Part) -> Iterable[str]:
    """Give the colours of a resistor's five bands, by IEC 60062: three digits, zeros, tolerance."""
    ohm = part.figure("resistance_ohm").value
    zeros = len(str(int(ohm))) - 3
    tolerance = {1: "BN", 2: "RD"}[int(part.figure("tolerance_percent").value)]
    code = [_DIGITS[int(digit)] for digit in str(int(ohm))[:3]]
    return [DRAWN[colour] for colour in (*code, _DIGITS[zeros], tolerance)]
