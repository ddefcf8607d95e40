"""Every link from a page to another page of the project, or to a heading there, has its target."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    page
    for folder in (".", "docs", "hardware", "hardware/made", "firmware", "contrib")
    for page in (ROOT / folder).glob("*.md")
)
_LINK = re.compile(r"\]\(([^)\s:]+)\)")


def anchors(page: Path) -> set[str]:
    """Return the names of a page's headings, as the sites that show Markdown form them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower() for heading in headings)
    return {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in _LINK.findall(page.read_text("utf-8")):
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), link
        assert not anchor or target.suffix != ".md" or anchor in anchors(target), link


def test_the_pages_have_at_most_70_000_words_and_none_more_than_3_500() -> None:
    words = {
        page.relative_to(ROOT).as_posix(): len(page.read_text("utf-8").split()) for page in PAGES
    }
    assert {page: count for page, count in words.items() if count > 3500} == {}
    assert sum(words.values()) <= 70_000
