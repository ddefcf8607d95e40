"""Which room of the package may know which: the rules know nothing but themselves."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import cdgdevice

PACKAGE = Path(cdgdevice.__file__).parent

PURE = {
    "collections",
    "dataclasses",
    "difflib",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "itertools",
    "json",
    "math",
    "re",
    "tomllib",
    "typing",
}
"""Of the standard library, what touches no file, clock, chance, process or network."""

SEES = {
    "method": {"method"},
    "table": {"method", "table", "errors"},
    "gadget": {"method", "gadget", "errors"},
    "panel": {"method", "gadget", "panel", "errors"},
    "printing": {"method", "gadget", "workshop", "printing", "errors"},
    "config": {"method", "gadget", "config", "errors"},
    "fair_dice": {"method", "table", "gadget", "fair_dice", "columns", "errors"},
    "reader_commands": {"gadget", "reader_commands", "configured", "columns", "errors"},
    "workshop": {"method", "table", "gadget", "workshop", "notes_text", "columns", "errors"},
    "selftest": {
        *("method", "table", "gadget", "config", "reader_commands", "selftest"),
        *("columns", "errors"),
    },
    "by_hand": {"method", "table", "gadget", "by_hand", "notes_text", "columns", "errors"},
    "configured": {"method", "config", "shelves", "places", "errors"},
    "in_force": {"gadget", "table", "config", "configured", "places", "sandbox", "errors"},
    "sandbox": {"places"},
    "shelves": {"table", "places"},
    "notes_text": {"method", "columns"},
    "columns": set(),
    "command_line": {
        *("command_line", "printing", "workshop", "by_hand", "config", "fair_dice"),
        *("reader_commands", "selftest", "commands", "shelves", "table"),
    },
    "sheets": set(),
    "errors": set(),
}
"""What each room may import of the package; what is not named here sees all, unseen by any."""

COMMAND = {"config", "table", "configured", "in_force", "shelves", "places", "sandbox", "columns"}
"""What the file `commands.py` of a room may see besides: where things lie on this computer."""

OUTWARD = {"open", "input", "print", "exec", "eval", "compile", "__import__", "breakpoint"}
"""Built-in functions that reach out of a pure function."""


def imports(source: str) -> Iterator[str]:
    """Every module that a source imports, wherever it does."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module, names, level):
                assert level == 0, "imports within the package are written in full"
                if module == "cdgdevice":
                    yield from (f"cdgdevice.{name.name}" for name in names)
                else:
                    yield module or ""


def sources(room: str) -> list[Path]:
    file = PACKAGE / f"{room}.py"
    return [file] if file.exists() else sorted((PACKAGE / room).rglob("*.py"))


def named(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("path", sources("method"), ids=named)
def test_the_rules_import_only_pure_modules_and_themselves(path: Path) -> None:
    for module in imports(path.read_text(encoding="utf-8")):
        ours = f"{module}.".startswith("cdgdevice.method.")
        assert ours or module.split(".")[0] in PURE


@pytest.mark.parametrize("path", sources("method"), ids=named)
def test_the_rules_call_nothing_that_reaches_outside(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert called & OUTWARD == set()


@pytest.mark.parametrize("room", SEES)
def test_a_room_imports_only_the_rooms_that_it_may_see(room: str) -> None:
    for path in sources(room):
        seen = SEES[room] | (COMMAND if path.name == "commands.py" else set())
        for module in imports(path.read_text(encoding="utf-8")):
            first, _, rest = module.partition(".")
            if first == "cdgdevice" and rest != "__version__":
                assert rest.split(".")[0] in seen, f"{named(path)} imports {module}"


def test_the_command_line_alone_sees_the_commands() -> None:
    for path in PACKAGE.rglob("*.py"):
        if path.parent.name != "command_line":
            for module in imports(path.read_text(encoding="utf-8")):
                ours = module.startswith("cdgdevice.")
                assert not (ours and module.endswith(".commands")), f"{named(path)}: {module}"


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("*/commands.py")), ids=named)
def test_the_commands_of_a_room_load_neither_pins_nor_screens(path: Path) -> None:
    program = (
        f"import sys, cdgdevice.{path.parent.name}.commands\n"
        "print(*{'gpiozero', 'luma.oled.device'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.stdout, done.stderr) == (b"\n", b"")


def test_imports_are_found_wherever_they_hide() -> None:
    source = """
import os.path as p, socket
from cdgdevice import table
def late():
    if True:
        from cdgdevice.gadget.pins import knob
"""
    assert sorted(imports(source)) == [
        "cdgdevice.gadget.pins",
        "cdgdevice.table",
        "os.path",
        "socket",
    ]


def test_lines_for_a_terminal_are_folded_in_one_place() -> None:
    folding = {
        named(path)
        for path in PACKAGE.rglob("*.py")
        if "textwrap" in set(imports(path.read_text(encoding="utf-8")))
    }
    assert folding == {"columns.py", "render/text.py"}
