"""Each call of a template gives as many values as it has gaps: no type checker counts them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from cdgdevice.rules.texts import refusals, sentences, words
from cdgdevice.rules.texts.templates import Template
from cdgdevice.ui import texts
from tests.house.package_shape import PACKAGE

PLACES = (sentences, refusals, words, texts)
TEMPLATES = {
    name: value
    for place in PLACES
    for name, value in vars(place).items()
    if isinstance(value, Template)
}


def wrong_calls(path: Path) -> Iterator[str]:
    """Yield each call of a template in a file that its gaps don't fit."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(ast.Name(), name)):
                starred = any(isinstance(each, ast.Starred) for each in node.args)
                if name in TEMPLATES and not starred and not _fits(TEMPLATES[name], node):
                    yield f"{path.name}:{node.lineno}: {ast.unparse(node)}"


def _fits(template: Template, call: ast.Call) -> bool:
    given = len(call.args)
    return set(template.names[given:]) == {each.arg for each in call.keywords} and given <= len(
        template.names
    )


def test_names_of_templates_are_unique() -> None:
    for name, template in TEMPLATES.items():
        found = {id(vars(place)[name]) for place in PLACES if name in vars(place)}
        assert found == {id(template)}, name


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.stem)
def test_every_template_gets_a_value_for_each_gap(path: Path) -> None:
    assert list(wrong_calls(path)) == []


def test_a_call_with_too_few_values_is_found(tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text("texts.span_numbers(1)\nspan_numbers(1, high=2)\n", encoding="utf-8")
    assert list(wrong_calls(file)) == ["some.py:1: texts.span_numbers(1)"]
