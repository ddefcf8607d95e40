"""What a builder measures before printing: the parts' sizes, and what the case has room for."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, floor, sqrt
from typing import Final

from hardware.case.tables import Tables, read_tables
from hardware.tables.blocks import table
from hardware.tables.builds import Build

HEADS: Final = ("what", "expected, mm", "fits, mm")
_KNOBS: Final = {Build.REFERENCE.value: "knob", Build.SOLDER_FREE.value: "knob-board"}
"""The encoder of each build that has one."""
_OVERLAP: Final = 1.0
"""A button's rim must hide its hole by this, in millimetres, all around."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A size of a bought part, in millimetres; without `low` smaller ones do, as with `high`."""

    what: str
    expected: float
    low: float | None = None
    high: float | None = None

    def fits(self) -> str:
        """Say which sizes fit, to a tenth of a millimetre on the safe side."""
        low = None if self.low is None else f"{ceil(round(self.low * 10, 6)) / 10:g}"
        high = None if self.high is None else f"{floor(round(self.high * 10, 6)) / 10:g}"
        if low and high:
            return f"{low} to {high}"
        return f"at least {low}" if low else f"at most {high}"


def measure_table(build: str) -> str:
    """Write a row for each size that the printed parts of a build rely on."""
    rows = measures(build, read_tables())
    return table(HEADS, [(row.what, f"{round(row.expected, 1):g}", row.fits()) for row in rows])


def measures(build: str, tables: Tables) -> tuple[Measure, ...]:
    """Give what to measure for a build, in the order in which it is at hand."""
    if build == Build.DIE_TRAY.value:
        return (*_die_tray(tables), *_plug(tables, "data-cable", "die_tray", "cable"))
    if build == Build.MOTOR.value:
        return tuple(_motor(tables))
    if build in (Build.MINIMAL.value, Build.SOLDER_FREE.value):
        screen, button = "small-screen", "plain-button"
    else:
        screen, button = "spi-screen", "lit-button"
    found = [*_screen(tables, screen), *_button(tables, button)]
    if knob := _KNOBS.get(build):
        found += _knob(tables, knob)
    return (*found, *_plug(tables, "power-supply", "pi", "supply"))


def _screen(tables: Tables, part: str) -> Iterator[Measure]:
    """Its board in the frame, its thickness below the clips, its picture in the window.

    The window is wider than the picture by its margin: a picture that comes nearer to an edge of
    the board than that is hidden in part. A board may be smaller by all its slack, twice: then a
    clip still lies on it when it is pushed to one side. A thinner one is held as long as the
    ends of the clips, which stand out, press on it.
    """
    sizes, printing = tables.case["panel"], tables.case["printing"]
    slack, margin, gap = 2 * sizes["slack"], sizes["window_margin"], printing["clearance"]
    wide, high = tables.mm(part, "width"), tables.mm(part, "height")
    thick = tables.mm(part, "front_to_back")
    left, lower = tables.mm(part, "active_x"), tables.mm(part, "active_y")
    edges = {
        "left": left,
        "right": wide - left - tables.mm(part, "active_width"),
        "lower": lower,
        "upper": high - lower - tables.mm(part, "active_height"),
    }
    yield Measure("screen: width of its board", wide, wide - slack, wide + slack - gap)
    yield Measure("screen: height of its board", high, high - slack, high + slack - gap)
    least, most = thick - sizes["clip_preload"], thick + gap
    yield Measure("screen: glass and board together", thick, least, most)
    for edge, distance in edges.items():
        what = f"screen: {edge} edge to picture"
        yield Measure(what, distance, distance - margin)


def _button(tables: Tables, part: str) -> Iterator[Measure]:
    gap = tables.case["panel"]["button_gap"]
    body = tables.mm(part, "body_diameter")
    least = body + 2 * gap + 2 * _OVERLAP
    yield Measure("button: body, across", body, high=body + gap)
    yield Measure("button: rim, across", tables.mm(part, "rim_diameter"), least)
    room = tables.mm(part, "behind_free")
    yield Measure("button: nut, across", tables.mm(part, "nut_diameter"), high=room)


