"""Pages that are laid over the board, over each other and beneath a result."""

from cdgdevice.render.views import PageKind, PageView
from cdgdevice.rules.die import DieResult
from cdgdevice.ui.screen_pages import end_flash, push_page, remove_page
from cdgdevice.ui.state import FlashLayer, Layer, PageLayer, UiState


def _page(title: str, text: str = "Text.") -> PageView:
    return PageView(PageKind.NOTE, title, (text,))


def _titles(layer: Layer | None) -> list[str]:
    """Give the titles in the order in which the pages are read."""
    found = []
    while isinstance(layer, PageLayer):
        found.append(layer.page.title)
        layer = layer.below
    return found


def test_the_last_page_is_read_first_and_the_others_after_it() -> None:
    moment = push_page(push_page(UiState(), _page("Put back")), _page("Fault"))
    assert _titles(moment.layer) == ["Fault", "Put back"]


def test_a_page_takes_the_place_of_an_older_one_of_its_title() -> None:
    moment = UiState()
    for number in range(100):
        moment = push_page(push_page(moment, _page("Die reader", str(number))), _page("Fault"))
    assert _titles(moment.layer) == ["Fault", "Die reader"]


def test_a_page_is_taken_away_from_wherever_it_lies() -> None:
    moment = push_page(push_page(push_page(UiState(), _page("A")), _page("B")), _page("C"))
    assert _titles(remove_page(moment, "B").layer) == ["C", "A"]
    assert remove_page(moment, "D") == moment


def test_pages_wait_beneath_a_result_until_it_has_been_seen() -> None:
    moment = UiState(layer=FlashLayer(DieResult.JR, 1.0))
    moment = push_page(push_page(moment, _page("Do this")), _page("Fault"))
    assert isinstance(moment.layer, FlashLayer)
    assert _titles(end_flash(moment).layer) == ["Fault", "Do this"]
    assert _titles(end_flash(remove_page(moment, "Fault")).layer) == ["Do this"]
