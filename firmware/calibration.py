"""Learning what the empty tray and the six faces look like, and keeping it.

Nothing here changes the calibration in use: `Taking` collects, `save` checks and hands over, and
`store` writes it.
"""

import binascii
import os

import classify

VERSION = "cdg-calibration-1"
"""The first word of the file; another one is another format."""

FRAMES = 6
"""Frames of one reading: more than half a second, well under the two that the host is promised."""

POSITIONS_PER_FACE = 2
"""Positions in which each face is taken: in the model four are no better, and one is worse."""

STILL_PART = 12
"""A reading moved when a channel's frames lie farther apart than one part in this of clear."""

STILL_COUNTS = 192
"""Or these counts, for what is dim: a lamp of a twentieth of white that flickers fully does that,
at the two different moments of a frame."""

APART = 3
"""Each reading must lie at least so many times nearer to its own face than to any other."""

APART_PART = 100
"""And any other at least one part in this of the brightest face away."""

DEFAULT_GAIN = 4
"""The gain of the sensor with which a calibration begins; and of a file that names none."""

DIM_PART = 8
"""Where not one part in this of the sensor's limit is reached, four times the gain is taken."""

SEEN = 96
"""Counts of clear above the empty tray that a face must give; less is a tray with no die."""


class Taking:
    """A calibration in the making, between BEGIN and SAVE or STOP."""

    def __init__(self) -> None:
        self.gain = DEFAULT_GAIN
        """The gain of the sensor that is wanted: 1 from a face on that was too bright for 4."""
        self._most = 0  # the most that a channel has counted in what was taken
        self._empty: tuple[int, int, int, int] | None = None
        self._taken: dict[int, list[tuple[int, int, int, int]]] = {}
        self._wanted: int | None = None
        self._frames: list[tuple[int, int, int, int]] = []
        # The most clear with the LED off since `save` last refused it; None before a new frame.
        self._stray: int | None = None

    def want_empty(self) -> None:
        """Begin to collect frames of the empty tray; what was collected for another is dropped."""
        self._want(0)

    def want_face(self, face: int) -> None:
        """Begin to collect frames of the die with `face`, 1 to 6, on top, in one more position."""
        self._want(face)

    def frame(
        self, frame: tuple[tuple[int, int, int, int], tuple[int, int, int, int]]
    ) -> tuple[str, tuple[int, ...]] | None:
        """Take a frame; give a verdict and its numbers once there are enough.

        None while collecting, and while nothing is wanted. ("OK", ()) for the empty tray,
        ("OK", (face, taken)) for a face, with the positions taken, 1 or 2: a third replaces the
        first. ("MOVED", ()) when the frames differ or no die is there; ("LIGHT", ()) when foreign
        light is too strong; ("SATURATED", ()) when the lit face is, whatever the gain.
        """
        self._stray = max(self._stray or 0, frame[0][3])
        if self._wanted is None:
            return None
        if classify.fault(frame, None):
            # Where the room's own light is strong, less gain would only hide that.
            dark = max(frame[0]) <= classify.LIMIT // classify.LIGHT_PART
            dazzled = dark and max(frame[1]) >= classify.LIMIT
            if dazzled and self.gain > 1:
                self._lower_gain()
                return None
            self._wanted = None
            return ("SATURATED" if dazzled else "LIGHT", ())
        self._most = max(self._most, max(frame[1]))
        self._frames.append(classify.reading(frame, (0, 0, 0, 0)))
        if len(self._frames) < FRAMES:
            return None
        face, self._wanted = self._wanted, None
        if not _still(self._frames):
            return ("MOVED", ())
        mean = _mean(self._frames)
        if face == 0:
            self._empty = mean
            return ("OK", ())
        if self._empty and mean[3] - self._empty[3] < SEEN:
            return ("MOVED", ())
        taken = self._taken.setdefault(face, [])
        taken.append(mean)
        del taken[:-POSITIONS_PER_FACE]
        return ("OK", (face, len(taken)))

    def save(self) -> tuple[str, tuple[int, ...], classify.Known | None]:
        """Check what was taken.

        ("OK", (), known) when it is whole and the faces are apart; ("MISSING", (face,), None) for
        the first that lacks positions, 0 for the empty tray; ("CLOSE", (face, face), None) for two
        that look too much alike; ("LIGHT", (), None) when there was so much stray light that the
        reader would refuse it in play. The next `save` then looks at the light since this one.
        """
        if self._empty is None:
            return ("MISSING", (0,), None)
        faces = {}
        for face in range(1, 7):
            if len(self._taken.get(face, ())) < POSITIONS_PER_FACE:
                return ("MISSING", (face,), None)
            red, green, blue, clear = _mean(self._positions(face))
            faces[face] = (red, green, blue, clear, 0)
        known = classify.Known(self._empty, faces)
        for face in range(1, 7):
            spread = 0
            for colours in self._positions(face):
                first, near, second, far = classify.nearest(known, classify.hue(known, colours))
                if first != face or far < max(APART * near, known.white // APART_PART):
                    other = second if first == face else first
                    return ("CLOSE", (min(face, other), max(face, other)), None)
                spread = max(spread, near)
            red, green, blue, clear, _ = faces[face]
            faces[face] = (red, green, blue, clear, spread)
        stray, self._stray = self._stray, None
        if stray is None or stray > known.white // classify.LIGHT_PART:
            return ("LIGHT", (), None)
        if self.gain == DEFAULT_GAIN and self._most < classify.LIMIT // DIM_PART:
            return ("OK", (), _amplified(known.empty, faces))
        return ("OK", (), classify.Known(self._empty, faces, self.gain))

    def _lower_gain(self) -> None:
        """Go on with a quarter of the gain; what was taken counts as if it had been so before."""
        self.gain = 1
        self._frames = []
        self._most //= 4
        self._stray = (self._stray or 0) // 4
        if self._empty:
            self._empty = _quartered(self._empty)
        for face, taken in self._taken.items():
            self._taken[face] = [_quartered(colours) for colours in taken]

    def _positions(self, face: int) -> list[tuple[int, int, int, int]]:
        """Return the readings of `face` above the empty tray."""
        empty = self._empty or (0, 0, 0, 0)
        return [classify.reading((empty, taken), (0, 0, 0, 0)) for taken in self._taken[face]]

    def _want(self, what: int) -> None:
        self._wanted = what
        self._frames = []


def store(path: str, known: classify.Known) -> None:
    """Write `known` to `path`, whole or not at all: a power cut leaves the old file or the new.

    Raises:
        OSError: when the memory does not take it.
    """
    # A file of the usual gain is one that older firmware reads too.
    words = [VERSION]
    words.extend([str(each) for each in known.empty])
    for face in range(1, 7):
        words.extend([str(each) for each in known.faces[face]])
    if known.gain != DEFAULT_GAIN:
        words.append(str(known.gain))
    text = " ".join(words).encode()
    with open(path + ".new", "wb") as file:
        file.write(text + b" %08X\n" % binascii.crc32(text))
    os.rename(path + ".new", path)


def load(path: str) -> classify.Known | None:
    """Read what `store` wrote; None when there is none, or damaged, or of another version."""
    try:
        with open(path, "rb") as file:
            data = file.read(1000)
    except OSError:
        return None
    text, _, check = data.rpartition(b" ")
    if check != b"%08X\n" % binascii.crc32(text):
        return None
    words = text.decode().split(" ")
    if words[0] != VERSION or len(words) - (1 + 4 + 6 * 5) not in (0, 1):
        return None
    numbers = [int(word) for word in words[1:]]
    faces = {}
    for face in range(1, 7):
        red, green, blue, clear, spread = numbers[5 * face - 1 : 5 * face + 4]
        faces[face] = (red, green, blue, clear, spread)
    gain = numbers[34] if len(numbers) > 34 else DEFAULT_GAIN
    return classify.Known((numbers[0], numbers[1], numbers[2], numbers[3]), faces, gain)


def _quartered(colours: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    red, green, blue, clear = [each // 4 for each in colours]
    return (red, green, blue, clear)


def _amplified(
    empty: tuple[int, int, int, int], faces: dict[int, tuple[int, int, int, int, int]]
) -> classify.Known:
    """Return what four times the gain would have shown."""
    louder = {}
    for face, (red, green, blue, clear, spread) in faces.items():
        louder[face] = (4 * red, 4 * green, 4 * blue, 4 * clear, 4 * spread)
    red, green, blue, clear = empty
    return classify.Known((4 * red, 4 * green, 4 * blue, 4 * clear), louder, 4 * DEFAULT_GAIN)


def _still(frames: list[tuple[int, int, int, int]]) -> bool:
    limit = max(STILL_COUNTS, max([frame[3] for frame in frames]) // STILL_PART)
    for channel in range(4):
        counts = [frame[channel] for frame in frames]
        if max(counts) - min(counts) > limit:
            return False
    return True


def _mean(frames: list[tuple[int, int, int, int]]) -> tuple[int, int, int, int]:
    red, green, blue, clear = [sum([frame[i] for frame in frames]) // len(frames) for i in range(4)]
    return (red, green, blue, clear)
