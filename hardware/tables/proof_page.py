"""Every figure of every part, and who says so: counted in PROOF.md, and all of them as data."""

from collections import Counter

from hardware.tables.blocks import table, write_csv
from hardware.tables.figure import Figure, Source
from hardware.tables.parts import Part, Parts

_SAYS = {
    Source.DATA_SHEET: "the maker's data sheet",
    Source.MAKER: "the maker's page or design file",
    Source.STANDARD: "a standard",
    Source.OTHERS: "somebody else's drawing or measurement, in public",
    Source.ASSUMPTION: "nobody: we assume it",
}


def count_sources(parts: Parts) -> str:
    """Return a table of how many figures each kind of source has told."""
    count = Counter(figure.source for _, _, figure in _list_figures(parts))
    rows = [(_SAYS[source], str(count[source])) for source in Source]
    return table(("who says so", "figures"), rows)


def all_figures(parts: Parts) -> str:
    """Write every figure of every part with its source, as CSV: what we assume comes first."""
    order = [Source.ASSUMPTION, *(source for source in Source if source is not Source.ASSUMPTION)]
    rows = sorted(_list_figures(parts), key=lambda row: order.index(row[2].source))
    return write_csv(
        ("part", "figure", "value", "source", "told by"),
        (
            (part.id, name, _value(name, figure), figure.source.value, figure.told_by)
            for part, name, figure in rows
        ),
    )


def _list_figures(parts: Parts) -> list[tuple[Part, str, Figure]]:
    return [
        (part, f"{section}.{name}", figure)
        for part in parts.values()
        for section, figures in (("size", part.size), ("electric", part.electric))
        for name, figure in figures.items()
    ]


def _value(name: str, figure: Figure) -> str:
    """Write the value with its unit, which is millimetres or the end of the name."""
    if name.startswith("size."):
        return f"{figure.value:g} mm"
    unit = name.rpartition("_")[2]
    said = {"ohm": "Ω", "percent": "%", "uA": "µA"}.get(unit, unit)
    return f"{figure.value:g} {said}"
