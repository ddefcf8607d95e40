"""A tray that a test plays with: what lies over the window, its light, and the sensor's wires."""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

T = TypeVar("T")

Counts = tuple[float, float, float, float]
"""Red, green, blue and clear, at gain 4."""

_KEPT = 2000.0
"""Milliseconds of the past that a sensor may still ask for: far more than an integration."""


class Clock:
    """Milliseconds that pass only when somebody says so."""

    def __init__(self) -> None:
        self.ms = 0.0

    def __call__(self) -> float:
        """Give the time."""
        return self.ms


@dataclass(frozen=True, slots=True)
class Scene:
    """What the sensor sees: up to two faces that lie up, the second with `part` of the view."""

    face: int = 0
    other: int = 0
    part: float = 0.0
    stray: float = 0.0
    """Clear counts of foreign light in 24 ms."""
    dirt: float = 0.0


_FACES = {
    0: (60, 60, 60, 180),
    1: (900, 1900, 700, 3600),
    2: (2600, 700, 1500, 4900),
    3: (3200, 2900, 900, 7200),
    4: (3300, 3700, 3300, 8600),
    5: (2700, 600, 600, 3900),
    6: (600, 1000, 2100, 3400),
}


class Tray:
    """The world over the window and around it, from now on, by `clock` in milliseconds."""

    def __init__(self, clock: Callable[[], float], seed: int = 0) -> None:
        self.clock = clock
        self.rng = Random(seed)
        self.powered_since: float | None = clock()
        """When the sensor got its power; None while its wires are off."""
        self._scenes: list[tuple[float, Scene]] = [(float("-inf"), Scene())]
        self._lit: list[tuple[float, bool]] = [(float("-inf"), False)]

    def place(self, face: int) -> None:
        """Let the die lie flat with `face`, 1 to 6, up."""
        self._show(face=face, other=0, part=0.0)

    def throw(self, face: int, tumbles: float = 400.0) -> float:
        """Let the die tumble for so many milliseconds, then lie; give when it comes to rest."""
        at = now = self.clock()
        while at < now + tumbles:
            one, other = self.rng.sample(range(7), 2)
            self._show(at, face=one, other=other, part=self.rng.random())
            at += self.rng.uniform(15.0, 60.0)
        self._show(now + tumbles, face=face, other=0, part=0.0)
        return now + tumbles

    def lean(self, one: int, other: int, part: float = 0.5) -> None:
        """Let the die lean so that the window sees two neighbours at once."""
        self._show(face=one, other=other, part=part)

    def lift(self) -> None:
        """Take the die out."""
        self._show(face=0, other=0, part=0.0)

    def knock(self) -> None:
        """Knock on the table: the die hops for a moment and lies as before."""
        before = self._scenes[-1][1]
        self._show(part=0.3, other=0)
        self._show(self.clock() + 60.0, part=before.part, other=before.other)

    def shine(self, counts: float) -> None:
        """Let foreign light in: so many counts of clear in 24 ms; 0 is a shaded tray."""
        self._show(stray=counts)

    def dazzle(self) -> None:
        """Let in more light than the sensor can count."""
        self.shine(1e6)

    def soil(self, part: float = 0.1) -> None:
        """Let dirt on the window throw back so much of what white would; 0 is clean."""
        self._show(dirt=part)

    def unsolder(self) -> None:
        """Take the sensor's wires off."""
        self.powered_since = None

    def solder(self) -> None:
        """Put them on again: the sensor starts with all its registers as at power-on."""
        self.powered_since = self.clock()

    def light(self, lit: bool) -> None:
        """Switch the reader's own LED."""
        self._lit = _recent(self._lit, self.clock())
        self._lit.append((self.clock(), lit))

    def counts(self, since: float, until: float) -> tuple[int, int, int, int]:
        """Give red, green, blue and clear of the light between two times, at gain 4."""
        ends = sorted({t for t, _ in (*self._scenes, *self._lit) if since < t < until} | {until})
        total = [0.0, 0.0, 0.0, 0.0]
        for begin, end in zip([since, *ends], ends, strict=False):
            scene, lit = _at(self._scenes, begin), _at(self._lit, begin)
            part = (end - begin) / 24.0
            for channel, count in enumerate(_seen(scene, lit)):
                total[channel] += count * part
        red, green, blue, clear = (
            round(max(0.0, self.rng.gauss(each, each**0.5))) for each in total
        )
        return red, green, blue, clear

    def _show(self, at: float | None = None, **changes: float) -> None:
        now = self.clock()
        when = now if at is None else at
        if at is None:  # what was still to come does not come
            self._scenes = [(t, scene) for t, scene in self._scenes if t <= now]
        self._scenes = _recent(self._scenes, now)
        self._scenes.append((when, replace(self._scenes[-1][1], **changes)))


def _seen(scene: Scene, lit: bool) -> Counts:
    stray = scene.stray
    dark = (stray * 0.35, stray * 0.35, stray * 0.25, stray)
    if not lit:
        return dark
    one, other = _FACES[scene.face], _FACES[scene.other]
    red, green, blue, clear = (
        d + a * (1 - scene.part) + b * scene.part + scene.dirt * w
        for d, a, b, w in zip(dark, one, other, _FACES[4], strict=True)
    )
    return red, green, blue, clear


def _at(history: list[tuple[float, T]], when: float) -> T:
    return history[bisect_right(history, when, key=lambda entry: entry[0]) - 1][1]


def _recent(history: list[tuple[float, T]], now: float) -> list[tuple[float, T]]:
    first = max(0, bisect_right(history, now - _KEPT, key=lambda entry: entry[0]) - 1)
    return history[first:]
