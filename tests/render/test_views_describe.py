from hypothesis import given
from msgspec.structs import replace

from cdgdevice.render.describe import describe
from cdgdevice.render.views import BoardView, DiceCountView, DiceView, MenuView, PageKind, PageView
from cdgdevice.rules.die import DieResult
from tests.drawn import draw_view
from tools.example_views import DOWN, DOWN_OFFERED, EXAMPLE_VIEWS, UP, UP_HIGHLIGHTED, example_board

from view_strategies import BOARDS, MENUS, PAGES  # isort: skip


def test_a_board_is_told_from_the_title_to_the_chits() -> None:
    view = example_board((UP, (UP_HIGHLIGHTED, DOWN), (), DOWN_OFFERED, DOWN), "Flip A.", "Play B.")
    assert describe(view) == (
        "Central Powers. Turn 3, round 2.",
        "A: face-up.",
        "B1: face-up, offered, highlighted. B2: face-down.",
        "C: empty.",
        "D: face-down, offered.",
        "E: face-down.",
        "Flip A.",
        "Play B.",
        "Cards left: 6 of 7.",
    )


def test_a_waiting_board_says_that_the_other_side_is_at_work() -> None:
    assert "The other side is at work." in describe(EXAMPLE_VIEWS["waiting"])


def test_counts_are_told_as_far_as_they_are_known() -> None:
    assert describe(EXAMPLE_VIEWS["no-hand-size"])[-1] == "Cards left: 5."
    assert describe(EXAMPLE_VIEWS["hand-size-only"])[-1] == "Hand size: 6."
    assert describe(EXAMPLE_VIEWS["not-counted"])[-1] == "Roll for your order."


def test_a_result_is_told_by_its_spaces() -> None:
    assert describe(DiceView(DieResult.ABC)) == ("The die: A, B or C.",)
    assert describe(DiceView(DieResult.JR)) == (
        "The die: Jolly Roger: C, or the lowest face-up card.",
    )


def test_a_menu_numbers_its_items_and_names_the_highlighted_one() -> None:
    assert describe(MenuView("Undo", ("Yes", "No"), 1)) == (
        "Menu: Undo",
        "1 of 2: Yes",
        "2 of 2: No, highlighted",
    )


def test_a_page_is_told_with_its_mood_and_its_place() -> None:
    assert describe(PageView(PageKind.ERROR, "Config", ("Line 3.",))) == (
        "Mistake: Config",
        "Line 3.",
    )
    assert describe(EXAMPLE_VIEWS["note-second-screen"])[-1] == "Screen 2 of 3."


@given(BOARDS)
def test_every_line_of_a_board_is_told(view: BoardView) -> None:
    assert {view.side + f". Turn {view.turn}, round {view.round}.", *view.lines} <= set(
        describe(view)
    )


@given(MENUS | PAGES)
def test_every_text_of_a_menu_or_a_page_is_told(view: MenuView | PageView) -> None:
    words = "\n".join(describe(view))
    for text in (view.title, *(view.items if isinstance(view, MenuView) else view.text)):
        assert text in words


def test_views_that_look_different_are_told_differently() -> None:
    views = EXAMPLE_VIEWS.values()
    assert len({describe(v) for v in views}) == len({draw_view(v).tobytes() for v in views})


def test_of_two_dice_that_fell_alike_nothing_is_told_in_the_same_words() -> None:
    one = DiceCountView(
        "Die reader", (1, 0, 2, 0, 0, 0), tuple("123456"), "3 rolls: too few to tell."
    )
    other = replace(one, title="By hand")
    assert describe(one) == (
        "Dice: Die reader. 1: 1, 2: 0, 3: 2, 4: 0, 5: 0, 6: 0. 3 rolls: too few to tell.",
    )
    assert set(describe(one)).isdisjoint(describe(other))
