"""Throws of modelled dice over the firmware's own files: calibration, classify, settle, reader."""

import sys
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from random import Random

from bench.board import board_folder
from firmware.simulated.chip import STEP
from firmware.simulated.light import WINDOW, Light, Scene, Specimen, noisy, tumbling

# The firmware's files lie flat on the board and import each other by bare names.
sys.path.insert(0, str(board_folder()))

import calibration
import classify
import idle
import line
import reader
import sensor
import settle

CHIPS = (2.27, STEP, 2.56)
"""Milliseconds of an integration's step: the fastest chip of the data sheet, a usual one and the
slowest."""
BUS = (2.2, 3.2)
"""Milliseconds of transfers and of the board around a reading, least and most: by the length of its
frames, a specimen catches the flicker of the mains at ever new moments or at the same."""
APART = sensor.APART / 1000
"""Milliseconds from the beginning of a frame's first reading to that of its second."""
FRAME_LASTS = tuple(
    APART + (1 + sensor.STEPS) * step + bus
    for step, bus in ((CHIPS[0], BUS[0]), (CHIPS[-1], BUS[1]))
)
"""Milliseconds of the shortest frame of any specimen, and of the longest."""
WAIT = settle.COCKED_MS + 370.0
"""Milliseconds after which a throw is rejected: a die that still shows no face is called cocked."""
AFTER = 450.0
"""Milliseconds that a tumbled die is watched for longer: it must not be counted twice."""
PAPER = 7500.0
"""The most clear counts that bare paper gives. With what the window mirrors there is room up to the
limit, but not for the strongest stray light at its brightest."""

Colours = tuple[int, int, int, int]
Frame = tuple[Colours, Colours]
Film = Sequence[tuple[float, Scene]]
"""What is seen from a time in milliseconds on, and then, and then."""
EMPTY_TRAY = Scene()


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a throw meets; each amount is drawn from 0 up to this."""

    name: str
    worn: float = 0.0
    """Part of the ink scuffed off; grime takes as much of the light, and 0.4 of it more of blue."""
    stray: float = 0.0
    """Foreign light, as a part of what white paper gives; it flickers anyhow."""
    slow: bool = False
    """It comes and goes 0.2 to 15 times a second, up to the same height, and not with the mains."""
    at_most: bool = False
    """All amounts are at their limits, not drawn."""


CONDITIONS = (
    Conditions("as calibrated"),
    Conditions("worn and stray up to 15 %", worn=0.15, stray=0.15),
    Conditions("worn 15 %, stray 15 %, deep flicker", worn=0.15, stray=0.15, at_most=True),
    Conditions("worn and slow light up to 15 %", worn=0.15, stray=0.15, slow=True),
)


@dataclass(frozen=True, slots=True)
class Thrown:
    """What the firmware made of a die that lay there from the first frame on."""

    rolled: int
    """The face, 1 to 6; 0 when there was none within `WAIT`."""
    state: str
    """The last state."""
    labels: list[int | None]
    """Of each frame; None for a rejected one."""
    first: Colours
    """The colours of the first frame."""
    lasted: float
    """Milliseconds from the first frame's beginning to the roll, or to the end of waiting."""


