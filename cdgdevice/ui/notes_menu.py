"""The menu's notes: a game's, the rule of what is asked, and what may be done from them."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from msgspec.structs import replace

from cdgdevice.render.views import SCROLLED_COLUMNS, PageKind, PageView
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.note_search import note_heading, note_number
from cdgdevice.rules.notes import Rule, RuleKind, find_rules, list_acts_to_offer
from cdgdevice.rules.sheet_entries import Note, Term
from cdgdevice.ui import texts
from cdgdevice.ui.state import MenuEntry

_MAX_NOTES_IN_LIST = 10
"""More notes than this are parted, so that the knob need not be turned for ever."""


@lru_cache(maxsize=8)
def notes_entries(of_game: tuple[Note, ...], terms: tuple[Term, ...] = ()) -> tuple[MenuEntry, ...]:
    """Return the menu's entry for the notes and words of a game; none where it has none.

    A long list is parted: first the rules, which belong to no card, then the cards by number, and
    last what the words mean.
    """
    words = (MenuEntry(texts.TERMS_TITLE, entries=_term_entries(terms)),) if terms else ()
    if not of_game:
        return (MenuEntry(texts.NOTES_TITLE, entries=words),) if words else ()
    if len(of_game) <= _MAX_NOTES_IN_LIST:
        return (MenuEntry(texts.NOTES_TITLE, entries=(*_note_entries(of_game), *words)),)
    rules = tuple(note for note in of_game if note_number(note) is None)
    cards = tuple(
        sorted(
            (note for note in of_game if note_number(note) is not None),
            key=lambda n: note_number(n) or 0,
        )
    )
    parted = (MenuEntry(texts.RULES_TITLE, entries=_note_entries(rules)),) if rules else ()
    return (
        MenuEntry(
            texts.NOTES_TITLE,
            entries=(*parted, *map(_note_group_entry, _split_by_card(cards)), *words),
        ),
    )


Doing = tuple[tuple[str, MenuEntry], ...]
"""What is allowed now, each with the id of its action or way."""


def rule_entries(history: GameHistory, doing: Doing) -> tuple[MenuEntry, ...]:
    """Return the rule of what is done now; where no note is on it, the next one by what it is of.

    Read to its end, it offers those of what follows and of the orders that stand. None where there
    is no note on any of them.
    """
    rules = [
        replace(
            _link_note(history, note, doing),
            title=_title_rule(rule, note),
            page=_make_page(note, rule.of),
        )
        for rule in find_rules(history)
        for note in rule.notes
    ]
    if not rules:
        return ()
    first, *others = rules
    further = (replace(rule, entries=()) for rule in others)
    return (replace(first, entries=(*first.entries, *further)),)


_RULE_TITLES: Mapping[RuleKind, Callable[[str], str]] = {
    RuleKind.ASKED: texts.title_rule,
    RuleKind.AFTER: texts.title_rule_after,
    RuleKind.ORDER: texts.title_rule_of_order,
}


def _title_rule(rule: Rule, note: Note) -> str:
    title = _RULE_TITLES[rule.kind](note.title)
    return title if len(title) <= SCROLLED_COLUMNS else note.title


def _link_note(history: GameHistory, note: Note, doing: Doing) -> MenuEntry:
    """Return a note that, once read, offers what does it, if that is allowed now."""
    (entry,) = _note_entries((note,))
    acts = list_acts_to_offer(history, note)
    return replace(entry, entries=tuple(each for id_, each in doing if id_ in acts))


def link_notes(history: GameHistory, doing: Doing) -> tuple[MenuEntry, ...]:
    """Return the menu's entry for the notes, each with the action that is allowed now."""
    sheet = history.now.sheet
    notes = (_link_note(history, note, doing) for note in sheet.notes)
    linked = {entry.page: entry for entry in notes}

    def link(entry: MenuEntry) -> MenuEntry:
        if entry.page is not None:
            return linked.get(entry.page, entry)
        return replace(entry, entries=tuple(map(link, entry.entries)))

    return tuple(map(link, notes_entries(sheet.notes, sheet.terms)))


def _note_entries(some: tuple[Note, ...]) -> tuple[MenuEntry, ...]:
    return tuple(MenuEntry(note_heading(note), page=_make_page(note)) for note in some)


def _make_page(note: Note, of: str = "") -> PageView:
    """Return the page with a note, below the order that it is the rule `of`, if any."""
    return PageView(PageKind.NOTE, note_heading(note), (of, note.text) if of else (note.text,))


def _term_entries(terms: tuple[Term, ...]) -> tuple[MenuEntry, ...]:
    return tuple(
        MenuEntry(term.word, page=PageView(PageKind.NOTE, term.word, (term.text,)))
        for term in terms
    )


def _note_group_entry(some: tuple[Note, ...]) -> MenuEntry:
    first, last = note_number(some[0]), note_number(some[-1])
    span = texts.title_cards(first, None if last == first else last)
    return MenuEntry(span, entries=_note_entries(some))


def _split_by_card(cards: tuple[Note, ...]) -> tuple[tuple[Note, ...], ...]:
    """Part the cards into groups of about the same size; no number is in two of them."""
    size = len(cards) / max(1, -(-len(cards) // _MAX_NOTES_IN_LIST))
    parts: list[tuple[Note, ...]] = []
    for card in cards:
        full = parts and len(parts[-1]) >= size
        if not parts or (full and note_number(parts[-1][-1]) != note_number(card)):
            parts.append((card,))
        else:
            parts[-1] = (*parts[-1], card)
    return tuple(parts)
