"""Write the reference of the rules, the sheets' reader and the simulator from their docstrings.

    python -m tools.make_api FOLDER

`make docs` puts the pages into the site. A module, class or function without a docstring is an
error; a method may be without one, for a protocol or a base has it.
"""

import ast
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = {
    "rules": "The rules",
    "sheets/reading": "Reading sheets",
    "simulator": "The simulator",
}
"""The packages of cdgdevice that have a page, with its title."""
_CODE = re.compile(r"(`[^`]*`)")


class MissingDocstringError(Exception):
    """A public name says nothing of itself."""


def page_name(package: str) -> str:
    """Return the file's name of a package's page."""
    return f"{package.replace('/', '-')}.md"


def write_page(package: str, title: str, modules: dict[str, str]) -> str:
    """Return a package's page: its modules by their dotted name, with the source of each.

    Raises:
        MissingDocstringError: a module, class or function of its public names has no docstring.
    """
    lines = [f"# {title}", "", f"`cdgdevice.{package.replace('/', '.')}`", ""]
    for module, source in modules.items():
        tree = ast.parse(source)
        lines += [f"## {module.rpartition('.')[2]}", "", f"`{module}`", "", _say(tree, module), ""]
        for node in tree.body:
            lines += _write_name(node, module)
    return "\n".join(lines)


def _write_name(node: ast.stmt, module: str) -> Iterator[str]:
    """Yield the lines of a public class or function, and none for anything else."""
    if not isinstance(node, ast.ClassDef | ast.FunctionDef) or node.name.startswith("_"):
        return
    yield from (f"### {node.name}", "")
    if isinstance(node, ast.FunctionDef):
        yield from _write_code(_signature(node))
        yield from (_say(node, f"{module}.{node.name}"), "")
        return
    bases = ", ".join(map(ast.unparse, node.bases))
    yield from _write_code(f"class {node.name}({bases})" if bases else f"class {node.name}")
    yield from (_say(node, f"{module}.{node.name}"), "")
    for each, following in zip(node.body, (*node.body[1:], None), strict=True):
        match each:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind) if name[0] != "_":
                written = " ".join(ast.unparse(kind).split())
                yield from (f"- `{name}: {written}` {_say_of_field(following)}".rstrip(), "")
            case ast.FunctionDef(name=name) if name[0] != "_":
                yield from _write_code(_signature(each))
                yield from (_escape(ast.get_docstring(each) or ""), "")


def _say_of_field(following: ast.stmt | None) -> str:
    """Return what the text after a field says of it; nothing where something else follows."""
    match following:
        case ast.Expr(ast.Constant(str(text))):
            return _escape(" ".join(text.split()))
    return ""


def _signature(function: ast.FunctionDef) -> str:
    """Return a function's first line, on several if it is long."""
    result = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    arguments = re.sub(r"^(self|cls)(, |$)", "", ast.unparse(function.args))
    whole = f"{function.name}({arguments}){result}"
    if len(whole) <= 90:
        return whole
    filled = textwrap.wrap(whole, 90, subsequent_indent="    ", break_long_words=False)
    return "\n".join(filled)


def _write_code(text: str) -> tuple[str, ...]:
    return (textwrap.indent(text, "    "), "")


def _say(node: ast.Module | ast.ClassDef | ast.FunctionDef, name: str) -> str:
    """Return what a name's docstring says.

    Raises:
        MissingDocstringError: it has none.
    """
    text = ast.get_docstring(node)
    if not text:
        raise MissingDocstringError(f"{name} has no docstring: say what it is for.")
    return _escape(text)


def _escape(text: str) -> str:
    """Return a docstring as Markdown: what looks like a tag or a link there is text."""
    parts = _CODE.split(text)
    parts[::2] = [re.sub(r"([<*_\[])", r"\\\1", part) for part in parts[::2]]
    return "".join(parts)


def read_modules(package: str) -> dict[str, str]:
    """Return the sources of a package's modules, by their dotted names."""
    folder = ROOT / "cdgdevice"
    return {
        ".".join(("cdgdevice", *path.relative_to(folder).with_suffix("").parts)): path.read_text(
            "utf-8"
        )
        for path in sorted((folder / package).glob("*.py"))
        if not path.name.startswith("_")
    }


def main(folder: str) -> None:
    """Write all pages into this folder."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for package, title in PACKAGES.items():
        page = write_page(package, title, read_modules(package))
        Path(folder, page_name(package)).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
