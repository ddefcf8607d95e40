"""The same views in words, no fact missing: for a screen reader, a terminal, a log."""

from cdgdevice.gadget.views.page import page_mark
from cdgdevice.gadget.views.text import NO_BREAK
from cdgdevice.gadget.views.view import (
    Bars,
    Board,
    CardView,
    Flash,
    Menu,
    Mood,
    Page,
    Pattern,
    View,
)
from cdgdevice.method.die import Result
from cdgdevice.method.display import Facing, Space

_RESULTS = {
    Result.JR: "Jolly Roger: C, or the lowest face-up Ops card.",
    Result.AB: "A or B.",
    Result.DE: "D or E.",
    Result.ABC: "A, B or C.",
    Result.CDE: "C, D or E.",
    Result.EVENT: "Event.",
}
_MOODS = {
    Mood.NOTE: "Note",
    Mood.ERROR: "Mistake",
    Mood.FAULT: "Fault",
    Mood.PUT_BACK: "Put back",
    Mood.DIE: "Die",
}
_FACINGS = {Facing.UP: "face-up", Facing.DOWN: "face-down"}


def describe(view: View) -> tuple[str, ...]:
    """Give a view in words, a sentence or a few to an item, in the order of the glass from the top.

    A menu gives all its items and a page all its text, also what scrolling would show.
    """
    match view:
        case Board():
            return _board(view)
        case Flash():
            return (_thrown(view),)
        case Menu():
            return _menu(view)
        case Page():
            return _page(view)
        case Bars():
            return _bars(view)
        case Pattern(name, text):
            return (f"Test pattern: {name} screen", *text)


def _thrown(view: Flash) -> str:
    if isinstance(view.shown, Result):
        return f"The die: {_RESULTS[view.shown]}"
    if len(view.shown) == 1:
        return f"The die: {view.shown[0]}."
    return f"The dice: white {view.shown[0]}, coloured {view.shown[1]}."


def _board(view: Board) -> tuple[str, ...]:
    found = [f"{view.side}. Turn {view.turn}, round {view.round}."]
    if view.quiet:
        found.append("The other side is at work.")
    if view.spaces:
        found += [_space(space, cards) for space, cards in zip(Space, view.spaces, strict=True)]
    found += view.lines
    if view.chosen is not None:
        found.append(f"> {view.chosen}" + (f" ({view.among})" if view.among else ""))
    if view.left is not None:
        of = "" if view.of is None else f" of {view.of}"
        found.append(f"Cards left: {view.left}{of}.")
    elif view.of is not None:
        found.append(f"Hand size: {view.of}.")
    return tuple(found)


def _space(space: Space, cards: tuple[CardView, ...]) -> str:
    if not cards:
        return f"{space.value}: empty."
    if len(cards) == 1:
        return f"{space.value}: {_card(cards[0])}."
    return " ".join(f"{space.value}{n}: {_card(card)}." for n, card in enumerate(cards, 1))


def _card(card: CardView) -> str:
    offered = ", offered" if card.offered else ""
    mark = "" if card.mark is None else f", marked {card.mark.value}"
    reach = "" if card.reach is None else f", on white 1 to {card.reach}"
    return (
        _FACINGS[card.facing]
        + mark
        + reach
        + offered
        + (", highlighted" if card.highlighted else "")
    )


def _menu(view: Menu) -> tuple[str, ...]:
    items = (
        f"{n} of {len(view.items)}: {item}" + (", highlighted" if n - 1 == view.highlighted else "")
        for n, item in enumerate(view.items, 1)
    )
    return (f"Menu: {view.title}", *items)


def _page(view: Page) -> tuple[str, ...]:
    shown, total = page_mark(view)
    where = (f"Screen {shown} of {total}.",) if total > 1 else ()
    done = () if view.progress is None else ("{} of {} done.".format(*view.progress),)
    text = (paragraph.replace(NO_BREAK, " ") for paragraph in view.text)
    return (f"{_MOODS[view.mood]}: {view.title}", *text, *where, *done)


def _bars(view: Bars) -> tuple[str, ...]:
    counts = (f"{label}: {count}" for label, count in zip(view.labels, view.counts, strict=True))
    where = (f"Die {view.among.replace('/', ' of ')}.",) if view.among else ()
    # One item: a voice that says only new ones says all of a second die that fell as the first.
    return (" ".join((f"Dice: {view.title}.", f"{', '.join(counts)}.", view.text, *where)),)
