"""Finding the notes of a sheet: by a card's number, by words, by what they are on."""

import re
from collections.abc import Container, Iterable, Sequence

from cdgdevice.rules.card_row import HOME_CARD
from cdgdevice.rules.card_steps import CardUse
from cdgdevice.rules.game import Nominating, Playing, RowDice, Stage, Waiting
from cdgdevice.rules.sheet import Alternative, GuidedList, Outcome, RowRules, Sheet, SheetAction
from cdgdevice.rules.sheet_entries import BesideCard, Note, OrderKind, SetUpStep
from cdgdevice.rules.texts.near_words import find_most_like
from cdgdevice.rules.wants import WantsHome

_ASKED_NUMBERS = r"(#?\s*[0-9]{1,4})([\s,]+#?\s*[0-9]{1,4})*"
_NUMBERS = r"([0-9]+)(?:\s*(?:-|to)\s*#?([0-9]+))?"


RuleOwner = Alternative | SheetAction | Outcome | SetUpStep | GuidedList
"""What of a sheet has a rule, with the place where it stands."""


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


def list_notes_of(sheet: Sheet, entry: RuleOwner) -> tuple[Note, ...]:
    """Return the notes on an entry: it names them, they name it, or both are of the same rule.

    A result's come in the order in which it names them: the first is the one that the menu offers.
    """
    named: tuple[str | None, ...] = ()
    if not isinstance(entry, GuidedList):
        named = entry.notes if isinstance(entry, Outcome) else (entry.note,)
    own = entry.id if isinstance(entry, Alternative | SheetAction) else None
    found = (
        note
        for note in sheet.notes
        if note.title in named
        or note.source == entry.source
        or (own is not None and note.action == own)
    )
    if not isinstance(entry, Outcome):
        return tuple(found)
    places = {title: place for place, title in enumerate(named)}
    return tuple(sorted(found, key=lambda note: places.get(note.title, len(places))))


def list_actions_and_ways(sheet: Sheet) -> tuple[SheetAction | Alternative, ...]:
    """Return what a side may do beside what a roll says: the sheet's actions, then its ways."""
    return (*sheet.actions, *sheet.instead)


def list_acts_of_note(sheet: Sheet, note: Note) -> tuple[str, ...]:
    """Return the ids of the actions and ways that do what a note says."""
    every = list_actions_and_ways(sheet)
    return tuple(entry.id for entry in every if note in list_notes_of(sheet, entry))


def list_notes_of_kind(sheet: Sheet, kind: OrderKind) -> tuple[Note, ...]:
    """Return the notes that have the rule of all orders of a kind."""
    return tuple(note for note in sheet.notes if kind in note.orders)


def list_notes_from(sheet: Sheet, sources: Container[str]) -> tuple[Note, ...]:
    """Return the notes on what stands in one of these places."""
    return tuple(note for note in sheet.notes if note.source in sources)


def list_notes_of_row(
    row: RowRules, notes: tuple[Note, ...], stage: Stage | None, *, missed: bool = False
) -> tuple[Note, ...]:
    """Return the notes on a nomination, on its dice, and on the card that they play."""
    match stage:
        case Nominating() | RowDice():
            titles = (*row.notes, row.doubles_note)
        case Playing(uses=(CardUse.EVENT,), why=why) if why:
            titles = (row.doubles_note,)
        case Playing(why=why) if why:
            titles = (row.missed_note, *row.notes) if missed else row.notes
        case _:
            return ()
    return tuple(note for title in dict.fromkeys(titles) for note in notes if note.title == title)


def list_notes_beside(sheet: Sheet, stage: Stage) -> tuple[Note, ...]:
    """Return the notes on a card beside the display that is asked for or played now."""
    by = HOME_CARD if isinstance(stage, Waiting) and isinstance(stage.want, WantsHome) else None
    if isinstance(stage, Playing) and isinstance(stage.by, BesideCard) and sheet.row is None:
        by = stage.by
    if by == HOME_CARD:
        return list_notes_of_kind(sheet, OrderKind.HOME)
    return () if by is None else list_notes_from(sheet, (by.source,))
