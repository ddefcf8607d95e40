"""Noticing a dirty window: an empty tray that looks otherwise than when it was calibrated."""

import classify

FRAMES = 18
"""Frames of the empty tray that are averaged: what light changes meanwhile averages out."""

DIRTY_PART = 40
"""Dirty from one part in this of the brightest face; clean again from half of that. It is told
while such a tray still counts as empty."""

DIM_PART = 6
"""More dirt than counts as empty gives less than one part in this of the brightest face."""

GREY_PART = 8
"""And has no colour: its hue is less than one part in this of its light. A leaning die has one."""


class Window:
    """Watches the empty tray while no die lies in it."""

    def __init__(self, known: classify.Known) -> None:
        self.dirty = False
        """Whether the empty tray looks otherwise than calibrated."""
        self._known = known
        self._limit = known.white // DIRTY_PART
        self._frames = 0
        self._sums = [0, 0, 0, 0]

    def frame(
        self, label: int | None, colours: tuple[int, int, int, int], weight: int = 1
    ) -> int | None:
        """Take a judged frame; give its label, which is 0 for an empty tray known to be dirty.

        It counts as `weight` frames: a glimpse stands for those that were not taken meanwhile.
        """
        if label is None and self._is_dirt(colours):
            self._count(colours, weight)
            return 0 if self.dirty else None
        if label == 0:
            self._count(colours, weight)
        else:
            self.forget()
        return label

    def forget(self) -> None:
        """Begin to average anew."""
        self._frames = 0
        self._sums = [0, 0, 0, 0]

    def _count(self, colours: tuple[int, int, int, int], weight: int) -> None:
        for channel in range(4):
            self._sums[channel] += weight * colours[channel]
        self._frames += weight
        if self._frames >= FRAMES:
            off = max([abs(each) for each in self._sums]) // self._frames
            self.dirty = off > (self._limit // 2 if self.dirty else self._limit)
            self.forget()

    def _is_dirt(self, colours: tuple[int, int, int, int]) -> bool:
        """Tell what is dim and grey."""
        if colours[3] > self._known.white // DIM_PART:
            return False
        hue = classify.hue(self._known, colours)
        return sum([abs(each) for each in hue]) < colours[3] // GREY_PART
