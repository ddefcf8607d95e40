"""The light over the window: a model of what reaches the sensor. No physical sensor was measured.

The sensor's channels keep to the ratios of ams's data sheet of the TCS3472; inks, paper and LED are
textbook shapes. What is uncertain is a number in
`Scene` or `Specimen`, so that it can be varied.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import product
from math import cos, pi, sin
from random import Random

from cdgdevice.drivers.reader.die_stickers import STICKERS
from firmware.simulated.spectra import THINGS, WAVES, bump, ink, room_lamp, step, white_led

Light = tuple[float, float, float, float]
"""Red, green, blue and clear, in counts at gain 4; no noise, no limit."""

WHITE = 6000.0
"""Clear counts of bare paper, flat over the window, in 24 ms at gain 4."""

WINDOW = 0.24
"""What the empty tray gives back of the LED, as a part of white: its mirror image in the window.

Computed from the printed die tray: `python -m hardware.case.die_tray_proof`.
"""

VIEW = 24.0
"""Milliseconds in which `WHITE` and stray light are counted."""


def channels(wave: float) -> Light:
    """Give how the four channels answer to one wavelength; the largest clear is 1."""
    clear = 0.62 + 0.38 * step(wave, 560, 40)
    red = clear * (0.05 + 0.90 * step(wave, 583, 9))
    green = clear * (0.03 + 0.72 * bump(wave, 535, 34) + 0.10 * step(-wave, -500, 15))
    blue = clear * (0.10 + 0.70 * step(-wave, -500, 14))
    return red, green, blue, clear


def _left(covers: Sequence[float], wave: float) -> float:
    """Give the reflectance at `wave` of dots of ink that overlap: the mean over all of them."""
    left = 1.0
    for cover, passes in zip(covers, ink(wave), strict=True):
        left *= 1 - cover + cover * passes
    return left


@cache
def inks(ground: tuple[int, int, int]) -> tuple[float, float, float]:
    """Give how much of the paper a printer covers with cyan, magenta and yellow for a ground.

    That which comes nearest to the ground in the three bands that the eye tells apart.
    """
    wanted = [(part / 255) ** 2.2 for part in ground]
    bands = (range(600, 681, 20), range(500, 581, 20), range(420, 481, 20))
    # Averages of ink over a band: a dozen numbers instead of a spectrum for each of the guesses.
    means = [
        [sum(ink(wave)[each] for wave in band) / len(band) for each in range(3)] for band in bands
    ]

    def amiss(covers: tuple[float, float, float]) -> float:
        total = 0.0
        for want, mean in zip(wanted, means, strict=True):
            left = 1.0
            for cover, passes in zip(covers, mean, strict=True):
                left *= 1 - cover + cover * passes
            total += (left**0.45 - want**0.45) ** 2
        return total

    steps = [step / 10 for step in range(11)]
    return min(product(steps, steps, steps), key=amiss)


def _printed(ground: tuple[int, int, int], strength: float) -> list[float]:
    covers = [strength * cover for cover in inks(ground)]
    return [_left(covers, wave) for wave in WAVES]


def _counted(light: Sequence[float], surface: Sequence[float]) -> Light:
    sums = [0.0, 0.0, 0.0, 0.0]
    for wave, there, back in zip(WAVES, light, surface, strict=True):
        for channel, answer in enumerate(channels(wave)):
            sums[channel] += there * back * answer
    red, green, blue, clear = sums
    return red, green, blue, clear


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies over the window at one moment, and in what light."""

    face: int = 0
    """The face that lies up, 1 to 6; the sensor sees its opposite. 0: nothing lies there."""
    other: int = 0
    """The neighbour that is seen as well when the die leans, as if it lay up; 0: nothing."""
    part: float = 0.0
    """How much of the view is `other`, 0 to 1."""
    thing: str = ""
    """One of `THINGS` that lies there instead of a die."""
    gain: float = 1.0
    """Light that comes back, against the die of the calibration: height, tilt, position."""
    mark: float = 0.12
    """Part of the view that the printed black mark covers: position and rotation."""
    worn: float = 0.0
    """Part of the ink that is scuffed off, down to white paper."""
    grime: float = 0.0
    """Part of the light that dirt on the sticker takes, in all colours alike."""
    tint: float = 0.0
    """Part of the blue that this dirt takes besides: it is brownish."""
    led: float = 1.0
    """The LED's brightness, against the calibration: it falls as it grows warm."""
    dirt: float = 0.0
    """What dirt on the window throws back, as a part of white."""
    stray: float = 0.0
    """Clear counts of foreign light in 24 ms."""
    flicker: float = 0.0
    """How deep foreign light flickers, 0 to 1."""
    mains: float = 100.0
    """Flickers a second: 100, or 120 in America."""
    phase: float = 0.0
    """Where the flicker stands at time 0, in turns."""


