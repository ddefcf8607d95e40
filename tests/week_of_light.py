"""How evenly a week of play and rest uses the pixels: python -m tests.week_of_light

An OLED's pixel fades with the light that it has given. What is measured is how many hours each
pixel was lit, an hour at the contrast of play counting as one, and a dim one as less: both follow
the current. A picture burns in where neighbours differ.
"""

from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.rules.card_display import Side
from tests.whole_gadget import Gadget

PLAYING = 128
"""The contrast while somebody plays."""
PRESS = 30.0
"""Seconds between two presses in play."""
STEP = 30.0
"""Seconds between two looks at a gadget at rest."""


@dataclass(frozen=True)
class Sleep:
    """What the configuration says of it, in seconds; 0 is never."""

    name: str
    dim: int
    shift: int
    dark: int


WAYS = (
    Sleep("never dim, never dark", 0, 0, 0),
    Sleep("dim, never moved, never dark", 120, 0, 0),
    Sleep("dim, moved, never dark", 120, 60, 0),
    Sleep("dim, moved, dark (as configured)", 120, 60, 900),
)


@dataclass(frozen=True)
class Used:
    """How long the pixels of both screens were lit, in hours at the contrast of play."""

    hours: NDArray[np.float64]

    @property
    def most(self) -> float:
        """The pixel that was lit most."""
        return float(self.hours.max())

    @property
    def mean(self) -> float:
        return float(self.hours.mean())

    @property
    def step(self) -> float:
        """The most that a pixel differs from the one beside or below it: an edge to be seen."""
        beside, below = (np.abs(np.diff(self.hours, axis=axis)) for axis in (2, 1))
        return float(max(beside.max(), below.max()))


class Meter:
    """Adds up how long each pixel of a gadget is lit."""

    def __init__(self, gadget: Gadget) -> None:
        self._gadget = gadget
        self._hours = np.zeros((len(Side), 64, 128))
        self._sent = -1
        self._now = np.zeros_like(self._hours)

    def passes(self, seconds: float) -> None:
        """Let time pass, in which the gadget shows what it shows now."""
        if self._gadget.bus.wire_bytes != self._sent:
            self._sent = self._gadget.bus.wire_bytes
            for number, (side, panel) in enumerate(
                zip(Side, self._gadget.panels.values(), strict=True)
            ):
                bits = np.frombuffer(self._gadget.picture(side), np.uint8)
                self._now[number] = np.unpackbits(bits).reshape(64, 128) * panel.contrast / PLAYING
        self._hours += self._now * (seconds / 3600)
        self._gadget.passes(seconds)

    def used(self) -> Used:
        return Used(self._hours)


def lived(sleep: Sleep, days: int, playing: float = 2.0, day: float = 24.0) -> Used:
    """Play so many hours a day, a press each half minute; then leave the gadget alone."""
    presses = int(playing * 3600 / PRESS)
    chance = Random(1866)
    dice = [chance.randint(1, 6) for _ in range(days * presses)]
    gadget = Gadget(*dice, dim_after=sleep.dim, dark_after=sleep.dark, shift_every=sleep.shift)
    with gadget:
        meter = Meter(gadget)
        for _ in range(days):
            for _ in range(presses):
                gadget.press(Control.LEFT if gadget.lamp(Side.LEFT) else Control.RIGHT)
                meter.passes(1.0)
                meter.passes(PRESS - 1.15)
            for _ in range(int((day - playing) * 3600 / STEP)):
                meter.passes(STEP)
        return meter.used()


def main() -> None:
    print("A week, two hours of play each evening; hours at the contrast of play:\n")
    print(f"{'':34}{'most lit':>9}{'mean':>7}{'steepest edge':>15}")
    for sleep in WAYS:
        used = lived(sleep, days=7)
        print(f"{sleep.name:34}{used.most:9.1f}{used.mean:7.1f}{used.step:15.1f}")


if __name__ == "__main__":
    main()
