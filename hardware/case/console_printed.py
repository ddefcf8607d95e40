"""What is printed of the console: the hood, the letters inlaid in it, and the base.

The hood lies on its slope when it is printed, and the letters are its first layers. Everything is
screwed from below: from the outside no screw is seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from build123d import (
    Box,
    Plane,
    Polyline,
    Pos,
    RectangleRounded,
    Rot,
    Shape,
    extrude,
    fillet,
    make_face,
)

from hardware.case.bought.shapes import BELOW, ON_TOP, block, rod
from hardware.case.console_sizes import (
    Corner,
    air_slots,
    base_screws,
    board_holes,
    board_place,
    card_place,
    feet,
    inner,
    keys,
    layout,
    outer,
    pi_place,
    rear_openings,
)
from hardware.case.letters import outline
from hardware.case.panel import frame, knob_cuts, screen_cuts
from hardware.case.slope import on_panel
from hardware.case.tables import Tables

# Between letters of a name: wide, as on a sign.
SPREAD = 4.4


def hood(tables: Tables, *, inserts: bool = False) -> Shape:
    """Give the hood; `inserts`: with wider holes, for threads of brass."""
    own, body = tables.case["console"], tables.case["body"]
    shell = _shell(tables)
    inside = _prism(inner(own, body["wall"]), own["width"] - 2 * body["wall"], low=-1)
    solid = shell - inside
    for x, y in base_screws(tables):
        solid += _post(x, y, tables) & inside
    slope = on_panel(body, w=-own["thickness"])
    for place in layout(tables).screens:
        part = tables.parts[place.part]
        solid += slope * Pos(place.u, place.v) * frame(part, tables)
    solid = solid + _baffle(tables)
    for place in layout(tables).screens:
        part = tables.parts[place.part]
        solid -= on_panel(body, place.u, place.v) * screen_cuts(part, tables)
    for place in keys(own):
        solid -= on_panel(body, place.u, place.v) * _key_cuts(tables)
    knob = layout(tables).knob
    assert knob is not None
    solid -= on_panel(body, knob.u, knob.v) * knob_cuts(tables.parts[knob.part], tables)
    for cut in (*_screw_holes(tables, inserts), *_openings(tables)):
        solid -= cut
    return solid - inlay(tables)


def inlay(tables: Tables) -> Shape:
    """Give all letters: the sides' names over their screens, A to E over their keys."""
    own, names = tables.case["console"], tables.names
    words = [
        (names[place.name.partition("_")[0]], place.u, own["name_v"], own["name"])
        for place in layout(tables).screens
    ]
    words += [(key.mark, key.u, own["letter_v"], own["letter"]) for key in keys(own) if key.mark]
    first, *others = [
        on_panel(tables.case["body"], u, v)
        * extrude(outline(word, high, own["stroke"], SPREAD), -own["inlay"])
        for word, u, v, high in words
    ]
    return first.fuse(*others)


def base(tables: Tables) -> Shape:
    """Give the base, which carries the Pi and the board. Printed as it lies."""
    own, wall = tables.case["console"], tables.case["body"]["wall"]
    gap, thick = own["base_gap"], own["base"]
    wide = own["width"] - 2 * (wall + gap) - own["base_aside"]
    deep = own["depth"] - 2 * (wall + gap) - own["base_ahead"]
    middle, along = own["base_aside"] / 2, (own["depth"] + own["base_ahead"]) / 2
    plate = extrude(Pos(middle, along) * RectangleRounded(wide, deep, 1.0), thick)
    edge = own["depth"] - wall - gap
    for x in (own["tongue_1"], own["tongue_2"]):
        half, out = own["tongue_wide"] / 2, edge + own["tongue_out"]
        plate += block((x - half, edge - 1, thick - own["tongue"]), (x + half, out, thick))
    over_pi, free = board_holes(tables)
    lift = thick + own["pi_lift"]
    limit = block((-wide / 2, wall + gap, 0), (wide / 2 + middle, edge, 99))
    for x, y in over_pi:
        plate += rod(own["post_wide"], 0, lift, x, y) & limit
    level = board_place(tables).position.Z
    for x, y in free:
        plate += rod(own["pillar"], 0, level, x, y)
    plate += _below_the_card(tables)
    for x, y in over_pi:
        plate -= _sunk(tables, lift - own["seat"], x, y)
    for x, y in free:
        plate -= Pos(x, y, level) * _pilot(tables, tables.mm("board-blank", "thickness"))
    for x, y in base_screws(tables):
        plate -= _sunk(tables, own["sink"], x, y)
    for x, y in feet(tables):
        sunk = tables.case["body"]["foot_sunk"]
        plate -= rod(tables.mm("foot", "diameter") + 0.6, -1, sunk, x, y)
    return plate - _air(tables)


