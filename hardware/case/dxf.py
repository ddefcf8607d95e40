"""Panels as a drawing for a laser: DXF, release 12, which every program for one reads.

Millimetres. Layer CUT has the outlines, ENGRAVE the letters, NAMES what each panel is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hardware.case.wood import Piece

CUT, ENGRAVE, NAMES = "CUT", "ENGRAVE", "NAMES"
_COLOURS = {CUT: 1, ENGRAVE: 5, NAMES: 8}
"""Red, blue and grey, as DXF counts them."""
_SHEET = 400.0
_APART = 6.0
_LETTERS = 4.0


def drawing(pieces: Iterable[Piece]) -> str:
    """Write the drawing: every panel as often as it is wanted, beside each other."""
    entities: list[str] = []
    x = y = high = 0.0
    for piece in pieces:
        left, low, right, top = _bounds(piece)
        for _ in range(piece.count):
            if x and x + right - left > _SHEET:
                x, y, high = 0.0, y + high + _APART + _LETTERS, 0.0
            entities += _entities(piece, x - left, y - low + _LETTERS)
            high = max(high, top - low + _LETTERS)
            x += right - left + _APART
    layers = [
        _pairs((0, "LAYER"), (2, name), (70, 0), (62, colour), (6, "CONTINUOUS"))
        for name, colour in _COLOURS.items()
    ]
    return "".join(
        (
            _pairs((0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (0, "ENDSEC")),
            _pairs((0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, len(layers))),
            *layers,
            _pairs((0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")),
            *entities,
            _pairs((0, "ENDSEC"), (0, "EOF")),
        )
    )


def same_drawing(one: bytes, other: bytes) -> bool:
    """Say whether two drawings have the same lines, to a hundredth of a millimetre."""
    a, b = one.split(), other.split()
    return len(a) == len(b) and all(map(_is_same, a, b))


def _is_same(one: bytes, other: bytes) -> bool:
    if one == other:
        return True
    try:
        return abs(float(one) - float(other)) <= 0.01
    except ValueError:
        return False


def _bounds(piece: Piece) -> tuple[float, float, float, float]:
    across, along = zip(*piece.outline, strict=True)
    return min(across), min(along), max(across), max(along)


def _entities(piece: Piece, x: float, y: float) -> Iterator[str]:
    """Give a panel moved by (x, y), its name below it."""
    for line in (piece.outline, *piece.holes):
        yield _line(line, CUT, x, y, closed=True)
    for at_x, at_y, wide in piece.circles:
        yield _pairs((0, "CIRCLE"), (8, CUT), *_point(at_x + x, at_y + y), (40, _mm(wide / 2)))
    for line in piece.engraved:
        yield _line(line, ENGRAVE, x, y, closed=False)
    left, low, _, _ = _bounds(piece)
    yield _pairs(
        (0, "TEXT"),
        (8, NAMES),
        *_point(left + x, low + y - _LETTERS),
        (40, _mm(_LETTERS * 0.7)),
        (1, piece.name),
    )


def _line(
    corners: Sequence[tuple[float, float]], layer: str, x: float, y: float, *, closed: bool
) -> str:
    start = _pairs((0, "POLYLINE"), (8, layer), (66, 1), *_point(0, 0), (70, int(closed)))
    points = [_pairs((0, "VERTEX"), (8, layer), *_point(a + x, b + y)) for a, b in corners]
    return "".join((start, *points, _pairs((0, "SEQEND"), (8, layer))))


def _point(x: float, y: float) -> tuple[tuple[int, str], ...]:
    return (10, _mm(x)), (20, _mm(y)), (30, "0.0")


def _mm(value: float) -> str:
    # No minus before nothing.
    return f"{round(value, 3) + 0.0:.3f}"


def _pairs(*pairs: tuple[int, str | int]) -> str:
    return "".join(f"{code}\n{value}\n" for code, value in pairs)
