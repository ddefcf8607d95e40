"""Everything printed as files: STEP as it stands in the box, STL and 3MF as it lies on the bed.

And the drawing by which a laser cuts the wooden console.
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
from hardware.case.mesh import mesh
from hardware.case.minimal import minimal
from hardware.case.printed_list import measures, printed_list
from hardware.case.reference import reference
from hardware.case.solder_free import solder_free
from hardware.case.spare_cap import spare_cap
from hardware.case.tables import Tables, read_tables
from hardware.case.two_colours import two_colours
from hardware.case.wood import pieces

MADE = Path("hardware/made")
# A STEP file tells when it was made: always then, so that the same model gives the same file.
WHEN = "2026-11-01T00:00:00"
# How far a size of the same thing made by another version of OCC may differ.
ALIKE = 1e-3


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
    """Give every STEP, STL and 3MF file and the list, by path from the repository's root."""
    files: dict[Path, bytes] = {}
    counts = {}
    tables = read_tables()
    for assembly in (*assemblies(tables), spare_cap(tables)):
        for name, printed, count in kinds(assembly):
            counts[name] = count
            files[MADE / "step" / f"{name}.step"] = step(printed.solid, name)
            files[MADE / "stl" / f"{name}.stl"] = stl(printed.lying(), name)
        if assembly.name == "console":
            hood, inlay = (printed.lying() for printed in assembly.printed[:2])
            files[MADE / "3mf" / "console-hood.3mf"] = two_colours(hood, inlay)
    name, printed = "console-hood-inserts", hood_with_inserts(tables)
    counts[name] = 1
    files[MADE / "step" / f"{name}.step"] = step(printed.solid, name)
    files[MADE / "stl" / f"{name}.stl"] = stl(printed.lying(), name)
    files[MADE / "dxf" / "console-wood.dxf"] = drawing(pieces(tables)).encode()
    meshes = {path.stem: content for path, content in files.items() if path.suffix == ".stl"}
    files[MADE / "printed.md"] = printed_list(meshes, counts).encode()
    return files


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


def same_stl(one: bytes, other: bytes) -> bool:
    """Say whether two STL files show the same thing, if not by the same triangles."""
    return one == other or bool(np.allclose(measures(one), measures(other), rtol=ALIKE, atol=0.01))


def same_step(one: bytes, other: bytes) -> bool:
    """Say whether two STEP files hold the same solid, if not written by the same version."""
    return one == other or bool(np.allclose(_solid(one), _solid(other), rtol=ALIKE, atol=0.01))


def _solid(content: bytes) -> list[float]:
    solid = read_step(content)
    bounds = solid.bounding_box()
    return [solid.volume, solid.area, *bounds.min, *bounds.max, *solid.center()]


def read_step(content: bytes) -> Shape:
    """Give the solid in a STEP file's content."""
    with tempfile.NamedTemporaryFile(suffix=".step") as file:
        file.write(content)
        file.flush()
        return import_step(file.name)
