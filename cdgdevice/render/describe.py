"""The same views in words, no fact missing: for a screen reader, a terminal, a log."""

from cdgdevice.render.draw_page import number_screenful
from cdgdevice.render.text_layout import NO_BREAK
from cdgdevice.render.views import (
    BoardView,
    CardView,
    DiceCountView,
    DiceView,
    MenuView,
    PageKind,
    PageView,
    PatternView,
    View,
)
from cdgdevice.rules.card_display import Facing, Space
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.texts.sentences import describe_when
from cdgdevice.rules.texts.templates import begin_sentence
from cdgdevice.rules.texts.words import Words

_RESULT_WORDS = {
    DieResult.JR: "C, or the lowest face-up card.",
    DieResult.AB: "A or B.",
    DieResult.DE: "D or E.",
    DieResult.ABC: "A, B or C.",
    DieResult.CDE: "C, D or E.",
    DieResult.EVENT: "Event.",
}
_KIND_WORDS = {
    PageKind.NOTE: "Note",
    PageKind.ERROR: "Mistake",
    PageKind.FAULT: "Fault",
    PageKind.PUT_BACK: "Put back",
    PageKind.DIE: "Die",
}
_FACING_WORDS = {Facing.UP: "face-up", Facing.DOWN: "face-down"}


def describe(view: View) -> tuple[str, ...]:
    """Return a view in words, an item for each thing on the screen, from the top.

    A menu gives all its items and a page all its text, also what scrolling would show.
    """
    match view:
        case BoardView():
            return _describe_board(view)
        case DiceView():
            return (_describe_dice(view),)
        case MenuView():
            return _describe_menu(view)
        case PageView():
            return _describe_page(view)
        case DiceCountView():
            return _describe_counts(view)
        case PatternView(name, text):
            return (f"Test pattern: {name} screen", *text)


def _describe_dice(view: DiceView) -> str:
    if isinstance(view.shown, DieResult):
        marked = f"{view.words.jolly_roger}: " if view.shown is DieResult.JR else ""
        return f"The die: {marked}{_RESULT_WORDS[view.shown]}"
    if len(view.shown) == 1:
        return f"The die: {view.shown[0]}."
    white, coloured = view.shown
    return f"The dice: {view.words.white} {white}, {view.words.coloured} {coloured}."


def _describe_board(view: BoardView) -> tuple[str, ...]:
    found = [f"{view.side}. {begin_sentence(describe_when(view.turn, view.round, view.words))}."]
    if view.quiet:
        found.append("The other side is at work.")
    if view.result:
        what = "The dice" if view.two_dice else "The die"
        found.append(f"{'Last round' if view.quiet else what}: {view.result}.")
    if view.kept:
        found.append(f"Kept in mind: {', '.join(view.kept)}.")
    if view.spaces:
        found += [
            _describe_space(space, cards, view.words)
            for space, cards in zip(Space, view.spaces, strict=True)
        ]
    if view.chances:
        found.append(_describe_chances(view.chances, view.throws))
    found += (line.replace(NO_BREAK, " ") for line in view.lines)
    if view.chosen is not None:
        found.append(f"> {view.chosen}" + (f" ({view.among.strip('<>')})" if view.among else ""))
    if view.left is not None:
        of = "" if view.of is None else f" of {view.of}"
        found.append(f"Cards left: {view.left}{of}.")
    elif view.of is not None:
        found.append(f"{begin_sentence(view.words.hand_size)}: {view.of}.")
    return tuple(found)


def _describe_space(space: Space, cards: tuple[CardView, ...], words: Words) -> str:
    if not cards:
        return f"{space.value}: empty."
    if len(cards) == 1:
        return f"{space.value}: {describe_card(cards[0], words)}."
    return " ".join(
        f"{space.value}{n}: {describe_card(card, words)}." for n, card in enumerate(cards, 1)
    )


def _describe_chances(chances: tuple[tuple[int, ...], ...], throws: int) -> str:
    each = (
        f"{space.value}{n if len(counts) > 1 else ''} {count}"
        for space, counts in zip(Space, chances, strict=True)
        for n, count in enumerate(counts, 1)
    )
    return f"Next roll: so many of {throws} throws offer {', '.join(each)}."


def describe_card(card: CardView, words: Words) -> str:
    """Describe how a card lies, and what it is for: `face-up, marked combat, offered`."""
    if card.gap:
        return "no card" + (", highlighted" if card.highlighted else "")
    offered = ", offered" if card.offered else ""
    mark = "" if card.mark is None else f", marked {card.mark.value}"
    reach = "" if card.reach is None else f", on {words.white} 1 to {card.reach}"
    return (
        _FACING_WORDS[card.facing]
        + mark
        + reach
        + offered
        + (", highlighted" if card.highlighted else "")
    )


def _describe_menu(view: MenuView) -> tuple[str, ...]:
    items = (
        f"{n} of {len(view.items)}: {item}" + (", highlighted" if n - 1 == view.highlighted else "")
        for n, item in enumerate(view.items, 1)
    )
    return (f"Menu: {view.title}", *items)


def _describe_page(view: PageView) -> tuple[str, ...]:
    shown, total = number_screenful(view)
    where = (f"Screen {shown} of {total}.",) if total > 1 else ()
    done = () if view.progress is None else ("{} of {} done.".format(*view.progress),)
    text = (paragraph.replace(NO_BREAK, " ") for paragraph in view.text)
    return (f"{_KIND_WORDS[view.mood]}: {view.title}", *text, *where, *done)


def _describe_counts(view: DiceCountView) -> tuple[str, ...]:
    counts = (f"{label}: {count}" for label, count in zip(view.labels, view.counts, strict=True))
    where = (f"Die {view.number} of {view.of}.",) if view.of > 1 else ()
    # One item: a voice that says only new ones says all of a second die that fell as the first.
    return (" ".join((f"Dice: {view.title}.", f"{', '.join(counts)}.", view.text, *where)),)
