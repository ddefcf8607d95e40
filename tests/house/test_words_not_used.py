"""Words that are not used here, because a reader has to look twice: counted, and only ever fewer.

The pages have none. What the code still has may not rise; whoever lowers it lowers `ALLOWED` too.
"""

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]

INSTEAD: Final = {
    "afresh": "again",
    "anew": "again",
    "amiss": "wrong",
    "be had": "is available",
    "beep through": "test for continuity",
    "carry a result out": "play, use",
    "count no more": "expire",
    "dearest": "most expensive",
    "foremost": "first",
    "go on with": "continue",
    "is to be filled": "must be filled; or an order: fill",
    "it lies": "it is; and keeps its facing",
    "laid aside": "set aside",
    "led set-up, is led": "guided set-up, is guided",
    "lies otherwise": "lies differently",
    "mend": "fix, repair",
    "must look so": "check:",
    "of before": "earlier, old",
    "on Linux alone": "only on Linux",
    "tends to": "how often, or nothing",
    "the glass": "the screen",
}
PATTERNS: Final = {
    "afresh": r"afresh",
    "anew": r"anew",
    "amiss": r"amiss",
    "be had": r"be had",
    "beep through": r"beep(?:s|ed)? through",
    "carry a result out": r"carr(?:y|ies|ied) [^.]{0,30}\bout",
    "count no more": r"counts? no more",
    "dearest": r"dearest",
    "foremost": r"foremost",
    "go on with": r"(?:go|goes|gone|going|went) on with",
    "is to be filled": r"(?:is|are|was|were) to be",
    "it lies": r"it lies",
    "laid aside": r"laid aside",
    "led set-up, is led": r"led set-?up|(?:is|are|was|were|be) led",
    "lies otherwise": r"lies? otherwise",
    "mend": r"mend(?:s|ed|ing)?",
    "must look so": r"must look so",
    "of before": r"of before",
    "on Linux alone": r"on \w+ alone",
    "tends to": r"tends?",
    "the glass": r"the glass",
}
_FIND: Final = {word: re.compile(rf"\b(?:{it})\b", re.IGNORECASE) for word, it in PATTERNS.items()}
_ANY: Final = re.compile("|".join(rf"\b(?:{it})\b" for it in PATTERNS.values()), re.IGNORECASE)
_GOES_ON: Final = re.compile(r"[\"']\s*\n\s*f?[\"']")
"""Between two halves of a text in a module."""
OF_THINGS: Final = {"it lies", "the glass"}
"""In the guides a board lies on a table, and a screen has a glass."""

ALLOWED: Final[Mapping[str, Mapping[str, int]]] = {
    "pages": {},
    "guides": {},
    "texts": {},
    "sheets": {},
    "docstrings": {
        "afresh": 4,
        "anew": 9,
        "amiss": 1,
        "carry a result out": 8,
        "go on with": 1,
        "is to be filled": 3,
        "it lies": 21,
        "the glass": 5,
    },
    "test names": {},
}
"""How often each word may still be used in each kind of text; what is not named, never."""


def _pages() -> Iterator[str]:
    names = ("README.md", "SECURITY.md", "docs/cdgdevice.toml", "docs/cdgdevice.1")
    page = ROOT / "cdgdevice" / "web" / "page"
    files = [ROOT / name for name in names]
    for folder in ("docs", "firmware", "tests/*"):
        files += ROOT.glob(f"{folder}/*.md")
    files += [*page.glob("*.html"), *page.glob("*.js")]
    yield from (file.read_text("utf-8") for file in files if file.exists())
    before, _, after = _contributing().partition("<!-- words -->")
    yield before + after.partition("<!-- end -->")[2]
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    yield changes.partition("## Unreleased")[2].partition("\n## ")[0]


def _guides() -> Iterator[str]:
    yield from (file.read_text("utf-8") for file in ROOT.glob("hardware/*.md"))


def _texts() -> Iterator[str]:
    for tree in _modules("cdgdevice"):
        docs = set(map(id, _docstrings(tree)))
        for node in ast.walk(tree):
            match node:
                case ast.Constant(str(text)) if id(node) not in docs:
                    yield text


def _sheets() -> Iterator[str]:
    yield from (file.read_text("utf-8") for file in ROOT.glob("cdgdevice/sheets/**/*.toml"))


def _all_docstrings() -> Iterator[str]:
    for tree in _modules("cdgdevice", "firmware", "hardware", "tools", "bench"):
        yield from (str(node.value) for node in _docstrings(tree))


def _test_names() -> Iterator[str]:
    for file in ROOT.glob("tests/**/*.py"):
        for name in re.findall(r"^\s*def (test_\w+)", file.read_text("utf-8"), re.MULTILINE):
            yield name.replace("_", " ")


KINDS: Final[Mapping[str, Callable[[], Iterator[str]]]] = {
    "pages": _pages,
    "guides": _guides,
    "texts": _texts,
    "sheets": _sheets,
    "docstrings": _all_docstrings,
    "test names": _test_names,
}


@cache
def _parsed(file: Path) -> ast.Module | None:
    """Return a module's tree, if any of the words is in it: to parse all of them takes seconds."""
    text = file.read_text("utf-8")
    return ast.parse(text) if _ANY.search(_GOES_ON.sub("", text)) else None


def _modules(*folders: str) -> Iterator[ast.Module]:
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*.py")):
            if tree := _parsed(file):
                yield tree


def _docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield docstrings, also those below a constant or a field."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(ast.Constant(str()) as text):
                yield text


def _counted(kind: str) -> dict[str, int]:
    text = "\n".join(" ".join(each.split()) for each in KINDS[kind]())
    found = {word: len(pattern.findall(text)) for word, pattern in _FIND.items()}
    return {
        word: count
        for word, count in found.items()
        if count and not (kind == "guides" and word in OF_THINGS)
    }


def _contributing() -> str:
    return (ROOT / "CONTRIBUTING.md").read_text("utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_no_kind_of_text_uses_a_word_more_often_than_it_did(kind: str) -> None:
    counted, allowed = _counted(kind), ALLOWED[kind]
    risen = {
        f"{word}: {count}, allowed are {allowed.get(word, 0)}; write {INSTEAD[word]}"
        for word, count in counted.items()
        if count > allowed.get(word, 0)
    }
    assert risen == set()


@pytest.mark.parametrize("kind", KINDS)
def test_the_allowance_is_lowered_when_a_kind_of_text_has_fewer(kind: str) -> None:
    """By ones and twos it may lag behind: several people clean up at a time."""
    counted = _counted(kind)
    fallen = {
        f"{word}: lower ALLOWED to {counted.get(word, 0)}"
        for word, allowed in ALLOWED[kind].items()
        if allowed - counted.get(word, 0) > max(2, allowed // 10)
    }
    assert fallen == set()


def test_contributing_lists_the_same_words() -> None:
    rows = "".join(f"| {word} | {better} |\n" for word, better in sorted(INSTEAD.items()))
    table = f"<!-- words -->\n| instead of | write |\n|---|---|\n{rows}<!-- end -->"
    assert table in _contributing()
    assert INSTEAD.keys() == PATTERNS.keys()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Load it anew.", ["anew"]),
        ("What is amiss can be mended.", ["amiss", "mend"]),
        ("Carry A out, then go on with B.", ["carry a result out", "go on with"]),
        ("It goes on the pile; a recommended glass.", []),
    ],
)
def test_a_word_is_found_and_a_part_of_another_is_not(text: str, words: list[str]) -> None:
    assert [word for word, pattern in _FIND.items() if pattern.search(text)] == words
