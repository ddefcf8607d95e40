"""The wires of a step: which they are, where they run, and what is written beside their ends."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from hardware.drawings.naming import is_splice, title
from hardware.drawings.telling import spoken
from hardware.pictures.body import Body, Colour
from hardware.pictures.close_up import Mark, stand_close
from hardware.pictures.labels import Word
from hardware.pictures.lettering import INK
from hardware.pictures.placing import Placed
from hardware.pictures.scene import Scene
from hardware.pictures.step_wires import wires_before, wires_loose, wires_of
from hardware.pictures.tubes import arc, tube
from hardware.pictures.view import Points
from hardware.tables.parts import Joint, Part, joint_of, read_parts
from hardware.tables.roles import Role, role_of
from hardware.tables.wires import COLOURS as WORDS
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
    "SN": (190, 194, 200),
}
"""The wires' colours as they are painted, by the two letters of `wires.toml`."""
_EDGE: Colour = (40, 40, 44)
_HOUSING: Colour = (58, 58, 62)
_SLEEVE: Colour = (84, 84, 90)
_WIRE = 0.9
_LEG = 0.35
_BEYOND_LEG, _SOLDER, _MEETS = 2.0, 1.5, 0.5
"""A joint of legs lies so far beyond their ends, and its sleeve reaches so far to both sides; legs
that point against each other, whose directions add up to less than the last, meet in it."""
_PLUGS = {Joint.SOCKET: 13.0, Joint.RECEPTACLE: 13.0, Joint.PLUG: 6.0}
"""How long what is pushed on is, with the part of it that the pin or tab is in."""
_SLEEVE_LENGTH = 16.0
_SPLICE_UP = 2.5
_ON_PIN = 6.0
"""So much of a pin is within its plug."""
_SMALL = (Role.RESISTOR, Role.DIODE)
"""Parts that hang between two legs in line."""
_TOO_LIGHT = 200
"""For a line on white ground, of 255 in all three colours."""
_BOW = 20.0
"""Sideways between neighbouring wires, so that each is seen."""
_SPLICES_APART = 24.0
_LOOSE, _LOOSE_APART, _LOOSE_LONGER = 12.0, 3.5, 3.0
"""So much is drawn of a wire whose other end is not in the picture, so far aside it goes, and so
much longer is the next one further in."""
_SLACK = 0.42
"""A wire with length to spare leaves its ends for this share of the way."""
_TRIES = 22
_SPREAD = 0.2
"""Over a wall wires lie beside each other, by this share of their bows."""
_WALLS = 12.0
"""Walls within this reach of the gap between box and panel are in the wires' way."""

Ridge = tuple[float, float] | None
"""y and z of walls that wires must go over; None where there are none."""


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
    marks: dict[str, dict[str, Mark]] = field(default_factory=dict)
    """The things whose terminals need a close-up, and what is written at each terminal."""
    lengths: list[tuple[Wire, float, float]] = field(default_factory=list)
    """How long each wire is drawn, and how long it would be drawn straight, in millimetres.

    Both with its plugs.
    """


@dataclass(frozen=True, slots=True)
class _Joint:
    """An end of wires: where, and the direction that they leave it."""

    at: Points
    leaves: Points
    along: Points | None = None
    """How the joint of legs lies; None for another."""
    beside: bool = False
    """Its wires come along a part whose leg is in it, so that a tube goes over leg and wire."""


def lay(scene: Scene, placed: Sequence[Placed]) -> Laid:
    """Lay a scene's wires between the things of its picture."""
    things = {one.shown.name: one for one in placed}
    laid = Laid()
    wires, before = wires_of(scene), wires_before(scene)
    legs = tuple(wire for wire in (*before, *wires) if wire.is_leg)
    # Those of earlier steps have no words, nor have the legs of parts.
    _lay(scene, things, before, legs, laid)
    joints = _lay(scene, things, wires, legs, laid)
    laid.things |= {end.thing for end in joints}
    told = [wire for wire in wires if not wire.is_leg]
    for end, joint in joints.items():
        if any(end in (wire.start, wire.end) for wire in told):
            _name(end, joint, told, things, laid)
    for leg in legs:
        if {leg.start, leg.end} & joints.keys():
            laid.things |= {leg.start.thing, leg.end.thing}
    _lay_loose(wires_loose(scene), joints, things, laid)
    return laid


