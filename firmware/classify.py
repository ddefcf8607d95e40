"""From colours to a label: which face lies up, none, or "not sure".

Plain integer arithmetic: CPython and MicroPython give the same answer to the last digit, and
the RP2040, which has no floating point, is quick about it.
"""

LIMIT = 10240
"""Counts at which a channel ends: 1024 for each of the ten cycles that 24 ms have."""

SURE = 150
"""Percent. The second-nearest face must be this much farther than the nearest."""

LIGHT_PART = 5
"""Stray light is too strong from one part in five of what the brightest face gives."""

EMPTY_PART = 3
"""Less than one part in three of the dimmest face is an empty tray."""


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
        self.white = max([face[3] for face in faces.values()])
        """Clear of the brightest face: the scale for everything that is a part of white."""
        self.absent = min([face[3] for face in faces.values()]) // EMPTY_PART
        """Counts up to which clear is an empty tray."""


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


def distance(colours: tuple[int, int, int, int], face: tuple[int, int, int, int, int]) -> int:
    """Tell how unlike `colours` and a calibrated `face` are, in counts."""
    return (
        abs(colours[0] - face[0])
        + abs(colours[1] - face[1])
        + abs(colours[2] - face[2])
        + abs(colours[3] - face[3])
    )


def nearest(known: Known, colours: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Give the nearest face, its distance, the second nearest and its distance."""
    first = second = 0
    near = far = 1 << 29
    for face, looks in known.faces.items():
        away = distance(colours, looks)
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
    if margin < SURE or near > 2 * known.faces[first][4] + known.white // 8:
        return None, margin
    return first, margin
