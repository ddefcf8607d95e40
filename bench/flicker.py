"""How much of a lamp's flicker is left in a frame of the die reader: `python -m bench.flicker`.

Computed by the model's own light, of a lamp that flickers fully, for the firmware's frame and for
others that it could take.
"""

import sys
from dataclasses import dataclass

from bench.modelled_throws import BUS, CHIPS, sensor
from firmware.simulated.light import VIEW, Scene, Specimen

PHASES = 200
"""Moments of the flicker at which a frame begins."""
MAINS = (100.0, 120.0)
"""Flickers a second: on mains of 50 and of 60 Hz."""
MOST = 500.0
"""Milliseconds from rest to report that there may be."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a frame is taken."""

    steps: int
    """Steps of an integration."""
    apart: float | None
    """Milliseconds from the beginning of its first reading to that of its second; None: at once."""

    @property
    def name(self) -> str:
        """How the table calls it."""
        begins = f"each {self.apart:.0f} ms" if self.apart else "at once"
        return f"{2.4 * self.steps:.1f} ms, {begins}"

    def lasts(self, step: float) -> float:
        """Milliseconds of a frame of a chip with this step."""
        reading = (1 + self.steps) * step + BUS[1]
        return (self.apart or reading) + reading

    def left(self, mains: float, step: float) -> tuple[float, float]:
        """Return what is left of the flicker in a reading, and in the lit less the dark one."""
        one = difference = 0.0
        apart = self.apart or self.lasts(step) / 2
        for phase in range(PHASES):
            scene = Scene(stray=1.0, flicker=1.0, mains=mains, phase=phase / PHASES)
            first, second = (
                _mean(scene, since, since + self.steps * step) for since in (0.0, apart)
            )
            one = max(one, abs(first - 1))
            difference = max(difference, abs(first - second))
        return one, difference


OURS = Plan(sensor.STEPS, sensor.APART / 1000)
PLANS = (Plan(10, None), Plan(21, None), Plan(10, OURS.apart), OURS)


def main() -> int:
    print("A lamp that flickers fully: what is left of its light, at the worst moment and in the")
    print(f"worst chip, whose step lasts {CHIPS[0]} to {CHIPS[-1]} ms, on mains of 50 and 60 Hz.\n")
    print(
        f"{'a reading':<22}{'in a reading':>16}{'lit less dark':>18}"
        f"{'a frame':>11}{'frames in':>11}"
    )
    print(f"{'':<22}{'50':>9}{'60 Hz':>7}{'50':>11}{'60 Hz':>7}{'':>11}{f'{MOST:.0f} ms':>11}")
    for plan in PLANS:
        found = [[plan.left(mains, step) for step in CHIPS] for mains in MAINS]
        readings = [max(one for one, _ in chips) for chips in found]
        frames = [max(both for _, both in chips) for chips in found]
        lasts = plan.lasts(CHIPS[-1])
        mark = "  <- the firmware's" if plan == OURS else ""
        print(
            f"{plan.name:<22}{readings[0]:>9.1%}{readings[1]:>7.1%}{frames[0]:>11.1%}"
            f"{frames[1]:>7.1%}{lasts:>8.0f} ms{int(MOST // lasts):>11}{mark}"
        )
    return 0


def _mean(scene: Scene, since: float, until: float) -> float:
    """Return the foreign light between two times, where steady light is 1."""
    return Specimen().light(scene, False, since, until)[3] * VIEW / (until - since)


if __name__ == "__main__":
    sys.exit(main())