def _prism(corners: list[Corner], width: float, low: float = 0) -> Shape:
    """Give an outline in (y, z) drawn out to a width; its open end goes down to `low`."""
    (y0, _), *middle, (y1, _) = corners
    line = [(y0, low), *middle, (y1, low)]
    face = make_face(Plane.YZ * Polyline(*line, close=True))
    return Pos(-width / 2, 0, 0) * extrude(face, width, dir=(1, 0, 0))


def _shell(tables: Tables) -> Shape:
    """Give the outside, solid: its upright edges and those behind are round."""
    own = tables.case["console"]
    solid = _prism(outer(own), own["width"])
    half, depth = own["width"] / 2, own["depth"]

    across = [
        edge
        for edge in solid.edges()
        if abs(edge.center().X) < 0.1 and abs(edge.center().Y - depth) < 0.1 and edge.center().Z > 1
    ]
    # The rear's upper edge first, and rounder: where three equal ones meet, triangles have holes.
    solid = fillet(across, 2 * own["corner"])

    def is_round(middle: tuple[float, float, float]) -> bool:
        x, y, z = middle
        return z > 1 and abs(abs(x) - half) < 0.1 and (abs(y) < 0.1 or y > own["slope"])

    edges = [edge for edge in solid.edges() if is_round(tuple(edge.center()))]
    solid = fillet(edges, own["corner"])
    # Only at the sides: over the other two edges a slant would be too flat to be printed.
    edge, slope = own["edge"], on_panel(tables.case["body"])
    for side in (-1, 1):
        start, end = side * (half - edge - 0.1), side * (half + 0.1)
        corners = [(start, 0.1), (end, 0.1), (end, -edge - 0.1)]
        face = make_face(Plane.XZ * Polyline(*corners, close=True))
        solid -= slope * Pos(0, -50, 0) * extrude(face, 250, dir=(0, 1, 0))
    return solid


def _post(x: float, y: float, tables: Tables) -> Shape:
    """Give a post on the base; that at the side ends below the screen, and slants to its wall."""
    own = tables.case["console"]
    half, low = own["post"] / 2 + 0.01, own["base"]
    whole = block((x - half, y - half, low), (x + half, y + half, 200))
    if y != own["side_post_y"]:
        return whole
    top = low + tables.mm("screw", "length") + 1.5
    over = Box(1000, 1000, 500, align=ON_TOP)
    return whole - Pos(x - half, y, top) * Rot(0, -45, 0) * over


def _screw_holes(tables: Tables, inserts: bool) -> Iterator[Shape]:
    own = tables.case["console"]
    grip = tables.mm("screw", "length") - (own["base"] - own["sink"])
    tip = tables.case["printing"]["tip"]
    for x, y in base_screws(tables):
        yield rod(tables.mm("screw", "pilot"), own["base"] - 1, own["base"] + grip + tip, x, y)
        if inserts:
            yield rod(own["insert_hole"], own["base"] - 1, own["base"] + own["insert_deep"], x, y)


def _pilot(tables: Tables, through: float) -> Shape:
    """Give a hole down from z = 0 for a screw that goes through so much before it."""
    grip = tables.mm("screw", "length") - through
    return rod(tables.mm("screw", "pilot"), -grip - tables.case["printing"]["tip"], 1)