def _knob(tables: Tables, part: str) -> Iterator[Measure]:
    sizes = tables.case["panel"]
    wide, high = tables.mm(part, "tabs_width"), tables.mm(part, "body_height")
    through = sizes["knob"] + tables.mm(part, "nut_height")
    shaft, hole = tables.mm(part, "shaft_diameter"), tables.mm(part, "panel_hole")
    bushing = "knob: thread around the shaft"
    yield Measure("knob: over both its metal tabs", wide, high=wide + sizes["knob_gap"])
    yield Measure("knob: body, the other way", high, high=high + sizes["knob_gap"])
    yield Measure(f"{bushing}, across", tables.mm(part, "bushing_diameter"), high=hole)
    yield Measure(f"{bushing}, long", tables.mm(part, "bushing_length"), through)
    yield Measure("knob: shaft, for the printed cap", shaft, high=shaft + sizes["shaft_gap"])
    if "board_width" in tables.parts[part].size:
        yield from _knob_board(tables, part)


def _knob_board(tables: Tables, part: str) -> Iterator[Measure]:
    """Give the board behind an encoder: it must clear the screen's frame and the panel's wall."""
    at, sizes = tables.case["solder_free"], tables.case["panel"]
    frame = tables.mm("small-screen", "width") / 2 + sizes["slack"] + sizes["rib"]
    board = tables.mm(part, "board_width")
    yield Measure("knob: width of its board", board, high=2 * (at["knob_u"] - frame))
    deep = tables.mm(part, "body_depth")
    least = sizes["thickness"] - sizes["knob"] + tables.case["printing"]["clearance"]
    yield Measure("knob: from its face to its board", deep, least)


def _plug(tables: Tables, part: str, opening: str, name: str) -> Iterator[Measure]:
    """Its overmould; every micro-USB plug may be as large as the standard lets the supply's be."""
    sizes, gap = tables.case[opening], tables.case["printing"]["clearance"]
    known = part if "plug_width" in tables.parts[part].size else "power-supply"
    for side, across in (("width", "wide"), ("height", "flat")):
        room = sizes[f"plug_{side}"] - gap
        what = f"{name}: its plug's grip, {across}"
        yield Measure(what, tables.mm(known, f"plug_{side}"), high=room)


def _die_tray(tables: Tables) -> Iterator[Measure]:
    sizes, error = tables.case["die_tray"], tables.case["die_tray"]["print_error"]
    widest = min((sizes["nest_diameter"] - 2 * error) / sqrt(2), tables.mm("die", "edge_most"))
    edge, window = tables.mm("die", "edge"), tables.mm("window", "width")
    yield Measure("die: edge", edge, tables.mm("die", "edge_least"), widest)
    # The motor shakes the window: it stays clear of the tray beside it and above it.
    clear = tables.case["printing"]["clearance"]
    room = window + 2 * (sizes["pocket_gap"] - clear) - error
    yield Measure("window: each side", window, high=room)
    thickness = tables.mm("window", "thickness")
    thinnest, thickest = thickness - error, tables.mm("window", "thickness_most")
    yield Measure("window: thickness", thickness, thinnest, thickest)
    holes, gap = tables.mm("colour-sensor", "hole_pitch_x"), tables.case["printing"]["clearance"]
    what = "sensor board: hole to hole"
    yield Measure(what, holes, holes - gap, holes + gap)
    bore = tables.mm("screw", "diameter")
    yield Measure("sensor board: a hole", tables.mm("colour-sensor", "hole_diameter"), bore)
    play = tables.mm("pico", "hole_diameter") - sizes["peg"]
    for side, way in (("x", "long"), ("y", "short")):
        pitch = tables.mm("pico", f"hole_pitch_{side}")
        what = f"Pico: hole to hole, the {way} way"
        yield Measure(what, pitch, pitch - play, pitch + play)


def _motor(tables: Tables) -> Iterator[Measure]:
    """Give the coin, which stays clear of the well, and its leads, which must reach."""
    sizes, gap = tables.case["die_tray"], tables.case["printing"]["clearance"]
    room = 2 * (sizes["motor_y"] - tables.mm("window", "width") / 2 - gap)
    yield Measure("motor: across", tables.mm("vibration-motor", "diameter"), high=room)
    lead = tables.mm("vibration-motor", "lead")
    yield Measure("motor: each of its wires, long", lead, lead)
