"""Everything printed as files: STEP as it stands in the box, STL and 3MF as it lies on the bed.

These are not committed; what they measure is. And the drawing for the wooden console's laser.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path

import numpy as np
from build123d import Shape, export_step, import_step

from hardware.case.assembly import Assembly, Printed
from hardware.case.console import console, hood_with_inserts
from hardware.case.die_tray import die_tray
from hardware.case.dxf import drawing
from hardware.case.fit_piece import fit_piece
from hardware.case.mesh import mesh
from hardware.case.minimal import minimal
from hardware.case.models_table import Measured, measure_stl, read_table, write_table
from hardware.case.printed_list import printed_list
from hardware.case.reference import reference
from hardware.case.solder_free import solder_free
from hardware.case.spare_cap import spare_cap
from hardware.case.tables import Tables, read_tables
from hardware.case.two_colours import two_colours
from hardware.case.wood import pieces
from hardware.places import FILES, MADE

MODELS = MADE / "models.tsv"
"""What each file measures: committed in place of the files."""
# A STEP file tells when it was made: always then, so that the same model gives the same file.
WHEN = "2026-11-01T00:00:00"


def assemblies(tables: Tables) -> tuple[Assembly, ...]:
    """Put every box of the project together."""
    return (
        minimal(tables),
        reference(tables),
        die_tray(tables),
        solder_free(tables),
        console(tables),
    )


def made_files() -> Mapping[Path, bytes]:
    """Give every file to print and what is read of them, by path from the repository's root."""
    tables = read_tables()
    files: dict[Path, bytes] = {}
    rows: list[Measured] = []
    counts: dict[str, int] = {}
    for name, printed, count in _printed(tables):
        mesh = stl(printed.lying(), name)
        files[FILES / "step" / f"{name}.step"] = step(printed.solid, name)
        files[FILES / "stl" / f"{name}.stl"] = mesh
        rows += [measure_solid(f"{name}.step", printed.solid), measure_stl(f"{name}.stl", mesh)]
        counts[name] = count
    hood, inlay = (printed.lying() for printed in console(tables).printed[:2])
    files[FILES / "3mf" / "console-hood.3mf"] = two_colours(hood, inlay)
    files[MADE / "dxf" / "console-wood.dxf"] = drawing(pieces(tables)).encode()
    table = write_table(rows)
    files[MODELS] = table.encode()
    # Of the rounded figures, so that the list follows from what is committed.
    meshes = [row for file, row in read_table(table).items() if file.endswith(".stl")]
    files[MADE / "printed.md"] = printed_list(meshes, counts).encode()
    return files


def _printed(tables: Tables) -> Iterator[tuple[str, Printed, int]]:
    """Give everything that is printed: its name, one of it, and how many a build needs."""
    for assembly in (*assemblies(tables), spare_cap(tables), fit_piece(tables)):
        yield from kinds(assembly)
    yield "console-hood-inserts", hood_with_inserts(tables), 1


def kinds(assembly: Assembly) -> Iterator[tuple[str, Printed, int]]:
    """Give the name of each file of an assembly, one thing of that kind, and how many it needs."""
    alike = [printed.kind or printed.name for printed in assembly.printed]
    for number, kind in enumerate(alike):
        if alike.index(kind) == number:
            yield f"{assembly.name}-{kind}", assembly.printed[number], alike.count(kind)


def step(solid: Shape, name: str) -> bytes:
    """Give a solid as the content of a STEP file."""
    content = BytesIO()
    solid.label = name
    export_step(solid, content, write_pcurves=False, timestamp=WHEN)
    return content.getvalue()


def stl(solid: Shape, name: str) -> bytes:
    """Give a solid as the content of a binary STL file."""
    points, triangles = mesh(solid)
    corners = points[triangles]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(across, axis=1, keepdims=True)
    rows = np.zeros(
        len(triangles), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")]
    )
    rows["normal"] = across / np.where(length > 0, length, 1)
    rows["corners"] = corners
    return name.encode().ljust(80) + np.uint32(len(rows)).tobytes() + rows.tobytes()


def measure_solid(file: str, solid: Shape) -> Measured:
    """Measure a solid, for the line of its STEP file."""
    bounds = solid.bounding_box()
    low, high, centre = ((p.X, p.Y, p.Z) for p in (bounds.min, bounds.max, solid.center()))
    counts = len(solid.solids()), len(solid.faces())
    return Measured(file, *counts, solid.volume, solid.area, low, high, centre)


def read_step(content: bytes) -> Shape:
    """Give the solid in a STEP file's content."""
    with tempfile.NamedTemporaryFile(suffix=".step") as file:
        file.write(content)
        file.flush()
        return import_step(file.name)
