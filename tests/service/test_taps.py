"""A finger on a screen of the page takes what it points at, as knob and buttons would."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.render.views import BoardView, DiceView, PageKind, PageView
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieResult
from cdgdevice.ui.intents_and_commands import NoticeRaised, PageId, Press, Scroll, TapScreen
from tests.examples import examples
from tests.service.session_table import LEFT, RIGHT, Table

CARD = {"A": 13, "B": 38, "C": 63, "D": 88, "E": 113}
"""The column of the middle of each card."""


def _tap(table: Table, x: int, y: int, side: Side = Side.LEFT) -> Table:
    table.reads()  # a finger points at what is seen
    table.session.send(TapScreen(side, x, y), table.now)
    return table


def _row_of_item(item: int) -> int:
    """Return a row of pixels of an item of a menu that doesn't scroll, in the middle font."""
    return 9 + 11 * item + 5


@pytest.mark.parametrize(("space", "die"), [("A", 2), ("B", 2), ("D", 3), ("E", 3), ("C", 4)])
def test_a_tap_on_an_offered_card_plays_it(space: str, die: int) -> None:
    table = _tap(Table(die).rolls(), CARD[space], 20)
    assert f"Play {space}" in table.reads()


@pytest.mark.parametrize("space", "CDE")
def test_a_tap_on_a_card_that_is_not_offered_changes_nothing(space: str) -> None:
    table = Table(2).rolls()
    before = table.reads()
    assert _tap(table, CARD[space], 20).reads() == before


def test_a_tap_on_the_other_side_s_card_of_the_same_space_changes_nothing() -> None:
    table = Table(2).rolls()
    before = table.reads()
    assert _tap(table, CARD["A"], 20, Side.RIGHT).reads() == before


@pytest.mark.parametrize("y", [0, 8, 32, 45, 63])
def test_a_tap_beside_the_cards_rolls_nothing_and_takes_nothing(y: int) -> None:
    table = Table()
    before = table.reads()
    assert _tap(table, 64, y).reads() == before


def test_a_tap_on_the_splash_shows_the_board() -> None:
    table = Table(4).does(LEFT)
    assert table.view() == DiceView(DieResult.ABC)
    assert isinstance(_tap(table, 64, 32).view(), BoardView)


def test_a_tap_on_a_line_of_a_menu_enters_it() -> None:
    table = Table().does(Press.MENU)
    menu = table.shown_menu()
    _tap(table, 30, _row_of_item(2))
    assert getattr(table.view(), "title", None) != menu.title
    assert table.view() != menu


def test_a_tap_finds_the_line_that_is_seen_where_a_menu_has_scrolled() -> None:
    table, turned = Table().does(Press.MENU), Table().does(Press.MENU)
    menu = table.shown_menu()
    last = len(menu.items) - 1
    _tap(table.does(Scroll(last)), 30, 60)
    assert table.view() == turned.takes(menu.items[last]).view()


def test_a_tap_on_a_menu_s_title_does_nothing() -> None:
    table = Table().does(Press.MENU)
    before = table.view()
    assert _tap(table, 30, 3).view() == before


def test_a_tap_turns_a_page_and_closes_the_last() -> None:
    table = Table()
    page = PageView(PageKind.NOTE, "Long", ("word " * 100,))
    table.session.send(NoticeRaised(PageId.READING, page), 0.0)
    seen = 0
    while isinstance(table.view(), PageView):
        _tap(table, 100, 50)
        seen += 1
    assert seen > 1
    assert isinstance(table.view(), BoardView)


def test_a_tap_on_the_bar_takes_the_choice_that_it_shows() -> None:
    table = Table().does(Scroll(1))
    board = table.view(Side.LEFT)
    assert isinstance(board, BoardView)
    assert board.chosen == "1-Ops"
    assert "1-Ops" in _tap(table, 20, 56).reads()
    assert getattr(table.view(Side.LEFT), "chosen", None) is None


@examples(0.4)
@given(st.lists(st.tuples(st.sampled_from(Side), st.integers(0, 127), st.integers(0, 63))))
def test_wherever_fingers_tap_the_game_goes_on(taps: list[tuple[Side, int, int]]) -> None:
    table = Table(*[1, 2, 3, 4, 5, 6] * 50)
    for number, (side, x, y) in enumerate(taps):
        table.waits(1.0)
        if number % 3 == 0:
            table.does(LEFT if number % 2 else RIGHT)
        _tap(table, x, y, side)
    assert table.reads()


def test_a_tap_on_the_other_side_s_text_that_goes_on_turns_its_page_alone() -> None:
    table = Table(sheet="illusions-of-glory-2022")
    before = table.reads(Side.RIGHT)
    assert "> Read on (page 1/3)" in table.reads()
    assert "> Read on (page 2/3)" in _tap(table, 64, 58).reads()
    assert table.reads(Side.RIGHT) == before