def _lay_loose(
    wires: Sequence[Wire], joints: Mapping[End, _Joint], things: Mapping[str, Placed], laid: Laid
) -> None:
    """Draw the near ends of wires, and write at each its colour and where it goes."""
    middle = np.vstack([one.corners() for one in things.values()]).mean(axis=0)
    near = {wire: wire.start if wire.start in joints else wire.end for wire in wires}
    for end in dict.fromkeys(near.values()):
        joint = joints[end]
        mine = [wire for wire in wires if near[wire] == end]
        # A wire that comes along a part is beside it; those that leave freely spread.
        asides = np.arange(len(mine)) - (len(mine) - 1) / 2
        if joint.beside:
            asides = np.ones(1)
        outward = np.sign(joint.at[0] - middle[0])
        # The outer ones end first: so no line from the words at that side crosses another.
        for number, (wire, aside) in enumerate(zip(mine, asides * outward, strict=True)):
            reach = _LOOSE + (len(mine) - 1 - number) * _LOOSE_LONGER
            tip = joint.at + joint.leaves * reach + np.array((aside * _LOOSE_APART, 0.0, 0.0))
            line = arc(joint.at, joint.leaves, tip, -joint.leaves, _LOOSE * _SLACK)
            colour = COLOURS[wire.colour]
            laid.bodies.append(_body(line, _WIRE, colour))
            far = wire.end if near[wire] == wire.start else wire.start
            goes = f"{title(far.thing)}: {f'pin {far.pin}' if far.pin else spoken(far.terminal)}"
            laid.words.append(Word(f"{WORDS[wire.colour]}, to\n{goes}", tip[None], colour))


def _lay(
    scene: Scene,
    things: Mapping[str, Placed],
    wires: Sequence[Wire],
    legs: Sequence[Wire],
    laid: Laid,
) -> Mapping[End, _Joint]:
    ridge = _ridge(things.values())
    every = np.vstack([one.corners() for one in things.values()])
    ends = dict.fromkeys(end for wire in wires for end in (wire.start, wire.end))
    splices = [end for end in ends if is_splice(end.thing)]
    joints = {end: _terminal(scene, end, things) for end in ends if end not in splices}
    soldered = {end: _at_legs(scene, end, legs, things) for end in splices}
    joints |= {end: joint for end, joint in soldered.items() if joint is not None}
    free = [end for end in splices if end not in joints]
    joints |= _apart({end: _within_reach(end, wires, joints) for end in free}, every)
    # The wire that starts further right also bows further right.
    ordered = sorted(wires, key=lambda wire: float(joints[wire.start].at[0]))
    for number, wire in enumerate(ordered):
        bow = (number - (len(wires) - 1) / 2) * _BOW
        line, length = _line(wire, joints[wire.start], joints[wire.end], bow, ridge)
        if wire.is_leg:
            line = np.linspace(joints[wire.start].at, joints[wire.end].at, 3)
            length = float(np.linalg.norm(line[-1] - line[0]))
            laid.bodies.append(_body(line, _LEG, COLOURS[wire.colour]))
            laid.lengths.append((wire, length, length))
            if not {wire.start, wire.end} & set(splices):
                laid.bodies.append(_sleeve(line.mean(axis=0), line[-1] - line[0]))
            continue
        laid.bodies.append(_body(line, _WIRE, COLOURS[wire.colour]))
        plugs = _plugs(wire)
        straight = float(np.linalg.norm(joints[wire.end].at - joints[wire.start].at))
        laid.lengths.append((wire, length + plugs, straight + plugs))
    for end, joint in joints.items():
        _dress(end, joint, _plug(end, scene.build), laid)
    return joints


def _line(wire: Wire, one: _Joint, other: _Joint, bow: float, ridge: Ridge) -> tuple[Points, float]:
    """Give a wire's way and how long it is: as slack as its length lets it be."""
    most = wire.length_mm - _plugs(wire)
    for slack in np.linspace(_SLACK, 0.0, _TRIES):
        line = _way(one, other, bow, ridge, slack)
        length = float(np.linalg.norm(np.diff(line, axis=0), axis=1).sum())
        if length <= most:
            break
    return line, length


