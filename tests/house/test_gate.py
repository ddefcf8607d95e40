"""A red `make test` means a mistake and nothing else: what makes it so is kept up."""

import ast
from pathlib import Path

from hypothesis import HealthCheck, settings

TESTS = Path(__file__).parents[1]
PROCESSES = {("subprocess", "Popen"), ("pty", "spawn"), ("os", "forkpty"), ("os", "popen")}
TERMINALS = {("os", "openpty"), ("pty", "openpty")}


def test_properties_try_the_same_examples_every_time_however_busy_the_machine_is() -> None:
    used = settings()
    assert (used.derandomize, used.database, used.deadline) == (True, None, None)
    assert HealthCheck.too_slow in used.suppress_health_check


def test_every_process_of_a_test_is_one_that_ends_with_it() -> None:
    assert _find_uses(PROCESSES, but_in="processes.py") == [], "take Process of tests/processes.py"


def test_every_terminal_of_a_test_is_one_that_nobody_else_waits_for() -> None:
    assert _find_uses(TERMINALS, but_in="terminals.py") == [], "take tests/terminals.py"


def _find_uses(functions: set[tuple[str, str]], but_in: str) -> list[str]:
    """Return where the tests use one of these functions of modules."""
    named = {
        file: text
        for file in sorted(TESTS.rglob("*.py"))
        if any(name in (text := file.read_text("utf-8")) for _, name in functions)
    }
    return [
        f"{file.relative_to(TESTS)}:{node.lineno}"
        for file, text in named.items()
        if file != TESTS / but_in
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute | ast.ImportFrom) and _names(node) & functions
    ]


def _names(node: ast.Attribute | ast.ImportFrom) -> set[tuple[str, str]]:
    if isinstance(node, ast.ImportFrom):
        return {(node.module or "", each.name) for each in node.names}
    return {(node.value.id, node.attr)} if isinstance(node.value, ast.Name) else set()
