"""What a desk holds, and where: the two builds differ in this and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Place:
    """A bought thing on the panel: its name, its part, and its middle (u, v) in millimetres."""

    name: str
    part: str
    u: float
    v: float
    mark: str = ""
    """A letter engraved beside it, behind the panel."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A desk's outline (width and depth in millimetres) and what its panel carries.

    `posts` are the middles (x, which wall) of the posts that the panel is screwed to, and
    `back_tongue` is how far from the middle its two tongues at the back wall are.
    """

    name: str
    width: float
    depth: float
    screens: tuple[Place, ...]
    buttons: tuple[Place, ...]
    posts: tuple[tuple[float, Literal["front", "back"]], ...]
    back_tongue: float
    knob: Place | None = None
    lit: bool = False
