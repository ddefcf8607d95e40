"""What a player reads stands in one place a room: another language can be laid beside it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.package_shape import PACKAGE

TEXTS = {"rules": "rules/texts", "ui": "ui/texts.py"}
"""Where each room has what it says to the player; what it says else it says nowhere."""
TO_PROGRAMS = {"rules/requests.py", "rules/facts.py"}
"""Files whose sentences are for who writes a front end, or a sheet."""


def _is_text(constant: object) -> bool:
    """Tell whether a constant is of words, and no type."""
    return (
        isinstance(constant, str)
        and re.search(r"[A-Za-z]", constant) is not None
        and " " in constant
        and re.search(r"[\[\]|]", constant) is None
    )


def texts_outside(path: Path) -> Iterator[str]:
    """Yield the texts of a file but docstrings, types, sources and mistakes of our own."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    left_out: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant() as said):
                left_out.add(id(said))
            case ast.Call(func=ast.Name(id="ValueError" | "AssertionError")):
                left_out.update(map(id, ast.walk(node)))
            case ast.keyword(arg="source"):
                left_out.update(map(id, ast.walk(node)))
            case ast.AnnAssign(annotation=ast.Name(id="ClassVar")):
                # A step's template, for paper and the terminal: no player reads it in a game.
                left_out.update(map(id, ast.walk(node)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in left_out and _is_text(node.value):
            yield str(node.value)


@pytest.mark.parametrize("room", TEXTS)
def test_a_room_says_everything_to_the_player_from_its_own_place_of_texts(room: str) -> None:
    place = PACKAGE / TEXTS[room]
    found = {
        path.relative_to(PACKAGE).as_posix(): list(texts_outside(path))
        for path in sorted((PACKAGE / room).rglob("*.py"))
        if place not in path.parents and path != place
    }
    said = {path: texts for path, texts in found.items() if texts and path not in TO_PROGRAMS}
    assert said == {}


def test_a_text_outside_its_place_is_found(tmp_path: Path) -> None:
    source = tmp_path / "room.py"
    source.write_text(
        '"""A room of its own."""\n'
        'LABELS: "tuple[str, ...]" = ("one", "two words", f" is {1}")\n'
        'raise ValueError("a mistake of ours")\n'
    )
    assert list(texts_outside(source)) == ["two words", " is "]
