"""Writes the table of words in docs/GLOSSARY.md, from what the sheets explain:

.venv/bin/python -m tests.sheets.write_words
"""

from pathlib import Path

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from hardware.tables.blocks import table, with_blocks

GUIDE = Path(__file__).parents[2] / "docs" / "GLOSSARY.md"
HEADS = ("word", "what it means", "sheets")
YEARS = ("2018", "2022")
"""Many sheets have a document of one of these years; `*-2018` is all of them."""
MOST_NAMED = 3
"""So many sheets of a year are named; of more it is said which are not among them."""


def page() -> str:
    """Give the page with its table."""
    where: dict[tuple[str, str], list[str]] = {}
    for sheet in sheet_ids():
        for term in load_sheet(sheet).terms:
            where.setdefault((term.word, term.text), []).append(sheet)
    rows = (
        (word, text, in_short(sheets))
        for (word, text), sheets in sorted(where.items(), key=lambda each: each[0][0].casefold())
    )
    return with_blocks(GUIDE.read_text(encoding="utf-8"), {"words": table(HEADS, rows)})


def in_short(sheets: list[str]) -> str:
    """Name these sheets; many of one year together."""
    named, left = [], list(sheets)
    for year in YEARS:
        every = [sheet for sheet in sheet_ids() if sheet.endswith(year)]
        some = [sheet for sheet in left if sheet in every]
        out = [sheet for sheet in every if sheet not in some]
        if len(some) > MOST_NAMED and len(out) < len(some):
            less = f" (not {', '.join(f'`{sheet}`' for sheet in out)})" if out else ""
            named.append(f"`*-{year}`{less}")
            left = [sheet for sheet in left if sheet not in some]
    return ", ".join((*named, *(f"`{sheet}`" for sheet in left)))


if __name__ == "__main__":
    GUIDE.write_text(page(), encoding="utf-8")
