"""The table of what the models measure: small, committed, and compared in place of the files.

A STEP or STL file of the same part differs with the version of the CAD library. Its volume, surface
and bounds do not, so a change of a part shows here as a changed line. It needs no CAD library.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from math import isclose
from typing import Final

CLOSE: Final = 1e-3
"""By what share a figure may differ and still be that of the same part."""
CLOSE_MM: Final = 0.01
_HEADS: Final = "file\tpieces\tfaces\tvolume_mm3\tsurface_mm2\tleast_mm\tmost_mm\tcentre_mm"

Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Measured:
    """What one file holds; of a mesh the faces count nothing, and stand as 0."""

    file: str
    pieces: int
    faces: int
    volume: float
    surface: float
    least: Point
    most: Point
    centre: Point

    @property
    def size(self) -> Point:
        """The lengths of its sides (mm)."""
        x, y, z = (high - low for low, high in zip(self.least, self.most, strict=True))
        return x, y, z


def measure_stl(file: str, content: bytes) -> Measured:
    """Measure what a STL file's content shows."""
    from hardware.case.printed_list import read_stl

    mesh = read_stl(content)
    return Measured(
        file,
        mesh.body_count,
        0,
        mesh.volume,
        mesh.area,
        _point(mesh.bounds[0]),
        _point(mesh.bounds[1]),
        _point(mesh.center_mass),
    )


def write_table(rows: Iterable[Measured]) -> str:
    """Return the table as it is committed, a line for each file, in the order of the names."""
    lines = [_HEADS]
    for row in sorted(rows, key=lambda row: row.file):
        cells = (" ".join(_short(v, 3) for v in p) for p in (row.least, row.most, row.centre))
        start = (row.file, str(row.pieces), str(row.faces))
        lines.append("\t".join((*start, _short(row.volume, 1), _short(row.surface, 1), *cells)))
    return "\n".join(lines) + "\n"


def read_table(text: str) -> Mapping[str, Measured]:
    """Return the rows of a table by their files' names."""
    heads, *lines = text.splitlines()
    if heads != _HEADS:
        raise ValueError("This is no table of models.")
    rows = [line.split("\t") for line in lines]
    return {
        file: Measured(
            file, int(pieces), int(faces), float(volume), float(surface), *map(_parse, points)
        )
        for file, pieces, faces, volume, surface, *points in rows
    }


def same_table(one: bytes, other: bytes) -> bool:
    """Return whether two tables measure the same parts, if not by the same version of a tool."""
    a, b = (read_table(content.decode()) for content in (one, other))
    return a.keys() == b.keys() and all(_is_same(a[file], b[file]) for file in a)


def _is_same(one: Measured, other: Measured) -> bool:
    a, b = _figures(one), _figures(other)
    return all(isclose(x, y, rel_tol=CLOSE, abs_tol=CLOSE_MM) for x, y in zip(a, b, strict=True))


def _figures(row: Measured) -> list[float]:
    _, pieces, faces, volume, surface, *points = astuple(row)
    return [pieces, faces, volume, surface, *(value for point in points for value in point)]


def _point(values: Iterable[float]) -> Point:
    x, y, z = map(float, values)
    return x, y, z


def _parse(text: str) -> Point:
    return _point(map(float, text.split(" ")))


def _short(value: float, digits: int) -> str:
    return f"{round(value, digits) + 0.0:.{digits}f}"
