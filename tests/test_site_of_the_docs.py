"""What `make docs` adds to the pages: the reference of the code, and the board to play now."""

import re
from pathlib import Path

import pytest

from tools import make_api, make_docs

SAYS = '''"""What the module is for."""

from enum import Enum


class Colour(Enum):
    """A colour of <one> card, as `a < b` and [x](y) read it."""

    RED = 1

    def darker(self, by: int) -> "Colour":
        """Return a darker one."""


def _hidden() -> None: ...


def mix(one: Colour, other: Colour) -> Colour:
    {}
'''


def write(docstring: str) -> str:
    return make_api.write_page("paint", "Paint", {"cdgdevice.paint.mixing": SAYS.format(docstring)})


def test_the_reference_has_each_public_name_with_its_call_and_what_it_says() -> None:
    page = write('"""Return both in one."""')
    headings = re.findall(r"^#+ .*$", page, re.MULTILINE)
    assert headings == ["# Paint", "## mixing", "### Colour", "### mix"]
    assert "    mix(one: Colour, other: Colour) -> Colour\n\nReturn both in one." in page
    assert "    darker(by: int) -> 'Colour'\n\nReturn a darker one." in page


def test_what_looks_like_a_tag_or_a_link_in_a_docstring_is_text() -> None:
    assert r"A colour of \<one> card, as `a < b` and \[x](y) read it." in write('"""Mix."""')


def test_a_public_name_without_a_docstring_stops_the_reference() -> None:
    with pytest.raises(make_api.MissingDocstringError, match=r"cdgdevice\.paint\.mixing\.mix "):
        write("return one")


def test_rules_sheets_and_simulator_have_a_page(tmp_path: Path) -> None:
    make_api.main(str(tmp_path))
    pages = {page.stem: page.read_text("utf-8") for page in tmp_path.iterdir()}
    assert pages.keys() == {"rules", "sheets-reading", "simulator"}
    assert "\n### answer_request\n" in pages["rules"]
    assert "\n### read_sheet\n" in pages["sheets-reading"]
    assert "\n### SimulatedFirmware\n" in pages["simulator"]


def test_the_site_has_a_part_for_each_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make_docs, "BOARD", tmp_path / "none")
    parts = [next(iter(part)) for part in make_docs.read_nav()]
    assert parts == [
        *("cdgdevice", "Play", "Your own game", "Build", "Run the gadget"),
        *("Troubleshoot", "Reference", "Develop", "Evidence"),
    ]
    monkeypatch.setattr(make_docs, "BOARD", tmp_path)
    assert "Play now" in make_docs.read_nav()[1]
