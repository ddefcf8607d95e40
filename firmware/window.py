"""Noticing a dirty window: an empty tray that looks otherwise than when it was calibrated."""

import classify

FRAMES = 32
"""Frames of the empty tray that are averaged: the flicker of lamps averages out."""

DIRTY_PART = 24
"""Dirty from one part in this of the brightest face; clean again from half of that."""


class Window:
    """Watches the empty tray while no die lies in it."""

    def __init__(self, known: classify.Known) -> None:
        self.dirty = False
        """Whether the empty tray looks otherwise than calibrated."""
        self._limit = known.white // DIRTY_PART
        self._frames = 0
        self._sums = [0, 0, 0, 0]

    def frame(self, label: int | None, colours: tuple[int, int, int, int]) -> None:
        """Take a judged frame; only those of the empty tray, label 0, count."""
        if label != 0:
            self._frames = 0
            self._sums = [0, 0, 0, 0]
            return
        for channel in range(4):
            self._sums[channel] += colours[channel]
        self._frames += 1
        if self._frames == FRAMES:
            off = max([abs(each) for each in self._sums]) // FRAMES
            self.dirty = off > (self._limit // 2 if self.dirty else self._limit)
            self._frames = 0
            self._sums = [0, 0, 0, 0]
