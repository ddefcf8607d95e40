from hypothesis import given
from msgspec.structs import replace

from cdgdevice.render.draw import check_fit
from cdgdevice.render.views import DiceView, View
from cdgdevice.rules.die import DieResult
from tests.drawn import draw_view
from tools.example_views import EXAMPLE_VIEWS

from view_strategies import VIEWS  # isort: skip


@given(VIEWS)
def test_any_view_gives_a_picture_of_the_screen(view: View) -> None:
    picture = draw_view(view)
    assert (picture.mode, picture.size) == ("1", (128, 64))
    assert {colour for _, colour in picture.getcolors()} <= {0, 255}


@given(VIEWS)
def test_equal_views_give_equal_pictures(view: View) -> None:
    assert draw_view(view).tobytes() == draw_view(replace(view)).tobytes()


def test_a_picture_is_the_callers_own_to_change() -> None:
    for view in EXAMPLE_VIEWS.values():
        before = draw_view(view).tobytes()
        draw_view(view).paste(255, (0, 0, 128, 64))
        assert draw_view(view).tobytes() == before


def test_the_six_results_look_different() -> None:
    assert len({draw_view(DiceView(result)).tobytes() for result in DieResult}) == 6


def test_all_examples_look_different() -> None:
    assert len({draw_view(view).tobytes() for view in EXAMPLE_VIEWS.values()}) == len(EXAMPLE_VIEWS)


@given(VIEWS)
def test_what_does_not_fit_is_told_in_sentences(view: View) -> None:
    assert all(sentence.endswith(".") for sentence in check_fit(view))
