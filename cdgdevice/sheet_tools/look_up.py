"""What a sheet explains: its notes and the words of its document, looked up by words."""

from collections.abc import Iterable

from cdgdevice.fold_lines import fold_text
from cdgdevice.rules.note_search import (
    find_notes,
    guess_note_words,
    join_alike,
    list_asked_cards,
    note_heading,
    sort_notes,
)
from cdgdevice.rules.requests import NotAllowedError
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.sheet_entries import LIST_OF_TERMS, Note, Term, fold_term
from cdgdevice.rules.texts.near_words import find_most_like
from cdgdevice.rules.texts.templates import join_names, quote


def look_up_notes(sheet: Sheet, words: str) -> str:
    """Return in full the notes of a sheet that `words` ask for; without words, all of them.

    Raises:
        NotAllowedError: there is no such note.
    """
    some = find_notes(sheet.notes, words)
    if not some:
        if not sheet.notes:
            raise NotAllowedError(f"The sheet {sheet.id} has no notes.")
        if cards := list_asked_cards(words):
            name = join_names([f"card {card}" for card in cards], "or")
            raise NotAllowedError(
                f"There is no note on {name}. Name another card's number, or a word."
            )
        guess = guess_note_words(sheet.notes, words)
        # What is meant word by word may still be in no one note.
        near = f" Did you mean {quote(guess)}?" if guess and find_notes(sheet.notes, guess) else ""
        other = "fewer words" if " " in words else "another word"
        remedy = near or f" Name a card's number, or {other}."
        raise NotAllowedError(f"No note of {sheet.id} is on {quote(words)}.{remedy}")
    return format_notes(some)


def find_terms(sheet: Sheet, words: str) -> tuple[Term, ...]:
    """Return the terms of a sheet that are called so."""
    asked = fold_term(words)
    return tuple(term for term in sheet.terms if asked in map(fold_term, term.names))


_CLOSE = 0.8
"""How alike a word must be that is meant, from 0 to 1: "undo" is not as near to "round"."""


def look_up_term(sheet: Sheet, words: str, commands: Iterable[str] = ()) -> str:
    """Return what a word of a sheet's document means.

    `commands` are explained elsewhere: one of them may be meant where no term is called so.

    Raises:
        NotAllowedError: the sheet explains no such word.
    """
    if found := find_terms(sheet, words):
        return "\n".join(fold_text(f"{term.word}: {term.text}", "", "  ") for term in found)
    known = {name.casefold(): name for name in commands}
    known |= {name.casefold(): name for term in sheet.terms for name in term.names}
    asked = words.casefold()
    begun = (name for name in known if asked and name.startswith(f"{asked} "))
    near = next(begun, None) or find_most_like(asked, known, _CLOSE)
    noted = words.isprintable() and any(map(str.isalnum, words)) and find_notes(sheet.notes, words)
    if near:
        remedy = f" Did you mean {quote(known[near])}?"
    elif noted:
        remedy = f" Type notes {words}: notes have it."
    else:
        remedy = f" Type help {LIST_OF_TERMS} for a list of them." if sheet.terms else ""
    raise NotAllowedError(f"{quote(words)} is not explained here.{remedy}")


def list_terms(sheet: Sheet) -> str:
    """Return the words that a sheet explains."""
    if not sheet.terms:
        return "No word of this game is explained here."
    return fold_text(f"Words: {', '.join(term.word for term in sheet.terms)}.", "", "  ")


def list_headings(notes: Iterable[Note]) -> str:
    """Return what each note is called, a line each, cards by their numbers first."""
    return "\n".join(f"  {note_heading(note)}" for note in sort_notes(notes))


def format_notes(notes: Iterable[Note]) -> str:
    """Return notes in lines: what each is called, its text, and where its rule stands.

    What several say alike stands once, below the names of all of them.
    """
    return "\n\n".join(
        "\n".join(
            [
                *map(fold_text, names),
                fold_text(note.text, "  "),
                fold_text(f"({note.source})", "  "),
            ]
        )
        for names, note in join_alike(notes)
    )
