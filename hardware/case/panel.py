"""The sloped panel: windows, buttons, the knob, and what holds them from behind.

Made lying with its front at z = 0 and its back towards -z: u is x, v is y. Printed face down.
"""

from __future__ import annotations

from math import cos, radians, tan

from build123d import (
    Box,
    Pos,
    Rectangle,
    RectangleRounded,
    Rot,
    Shape,
    chamfer,
    extrude,
    loft,
)

from hardware.case.bought.screen import lit_area, tails_are_bare
from hardware.case.bought.shapes import BELOW, block, rod
from hardware.case.bought.terminals import on_screen
from hardware.case.layout import Layout, Place
from hardware.case.letters import engraving
from hardware.case.slope import panel_ends
from hardware.case.tables import Section, Tables
from hardware.tables.parts import Part


def panel(layout: Layout, tables: Tables) -> Shape:
    """Give the panel of a layout."""
    sizes = tables.case["panel"]
    thick = sizes["thickness"]
    plate = _plate(layout, tables) + tongues(layout, tables)
    for place in layout.screens:
        part = tables.parts[place.part]
        here = Pos(place.u, place.v, -thick)
        plate += here * frame(part, tables)
    for place in layout.screens:
        plate -= Pos(place.u, place.v, 0) * screen_cuts(tables.parts[place.part], tables)
        if place.mark:
            plate -= _mark(place, tables)
    for place in layout.buttons:
        hole = tables.mm(place.part, "body_diameter") + 2 * sizes["button_gap"]
        plate -= rod(hole, -thick - 1, 1, place.u, place.v)
    if layout.knob:
        cuts = knob_cuts(tables.parts[layout.knob.part], tables)
        plate -= Pos(layout.knob.u, layout.knob.v, 0) * cuts
    for u, v in panel_screws(layout, tables):
        plate -= _sunk_hole(u, v, tables)
    return plate


def panel_screws(layout: Layout, tables: Tables) -> list[tuple[float, float]]:
    """Give (u, v) of the screws that hold the panel: over the middles of the body's posts."""
    body, sizes = tables.case["body"], tables.case["panel"]
    low, high = panel_ends(body, layout.depth, sizes["thickness"])
    inset = body["wall"] + body["post"] / 2
    return [(u, low + inset if side == "front" else high - inset) for u, side in layout.posts]


def clip_screws(part: Part, sizes: Section) -> list[tuple[float, float]]:
    """Give the clips' screws about a screen's middle: above and below the board's corners."""
    u = part.mm("width") / 2 - sizes["clip_width"] / 2
    v = part.mm("height") / 2 + sizes["clip_screw"]
    return [(x, y) for y in (-v, v) for x in (-u, u)]


def clip(sizes: Section, screw: Part) -> Shape:
    """Give a clip over its screw's hole, from z = 0 up; its end towards -y stands out below that.

    So it tilts as its screw is turned, and presses on a board that is thinner than it is told.
    """
    wide, thick = sizes["clip_width"], sizes["clip"]
    near, far = -sizes["clip_screw"] - sizes["clip_reach"], screw.mm("boss") / 2 + 0.5
    outline = Pos(0, (near + far) / 2) * RectangleRounded(wide, far - near, 1.5)
    plate = extrude(outline, thick)
    end = block((-wide, near, -sizes["clip_preload"]), (wide, near + sizes["clip_step"], 0))
    step = extrude(outline, -sizes["clip_preload"]) & end
    return plate + step - rod(screw.mm("clearance"), -1, thick + 1)


def _plate(layout: Layout, tables: Tables) -> Shape:
    body, sizes = tables.case["body"], tables.case["panel"]
    low, high = panel_ends(body, layout.depth, sizes["thickness"])
    outline = Pos(0, (low + high) / 2) * RectangleRounded(layout.width, high - low, body["corner"])
    plate = extrude(outline, -sizes["thickness"])
    return chamfer(plate.faces().sort_by()[-1].edges(), sizes["edge"])


def frame(part: Part, tables: Tables) -> Shape:
    """Ribs around a screen's board and posts for its clips, down from z = 0."""
    sizes, screw = tables.case["panel"], tables.parts["screw"]
    wide, high = (part.mm(side) + 2 * sizes["slack"] for side in ("width", "height"))
    rib = sizes["rib"]
    deep = part.mm("front_to_back") - sizes["rib_lower"]
    outer = Box(wide + 2 * rib, high + 2 * rib, deep, align=BELOW)
    frame = outer - Box(wide, high, 3 * deep)
    for u, v in clip_screws(part, sizes):
        toward = (part.mm("height") / 2 + sizes["slack"]) * (1 if v > 0 else -1)
        boss = screw.mm("boss") / 2 + 0.5
        foot = block(
            (u - boss, min(toward, v), -part.mm("front_to_back")),
            (u + boss, max(toward, v), 0),
        )
        frame += rod(2 * boss, -part.mm("front_to_back"), 0, u, v) + foot
    return frame


