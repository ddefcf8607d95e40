"""The same views in words, no fact missing: for a screen reader, a log, in English templates."""

from cdgdevice.render import views
from cdgdevice.render.describe_cards import HIGHLIGHTED, describe_card, describe_left
from cdgdevice.render.draw import number_screenful
from cdgdevice.rules.card_display import Space
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.texts.sentences import describe_roll, describe_when
from cdgdevice.rules.texts.templates import Template, join_lines
from cdgdevice.rules.texts.words import Words

_RESULT_WORDS = {
    DieResult.JR: "C, or the lowest face-up card",
    DieResult.AB: "A or B",
    DieResult.DE: "D or E",
    DieResult.ABC: "A, B or C",
    DieResult.CDE: "C, D or E",
    DieResult.EVENT: "Event",
}
_KIND_WORDS = {
    views.PageKind.NOTE: "Note",
    views.PageKind.ERROR: "Mistake",
    views.PageKind.FAULT: "Fault",
    views.PageKind.PUT_BACK: "Put back",
    views.PageKind.DIE: "Die",
}
_OTHER_AT_WORK = "The other side is at work."
_side_at = Template("{side}. {when:begin}.")
_last_round = Template("Last round: {result}.")
_die_shows, _dice_show = Template("The die: {result}."), Template("The dice: {result}.")
_of_mark = Template("{mark}: {result}")
_kept_in_mind = Template("Noted: {kept:list}.")
_hand_size = Template("{words.hand_size:begin}: {of}.", "of", "words")
_empty_space, _card_in_space = Template("{space}: empty."), Template("{space}: {card}.")
_chances = Template("Next roll: so many of {throws} rolls offer {cards:list}.")
_all_of = Template("{parts:list}")
_menu, _item = Template("Menu: {title}"), Template("{number} of {of}: {item}")
_page = Template("{kind}: {title}")
_screenful, _die_of = Template("Screen {shown} of {total}."), Template("Die {number} of {of}.")
_done_of = Template("{done} of {all} done.")
_dice_of = Template("Dice: {title}.")
_pattern = Template("Test pattern: {name} screen")


def describe(view: views.View) -> tuple[str, ...]:
    """Return a view in words, an item for each thing on the screen, from the top.

    A menu gives all its items and a page all its text, also what scrolling would show. A `Language`
    writes them as it writes the view.
    """
    match view:
        case views.BoardView():
            return _describe_board(view)
        case views.DiceView():
            return (_describe_dice(view),)
        case views.MenuView():
            return _describe_menu(view)
        case views.PageView():
            return _describe_page(view)
        case views.DiceCountView():
            return _describe_counts(view)
        case views.PatternView(name, text, _):
            return (_pattern(name), *text)


def _describe_dice(view: views.DiceView) -> str:
    if isinstance(view.shown, DieResult):
        result: str = _RESULT_WORDS[view.shown]
        marked = view.shown is DieResult.JR
        return _die_shows(_of_mark(view.words.jolly_roger, result) if marked else result)
    if len(view.shown) == 1:
        return _die_shows(view.shown[0])
    return describe_roll(None, view.shown, view.words)


def _describe_board(view: views.BoardView) -> tuple[str, ...]:
    found: list[str] = [_side_at(view.side, describe_when(view.turn, view.round, view.words, ""))]
    if view.quiet:
        found.append(_OTHER_AT_WORK)
    if view.result:
        dice = _dice_show if view.two_dice else _die_shows
        found.append((_last_round if view.quiet else dice)(view.result))
    if view.kept:
        found.append(_kept_in_mind(view.kept))
    if view.spaces:
        found += (
            _describe_space(space, cards, view.words)
            for space, cards in zip(Space, view.spaces, strict=True)
        )
    if view.chances:
        found.append(_describe_chances(view.chances, view.throws))
    found += (line.replace(views.NO_BREAK, " ") for line in view.lines)
    if view.chosen is not None:
        found.append(f"> {view.chosen}" + (f" ({view.among.strip('<>')})" if view.among else ""))
    if view.left is None and view.of is not None:
        found.append(_hand_size(view.of, view.words))
    return tuple(filter(None, (*found, describe_left(view.left, view.of))))


def _describe_space(space: Space, cards: tuple[views.CardView, ...], words: Words) -> str:
    if not cards:
        return _empty_space(space.value)
    numbers = ("",) if len(cards) == 1 else range(1, len(cards) + 1)
    return join_lines(
        *(
            _card_in_space(f"{space.value}{number}", describe_card(card, words))
            for number, card in zip(numbers, cards, strict=True)
        )
    )


def _describe_chances(chances: tuple[tuple[int, ...], ...], throws: int) -> str:
    each = (
        f"{space.value}{n if len(counts) > 1 else ''} {count}"
        for space, counts in zip(Space, chances, strict=True)
        for n, count in enumerate(counts, 1)
    )
    return _chances(throws, tuple(each))


def _describe_menu(view: views.MenuView) -> tuple[str, ...]:
    items = (_item(number, len(view.items), item) for number, item in enumerate(view.items, 1))
    return (
        _menu(view.title),
        *(
            _all_of((item, HIGHLIGHTED)) if at == view.highlighted else item
            for at, item in enumerate(items)
        ),
    )


def _describe_page(view: views.PageView) -> tuple[str, ...]:
    shown, total = number_screenful(view)
    where = (_screenful(shown, total),) if total > 1 else ()
    done = () if view.progress is None else (_done_of(*view.progress),)
    text = (paragraph.replace(views.NO_BREAK, " ") for paragraph in view.text)
    return (_page(_KIND_WORDS[view.mood], view.title), *text, *where, *done)


def _describe_counts(view: views.DiceCountView) -> tuple[str, ...]:
    counts = (f"{label}: {count}" for label, count in zip(view.labels, view.counts, strict=True))
    where = (_die_of(view.number, view.of),) if view.of > 1 else ()
    # One item: a voice that says only new ones says all of a second die that fell as the first.
    return (join_lines(_dice_of(view.title), f"{', '.join(counts)}.", view.text, *where),)
