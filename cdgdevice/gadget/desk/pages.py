"""Pages over the board, over each other and beneath a result: nothing unread is lost."""

from dataclasses import replace

from cdgdevice.gadget.desk.moment import Flashing, Layer, Moment, Reading
from cdgdevice.gadget.views.view import Mood, Page
from cdgdevice.method.errors import NotAllowedError
from cdgdevice.method.history import History
from cdgdevice.method.request import Request, Undo


def told(moment: Moment, page: Page) -> Moment:
    """Lay a page over what is shown, or beneath a result that still fills the screen.

    What it covers comes to light again, so that nothing unread is lost; an older page of the
    same title goes.
    """
    layer = _without(moment.layer, page.title)
    if isinstance(layer, Flashing):
        return replace(moment, layer=replace(layer, then=Reading(page, layer.then)))
    return replace(moment, layer=Reading(page, layer))


def lying(layer: Layer | None, title: str) -> Page | None:
    """Give the page of this title, wherever it lies; None if it does not."""
    match layer:
        case Reading(page, below):
            return page if page.title == title else lying(below, title)
        case Flashing(_, _, then):
            return lying(then, title)
        case _:
            return None


def untold(moment: Moment, title: str) -> Moment:
    """Take the page of this title away, wherever it lies."""
    return replace(moment, layer=_without(moment.layer, title))


def _without(layer: Layer | None, title: str) -> Layer | None:
    match layer:
        case Reading(page, below) if page.title == title:
            return below
        case Reading(_, below):
            return replace(layer, below=_without(below, title))
        case Flashing(_, _, then):
            return replace(layer, then=_without(then, title))
        case _:
            return layer


def flashed(moment: Moment) -> Moment:
    """Give the moment after the result has filled the screen for long enough, if one did."""
    layer = moment.layer
    return replace(moment, layer=layer.then) if isinstance(layer, Flashing) else moment


def carried(before: Moment, after: Moment) -> Moment:
    """Carry over to the next moment which orders were told, and faults that are not read yet."""
    layer = before.layer.then if isinstance(before.layer, Flashing) else before.layer
    pages = []
    while isinstance(layer, Reading):
        if layer.page.mood in (Mood.ERROR, Mood.FAULT):
            pages.append(layer.page)
        layer = layer.below
    for page in reversed(pages):
        after = told(after, page)
    return replace(after, told=before.told)


def still_told(moment: Moment, request: Request, after: History) -> Moment:
    """Forget that pages told orders which stand no more; what is asked anew was not told yet."""
    anew = () if isinstance(request, Undo) else after.now.acts
    standing = tuple(act for act in after.orders.latest if act not in anew)
    return replace(moment, told=tuple(act for act in moment.told if act in standing))


def refused(moment: Moment, refusal: NotAllowedError) -> Moment:
    """Give the moment after the game refused a request."""
    return told(moment, Page(Mood.ERROR, "Not now", (str(refusal),)))


def naming_ended(moment: Moment) -> Moment:
    """Say what became of two dice of which one was named when a throw came in between."""
    text = ("Naming has ended: the throw is the white die. Next comes the coloured one.",)
    return told(moment, Page(Mood.NOTE, "White die", text))


def same_die(moment: Moment, kept: str) -> Moment:
    """Say why a real die counts for nothing: the throw that was taken back shows again."""
    text = (f"The throw that was taken back counts: {kept}.",)
    return told(moment, Page(Mood.NOTE, "The same die", text))