def _way(one: _Joint, other: _Joint, bow: float, ridge: Ridge, slack: float) -> Points:
    straight = other.at - one.at
    far = max(float(np.linalg.norm(straight)), 1.0)
    aside = np.array((bow, 0.0, 0.0)) / far
    if ridge is not None and min(one.at[1], other.at[1]) < ridge[0] < max(one.at[1], other.at[1]):
        over = one.at + straight * (ridge[0] - one.at[1]) / straight[1]
        if over[2] < ridge[1]:
            over = np.array((over[0] + bow * _SPREAD, ridge[0], ridge[1]))
            first, second = (float(np.linalg.norm(over - end.at)) for end in (one, other))
            along = straight * (1.0, 1.0, 0.0) / far
            up = arc(one.at, one.leaves + aside, over, -along, slack * first)
            down = arc(over, along, other.at, other.leaves + aside, slack * second)
            return np.vstack((up, down[1:]))
    return arc(one.at, one.leaves + aside, other.at, other.leaves + aside, slack * far)


def _ridge(placed: Iterable[Placed]) -> Ridge:
    """Give y and z of the printed walls between the box and what is behind it."""
    groups: dict[bool, list[Points]] = {True: [], False: []}
    for one in placed:
        if not one.thing.lying:
            continue
        groups[one.shown.turned_over].append(one.corners())
    if not all(groups.values()):
        return None
    box, behind = np.vstack(groups[False]), np.vstack(groups[True])
    y = (float(box[:, 1].max()) + float(behind[:, 1].min())) / 2
    every = np.vstack((box, behind))
    return y, float(every[np.abs(every[:, 1] - y) < _WALLS, 2].max(initial=0.0)) + _WIRE


def _terminal(scene: Scene, end: End, things: Mapping[str, Placed]) -> _Joint:
    thing = things.get(end.thing)
    if thing is None or end.terminal not in thing.thing.terminals:
        there = sorted(thing.thing.terminals if thing else things)
        raise KeyError(f'Picture {scene.name} lacks "{end.thing}.{end.terminal}"; it has {there}.')
    at = thing.at(thing.thing.terminals[end.terminal])
    if role_of(end.thing) in _SMALL:
        out = at - thing.corners().mean(axis=0)
        return _Joint(at, out / float(np.linalg.norm(out)))
    if thing.thing.leaves is not None:
        out = np.asarray(thing.turn @ thing.thing.leaves)
    else:
        out = thing.outward()
        out = out if out @ np.array(scene.eye) >= 0 else -out
    return _Joint(at + out * max(_plug(end, scene.build) - _ON_PIN, 0.0), out)


def _at_legs(
    scene: Scene, end: End, legs: Sequence[Wire], things: Mapping[str, Placed]
) -> _Joint | None:
    """Place a splice at the legs that are soldered in it; None where there are none."""
    mine = [
        wire.start if wire.end == end else wire.end
        for wire in legs
        if end in (wire.start, wire.end)
    ]
    if not mine:
        return None
    ends = [_terminal(scene, other, things) for other in mine]
    at = np.mean([one.at + one.leaves * _BEYOND_LEG for one in ends], axis=0)
    leaves = np.mean([one.leaves for one in ends], axis=0)
    if float(np.linalg.norm(leaves)) >= _MEETS:
        return _Joint(np.asarray(at), np.asarray(leaves), np.asarray(leaves))
    # Two legs meet end to end: a tube comes from the small part, the wire along the other one.
    first = min(zip(mine, ends, strict=True), key=lambda leg: role_of(leg[0].thing) in _SMALL)[1]
    return _Joint(np.asarray(at), -first.leaves, np.asarray(ends[0].at - at), beside=True)


def _plug(end: End, build: str) -> float:
    """Give how long what is pushed on at an end is, in millimetres; 0 where it is soldered."""
    if is_splice(end.thing):
        return 0.0
    return _PLUGS.get(joint_of(end.thing, build, _parts()), 0.0)


@cache
def _parts() -> Mapping[str, Part]:
    return read_parts()


