"""What pictures show besides the gadget: books, a cable, a table, the pads of a screen's address.

None of it is modelled for the case: its sizes are only for looks.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from hardware.pictures.body import Colour
from hardware.pictures.thing import Piece, Thing
from hardware.pictures.tubes import tube
from hardware.pictures.view import Points
from hardware.tables.parts import Part

BACK = "back of a screen"
RESISTOR = "address resistor"
PADS = ("pads 0x78", "pads 0x7A")
PADS_APART = 18.0
"""Millimetres from one address's pads to the other's, along the board."""
BOOKS = ("left books", "right books")
TABLE = "table"
CABLE, MIDDLE = "power cable", "middle"

_Block = Callable[[float, tuple[float, float], float, float, Colour], Piece]
_OVER = np.diag((-1.0, 1.0, -1.0))
_METAL: Colour = (214, 200, 150)
_SOCKET: Colour = (244, 244, 240)
_CERAMIC: Colour = (36, 38, 42)
_PAGES: Colour = (248, 244, 232)
_COVERS: tuple[Colour, ...] = ((178, 92, 80), (92, 128, 164), (140, 160, 104))
_WOOD: Colour = (176, 138, 98)
_TABLE = ((-140.0, -115.0, -14.0), (320.0, 205.0, 0.0))
"""From corner to corner: room for a console and, right of it, a tray."""
_RUBBER: Colour = (72, 76, 84)
_FIRST_PADS = 15.0
_HANGING = ("left_button", "right_button", "knob_cap")
"""They stand out of the panel's front: no book is below them."""
_FREE, _OUT = 3.0, 55.0
"""Between them and the books; how far the books stand out at the box's sides."""
_BEFORE, _SHORT = 12.0, 18.0
"""The piles begin so far behind the box, and are so much shorter than the panel."""


def props(things: Mapping[str, Thing], parts: Mapping[str, Part]) -> list[Thing]:
    """Give the props of one build."""
    if "hood" in things:
        corners, triangles = _box(*_TABLE)
        return [Thing(TABLE, "", (Piece(corners.astype(np.float32), triangles, _WOOD),))]
    if "left_screen" not in things:
        return []
    made = [*_books(things), _cable(things["power plug"])]
    screen = things["left_screen"]
    extra: list[Thing] = []
    if "right_screen" in things:
        screen = things["right_screen"]
        if "SDA" in screen.terminals:  # on SPI none has an address
            extra = _address(screen, parts[screen.part])
    else:
        extra = [Thing(BACK, "", tuple(_sockets(screen, parts[screen.part])))]
    at_first = [thing if thing.name != RESISTOR else _as_it_comes(thing) for thing in extra]
    pieces = (*screen.pieces, *(piece for thing in at_first for piece in thing.pieces))
    back = replace(screen, name=BACK, pieces=pieces, turned=screen.turned @ _OVER)
    return [*made, *(thing for thing in extra if thing.name != BACK), back]


def _as_it_comes(resistor: Thing) -> Thing:
    return resistor.shifted(resistor.name, np.array((PADS_APART, 0.0, 0.0)))


def _address(screen: Thing, part: Part) -> list[Thing]:
    """Give two pairs of pads on the board's back, and a resistor on the second pair."""
    block = _on_the_back(screen, part)
    made = []
    for name, x in zip(PADS, (-_FIRST_PADS, -_FIRST_PADS - PADS_APART), strict=True):
        rows = ((1.0, 4.0), (-4.0, -1.0))
        made.append(Thing(name, "", tuple(block(x, row, 1.7, 0.15, _METAL) for row in rows)))
    x = -_FIRST_PADS - PADS_APART
    body = block(x, (-1.6, 1.6), 1.3, 1.3, _CERAMIC)
    caps = tuple(block(x, row, 1.3, 1.3, (200, 204, 208)) for row in ((1.6, 2.8), (-2.8, -1.6)))
    return [*made, Thing(RESISTOR, "", (body, *caps))]


