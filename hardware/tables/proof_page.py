"""The blocks of PROOF.md: every figure of every part, and who says so."""

from collections import Counter
from collections.abc import Mapping

from hardware.tables.blocks import table
from hardware.tables.figure import Figure, Source
from hardware.tables.parts import Part

_SAYS = {
    Source.DATA_SHEET: "the maker's data sheet",
    Source.MAKER: "the maker's page or design file",
    Source.STANDARD: "a standard",
    Source.OTHERS: "somebody else's drawing or measurement, in public",
    Source.ASSUMPTION: "nobody: we assume it",
}


def blocks(parts: Mapping[str, Part]) -> dict[str, str]:
    """Give the blocks of the page by name."""
    found = [
        (part, f"{section}.{name}", figure)
        for part in parts.values()
        for section, figures in (("size", part.size), ("electric", part.electric))
        for name, figure in figures.items()
    ]
    count = Counter(figure.source for _, _, figure in found)
    made = {
        "counts": table(
            ("who says so", "figures"), [(_SAYS[source], str(count[source])) for source in Source]
        )
    }
    for source in Source:
        rows = [
            (part.id, f"`{name}`", _value(name, figure), figure.told_by)
            for part, name, figure in found
            if figure.source is source
        ]
        made[source.value.replace(" ", "-")] = table(("part", "figure", "value", "told by"), rows)
    return made


def _value(name: str, figure: Figure) -> str:
    """Write the value with its unit, which is millimetres or the end of the name."""
    if name.startswith("size."):
        return f"{figure.value:g} mm"
    unit = name.rpartition("_")[2]
    said = {"ohm": "Ω", "percent": "%", "uA": "µA"}.get(unit, unit)
    return f"{figure.value:g} {said}"
