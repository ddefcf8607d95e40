"""Finding notes of a sheet: by numbers of cards, or by words of their titles or their texts."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from cdgdevice.method.sheet import Note

_ASKED_NUMBERS = re.compile(r"(#?\s*[0-9]{1,4})([\s,]+#?\s*[0-9]{1,4})*")
_NUMBERS = re.compile(r"([0-9]+)(?:\s*(?:-|to)\s*#?([0-9]+))?")
_WORD = re.compile(r"\w+")


def heading(note: Note) -> str:
    """Give what a note is called: `#22 Mata Hari`, or its title alone."""
    return note.title if note.card is None else f"{note.card} {note.title}"


def number(note: Note) -> int | None:
    """Give the first card number of a note; None where it is on no numbered card."""
    first = _NUMBERS.search(note.card or "")
    return None if first is None else int(first[1])


def in_order(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Give the notes on numbered cards by their numbers, and then the others as they stand."""
    return tuple(sorted(notes, key=lambda note: (number(note) is None, number(note) or 0)))


def found(notes: Sequence[Note], words: str) -> tuple[Note, ...]:
    """Give the notes that `words` ask for, in order; all of them where it holds none.

    A number, with or without `#`, asks for the card, and several for any of them. Anything else
    asks for the notes that have all the words, or words that begin so: first those which have them
    in their heading, then those which have them in their text. Upper and lower case are the same.
    """
    notes = in_order(notes)
    if _ASKED_NUMBERS.fullmatch(words.strip()):
        cards = [int(each[0]) for each in _NUMBERS.findall(words)]
        on_card = tuple(note for note in notes if any(_is_on(note, card) for card in cards))
        if on_card or "#" in words:
            return on_card
    wanted = _words(words)
    headed = [note for note in notes if _all_in(wanted, heading(note))]
    spoken = [note for note in notes if _all_in(wanted, f"{heading(note)} {note.text}")]
    return (*headed, *(note for note in spoken if note not in headed))


def meant(notes: Iterable[Note], words: str) -> str | None:
    """Give the words that `words` may have meant, each one that some note has; None: no guess."""
    known = {word for note in notes for word in _words(f"{heading(note)} {note.text}")}
    near = [get_close_matches(word, known, 1, 0.7) for word in _words(words)]
    return " ".join(each[0] for each in near) if near and all(near) else None


def _is_on(note: Note, card: int) -> bool:
    """Tell whether a note is on this card; `#3-#5` and `#3, #7` are several."""
    return any(
        int(first) <= card <= int(last or first)
        for first, last in _NUMBERS.findall(note.card or "")
    )


def _all_in(wanted: list[str], text: str) -> bool:
    there = _words(text)
    return all(any(word.startswith(want) for word in there) for want in wanted)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
