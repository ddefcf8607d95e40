"""The notes of the game as menus: a title each, and the text a page."""

from functools import lru_cache

from cdgdevice.gadget.desk.moment import Entry
from cdgdevice.gadget.views.view import Mood, Page
from cdgdevice.method.notes import heading, number
from cdgdevice.method.sheet import Note

_ONE_LIST = 10
"""More notes than this are parted, so that the knob need not be turned for ever."""


@lru_cache(maxsize=8)
def notes(of_game: tuple[Note, ...]) -> tuple[Entry, ...]:
    """Give the menu's entry for the notes of a game; none where it has none.

    A long list is parted: first the rules, which belong to no card, then the cards by number.
    """
    if not of_game:
        return ()
    if len(of_game) <= _ONE_LIST:
        return (Entry("Notes", entries=_titles(of_game)),)
    rules = tuple(note for note in of_game if number(note) is None)
    cards = tuple(
        sorted((note for note in of_game if number(note) is not None), key=lambda n: number(n) or 0)
    )
    parted = (Entry("Rules", entries=_titles(rules)),) if rules else ()
    return (Entry("Notes", entries=(*parted, *map(_group, _parts(cards)))),)


def _titles(some: tuple[Note, ...]) -> tuple[Entry, ...]:
    return tuple(
        Entry(heading(note), page=Page(Mood.NOTE, heading(note), (note.text,))) for note in some
    )


def _group(some: tuple[Note, ...]) -> Entry:
    first, last = number(some[0]), number(some[-1])
    span = f"Card #{first}" if first == last else f"Cards #{first} to #{last}"
    return Entry(span, entries=_titles(some))


def _parts(cards: tuple[Note, ...]) -> tuple[tuple[Note, ...], ...]:
    """Part the cards into groups of about the same size; no number is in two of them."""
    size = len(cards) / max(1, -(-len(cards) // _ONE_LIST))
    parts: list[tuple[Note, ...]] = []
    for card in cards:
        full = parts and len(parts[-1]) >= size
        if not parts or (full and number(parts[-1][-1]) != number(card)):
            parts.append((card,))
        else:
            parts[-1] = (*parts[-1], card)
    return tuple(parts)
