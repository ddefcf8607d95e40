"""Which room of the package may know which: the rules know nothing but themselves."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.package_shape import PACKAGE, imported_names
from tests.patience import PATIENCE

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
    "msgspec",
    "re",
    "string",
    "tomllib",
    "typing",
    "zlib",
}
"""What touches no file, clock, chance, process or network."""

DRIVERS = {"drivers/gpio", "drivers/oled", "drivers/reader"}

SEES: dict[str, set[str]] = {
    "errors": set(),
    "fold_lines": set(),
    "rules": set(),
    "tomlform": {"rules"},
    "sheets/reading": {"rules", "tomlform"},
    "odds": {"rules", "fold_lines"},
    "system": {"errors"},
    "games": {"rules", "tomlform", "sheets/reading", "system", "errors"},
    "drivers/gpio": {"rules", "errors"},
    "drivers/oled": {"drivers/gpio", "errors"},
    "drivers/reader": {"rules", "errors"},
    "bluetooth": {"drivers/reader", "errors"},
    "render": {"rules"},
    "config": {"rules", "tomlform", "games", "drivers/gpio", "drivers/oled", "system", "errors"},
    "ui": {"rules", "render", "drivers/gpio", "drivers/reader", "config", "errors"},
    "browser": {
        *("rules", "odds", "games", "render", "ui", "dice", "errors"),
        *("bluetooth", "drivers/reader"),
    },
    "web": {"rules", "drivers/gpio", "errors"},
    "dice": {
        *("rules", "games", "render", "ui", "config", "drivers/reader", "fold_lines", "errors"),
    },
    "reader_tools": {"drivers/reader", "fold_lines", "errors"},
    "sheet_tools": {
        *("rules", "tomlform", "sheets/reading", "games", "odds", "render"),
        *("fold_lines", "errors"),
    },
    "printing": {"rules", "sheet_tools", "drivers/reader", "errors"},
    "selftest": {
        *("rules", "games", "render", "config", "system", "ui", "reader_tools", "bluetooth"),
        *(*DRIVERS, "fold_lines", "errors"),
    },
}
"""What each room may import of the package besides itself."""

SEE_ALL = {"service", "simulator", "cli", "__main__"}
"""The rooms that put the others together."""

FACE_ONLY = ("cdgdevice.service.front_panel",)
"""What the self-test may see of the service: the screens and lamps that it tries."""

OUTWARD = {"open", "input", "print", "exec", "eval", "compile", "__import__", "breakpoint"}
"""Built-in functions that reach out of a pure function."""


def room_of(module: str) -> str:
    """Return the room of a module of the package, which is named in full."""
    below = module.split(".")[1:]
    return "/".join(below[:2]) if below[0] in ("drivers", "sheets") else below[0]


def sources(room: str) -> list[Path]:
    """Return the files of a room."""
    file = PACKAGE / f"{room}.py"
    return [file] if file.exists() else sorted((PACKAGE / room).rglob("*.py"))


def named(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def ours(path: Path) -> Iterator[str]:
    """Yield what a file imports of the package, but its version."""
    for name in imported_names(path.read_text(encoding="utf-8")):
        if name.startswith("cdgdevice.") and name != "cdgdevice.__version__":
            yield name


def others(path: Path) -> Iterator[str]:
    """Yield the packages that a file imports from elsewhere."""
    for name in imported_names(path.read_text(encoding="utf-8")):
        if name.split(".")[0] != "cdgdevice":
            yield name.split(".")[0]


PURE_FILES = [
    path for room in ("rules", "odds", "sheets/reading", "tomlform") for path in sources(room)
]


@pytest.mark.parametrize("path", PURE_FILES, ids=named)
def test_rules_odds_and_the_readers_of_sheets_import_only_what_is_pure(path: Path) -> None:
    assert set(others(path)) - PURE == set()


@pytest.mark.parametrize("path", PURE_FILES, ids=named)
def test_rules_odds_and_the_readers_of_sheets_call_nothing_that_reaches_outside(
    path: Path,
) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert called & OUTWARD == set()


@pytest.mark.parametrize("room", SEES)
def test_a_room_imports_only_the_rooms_that_it_may_see(room: str) -> None:
    assert sources(room)
    for path in sources(room):
        for name in ours(path):
            if room == "selftest" and name.startswith(FACE_ONLY):
                continue
            assert room_of(name) in SEES[room] | {room}, f"{named(path)} imports {name}"


def test_every_room_says_what_it_may_see() -> None:
    rooms = {room_of(f"cdgdevice.{named(path)[:-3].replace('/', '.')}") for path in _modules()}
    assert rooms == SEES.keys() | SEE_ALL


def test_the_architecture_page_draws_every_room_above_those_that_it_sees() -> None:
    page = (PACKAGE.parent / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    drawn = page.partition("<!-- packages -->")[2].partition("<!-- end -->")[0]
    lines = [line for line in drawn.splitlines() if line.startswith("    │")]
    rows = [line.strip(" │")[15:].split() for line in lines]
    row_of = {room: number for number, row in enumerate(rows) for room in row}
    alone = {"errors", "fold_lines"}
    assert sorted(room for row in rows for room in row) == sorted(
        (SEES.keys() | SEE_ALL) - alone - {"__main__"}
    )
    assert set(rows[0]) == SEE_ALL - {"__main__"}
    for room in row_of.keys() - SEE_ALL:
        above = {seen for seen in SEES[room] - alone if row_of[seen] <= row_of[room]}
        assert above == set(), f"{room} is drawn no higher than {above}"


def _modules() -> list[Path]:
    return [path for path in PACKAGE.rglob("*.py") if path.name != "__init__.py"]


@pytest.mark.parametrize(
    "group", ["sheet_commands", "game_commands", "engine_command", "print_command"]
)
def test_commands_that_need_no_gadget_load_neither_pins_nor_screens(group: str) -> None:
    program = (
        f"import sys, cdgdevice.cli.parser, cdgdevice.cli.{group}\n"
        "print(*{'gpiozero', 'luma.oled.device'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.stdout.strip(), done.stderr) == (b"", b"")


def test_a_start_shows_the_game_before_it_loads_anything_for_the_pins(tmp_path: Path) -> None:
    (tmp_path / "cdgdevice.toml").write_text("pins.factory = 'mock'\nscreens.bus = 'record:bus'\n")
    program = """
