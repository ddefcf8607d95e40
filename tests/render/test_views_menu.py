from cdgdevice.render.draw import check_fit
from cdgdevice.render.views import MenuView
from tests.drawn import draw_view

ITEMS = tuple(f"Item {n}" for n in range(1, 13))


def test_every_highlight_looks_different() -> None:
    assert len({draw_view(MenuView("Menu", ITEMS, n)).tobytes() for n in range(12)}) == 12


def test_the_highlighted_item_is_a_lit_bar_in_sight_wherever_it_is() -> None:
    for n in range(12):
        picture = draw_view(MenuView("Menu", ITEMS, n))
        bars = [y for y in range(9, 64) if all(picture.getpixel((x, y)) for x in (0, 1, 2, 120))]
        assert len(bars) == 11
        assert bars == list(range(bars[0], bars[0] + 11))


def test_the_first_and_the_last_items_leave_no_empty_row() -> None:
    for n in (0, 11):
        picture = draw_view(MenuView("Menu", ITEMS, n))
        for row in range(5):
            top = 9 + 11 * row
            assert picture.crop((3, top, 120, top + 11)).getbbox() is not None


def test_scroll_marks_appear_only_when_items_are_out_of_sight() -> None:
    assert _right_edge(MenuView("Menu", ITEMS[:5], 4)) is None
    assert _right_edge(MenuView("Menu", ITEMS[:6], 5)) is not None


def test_a_long_item_makes_all_items_smaller_before_anything_is_cut() -> None:
    long = "Washington's War (2018)"
    view = MenuView("Menu", (*ITEMS[:5], long), 0)
    assert check_fit(view) == []
    assert draw_view(view).crop((0, 9 + 5 * 9, 128, 64)).getbbox() is not None


def test_an_item_longer_than_a_line_is_told() -> None:
    item = "a" * 26
    assert check_fit(MenuView("Menu", (item,), 0)) == [
        f"{item!r} has 26 characters; a line has room for 25."
    ]
    assert check_fit(MenuView("Menu", ("a" * 25,), 0)) == []
    assert check_fit(MenuView("Menu", ("a" * 25, *ITEMS), 0)) != []


def test_a_title_longer_than_the_screen_is_told() -> None:
    assert check_fit(MenuView("a" * 26, ITEMS, 0)) == [
        f"{'A' * 26!r} has 26 characters; a line has room for 25."
    ]


def _right_edge(view: MenuView) -> tuple | None:
    return draw_view(view).crop((125, 9 + 11, 128, 9 + 33)).getbbox()
