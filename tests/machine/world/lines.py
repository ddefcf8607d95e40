"""The 58 lines of a Raspberry Pi 4, simulated by the kernel (gpio-sim): what is wired to them."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path

LABEL = "pinctrl-bcm2711"
COUNT = 58
NAMED = 28
"""Lines that the 40 pins have; only those have names."""
_CONFIGURED = Path("/sys/kernel/config/gpio-sim/header")
_GLANCE = 0.002
"""Seconds between two looks at a line that is watched."""


def make_lines() -> "Lines":
    """Have the kernel make the chip.

    Raises:
        OSError: when gpio-sim is not loaded or refuses.
    """
    bank = _CONFIGURED / "bank"
    bank.mkdir(parents=True)
    _put(bank / "num_lines", str(COUNT))
    _put(bank / "label", LABEL)
    for pin in range(NAMED):
        line = bank / f"line{pin}"
        line.mkdir()
        _put(line / "name", f"GPIO{pin}")
    _put(_CONFIGURED / "live", "1")
    device = (_CONFIGURED / "dev_name").read_text(encoding="ascii").strip()
    chip = (bank / "chip_name").read_text(encoding="ascii").strip()
    return Lines(Path("/sys/devices/platform") / device / chip)


class Lines:
    """The lines of the chip whose simulation is in `folder`, by GPIO number."""

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._folder = folder
        self._clock = clock
        self._sleep = sleep

    @property
    def chip(self) -> str:
        """The chip's name, like gpiochip0."""
        return self._folder.name

    def press(self, pin: int) -> None:
        """Close the contact between a line and ground."""
        self._drive(pin, 0)

    def release(self, pin: int) -> None:
        """Open it: the line goes up, as its resistor pulls it."""
        self._drive(pin, 1)

    def tap(self, pin: int, seconds: float = 0.1) -> None:
        """Press, wait, release."""
        self.press(pin)
        self._sleep(seconds)
        self.release(pin)

    def turn(self, first: int, second: int, detents: int, pause: float = 0.01) -> None:
        """Turn a knob by so many detents, clockwise or (below 0) back, `pause` seconds an edge."""
        leading, following = (first, second) if detents > 0 else (second, first)
        for _ in range(abs(detents)):
            for move in (self.press, self.release):
                for pin in (leading, following):
                    move(pin)
                    self._sleep(pause)

    def levels(self, pins: Iterable[int]) -> dict[int, int]:
        """Give the levels now, 0 or 1: what is driven there, or what is wired to it."""
        return {pin: int((self._of(pin) / "value").read_text(encoding="ascii")) for pin in pins}

    def watch(self, pins: Iterable[int], seconds: float) -> list[tuple[float, int, int]]:
        """Look at lines for some seconds: when, which, and its level, at first and at each change.

        What is shorter than some milliseconds may be missed.
        """
        pins = tuple(pins)
        began = self._clock()
        seen: list[tuple[float, int, int]] = []
        known: dict[int, int] = {}
        while (at := self._clock() - began) < seconds:
            now = self.levels(pins)
            seen += [(round(at, 4), pin, now[pin]) for pin in pins if known.get(pin) != now[pin]]
            known = now
            self._sleep(_GLANCE)
        return seen

    def _drive(self, pin: int, level: int) -> None:
        _put(self._of(pin) / "pull", "pull-up" if level else "pull-down")

    def _of(self, pin: int) -> Path:
        return self._folder / f"sim_gpio{pin}"


def _put(path: Path, text: str) -> None:
    path.write_text(text, encoding="ascii")