import os, sys
from pathlib import Path

def look(event, about):
    if event == "import" and about[0] in ("gpiozero", "gpiod", "importlib.metadata"):
        lit = [line[:2] for line in Path("bus").read_text().splitlines() if line.endswith(" 00af")]
        print(*lit, flush=True)
        os._exit(0)

sys.addaudithook(look)
sys.argv = ["cdgdevice", "run", "--config", "cdgdevice.toml", "--folder", "games"]
from cdgdevice.__main__ import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    splash = game = ["3c", "3d"]
    assert (done.stdout.split(), done.stderr) == (splash + game, "")


def test_reading_the_command_line_loads_no_command() -> None:
    program = (
        "import sys\n"
        "from cdgdevice.cli.parser import build_parser\n"
        "build_parser()\n"
        "print(*(name for name in sys.modules if 'command' in name and 'cdgdevice' in name))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.stdout.strip(), done.stderr) == (b"", b"")


def test_imports_are_found_wherever_they_hide() -> None:
    source = """
import os.path as p, socket
from cdgdevice import games
if TYPE_CHECKING:
    from cdgdevice.service import loop
def late():
    if True:
        from cdgdevice.drivers.gpio import control_events
    return "cdgdevice.cli.game_commands:play"
"""
    assert sorted(imported_names(source)) == [
        "cdgdevice.cli.game_commands",
        "cdgdevice.drivers.gpio.control_events",
        "cdgdevice.games",
        "os.path",
        "socket",
    ]


def test_lines_for_a_terminal_are_folded_in_one_place() -> None:
    folding = {named(path) for path in PACKAGE.rglob("*.py") if "textwrap" in others(path)}
    assert folding == {"fold_lines.py"}
