"""A small piece to print first: the tight fits of the boxes, each made by what makes the boxes.

Given as it is printed: its front on the bed as a panel's, its letters up.
"""

from __future__ import annotations

from collections.abc import Iterator

from build123d import Box, Location, Pos, Shape

from hardware.case.assembly import Assembly, Fitted, Printed
from hardware.case.bought.button import button
from hardware.case.bought.key import switch
from hardware.case.bought.knob import knob
from hardware.case.bought.shapes import block, rod
from hardware.case.bought.small import screw
from hardware.case.desk import FACE_DOWN
from hardware.case.letters import engraving
from hardware.case.panel import clip, knob_cuts
from hardware.case.tables import Tables

NAME = "fit"
At = tuple[float, float]
BUTTON, KNOB, KEY = (-20.0, 0.0), (2.0, 5.2), (19.9, 5.2)
SCREW, NOTCH = (-2.0, -8.0), (11.5, -11.8)
"""Where each is, in mm, seen from above as printed; of the notch the middle of its open end."""
LETTERS = {
    "B": (-30.3, 12.2),
    "K": (4.6, -7.2),
    "S": (-7.3, -7.9),
    "C": (18.2, -7.9),
    "A": (25.6, -7.8),
}
LETTER = 5.0
EDGE, BESIDE = 1.8, 2.8
"""Around a hole; from a letter's middle to the piece's side."""
NOTCH_DEEP = 7.0


def fit_piece(tables: Tables) -> Assembly:
    """Give the piece alone."""
    return Assembly(NAME, (Printed("piece", FACE_DOWN * _piece(tables), Location()),), (), ())


def tried_piece(tables: Tables) -> Assembly:
    """Give the piece with what is tried in it."""
    shape = clip(tables.case["panel"], tables.parts["screw"])
    one = Printed("clip", Pos(*SCREW, _boss(tables)) * shape, Location(), kind="clip")
    return Assembly(NAME, (*fit_piece(tables).printed, one), tuple(_fitted(tables)), ())


def _fitted(tables: Tables) -> Iterator[Fitted]:
    parts, thin = tables.parts, _thin(tables)
    # From above too: what its hole is like is told from either side.
    model = button(parts["plain-button"], thin, lit=False)
    yield model.at(Pos(*BUTTON, thin), "button", "plain-button", "piece")
    model = knob(parts["knob"], thin)
    yield model.at(Pos(*KNOB, thin) * FACE_DOWN, "knob", "knob", "piece")
    yield switch(parts["key-switch"]).at(Pos(*KEY, 0) * FACE_DOWN, "key", "key-switch", "piece")
    top = _boss(tables) + tables.case["panel"]["clip"]
    yield screw(parts["screw"]).at(Pos(*SCREW, top), "screw", "screw", "piece", "clip")


def _thin(tables: Tables) -> float:
    """Give its thickness: a wall below the letters."""
    return tables.case["printing"]["wall_least"] + tables.case["body"]["engraved"]


def _boss(tables: Tables) -> float:
    """Give how high the screw's boss is: its hole is as deep as those of the clips."""
    grip = tables.mm("screw", "length") - tables.case["panel"]["clip"]
    return grip + tables.case["printing"]["tip"]


def _button_hole(tables: Tables) -> float:
    return tables.mm("plain-button", "body_diameter") + 2 * tables.case["panel"]["button_gap"]


def _piece(tables: Tables) -> Shape:
    """Give it as a panel is made: its front at z = 0, its back towards -z."""
    sizes, mm, thin = tables.case["panel"], tables.mm, _thin(tables)
    solid = rod(_button_hole(tables) + 2 * EDGE, -thin, 0, *_made(BUTTON))
    rim = sizes["knob_gap"] + tables.case["printing"]["wall_least"]
    hollow = thin + sizes["thickness"] - sizes["knob"]
    wide, tall = mm("knob", "tabs_width") / 2 + rim, mm("knob", "body_height") / 2 + rim
    solid += _plate(KNOB, wide, tall, hollow)
    half = mm("key-switch", "hole") / 2 + EDGE
    solid += _plate(KEY, half, half, tables.case["console"]["key_plate"])
    # What the letters and the screw stand on, from the ring to below the key.
    (left, _), right, low, top = LETTERS["S"], KEY[0] + half, NOTCH[1], KNOB[1] - tall + 0.1
    solid += block((left - BESIDE, -top, -thin), (right, -low, 0))
    solid += _plate(LETTERS["B"], BESIDE, LETTER / 2 + 1.4, thin)
    solid += rod(mm("screw", "boss") + 1, -_boss(tables), 0, *_made(SCREW))
    for cut in _cuts(tables):
        solid -= cut
    return solid


def _plate(middle: At, half: float, tall: float, thick: float) -> Shape:
    x, y = _made(middle)
    return block((x - half, y - tall, -thick), (x + half, y + tall, 0))


def _cuts(tables: Tables) -> Iterator[Shape]:
    sizes, thin = tables.case["panel"], _thin(tables)
    yield rod(_button_hole(tables), -50, 1, *_made(BUTTON))
    # A panel is thicker at the knob.
    yield Pos(*_made(KNOB), sizes["knob"] - thin) * knob_cuts(tables.parts["knob"], tables)
    hole = tables.mm("key-switch", "hole")
    yield Pos(*_made(KEY)) * Box(hole, hole, 100)
    yield rod(tables.mm("screw", "pilot"), -50, 1, *_made(SCREW))
    # As a tongue between its walls: the same gap on both sides.
    (x, y), half = _made(NOTCH), sizes["clip_width"] / 2 + sizes["tongue_gap"]
    yield block((x - half, y - NOTCH_DEEP, -50), (x + half, y + 1, 1))
    for letter, place in LETTERS.items():
        cut = engraving(letter, LETTER, tables.case["body"]["engraved"])
        yield Pos(*_made(place), -thin) * FACE_DOWN * cut


def _made(place: At) -> At:
    """Give where this is while its front is above."""
    x, y = place
    return x, -y
