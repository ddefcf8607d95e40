"""Throws of modelled dice over the firmware's own files: calibration, classify, settle."""

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from firmware.simulated.light import Scene, Specimen, noisy

# The firmware's files lie flat on the board and import each other by bare names.
sys.path.insert(0, str(Path(__file__).parent.parent / "firmware"))

import calibration
import classify
import settle

PERIOD, OFF, ON, VIEW = 54.0, 2.4, 29.4, 24.0
"""Milliseconds: a frame, when its two readings begin, and how long each takes."""
WAIT = settle.COCKED_MS // int(PERIOD) + 4
"""Frames after which a throw is rejected: a die that still shows no face is called cocked."""
PAPER = 7500.0
"""The most clear counts that bare paper gives: with stray light there is room up to the limit."""

Colours = tuple[int, int, int, int]
Frame = tuple[Colours, Colours]
EMPTY_TRAY = Scene()


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a throw meets; each amount is drawn from 0 up to this."""

    name: str
    worn: float = 0.0
    """Part of the ink scuffed off; grime takes as much of the light, and 0.4 of it more of blue."""
    stray: float = 0.0
    """Foreign light, as a part of what white paper gives; it flickers anyhow."""
    at_most: bool = False
    """All amounts are at their limits, not drawn."""


CONDITIONS = (
    Conditions("as calibrated"),
    Conditions("worn and stray up to 15 %", worn=0.15, stray=0.15),
    Conditions("worn 15 %, stray 15 %, deep flicker", worn=0.15, stray=0.15, at_most=True),
)
BEYOND = Conditions("worn up to 30 %: beyond its limits", worn=0.30, stray=0.15)


@dataclass(frozen=True, slots=True)
class Thrown:
    """What the firmware made of a throw."""

    rolled: int
    """The face, 1 to 6; 0 when there was none within `WAIT`."""
    state: str
    """The last state."""
    labels: list[int | None]
    """Of each frame; None for a rejected one."""
    first: Colours
    """The colours of the first frame."""


class Bench:
    """One specimen of reader and die, calibrated."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.white = rng.uniform(PAPER / 2, PAPER)
        self.specimen = Specimen([rng.uniform(0.85, 1.0) for _ in range(6)], self.white)
        self.now = 0.0
        taking = calibration.Taking()
        taking.want_empty()
        self._learn(taking, EMPTY_TRAY)
        for face in (1, 2, 3, 4, 5, 6):
            for _ in range(calibration.POSITIONS):
                taking.want_face(face)
                self._learn(taking, self.flat(face))
        verdict, numbers, known = taking.save()
        if known is None:
            raise RuntimeError(
                f"The calibration of a modelled reader ended with {verdict} {numbers}."
            )
        self.known = known

    def flat(self, face: int) -> Scene:
        """A die that lies flat, anyhow turned and shifted."""
        rng = self.rng
        return Scene(face=face, gain=rng.uniform(0.90, 1.05), mark=rng.uniform(0.06, 0.18))

    def in_use(self, scene: Scene, conditions: Conditions) -> Scene:
        """The same in use: worn, in foreign light, and with an LED that is colder or warmer."""
        rng = self.rng
        draw = max if conditions.at_most else rng.uniform
        return replace(
            scene,
            worn=draw(0.0, conditions.worn),
            grime=draw(0.0, conditions.worn),
            tint=draw(0.0, 0.4 * conditions.worn),
            led=rng.uniform(0.95, 1.02),
            dirt=rng.uniform(0.0, 0.01),
            stray=draw(0.0, conditions.stray) * self.white,
            flicker=draw(0.0, 1.0),
            mains=rng.choice((100.0, 120.0)),
            phase=rng.random(),
        )

    def frame(self, scene: Scene) -> Frame:
        """What the firmware's driver reads next."""
        off = self._reading(scene, False, self.now + OFF)
        on = self._reading(scene, True, self.now + ON)
        self.now += PERIOD + self.rng.random()
        return off, on

    def judged(self, scene: Scene) -> tuple[int | None, int, Colours, str | None]:
        """What the firmware makes of it."""
        frame = self.frame(scene)
        colours = classify.reading(frame, self.known.empty)
        return *classify.judge(self.known, colours), colours, classify.fault(frame, self.known)

    def throw(self, scene: Scene) -> Thrown:
        """Let a die come to lie like `scene` in an empty tray, and wait for a roll."""
        die = settle.Settle(self.known.white)
        for _ in range(settle.LIFTED):
            die.frame(int(self.now), 0, 999, (0, 0, 0, 0), 0)
        labels: list[int | None] = []
        first = (0, 0, 0, 0)
        rolled = 0
        while not rolled and len(labels) < WAIT:
            label, margin, colours, fault = self.judged(scene)
            rolled = die.frame(int(self.now), label, margin, colours, 0, fault)
            first = first if labels else colours
            labels.append(None if fault else label)
        return Thrown(rolled, die.state, labels, first)

    def _reading(self, scene: Scene, lit: bool, since: float) -> Colours:
        counts = noisy(self.specimen.light(scene, lit, since, since + VIEW), self.rng)
        red, green, blue, clear = (min(count, classify.LIMIT) for count in counts)
        return red, green, blue, clear

    def _learn(self, taking: calibration.Taking, scene: Scene) -> None:
        verdict = None
        while verdict is None:
            verdict = taking.frame(self.frame(scene))
        if verdict[0] != "OK":
            raise RuntimeError(f"A step of a modelled calibration ended with {verdict[0]}.")


def nearest_counts(known: classify.Known, colours: Colours) -> int:
    """Give the face whose plain counts come nearest: what the reader does not do."""
    return min(
        known.faces,
        key=lambda face: sum(
            abs(a - b) for a, b in zip(known.faces[face][:4], colours, strict=True)
        ),
    )
