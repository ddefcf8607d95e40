"""Where the terminals of bought parts are: the models and the drawings both have it from here.

Each place is in millimetres about the origin of the part's model, seen from its front: x to the
right, y up. Nothing here needs build123d.
"""

from collections.abc import Mapping
from typing import Final

from hardware.tables.parts import Joint, Part

Places = Mapping[str, tuple[float, float]]

PITCH: Final = 2.54
"""From pin to pin of a module's header."""
CONTACTS: Final = 1.0
"""From contact to contact of a STEMMA QT socket."""
INSET: Final = 2.0
"""From the middle of a screen's pins to the board's upper edge."""
KNOB: Final[Places] = {
    "A": (-2.5, -7.5),
    "C": (0.0, -7.5),
    "B": (2.5, -7.5),
    "push 1": (-2.5, 7.0),
    "push 2": (2.5, 7.0),
}
"""The contacts on one side, in the order that the maker's drawing has, the switch on the other."""
SWITCH: Final[Places] = {"switch 1": (-4.0, 5.0), "switch 2": (4.0, -5.0)}
"""A button's two staggered tabs. How far apart they are is a guess."""
LAMP: Final[Places] = {"+": (7.5, 0.0), "-": (-7.5, 0.0)}
"""The lamp's two tabs, in line with each other. How far apart they are is a guess."""
_ROW: Final = 20
"""The pins on each side of a Pico."""


def on_screen(part: Part, build: str = "") -> Places:
    """Give a screen's pins in the order of its file, which is theirs from the left, at its top.

    Where a build wires it by a cable's plug, the contacts of the socket at its right edge.
    """
    wired = part.wired_in(build) or part.wired
    names = list(wired[0].terminals)
    if wired[0].joint is Joint.PLUG:
        low = -(len(names) - 1) / 2 * CONTACTS
        return {name: (part.mm("width") / 2, low + CONTACTS * n) for n, name in enumerate(names)}
    first = -(len(names) - 1) / 2 * PITCH
    high = part.mm("height") / 2 - INSET
    return {name: (first + PITCH * number, high) for number, name in enumerate(names)}


def on_knob_board(part: Part) -> Places:
    """Give the pins of an encoder's board, from the left, about the shaft; they point up."""
    names = list(part.wired[0].terminals)
    first = -(len(names) - 1) / 2 * PITCH
    tip = part.mm("board_above") + part.mm("pin_length")
    return {name: (first + PITCH * number, tip) for number, name in enumerate(names)}


def on_sensor(part: Part) -> Places:
    """Give the sensor board's pins in the order of its file, from the left, at its foot."""
    mm = part.mm
    return {
        name: (mm("header_x") + mm("pin_pitch") * number, mm("header_y"))
        for number, name in enumerate(part.wired[0].terminals)
    }


def on_pico(part: Part) -> Places:
    """Give pins 1 to 40, the parts' side up: down the left side, then up the right."""
    mm = part.mm
    row, first, pitch = mm("row_pitch") / 2, -mm("pin_one_y"), mm("pin_pitch")
    down = [(-row, first - pitch * step) for step in range(_ROW)]
    places = down + [(row, y) for _, y in reversed(down)]
    return {f"pin {number}": at for number, at in enumerate(places, start=1)}


def on_pi(part: Part) -> Places:
    """Give pins 1 to 40, from above, the header along the far edge: odd ones in the inner row."""
    x, y, pitch = part.mm("pin_1_x"), part.mm("pin_1_y"), part.mm("pin_pitch")
    return {f"pin {n + 1}": (x + pitch * (n // 2), y + pitch * (n % 2)) for n in range(2 * _ROW)}
