"""The wires of a step: which they are, where they run, and what is written beside their ends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from hardware.pictures.body import Body, Colour
from hardware.pictures.placing import Placed
from hardware.pictures.scene import Scene
from hardware.pictures.step_wires import wires_of
from hardware.pictures.tubes import arc, tube
from hardware.pictures.view import Points
from hardware.tables.wires import End, Wire

COLOURS: Mapping[str, Colour] = {
    "BK": (40, 40, 44),
    "RD": (206, 38, 38),
    "YE": (240, 196, 24),
    "GN": (36, 150, 70),
    "BU": (38, 100, 206),
    "WH": (246, 246, 246),
    "OG": (242, 128, 24),
    "VT": (134, 76, 186),
    "BN": (128, 80, 46),
    "GY": (146, 150, 158),
}
"""The wires' colours as they are painted, by the two letters of `wires.toml`."""
_EDGE: Colour = (40, 40, 44)
_HOUSING: Colour = (58, 58, 62)
_RESISTOR: Colour = (222, 196, 150)
_SLEEVE: Colour = (84, 84, 90)
_WIRE = 0.9
_PLUG_LENGTH = 13.0
_RESISTOR_LENGTH = 7.0
_SLEEVE_LENGTH = 16.0
_LAMP = "_lamp"


@dataclass(slots=True)
class Laid:
    """The wires of a step as they stand in the picture."""

    bodies: list[Body] = field(default_factory=list)
    words: list[tuple[str, Points, Colour]] = field(default_factory=list)
    """What to write, at which point (millimetres), and the colour of its line."""
    pins: dict[int, Colour] = field(default_factory=dict)
    """The pins of the board's header that wires of this step go to."""


@dataclass(frozen=True, slots=True)
class _Joint:
    """An end of wires: where, and the direction that they leave it."""

    at: Points
    leaves: Points


def lay(scene: Scene, placed: Sequence[Placed]) -> Laid:
    """Lay a scene's wires between the things of its picture."""
    wires = wires_of(scene)
    things = {one.shown.name: one for one in placed}
    joints = {end: _terminal(scene, end, things) for end in _ends(wires) if not _between(end)}
    for end in _ends(wires):
        if _between(end):
            joints[end] = _in_the_wire(end, wires, joints)
    laid = Laid()
    for number, wire in enumerate(wires):
        colour = COLOURS[wire.colour]
        one, other = joints[wire.start], joints[wire.end]
        far = float(np.linalg.norm(other.at - one.at))
        slack = 0.42 * far + 5.0 * (number % 4)
        line = arc(one.at, one.leaves, other.at, other.leaves, slack)
        laid.bodies.append(_body(line, _WIRE, colour))
    for last, joint in joints.items():
        _finish(last, joint, wires, laid)
    return laid


def _ends(wires: Sequence[Wire]) -> list[End]:
    return list(dict.fromkeys(end for wire in wires for end in (wire.start, wire.end)))


def _between(end: End) -> bool:
    """Whether it is no terminal of a thing, but sits in the wire: a splice or a resistor."""
    return end.thing.endswith(("_splice", "_resistor"))


def _terminal(scene: Scene, end: End, things: Mapping[str, Placed]) -> _Joint:
    thing, terminal = end.thing, end.terminal
    if thing.endswith(_LAMP) and thing not in things:
        thing, terminal = thing.replace(_LAMP, "_button"), f"lamp {terminal}"
    if thing not in things or terminal not in things[thing].thing.terminals:
        there = sorted(things[thing].thing.terminals) if thing in things else sorted(things)
        raise KeyError(f'Picture {scene.name}: no "{terminal}" of "{thing}"; there are {there}.')
    placed = things[thing]
    out = placed.outward()
    out = out if out[2] >= 0 else -out
    at = placed.at(placed.thing.terminals[terminal])
    plug = _PLUG_LENGTH if _has_plug(end) else 0.0
    return _Joint(at + out * plug, out)


def _has_plug(end: End) -> bool:
    return end.pin is not None or end.thing.endswith(("_screen", "sensor"))


def _in_the_wire(end: End, wires: Sequence[Wire], joints: Mapping[End, _Joint]) -> _Joint:
    """Place a resistor above its lamp's tab, and a splice over the middle of what it joins."""
    up = np.array((0.0, 0.0, 1.0))
    others = [
        joints[other]
        for wire in wires
        for this, other in ((wire.start, wire.end), (wire.end, wire.start))
        if this.thing == end.thing and other in joints and not _between(other)
    ]
    if end.thing.endswith("_resistor"):
        lamps = [
            joints[other]
            for wire in wires
            for this, other in ((wire.start, wire.end), (wire.end, wire.start))
            if this.thing == end.thing and other.thing.endswith(_LAMP)
        ]
        far = 12.0 if end.terminal == "2" else 12.0 + _RESISTOR_LENGTH
        return _Joint(lamps[0].at + lamps[0].leaves * far, _leaves(end, up))
    middle = np.mean([other.at for other in others], axis=0)
    return _Joint(middle + up * 22.0, np.zeros(3))


def _leaves(end: End, up: Points) -> Points:
    return up if end.terminal == "1" else -up


def _finish(end: End, joint: _Joint, wires: Sequence[Wire], laid: Laid) -> None:
    """Add the plug, the resistor or the sleeve at an end, and what is written beside it."""
    mine = [wire for wire in wires if end in (wire.start, wire.end)]
    ink = COLOURS[mine[0].colour]
    pins = [other.pin for wire in mine for other in (wire.start, wire.end) if other.pin]
    to_pin = f"to pin {pins[0]}" if pins else ""
    if _has_plug(end):
        line = np.linspace(joint.at - joint.leaves * _PLUG_LENGTH, joint.at, 3)
        laid.bodies.append(_body(line, 1.25, _HOUSING))
    if end.pin is not None:
        laid.pins[end.pin] = ink
    elif end.thing.endswith("_splice"):
        line = joint.at + np.outer(np.linspace(-0.5, 0.5, 3), (_SLEEVE_LENGTH, 0.0, 0.0))
        laid.bodies.append(_body(line, 2.0, _SLEEVE))
        laid.words.append((_rows("joined here", to_pin), joint.at, ink))
    elif end.thing.endswith("_resistor"):
        if end.terminal == "1":
            line = np.linspace(joint.at - joint.leaves * _RESISTOR_LENGTH, joint.at, 3)
            laid.bodies.append(_body(line, 1.6, _RESISTOR))
            laid.words.append((_rows("resistor", to_pin), line[1], ink))
    else:
        words = f"{end.thing.replace('_', ' ')}: {end.terminal}"
        laid.words.append((_rows(words, to_pin), joint.at, ink))


def _rows(*rows: str) -> str:
    return "\n".join(row for row in rows if row)


def _body(line: Points, radius: float, colour: Colour) -> Body:
    vertices, triangles = tube(np.asarray(line), radius)
    return Body(vertices.astype(np.float32), triangles.astype(np.int32), colour, _EDGE, smooth=True)
