"""Hands over the tray: what the sensor sees of them from moment to moment, in a model.

Nothing here is a throw: each film begins in an empty tray or over a die that was counted, and ends
without one. Reaches follow the smooth course of a hand's movements (minimum jerk); a hand that is
held still trembles some ten times a second, and a fingertip on glass grows paler and beats with the
pulse.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import pi, sin
from random import Random

from firmware.simulated.light import DEPTH, Scene, leaning

Film = Iterator[tuple[float, Scene]]
"""What is seen from how many milliseconds on."""

SKINS = ("light skin", "brown skin", "dark skin")

STEP = 8.0
"""Milliseconds from picture to picture."""

HIGH = 120.0
"""Millimetres above the window at which a hand comes into the tray and goes out."""

SHADE = 25.0
"""Millimetres above the window at which a hand takes half of the room's light from it."""


def near(height: float) -> float:
    """Give the light that comes back from `height` millimetres above the window; 1 on it."""
    return (DEPTH / (DEPTH + height)) ** 2


def reach(part: float) -> float:
    """Give how much of its way a hand has gone after `part` of the time, 0 to 1."""
    part = min(max(part, 0.0), 1.0)
    return part**3 * (10 - 15 * part + 6 * part**2)


class Hand:
    """A hand with a tremor and a pulse of its own, over the window of the tray `bare`."""

    def __init__(self, rng: Random, bare: Scene) -> None:
        self.rng = rng
        self.bare = bare
        self.skin = rng.choice(SKINS)
        self._trembles = rng.uniform(8.0, 12.0), rng.uniform(0.05, 0.3), rng.random()
        self._beats = rng.uniform(1.0, 1.7), rng.uniform(0.005, 0.015), rng.random()

    def at(self, ms: float, height: float, gain: float = 1.0) -> Scene:
        """Give a finger `height` millimetres above the window."""
        hertz, wide, phase = self._trembles
        height += wide * sin(2 * pi * (hertz * ms / 1000 + phase))
        hertz, deep, phase = self._beats
        gain *= 1 + deep * sin(2 * pi * (hertz * ms / 1000 + phase))
        seen = replace(self.bare, thing=self.skin, gain=gain * near(max(0.0, height)))
        return self._shade(seen, height)

    def holding(self, face: int, height: float, degrees: float = 0.0, edge: int = 0) -> Scene:
        """Give the die in the fingers, its lower face so high above the window and so tilted."""
        lean = leaning(face, edge, degrees) if edge else Scene(face=face)
        seen = replace(
            self.bare,
            face=face,
            other=edge,
            part=lean.part,
            gain=self.bare.gain * lean.gain * near(height),
        )
        return self._shade(seen, height + 16.0)

    def _shade(self, seen: Scene, height: float) -> Scene:
        lets = height / (height + SHADE) if height > 0 else 0.0
        return replace(seen, stray=self.bare.stray * lets)


def touches(hand: Hand, face: int) -> Film:  # noqa: ARG001
    """Lay a finger on the window of the empty tray for a while."""
    yield from _finger(hand, low=0.0, stays=hand.rng.uniform(100.0, 2000.0))


def reaches_in(hand: Hand, face: int) -> Film:  # noqa: ARG001
    """Hold a finger near the window of the empty tray for a while."""
    yield from _finger(hand, low=hand.rng.uniform(0.5, 25.0), stays=hand.rng.uniform(0.0, 1500.0))


def wipes(hand: Hand, face: int) -> Film:  # noqa: ARG001
    """Rub the window of the empty tray with a finger."""
    hertz = hand.rng.uniform(1.0, 3.0)
    yield from _finger(hand, low=0.0, stays=hand.rng.uniform(800.0, 3000.0), rubs=hertz)


def takes_out(hand: Hand, face: int) -> Film:
    """Come down beside the die, sometimes push it about, and lift it out."""
    rng = hand.rng
    edge = rng.choice([each for each in range(1, 7) if each not in (face, 7 - face)])
    at = 0.0
    comes = rng.uniform(300.0, 700.0)
    for at in _times(comes):
        high = HIGH * (1 - reach(at / comes)) + 8.0
        yield at, replace(hand.holding(face, 0.0), stray=hand.at(at, high).stray)
    pushes = rng.choice([0.0, rng.uniform(100.0, 500.0)])
    tilt = rng.uniform(0.0, 15.0)
    for since in _times(pushes):
        degrees = tilt * abs(sin(2 * pi * since / 250.0))
        yield at + since, hand.holding(face, 0.0, degrees, edge)
    at += pushes
    rises = rng.uniform(250.0, 700.0)
    tilt = rng.uniform(0.0, 25.0)
    for since in _times(rises):
        part = reach(since / rises)
        yield at + since, hand.holding(face, HIGH * part, min(tilt, tilt * 3 * part), edge)
    yield at + rises, replace(hand.bare, face=0)


def holds_over(hand: Hand, face: int) -> Film:
    """Hold a hand over the tray with the die in it."""
    at = 0.0
    high = hand.rng.uniform(30.0, 80.0)
    for at in _times(hand.rng.uniform(500.0, 3000.0)):
        yield at, replace(hand.holding(face, 0.0), stray=hand.at(at, high).stray)
    yield at + STEP, hand.holding(face, 0.0)


RECORDINGS: dict[str, tuple[bool, Callable[[Hand, int], Film]]] = {
    "takes the die out": (True, takes_out),
    "is held over the die": (True, holds_over),
    "reaches in": (False, reaches_in),
    "touches the window": (False, touches),
    "wipes the window": (False, wipes),
}
"""What hands do: whether a die that was counted lies there at the beginning, and the film."""


def _finger(hand: Hand, low: float, stays: float, rubs: float = 0.0) -> Film:
    rng = hand.rng
    comes, goes = rng.uniform(300.0, 900.0), rng.uniform(300.0, 900.0)
    for at in _times(comes):
        yield at, hand.at(at, low + (HIGH - low) * (1 - reach(at / comes)))
    pales = rng.uniform(0.0, 0.06)  # pressed skin loses its blood within half a second
    for since in _times(stays):
        aside = 5.0 * abs(sin(pi * rubs * since / 1000)) if rubs else 0.0
        gain = 1 + pales * (1 - 0.5 ** (since / 150.0))
        seen = hand.at(comes + since, low, gain)
        yield comes + since, replace(seen, gain=seen.gain * (1 - aside / 10))
    for since in _times(goes):
        at = comes + stays + since
        yield at, hand.at(at, low + (HIGH - low) * reach(since / goes), 1 + pales)
    yield comes + stays + goes, hand.bare


def _times(lasts: float) -> Iterator[float]:
    at = 0.0
    while at < lasts:
        yield at
        at += STEP