class Bench:
    """One specimen of reader and die, calibrated; `window` is what its window mirrors."""

    def __init__(self, rng: Random, window: float = WINDOW) -> None:
        self.rng = rng
        self.white = rng.uniform(PAPER / 2, PAPER)
        strengths = [rng.uniform(0.85, 1.0) for _ in range(6)]
        self.specimen = Specimen(strengths, self.white, window)
        self.step = rng.choice(CHIPS)
        self.bus = rng.uniform(*BUS)
        self.now = 0.0
        self._frames = 0
        taking = calibration.Taking()
        taking.want_empty()
        self._learn(taking, EMPTY_TRAY)
        for face in (1, 2, 3, 4, 5, 6):
            for _ in range(calibration.POSITIONS_PER_FACE):
                taking.want_face(face)
                self._learn(taking, self.flat(face))
        verdict, numbers, known = taking.save()
        if known is None:
            raise RuntimeError(
                f"The calibration of a modelled reader ended with {verdict} {numbers}."
            )
        self.known = known
        self._reader = reader.Reader("MODEL", 1, known, "", int(self.now))

    def flat(self, face: int) -> Scene:
        """A die that lies flat, anyhow turned and shifted."""
        rng = self.rng
        return Scene(face=face, gain=rng.uniform(0.90, 1.05), mark=rng.uniform(0.06, 0.18))

    def in_use(self, scene: Scene, conditions: Conditions) -> Scene:
        """The same in use: worn, in foreign light, and with an LED that is colder or warmer."""
        rng = self.rng
        draw = max if conditions.at_most else rng.uniform
        stray = draw(0.0, conditions.stray) * self.white
        return replace(
            scene,
            worn=draw(0.0, conditions.worn),
            grime=draw(0.0, conditions.worn),
            tint=draw(0.0, 0.4 * conditions.worn),
            led=rng.uniform(0.95, 1.02),
            dirt=rng.uniform(0.0, 0.01),
            stray=stray / 2 if conditions.slow else stray,
            flicker=1.0 if conditions.slow else draw(0.0, 1.0),
            mains=0.2 * 75 ** rng.random() if conditions.slow else rng.choice((100.0, 120.0)),
            phase=rng.random(),
        )

    def frame(self, scene: Scene, film: Film = (), steps: int = sensor.STEPS) -> Frame:
        """What the firmware's driver reads next, of a scene that stays or of a film."""
        first, second = self.now + self.step, self.now + APART + self.step  # it has to warm up
        lit_at, dark_at = (first, second) if self._frames & 2 else (second, first)
        self._frames += 1
        on = self._reading(scene, film, True, lit_at, steps)
        off = self._reading(scene, film, False, dark_at, steps)
        self.now = second + steps * self.step + self.bus
        return off, on

    def judged(self, scene: Scene) -> tuple[int | None, int, Colours, str | None]:
        """What the firmware makes of it."""
        frame = self.frame(scene)
        colours = classify.reading(frame, self.known.empty)
        return *classify.judge(self.known, colours), colours, classify.fault(frame, self.known)

    def lay(self, scene: Scene) -> Thrown:
        """Let a die lie like `scene` in a tray that was empty, and wait for a roll."""
        self.now += self.rng.uniform(0.0, 100.0)
        die = settle.Settle(self.known.white)
        for _ in range(settle.LIFTED):
            die.frame(int(self.now), 0, 999, (0, 0, 0, 0), 0)
        labels: list[int | None] = []
        first = (0, 0, 0, 0)
        rolled = 0
        began = self.now
        while not rolled and self.now < began + WAIT:
            frame = self.frame(scene)
            colours = classify.reading(frame, self.known.empty)
            label, margin = classify.judge(self.known, colours)
            fault = classify.fault(frame, self.known)
            rolled = die.frame(int(self.now), label, margin, colours, frame[0][3], fault)
            first = first if labels else colours
            labels.append(None if fault else label)
        return Thrown(rolled, die.state, labels, first, self.now - began)

    def tumble(self, scene: Scene) -> tuple[list[int], int]:
        """Let a die tumble into the empty tray until it rests like `scene`, before a whole reader.

        Gives all rolls, and how many frames began since it came to rest, until the first.
        """
        rng = self.rng
        empty = replace(scene, face=0, other=0, part=0.0)
        falls = self.now + rng.uniform(300.0, 400.0)
        lasts = rng.uniform(150.0, 600.0)
        moves = tumbling(scene, lasts, rng, rocks=rng.uniform(0.0, 150.0))
        film = [(self.now, empty), *((falls + at, seen) for at, seen in moves)]
        rests = falls + lasts
        rolls: list[int] = []
        since = 0
        until = rests + WAIT
        while self.now < until:
            since += self.now >= rests and not rolls
            new = self._told(self.frame(scene, film))
            if new and not rolls:
                until = self.now + AFTER
            rolls += new
        return rolls, since

    def watch(self, scene: Scene, ms: float) -> list[int]:
        """Let a die lie like `scene` for so many milliseconds before the reader; give its rolls."""
        until = self.now + ms
        rolls: list[int] = []
        while self.now < until:
            rolls += self._told(self.frame(scene))
        return rolls

    def live(self, scene: Scene, film: Film, ms: float) -> list[int]:
        """Let the reader look as often as it wants to for so many milliseconds; give its rolls."""
        until = self.now + ms
        self._reader.received(int(self.now), line.encode("HELLO?"))  # there is a host
        rolls: list[int] = []
        while self.now < until:
            now = int(self.now)
            if self._reader.pace(now) == idle.FULL:
                rolls += self._told(self.frame(scene, film))
            elif self._reader.is_glimpse_due(now):
                self._frames = 0
                glimpse = self.frame(scene, film, sensor.GLIMPSE_STEPS)
                rolls += self._rolled(self._reader.glimpse(int(self.now), glimpse))
            else:
                self._frames = 2
                shade = self._reading(scene, film, False, self.now + self.step, sensor.STEPS)
                self.now += (1 + sensor.STEPS) * self.step + self.bus
                self._reader.shade(int(self.now), shade)
        return rolls

    def _told(self, frame: Frame) -> list[int]:
        """Return the faces that the reader tells of; each is acknowledged."""
        return self._rolled(self._reader.frame(int(self.now), frame))

    def _rolled(self, said: bytes) -> list[int]:
        rolls = []
        now = int(self.now)
        for fields in line.LineBuffer().feed(said) if b"$ROLL" in said else ():
            if fields[0] == "ROLL":
                rolls.append(int(fields[3]))
                self._reader.received(now, line.encode("ACK", fields[1], fields[2]))
        return rolls

    def _reading(self, scene: Scene, film: Film, lit: bool, since: float, steps: int) -> Colours:
        until = since + steps * self.step
        if film:
            light = self._filmed(film, lit, since, until)
        else:
            light = self.specimen.light(scene, lit, since, until)
        counts = (min(count, 1024 * steps) for count in noisy(light, self.rng))
        red, green, blue, clear = (count * sensor.TOLD_STEPS // steps for count in counts)
        return red, green, blue, clear

    def _filmed(self, film: Film, lit: bool, since: float, until: float) -> Light:
        total = [0.0, 0.0, 0.0, 0.0]
        place = bisect_right(film, since, key=itemgetter(0)) - 1
        while since < until:
            _, scene = film[place]
            place += 1
            end = min(until, film[place][0]) if place < len(film) else until
            for channel, count in enumerate(self.specimen.light(scene, lit, since, end)):
                total[channel] += count
            since = end
        red, green, blue, clear = total
        return red, green, blue, clear

    def _learn(self, taking: calibration.Taking, scene: Scene) -> None:
        verdict = None
        while verdict is None:
            verdict = taking.frame(self.frame(scene))
        if verdict[0] != "OK":
            raise RuntimeError(f"A step of a modelled calibration ended with {verdict[0]}.")


def nearest_counts(known: classify.Known, colours: Colours) -> int:
    """Return the face whose plain counts come nearest: what the reader does not do."""
    return min(
        known.faces,
        key=lambda face: sum(
            abs(a - b) for a, b in zip(known.faces[face][:4], colours, strict=True)
        ),
    )