def screen_cuts(part: Part, tables: Tables) -> Shape:
    """Give the window with its slant, room for the pins' ends, and the clips' screw holes."""
    sizes, screw = tables.case["panel"], tables.parts["screw"]
    thick, margin, slant = sizes["thickness"], sizes["window_margin"], sizes["window_slant"]
    left, low, right, high = lit_area(part)
    middle = Pos((left + right) / 2, (low + high) / 2, 0)
    wide, tall = right - left + 2 * margin, high - low + 2 * margin
    cuts = middle * Box(wide, tall, 3 * thick)
    cuts += middle * loft(
        [
            Pos(0, 0, -slant) * Rectangle(wide, tall),
            Pos(0, 0, 0.1) * Rectangle(wide + 2 * slant + 0.2, tall + 2 * slant + 0.2),
        ]
    )
    back = -thick - part.mm("front_to_back")
    deep = screw.mm("length") - sizes["clip"] + tables.case["printing"]["tip"]
    for u, v in clip_screws(part, sizes):
        cuts += rod(screw.mm("pilot"), back - 1, back + deep, u, v)
    if tails_are_bare(part):
        tails = sizes["tail_room"] - (part.mm("front_to_back") - part.mm("board_thickness"))
        row = next(iter(on_screen(part).values()))[1]
        cuts += Pos(0, row, -thick) * Box(sizes["tail_wide"], sizes["tail_high"], 2 * tails)
    return cuts


def knob_cuts(part: Part, tables: Tables) -> Shape:
    """Give the hole for the bushing, and a hollow behind that keeps the encoder from turning."""
    sizes = tables.case["panel"]
    gap = sizes["knob_gap"]
    hollow = block(
        (-part.mm("tabs_width") / 2 - gap, -part.mm("body_height") / 2 - gap, -100),
        (part.mm("tabs_width") / 2 + gap, part.mm("body_height") / 2 + gap, -sizes["knob"]),
    )
    return hollow + rod(part.mm("panel_hole") + 0.2, -50, 1)


def tongues(layout: Layout, tables: Tables) -> Shape:
    """Give the tongues behind the panel: two inside each side wall, two inside the back wall."""
    body, sizes = tables.case["body"], tables.case["panel"]
    low, high = panel_ends(body, layout.depth, sizes["thickness"])
    half, thick = sizes["tongue"] / 2, sizes["tongue_thick"]
    top, bottom = -sizes["thickness"], -sizes["thickness"] - sizes["tongue_deep"]
    edge = layout.width / 2 - body["wall"] - sizes["tongue_gap"]
    along = [
        block((min(u, u - s * thick), v - half, bottom), (max(u, u - s * thick), v + half, top))
        for s in (-1, 1)
        for u, v in (
            (s * edge, low + sizes["tongue_front"]),
            (s * edge, high - sizes["tongue_rear"]),
        )
    ]
    # The back wall is upright, so it leans towards the tongues from the panel down.
    lean = tan(radians(body["tilt"])) * (sizes["thickness"] + sizes["tongue_deep"])
    inside = (layout.depth - body["wall"] - sizes["tongue_gap"]) / cos(radians(body["tilt"])) - lean
    across = [
        block((u - half, inside - thick, bottom), (u + half, inside, top))
        for u in (-layout.back_tongue, layout.back_tongue)
    ]
    first, *others = along + across
    return first.fuse(*others)


def _sunk_hole(u: float, v: float, tables: Tables) -> Shape:
    """Give the hole of a screw whose head sinks into the panel's front.

    The panel lies on its front, so the seat of the head is a ceiling. Its first layer leaves a
    slot as wide as the screw's hole, the second closes the slot's ends: each line ends on a wall.
    """
    sizes, screw = tables.case["panel"], tables.parts["screw"]
    wide, seat = screw.mm("clearance"), sizes["sink"]
    head = rod(screw.mm("head_diameter") + 0.6, -seat, 1)
    above = rod(screw.mm("head_diameter") + 0.6, -seat - sizes["layer"], -seat)
    slot = above & Box(20, wide, 100)
    return Pos(u, v) * (head + slot + Box(wide, wide, 4 * sizes["thickness"]))


def _mark(place: Place, tables: Tables) -> Shape:
    """Give a letter behind the panel, below the screen: it reads when the panel is opened."""
    sizes, part = tables.case["panel"], tables.parts[place.part]
    below = part.mm("height") / 2 + sizes["slack"] + sizes["rib"] + 4.5
    letter = engraving(place.mark, 6, tables.case["body"]["engraved"])
    return Pos(place.u, place.v - below, -sizes["thickness"]) * Rot(180, 0, 0) * letter
