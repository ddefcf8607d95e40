"""A sheet uses the words of its own document.

What no text says is in tests/house/test_words_not_used.py.
"""

import ast
import re
from pathlib import Path

import pytest

import cdgdevice
from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules.sheet import Sheet
from cdgdevice.sheet_tools.sheet_words import sheet_lines

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

VERBS_OF_ANOTHER_DOCUMENT = {
    "paths-of-glory-2016": r"\b(?:propos|discard)\w*",
    "twilight-struggle-five-card": r"\bnominat\w*",
    "last-crusade": r"\b(?:nominat|propos|slid)\w*",
    **dict.fromkeys((id_ for id_ in sheet_ids() if id_.endswith("-2018")), r"\b(?:propos|slid)\w*"),
    **dict.fromkeys((id_ for id_ in sheet_ids() if id_.endswith("-2022")), r"\bpropos\w*"),
}
"""Only Five proposes, in a row cards slide, and V3 says that no card is discarded."""
OF_DICE = r"\b(?:threw|throws?|thrown|throwing)\b"
OF_NO_DOCUMENT = rf"\b(?:lay|laid|lays)\b|{OF_DICE}"
"""In all documents cards are placed, flipped, drawn and discarded, and dice are rolled."""
_PACKAGE = Path(cdgdevice.__file__).parent
TEXTS = (*sorted(_PACKAGE.glob("rules/texts/*.py")), _PACKAGE / "ui" / "texts.py")
SCRIPTS = tuple(sorted(_PACKAGE.glob("web/page/*.js")))
_ROOT = Path(__file__).parents[1]
PAGES = (
    _ROOT / "README.md",
    # The bench of the classifier throws modelled dice, and its tables say so.
    *(page for page in sorted(_ROOT.glob("docs/*.[m1t]*")) if page.name != "CLASSIFIER.md"),
    _PACKAGE / "web" / "page" / "index.html",
    _PACKAGE / "sheets" / "reading" / "terms.toml",
)


def _read_in(sheet: Sheet) -> str:
    notes = (f"{note.title}: {note.text}" for note in sheet.notes)
    variants = (f"{variant.title}: {variant.text}" for variant in sheet.variants)
    return "\n".join((*sheet_lines(sheet), *notes, *variants))


@pytest.mark.parametrize("id_", OF_ANOTHER_DOCUMENT)
def test_a_sheet_says_no_word_of_another_document(id_: str) -> None:
    found = re.findall(OF_ANOTHER_DOCUMENT[id_], _read_in(load_sheet(id_)), re.IGNORECASE)
    assert found == []


@pytest.mark.parametrize("id_", sheet_ids())
def test_a_sheet_uses_the_verbs_of_the_documents(id_: str) -> None:
    assert re.findall(OF_NO_DOCUMENT, _read_in(load_sheet(id_)), re.IGNORECASE) == []


@pytest.mark.parametrize("id_", sheet_ids())
def test_a_sheet_uses_no_verb_of_another_document(id_: str) -> None:
    found = re.findall(VERBS_OF_ANOTHER_DOCUMENT[id_], _read_in(load_sheet(id_)), re.IGNORECASE)
    assert found == []


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_what_a_player_reads_says_that_dice_are_rolled(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    prose = re.sub(r"(?s)```.*?```|`[^`]*`|\]\([^)]*\)", "", text)
    if file.suffix == ".html":
        labels = re.findall(r'(?s)\b(?:aria-label|title|alt)="([^"]*)"', text)
        prose = "\n".join((re.sub(r"(?s)<[^>]*>", "", prose), *labels))
    assert re.findall(OF_DICE, prose, re.IGNORECASE) == []


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_what_the_page_s_scripts_say_tells_of_rolls_too(file: Path) -> None:
    code = re.sub(r"(?m)^\s*//.*$|\s// .*$", "", file.read_text(encoding="utf-8"))
    strings = re.findall(r'"[^"\n]*"|`[^`]*`', code)
    # What is said is more than a word; a name inside of it is not said.
    said = [text for text in strings if " " in text]
    assert [text for text in said if re.search(OF_DICE, re.sub(r"\${\w+", "", text), re.I)] == []


def test_reports_and_messages_of_the_package_tell_of_rolls_too() -> None:
    said = [text for file in sorted(_PACKAGE.rglob("*.py")) for text in _strings_in(file)]
    assert len(said) > 1000
    assert [text for text in said if " " in text and re.search(OF_DICE, text, re.I)] == []


def _strings_in(file: Path) -> list[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        re.sub(r"{.*?}", "", node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    ]


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: file.stem)
def test_what_the_gadget_says_of_any_game_uses_those_verbs_too(file: Path) -> None:
    said = _strings_in(file)
    assert [text for text in said if re.search(OF_NO_DOCUMENT, text, re.IGNORECASE)] == []
