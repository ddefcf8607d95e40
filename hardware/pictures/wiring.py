"""The wires of a step: which they are, where they run, and what is written beside their ends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from hardware.drawings.naming import is_splice, title
from hardware.drawings.telling import spoken
from hardware.pictures.body import Body, Colour
from hardware.pictures.labels import Word
from hardware.pictures.lettering import INK
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
_SLEEVE: Colour = (84, 84, 90)
_WIRE = 0.9
_PLUG_LENGTH = 13.0
_SLEEVE_LENGTH = 16.0
_SPLICE_UP = 22.0
_RESISTOR = "_resistor"
_ON_PIN = 6.0
"""So much of a pin is within its plug."""
_TOO_LIGHT = 200
"""For a line on white ground, of 255 in all three colours."""
_BOW = 20.0
"""Sideways between neighbouring wires, so that each is seen."""
_SPLICES_APART = 36.0


@dataclass(slots=True)
class Laid:
    """The wires of a step as they stand in the picture."""

    bodies: list[Body] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    """What is written beside the ends."""
    things: set[str] = field(default_factory=set)
    """The things that wires of this step go to."""
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
    ends = dict.fromkeys(end for wire in wires for end in (wire.start, wire.end))
    splices = [end for end in ends if is_splice(end.thing)]
    joints = {end: _terminal(scene, end, things) for end in ends if end not in splices}
    for number, end in enumerate(splices):
        joint = _over_the_middle(end, wires, joints)
        aside = np.array(((number - (len(splices) - 1) / 2) * _SPLICES_APART, 0.0, 0.0))
        joints[end] = _Joint(joint.at + aside, joint.leaves)
    laid = Laid(things={end.thing for end in joints})
    # The wire that starts further right also bows further right.
    ordered = sorted(wires, key=lambda wire: float(joints[wire.start].at[0]))
    for number, wire in enumerate(ordered):
        colour = COLOURS[wire.colour]
        one, other = joints[wire.start], joints[wire.end]
        far = float(np.linalg.norm(other.at - one.at))
        aside = np.array(((number - (len(wires) - 1) / 2) * _BOW, 0.0, 0.0)) / max(far, 1.0)
        line = arc(one.at, one.leaves + aside, other.at, other.leaves + aside, 0.42 * far)
        laid.bodies.append(_body(line, _WIRE, colour))
    for last, joint in joints.items():
        _finish(last, joint, wires, laid)
    return laid


def _terminal(scene: Scene, end: End, things: Mapping[str, Placed]) -> _Joint:
    thing = things.get(end.thing)
    if thing is None or end.terminal not in thing.thing.terminals:
        there = sorted(thing.thing.terminals if thing else things)
        raise KeyError(f'Picture {scene.name} lacks "{end.thing}.{end.terminal}"; it has {there}.')
    at = thing.at(thing.thing.terminals[end.terminal])
    if end.thing.endswith(_RESISTOR):
        out = at - thing.corners().mean(axis=0)
        return _Joint(at, out / float(np.linalg.norm(out)))
    out = thing.outward()
    out = out if out @ np.array(scene.eye) >= 0 else -out
    plug = _PLUG_LENGTH - _ON_PIN if _has_plug(end) else 0.0
    return _Joint(at + out * plug, out)


def _has_plug(end: End) -> bool:
    return end.pin is not None or end.thing.endswith(("_screen", "sensor"))


def _over_the_middle(end: End, wires: Sequence[Wire], joints: Mapping[End, _Joint]) -> _Joint:
    """Place a splice above the middle of the terminals that it joins."""
    ends = [(wire.start, wire.end) for wire in wires if end in (wire.start, wire.end)]
    others = [joints[start if start != end else last].at for start, last in ends]
    return _Joint(np.mean(others, axis=0) + np.array((0.0, 0.0, _SPLICE_UP)), np.zeros(3))


def _finish(end: End, joint: _Joint, wires: Sequence[Wire], laid: Laid) -> None:
    """Add the plug, the resistor or the sleeve at an end, and what is written beside it."""
    mine = [wire for wire in wires if end in (wire.start, wire.end)]
    colour = COLOURS[mine[0].colour]
    ink = colour if min(colour) < _TOO_LIGHT else INK
    pins = [other.pin for wire in mine for other in (wire.start, wire.end) if other.pin]
    to_pin = f"to pin {pins[0]}" if pins else ""
    if _has_plug(end):
        line = np.linspace(joint.at - joint.leaves * _PLUG_LENGTH, joint.at, 3)
        laid.bodies.append(_body(line, 1.25, _HOUSING))
    if end.pin is not None:
        laid.pins[end.pin] = colour
    elif is_splice(end.thing):
        line = joint.at + np.outer(np.linspace(-0.5, 0.5, 3), (_SLEEVE_LENGTH, 0.0, 0.0))
        laid.bodies.append(_body(line, 2.0, _SLEEVE))
        laid.words.append(Word(_rows(title(end.thing), to_pin), joint.at[None], ink))
    elif end.thing.endswith(_RESISTOR):
        laid.words.append(Word(_rows(title(end.thing), to_pin), joint.at[None], ink))
    else:
        words = f"{title(end.thing)}: {spoken(end.terminal)}"
        laid.words.append(Word(_rows(words, to_pin), joint.at[None], ink))


def _rows(*rows: str) -> str:
    return "\n".join(row for row in rows if row)


def _body(line: Points, radius: float, colour: Colour) -> Body:
    vertices, triangles = tube(np.asarray(line), radius)
    return Body(vertices.astype(np.float32), triangles.astype(np.int32), colour, _EDGE, smooth=True)
