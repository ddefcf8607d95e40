"""The pictures of the parts' terminals: which wire goes to which."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hardware.case.bought.terminals import (
    KNOB,
    LAMP,
    SWITCH,
    Places,
    on_knob_board,
    on_screen,
    on_sensor,
)
from hardware.drawings.colours import DRAWN
from hardware.drawings.naming import title
from hardware.drawings.svg import INK, Spot, box, disc, page, stroke, wire, words
from hardware.drawings.telling import colour_at, comes_from, spoken, wire_word
from hardware.tables import resistors
from hardware.tables.parts import Joint, Part, Wired
from hardware.tables.roles import Role, role_of
from hardware.tables.wires import COLOURS, End, Wire, read_wires

_LETTERS: Final = 28
_WIDE: Final = 1320
_TEXT_X: Final = 590
_LINE: Final = 45
"""The letters of a line from there on."""
_FIRST: Final = 44
"""The height of the first line."""
_BOARD: Final = "#c9dcf2"
_METAL: Final = "#c9ccd1"
_PLASTIC: Final = "#eeeae2"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a terminal is in its part's picture."""

    terminal: str
    at: Spot
    up: bool = False
    """Whether its wire leaves upwards, away from you."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a part looks like, and where its terminals are."""

    shapes: tuple[str, ...]
    places: tuple[Place, ...]
    foot: float
    """Where the shape ends, downwards."""


def terminal_pictures(parts: Mapping[str, Part]) -> dict[str, str]:
    """Draw each part that wires go to, by its id."""
    drawn = {
        part.id: _picture(part, part.wired[0].build) for part in parts.values() if _is_drawn(part)
    }
    by_cable = {
        f"{part.id}-cable": _picture(part, one.build)
        for part in parts.values()
        for one in part.wired
        if one.joint is Joint.PLUG
    }
    return drawn | by_cable


def spots(part: Part) -> dict[str, Spot]:
    """Give where a part's terminals are in its picture."""
    wired = list(part.wired_in(part.wired[0].build))
    return {place.terminal: place.at for place in _look(part, wired, 0).places}


def _is_drawn(part: Part) -> bool:
    """Say whether a part has terminals; the Pi has a picture of its own."""
    return bool(part.wired) and "pin_1_x" not in part.size


def _picture(part: Part, build: str) -> str:
    wired = list(part.wired_in(build))
    wires = read_wires(build)
    lines = _seen(part, wired)
    shapes = [words(Spot(40, _FIRST + 40 * n), said, _LETTERS) for n, said in enumerate(lines)]
    level = _FIRST + 40.0 * len(lines) + 20
    # Once to know which wires leave upwards, and again below these.
    below = _rows(_look(part, wired, 0), wired, wires, level, up=True)[1]
    look = _look(part, wired, below + (30 if below > level else 0))
    upper, _ = _rows(look, wired, wires, level, up=True)
    lower, foot = _rows(look, wired, wires, look.foot + 50, up=False)
    discs = [disc(place.at, 13, "#f5d77a") for place in look.places]
    named = f"The terminals of the {part.name}"
    return page(_WIDE, foot, named, (*shapes, *look.shapes, *upper, *lower, *discs))


def _rows(
    look: Look, wired: list[Wired], wires: tuple[Wire, ...], level: float, *, up: bool
) -> tuple[list[str], float]:
    """Draw the wires that leave one way, none across another, and say where each leads.

    Gives the height below them too.
    """
    shapes = []
    for place in sorted(look.places, key=lambda one: one.at.x, reverse=not up):
        ends = _ends(wired, wires, place.terminal)
        if place.up is not up or not ends:
            continue
        colour = DRAWN[colour_at(wires, ends[0]) or "GY"]
        way = (place.at, Spot(place.at.x, level), Spot(_TEXT_X - 20, level))
        shapes.append(wire(way, colour))
        lines = _said(ends, wires)
        for number, line in enumerate(lines):
            shapes.append(words(Spot(_TEXT_X, level + 36 * number), line, _LETTERS))
        level += 22 + 36 * len(lines)
    return shapes, level


def _ends(wired: list[Wired], wires: tuple[Wire, ...], terminal: str) -> list[End]:
    """Give the ends of a terminal, one for each thing of this part that has it wired."""
    ends = (End(one.thing, terminal) for one in wired if terminal in one.terminals)
    return [end for end in ends if colour_at(wires, end)]


def _said(ends: list[End], wires: tuple[Wire, ...]) -> tuple[str, ...]:
    """Say where a terminal's wires lead: in one line, where they do so for every thing."""
    name = spoken(ends[0].terminal)
    told = {
        title(end.thing).split()[0].lower(): " ".join(
            filter(None, (wire_word(wires, end), comes_from(wires, end)))
        )
        for end in ends
    }
    if len(set(told.values())) == 1:
        line = f"{name}: {next(iter(told.values()))}"
        first, more, last = line.rpartition(" and ")
        return (line,) if len(line) <= _LINE or not more else (first, f"{more.strip()} {last}")
    return tuple(f"{name}, {side}: {where}" for side, where in told.items())


