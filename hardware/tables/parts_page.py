"""What the parts' files say to buyers: a list for each build, its cost, and all of them as CSV."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from hardware.board.page import parts_soldered_by_the_factory
from hardware.tables.blocks import table, write_csv
from hardware.tables.builds import BOARD, CONSOLE, LISTS, Build
from hardware.tables.parts import Part

_HEADS: Final = ("how many", "part, and what for", "maker's number", "€ apiece")

BOXES: Final = (Build.SOLDER_FREE.value, Build.MINIMAL.value, Build.REFERENCE.value, CONSOLE)
"""What is a gadget of its own: the other lists are additions to one."""

_COSTS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "solder-free": ((Build.SOLDER_FREE.value,), ()),
    "minimal": ((Build.MINIMAL.value,), ()),
    "reference": ((Build.REFERENCE.value,), ()),
    "reference, its screens on I2C": (
        (Build.REFERENCE.value, Build.FOUR_PINS.value),
        ("spi-screen",),
    ),
    "reference, with the board": (
        (Build.REFERENCE.value, BOARD),
        ("power-supply", "lamp-resistor"),
    ),
    "console, with its board": ((BOARD, CONSOLE), ("tab-receptacles",)),
    "besides: die tray": ((Build.DIE_TRAY.value,), ()),
    "besides: its motor": ((Build.MOTOR.value,), ()),
}
"""What somebody pays for: the lists that are bought, and the parts of them that it does without."""


def blocks(parts: Mapping[str, Part]) -> dict[str, str]:
    """Give the blocks of the page by name; what every box takes alike is listed once."""
    common = parts_of_every_box(parts.values())
    without = {BOARD: parts_soldered_by_the_factory(), **dict.fromkeys(BOXES, common)}
    made = {build: _build(build, parts.values(), without.get(build, ())) for build in LISTS}
    alike = [part for part in parts.values() if part.id in common]
    made["every-box"] = _build(BOXES[0], alike)
    return made


def parts_of_every_box(parts: Iterable[Part]) -> frozenset[str]:
    """Return the parts of which every box takes the same number."""
    counts = {part.id: {part.count(box) for box in BOXES} for part in parts}
    return frozenset(id_ for id_, each in counts.items() if len(each) == 1 and each != {0})


def all_parts(parts: Iterable[Part]) -> str:
    """Write every part with all that helps to buy it, a line each, as CSV."""
    columns = (
        *("part", "what for", "maker", "maker's number", "what to look for", "fits as well"),
        *("traps", "€ from", "€ to", "priced", "sold as", "looked up", *LISTS),
    )
    rows = (
        (
            *(part.name, part.what_for, part.maker, part.number, part.looks),
            *("; ".join(part.substitutes), " ".join(part.traps), *part.euro),
            *(f"{part.priced:%Y-%m}", ", ".join(map(" ".join, part.sold.items()))),
            *(part.looked_up or "", *(part.count(what) or "" for what in LISTS)),
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


def cost_table(parts: Iterable[Part]) -> str:
    """Write what each whole build and each addition costs, with the month of its latest price."""
    parts = list(parts)
    rows = []
    for name, (lists, without) in _COSTS.items():
        counts = [(part, sum(map(part.count, lists))) for part in parts if part.id not in without]
        needed = [(part, count) for part, count in counts if count]
        low = sum(part.euro[0] * count for part, count in needed)
        high = sum(part.euro[1] * count for part, count in needed)
        priced = max(part.priced for part, _ in needed)
        rows.append((name, f"{_round(low)}-{_round(high)} €", f"{priced:%Y-%m}"))
    return table(("build", "all its parts, about", "as of"), rows)


def _round(euro: float) -> int:
    """Round to five euros: the estimates are no better."""
    return 5 * round(euro / 5)


def _band(low: float, high: float) -> str:
    return f"{low:g}-{high:g}"
