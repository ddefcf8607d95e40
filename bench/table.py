"""The figures as a table of 80 columns."""

from collections.abc import Iterable
from dataclasses import dataclass

WIDTH = 80


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that was measured on both."""

    what: str
    ours: float | None
    maker: float | None
    digits: int = 0
    """After the point."""


def table(rows: Iterable[Row | str]) -> str:
    """Set the rows; a string is a heading. The last column is ours as a part of the maker's."""
    lines = [f"{'':44}{'cdgdevice':>12}{'maker':>12}{'ratio':>12}"]
    for row in rows:
        lines.append(f"\n{row}" if isinstance(row, str) else _line(row))
    return "\n".join(lines)


def _line(row: Row) -> str:
    ratio = f"{row.ours / row.maker:.2f}" if row.ours is not None and row.maker else "-"
    ours, maker = (
        "-" if value is None else f"{value:,.{row.digits}f}" for value in (row.ours, row.maker)
    )
    return f"  {row.what:42}{ours:>12}{maker:>12}{ratio:>12}"
