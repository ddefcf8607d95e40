"""A log that no loose plug can fill: a card wears out by being written to."""

from collections.abc import Callable

AT_ONCE = 30
"""Lines that may follow each other: more than a good evening has."""
ONE_MORE_IN = 600.0
"""Seconds until one line more may be written."""


class SparingLog:
    """Hands sentences on to `write`, as many as there is room for; `clock` is in seconds.

    A cable that comes and goes each second would else write a line for each, for weeks. What is
    left out is counted, and the next line says how many there were.
    """

    def __init__(self, write: Callable[[str], None], clock: Callable[[], float]) -> None:
        self._write = write
        self._clock = clock
        self._room = float(AT_ONCE)
        self._looked = clock()
        self._left_out = 0

    def __call__(self, sentence: str) -> None:
        """Write a sentence if there is room."""
        now = self._clock()
        self._room = min(AT_ONCE, self._room + (now - self._looked) / ONE_MORE_IN)
        self._looked = now
        if self._room < 1:
            self._left_out += 1
            return
        self._room -= 1
        if self._left_out:
            sentence = f"{sentence} ({self._left_out} lines before this were left out)"
            self._left_out = 0
        self._write(sentence)
