"""The figures that the case is made from: bought parts' sizes and `case.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hardware.tables.parts import Part, read_parts

CASE = Path(__file__).resolve().parent.parent / "case.toml"

Section = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Tables:
    """Bought parts by their names, and the sections of `case.toml` (millimetres, degrees)."""

    parts: Mapping[str, Part]
    case: Mapping[str, Section]

    def mm(self, part: str, size: str) -> float:
        """Give a size of a bought part, in millimetres."""
        return self.parts[part].mm(size)


def read_tables() -> Tables:
    """Read the tables as they stand in this repository."""
    with CASE.open("rb") as file:
        return Tables(read_parts(), tomllib.load(file))