DEPTH = 8.0
"""Millimetres from the window down to the sensor."""


def leaning(one: int, other: int, degrees: float, depth: float = DEPTH) -> Scene:
    """Give a die that leans: `one` would lie up at 0 degrees, its neighbour `other` at 90.

    Each of the two faces that are seen gives less light as it is turned away, and as its middle is
    lifted off the window: a die of 16 mm, `depth` millimetres above the sensor.
    """
    turn = degrees * pi / 180
    half = 8.0 / depth
    near = (cos(turn) / (1 + half * sin(turn))) ** 2
    far = (sin(turn) / (1 + half * cos(turn))) ** 2
    return Scene(face=one, other=other, part=far / (near + far), gain=near + far)


def tumbling(
    lies: Scene, lasts: float, rng: Random, rocks: float = 0.0
) -> Iterator[tuple[float, Scene]]:
    """Give how a die comes to rest as it `lies`: from how many milliseconds on, and what is seen.

    It shows anything for `lasts`, of which it last rocks on the edge of its face for `rocks`.
    """
    at = 0.0
    while at < lasts - rocks:
        one, other = rng.sample(range(7), 2)
        part, gain = rng.random(), rng.uniform(0.3, 1.0)
        yield at, replace(lies, face=one, other=other, part=part, gain=gain)
        at += rng.uniform(10.0, 60.0)
    edge = rng.choice([face for face in range(1, 7) if face not in (lies.face, 7 - lies.face)])
    at = lasts - rocks
    while at < lasts:
        degrees = 30.0 * (lasts - at) / rocks * abs(sin(at / 12.0))
        leans = leaning(lies.face, edge, degrees)
        yield at, replace(lies, other=edge, part=leans.part, gain=lies.gain * leans.gain)
        at += 8.0
    yield lasts, lies


