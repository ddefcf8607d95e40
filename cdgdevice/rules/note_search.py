"""Finding the notes of a sheet by a card's number or by words, and what each is called."""

import re
from collections.abc import Iterable, Sequence

from cdgdevice.rules.sheet_entries import Note
from cdgdevice.rules.texts.near_words import find_most_like

_ASKED_NUMBERS = r"(#?\s*[0-9]{1,4})([\s,]+#?\s*[0-9]{1,4})*"
_NUMBERS = r"([0-9]+)(?:\s*(?:-|to)\s*#?([0-9]+))?"


def note_heading(note: Note) -> str:
    """Return what a note is called: `#22 Mata Hari`, or its title alone."""
    return note.title if note.card is None else f"{note.card} {note.title}"


def join_alike(notes: Iterable[Note]) -> tuple[tuple[tuple[str, ...], Note], ...]:
    """Return each text of notes once, with what all the notes that say it are called."""
    alike: dict[tuple[str, str], list[Note]] = {}
    for note in notes:
        alike.setdefault((note.text, note.source), []).append(note)
    return tuple((tuple(map(note_heading, some)), some[0]) for some in alike.values())


def note_number(note: Note) -> int | None:
    """Return the first card number of a note; None where it is on no numbered card."""
    first = re.search(_NUMBERS, note.card or "")
    return None if first is None else int(first[1])


def words_for_note(note: Note) -> str:
    """Return the words that ask for a note: its card's number, or its title in small letters."""
    number = note_number(note)
    return note.title.lower() if number is None else str(number)


def sort_notes(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Return the notes on numbered cards by their numbers, and then the others as they stand."""
    return tuple(
        sorted(notes, key=lambda note: (note_number(note) is None, note_number(note) or 0))
    )


def find_notes(notes: Sequence[Note], words: str) -> tuple[Note, ...]:
    """Return the notes that `words` ask for, in order; all of them where it holds none.

    A number, with or without `#`, asks for the card alone, and several for any of them. All else
    asks for the notes that have all the words, or words that begin so: first those which have them
    in their heading, then those which have them in their text. Upper and lower case are the same.
    """
    notes = sort_notes(notes)
    if cards := list_asked_cards(words):
        return tuple(note for note in notes if any(_is_on_card(note, card) for card in cards))
    wanted = _split_words(words)
    headed = [note for note in notes if _has_words(wanted, note_heading(note))]
    spoken = [note for note in notes if _has_words(wanted, f"{note_heading(note)} {note.text}")]
    return (*headed, *(note for note in spoken if note not in headed))


def list_asked_cards(words: str) -> tuple[int, ...]:
    """Return the numbers of cards where `words` are nothing else; else none."""
    if not re.fullmatch(_ASKED_NUMBERS, words.strip()):
        return ()
    return tuple(int(each[0]) for each in re.findall(_NUMBERS, words))


def guess_note_words(notes: Iterable[Note], words: str) -> str | None:
    """Return the words that `words` may have meant, each one that some note has; None: no guess."""
    known = {word for note in notes for word in _split_words(f"{note_heading(note)} {note.text}")}
    near = [find_most_like(word, known, 0.7) for word in _split_words(words)]
    meant = [word for word in near if word is not None]
    return " ".join(meant) if meant and len(meant) == len(near) else None


def _is_on_card(note: Note, card: int) -> bool:
    """Return whether a note is on this card; `#3-#5` and `#3, #7` are several."""
    return any(
        int(first) <= card <= int(last or first)
        for first, last in re.findall(_NUMBERS, note.card or "")
    )


def _has_words(wanted: list[str], text: str) -> bool:
    there = _split_words(text)
    return all(any(word.startswith(want) for word in there) for want in wanted)


def _split_words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
