"""The figures that the case is made from: bought parts' sizes and `case.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.tables.case import read_case, read_names
from hardware.tables.parts import Part, read_parts

Section = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Tables:
    """Bought parts by their names, and the sections of `case.toml` (millimetres, degrees)."""

    parts: Mapping[str, Part]
    case: Mapping[str, Section]
    names: Mapping[str, str] = field(default_factory=dict)
    """The sides' names over the console's screens, by `left` and `right`."""

    def mm(self, part: str, size: str) -> float:
        """Give a size of a bought part, in millimetres."""
        return self.parts[part].mm(size)


def read_tables() -> Tables:
    """Read the tables as they stand in this repository.

    Raises:
        TablesError: with a sentence for each mistake in them.
    """
    return Tables(read_parts(), read_case(), read_names())
