"""A game is the replay of its journal: every answer is played again.

The facts in the journal tell how the table stood after each answer. They count more than the rules,
which may have been mended since: where an answer leads elsewhere by now, or is no longer allowed,
the game goes on from where the facts say that it stood.
"""

from collections.abc import Callable, Generator, Mapping
from enum import Enum
from importlib.resources import files
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice import __version__
from cdgdevice.errors import CdgDeviceError, JournalError
from cdgdevice.games.game_folder import unpack_game
from cdgdevice.games.journal_format import JournalEntry, read_entry, read_facts
from cdgdevice.games.journal_reader import JournalContent, LineContent, parse_journal
from cdgdevice.rules.card_row import range_option_of
from cdgdevice.rules.conditions import InNoState, InStates, OnceARound
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.facts import read_ranges, restore_facts, write_facts
from cdgdevice.rules.game import GameHistory
from cdgdevice.rules.prompt import PLAY_NOTHING
from cdgdevice.rules.requests import ChooseOption, Json, NewGame, RulesError, read_request
from cdgdevice.rules.sheet import Alternative, Sheet, SheetAction
from cdgdevice.sheets.reading.sheet_schema import read_sheet

FindSheet = Callable[[str], Sheet]
"""Gives the sheet with an id, or raises a CdgDeviceError."""


EntryOfSheet = TypeVar("EntryOfSheet", Alternative, SheetAction)


class Doubt(Enum):
    """Why the cards on the table may lie otherwise than a game that was replayed shows them."""

    NO_FACTS = "no-facts"
    """It was played by version 0.1.1 or older, which kept no facts that could be compared."""
    RULES_CHANGED = "rules-changed"
    """An answer leads elsewhere by now: the table is shown as the journal left it."""
    ANSWERS_LOST = "answers-lost"
    """An answer without facts is no longer allowed: it and those after it are left out."""


class ReplayedGame(Struct, frozen=True):
    """A game that was replayed."""

    history: GameHistory
    entries: tuple[JournalEntry, ...]
    doubt: Doubt | None = None
    """Why the player should compare the table; None where it was compared, or need not be."""


def replay_journal(
    name: str,
    written: JournalContent,
    find: FindSheet,
    on_answer: Callable[[], None] = lambda: None,
) -> ReplayedGame:
    """Play what the file `name` says up to where it was left.

    `on_answer` is called after each answer: a long game takes its time.

    Raises:
        JournalError: its sheet can't be read, or an answer in it is none that this version knows.
    """
    played = replay_entries(name, written, find)
    while True:
        try:
            next(played)
            on_answer()
        except StopIteration as end:
            replayed: ReplayedGame = end.value
            return replayed


def replay_entries(
    name: str, written: JournalContent, find: FindSheet
) -> Generator[None, None, ReplayedGame]:
    """Do the same, one answer at a time: for a caller that must not block for long."""
    try:
        sheet, history, doubt = _begin_game(written.header, find)
    except CdgDeviceError as error:
        raise JournalError(f"{name} can't be played: {error}") from error
    except (RulesError, ValueError) as error:
        raise JournalError(_cannot_read(name, written.header, "the set-up")) from error
    entries: list[JournalEntry] = []
    for number, raw in enumerate(written.entries, 1):
        try:
            entry = read_entry(raw)
            if entry.compared:
                doubt = None
            if entry.facts is not None:
                history = _play_by_sheet_of_today(history, sheet)
            history, found = _answer(history, entry, doubt)
        except (RulesError, ValueError) as error:
            raise JournalError(_cannot_read(name, written.header, f"answer {number}")) from error
        doubt = found or doubt
        entries.append(entry)
        yield
    return ReplayedGame(_play_by_sheet_of_today(history, sheet), tuple(entries), doubt)


def _begin_game(header: LineContent, find: FindSheet) -> tuple[Sheet, GameHistory, Doubt | None]:
    asked = header.get("request")
    new = read_request(asked if isinstance(asked, dict) else {})
    if not isinstance(new, NewGame):
        raise ValueError("a game begins with new")  # noqa: TRY004 - it is data, not a type
    sheet, facts = find(new.sheet), read_facts(header)
    new = _with_ranges_as_begun(new, sheet, facts)
    history = begin_game(sheet if facts is not None else _as_played_without_facts(sheet), new)
    return sheet, *_compare(history, facts)


