"""From a layout to the whole desk: what is printed, what is fitted, what stays free."""

from __future__ import annotations

from collections.abc import Iterator

from build123d import Location, Pos, Rot

from hardware.case.assembly import Assembly, Fitted, Printed
from hardware.case.body import body
from hardware.case.bought.button import button, lamp
from hardware.case.bought.knob import cap, knob
from hardware.case.bought.pi import card, pi
from hardware.case.bought.screen import screen
from hardware.case.bought.small import foot, resistor, screw
from hardware.case.layout import Layout, Place
from hardware.case.panel import clip, clip_screws, panel, panel_screws
from hardware.case.places import feet, pi_place, pi_screws
from hardware.case.rooms import rooms
from hardware.case.slope import on_panel
from hardware.case.tables import Tables

FACE_DOWN = Rot(180, 0, 0)


def desk(layout: Layout, tables: Tables) -> Assembly:
    """Put a layout's desk together; it stands on its feet on the table, z = 0."""
    lift = tables.mm("foot", "height") - tables.case["body"]["foot_sunk"]
    up = Pos(0, 0, lift)
    return Assembly(
        layout.name,
        tuple(_printed(layout, tables, up)),
        tuple(_fitted(layout, tables, up)),
        rooms(layout, tables, up),
    )


def _printed(layout: Layout, tables: Tables, up: Location) -> Iterator[Printed]:
    yield Printed("body", up * body(layout, tables), up.inverse())
    slope = up * on_panel(tables.case["body"])
    yield Printed("panel", slope * panel(layout, tables), FACE_DOWN * slope.inverse())
    yield from printed_clips(layout, tables, up)


def printed_clips(layout: Layout, tables: Tables, up: Location) -> Iterator[Printed]:
    """Give four clips for each screen."""
    shape = clip(tables.case["panel"], tables.parts["screw"])
    for place in layout.screens:
        for number, where in enumerate(clips(place, tables, up), start=1):
            lying = Pos(0, 0, tables.case["panel"]["clip"]) * FACE_DOWN * where.inverse()
            yield Printed(f"{place.name}_clip_{number}", where * shape, lying, kind="clip")


def clips(place: Place, tables: Tables, up: Location) -> Iterator[Location]:
    """Where a screen's clips touch its board, each turned to it; z points back."""
    part, sizes = tables.parts[place.part], tables.case["panel"]
    back = -sizes["thickness"] - part.mm("front_to_back") - sizes["clip_preload"]
    for u, v in clip_screws(part, sizes):
        at = up * on_panel(tables.case["body"], place.u + u, place.v + v, back)
        yield at * Rot(0, 180, 0) * Rot(0, 0, 0 if v > 0 else 180)


def _fitted(layout: Layout, tables: Tables, up: Location) -> Iterator[Fitted]:
    yield from _on_the_panel(layout, tables, up)
    yield from held_screens(layout, tables, up)
    yield from _in_the_body(layout, tables, up)


def held_screens(
    layout: Layout, tables: Tables, up: Location, ground: str = "panel"
) -> Iterator[Fitted]:
    """Give the screens and the screws of their clips; `ground` is the print that they lie in."""
    body_sizes, sizes = tables.case["body"], tables.case["panel"]
    turner = screw(tables.parts["screw"])
    for place in layout.screens:
        names = [f"{place.name}_clip_{n}" for n in range(1, 5)]
        at = up * on_panel(body_sizes, place.u, place.v, -sizes["thickness"])
        model = screen(tables.parts[place.part], layout.name)
        yield model.at(at, place.name, place.part, ground, *names)
        for name, where in zip(names, clips(place, tables, up), strict=True):
            head = where * Pos(0, 0, sizes["clip"])
            yield turner.at(head, f"{name}_screw", "screw", name, ground)


def _on_the_panel(layout: Layout, tables: Tables, up: Location) -> Iterator[Fitted]:
    body_sizes, sizes = tables.case["body"], tables.case["panel"]
    thick = sizes["thickness"]
    for place in layout.buttons:
        part = tables.parts[place.part]
        at = up * on_panel(body_sizes, place.u, place.v)
        lamp_name = place.name.replace("button", "lamp")
        model = button(part, thick, lit=layout.lit)
        yield model.at(at, place.name, place.part, "panel", lamp_name)
        if layout.lit:
            yield lamp(part).at(at, lamp_name, place.part, place.name)
            side = 1 if place.u > 0 else -1
            beside = at * Pos(side * 22, 8, -part.mm("depth_free") + 10)
            name = place.name.replace("button", "resistor")
            yield resistor(tables.parts["lamp-resistor"]).at(beside, name, "lamp-resistor")
    if layout.knob:
        place, part = layout.knob, tables.parts[layout.knob.part]
        at = up * on_panel(body_sizes, place.u, place.v, -sizes["knob"])
        yield knob(part, sizes["knob"]).at(at, "knob", place.part, "panel", "knob_cap")
        top = cap(tables.parts["knob-cap"], part, sizes["knob"])
        yield top.at(at, "knob_cap", "knob-cap", "knob")


def _in_the_body(layout: Layout, tables: Tables, up: Location) -> Iterator[Fitted]:
    body_sizes, sizes = tables.case["body"], tables.case["panel"]
    at = up * pi_place(layout, tables)
    board = tables.parts["pi"]
    yield pi(board).at(at, "pi", "pi", "body", "card")
    yield card(tables.parts["memory-card"], board).at(at, "card", "memory-card", "pi")
    turner = screw(tables.parts["screw"])
    top = body_sizes["floor"] + tables.case["pi"]["lift"] + board.mm("thickness")
    for number, (x, y) in enumerate(pi_screws(layout, tables), start=1):
        yield turner.at(up * Pos(x, y, top), f"pi_screw_{number}", "screw", "pi", "body")
    for number, (u, v) in enumerate(panel_screws(layout, tables), start=1):
        head = up * on_panel(body_sizes, u, v, -sizes["sink"])
        yield turner.at(head, f"panel_screw_{number}", "screw", "panel", "body")
    for number, (x, y) in enumerate(feet(layout, tables), start=1):
        sunk = up * Pos(x, y, body_sizes["foot_sunk"])
        yield foot(tables.parts["foot"]).at(sunk, f"foot_{number}", "foot", "body")
