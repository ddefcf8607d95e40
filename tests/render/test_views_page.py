import pytest
from hypothesis import given
from msgspec.structs import replace

from cdgdevice.render.describe import describe
from cdgdevice.render.draw import check_fit, count_screenfuls
from cdgdevice.render.views import PageKind, PageView
from tests.drawn import draw_view

from view_strategies import PAGES  # isort: skip

LONG = PageView(
    PageKind.NOTE, "Long", tuple(f"Sentence number {n} of the text." for n in range(1, 13))
)


def test_every_mood_has_its_own_icon() -> None:
    assert len(
        {draw_view(PageView(mood, "Title", ("Text.",))).tobytes() for mood in PageKind}
    ) == len(PageKind)


def test_a_short_page_is_one_screenful_and_has_no_page_mark() -> None:
    page = PageView(PageKind.NOTE, "Hi", ("Text.",))
    assert count_screenfuls(page) == 1
    assert draw_view(page).crop((100, 0, 128, 8)).getbbox() is None
    assert draw_view(LONG).crop((100, 0, 128, 8)).getbbox() is not None


def test_each_screenful_looks_different_and_past_the_end_comes_the_last() -> None:
    count = count_screenfuls(LONG)
    pictures = [draw_view(replace(LONG, page=n)).tobytes() for n in range(count + 2)]
    assert len(set(pictures)) == count > 2
    assert pictures[count - 1] == pictures[count] == pictures[count + 1]


def test_pages_that_are_read_together_are_counted_together() -> None:
    page = PageView(PageKind.NOTE, "Hi", ("Text.",), beside=(2, 3))
    assert "Screen 3 of 6." in describe(page)
    assert draw_view(page) != draw_view(replace(page, beside=(3, 2)))
    last = replace(LONG, page=99, beside=(1, 0))
    total = count_screenfuls(LONG) + 1
    assert f"Screen {total} of {total}." in describe(last)


def test_a_row_that_leads_to_the_next_is_not_left_alone_at_a_screenful_s_end() -> None:
    text = (
        "Allied Powers: put C back from where it was, face-down.",
        "Allied Powers: flip C face-down.",
        "Allied Powers: flip A and B face-down.",
    )
    page = PageView(PageKind.PUT_BACK, "Put back", text)
    assert count_screenfuls(page) == 2
    last_row = (0, 52, 128, 64)
    assert draw_view(page).crop(last_row).getbbox() is None, "the name goes to the next screenful"
    assert draw_view(replace(page, page=1)).crop(last_row).getbbox() is not None


def test_rows_that_all_lead_on_are_shown_all_the_same() -> None:
    assert (
        count_screenfuls(PageView(PageKind.NOTE, "Names", ("A rather long name of a side:",) * 9))
        > 1
    )


def test_a_page_without_text_is_one_screenful() -> None:
    assert count_screenfuls(PageView(PageKind.ERROR, "Nothing", ())) == 1


def test_every_word_longer_than_a_line_is_told() -> None:
    word = "Donaudampfschifffahrtskapitaen"
    page = PageView(PageKind.ERROR, "Mistake", (f"{word} is no name.",))
    assert check_fit(page) == [f"{word!r} has 30 characters; a line has room for 25."]
    assert count_screenfuls(page) == 1


def test_a_text_of_any_length_fits() -> None:
    assert check_fit(PageView(PageKind.NOTE, "Long", ("word " * 500,))) == []


@pytest.mark.parametrize("title", ["Right screen", "Right screen again", "The right screen: gone"])
def test_a_long_title_is_set_smaller(title: str) -> None:
    assert check_fit(PageView(PageKind.FAULT, title, ("Text.",))) == []


@pytest.mark.parametrize(
    "title", ["#37 Ministerial Crisis", "Undone: T12 R10, the corrected die", "Reconnaissances"]
)
def test_beside_the_number_of_its_page_a_long_title_has_the_row_below(title: str) -> None:
    page = PageView(PageKind.NOTE, title, LONG.text)
    assert check_fit(page) == []
    assert draw_view(page).crop((90, 8, 128, 16)).getbbox() is not None or " " not in title
    longer = PageView(PageKind.NOTE, "Reconnaissances Reconnaissances", LONG.text)
    assert len(check_fit(longer)) == 1


def test_a_bar_grows_with_what_is_done_and_keeps_clear_of_the_text() -> None:
    text = ("Three lines of a middle size are all that there is room for here.",)
    lit = []
    for done in range(26):
        page = PageView(PageKind.DIE, "Title", text, progress=(done, 25))
        bar = draw_view(page).crop((0, 59, 128, 64))
        lit.append(bar.histogram()[255])
        assert draw_view(page).crop((0, 58, 128, 59)).getbbox() is None
    assert lit == sorted(set(lit))
    assert lit[-1] == 5 * 128 - 4, "all but the corners"


@given(PAGES)
def test_the_page_count_does_not_depend_on_the_page(page: PageView) -> None:
    assert count_screenfuls(page) == count_screenfuls(replace(page, page=0)) >= 1
