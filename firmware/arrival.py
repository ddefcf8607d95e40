"""Telling what comes over an empty window: a die falls, a finger comes slowly.

Skin can have a face's colours. But a finger that comes down is seen for a moment before, dimmer
and of the same hue. A die arrives at once, or shows other faces while it tumbles; where by chance
it did neither, it is told by lying stiller than anything alive.
"""

NOTHING_PART = 50
"""Less light than one part in this of the brightest face: nothing at all is over the window."""

HUE_PART, HUE_COUNTS = 25, 8
"""A look has another's hue where no colour is off by more than one part in this of its clear, and
so many counts."""

DIMMER_PART = 3
"""What comes slowly was dimmer once, by one part in this."""

KEPT = 12
"""Looks that are kept in mind."""

LONG = 12
"""Looks of one face in a row, more than a heart's beat, in which it can be told from skin."""

STILLER_PART, STILLER_COUNTS = 200, 7
"""In them the mean of each three changes by less than one part in this and these counts; the pulse
alone changes that of skin by more."""


class Arrival:
    """What was seen since nothing was over the window."""

    def __init__(self, white: int) -> None:
        """Begin before anything was seen; `white` is the clear of the brightest face."""
        self._nothing = white // NOTHING_PART
        self._seen: list[tuple[tuple[int, int, int, int], int]] | None = None
        """Each look, and by how much each colour of it may be off."""
        self._voids = 0
        self._label: int | None = None
        self._sums: list[int] = []

    def forget(self) -> None:
        """Know that a die has settled, or nothing at all."""
        self._seen = None
        self._sums = []

    def see(self, label: int | None, colours: tuple[int, int, int, int], unsure: int) -> None:
        """Take a look's label and colours, as those of `classify`.

        `unsure` is by how many counts the stray light has just changed: so much may be amiss.
        """
        if label != self._label:
            self._label = label
            self._sums = []
        self._sums.append(sum(colours))
        del self._sums[:-LONG]
        if label == 0 and colours[3] <= self._nothing:
            self._voids += 1
            if self._voids > 1:  # a die that tumbles may be out of sight for one
                self._seen = []
            return
        self._voids = 0
        if self._seen is not None and len(self._seen) < KEPT:
            most = colours[3] // HUE_PART + HUE_COUNTS + unsure // 2
            self._seen.append((colours, most))

    def is_slow(self, colours: tuple[int, int, int, int]) -> bool:
        """Return whether what has `colours` now came as a finger does, and does not lie stiller."""
        return self._drifted(colours) and not self.lies_still

    @property
    def lies_still(self) -> bool:
        """Whether what is seen lies stiller than anything alive."""
        sums = self._sums
        if len(sums) < LONG:
            return False
        means = [sums[i] + sums[i + 1] + sums[i + 2] for i in range(LONG - 2)]
        return max(means) - min(means) <= max(means) // STILLER_PART + 3 * STILLER_COUNTS

    def _drifted(self, colours: tuple[int, int, int, int]) -> bool:
        clear = dimmest = colours[3]
        for each, most in self._seen or ():
            for i in range(3):
                if abs(each[i] - colours[i] * each[3] // clear) > most:
                    return False
            dimmest = min(dimmest, each[3])
        return dimmest < clear - clear // DIMMER_PART
