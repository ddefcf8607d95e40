"""Slows the clock of a Python that has this folder on its PYTHONPATH.

An emulated board may live a hundred times slower than a real one: what talks with it must be as
patient. SLOWER says how many seconds of the world are one of this clock.
"""

import os
import time


class _SlowClock:
    """Stands for `time.monotonic`: as that, it is no method where a class has it as a member."""

    def __init__(self, slower: float) -> None:
        self._slower = slower
        self._monotonic = time.monotonic

    def __call__(self) -> float:
        return self._monotonic() / self._slower


time.monotonic = _SlowClock(float(os.environ["SLOWER"]))  # type: ignore[assignment]
