"""A schematic as data: its symbols and lines by their places, and the nets that they draw.

Drawing from it is `schematic.py`; laying it out is `layout.py`. Lengths are in units of schemdraw;
x goes to the right, y up.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from hardware.tables.wires import End

Point = tuple[float, float]
REACH: Point = (0.752, 0.697)
"""From a transistor's base to its collector, as schemdraw draws it."""


@dataclass(frozen=True, slots=True)
class Line:
    """A level or upright line from one place to another."""

    a: Point
    b: Point

    def meets(self, point: Point) -> bool:
        """Say whether a place is on the line, its ends among them."""
        return all(
            min(one, other) <= here <= max(one, other)
            for one, other, here in zip(self.a, self.b, point, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Symbol:
    """A part with two terminals."""

    kind: str
    """`button`, `resistor`, `lamp`; `diode`, whose second end is its ring."""
    said: str
    ends: tuple[End, End]
    a: Point
    b: Point


@dataclass(frozen=True, slots=True)
class Transistor:
    """An NPN transistor: its base at the left, its collector up."""

    said: str
    thing: str
    at: Point
    """Of its base."""

    @property
    def points(self) -> tuple[Point, Point, Point]:
        """The places of base, collector and emitter."""
        x, y = self.at
        right = round(x + REACH[0], 3)
        return self.at, (right, round(y + REACH[1], 3)), (right, round(y - REACH[1], 3))

    @property
    def ends(self) -> tuple[End, End, End]:
        """Its base, collector and emitter."""
        base, collector, emitter = (
            End(self.thing, leg) for leg in ("base", "collector", "emitter")
        )
        return base, collector, emitter


@dataclass(frozen=True, slots=True)
class Box:
    """A part with many terminals, or a board."""

    said: str
    corner: Point
    """The lower left."""
    size: Point
    terminals: Mapping[End, Point]
    words: Mapping[Point, str]
    """What is written inside at each of these places."""


@dataclass(frozen=True, slots=True)
class Power:
    """A symbol that joins all of its name: `3V3`, `GND`, `5V`."""

    name: str
    at: Point


@dataclass(frozen=True, slots=True)
class Inside:
    """A resistor inside a part that is bought: no wire of ours goes to it."""

    said: str
    a: Point
    b: Point


@dataclass(frozen=True, slots=True)
class Frame:
    """A dashed frame around what is inside a part."""

    said: str
    corner: Point
    size: Point


@dataclass(slots=True)
class Sheet:
    """One schematic."""

    title: str
    note: str = ""
    lines: list[Line] = field(default_factory=list)
    symbols: list[Symbol] = field(default_factory=list)
    transistors: list[Transistor] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    powers: list[Power] = field(default_factory=list)
    insides: list[Inside] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)

    def join(self, *way: Point) -> None:
        """Draw lines from place to place."""
        at = [(round(x, 3), round(y, 3)) for x, y in way]
        self.lines += [Line(a, b) for a, b in pairwise(at) if a != b]

    @property
    def terminals(self) -> Iterable[tuple[End, Point]]:
        """Every terminal that is drawn, with its place."""
        for symbol in self.symbols:
            yield from zip(symbol.ends, (symbol.a, symbol.b), strict=True)
        for transistor in self.transistors:
            yield from zip(transistor.ends, transistor.points, strict=True)
        for box in self.boxes:
            yield from box.terminals.items()

    @property
    def dots(self) -> tuple[Point, ...]:
        """Where lines are joined that could else be taken for crossing."""
        ends = {end for line in self.lines for end in (line.a, line.b)}
        return tuple(sorted(end for end in ends if len(self._ways_from(end)) > 2))

    def _ways_from(self, point: Point) -> set[Point]:
        """Give the directions in which lines leave a place that is on them."""
        ways = set()
        for line in self.lines:
            for end in (line.a, line.b) if line.meets(point) else ():
                step = [
                    (there > here) - (there < here) for here, there in zip(point, end, strict=True)
                ]
                ways.add((float(step[0]), float(step[1])))
        return ways - {(0.0, 0.0)}


def nets_drawn(sheet: Sheet) -> set[frozenset[End]]:
    """Read the net list back from the drawing: what its lines and power symbols join."""
    pieces: list[set[Line]] = []
    for line in sheet.lines:
        touching = [piece for piece in pieces if any(_touch(line, other) for other in piece)]
        pieces = [piece for piece in pieces if piece not in touching]
        pieces.append({line}.union(*touching))
    by_name: dict[str, set[End]] = {}
    for number, lines in enumerate(pieces):
        names = [power.name for power in sheet.powers if any(one.meets(power.at) for one in lines)]
        ends = {end for end, at in sheet.terminals if any(line.meets(at) for line in lines)}
        joined = ends.union(*(by_name.pop(name, set()) for name in names))
        for name in names or [f"piece {number}"]:
            by_name[name] = joined
    return {frozenset(ends) for ends in by_name.values() if ends}


def _touch(one: Line, other: Line) -> bool:
    """Say whether two lines are joined: an end of one is on the other. Crossing is not enough."""
    return any(other.meets(end) for end in (one.a, one.b)) or any(
        one.meets(end) for end in (other.a, other.b)
    )
