"""Pages that are laid over the board, over each other and beneath a result."""

from cdgdevice.render.views import PageKind, PageView
from cdgdevice.rules.die import DieResult
from cdgdevice.ui.intents_and_commands import PageId
from cdgdevice.ui.layers import end_flash, push_page, remove_page
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
    state = push_page(UiState(), PageId.PUT_BACK, _page("Put back"))
    state = push_page(state, PageId.FAULT, _page("Fault"))
    assert _titles(state.layer) == ["Fault", "Put back"]


def test_a_page_takes_the_place_of_an_older_one_that_is_the_same() -> None:
    state = UiState()
    for number in range(100):
        state = push_page(state, PageId.READER, _page("Die reader", str(number)))
        state = push_page(state, PageId.FAULT, _page("Fault"))
    assert _titles(state.layer) == ["Fault", "Die reader"]


def test_pages_of_one_title_are_still_different_pages() -> None:
    state = push_page(UiState(), PageId.PUT_BACK, _page("Fault", "Put A back."))
    state = push_page(state, PageId.FAULT, _page("Fault", "The disk is full."))
    assert _titles(state.layer) == ["Fault", "Fault"]
    assert remove_page(state, PageId.FAULT).layer == PageLayer(
        PageId.PUT_BACK, _page("Fault", "Put A back.")
    )


def test_a_page_is_taken_away_from_wherever_it_is() -> None:
    state = push_page(UiState(), PageId.PUT_BACK, _page("A"))
    state = push_page(push_page(state, PageId.READER, _page("B")), PageId.FAULT, _page("C"))
    assert _titles(remove_page(state, PageId.READER).layer) == ["C", "A"]
    assert remove_page(state, PageId.DIE) == state


def test_pages_wait_beneath_a_result_until_it_has_been_seen() -> None:
    state = UiState(layer=FlashLayer(DieResult.JR, 1.0))
    state = push_page(state, PageId.PUT_BACK, _page("Do this"))
    state = push_page(state, PageId.FAULT, _page("Fault"))
    assert isinstance(state.layer, FlashLayer)
    assert _titles(end_flash(state).layer) == ["Fault", "Do this"]
    assert _titles(end_flash(remove_page(state, PageId.FAULT)).layer) == ["Do this"]
