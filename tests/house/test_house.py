"""The package's shape stays one that a newcomer can take in: few files, short ways, clear names."""

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from cdgdevice.rules.steps import STEP_TYPES
from tests.house.package_shape import PACKAGE, importers, line_count, longest_chain, modules

ROOT = Path(__file__).parents[2]
LONGEST_CHAIN = 15
MAX_RUN = {"a press": (44, 485), "a thrown die": (46, 499), "an undo": (40, 359)}
"""Files and functions of the package that each runs through: as measured; the goal is 35 and 330.

A Python newer than 3.11 counts fewer: its comprehensions are no functions."""
MAX_STEP_TYPES = 48
LONGEST_FILE = 450
LONGEST_FUNCTION = 40
OF_DEVELOPERS = {"build", "drawings", "cad", "throws", "dev"}
"""Extras that no player needs."""
SMALL = 60
"""Lines: a module with fewer that one module alone imports says why it stands alone."""

STANDS_ALONE = re.compile(r"stands alone|module of its own|loaded only|entry point", re.IGNORECASE)


def _single_importers() -> list[str]:
    return [module for module, seen in importers().items() if len(seen) == 1]


def test_no_modules_import_each_other_in_a_circle_not_even_for_types() -> None:
    longest_chain(for_types=True)  # it names a circle if there is one


def test_no_chain_of_imports_is_long() -> None:
    chain = longest_chain()
    assert len(chain) <= LONGEST_CHAIN, " -> ".join(chain)


def test_sheets_are_written_in_few_types_of_steps() -> None:
    assert len(STEP_TYPES) <= MAX_STEP_TYPES


def test_most_modules_serve_more_than_one_other() -> None:
    assert 4 * len(_single_importers()) <= len(modules())


def test_files_are_short() -> None:
    lines = {path.relative_to(PACKAGE).as_posix(): line_count(path) for path in modules().values()}
    assert {name: count for name, count in lines.items() if count > LONGEST_FILE} == {}


def test_functions_are_short() -> None:
    long = [
        f"{module}: {node.name}"
        for module, path in modules().items()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > LONGEST_FUNCTION
    ]
    assert long == []


def test_no_two_modules_have_the_same_name() -> None:
    counted = Counter(module.rpartition(".")[2] for module in modules())
    assert [name for name, times in counted.items() if times > 1] == []


def test_a_small_module_for_one_other_says_why_it_stands_alone() -> None:
    unexplained = [
        module
        for module in _single_importers()
        if line_count(modules()[module]) < SMALL
        and not STANDS_ALONE.search(modules()[module].read_text("utf-8")[:600])
    ]
    assert unexplained == []


@pytest.mark.parametrize(
    ("page", "at_least"), [("CONTRIBUTING.md", 50), ("docs/ARCHITECTURE.md", 20)]
)
def test_the_pages_on_the_code_name_only_paths_that_exist(page: str, at_least: int) -> None:
    text = (ROOT / page).read_text("utf-8")
    quoted = set(re.findall(r"`([\w./-]+)`", text)) | set(re.findall(r"\]\(([\w./-]+)\)", text))
    paths = {name for name in quoted if "/" in name or name.endswith((".py", ".toml", ".md"))}
    assert len(paths) > at_least
    missing = sorted(name for name in paths if not any((base / name).exists() for base in _bases()))
    assert missing == []


def _bases() -> tuple[Path, ...]:
    """Return what a path may be named from: the checkout, the package, or the pages' folder."""
    return ROOT, ROOT / "cdgdevice", ROOT / "docs"


def test_contributing_names_every_room() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    rooms = {module.split(".")[1] for module in modules() if module.count(".") > 1}
    assert [room for room in sorted(rooms) if f"`cdgdevice/{room}/" not in text] == []


def test_contributing_says_the_limits_that_are_held_here() -> None:
    text = " ".join((ROOT / "CONTRIBUTING.md").read_text("utf-8").split())
    assert (
        f"A file has at most {LONGEST_FILE} lines, a function {LONGEST_FUNCTION}, "
        f"a chain of imports {LONGEST_CHAIN} modules; "
        f"there are at most {MAX_STEP_TYPES} types of steps."
    ) in text


def test_contributing_says_what_each_package_of_others_is_for() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    table = text.partition("<!-- needs -->")[2].partition("<!-- end -->")[0]
    told = set(re.findall(r"^\| ([\w.]+) \| (\w*) ?\| \S", table, re.MULTILINE)) - {
        ("package", "extra")
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needs = {"": project["dependencies"], **project["optional-dependencies"]}
    asked = {
        (re.split(r"[^\w.]", need)[0], extra)
        for extra, named in needs.items()
        if extra not in OF_DEVELOPERS
        for need in named
    }
    assert told == asked


def test_commands_in_contributing_run_modules_that_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"python -m ([\w.]+)", text)) - {"pytest"}
    assert named
    for name in named:
        path = ROOT / name.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), name


def test_targets_and_scripts_in_contributing_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"`(?:sudo )?make ([a-z]+)", text))
    assert {"test", "hardware", "explore"} <= targets
    assert targets <= set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    scripts = set(re.findall(r"`\.ci/([a-z.]+)", text))
    assert "run" in scripts
    assert [name for name in sorted(scripts) if not (ROOT / ".ci" / name).exists()] == []


@pytest.mark.parametrize("doing", MAX_RUN)
def test_a_press_a_throw_and_an_undo_run_through_few_files_and_functions(doing: str) -> None:
    command = [sys.executable, "-m", "tests.house.run_through", doing]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    head, *files = done.stdout.split("\n")
    counted = re.fullmatch(rf"{doing}: (\d+) files, (\d+) functions, \d+ files simulated", head)
    most_files, most_functions = MAX_RUN[doing]
    assert int(counted[1]) <= most_files, done.stdout
    assert int(counted[2]) <= most_functions, head
    assert {"    rules/engine.py", "    drivers/oled/screen.py"} <= set(files)