def _seen(part: Part, wired: list[Wired]) -> tuple[str, ...]:
    """Say from where a part is seen, and what to mind."""
    in_panel = "Seen from behind, as it lies in the panel"
    match role_of(wired[0].thing):
        case Role.SCREEN if wired[0].joint is Joint.PLUG:
            either = "The cable's plug goes into either white socket, one way round only."
            return (f"{in_panel}.", either)
        case Role.SCREEN:
            differs = "Go by the print on your board: the order of the pins differs between makers."
            return (f"{in_panel}: pins towards you.", differs)
        case Role.SENSOR:
            return ("Seen from behind, as it lies in the tray: pins up, away from you.",)
        case Role.KNOB if "board_width" in part.size:
            exchange = "Turns the wrong way? Exchange CLK and DT. Go by the print on your board."
            return (f"{in_panel}: pins towards you.", exchange)
        case Role.KNOB:
            exchange = "Turns the wrong way? Exchange A and B."
            return (f"{in_panel}: the three pins away from you.", exchange)
        case Role.RESISTOR:
            return (f"{part.name}: either way round, under heat-shrink tube",)
        case Role.TRANSISTOR:
            differs = "Other types have their legs in another order: look yours up."
            return (f"{part.number}: its flat side towards you, its legs down.", differs)
        case Role.DIODE:
            return (f"{part.number}: mind the ring.",)
        case Role.MOTOR:
            return ("Its sticky side away from you. Exchanged, its leads do no harm.",)
    lamp = "the lamp." if len(wired) > len(_contacts(wired)) else "a lamp; leave them."
    tabs = f"Staggered tabs: the switch, either way round. Tabs in line: {lamp}"
    return (f"{in_panel}.", tabs)


def _contacts(wired: list[Wired]) -> list[Wired]:
    return [one for one in wired if role_of(one.thing) is Role.BUTTON]


def _look(part: Part, wired: list[Wired], top: float) -> Look:
    """Draw a part below the height `top`.

    Turned over about a line from left to right, what was up is towards you: y of the model, which
    goes up, is y of the picture, which goes down.
    """
    match role_of(wired[0].thing):
        case Role.SCREEN if wired[0].joint is Joint.PLUG:
            row = {name: (float(n), 1.0) for n, name in enumerate(wired[0].terminals)}
            return _module(part, row, top)
        case Role.SCREEN:
            return _module(part, on_screen(part), top)
        case Role.SENSOR:
            return _module(part, on_sensor(part), top)
        case Role.KNOB if "board_width" in part.size:
            return _module(part, on_knob_board(part), top)
        case Role.KNOB:
            return _knob(top)
        case Role.RESISTOR:
            return _resistor(part, top)
        case Role.TRANSISTOR:
            return _transistor(part, top)
        case Role.DIODE:
            return _diode(top)
        case Role.MOTOR:
            return _motor(top)
    return _button(wired, top)


def _module(part: Part, terminals: Places, top: float) -> Look:
    """Draw a board from behind, with its row of pins further apart than it is."""
    left, wide, high = 60.0, 480.0, 250.0
    shapes = [
        box(Spot(left, top), wide, high, _BOARD, round_by=14),
        words(Spot(left + 240, top + 125), "the back", _LETTERS, anchor="middle"),
    ]
    size = 22 if len(terminals) < 8 else 19
    step = (wide - 60) / len(terminals)
    places = []
    in_order = sorted(terminals.items(), key=lambda one: one[1][0])
    for number, (terminal, (_, y)) in enumerate(in_order):
        up = y < part.mm("height") / 2 if "header_y" in part.size else y < 0
        at = Spot(left + 30 + step * (number + 0.5), top + (28 if up else high - 28))
        places.append(Place(terminal, at, up))
        name = at.by(0, 36 if up else -36)
        shapes.append(words(name, terminal, size, anchor="middle", bold=True))
    return Look(tuple(shapes), tuple(places), top + high)


def _knob(top: float) -> Look:
    """Draw the encoder from behind: three pins at one side, two at the other."""
    half, scale = 110.0, 24.0
    centre = Spot(300, top + 36 + half)
    shapes = [box(centre.by(-half, -half), 2 * half, 2 * half, _METAL, round_by=10)]
    places = []
    for terminal, (x, y) in KNOB.items():
        up = y < 0
        at = centre.by(x * scale, (half + 18) * (-1 if up else 1))
        places.append(Place(terminal, at, up))
        inside = at.by(0, 44 if up else -44)
        shapes.append(words(inside, terminal, 26, anchor="middle", bold=True))
    return Look(tuple(shapes), tuple(places), centre.y + half + 30)


