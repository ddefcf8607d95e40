"""A tray that a test plays with: what lies over the window, its light, and the sensor's wires."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import TypeVar

from firmware.simulated.light import SPECIMEN, Scene, Specimen, noisy, tumbling

T = TypeVar("T")

_RATTLES = 450.0
"""Milliseconds in which a die rattles once the motor is on: a little longer than that runs."""
_KEPT = 2000.0
"""Milliseconds of the past that a sensor may still ask for: far more than an integration."""


class Clock:
    """Milliseconds that pass only when somebody says so."""

    def __init__(self) -> None:
        self.ms = 0.0

    def __call__(self) -> float:
        """Give the time."""
        return self.ms


class Tray:
    """The world over the window and around it, from now on, by `clock` in milliseconds."""

    def __init__(
        self, clock: Callable[[], float], seed: int = 0, specimen: Specimen = SPECIMEN
    ) -> None:
        self.clock = clock
        self.rng = Random(seed)
        self.powered_since: float | None = clock()
        """When the sensor got its power; None while its wires are off."""
        self.buzzes = 0
        """How often the motor was switched on."""
        self._falls_after = 0
        self._specimen = specimen
        self._scenes: list[tuple[float, Scene]] = [(float("-inf"), Scene())]
        self._lit: list[tuple[float, bool]] = [(float("-inf"), False)]

    @property
    def scene(self) -> Scene:
        """What lies over the window now, and in what light."""
        return _at(self._scenes, self.clock())

    @property
    def lit(self) -> bool:
        """Whether the reader's own LED shines now."""
        return _at(self._lit, self.clock())

    def place(self, face: int) -> None:
        """Let the die lie flat with `face`, 1 to 6, up, turned anyhow."""
        self._now(self._flat(self.scene, face))

    def throw(self, face: int, tumbles: float = 400.0) -> float:
        """Let the die tumble for so many milliseconds, then lie; give when it comes to rest."""
        now = self.clock()
        self._now(self.scene)
        for at, scene in tumbling(self._flat(self.scene, face), tumbles, self.rng):
            self._then(now + at, scene)
        return now + tumbles

    def lean(self, one: int, other: int, part: float = 0.5, buzzes: int = 0) -> None:
        """Let the die lean so that the window sees two neighbours, `part` of them `other`.

        After so many `buzzes` of the motor it lies flat with `one` up; 0: however often it buzzes.
        """
        self._falls_after = buzzes
        self._now(replace(self._flat(self.scene, one), other=other, part=part))

    def lift(self) -> None:
        """Take the die out."""
        self._now(replace(self.scene, face=0, other=0, part=0.0, thing=""))

    def shake(self) -> None:
        """Switch the motor on: what lies there rattles, and a die that leans may fall flat."""
        self.buzzes += 1
        lies = self.scene
        if not lies.face:
            return
        if lies.other:
            self._falls_after -= 1
            if self._falls_after == 0:
                lies = self._flat(lies, lies.face)
        now = self.clock()
        self._now(self.scene)
        for at, scene in tumbling(lies, _RATTLES, self.rng):
            self._then(now + at, scene)

    def cover(self, thing: str, gain: float = 1.0) -> None:
        """Lay one of `spectra.THINGS` on the window, so near that `gain` of its light is seen."""
        self._now(replace(self.scene, face=0, other=0, part=0.0, thing=thing, gain=gain))

    def knock(self, lasts: float = 80.0) -> None:
        """Knock on the table: the die hops for some milliseconds, and lies as before."""
        lay = self.scene
        self._now(replace(lay, gain=0.6 * lay.gain))
        self._then(self.clock() + lasts, lay)

    def shine(self, counts: float, flicker: float = 0.0, mains: float = 100.0) -> None:
        """Let foreign light in: clear counts in 24 ms, and how deep it flickers, 0 to 1."""
        self._now(replace(self.scene, stray=counts, flicker=flicker, mains=mains))

    def dazzle(self) -> None:
        """Let in more light than the sensor can count."""
        self.shine(1e6)

    def soil(self, part: float = 0.08) -> None:
        """Let dirt on the window throw back such a part of what white paper would; 0: clean."""
        self._now(replace(self.scene, dirt=part))

    def unsolder(self) -> None:
        """Take the sensor's wires off."""
        self.powered_since = None

    def solder(self) -> None:
        """Put them on again: the sensor starts with all its registers as at power-on."""
        self.powered_since = self.clock()

    def light(self, lit: bool) -> None:
        """Switch the reader's own LED."""
        self._lit = [*_recent(self._lit, self.clock()), (self.clock(), lit)]

    def counts(self, since: float, until: float) -> tuple[int, int, int, int]:
        """Give red, green, blue and clear of the light between two times, at gain 4."""
        changes = {*_changes(self._scenes, since, until), *_changes(self._lit, since, until)}
        times = [since, *sorted(changes), until]
        total = [0.0, 0.0, 0.0, 0.0]
        for begin, end in pairwise(times):
            scene, lit = _at(self._scenes, begin), _at(self._lit, begin)
            for channel, count in enumerate(self._specimen.light(scene, lit, begin, end)):
                total[channel] += count
        red, green, blue, clear = total
        return noisy((red, green, blue, clear), self.rng)

    def _flat(self, scene: Scene, face: int) -> Scene:
        # Where in the tray it lies and how it is turned changes what the window sees a little.
        mark, gain = self.rng.uniform(0.08, 0.16), self.rng.uniform(0.95, 1.05)
        return replace(scene, face=face, other=0, part=0.0, thing="", mark=mark, gain=gain)

    def _now(self, scene: Scene) -> None:
        """Show `scene` from now on; what was still to come does not come."""
        now = self.clock()
        past = [entry for entry in _recent(self._scenes, now) if entry[0] < now]
        self._scenes = [*past, (now, scene)]

    def _then(self, when: float, scene: Scene) -> None:
        self._scenes.append((when, scene))


def _at(history: list[tuple[float, T]], when: float) -> T:
    return history[bisect_right(history, when, key=lambda entry: entry[0]) - 1][1]


def _changes(history: list[tuple[float, T]], since: float, until: float) -> list[float]:
    """Give the times of the changes between two times."""
    first = bisect_right(history, since, key=lambda entry: entry[0])
    last = bisect_left(history, until, key=lambda entry: entry[0])
    return [when for when, _ in history[first:last]]


def _recent(history: list[tuple[float, T]], now: float) -> list[tuple[float, T]]:
    """Give what a sensor may still ask for: its past, and the entry in force before."""
    first = bisect_right(history, now - _KEPT, key=lambda entry: entry[0]) - 1
    return history[max(0, first) :]