def _plugs(wire: Wire) -> float:
    build = min(wire.build)
    return _plug(wire.start, build) + _plug(wire.end, build)


def _within_reach(end: End, wires: Sequence[Wire], joints: Mapping[End, _Joint]) -> Points:
    """Place a splice where each of its wires spans about the same share of its length."""
    mine = [(wire.start if wire.end == end else wire.end, wire) for wire in wires]
    mine = [(other, wire) for other, wire in mine if end in (wire.start, wire.end)]
    ends = np.array([joints[other].at for other, _ in mine])
    plugs = [_plug(other, min(wire.build)) for other, wire in mine]
    spans = np.array([wire.length_mm for _, wire in mine], np.float64) - plugs
    at = np.asarray(ends.mean(axis=0))
    for step in range(1, _TRIES * 20):
        # Always a little nearer to the one whose wire is most in want.
        worst = int(np.argmax(np.linalg.norm(ends - at, axis=1) / spans))
        at = at + (ends[worst] - at) / (step + 1)
    return at


def _apart(places: Mapping[End, Points], every: Points) -> Mapping[End, _Joint]:
    """Lay splices that come to one place beside each other, and all of them above the things."""
    joints = {}
    for end, at in places.items():
        mates = [
            other for other, its in places.items() if np.linalg.norm(its - at) < _SPLICES_APART
        ]
        aside = (mates.index(end) - (len(mates) - 1) / 2) * _SPLICES_APART
        x, y = float(at[0]) + aside, float(at[1])
        near = every[np.hypot(every[:, 0] - x, every[:, 1] - y) < _WALLS, 2]
        high = max(float(at[2]), float(near.max(initial=0.0)) + _SPLICE_UP)
        joints[end] = _Joint(np.array((x, y, high)), np.zeros(3))
    return joints


def _dress(end: End, joint: _Joint, plug: float, laid: Laid) -> None:
    """Add the plug or the sleeve at an end."""
    if plug:
        line = np.linspace(joint.at - joint.leaves * plug, joint.at, 3)
        laid.bodies.append(_body(line, 1.25, _HOUSING))
    elif joint.along is not None:
        laid.bodies.append(_sleeve(joint.at, joint.along))
    elif is_splice(end.thing):
        line = joint.at + np.outer(np.linspace(-0.5, 0.5, 3), (_SLEEVE_LENGTH, 0.0, 0.0))
        laid.bodies.append(_body(line, 2.0, _SLEEVE))


def _name(
    end: End, joint: _Joint, wires: Sequence[Wire], things: Mapping[str, Placed], laid: Laid
) -> None:
    """Add what is written beside an end."""
    mine = [wire for wire in wires if end in (wire.start, wire.end)]
    colour = COLOURS[mine[0].colour]
    ink = colour if min(colour) < _TOO_LIGHT else INK
    others = [wire.end if wire.start == end else wire.start for wire in mine]
    pins = [other.pin for other in others if other.pin]
    to_pin = f"to pin {pins[0]}" if pins else ""
    if end.pin is not None:
        laid.pins[end.pin] = colour
    elif role_of(end.thing) in (Role.SPLICE, Role.RESISTOR):
        laid.words.append(Word(_rows(title(end.thing), to_pin), joint.at[None], ink))
    elif stand_close(things[end.thing]):
        leads_to = to_pin.removeprefix("to ") or ("splice" if is_splice(others[0].thing) else "")
        laid.marks.setdefault(end.thing, {})[end.terminal] = Mark(colour, leads_to)
    else:
        words = f"{title(end.thing)}: {spoken(end.terminal)}"
        laid.words.append(Word(_rows(words, to_pin), joint.at[None], ink))


def _rows(*rows: str) -> str:
    return "\n".join(row for row in rows if row)


def _sleeve(at: Points, along: Points) -> Body:
    """Give the short sleeve over a joint of legs."""
    reach = _SOLDER / float(np.linalg.norm(along))
    return _body(at + np.outer((-reach, 0.0, reach), along), 1.1, _SLEEVE)


def _body(line: Points, radius: float, colour: Colour) -> Body:
    vertices, triangles = tube(np.asarray(line), radius)
    return Body(vertices.astype(np.float32), triangles.astype(np.int32), colour, _EDGE, smooth=True)
