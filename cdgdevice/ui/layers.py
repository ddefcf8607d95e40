"""How pages lie over the board: over other pages, or beneath a result; nothing unread is lost."""

from msgspec.structs import replace

from cdgdevice.render.views import PageKind, PageView
from cdgdevice.ui.intents_and_commands import PageId
from cdgdevice.ui.state import FlashLayer, Layer, PageLayer, UiState


def push_page(state: UiState, id_: PageId, page: PageView) -> UiState:
    """Lay a page over what is shown, or beneath a result that still fills the screen.

    What it covers comes to light again, so that nothing unread is lost; an older page of the
    same identity goes.
    """
    return _lay_over(remove_page(state, id_), id_, page)


def _lay_over(state: UiState, id_: PageId, page: PageView) -> UiState:
    layer = state.layer
    if isinstance(layer, FlashLayer):
        return replace(state, layer=replace(layer, below=PageLayer(id_, page, layer.below)))
    return replace(state, layer=PageLayer(id_, page, layer))


def find_page(layer: Layer | None, id_: PageId) -> PageView | None:
    """Return this page, wherever it lies; None if it does not."""
    match layer:
        case PageLayer(found, page, below):
            return page if found is id_ else find_page(below, id_)
        case FlashLayer(_, _, then):
            return find_page(then, id_)
        case _:
            return None


def remove_page(state: UiState, id_: PageId) -> UiState:
    """Take this page away, wherever it lies."""
    return replace(state, layer=_remove_from_layer(state.layer, id_))


def _remove_from_layer(layer: Layer | None, id_: PageId) -> Layer | None:
    match layer:
        case PageLayer(found, _, below) if found is id_:
            return below
        case PageLayer(_, _, below):
            return replace(layer, below=_remove_from_layer(below, id_))
        case FlashLayer(_, _, then):
            return replace(layer, below=_remove_from_layer(then, id_))
        case _:
            return layer


def end_flash(state: UiState) -> UiState:
    """Return the state after the result has filled the screen for long enough, if one did."""
    layer = state.layer
    return replace(state, layer=layer.below) if isinstance(layer, FlashLayer) else state


def carry_unread_faults(before: UiState, after: UiState) -> UiState:
    """Carry over to the next state which orders were told, and faults that are not read yet."""
    layer = before.layer.below if isinstance(before.layer, FlashLayer) else before.layer
    pages = []
    while isinstance(layer, PageLayer):
        if layer.page.mood in (PageKind.ERROR, PageKind.FAULT):
            pages.append(layer)
        layer = layer.below
    for unread in reversed(pages):
        after = _lay_over(after, unread.id, unread.page)
    return replace(after, acts_done=before.acts_done)
