"""From colours to a label: which face lies up, none, or "not sure".

The same face gives more or less light as it lies nearer or farther, under more or less of its black
mark, by a warmer or cooler LED; and a worn sticker mixes with white paper. So the colours are not
compared as they are: each face is asked how well "so much of me and so much of white" explains
them, and what is left over is the distance. docs/CLASSIFIER.md has what came of it on modelled
light, beside the plain counts, and where the constants come from.

Plain integer arithmetic: CPython and MicroPython give the same answer to the last digit, and
the RP2040, which has no floating point, is quick about it. Parts are in 256ths.
"""

LIMIT = 10240
"""Counts at which a channel ends: 1024 for each of the ten steps that counts are told for."""

SURE = 150
"""Percent. The second-nearest face must be this much farther than the nearest."""

LIGHT_PART = 4
"""Stray light is too strong from one part in four of what the brightest face gives."""

EMPTY_PART = 4
"""Less than one part in four of the dimmest face is an empty tray: room for a worn one, and for
what is left of flickering light, each way."""

REACH_PART = 40
"""What may be left over for a face beyond its spread, as one part in this of the brightest face:
room for flickering light and a yellowed sticker."""

MIN_INK, MAX_INK = 141, 332
"""How much of the calibrated ink may be seen: 0.55 to 1.3. Less is no worn sticker, it leans.
More is brighter than a face that lay dimly in both positions of the calibration."""

MIN_BARE, MAX_BARE = -12, 54
"""How much white may show through, of the brightest face: up to 0.21. Below 0: flickering light."""

MIN_ALL, MAX_ALL = 160, 340
"""How much light may come back in all: 0.62 to 1.33. A die that leans gives less."""

SKIN_RED, SKIN_REDDEST, SKIN_EVEN = 6, 5, 4
"""Skin gives back of red at least a sixth more than of the others, yet not five halves as much, as
red ink does; and of green and blue at least three quarters as much of the one as of the other."""


class Known:
    """A calibration in use: what the empty tray and each face look like."""

    def __init__(
        self,
        empty: tuple[int, int, int, int],
        faces: dict[int, tuple[int, int, int, int, int]],
        gain: int = 4,
    ) -> None:
        """Take what was learned, with the sensor's `gain`: 1, 4 or 16.

        `empty` is red, green, blue, clear of the empty tray, LED on minus LED off. `faces` has
        for each face, 1 to 6, what the sensor sees while it lies up: red, green, blue, clear
        above the empty tray, and the spread, in the units of `distance`.
        """
        self.empty = empty
        self.faces = faces
        self.gain = gain
        brightest = faces[1]
        for face in range(2, 7):
            if faces[face][3] > brightest[3]:
                brightest = faces[face]
        self.white = max(1, brightest[3])
        """Clear of the brightest face: the scale for everything that is a part of white."""
        self.absent = min([face[3] for face in faces.values()]) // EMPTY_PART
        """Counts up to which clear is an empty tray."""
        self.paper = brightest[:3]
        self.hues = {}
        """Of each face: its hue, and the square of the hue's length in 256ths; 0 for white's."""
        for face, looks in faces.items():
            red, green, blue = hue(self, looks)
            length = (red * red + green * green + blue * blue) >> 8
            self.hues[face] = (red, green, blue, length)


def hue(known: Known, colours: tuple[int, ...]) -> tuple[int, int, int]:
    """Return by how much red, green and blue differ from those of white with as much clear."""
    red, green, blue = known.paper
    clear, white = colours[3], known.white
    return (
        colours[0] - clear * red // white,
        colours[1] - clear * green // white,
        colours[2] - clear * blue // white,
    )


def reading(
    frame: tuple[tuple[int, int, int, int], tuple[int, int, int, int]],
    empty: tuple[int, int, int, int],
) -> tuple[int, int, int, int]:
    """Return the colours above the empty tray: LED on minus LED off minus `empty`."""
    off, on = frame
    return (
        on[0] - off[0] - empty[0],
        on[1] - off[1] - empty[1],
        on[2] - off[2] - empty[2],
        on[3] - off[3] - empty[3],
    )