def _key_cuts(tables: Tables) -> Shape:
    """Give the hole of a switch, and room behind it: the panel is thin there, so that it snaps."""
    own, key = tables.case["console"], tables.parts["key-switch"]
    hole = key.mm("hole")
    room = key.mm("flange") + 2 * own["key_gap"]
    return Box(hole, hole, 100) + Pos(0, 0, -own["key_plate"]) * Box(room, room, 50, align=BELOW)


def _openings(tables: Tables) -> Iterator[Shape]:
    """Give the ways through the walls: two plugs, the switch, the card, air and sound, tongues."""
    own, wall = tables.case["console"], tables.case["body"]["wall"]
    depth, half = own["depth"], own["width"] / 2
    for x, z, wide, high in rear_openings(tables):
        low, top = z - high / 2, z + high / 2
        yield block((x - wide / 2, depth - wall - 1, low), (x + wide / 2, depth + 1, top))
    y, z = card_place(tables)
    yield block(
        (half - wall - 0.01, y - own["card_half"], z - own["card_low"]),
        (half + 1, y + own["card_half"], z + own["card_high"]),
    )
    for x in (own["tongue_1"], own["tongue_2"]):
        side = own["tongue_wide"] / 2 + 0.4
        low, top = own["base"] - own["tongue"], own["base"] + own["groove"]
        deep = depth - wall + own["tongue_out"]
        yield block((x - side, depth - wall - 1, low), (x + side, deep, top))


def _baffle(tables: Tables) -> Shape:
    """Give a wedge at the wall over the card's slot: a card that misses it can't fall in."""
    own, wall = tables.case["console"], tables.case["body"]["wall"]
    at = pi_place(tables).position
    inside = own["width"] / 2 - wall
    slot = at.Z + tables.mm("pi", "thickness") + tables.mm("pi", "card_slot_height")
    low, far = slot + own["baffle_gap"], at.X - own["baffle"]
    y, z = card_place(tables)
    top = z + own["card_high"] + 0.6
    corners = [(inside + 0.5, low), (far, low), (far, top - (inside - far)), (inside, top)]
    corners.append((inside + 0.5, top))
    face = make_face(Plane.XZ * Polyline(*corners, close=True))
    bolt = at.Y - tables.mm("pi", "width") + tables.mm("pi", "hole_inset")
    near = max(y - own["card_half"] - 1.2, bolt + tables.mm("board-bolt", "across") / 2 + 0.7)
    far_y = y + own["card_half"] + 1.2
    return Pos(0, far_y, 0) * extrude(face, far_y - near, dir=(0, -1, 0))


def _below_the_card(tables: Tables) -> Shape:
    """Give a rib on the base below the Pi's edge, for the same."""
    own = tables.case["console"]
    at = pi_place(tables).position
    y, _ = card_place(tables)
    post = at.Y - tables.mm("pi", "width") + tables.mm("pi", "hole_inset") + own["post_wide"] / 2
    return block(
        (at.X - 2.6, post - 0.5, 0),
        (at.X - 0.8, y + own["card_half"] + 1.2, at.Z - own["baffle_gap"]),
    )


def _sunk(tables: Tables, deep: float, x: float, y: float) -> Shape:
    """Give the hole of a screw from below whose head sinks `deep` into the base.

    The seat is a ceiling as it is printed: bridged in two layers, as that of the panels' screws.
    """
    screw, layer = tables.parts["screw"], tables.case["panel"]["layer"]
    wide, head = screw.mm("clearance"), screw.mm("head_diameter") + 0.4
    above = rod(head, deep, deep + layer) & Box(20, wide, 200)
    hole = rod(head, -1, deep) + above + rod(wide, 0, 200)
    hole += Box(wide, wide, 2 * (deep + 2 * layer))
    return Pos(x, y, 0) * hole


def _air(tables: Tables) -> Shape:
    """Give slots below the Pi."""
    deep = 3 * tables.case["console"]["base"]
    first, *others = [
        Pos(x, y, 0) * Box(wide, long, deep) for x, y, wide, long in air_slots(tables)
    ]
    return first.fuse(*others)
