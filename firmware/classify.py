"""From colours to a label: which face lies up, none, or "not sure".

The same face gives more or less light as it lies nearer or farther, under more or less of its black
mark, by a warmer or cooler LED; and a worn sticker mixes with white paper. So the colours are not
compared as they are: each face is asked how well "so much of me and so much of white" explains
them, and what is left over is the distance. On the modelled light, a comparison of the counts
themselves took one worn sticker in five for another; see `python -m bench.classifier`.

Plain integer arithmetic: CPython and MicroPython give the same answer to the last digit, and
the RP2040, which has no floating point, is quick about it. Parts are in 256ths.
"""

LIMIT = 10240
"""Counts at which a channel ends: 1024 for each of the ten cycles that 24 ms have."""

SURE = 150
"""Percent. The second-nearest face must be this much farther than the nearest."""

LIGHT_PART = 5
"""Stray light is too strong from one part in five of what the brightest face gives."""

EMPTY_PART = 4
"""Less than one part in four of the dimmest face is an empty tray: room for a worn one, and for
what is left of flickering light, each way."""

REACH_PART = 40
"""What may be left over for a face beyond its spread, as one part in this of the brightest face.
Twice what one flat die in a hundred leaves; leaning dice leave more."""

LEAST_INK, MOST_INK = 141, 300
"""How much of the calibrated ink may be seen: 0.55 to 1.17. Less is no worn sticker, it leans."""

LEAST_BARE, MOST_BARE = -12, 54
"""How much white may show through, of the brightest face: up to 0.21. Below 0: flickering light."""

LEAST_ALL, MOST_ALL = 160, 308
"""How much light may come back in all: 0.62 to 1.2. A die that leans gives less."""


class Known:
    """A calibration in use: what the empty tray and each face look like."""

    def __init__(
        self,
        empty: tuple[int, int, int, int],
        faces: dict[int, tuple[int, int, int, int, int]],
    ) -> None:
        """Take what was learned.

        `empty` is red, green, blue, clear of the empty tray, LED on minus LED off. `faces` has
        for each face, 1 to 6, what the sensor sees while it lies up: red, green, blue, clear
        above the empty tray, and the spread, in the units of `distance`.
        """
        self.empty = empty
        self.faces = faces
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
    """Give by how much red, green and blue differ from those of white with as much clear."""
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
    """Give the colours above the empty tray: LED on minus LED off minus `empty`."""
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
    """Say why `frame` can't be judged: "SATURATED" or "LIGHT"; None when it can."""
    off, on = frame
    if max(on) >= LIMIT or max(off) >= LIMIT:
        return "SATURATED"
    white = known.white if known else LIMIT
    if off[3] > white // LIGHT_PART:
        return "LIGHT"
    return None


def distance(
    known: Known, face: int, colours: tuple[int, int, int, int], tone: tuple[int, int, int]
) -> int:
    """Give the counts of `colours` that so much of `face` and so much of white leave over.

    `tone` is the hue of `colours`. What of either would be more or less than a die can show is
    left over as well.
    """
    red, green, blue, length = known.hues[face]
    ink = seen = 256
    if length:
        seen = (tone[0] * red + tone[1] * green + tone[2] * blue) // length
        ink = min(max(seen, LEAST_INK), MOST_INK)
    over = (
        abs(tone[0] - (ink * red >> 8))
        + abs(tone[1] - (ink * green >> 8))
        + abs(tone[2] - (ink * blue >> 8))
    )
    bare = ((colours[3] - (ink * known.faces[face][3] >> 8)) << 8) // known.white
    amiss = max(LEAST_ALL - ink - bare, ink + bare - MOST_ALL, 0)
    if length:
        # Dark faces have so weak a hue that flickering light alone changes it by a tenth.
        amiss += max(LEAST_BARE - bare, bare - MOST_BARE, 0) + (abs(ink - seen) >> 2)
    return over + (amiss * known.white >> 8)


def nearest(known: Known, colours: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Give the nearest face, its distance, the second nearest and its distance."""
    tone = hue(known, colours)
    first = second = 0
    near = far = 1 << 29
    for face in range(1, 7):  # a dict of MicroPython keeps no order
        away = distance(known, face, colours, tone)
        if away < near:
            second, far = first, near
            first, near = face, away
        elif away < far:
            second, far = face, away
    return first, near, second, far


def judge(known: Known, colours: tuple[int, int, int, int]) -> tuple[int | None, int]:
    """Give the label of `colours` and the margin.

    The label is 0 for the empty tray, 1 to 6 for the face that lies up, None for "not sure".
    The margin is how many percent as far as the nearest face the second nearest is, 100 to 999.
    """
    first, near, _, far = nearest(known, colours)
    margin = min(999, 100 * far // max(near, 1))
    if colours[3] <= known.absent:
        return 0, margin
    if margin < SURE or near > reach(known, first):
        return None, margin
    return first, margin


def reach(known: Known, face: int) -> int:
    """Give the distance up to which colours can be those of `face`."""
    return known.white // REACH_PART + known.faces[face][4]
