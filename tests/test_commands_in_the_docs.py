"""Every command of this repository that the documentation names runs where it says it does."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = (*(ROOT / "docs").glob("*.md"), ROOT / "CONTRIBUTING.md")
NAMED = re.compile(r"(\S*python) -m ((?:tests|bench|pytest)[\w.]*)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_module_that_a_page_runs_is_there_and_its_python_is_the_one_that_has_all_of_it(
    page: Path,
) -> None:
    text = page.read_text(encoding="utf-8")
    assert "bin/pytest" not in text, "`make sim` brings no pytest"
    for python, module in NAMED.findall(text):
        assert python.strip("`") == ".venv/bin/python", module
        assert find_spec(module) is not None
        assert "`make test`" in text or "make test " in text, "or what it needs is not there"
