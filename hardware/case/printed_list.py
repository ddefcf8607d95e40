"""The list of what is printed: sizes, weights, how it lies. Read off the STL files.

It needs no CAD library, so that any test can make it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import numpy as np

from hardware.tables.case import read_case

# Grams in a cubic millimetre of PLA: 1.24 g/cm3, as makers of filament give it.
PLA = 1.24e-3

LIES: Mapping[str, str] = {
    "body": "upright, as it stands on the table",
    "panel": "its front on the bed",
    "clip": "flat, the step at its end upwards",
    "hood": "on its slope, face down, with the inlay in it",
    "inserts": "as the hood, in its place: its posts take heat-set inserts",
    "inlay": "in the hood, its first layers: in a second colour",
    "base": "flat, as it lies below the hood",
    "cap": "its top on the bed; only if you don't buy a cap",
    "tray": "upside down, its rim on the bed",
    "well": "the side that the window lies on, on the bed",
    "plate": "flat, as it lies below the tray",
    "tower": "upside down, its mouth on the bed; an option",
}
"""How each kind lies on the bed, as its STL file has it already."""


def read_stl(content: bytes) -> Any:
    """Give a STL file's content as trimesh's mesh."""
    import trimesh

    return trimesh.load(BytesIO(content), file_type="stl")


def measures(content: bytes) -> list[float]:
    """Give volume, surface, bounds and middle of what a STL file's content shows."""
    mesh = read_stl(content)
    return [mesh.volume, mesh.area, *mesh.bounds.ravel(), *mesh.center_mass]


def printed_list(meshes: Mapping[str, bytes], counts: Mapping[str, int]) -> str:
    """Write the list: by the files' names, their content and how many are printed of each."""
    printing = read_case()["printing"]
    lines = [
        "| file | how many | size | solid | printed | how it lies |",
        "|---|--:|---|--:|--:|---|",
    ]
    for name, content in sorted(meshes.items()):
        mesh = read_stl(content)
        size = " x ".join(f"{length:.0f}" for length in np.ptp(mesh.bounds, axis=0))
        shell = min(mesh.volume, mesh.area * printing["perimeters"])
        printed = shell + printing["infill"] * (mesh.volume - shell)
        grams = [_grams(volume) for volume in (mesh.volume, printed)]
        kind = name.rpartition("-")[2]
        lines.append(
            f"| [{name}.stl](stl/{name}.stl) | {counts[name]} | {size} mm | {grams[0]} "
            f"| {grams[1]} | {LIES[kind]} |"
        )
    lines += [
        "",
        "Each of PLA (1.24 g/cm³). *Printed* is a generous estimate: "
        f"{printing['perimeters']:g} mm of walls, floors and ceilings, and "
        f"{printing['infill']:.0%} infill. "
        "None needs supports. Made by `make hardware`.",
        "",
    ]
    return "\n".join(lines)


def _grams(volume: float) -> str:
    weight = volume * PLA
    return f"{weight:.0f} g" if weight >= 10 else f"{weight:.1f} g"
