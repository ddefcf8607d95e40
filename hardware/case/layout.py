"""What a desk holds, and where: the builds with a desk differ in this and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Posts = tuple[tuple[float, Literal["front", "back"]], ...]
"""The middles (x, which wall) of the posts that a panel is screwed to."""


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

    `back_tongue` is how far from the middle the panel's two tongues at the back wall are.
    """

    name: str
    width: float
    depth: float
    screens: tuple[Place, ...]
    buttons: tuple[Place, ...]
    posts: Posts
    back_tongue: float
    knob: Place | None = None
    lit: bool = False


def one_screen(
    name: str, at: Mapping[str, float], *, button_u: float = 0, knob: Place | None = None
) -> Layout:
    """Lay out a desk with one screen and one button; `at` is its section of case.toml."""
    return Layout(
        name=name,
        width=at["width"],
        depth=at["depth"],
        screens=(Place("left_screen", "small-screen", 0, at["screen_v"]),),
        buttons=(Place("left_button", "plain-button", button_u, at["button_v"]),),
        posts=posts(at),
        back_tongue=at["back_tongue"],
        knob=knob,
    )


def posts(at: Mapping[str, float]) -> Posts:
    """Give the posts of a desk, two at each wall; `at` is its section of case.toml."""
    return (
        (-at["front_post_u"], "front"),
        (at["front_post_u"], "front"),
        (at["back_post_left"], "back"),
        (at["back_post_right"], "back"),
    )