class Specimen:
    """One built reader with one printed die.

    `strengths` is how much of its full ink the printer lays, for each face, 0.7 to 1;
    `white` is the clear count of bare paper, for the brightness of the LED and the distance;
    `window` is what the window mirrors of the LED, as a part of it.
    """

    def __init__(
        self,
        strengths: Sequence[float] = (1.0,) * 6,
        white: float = WHITE,
        window: float = WINDOW,
    ) -> None:
        self._strengths = tuple(strengths)
        self._white = white
        self._window = window

    @cached_property
    def paper(self) -> Light:
        """What bare paper gives."""
        return self._shine([1.0] * len(WAVES))

    @cached_property
    def faces(self) -> tuple[Light, ...]:
        """What is seen below while each face is up: index 1 to 6; nothing at 0."""
        lights: list[Light] = [(0.0, 0.0, 0.0, 0.0)]
        for up in STICKERS:
            below = STICKERS[up.opposite - 1]
            lights.append(self._shine(_printed(below.ground, self._strengths[below.face - 1])))
        return tuple(lights)

    @cached_property
    def things(self) -> dict[str, Light]:
        """What each of `THINGS` gives, flat on the window."""
        return {name: self._shine([back(wave) for wave in WAVES]) for name, back in THINGS.items()}

    @cached_property
    def lamp(self) -> Light:
        """One clear count of foreign light, in all channels."""
        red, green, blue, clear = _counted([room_lamp(wave) for wave in WAVES], [1.0] * len(WAVES))
        return red / clear, green / clear, blue / clear, 1.0

    def _shine(self, surface: Sequence[float]) -> Light:
        led = [white_led(wave) for wave in WAVES]
        scale = self._white / _counted(led, [1.0] * len(WAVES))[3]
        red, green, blue, clear = _counted(led, surface)
        return red * scale, green * scale, blue * scale, clear * scale

    def light(self, scene: Scene, lit: bool, since: float, until: float) -> Light:
        """Give the counts that `scene` yields between two times in milliseconds, without noise."""
        part = (until - since) / VIEW
        foreign = scene.stray * _flickering(scene, since, until) * part
        lamp = self.lamp
        if not lit:
            return lamp[0] * foreign, lamp[1] * foreign, lamp[2] * foreign, foreign
        led = scene.led * part
        mirror = led * (self._window + scene.dirt)
        one, other = self._over(scene, scene.face), self._over(scene, scene.other)
        if scene.thing:
            one = self.things[scene.thing]
        keep, mix = led * scene.gain * (1 - scene.part), led * scene.gain * scene.part
        paper = self.paper
        return (
            lamp[0] * foreign + paper[0] * mirror + one[0] * keep + other[0] * mix,
            lamp[1] * foreign + paper[1] * mirror + one[1] * keep + other[1] * mix,
            lamp[2] * foreign + paper[2] * mirror + one[2] * keep + other[2] * mix,
            lamp[3] * foreign + paper[3] * mirror + one[3] * keep + other[3] * mix,
        )

    def _over(self, scene: Scene, face: int) -> Light:
        if not face:
            return self.faces[0]
        clean = (1 - scene.grime) * (1 - 0.95 * scene.mark)  # black ink gives 5 % back
        ink, bare = clean * (1 - scene.worn), clean * scene.worn
        inked, paper = self.faces[face], self.paper
        tint = scene.tint
        return (
            inked[0] * ink + paper[0] * bare,
            (inked[1] * ink + paper[1] * bare) * (1 - tint / 3),
            (inked[2] * ink + paper[2] * bare) * (1 - tint),
            (inked[3] * ink + paper[3] * bare) * (1 - tint / 4),
        )


def _flickering(scene: Scene, since: float, until: float) -> float:
    """Give the mean of flickering light between two times, where steady light is 1."""
    if not scene.flicker:
        return 1.0
    turn = 2 * pi * scene.mains / 1000
    middle = turn * (since + until) / 2 + 2 * pi * scene.phase
    half = turn * (until - since) / 2
    return 1 + scene.flicker * cos(middle) * (sin(half) / half if half else 1.0)


def noisy(light: Light, rng: Random) -> tuple[int, int, int, int]:
    """Give whole counts with the noise of a reading: 2 counts and 0.3 %.

    Photons don't matter: by the data sheet's responsivity, one count is millions of them. The
    part that grows with the light stands for the ripple of the LED's supply.
    """
    gauss = rng.gauss
    red, green, blue, clear = light
    return (
        max(0, round(red + gauss(0.0, 2 + 0.003 * red))),
        max(0, round(green + gauss(0.0, 2 + 0.003 * green))),
        max(0, round(blue + gauss(0.0, 2 + 0.003 * blue))),
        max(0, round(clear + gauss(0.0, 2 + 0.003 * clear))),
    )


SPECIMEN = Specimen()
"""The reader and the die of every emulator that does not ask for another."""


def counts(
    scene: Scene, lit: bool, since: float, until: float, rng: Random
) -> tuple[int, int, int, int]:
    """Give what `SPECIMEN` counts of `scene` between two times, noise and all."""
    return noisy(SPECIMEN.light(scene, lit, since, until), rng)
