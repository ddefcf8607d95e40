"""What a docstring names between backticks is there: whoever follows it must find it."""

import ast
import builtins
import re
from collections.abc import Iterator

from tests.house.package_shape import PACKAGE, modules

NAME = re.compile(r"`([A-Za-z_][\w.]*)(?:\(\))?`")
OF_OTHERS = {"Bat", "FS", "MS", "TS", "ListPortInfo", "gpioinfo"}
"""What dice send, and what others call something of theirs."""
EXAMPLES = {"British"}


def test_docstrings_name_only_what_exists() -> None:
    docstrings: list[tuple[str, str]] = []
    known = {*dir(builtins), *OF_OTHERS, *EXAMPLES}
    firmware = {path.stem: path for path in (PACKAGE.parent / "firmware").glob("*.py")}
    for module, path in {**modules(), **firmware}.items():
        tree = ast.parse(path.read_text("utf-8"))
        told = [each for each in ast.walk(tree) if isinstance(each, ast.Expr)]
        texts = {id(each.value) for each in told if isinstance(each.value, ast.Constant)}
        docstrings += [(module, str(each.value.value)) for each in told if id(each.value) in texts]
        known |= {*module.split("."), *_names(tree, texts)}
    missing = [
        f"{module}: {name}"
        for module, text in docstrings
        for name in NAME.findall(text)
        if not known.issuperset(filter(None, name.split(".")))
    ]
    assert missing == []


def _names(tree: ast.AST, texts: set[int]) -> Iterator[str]:
    """Give every name in the code, and every word of a string that is no docstring."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(name) | ast.Attribute(attr=name) | ast.arg(name):
                yield name
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                yield name
            case ast.keyword(arg=str(name)):
                yield name
            case ast.alias(name):
                yield from name.split(".")
            case ast.Constant(str(text)) if id(node) not in texts:
                yield from re.findall(r"\w+", text)
