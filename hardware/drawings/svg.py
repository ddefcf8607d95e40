"""A few SVG shapes: enough for a header, a button's tabs and their names."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

INK = "#1d1d1f"
FONT = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a picture: x to the right, y down, in its pixels."""

    x: float
    y: float

    def by(self, x: float, y: float) -> "Spot":
        """Give the place that lies so much further."""
        return Spot(self.x + x, self.y + y)


def box(
    at: Spot, wide: float, high: float, fill: str, *, line: str = INK, round_by: float = 0
) -> str:
    """Draw a rectangle from its upper left corner."""
    return (
        f'<rect x="{_n(at.x)}" y="{_n(at.y)}" width="{_n(wide)}" height="{_n(high)}"'
        f' rx="{_n(round_by)}" fill="{fill}" stroke="{line}" stroke-width="2"/>'
    )


def disc(at: Spot, radius: float, fill: str, *, line: str = INK) -> str:
    """Draw a circle."""
    return (
        f'<circle cx="{_n(at.x)}" cy="{_n(at.y)}" r="{_n(radius)}" fill="{fill}"'
        f' stroke="{line}" stroke-width="2"/>'
    )


def stroke(spots: Iterable[Spot], colour: str = INK, *, wide: float = 3) -> str:
    """Draw a line from place to place."""
    points = " ".join(f"{_n(spot.x)},{_n(spot.y)}" for spot in spots)
    return (
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{_n(wide)}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def wire(spots: Iterable[Spot], colour: str) -> str:
    """Draw a wire: its colour between dark edges, so that a white one shows as well."""
    way = tuple(spots)
    return stroke(way, INK, wide=13) + stroke(way, colour, wide=9)


def words(
    at: Spot,
    text: str,
    size: float,
    *,
    anchor: str = "start",
    turned: float = 0,
    colour: str = INK,
    bold: bool = False,
    halo: bool = False,
) -> str:
    """Write one line, its middle at the height of the place; `turned` is in degrees, clockwise."""
    turn = f' transform="rotate({_n(turned)} {_n(at.x)} {_n(at.y)})"' if turned else ""
    weight = ' font-weight="bold"' if bold else ""
    edge = ' paint-order="stroke" stroke="#fff" stroke-width="8"' if halo else ""
    # A third of the size below the middle: not every program knows dominant-baseline.
    return (
        f'<text x="{_n(at.x)}" y="{_n(at.y)}" dy="{_n(size * 0.35)}" font-size="{_n(size)}"'
        f' text-anchor="{anchor}" fill="{colour}"{weight}{edge}{turn}>{escape(text)}</text>'
    )


def page(wide: float, high: float, title: str, shapes: Iterable[str]) -> str:
    """Put shapes on a white page; `title` is what a screen reader says of it."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(wide)} {_n(high)}"'
        f' width="{_n(wide)}" height="{_n(high)}" role="img" font-family="{FONT}">'
    )
    ground = f'<rect width="{_n(wide)}" height="{_n(high)}" fill="#fff"/>'
    return "\n".join((head, f"<title>{escape(title)}</title>", ground, *shapes, "</svg>", ""))


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
