"""Notes as plain text of at most 80 columns."""

from collections.abc import Iterable

from cdgdevice.columns import folded
from cdgdevice.method.errors import NotAllowedError
from cdgdevice.method.mistakes import quoted
from cdgdevice.method.notes import found, heading, in_order, meant
from cdgdevice.method.sheet import Note, Sheet


def looked_up(sheet: Sheet, words: str) -> str:
    """Give in full the notes of a sheet that `words` ask for; without words, all of them.

    Raises:
        NotAllowedError: there is no such note.
    """
    some = found(sheet.notes, words)
    if not some:
        if not sheet.notes:
            raise NotAllowedError(f"The sheet {sheet.id} has no notes.")
        guess = meant(sheet.notes, words)
        # What is meant word by word may still be in no one note.
        near = f" Did you mean {quoted(guess)}?" if guess and found(sheet.notes, guess) else ""
        remedy = near or " Name a card's number, or fewer words."
        raise NotAllowedError(f"No note of {sheet.id} is on {quoted(words)}.{remedy}")
    return "\n\n".join(map(_in_full, some))


def headings(notes: Iterable[Note]) -> str:
    """Give what each note is called, a line each, cards by their numbers first."""
    return "\n".join(f"  {heading(note)}" for note in in_order(notes))


def _in_full(note: Note) -> str:
    text = folded(note.text, "  ")
    return "\n".join([folded(heading(note)), text, folded(f"({note.source})", "  ")])
