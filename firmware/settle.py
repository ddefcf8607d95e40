"""From labels over time to what the die does, and to rolls: exactly one for each throw."""

from arrival import Arrival

FRAMES = 3
"""Frames of one face in a row that make it settled."""

STILL_PART = 8
"""The die lies still while its colours stay within one part in eight of the brightest face."""

SAME_PART, SAME_COUNTS = 32, 16
"""And each colour of the frames that make it settled within one part in this of their own light,
these counts, and twice what the room's light changes: no die that still tumbles does for long."""

COCKED_MS = 1500
"""So long still without a face is a die that leans."""

LIFTED = 2
"""Frames of an empty tray in a row after which the die was lifted; a knock's hop is shorter."""

TURNED = 2
"""Frames of other faces after which the die was turned over."""

SHAKEN = 4
"""Restless frames in a row, none of them of the face that lay there, after which the die was
shaken. Between knocks, even quick ones, it shows that face."""

CALM_PART = 20
"""Stray light is calm while it changes by less than one part in this of the brightest face from
frame to frame. The flicker of the mains stays below."""

FAULTS = 2
"""Faulty frames in a row that make the fault the state; a flash of light is shorter."""


class Settle:
    """Watches a die: tell it each frame, it says which are rolls.

    A roll is a passage from absent or moving to settled. A die that is in the tray from the start,
    however it lies, is none before it was lifted or shows another face; nor is one that shows the
    same face as before and was neither lifted nor turned over nor shaken for long: it was only
    knocked, or the light was bad for a while. Nor is what came as a finger comes.
    """

    def __init__(self, white: int) -> None:
        """Begin to watch; `white` is the clear of the brightest face (`Known.white`)."""
        self.state = "ABSENT"
        """ABSENT, MOVING, SETTLED, COCKED, LIGHT or SATURATED."""
        self.label: int | None = None
        """The face that is settled; None in any other state."""
        self.confidence = 0
        """Percent, 0 to 100: how clearly the last roll was read."""
        self._step = white // STILL_PART
        self._calm = white // CALM_PART
        self._steady = 0  # the label that goes with the state; -1 for none
        self._rested: int | None = None  # the face that was settled last
        self._thrown = False  # the die has been away, or moved in earnest, since it was settled
        self._before: tuple[int, int, int, int] | None = None
        self._stray = 0
        self._still_since: int | None = None
        self._faults = self._empties = self._strange = self._turns = self._shakes = 0
        self._face: int | None = None
        self._arrival = Arrival(white)
        self._alike: list[tuple[tuple[int, int, int, int], int, int]] = []
        """The last frames of that face: colours, margin and stray light."""

    def frame(
        self,
        at_ms: int,
        label: int | None,
        margin: int,
        colours: tuple[int, int, int, int],
        stray: int,
        fault: str | None = None,
        skin: bool = False,
    ) -> int:
        """Take a frame; give the face 1 to 6 that was just rolled, or 0.

        `at_ms` never goes back. `label`, `margin` and `colours` are those of `classify`, `stray`
        is the clear of the LED-off reading; with a `fault`, "LIGHT" or "SATURATED", they are not
        looked at. `skin` is whether the colours may be those of a finger.
        """
        if fault:
            self._blinded(fault)
            return 0
        self._faults = 0
        before, self._stray = self._stray, stray
        # Less than nothing is seen where light of the room goes away within a frame.
        calm = abs(stray - before) < self._calm and min(colours) > -self._calm // 2
        if self._moved(colours) and calm:
            self._still_since = at_ms
            self._shakes += 1
        self._count(label)
        self._arrival.see(label, colours, abs(stray - before))
        # A frame in changing light counts half for an empty tray, and else for nothing.
        self._empties = self._empties + (2 if calm else 1) if label == 0 else 0
        if not calm:
            self._turns = self._shakes = 0
        # Without a face that lay there before, a shaken table can't be told from a throw.
        if self._turns >= TURNED or (self._rested and self._shakes >= SHAKEN):
            self._thrown = True
        self._lengthen(label, margin, colours)
        if len(self._alike) == FRAMES and not (skin and self._arrival.is_slow(colours)):
            return self._settled(label or 0)
        if self._empties >= 2 * LIFTED:
            self._away()
        elif self._strange > 1:  # one frame alone is a flicker
            self._unsettled(self._unstable(at_ms))
        return 0

    @property
    def rests(self) -> bool:
        """Whether the tray is empty or the die settled, and nothing else was just seen."""
        return self.state in ("ABSENT", "SETTLED") and not self._strange

    @property
    def is_cocked_and_still(self) -> bool:
        """Whether a die that was thrown leans, and no hand is at it."""
        return self.state == "COCKED" and self._thrown and self._arrival.lies_still

    def shaken(self) -> None:
        """Know that the tray itself has shaken the die: it moves, and its throw goes on."""
        self._lose("MOVING")

    def reset_tracking(self) -> None:
        """Know nothing of the die any more, but whether it was thrown and what lay there before."""
        self._lose("ABSENT")

    def _lose(self, state: str) -> None:
        self._unsettled(state)
        self._before = self._still_since = self._face = None
        self._faults = self._empties = self._strange = self._turns = self._shakes = 0
        self._arrival.forget()
        self._alike = []

    def _blinded(self, fault: str) -> None:
        self._faults += 1
        self._before = self._still_since = None
        self._empties = 0
        self._alike = []
        if self._faults >= FAULTS:
            self._unsettled(fault)

    def _moved(self, colours: tuple[int, int, int, int]) -> bool:
        before, self._before = self._before, colours
        return before is not None and any(
            abs(colours[i] - before[i]) > self._step for i in range(4)
        )

    def _count(self, label: int | None) -> None:
        """Count what tells a throw from a knock."""
        self._strange = 0 if label == self._steady else self._strange + 1
        if label and label == self._rested:
            self._shakes = 0
        elif label and self._rested:
            self._turns += 1

    def _lengthen(self, label: int | None, margin: int, colours: tuple[int, int, int, int]) -> None:
        """Lengthen the run of equal frames, and drop those before it."""
        if label != self._face:
            self._face = label
            self._alike = []
        if label:
            self._alike.append((colours, margin, self._stray))
            del self._alike[:-FRAMES]
            while not self._keeps_still():
                self._alike.pop(0)

    def _keeps_still(self) -> bool:
        strays = [stray for _, _, stray in self._alike]
        clear = max([colours[3] for colours, _, _ in self._alike])
        most = max(0, clear) // SAME_PART + 2 * (max(strays) - min(strays)) + SAME_COUNTS
        for channel in range(4):
            counts = [colours[channel] for colours, _, _ in self._alike]
            if max(counts) - min(counts) > min(most, self._step):
                return False
        return True

    def _settled(self, face: int) -> int:
        turned = self._rested not in (None, face)  # in whatever light
        rolled = face if self._thrown or turned else 0
        self.state = "SETTLED"
        self.label = self._rested = self._steady = face
        self._thrown = False
        self._arrival.forget()
        self._strange = self._turns = self._shakes = 0
        self._still_since = None
        if rolled:
            least = min([margin for _, margin, _ in self._alike])
            self.confidence = max(0, 100 - 5000 // max(least - 50, 50))
        return rolled

    def _away(self) -> None:
        self._unsettled("ABSENT")
        self._steady = self._strange = 0
        self._thrown = True
        self._still_since = None

    def _unstable(self, at_ms: int) -> str:
        """Tell a die that moves from one that leans."""
        if self._still_since is None:
            self._still_since = at_ms
        if at_ms - self._still_since < COCKED_MS:
            return "MOVING"
        return "COCKED"

    def _unsettled(self, state: str) -> None:
        self.state = state
        self.label = None
        self._steady = -1
