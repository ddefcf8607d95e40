from dataclasses import replace

import pytest
from hypothesis import given

from cdgdevice.gadget.views.describe import describe
from cdgdevice.gadget.views.draw import draw, fits
from cdgdevice.gadget.views.page import page_count
from cdgdevice.gadget.views.view import Mood, Page

from view_strategies import PAGES  # isort: skip

LONG = Page(Mood.NOTE, "Long", tuple(f"Sentence number {n} of the text." for n in range(1, 13)))


def test_every_mood_has_its_own_icon() -> None:
    assert len({draw(Page(mood, "Title", ("Text.",))).tobytes() for mood in Mood}) == len(Mood)


def test_a_short_page_is_one_screenful_and_has_no_page_mark() -> None:
    page = Page(Mood.NOTE, "Hi", ("Text.",))
    assert page_count(page) == 1
    assert draw(page).crop((100, 0, 128, 8)).getbbox() is None
    assert draw(LONG).crop((100, 0, 128, 8)).getbbox() is not None


def test_each_screenful_looks_different_and_past_the_end_comes_the_last() -> None:
    count = page_count(LONG)
    pictures = [draw(replace(LONG, page=n)).tobytes() for n in range(count + 2)]
    assert len(set(pictures)) == count > 2
    assert pictures[count - 1] == pictures[count] == pictures[count + 1]


def test_pages_that_are_read_together_are_counted_together() -> None:
    page = Page(Mood.NOTE, "Hi", ("Text.",), beside=(2, 3))
    assert "Screen 3 of 6." in describe(page)
    assert draw(page) != draw(replace(page, beside=(3, 2)))
    last = replace(LONG, page=99, beside=(1, 0))
    total = page_count(LONG) + 1
    assert f"Screen {total} of {total}." in describe(last)


def test_a_row_that_leads_to_the_next_is_not_left_alone_at_a_screenful_s_end() -> None:
    text = (
        "Allied Powers: put C back from where it was, face-down.",
        "Allied Powers: turn C face-down.",
        "Allied Powers: turn A and B face-down.",
    )
    page = Page(Mood.PUT_BACK, "Put back", text)
    assert page_count(page) == 2
    last_row = (0, 52, 128, 64)
    assert draw(page).crop(last_row).getbbox() is None, "the name goes to the next screenful"
    assert draw(replace(page, page=1)).crop(last_row).getbbox() is not None


def test_rows_that_all_lead_on_are_shown_all_the_same() -> None:
    assert page_count(Page(Mood.NOTE, "Names", ("A rather long name of a side:",) * 9)) > 1


def test_a_page_without_text_is_one_screenful() -> None:
    assert page_count(Page(Mood.ERROR, "Nothing", ())) == 1


def test_every_word_longer_than_a_line_is_told() -> None:
    word = "Donaudampfschifffahrtskapitaen"
    page = Page(Mood.ERROR, "Mistake", (f"{word} is no name.",))
    assert fits(page) == [f"{word!r} has 30 characters; a line has room for 25."]
    assert page_count(page) == 1


def test_a_text_of_any_length_fits() -> None:
    assert fits(Page(Mood.NOTE, "Long", ("word " * 500,))) == []


@pytest.mark.parametrize("title", ["Right screen", "Right screen again", "The right screen: gone"])
def test_a_long_title_is_set_smaller(title: str) -> None:
    assert fits(Page(Mood.FAULT, title, ("Text.",))) == []


def test_a_bar_grows_with_what_is_done_and_keeps_clear_of_the_text() -> None:
    text = ("Three lines of a middle size are all that there is room for here.",)
    lit = []
    for done in range(26):
        page = Page(Mood.DIE, "Title", text, progress=(done, 25))
        bar = draw(page).crop((0, 59, 128, 64))
        lit.append(bar.histogram()[255])
        assert draw(page).crop((0, 58, 128, 59)).getbbox() is None
    assert lit == sorted(set(lit))
    assert lit[-1] == 5 * 128 - 4, "all but the corners"


@given(PAGES)
def test_the_page_count_does_not_depend_on_the_page(page: Page) -> None:
    assert page_count(page) == page_count(replace(page, page=0)) >= 1
