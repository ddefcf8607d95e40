"""Spectra of lamps, inks and things: textbook shapes, from 400 to 700 nm in steps of 20."""

from collections.abc import Callable
from math import exp

WAVES = range(400, 701, 20)


def bump(wave: float, middle: float, width: float) -> float:
    """Give a bell of height 1 around `middle`."""
    return exp(-(((wave - middle) / width) ** 2) / 2)


def step(wave: float, middle: float, width: float) -> float:
    """Give a smooth step from 0, below `middle`, to 1."""
    return 1 / (1 + exp((middle - wave) / width))


def white_led(wave: float) -> float:
    """Give the spectrum of a neutral white LED, some 4150 K: blue chip and phosphor."""
    return 0.85 * bump(wave, 450, 11) + 0.75 * bump(wave, 575, 58)


def room_lamp(wave: float) -> float:
    """Give the spectrum of a room's lamp, some 3000 K."""
    return 0.40 * bump(wave, 452, 11) + 0.95 * bump(wave, 598, 60)


def ink(wave: float) -> tuple[float, float, float]:
    """Give what is left of paper's light under solid cyan, magenta and yellow of an ink printer."""
    cyan = 0.06 + 0.72 * step(-wave, -565, 14) * (0.75 + 0.25 * bump(wave, 485, 45))
    magenta = 0.06 + 0.85 * step(wave, 598, 10) + 0.36 * bump(wave, 430, 35)
    yellow = 0.07 + 0.88 * step(wave, 497, 11)
    return cyan, magenta, yellow


def _skin(wave: float) -> float:
    return 0.18 + 0.42 * step(wave, 585, 14) + 0.06 * bump(wave, 500, 35)


THINGS: dict[str, Callable[[float], float]] = {
    "light skin": lambda wave: 1.1 * _skin(wave),
    "brown skin": lambda wave: 0.8 * _skin(wave),
    "dark skin": lambda wave: 0.35 * _skin(wave),
    "white paper, a bare die": lambda _: 0.9,
    "grey cloth": lambda _: 0.45,
    "cardboard": lambda wave: 0.25 + 0.3 * step(wave, 560, 40),
    "wood": lambda wave: 0.2 + 0.35 * step(wave, 550, 50),
    "green felt": lambda wave: 0.05 + 0.25 * bump(wave, 530, 35),
    "red cloth": lambda wave: 0.05 + 0.5 * step(wave, 600, 12),
    "blue jeans": lambda wave: 0.06 + 0.2 * bump(wave, 450, 40),
}
"""What may lie over the window and is no die: the part of the light that it gives back, 0 to 1."""
