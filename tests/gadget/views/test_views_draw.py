from dataclasses import replace

from hypothesis import given

from cdgdevice.gadget.views.draw import draw, fits
from cdgdevice.gadget.views.examples import EXAMPLES
from cdgdevice.gadget.views.view import Flash, View
from cdgdevice.method.die import Result

from view_strategies import VIEWS  # isort: skip


@given(VIEWS)
def test_any_view_gives_a_picture_of_the_glass(view: View) -> None:
    picture = draw(view)
    assert (picture.mode, picture.size) == ("1", (128, 64))
    assert {colour for _, colour in picture.getcolors()} <= {0, 255}


@given(VIEWS)
def test_equal_views_give_equal_pictures(view: View) -> None:
    assert draw(view).tobytes() == draw(replace(view)).tobytes()


def test_a_picture_is_the_callers_own_to_change() -> None:
    for view in EXAMPLES.values():
        before = draw(view).tobytes()
        draw(view).paste(255, (0, 0, 128, 64))
        assert draw(view).tobytes() == before


def test_the_six_results_look_different() -> None:
    assert len({draw(Flash(result)).tobytes() for result in Result}) == 6


def test_all_examples_look_different() -> None:
    assert len({draw(view).tobytes() for view in EXAMPLES.values()}) == len(EXAMPLES)


@given(VIEWS)
def test_what_does_not_fit_is_told_in_sentences(view: View) -> None:
    assert all(sentence.endswith(".") for sentence in fits(view))
