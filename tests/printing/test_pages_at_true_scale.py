"""Every page: its size, its measuring line, its margins, and the same bytes each time."""

import pytest

from cdgdevice.printing.paper import MARGIN, Paper
from cdgdevice.printing.printout import FOOT, Printout
from tests.printing.looking import DOTS, covered, pictures, runs, sizes, texts, words
from tests.printing.printouts import one_of_each

EVERYTHING = [
    pytest.param(paper, printout, id=f"{paper.value}-{printout.name}")
    for paper in Paper
    for printout in one_of_each(paper)
]
HINT = "Print at 100 %. If this line is not 100 mm long the printer has scaled."


@pytest.mark.parametrize(("paper", "printout"), EVERYTHING)
def test_every_page_has_the_paper_s_size(paper: Paper, printout: Printout) -> None:
    size = paper.size[::-1] if printout.lying else paper.size
    assert sizes(printout.pdf()) == [pytest.approx(size, abs=0.01)] * len(printout.pages)


@pytest.mark.parametrize(("paper", "printout"), EVERYTHING)
def test_every_page_measures_100_mm_and_on_letter_4_inches_too(
    paper: Paper, printout: Printout
) -> None:
    for picture in pictures(printout.pdf()):
        foot = picture[-int((MARGIN + FOOT) * DOTS) : -int(MARGIN * DOTS)]
        dark = foot.max(axis=2) < 90
        long = {max((length for _, length in runs(line)), default=0) for line in dark}
        found = sorted(length for length in long if length > 50)
        wanted = [100.0] if paper is Paper.A4 else [100.0, 101.6]
        for length in wanted:
            assert min(abs(each - length) for each in found) <= 0.15
        assert all(min(abs(each - length) for length in wanted) <= 0.15 for each in found)


@pytest.mark.parametrize(("paper", "printout"), EVERYTHING)
def test_every_page_says_how_to_print_it_whose_it_is_and_which_it_is(
    paper: Paper, printout: Printout
) -> None:
    for number, text in enumerate(texts(printout.pdf()), 1):
        assert HINT in text
        assert "cdgdevice" in text
        assert f"page {number} of {len(printout.pages)}" in text
        assert ("4 in" in text) is (paper is Paper.LETTER)


@pytest.mark.parametrize(("paper", "printout"), EVERYTHING)
def test_nothing_is_drawn_or_written_in_the_margins(paper: Paper, printout: Printout) -> None:
    pdf = printout.pdf()
    for picture in pictures(pdf):
        # A line on the margin's edge lies half in it: a tenth of a millimetre.
        edge = int((MARGIN - 0.2) * DOTS)
        for strip in (picture[:edge], picture[-edge:], picture[:, :edge], picture[:, -edge:]):
            assert (strip == 255).all()
    for page, (width, height) in zip(words(pdf), sizes(pdf), strict=True):
        for each in page:
            assert MARGIN - 0.1 <= each.left <= each.right <= width - MARGIN + 0.1, each
            assert MARGIN - 0.1 <= each.top <= each.bottom <= height - MARGIN + 0.1, each


@pytest.mark.parametrize(("paper", "printout"), EVERYTHING)
def test_nothing_but_the_foot_stands_where_the_measuring_line_is(
    paper: Paper, printout: Printout
) -> None:
    for picture in pictures(printout.pdf()):
        top = int((MARGIN + FOOT) * DOTS)
        assert covered(picture[-top : -top + 4 * DOTS], (255, 255, 255)).all()


@pytest.mark.parametrize(("paper", "printout"), EVERYTHING)
def test_the_same_printout_gives_the_same_bytes(paper: Paper, printout: Printout) -> None:
    again = {each.name: each for each in one_of_each(paper)}[printout.name]
    assert again.pdf() == printout.pdf()


def test_viewers_are_asked_not_to_shrink_the_page() -> None:
    for printout in one_of_each(Paper.A4):
        assert b"/PrintScaling /None" in printout.pdf()
