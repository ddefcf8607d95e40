"""The notes in the menu: every one is reached, no list is long, and all of it fits the glass."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.render.draw import check_fit
from cdgdevice.render.views import MenuView
from cdgdevice.rules.sheet_entries import Note
from cdgdevice.ui.notes_menu import notes_entries
from cdgdevice.ui.state import MenuEntry

numbered = st.integers(1, 120).map(lambda n: Note(f"#{n}", "Card", f"Text of {n}.", "Book"))
rules = st.integers(1, 99).map(lambda n: Note(None, f"Rule {n}", f"Text of {n}.", "Book"))
some_notes = st.lists(st.one_of(numbered, numbered, rules), max_size=80, unique=True).map(tuple)


def lists(entry: MenuEntry) -> Iterator[MenuEntry]:
    if entry.entries:
        yield entry
    for inner in entry.entries:
        yield from lists(inner)


def pages(entry: MenuEntry) -> list[str]:
    own = [] if entry.page is None else [entry.page.text[0]]
    return own + [text for inner in entry.entries for text in pages(inner)]


def test_a_game_without_notes_has_no_such_entry() -> None:
    assert notes_entries(()) == ()


def test_a_few_notes_are_one_list_in_the_order_of_the_sheet() -> None:
    few = (Note(None, "Reshuffle", "B.", "Book"), Note("#22", "Mata Hari", "A.", "Book"))
    (entry,) = notes_entries(few)
    assert [inner.title for inner in entry.entries] == ["Reshuffle", "#22 Mata Hari"]


def test_many_notes_are_parted_into_rules_and_cards_by_number() -> None:
    cards = tuple(Note(f"#{n}", "Card", f"{n}.", "Book") for n in range(30, 0, -1))
    (entry,) = notes_entries((Note(None, "Reshuffle", "B.", "Book"), *cards))
    assert [inner.title for inner in entry.entries] == [
        "Rules",
        "Cards #1 to #10",
        "Cards #11 to #20",
        "Cards #21 to #30",
    ]


@given(some_notes)
def test_every_note_is_reached_once(some: tuple[Note, ...]) -> None:
    reached = [text for entry in notes_entries(some) for text in pages(entry)]
    assert sorted(reached) == sorted(note.text for note in some)


@given(some_notes)
def test_no_list_of_cards_is_long_and_all_fit_the_screen(some: tuple[Note, ...]) -> None:
    for entry in notes_entries(some):
        for opened in lists(entry):
            assert (
                check_fit(MenuView(opened.title, tuple(e.title for e in opened.entries), 0)) == []
            )
            if opened.title.startswith("Cards"):
                assert len(opened.entries) <= 10


@pytest.mark.parametrize("same", [2, 30])
def test_cards_of_one_number_stay_together(same: int) -> None:
    some = tuple(Note("#7", f"Side {n}", "A.", "Book") for n in range(same))
    others = tuple(Note(f"#{n}", "Card", "A.", "Book") for n in range(20, 40))
    (entry,) = notes_entries((*some, *others))
    assert len(entry.entries[0].entries) >= same
