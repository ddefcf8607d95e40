"""The notes of a sheet: which are on a card or have some words, and which tell what is done now."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from cdgdevice.rules.game import (
    Choosing,
    Game,
    Nominating,
    Playing,
    RowDice,
    SettingUp,
    Stage,
    Waiting,
)
from cdgdevice.rules.prompt import is_open_who_begins
from cdgdevice.rules.set_up import find_set_up_rule
from cdgdevice.rules.sheet import (
    Alternative,
    Note,
    Outcome,
    RowRules,
    SetUpStep,
    Sheet,
    SheetAction,
)
from cdgdevice.rules.steps import CardUse, walk_steps

_ASKED_NUMBERS_PATTERN = re.compile(r"(#?\s*[0-9]{1,4})([\s,]+#?\s*[0-9]{1,4})*")
_NUMBER_PATTERN = re.compile(r"([0-9]+)(?:\s*(?:-|to)\s*#?([0-9]+))?")
_WORD_PATTERN = re.compile(r"\w+")


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
    first = _NUMBER_PATTERN.search(note.card or "")
    return None if first is None else int(first[1])


def sort_notes(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Return the notes on numbered cards by their numbers, and then the others as they stand."""
    return tuple(
        sorted(notes, key=lambda note: (note_number(note) is None, note_number(note) or 0))
    )


def list_notes_of(
    sheet: Sheet, entry: Alternative | SheetAction | Outcome | SetUpStep
) -> tuple[Note, ...]:
    """Return the notes on an entry: it names them, they name it, or both are of the same rule.

    A result's come in the order in which it names them: the first is the one that the menu offers.
    """
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


def list_acts_of(sheet: Sheet, note: Note) -> tuple[str, ...]:
    """Return the ids of the actions and ways that do what a note says."""
    every: tuple[SheetAction | Alternative, ...] = (*sheet.actions, *sheet.instead)
    return tuple(entry.id for entry in every if note in list_notes_of(sheet, entry))


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
    if not _ASKED_NUMBERS_PATTERN.fullmatch(words.strip()):
        return ()
    return tuple(int(each[0]) for each in _NUMBER_PATTERN.findall(words))


def guess_note_words(notes: Iterable[Note], words: str) -> str | None:
    """Return the words that `words` may have meant, each one that some note has; None: no guess."""
    known = {word for note in notes for word in _split_words(f"{note_heading(note)} {note.text}")}
    near = [get_close_matches(word, known, 1, 0.7) for word in _split_words(words)]
    return " ".join(each[0] for each in near) if near and all(near) else None


def _is_on_card(note: Note, card: int) -> bool:
    """Tell whether a note is on this card; `#3-#5` and `#3, #7` are several."""
    return any(
        int(first) <= card <= int(last or first)
        for first, last in _NUMBER_PATTERN.findall(note.card or "")
    )


def _has_words(wanted: list[str], text: str) -> bool:
    there = _split_words(text)
    return all(any(word.startswith(want) for word in there) for want in wanted)


def _split_words(text: str) -> list[str]:
    return _WORD_PATTERN.findall(text.casefold())


def list_rules(game: Game) -> tuple[Note, ...]:
    """Return the notes on what is done now: its own step's first, then those of its whole list."""
    sheet = game.sheet
    stage: Stage | None = game.stage
    every: tuple[SheetAction | Alternative, ...] = (*sheet.actions, *sheet.instead)
    entries: list[Alternative | SheetAction | Outcome | SetUpStep] = []
    of_step: tuple[Note, ...] = ()
    if isinstance(stage, SettingUp):
        rule = find_set_up_rule(game, stage)
        if isinstance(rule, SetUpStep):
            entries.append(rule)
        else:
            of_step = tuple(note for note in sheet.notes if note.source in rule)
    if isinstance(stage, Waiting) and stage.course.steps:
        first = stage.course.steps[0]
        title = getattr(first, "note", None)
        of_step = tuple(note for note in sheet.notes if note.title == title)
        # Steps within a list of a guided one are written anew for each number.
        entries.extend(entry for entry in every if first in walk_steps(entry.steps))
        stage = stage.course.return_to
    if isinstance(stage, Playing) and isinstance(stage.by, Alternative):
        entries.append(stage.by)
    if isinstance(stage, Choosing) and game.roll is not None and not entries:
        entries.extend(
            outcome
            for result, outcome in sheet.outcomes.items()
            if result.value == game.roll.result
        )
    if sheet.row is not None:
        of_step = (*of_step, *_list_rules_of_row(sheet.row, sheet.notes, stage))
    found = (note for entry in entries for note in list_notes_of(sheet, entry))
    return tuple(dict.fromkeys((*of_step, *found)))


def _list_rules_of_row(
    row: RowRules, notes: tuple[Note, ...], stage: Stage | None
) -> tuple[Note, ...]:
    """Return the notes on a nomination, on its dice, and on the card that they play."""
    match stage:
        case Nominating() | RowDice():
            titles = (*row.notes, row.doubles_note)
        case Playing(uses=(CardUse.EVENT,), why=why) if why:
            titles = (row.doubles_note,)
        case Playing(why=why) if why:
            titles = row.notes
        case _:
            return ()
    return tuple(note for title in titles for note in notes if note.title == title)


def list_sources(game: Game) -> tuple[str, ...]:
    """Return where the rule of what is done now stands: of the roll, the set-up or the sheet."""
    sheet = game.sheet
    stage: Stage | None = game.stage
    while isinstance(stage, Waiting):
        stage = stage.course.return_to
    if isinstance(stage, Playing) and isinstance(stage.by, Alternative):
        return (stage.by.source,)
    if isinstance(stage, Choosing | Playing) and game.roll is not None:
        rolled = game.roll.result
        found = (each.source for result, each in sheet.outcomes.items() if result.value == rolled)
        return tuple(found)
    if isinstance(stage, SettingUp):
        rule = find_set_up_rule(game, stage)
        return (rule.source,) if isinstance(rule, SetUpStep) else rule
    return (sheet.turn.source if is_open_who_begins(game) else sheet.source,)
