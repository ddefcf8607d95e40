"""The blocks of PARTS.md: what to buy for each build, what it costs, and the traps part by part."""

from collections.abc import Iterable, Mapping

from hardware.tables.blocks import table
from hardware.tables.builds import LISTS
from hardware.tables.parts import Part

_HEADS = ("how many", "part", "maker's number", "what to look for", "fits as well", "€ apiece")


def blocks(parts: Mapping[str, Part]) -> dict[str, str]:
    """Give the blocks of the page by name."""
    made = {build: _build(build, parts.values()) for build in LISTS}
    options = [part for part in parts.values() if part.is_option]
    made["options"] = table(_HEADS, [_row("", part) for part in options])
    made["cost"] = _costs(parts.values())
    made["traps"] = "\n".join(
        f"- **{_cell(part.name)}**: {' '.join(part.traps)}" for part in parts.values() if part.traps
    )
    return made


def _build(build: str, parts: Iterable[Part]) -> str:
    needed = [part for part in parts if part.count(build)]
    needed.sort(key=lambda part: -part.euro[1] * part.count(build))  # what matters comes first
    return table(_HEADS, [_row(str(part.count(build)), part) for part in needed])


def _row(count: str, part: Part) -> tuple[str, ...]:
    number = f"{part.maker} {part.number}".strip() or "many make it"
    what = f"{part.name}: {part.what_for}"
    others = "; ".join(part.substitutes)
    cells = (count, what, number, part.looks, others, _band(*part.euro))
    return tuple(_cell(cell) for cell in cells)


def _costs(parts: Iterable[Part]) -> str:
    parts = list(parts)
    rows = []
    for build in LISTS:
        needed = [(part, part.count(build)) for part in parts if part.count(build)]
        low = sum(part.euro[0] * count for part, count in needed)
        high = sum(part.euro[1] * count for part, count in needed)
        priced = max(part.priced for part, _ in needed)
        rows.append((build, f"{_round(low)} to {_round(high)} €", f"{priced:%Y-%m}"))
    return table(("build", "all its parts, about", "as of"), rows)


def _round(euro: float) -> int:
    """Round to five euros: the estimates are no better."""
    return 5 * round(euro / 5)


def _band(low: float, high: float) -> str:
    return f"{low:g} to {high:g}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
