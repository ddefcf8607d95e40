"""Every page: its size, its measuring line, its margins, and the same bytes each time."""

from dataclasses import dataclass

import pytest

from cdgdevice.printing.printout import FOOT, Printout
from cdgdevice.printing.products_and_sizes import MARGIN, Paper
from tests.printing.looking import DOTS, Picture, covered, pictures, runs, sizes, texts, words
from tests.printing.printouts import one_of_each

HINT = "Print at 100 %. If this line is not 100 mm long the printer has scaled."


@dataclass(frozen=True)
class Printed:
    """A printout, and what became of it."""

    printout: Printout
    pdf: bytes
    pictures: list[Picture]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((paper, number), id=f"{paper.value}-{printout.name}")
        for paper in Paper
        for number, printout in enumerate(one_of_each(paper))
    ],
)
def printed(request: pytest.FixtureRequest) -> Printed:
    """Each printout on each paper, drawn once."""
    paper, number = request.param
    printout = one_of_each(paper)[number]
    pdf = printout.pdf()
    return Printed(printout, pdf, pictures(pdf))


def test_every_page_has_the_paper_s_size(printed: Printed) -> None:
    upright = printed.printout.paper.size
    size = upright[::-1] if printed.printout.lying else upright
    pages = len(printed.printout.pages)
    assert sizes(printed.pdf) == [pytest.approx(size, abs=0.01)] * pages


def test_every_page_measures_100_mm_and_on_letter_4_inches_too(printed: Printed) -> None:
    wanted = [100.0] if printed.printout.paper is Paper.A4 else [100.0, 101.6]
    for picture in printed.pictures:
        foot = picture[-int((MARGIN + FOOT) * DOTS) : -int(MARGIN * DOTS)]
        dark = foot.max(axis=2) < 90
        found = [length for line in dark for _, length in runs(line) if length > 50]
        for length in wanted:
            assert min(abs(each - length) for each in found) <= 0.15
        for each in found:
            assert min(abs(each - length) for length in wanted) <= 0.15


def test_every_page_says_how_to_print_it_whose_it_is_and_which_it_is(printed: Printed) -> None:
    for number, text in enumerate(texts(printed.pdf), 1):
        assert HINT in text
        assert "cdgdevice" in text
        assert f"page {number} of {len(printed.printout.pages)}" in text
        assert ("4 in" in text) is (printed.printout.paper is Paper.LETTER)


def test_nothing_is_drawn_or_written_in_the_margins(printed: Printed) -> None:
    for picture in printed.pictures:
        # A line on the margin's edge lies half in it: a tenth of a millimetre.
        edge = int((MARGIN - 0.2) * DOTS)
        for strip in (picture[:edge], picture[-edge:], picture[:, :edge], picture[:, -edge:]):
            assert (strip == 255).all()
    for page, (width, height) in zip(words(printed.pdf), sizes(printed.pdf), strict=True):
        for each in page:
            assert MARGIN - 0.1 <= each.left <= each.right <= width - MARGIN + 0.1, each
            assert MARGIN - 0.1 <= each.top <= each.bottom <= height - MARGIN + 0.1, each


def test_what_is_drawn_ends_above_the_measuring_line(printed: Printed) -> None:
    for picture in printed.pictures:
        top = int((MARGIN + FOOT) * DOTS)
        assert covered(picture[-top : -top + 4 * DOTS], (255, 255, 255)).all()


def test_the_same_printout_gives_the_same_bytes(printed: Printed) -> None:
    one_of_each.cache_clear()
    again = {each.name: each for each in one_of_each(printed.printout.paper)}
    assert again[printed.printout.name].pdf() == printed.pdf


def test_viewers_are_asked_not_to_shrink_the_page(printed: Printed) -> None:
    assert b"/PrintScaling /None" in printed.pdf