def _button(wired: list[Wired], top: float) -> Look:
    """Draw a button from behind: two staggered tabs of the switch, two in line of the lamp."""
    radius, scale = 160.0, 13.0
    centre = Spot(300, top + radius)
    shapes = [disc(centre, radius, _PLASTIC), disc(centre, radius - 20, "#ffffff")]
    known = {terminal for one in wired for terminal in one.terminals}
    places = []
    for terminal, (x, y) in {**SWITCH, **LAMP}.items():
        at = centre.by(x * scale, y * scale)
        shapes.append(box(at.by(-18, -4), 36, 8, _METAL))
        if terminal not in known:
            continue
        places.append(Place(terminal, at, up=y < 0))
        inward, anchor = (-26, "end") if x > 0 else (26, "start")
        shapes.append(words(at.by(inward, 0), spoken(terminal), 24, anchor=anchor, bold=True))
    return Look(tuple(shapes), tuple(places), centre.y + radius)


def _resistor(part: Part, top: float) -> Look:
    """Draw the resistor in its wire, with its bands, under heat-shrink tube."""
    left, level = 190.0, top + 50
    shapes = [
        stroke((Spot(left - 90, level), Spot(left + 330, level)), INK, wide=5),
        box(Spot(left, level - 36), 240, 72, "#7fb7dd", round_by=26),
    ]
    for number, colour in enumerate(bands(part)):
        x = left + 34 + number * 36 + (22 if number == 4 else 0)
        shapes.append(box(Spot(x, level - 36), 18, 72, colour, line=colour))
    ends = (Place("1", Spot(left - 90, level)), Place("2", Spot(left + 330, level)))
    return Look(tuple(shapes), ends, level + 50)


def _transistor(part: Part, top: float) -> Look:
    """Draw the transistor from its flat side, its legs down."""
    left, wide, high, leg = 190.0, 240.0, 150.0, 150.0
    shapes = [
        box(Spot(left, top), wide, high, _PLASTIC, round_by=14),
        words(Spot(left + wide / 2, top + high / 2), part.number, _LETTERS, anchor="middle"),
    ]
    places = []
    for terminal, x in (("emitter", 250.0), ("base", 310.0), ("collector", 370.0)):
        # Bent apart, so that their names stand beside each other.
        foot = Spot(310 + (x - 310) * 2.4, top + high + leg)
        shapes.append(stroke((Spot(x, top + high), Spot(x, top + high + 40), foot), INK, wide=5))
        places.append(Place(terminal, foot))
        aside, anchor = (-14, "end") if terminal == "emitter" else (14, "start")
        shapes.append(words(foot.by(aside, -34), terminal, 24, anchor=anchor, bold=True))
    return Look(tuple(shapes), tuple(places), top + high + leg + 20)


def _diode(top: float) -> Look:
    """Draw the diode in its two legs, the ring at the left."""
    left, level = 190.0, top + 50
    shapes = [
        stroke((Spot(left - 90, level), Spot(left + 330, level)), INK, wide=5),
        box(Spot(left, level - 30), 240, 60, "#e2a05f", round_by=12),
        box(Spot(left + 26, level - 30), 26, 60, INK, line=INK),
        words(Spot(left - 90, level - 40), "ring", 24, anchor="middle", bold=True),
        words(Spot(left + 330, level - 40), "anode", 24, anchor="middle", bold=True),
    ]
    ends = (Place("ring", Spot(left - 90, level)), Place("anode", Spot(left + 330, level)))
    return Look(tuple(shapes), ends, level + 50)


def _motor(top: float) -> Look:
    """Draw the coin with its two leads."""
    radius = 110.0
    centre = Spot(200, top + radius)
    shapes = [disc(centre, radius, _METAL)]
    places = []
    for terminal, y, out, colour in (("plus", -24.0, 200.0, "RD"), ("minus", 24.0, 90.0, "BU")):
        start, bend = centre.by(radius - 10, y), centre.by(radius + out, y)
        end = Spot(bend.x, centre.y + radius)
        shapes.append(wire((start, bend, end), DRAWN[colour]))
        places.append(Place(terminal, end))
    return Look(tuple(shapes), tuple(places), centre.y + radius + 20)


_BANDS: Final = {name: DRAWN[letters] for letters, name in COLOURS.items()} | {
    "gold": "#c9a227",
    "silver": "#c4c7cc",
}


def bands(part: Part) -> list[str]:
    """Give the colours of a resistor's five bands, as `#rrggbb`."""
    return [_BANDS[name] for name in resistors.bands(part)]
