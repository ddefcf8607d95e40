"""The pictures of the board's guide: the board from above, the parts of a step in colour."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.board.circuit import HEIGHT, PI_RIGHT, WIDTH, Component, circuit
from hardware.drawings.svg import Spot, box, disc, page, stroke, words
from hardware.tables.pins import read_pin_table

FOLDER: Final = Path("hardware/made/board")
"""Where they lie, from the repository's root."""
_SCALE: Final = 8.0
_MARGIN: Final = 24.0
_BOARD, _PLAIN, _NOW, _PI = "#dfe8dd", "#f7f7f5", "#f2a33a", "#9fb7a4"
_LETTERS: Final = 14.0
_NAME: Final = 18.0
_AT_THE_EDGE: Final = 2.0
_PI_BELOW: Final = "the Pi, below: sockets here, card at the right"
_PI_DEEP: Final = 30.0
_PI_WIDE: Final = 65.0


@dataclass(frozen=True, slots=True)
class Picture:
    """What a picture of the guide shows."""

    name: str
    title: str
    """What a screen reader says of it."""
    refs: tuple[str, ...]
    """The parts in colour."""
    with_pi: bool = False
    """Whether the Pi, which lies below, is drawn through the board."""


PICTURES: Final = (
    Picture("socket", "The board from above: the Pi's socket lies below, in the middle", ("J1",)),
    Picture("pins", "The rows of pins: two for the screens, one for the knob", ("J2", "J3", "J8")),
    Picture(
        "plugs",
        "The plugs with walls: five with two pins, one with six",
        ("J6", "J13", "J9", "J14", "J7", "J11"),
    ),
    Picture("tall", "The capacitor and the buzzer at the rear", ("C31", "BZ1")),
    Picture("supply", "Where the supply and the switch are plugged in", ("J10", "J11")),
    Picture(
        "pi",
        "The Pi below the board, its sockets to the rear, and the four bolts between them",
        ("J1", "H1", "H2", "H3", "H4"),
        with_pi=True,
    ),
    Picture(
        "wires",
        "Everything that is plugged in",
        ("J2", "J3", "J4", "J5", "J6", "J7", "J8", "J13", "J14", "J10", "J11"),
    ),
)


def made_texts() -> Mapping[Path, str]:
    """Give each picture by its path from the repository's root."""
    parts = circuit(read_pin_table())
    return {FOLDER / f"{one.name}.svg": draw(one, parts) for one in PICTURES}


def draw(picture: Picture, parts: Iterable[Component]) -> str:
    """Draw the board from above, with the parts of a step in colour and by name."""
    wide, high = WIDTH * _SCALE + 2 * _MARGIN, HEIGHT * _SCALE + 2 * _MARGIN + 2 * _LETTERS
    shapes = [box(_spot(0, 0), WIDTH * _SCALE, HEIGHT * _SCALE, _BOARD, round_by=4)]
    if picture.with_pi:
        corner = _spot(PI_RIGHT - _PI_WIDE, 0)
        shapes += [
            box(corner, _PI_WIDE * _SCALE, _PI_DEEP * _SCALE, _PI, round_by=24),
            words(_spot(PI_RIGHT - _PI_WIDE / 2, 3.2), _PI_BELOW, 18, anchor="middle"),
        ]
    there = sorted(parts, key=lambda part: part.ref in picture.refs)
    shapes += [shape for part in there for shape in _part(part, picture.refs)]
    under = Spot(wide / 2, high - _LETTERS)
    shapes.append(words(under, "towards the player", _LETTERS, anchor="middle"))
    return page(wide, high, picture.title, shapes)


def _spot(x: float, y: float) -> Spot:
    return Spot(_MARGIN + x * _SCALE, _MARGIN + y * _SCALE)


def _part(part: Component, coloured: Collection[str]) -> Iterable[str]:
    now = part.ref in coloured
    fill = _NOW if now else _PLAIN
    if part.ref.startswith("H"):
        yield disc(_spot(*part.at), 1.35 * _SCALE, fill if now else "#fff")
        return
    left, top, right, bottom = outline_of(part)
    at = _spot(left, top)
    yield box(at, (right - left) * _SCALE, (bottom - top) * _SCALE, fill, round_by=3)
    for x, y in pads_in_a_row(part):
        yield disc(_spot(x, y), 4, "#fff" if now else _BOARD)
    if now:
        middle = (left + right) / 2
        # There is no room over what lies at the rear edge.
        rear = top < _AT_THE_EDGE
        beside = _spot(middle, bottom).by(0, 16) if rear else _spot(middle, top).by(0, -13)
        yield words(beside, part.ref, _NAME, anchor="middle", bold=True, halo=True)
    if part.marks and part.ref in ("J13", "J14"):
        yield stroke((_spot(part.at[0], bottom).by(-5, 9), _spot(part.at[0], bottom).by(5, 9)))
        yield stroke((_spot(part.at[0], bottom).by(0, 4), _spot(part.at[0], bottom).by(0, 14)))


_AROUND: Final = {
    "R_0805": (-1.7, -0.9, 1.7, 0.9),
    "C_0805": (-1.7, -0.9, 1.7, 0.9),
    "R_1206": (-2.3, -1.1, 2.3, 1.1),
    "SOT-23": (-1.7, -1.6, 1.7, 1.6),
    "D_SOD-123": (-2.3, -1.1, 2.3, 1.1),
    "Buzzer": (-2.2, -6.0, 9.8, 6.0),
    "CP_Radial": (-1.9, -3.15, 4.4, 3.15),
    "USB_C": (-4.5, -3.4, 4.5, 3.4),
    "JST_SH": (-3.0, -2.4, 3.0, 2.4),
    "PinSocket": (-49.6, -1.4, 1.4, 3.9),
}
"""How far a part reaches from its place to the left, rear, right and front, about."""


def outline_of(part: Component) -> tuple[float, float, float, float]:
    """Give a part's outline on the board, about: left, rear, right and front edge."""
    name = part.footprint.partition(":")[2]
    x, y = part.at
    if row := re.match(r"(PinHeader|JST_XH)\w*-?\w*_1x(\d+)", name.replace("-XH-A", "")):
        pins = int(row[2]) - 1
        if row[1] == "PinHeader":
            return x - 1.3, y - 1.3, x + 2.54 * pins + 1.3, y + 1.3
        return x - 2.45, y - 2.35, x + 2.5 * pins + 2.45, y + 3.4
    left, top, right, bottom = next(
        around for start, around in _AROUND.items() if name.startswith(start)
    )
    if part.turned == 90:
        left, top, right, bottom = top, left, bottom, right
    return x + left, y + top, x + right, y + bottom


def pads_in_a_row(part: Component) -> Iterable[tuple[float, float]]:
    """Give where the pins of a row or a plug stand; none for other parts."""
    pitch = {"PinHeader": 2.54, "JST_XH": 2.5}
    name = part.footprint.partition(":")[2]
    for start, apart in pitch.items():
        if name.startswith(start):
            yield from ((part.at[0] + apart * n, part.at[1]) for n in range(len(part.nets)))
