"""A picture of the guide as data: what is seen, what is new, from where, and with which words."""

from dataclasses import dataclass
from enum import Enum

from cdgdevice.render.views import View

Vector = tuple[float, float, float]
"""Millimetres, or a direction: x right, y away from the player, z up."""

FROM_THE_PLAYER: Vector = (-0.45, -1.0, 0.95)
"""Where the eye is: before the box, a little to the left, and above."""
FROM_BEHIND: Vector = (0.5, 1.0, 0.85)
"""Behind the box, where the plugs go in."""


class Arrangement(Enum):
    """How the things of a picture lie."""

    IN_PLACE = "in place"
    """Where they belong in the finished gadget, but for what is moved out."""
    ON_THE_BED = "on the bed"
    """Beside each other, each as the printer lays it down."""
    LAID_OUT = "laid out"
    """Beside each other on the table, one of each kind."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A printed or fitted thing, by its name in the assembly."""

    name: str
    new: bool = False
    """It is this step's: in full colour. What has been there before is paler."""
    moved: Vector = (0.0, 0.0, 0.0)
    """How far out of its place it is drawn, in millimetres; an arrow tells the way back."""
    arrow: bool = True
    """False: the way back is not drawn, as many arrows say no more than one."""
    turned_over: bool = False
    """It lies on its head behind the rest, with the first of those that do."""


@dataclass(frozen=True, slots=True)
class Label:
    """Words at the picture's side, and a line to what they name."""

    text: str
    """With `{count}` for how many of that kind are needed, `{pins}` for its terminals from the
    last to the first, `{left_address}` and `{left_printed}` for a screen's address and its print.
    """
    thing: str
    terminal: str = ""
    """One terminal of the thing; empty for its middle."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture of a guide."""

    name: str
    """The picture's file, without its ending."""
    build: str
    """The build whose wires and assembly it is of."""
    things: tuple[Shown, ...]
    eye: Vector = FROM_THE_PLAYER
    """The direction from the things to the eye."""
    up: Vector = (0.0, 0.0, 1.0)
    """The direction that is drawn upward."""
    labels: tuple[Label, ...] = ()
    wires: tuple[str, ...] = ()
    """The terminals whose wires are laid in this step, each as "thing terminal"."""
    wires_before: tuple[str, ...] = ()
    """The terminals whose wires were laid before and are drawn without words."""
    wires_loose: tuple[str, ...] = ()
    """The terminals, not in the picture, whose wires end loose on their way there."""
    on_glass: tuple[tuple[str, View], ...] = ()
    """What the screens show: the screen's name, and a view as the gadget draws it."""
    about: tuple[str, ...] = ()
    """The things that fill the picture; empty for all."""
    arrangement: Arrangement = Arrangement.IN_PLACE
    beside: str = ""
    """An assembly that stands to the right; its things' names begin with its own and a colon."""
    detail: "Scene | None" = None
    """Some of its things once more, as they lie here, enlarged beside it; it alone says where the
    wires lead."""
    title: str = ""
    """What is written over it, where it is another's detail."""
