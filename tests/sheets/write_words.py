"""Writes the words in docs/GLOSSARY.md, from what the sheets explain:

.venv/bin/python -m tests.sheets.write_words
"""

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

import cdgdevice.sheets.reading
from cdgdevice.games.sheet_library import load_sheet, name_in_full, sheet_ids
from cdgdevice.rules.sheet_entries import SheetFamily
from cdgdevice.sheets.reading.terms_schema import add_shared_terms
from hardware.tables.blocks import with_blocks

GUIDE = Path(__file__).parents[2] / "docs" / "GLOSSARY.md"
SHARED = Path(cdgdevice.sheets.reading.__path__[0]) / "terms.toml"
OF_THE_BOOK = "standard-2018"
"""Whose words tell what several games share; what others call it is in brackets."""

FAMILIES = {
    SheetFamily.OPEN: "Draw pile beside the displays",
    SheetFamily.ROW: "Rows and two dice",
}
"""What tells apart the games with a word that has several meanings."""

Told = tuple[str, str]
"""A word and what it means."""


def page() -> str:
    """Give the page with its lists."""
    blocks = {
        "families": "\n".join(_families()),
        "shared": "\n".join(_shared_words()),
        "own": "\n\n".join(_own_words()),
    }
    return with_blocks(GUIDE.read_text(encoding="utf-8"), blocks)


def _families() -> Iterator[str]:
    """Tell which games a word with several meanings is said of."""
    sheets = [load_sheet(id_) for id_ in sheet_ids()]
    for family, what in FAMILIES.items():
        games = {
            sheet.title
            if all(other.family is family for other in sheets if other.title == sheet.title)
            else name_in_full(sheet)
            for sheet in sheets
            if sheet.family is family
        }
        yield f"- {what}: {', '.join(sorted(games))}."


def _shared_words() -> Iterator[str]:
    """Tell each word that documents share, with what else it is called."""
    sheets = [load_sheet(id_) for id_ in sorted(sheet_ids(), key=lambda id_: id_ != OF_THE_BOOK)]
    head = "\n[[terms]]\n"
    for entry in SHARED.read_text(encoding="utf-8").split(head)[1:]:
        told: list[Told] = []
        for sheet in sheets:
            explained = [(term.word, term.text) for term in sheet.terms]
            alone = add_shared_terms(replace(sheet, terms=()), head + entry).terms
            told += [
                (term.word, term.text) for term in alone if (term.word, term.text) in explained
            ]
        word, *others = dict.fromkeys(word for word, _ in told)
        yield _line(word, told[0][1], f" ({', '.join(others)})" if others else "")


def _own_words() -> Iterator[str]:
    """Tell the words that single games explain, below the games' names."""
    where: dict[Told, list[str]] = {}
    for sheet in map(load_sheet, sheet_ids()):
        for term in sheet.terms:
            if term.source:
                where.setdefault((term.word, term.text), []).append(name_in_full(sheet))
    games: dict[str, list[str]] = {}
    for told, titles in where.items():
        games.setdefault(", ".join(titles), []).append(_line(*told))
    for game, lines in sorted(games.items()):
        yield f"### {game}\n\n" + "\n".join(lines)


def _line(word: str, text: str, others: str = "") -> str:
    return f"- **{word}**{others}: {text}"


if __name__ == "__main__":
    GUIDE.write_text(page(), encoding="utf-8")
