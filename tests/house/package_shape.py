"""The shape of the package in figures: its modules, who imports whom, the longest chain.

    python -m tests.house.package_shape

Every import counts, also one inside a function and a module that is named in a string as
"cdgdevice.room.module:function"; a package's `__init__.py`, which only hands names on, does not.
What only the type checker reads counts for circles, and for nothing else.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import cdgdevice

PACKAGE = Path(cdgdevice.__file__).parent
NAMED = re.compile(r"(cdgdevice(?:\.\w+)+):\w+")
"""A function that is loaded by its name."""


def module_name(path: Path) -> str:
    """Return the dotted name of a file of the package."""
    parts = ("cdgdevice", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> Mapping[str, Path]:
    """Return every module of the package but the `__init__` files, by its dotted name."""
    return {
        module_name(path): path
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.name != "__init__.py"
    }


def imported_names(source: str, *, for_types: bool = False) -> Iterator[str]:
    """Yield every name that a source imports, as `module` or `module.name`, wherever it does.

    `for_types`: also what only the type checker reads.
    """
    pending: list[ast.AST] = [ast.parse(source)]
    while pending:
        node = pending.pop()
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=orelse) if not for_types:
                pending.extend(orelse)
                continue
            case ast.Import(names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), names=names, level=level):
                assert level == 0, "imports within the package are written in full"
                yield from (f"{module}.{name.name}" for name in names)
            case ast.Constant(value=str(text)) if (found := NAMED.fullmatch(text)) is not None:
                yield found[1]
        pending.extend(ast.iter_child_nodes(node))


@cache
def imports(*, for_types: bool = False) -> Mapping[str, frozenset[str]]:
    """Return which modules of the package each module imports."""
    known = modules()

    def owner(name: str) -> str | None:
        while name and name not in known:
            name = name.rpartition(".")[0]
        return name or None

    return {
        module: frozenset(
            found
            for name in imported_names(path.read_text(encoding="utf-8"), for_types=for_types)
            if (found := owner(name)) is not None and found != module
        )
        for module, path in known.items()
    }


def importers() -> Mapping[str, frozenset[str]]:
    """Return which modules of the package import each module."""
    graph = imports()
    return {
        module: frozenset(other for other, seen in graph.items() if module in seen)
        for module in graph
    }


def longest_chain(*, for_types: bool = False) -> tuple[str, ...]:
    """Return the longest chain of modules in which each imports the next.

    Raises:
        ValueError: modules import each other in a circle; the sentence names them.
    """
    graph = imports(for_types=for_types)
    chains: dict[str, tuple[str, ...]] = {}

    def chain_from(module: str, above: tuple[str, ...]) -> tuple[str, ...]:
        if module in above:
            circle = (*above[above.index(module) :], module)
            raise ValueError(f"These modules import each other: {' -> '.join(circle)}.")
        if module not in chains:
            below = (chain_from(other, (*above, module)) for other in sorted(graph[module]))
            chains[module] = (module, *max(below, key=len, default=()))
        return chains[module]

    return max((chain_from(module, ()) for module in sorted(graph)), key=len)


def line_count(path: Path) -> int:
    """Return how many lines a file has."""
    return len(path.read_text(encoding="utf-8").splitlines())


def main() -> None:
    """Print the figures."""
    known, single = modules(), [m for m, seen in importers().items() if len(seen) == 1]
    lines = sorted(map(line_count, known.values()))
    chain = longest_chain()
    every = list(PACKAGE.rglob("*.py"))
    print(f"python files               {len(every):5}  ({sum(map(line_count, every)):,} lines)")
    print(f"modules without __init__   {len(known):5}  (median {lines[len(lines) // 2]} lines)")
    print(f"with a single importer     {len(single):5}")
    print(f"longest import chain       {len(chain):5}")
    for module in chain:
        print(f"    {module}")


if __name__ == "__main__":
    main()
