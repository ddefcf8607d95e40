"""What the parts' files say to buyers: a list for each build, its cost, and all of them as CSV."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from hardware.board.page import parts_soldered_by_the_factory
from hardware.tables.blocks import table, write_csv
from hardware.tables.builds import BOARD, LISTS
from hardware.tables.parts import Part

_HEADS: Final = ("how many", "part, and what for", "maker's number", "€ apiece")


def blocks(parts: Mapping[str, Part]) -> dict[str, str]:
    """Give the blocks of the page by name."""
    made = {build: _build(build, parts.values()) for build in LISTS if build != BOARD}
    made[BOARD] = _build(BOARD, parts.values(), without=parts_soldered_by_the_factory())
    made["cost"] = _costs(parts.values())
    return made


def all_parts(parts: Iterable[Part]) -> str:
    """Write every part with all that helps to buy it, a line each, as CSV."""
    columns = (
        *("part", "what for", "maker", "maker's number", "what to look for", "fits as well"),
        *("traps", "€ from", "€ to", "priced", *LISTS),
    )
    rows = (
        (
            *(part.name, part.what_for, part.maker, part.number, part.looks),
            *("; ".join(part.substitutes), " ".join(part.traps), *part.euro),
            *(f"{part.priced:%Y-%m}", *(part.count(what) or "" for what in LISTS)),
        )
        for part in parts
    )
    return write_csv(columns, rows)


def _build(build: str, parts: Iterable[Part], without: Collection[str] = ()) -> str:
    needed = [part for part in parts if part.count(build) and part.id not in without]
    needed.sort(key=lambda part: -part.euro[1] * part.count(build))  # what matters comes first
    return table(_HEADS, [_row(str(part.count(build)), part) for part in needed])


def _row(count: str, part: Part) -> tuple[str, ...]:
    number = f"{part.maker} {part.number}".strip() or "any"
    cells = (count, f"{part.name}: {part.what_for}", number, _band(*part.euro))
    return tuple(cell.replace("|", "\\|") for cell in cells)


def _costs(parts: Iterable[Part]) -> str:
    parts = list(parts)
    rows = []
    for build in LISTS:
        needed = [(part, part.count(build)) for part in parts if part.count(build)]
        low = sum(part.euro[0] * count for part, count in needed)
        high = sum(part.euro[1] * count for part, count in needed)
        priced = max(part.priced for part, _ in needed)
        rows.append((build, f"{_round(low)}-{_round(high)} €", f"{priced:%Y-%m}"))
    return table(("build", "all its parts, about", "as of"), rows)


def _round(euro: float) -> int:
    """Round to five euros: the estimates are no better."""
    return 5 * round(euro / 5)


def _band(low: float, high: float) -> str:
    return f"{low:g}-{high:g}"
