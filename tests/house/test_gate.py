"""A red `make test` means a mistake and nothing else: what makes it so is kept up."""

import ast
from pathlib import Path

from hypothesis import HealthCheck, settings

TESTS = Path(__file__).parents[1]
OTHER_STARTS = {("Popen", "subprocess"), ("spawn", "pty"), ("forkpty", "os"), ("popen", "os")}


def test_properties_try_the_same_examples_every_time_however_busy_the_machine_is() -> None:
    used = settings()
    assert (used.derandomize, used.database, used.deadline) == (True, None, None)
    assert HealthCheck.too_slow in used.suppress_health_check


def test_every_process_of_a_test_is_one_that_ends_with_it() -> None:
    begun_otherwise = [
        f"{file.relative_to(TESTS)}:{node.lineno}"
        for file in sorted(TESTS.rglob("*.py"))
        if file != TESTS / "processes.py"
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if (isinstance(node, ast.Attribute) and (node.attr, _name(node.value)) in OTHER_STARTS)
        or (isinstance(node, ast.ImportFrom) and _imports_a_start(node))
    ]
    assert begun_otherwise == [], "take Process of tests/processes.py"


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _imports_a_start(node: ast.ImportFrom) -> bool:
    return any((each.name, node.module) in OTHER_STARTS for each in node.names)
