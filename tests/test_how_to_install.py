"""How to get a package that is missing: said in one way, which works where the program is."""

import os
import re
import sys
import tomllib
from pathlib import Path

import pytest

import cdgdevice.errors
from cdgdevice.errors import MissingPackageError

CHECKOUT = Path(__file__).parents[1]
PAGES = [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").glob("*.md"))]


def test_a_missing_package_is_got_with_the_pip_of_this_program() -> None:
    said = str(MissingPackageError("Printing", "reportlab"))
    assert said.startswith("Printing needs the package reportlab: run `")
    assert said.endswith(f"{sys.executable} -m pip install reportlab`.")


@pytest.mark.skipif(os.name != "posix", reason="sudo is of POSIX")
@pytest.mark.parametrize("ours", [True, False])
def test_where_the_program_is_the_administrator_s_sudo_is_named(
    ours: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: ours)
    said = str(MissingPackageError("Printing", "reportlab"))
    assert said.count("sudo ") == (not ours)


def test_a_program_of_the_debian_package_names_debian_s_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cdgdevice.errors, "__file__", "/usr/lib/cdgdevice/cdgdevice/errors.py")
    said = str(MissingPackageError("Printing", "reportlab"))
    assert said == (
        "Printing needs the package reportlab: run `sudo apt install python3-reportlab`."
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_pages_name_no_extra_that_is_not_there(page: Path) -> None:
    extras = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))
    for named in re.findall(r"(?:cdgdevice|\.)\[([\w,]+)\]", page.read_text("utf-8")):
        for extra in named.split(","):
            assert extra in extras["project"]["optional-dependencies"]


def test_the_guide_installs_the_packages_of_this_version() -> None:
    guide = (CHECKOUT / "docs" / "INSTALL.md").read_text("utf-8")
    packages = re.findall(r"cdgdevice(?:-gpiod)?_([\w.~+]+)_\w+\.deb", guide)
    assert packages
    assert {*packages} == {cdgdevice.__version__}


def test_the_readme_is_read_in_two_minutes() -> None:
    assert len((CHECKOUT / "README.md").read_text("utf-8").split()) <= 450


def test_every_page_is_named_where_all_are_listed() -> None:
    index = (CHECKOUT / "docs" / "INDEX.md").read_text("utf-8")
    pages = {page.name for page in (CHECKOUT / "docs").glob("*.md")} - {"INDEX.md"}
    assert {name for name in pages if f"]({name})" not in index} == set()