def fault(
    frame: tuple[tuple[int, int, int, int], tuple[int, int, int, int]],
    known: Known | None,
) -> str | None:
    """Explain why `frame` can't be judged: "SATURATED" or "LIGHT"; None when it can."""
    off, on = frame
    if max(on) >= LIMIT or max(off) >= LIMIT:
        return "SATURATED"
    white = known.white if known else LIMIT
    if off[3] > white // LIGHT_PART:
        return "LIGHT"
    return None


def ink(known: Known, face: int, tone: tuple[int, int, int]) -> int:
    """Return how much of the ink of `face` explains the hue `tone` best, in 256ths."""
    red, green, blue, length = known.hues[face]
    return (tone[0] * red + tone[1] * green + tone[2] * blue) // length if length else 256


def distance(known: Known, face: int, tone: tuple[int, int, int]) -> int:
    """Return the counts of the hue `tone` that `face`, worn and dim at most, leaves over."""
    red, green, blue, _ = known.hues[face]
    part = min(max(ink(known, face, tone), MIN_INK), MAX_INK)
    return (
        abs(tone[0] - (part * red >> 8))
        + abs(tone[1] - (part * green >> 8))
        + abs(tone[2] - (part * blue >> 8))
    )


def strain(known: Known, face: int, clear: int, tone: tuple[int, int, int]) -> int:
    """Return the counts by which ink, bare paper or light would have to be more than can be.

    This tells a leaning die from a lying one. It has no say in which face is nearest: of two with
    like hues, that whose limits are a little wider would win.
    """
    seen = ink(known, face, tone)
    part = min(max(seen, MIN_INK), MAX_INK)
    bare = ((clear - (part * known.faces[face][3] >> 8)) << 8) // known.white
    amiss = max(MIN_ALL - part - bare, part + bare - MAX_ALL, 0)
    if known.hues[face][3]:
        # Dark faces have so weak a hue that flickering light alone changes it by a tenth.
        amiss += max(MIN_BARE - bare, bare - MAX_BARE, 0) + (abs(part - seen) >> 2)
    return amiss * known.white >> 8


def may_be_skin(known: Known, colours: tuple[int, int, int, int]) -> bool:
    """Tell what is redder than white, with about as much of green as of blue: so is skin."""
    red, green, blue = [(colours[i] << 8) // max(1, known.paper[i]) for i in range(3)]
    most = max(green, blue)
    reddish = (SKIN_RED + 1) * most <= SKIN_RED * red and 2 * red <= SKIN_REDDEST * most
    return reddish and SKIN_EVEN * min(green, blue) >= (SKIN_EVEN - 1) * most


def nearest(known: Known, tone: tuple[int, int, int]) -> tuple[int, int, int, int]:
    """Return the nearest face, its distance, the second nearest and its distance."""
    first = second = 0
    near = far = 1 << 29
    for face in range(1, 7):  # a dict of MicroPython keeps no order
        away = distance(known, face, tone)
        if away < near:
            second, far = first, near
            first, near = face, away
        elif away < far:
            second, far = face, away
    return first, near, second, far


def judge(known: Known, colours: tuple[int, int, int, int]) -> tuple[int | None, int]:
    """Return the label of `colours` and the margin.

    The label is 0 for the empty tray, 1 to 6 for the face that lies up, None for "not sure".
    The margin is how many percent as far as the nearest face the second nearest is, 100 to 999.
    """
    tone = hue(known, colours)
    first, near, _, far = nearest(known, tone)
    margin = min(999, 100 * far // max(near, 1))
    clear = colours[3]
    if clear <= known.absent:
        return 0, max(100, margin)
    if margin < SURE or near + strain(known, first, clear, tone) > reach(known, first):
        return None, max(100, margin)
    return first, margin


def reach(known: Known, face: int) -> int:
    """Return the distance up to which colours can be those of `face`."""
    return known.white // REACH_PART + known.faces[face][4]
