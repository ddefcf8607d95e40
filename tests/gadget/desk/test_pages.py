"""Pages that are laid over the board, over each other and beneath a result."""

from cdgdevice.gadget.desk.moment import Flashing, Layer, Moment, Reading
from cdgdevice.gadget.desk.pages import flashed, told, untold
from cdgdevice.gadget.views.view import Mood, Page
from cdgdevice.method.die import Result


def _page(title: str, text: str = "Text.") -> Page:
    return Page(Mood.NOTE, title, (text,))


def _titles(layer: Layer | None) -> list[str]:
    """Give the titles in the order in which the pages are read."""
    found = []
    while isinstance(layer, Reading):
        found.append(layer.page.title)
        layer = layer.below
    return found


def test_the_last_page_is_read_first_and_the_others_after_it() -> None:
    moment = told(told(Moment(), _page("Put back")), _page("Fault"))
    assert _titles(moment.layer) == ["Fault", "Put back"]


def test_a_page_takes_the_place_of_an_older_one_of_its_title() -> None:
    moment = Moment()
    for number in range(100):
        moment = told(told(moment, _page("Die reader", str(number))), _page("Fault"))
    assert _titles(moment.layer) == ["Fault", "Die reader"]


def test_a_page_is_taken_away_from_wherever_it_lies() -> None:
    moment = told(told(told(Moment(), _page("A")), _page("B")), _page("C"))
    assert _titles(untold(moment, "B").layer) == ["C", "A"]
    assert untold(moment, "D") == moment


def test_pages_wait_beneath_a_result_until_it_has_been_seen() -> None:
    moment = Moment(layer=Flashing(Result.JR, 1.0))
    moment = told(told(moment, _page("Do this")), _page("Fault"))
    assert isinstance(moment.layer, Flashing)
    assert _titles(flashed(moment).layer) == ["Fault", "Do this"]
    assert _titles(flashed(untold(moment, "Fault")).layer) == ["Do this"]
