"""Nothing decides by reading a sentence: what a text says is carried as a value beside it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.package_shape import PACKAGE

ROOMS = ("ui", "render", "service", "web", "rules")
_READING = {
    *("startswith", "endswith", "removeprefix", "removesuffix", "partition"),
    *("isdigit", "isdecimal", "isnumeric", "isalpha", "isupper", "islower"),
    *("match", "fullmatch", "search", "findall", "finditer"),
}
_TEXTS = {"texts", "sentences", "refusals"}
FROM_OUTSIDE = {
    "render/text.py: _split_long_word",
    "render/draw.py: _split_screenfuls",
    "rules/facts.py: _read_picked",
    "rules/note_search.py: _has_words",
    "rules/note_search.py: _is_on_card",
    "rules/note_search.py: _split_words",
    "rules/note_search.py: list_asked_cards",
    "rules/note_search.py: note_number",
    "rules/sheet_entries.py: fold_term",
    "rules/texts/templates.py: possessive_of",
    "service/world.py: open_bus",
    "web/routes.py: _export",
    "web/requests_and_answers.py: read_body",
}
"""What is read there is a file, a request, a search or a name of another, or only its letters."""


def readings(path: Path) -> Iterator[str]:
    """Yield each function of a file that inspects a text, once for each time."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    constants = _imported_texts(tree)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if _reads_text(node, constants):
                    yield function.name


def _imported_texts(tree: ast.AST) -> set[str]:
    """Return the names of texts that a file imports from where a room has them."""
    return {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and _is_place_of_texts(node.module or "")
        for alias in node.names
        if alias.name.isupper()
    }


def _is_place_of_texts(module: str) -> bool:
    return bool(_TEXTS.intersection(module.split(".")))


def _reads_text(node: ast.AST, constants: set[str]) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _READING
        case ast.Compare(left=left, comparators=others):
            return any(_is_sentence(each, constants) for each in (left, *others))
        case _:
            return False


def _is_sentence(node: ast.AST, constants: set[str]) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id=module)):
            return module in _TEXTS
        case ast.Name(id=name):
            return name in constants
        case ast.Constant(value=str() as said):
            return " " in said.strip() or said.strip() in {":", ".", ",", "?", "!"}
        case _:
            return False


def test_no_function_reads_a_text_of_ours() -> None:
    found = {
        f"{path.relative_to(PACKAGE).as_posix()}: {function}"
        for room in ROOMS
        for path in sorted((PACKAGE / room).rglob("*.py"))
        for function in readings(path)
    }
    assert found == FROM_OUTSIDE


@pytest.mark.parametrize(
    "line",
    [
        'said.startswith("Done")',
        "said.isdigit()",
        "said == texts.ROLL_TITLE",
        "said != WHEN_DONE",
        '": " in said',
    ],
)
def test_a_function_that_reads_a_text_is_named(line: str, tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    imported = "from cdgdevice.rules.texts.sentences import WHEN_DONE\n"
    file.write_text(f"{imported}def tells(said):\n    return {line}\n", encoding="utf-8")
    assert list(readings(file)) == ["tells"]
