"""What the glass tells of the die reader, and of how the die lies in it."""

from cdgdevice.gadget.reader.effects import LinkState
from cdgdevice.gadget.reader.messages import DieState, Trouble
from cdgdevice.gadget.views.view import Mood, Page

READER = "Die reader"
"""Title of the pages that tell of the die reader."""
DIE = "The die"
"""Title of the pages that tell how the die lies in it."""

_NAME_IT = "The menu can name the die instead."
_MISSING = {
    LinkState.LOST: _NAME_IT,
    LinkState.SILENT: _NAME_IT,
    Trouble.BLIND: _NAME_IT,
    Trouble.BLANK: "The menu does it: Die reader. It can name the die instead.",
}
"""Without these nothing is thrown in the reader, and what the player can do about it here."""


def reader_page(
    state: LinkState | Trouble, sentence: str, *, needed: bool, calibrates: bool
) -> Page | None:
    """Give the page that tells of the reader; None where there is nothing to tell.

    `needed`: the dice of this gadget come from the reader. `calibrates`: it is being taught its
    die, so that its not knowing it is no news.
    """
    if state is LinkState.REFUSED:
        return Page(Mood.FAULT, READER, (sentence,))
    if not needed or (state is Trouble.BLANK and calibrates):
        return None
    if state in _MISSING:
        return Page(Mood.FAULT, READER, (sentence, _MISSING[state]))
    return Page(Mood.NOTE, READER, (sentence,)) if state is Trouble.DIRTY else None


def die_page(state: DieState, sentence: str, *, needed: bool, due: bool) -> Page | None:
    """Give the page that tells how the die lies; None where there is nothing to tell.

    `due`: a roll of the die is due. A die that leans was thrown, even where the gadget has dice
    of its own; bad light bothers only who `needed` the reader.
    """
    worth = state is DieState.COCKED or (needed and state in (DieState.LIGHT, DieState.SATURATED))
    return Page(Mood.NOTE, DIE, (sentence,)) if due and worth else None