def _sockets(screen: Thing, part: Part) -> Iterable[Piece]:
    """Give the two white sockets at the sides of the small screen's back."""
    block = _on_the_back(screen, part)
    for side in (-1.0, 1.0):
        yield block(side * (part.mm("width") / 2 - 4.0), (-3.0, 3.0), 2.2, 2.9, _SOCKET)


def _on_the_back(screen: Thing, part: Part) -> _Block:
    """Give what makes a block on a screen's back: its x, its span of y, half its width, height."""
    own = screen.corners() @ screen.turned
    middle = (own.min(axis=0) + own.max(axis=0)) / 2
    back = float(own[:, 2].max()) - part.mm("front_to_back")

    def block(x: float, y: tuple[float, float], half: float, high: float, ink: Colour) -> Piece:
        low = (middle[0] + x - half, middle[1] + y[0], back - high)
        far = (middle[0] + x + half, middle[1] + y[1], back)
        corners, triangles = _box(low, far)
        return Piece((corners @ screen.turned.T).astype(np.float32), triangles, ink)

    return block


def _books(things: Mapping[str, Thing]) -> Iterable[Thing]:
    """Give two piles behind the box, as high as its rim, and between them room for the plug."""
    body, plug = things["body"].corners(), things["power plug"].corners()
    panel = things["panel"].lying[0].vertices
    deep = float(np.ptp(panel[:, 1]))
    left, right = float(body[:, 0].min()) - _OUT, float(body[:, 0].max()) + _OUT
    hanging = [things[name].corners() for name in things if name in _HANGING]
    between = np.vstack((plug, *hanging))
    start, end = float(between[:, 0].min()) - _FREE, float(between[:, 0].max()) + _FREE
    rear, high = float(body[:, 1].max()), float(body[:, 2].max())
    sides = ((left, start), (end, right))
    for number, (name, (low_x, high_x)) in enumerate(zip(BOOKS, sides, strict=True)):
        pieces: list[Piece] = []
        levels = np.linspace(0.0, high - 0.2, len(_COVERS) + 1)
        for step, (low, top) in enumerate(pairwise(levels)):
            cover = _COVERS[(step + number) % len(_COVERS)]
            y = (rear + _BEFORE, rear + deep - _SHORT + 4 * ((step + number) % 2))
            for z, inset, ink in (
                ((low, low + 2.5), 0.0, cover),
                ((low + 2.5, top - 2.5), 3.0, _PAGES),
                ((top - 2.5, top), 0.0, cover),
            ):
                corners = _box((low_x, y[0], z[0]), (high_x, y[1] - inset, z[1]))
                pieces.append(Piece(corners[0].astype(np.float32), corners[1], ink))
        yield Thing(name, "", tuple(pieces))


def _cable(plug: Thing) -> Thing:
    """Give the cable from the plug straight back, and down to the table."""
    at = plug.corners()
    x, z = float(at[:, 0].mean()), float((at[:, 2].min() + at[:, 2].max()) / 2)
    y = float(at[:, 1].max())
    along = np.linspace(0.0, 1.0, 30)
    down = z - (z - 2.5) * along**2 * (3 - 2 * along)
    line = np.column_stack((np.full(30, x), y + along * 130.0, down))
    vertices, triangles = tube(line, 2.2)
    pieces = (Piece(vertices.astype(np.float32), triangles.astype(np.int32), _RUBBER),)
    return Thing(CABLE, "", pieces, terminals={MIDDLE: line[len(line) // 2]})


def _box(low: tuple[float, ...], high: tuple[float, ...]) -> tuple[Points, npt.NDArray[np.int32]]:
    """Give corners (8, 3) and triangles (12, 3) of the upright box between two corners."""
    ends = np.array((low, high))
    bits = np.array([(i & 1, i >> 1 & 1, i >> 2 & 1) for i in range(8)])
    corners = np.take_along_axis(ends, bits, axis=0).astype(np.float64)
    sides = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
    halves = [half for a, b, c, d in sides for half in ((a, b, c), (a, c, d))]
    return corners, np.array(halves, np.int32)
