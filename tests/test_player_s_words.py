"""What a player reads is plain: what CONTRIBUTING's page of style rules out stands nowhere."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules.sheet import Sheet
from cdgdevice.sheet_tools.sheet_words import sheet_lines

ROOT = Path(__file__).parent.parent
WRITES_TEXTS = sorted((ROOT / "cdgdevice").rglob("*.py"))
PAGES = (
    *(ROOT / name for name in ("README.md", "firmware/PROTOCOL.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *(ROOT / "docs" / name for name in ("cdgdevice.toml", "cdgdevice.1")),
    *sorted((ROOT / "cdgdevice" / "web" / "page").glob("*.html")),
    *sorted((ROOT / "cdgdevice" / "web" / "page").glob("*.js")),
)
UNPLAIN = re.compile(
    r"\bcarr(?:y|ies|ied)\b[^.]{0,30}\bout\b|\bit lies\b|\bdearest\b"
    r"|\b(?:to|can) be had\b|\btends?\b|\banew\b|\bgone on with\b|\bcounts? no more\b",
    re.IGNORECASE,
)


GOES_ON = re.compile(r"[\"']\s*\n\s*f?[\"']")
"""Where a text goes on in the next line of a module."""


def _said_in(module: Path) -> Iterator[str]:
    """Yield the string literals of a module that are no docstrings."""
    text = module.read_text("utf-8")
    if not UNPLAIN.search(GOES_ON.sub("", text)):
        return  # to parse all of them takes seconds
    tree = ast.parse(text)
    told = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    for each in ast.walk(tree):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in told:
            yield each.value


def _read_in(sheet: Sheet) -> str:
    notes = (f"{note.title}: {note.text}" for note in sheet.notes)
    return "\n".join((*sheet_lines(sheet), *notes))


def test_the_program_says_nothing_unplain() -> None:
    said = {module: list(filter(UNPLAIN.search, _said_in(module))) for module in WRITES_TEXTS}
    assert {module.name: texts for module, texts in said.items() if texts} == {}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_a_page_says_nothing_unplain(page: Path) -> None:
    assert UNPLAIN.findall(page.read_text("utf-8")) == []


@pytest.mark.parametrize("id_", sheet_ids())
def test_a_sheet_says_nothing_unplain(id_: str) -> None:
    assert UNPLAIN.findall(_read_in(load_sheet(id_))) == []


OF_ANOTHER_DOCUMENT = {
    "paths-of-glory-2016": r"\bchits?\b|discard pile|Method die|Fate Die|\bslots?\b",
    "twilight-struggle-five-card": (
        r"\bwhite\b|\bcolou?red\b|\bnominat\w*|\bchits?\b|Method die|Fate Die|\bslots?\b"
    ),
    **dict.fromkeys(
        (id_ for id_ in sheet_ids() if id_.endswith("-2018")),
        r"Fate Die|Cards Remaining|Max Hand Size|\bslots?\b|\bcubes?\b|Played Pile|draw deck",
    ),
}


@pytest.mark.parametrize("id_", OF_ANOTHER_DOCUMENT)
def test_a_sheet_says_no_word_of_another_document(id_: str) -> None:
    found = re.findall(OF_ANOTHER_DOCUMENT[id_], _read_in(load_sheet(id_)), re.IGNORECASE)
    assert found == []
