"""The list of what is printed: sizes, weights, how it lies. Taken from the table of the models.

It needs no CAD library, so that any test can make it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import Any

from hardware.case.models_table import Measured
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
    "piece": "its front on the bed, its letters up; to be tried first",
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


def printed_list(rows: Iterable[Measured], counts: Mapping[str, int]) -> str:
    """Write the list: of each STL file what it measures, and how many are printed of it."""
    printing = read_case()["printing"]
    lines = [
        "| file | how many | size | solid | printed | how it lies |",
        "|---|--:|---|--:|--:|---|",
    ]
    for row in rows:
        name = row.file.removesuffix(".stl")
        size = " x ".join(f"{length:.0f}" for length in row.size)
        shell = min(row.volume, row.surface * printing["perimeters"])
        printed = shell + printing["infill"] * (row.volume - shell)
        grams = [_grams(volume) for volume in (row.volume, printed)]
        kind = name.rpartition("-")[2]
        lines.append(
            f"| {row.file} | {counts[name]} | {size} mm | {grams[0]} | {grams[1]} | {LIES[kind]} |"
        )
    lines += [
        "",
        "Each of PLA (1.24 g/cm³). *Printed* is a generous estimate: "
        f"{printing['perimeters']:g} mm of walls, floors and ceilings, and "
        f"{printing['infill']:.0%} infill. "
        "None needs supports. "
        "[Where these files come from](../README.md#files-to-print-and-to-order).",
        "",
    ]
    return "\n".join(lines)


def _grams(volume: float) -> str:
    weight = volume * PLA
    return f"{weight:.0f} g" if weight >= 10 else f"{weight:.1f} g"
