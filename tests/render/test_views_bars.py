import pytest
from hypothesis import given
from msgspec.structs import replace

from cdgdevice.render.describe import describe
from cdgdevice.render.draw import check_fit
from cdgdevice.render.views import DiceCountView
from tests.drawn import draw_view
from tests.render.view_strategies import BARS
from tools.example_views import EXAMPLE_VIEWS

EVEN = EXAMPLE_VIEWS["dice-even"]
assert isinstance(EVEN, DiceCountView)


def heights(view: DiceCountView) -> list[int]:
    """How many pixels are lit in the middle of each bar; the dotted line is two columns off."""
    picture = draw_view(view)
    return [
        sum(picture.getpixel((1 + 21 * place + 10, y)) > 0 for y in range(19, 38))
        for place in range(6)
    ]


def test_a_face_that_came_up_more_often_has_a_higher_bar() -> None:
    shown = heights(replace(EVEN, counts=(0, 10, 20, 30, 40, 50)))
    assert shown == sorted(shown)
    assert shown[0] <= 1
    assert shown[5] >= 18


def test_dice_that_were_never_thrown_have_no_bars() -> None:
    assert max(heights(replace(EVEN, counts=(0,) * 6))) <= 1


def test_a_fair_die_s_line_goes_through_every_bar_of_even_counts() -> None:
    low = replace(EVEN, counts=(10, 10, 10, 10, 10, 60))
    rows = {
        y
        for y in range(18, 38)
        if [draw_view(low).getpixel((x, y)) > 0 for x in (0, 126)] == [True, True]
    }
    assert len(rows) == 1


@pytest.mark.parametrize(
    "longer",
    [
        {"title": "A title that is too long"},
        {"labels": ("EVENT", *"23456")},
        {"text": "More words than there is room for in the two rows that are left for them."},
        {"title": "\u2603"},
    ],
)
def test_what_can_t_be_shown_whole_is_told(longer: dict[str, object]) -> None:
    assert check_fit(EVEN) == []
    assert len(check_fit(replace(EVEN, **longer))) == 1


@given(BARS)
def test_every_count_is_told_in_full(view: DiceCountView) -> None:
    told = " ".join(describe(view))
    assert all(
        f"{label}: {count}" in told for label, count in zip(view.labels, view.counts, strict=True)
    )
    assert view.text in told
