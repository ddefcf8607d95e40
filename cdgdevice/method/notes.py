"""Finding a note of a sheet: by the number of a card, or by words of its title or its text."""

import re
from collections.abc import Sequence

from cdgdevice.method.sheet import Note

_ASKED_NUMBER = re.compile(r"(#?)\s*([0-9]{1,4})")
_NUMBERS = re.compile(r"([0-9]+)(?:\s*(?:-|to)\s*#?([0-9]+))?")
_WORD = re.compile(r"\w+")


def heading(note: Note) -> str:
    """Give what a note is called: `#22 Mata Hari`, or its title alone."""
    return note.title if note.card is None else f"{note.card} {note.title}"


def number(note: Note) -> int | None:
    """Give the first card number of a note; None where it is on no numbered card."""
    first = _NUMBERS.search(note.card or "")
    return None if first is None else int(first[1])


def found(notes: Sequence[Note], words: str) -> tuple[Note, ...]:
    """Give the notes that `words` ask for; all of them where it holds none.

    A number, with or without `#`, asks for the card. Anything else asks for the notes that have
    all the words, or words that begin so: first those which have them in their heading, then those
    which have them in their text. Upper and lower case are the same.
    """
    asked = _ASKED_NUMBER.fullmatch(words.strip())
    if asked is not None:
        on_card = tuple(note for note in notes if _is_on(note, int(asked[2])))
        if on_card or asked[1]:
            return on_card
    wanted = _words(words)
    headed = [note for note in notes if _all_in(wanted, heading(note))]
    spoken = [note for note in notes if _all_in(wanted, f"{heading(note)} {note.text}")]
    return (*headed, *(note for note in spoken if note not in headed))


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
