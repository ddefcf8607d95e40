"""Words and what in space they are about."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image

from hardware.pictures.body import Colour
from hardware.pictures.lettering import INK, Note, width_of
from hardware.pictures.placing import Placed
from hardware.pictures.scene import Scene
from hardware.pictures.view import Points, View
from hardware.tables.pins import read_pin_table


@dataclass(frozen=True, slots=True)
class Word:
    """A text, and the points (n, 3) in millimetres that it is about: one, or a whole thing's."""

    text: str
    about: Points
    colour: Colour = INK
    inset: Image.Image | None = None
    """A small picture in the place of the text."""

    @property
    def width(self) -> int:
        """Pixels that it takes in its column."""
        return self.inset.width if self.inset is not None else width_of(self.text)

    def note(self, view: View, across: float, *, is_left: bool = False) -> Note:
        """Give the note that ends this far across the thing: 0 at its left edge, 1 at its right."""
        x, y = _pixels(self.about, view)
        at = (x[0] + (x[1] - x[0]) * across, (y[0] + y[1]) / 2)
        return Note(self.text, at, self.colour, is_left, self.inset)

    def name_below(self, view: View) -> Note:
        """Give the note that stands below the thing."""
        x, y = _pixels(self.about, view)
        return Note(self.text, ((x[0] + x[1]) / 2, y[1]), self.colour)


def labels(scene: Scene, placed: Sequence[Placed]) -> list[Word]:
    """Give the words of a scene's labels."""
    by_name = {one.shown.name: one for one in placed}
    told = _addresses()
    words = []
    for label in scene.labels:
        one = by_name[label.thing]
        about = one.corners()
        if label.terminal:
            about = one.at(one.thing.terminals[label.terminal])[None]
        pins = " ".join(reversed(list(one.thing.terminals)))
        words.append(Word(label.text.format(count=one.thing.count, pins=pins, **told), about))
    return words


def _addresses() -> dict[str, str]:
    """Give each screen's address as programs write it, and as boards print it.

    Makers count the lowest bit of the byte too, which says whether it is read or written.
    """
    sides = read_pin_table().addresses.items()
    told = {f"{side}_address": f"0x{address:02X}" for side, address in sides}
    return told | {f"{side}_printed": f"0x{2 * address:02X}" for side, address in sides}


def middle_of(points: Points) -> Points:
    """Give the middle of the box around points (n, 3), shape (3,)."""
    return np.asarray((points.min(axis=0) + points.max(axis=0)) / 2)


def _pixels(points: Points, view: View) -> tuple[tuple[float, float], tuple[float, float]]:
    """Give the least and the most of the pixels' x and y."""
    x = view.origin[0] + points @ view.right * view.scale
    y = view.origin[1] - points @ view.up * view.scale
    return (float(x.min()), float(x.max())), (float(y.min()), float(y.max()))
