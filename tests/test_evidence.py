"""The page of evidence names the figures that its command counts."""

import re

import pytest

from tests.evidence import COUNTED, ROOT, count_positions

PAGE = (ROOT / "docs" / "EVIDENCE.md").read_text("utf-8")
NAMED = dict(re.findall(r"^\| (.+?) \| ([\d,]+) \|$", PAGE, re.MULTILINE))


def test_the_page_has_every_figure_and_no_other() -> None:
    assert NAMED.keys() == COUNTED.keys()


# To count the positions again is to play all that other tests play.
@pytest.mark.parametrize(
    "what", [what for what, count in COUNTED.items() if count is not count_positions]
)
def test_a_figure_is_what_is_counted_give_or_take_a_tenth(what: str) -> None:
    """Those below 100 are exact: the others change a little with every commit."""
    named, counted = int(NAMED[what].replace(",", "")), COUNTED[what]()
    assert named == (pytest.approx(counted, rel=0.1) if counted >= 100 else counted)