def _with_ranges_as_begun(new: NewGame, sheet: Sheet, facts: Mapping[str, Json] | None) -> NewGame:
    """Name the ranges of a row with which a game began, where its sheet has others by now."""
    if sheet.row is None:
        return new
    ranges = sheet.row.without_facts if facts is None else read_ranges(facts)
    options = {
        range_option_of(space): high
        for space, high in ranges.items()
        if high != sheet.row.ranges[space]
    }
    return replace(new, options=tuple((options | dict(new.options)).items()))


def _as_played_without_facts(sheet: Sheet) -> Sheet:
    """Return a sheet with the rules by which version 0.1.1 and older played.

    Their journals tell nothing of the table, so only the same rules lead to the same cards, and
    only the same questions fit the answers.
    """
    sheet = _with_lists_of(_read_lists_of_before(sheet.id) or sheet, sheet)
    return replace(
        sheet,
        own_gap_first=False,
        hands=replace(sheet.hands, while_pile_empty=None),
        instead=tuple(_without_limits(way) for way in sheet.instead),
        actions=tuple(_without_limits(action) for action in sheet.actions),
    )


def _with_lists_of(lists: Sheet, sheet: Sheet) -> Sheet:
    return replace(sheet, turn=lists.turn, instead=lists.instead, actions=lists.actions)


def _read_lists_of_before(sheet_id: str) -> Sheet | None:
    """Read the lists of a sheet that asked other questions in version 0.1.1; None of the others."""
    file = files("cdgdevice") / "games" / "before" / f"{sheet_id}.toml"
    return read_sheet(file.read_bytes(), file.name) if file.is_file() else None


def _without_limits(entry: EntryOfSheet) -> EntryOfSheet:
    """Return an entry without the limits that 0.1.1 did not know: states, and once a round."""
    limits = InStates | InNoState | OnceARound
    free = tuple(each for each in entry.conditions if not isinstance(each, limits))
    if len(free) == len(entry.conditions):
        return entry
    entry = replace(entry, conditions=free)
    return replace(entry, is_compulsory=False) if isinstance(entry, Alternative) else entry


def _play_by_sheet_of_today(history: GameHistory, sheet: Sheet) -> GameHistory:
    """Go on by the sheet of today; a list that is under way runs to its end as it began."""
    then = history.now.sheet
    hands = replace(then.hands, while_pile_empty=sheet.hands.while_pile_empty)
    by = replace(then, own_gap_first=sheet.own_gap_first, hands=hands)
    by = _with_lists_of(sheet, by)
    return history if by == then else replace(history, now=replace(history.now, sheet=by))


def _answer(
    history: GameHistory, entry: JournalEntry, doubt: Doubt | None
) -> tuple[GameHistory, Doubt | None]:
    """Play an answer again; give also what is doubtful about where that leads."""
    if entry.facts is None and doubt is Doubt.ANSWERS_LOST:
        return history, doubt
    sheet = history.now.sheet
    if entry.request == ChooseOption(PLAY_NOTHING):
        # Given where the sheet had no way yet that is left when a result offers nothing.
        ways = tuple(way for way in sheet.instead if not way.fallback)
        history = replace(history, now=replace(history.now, sheet=replace(sheet, instead=ways)))
    try:
        return _compare(answer_request(history, entry.request).history, entry.facts)
    except RulesError:
        if entry.facts is None:
            return history, Doubt.ANSWERS_LOST
        return restore_facts(history, entry.facts), Doubt.RULES_CHANGED


def _compare(
    history: GameHistory, facts: Mapping[str, Json] | None
) -> tuple[GameHistory, Doubt | None]:
    if facts is None:
        return history, Doubt.NO_FACTS
    if write_facts(history) == facts:
        return history, None
    return restore_facts(history, facts), Doubt.RULES_CHANGED


def _cannot_read(name: str, header: LineContent, what: str) -> str:
    program = header.get("program")
    if not isinstance(program, str):
        program = "an unknown version"
    return (
        f"{name}: cdgdevice {__version__} can't read {what}; the game was begun with {program} "
        "and can be finished with that."
    )


class CarriedGame(Struct, frozen=True):
    """A game from such a file, which can be played here."""

    content: bytes
    """Its journal."""
    sheet: str
    """The id of its sheet."""


def read_game_file(packed: bytes, name: str, find: FindSheet) -> CarriedGame:
    """Return the game in the file `name`; `find` gives a sheet by its id.

    Only what can be played on here is returned: its sheet is here, and its answers are known.

    Raises:
        CdgDeviceError: it is another kind of file, is not as it was written, or can't be played.
    """
    content = unpack_game(packed, name)
    played = replay_journal(name, parse_journal(content, name), find)
    return CarriedGame(content, played.history.now.sheet.id)
