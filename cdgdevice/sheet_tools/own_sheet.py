"""A player's own sheet before it is played: a template, what is wrong, and how it plays."""

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from cdgdevice.errors import CdgDeviceError
from cdgdevice.fold_lines import wrap_lines
from cdgdevice.games import sheet_library
from cdgdevice.games.disk import read_regular_file, write_new_file
from cdgdevice.odds.odds import NoOddsError, odds_table
from cdgdevice.render.draw import check_fit
from cdgdevice.render.views import BoardView, CardView, MenuView, PageKind, PageView
from cdgdevice.rules.card_display import Facing, Space
from cdgdevice.rules.note_search import note_heading
from cdgdevice.rules.requests import LONGEST_NAME
from cdgdevice.rules.sheet import Sheet, walk_sheet_steps
from cdgdevice.rules.steps import Decide
from cdgdevice.rules.texts.templates import quote
from cdgdevice.sheet_tools.sample_games import play_sample_games
from cdgdevice.sheets.reading.old_steps import find_old_spellings
from cdgdevice.sheets.reading.sheet_checks import find_unreachable
from cdgdevice.sheets.reading.sheet_schema import SheetError
from cdgdevice.sheets.reading.step_schema import ID_PATTERN
from cdgdevice.tomlform.toml_source import LARGEST_FILE

TEMPLATE_FILE = Path("my-game.toml")
"""Where a new sheet is written if nobody says otherwise."""
TEMPLATE_ID = "new"
"""What asks for a new sheet where the id of one is expected; so no sheet can be called this."""


class NewSheetError(CdgDeviceError, ValueError):
    """A new sheet can't be written there; the sentence says why."""


def template(id_: str) -> str:
    """Return the text of a new sheet of this id."""
    text = files("cdgdevice.sheet_tools").joinpath("template.toml").read_text(encoding="utf-8")
    return re.sub(
        r'^id = "my-game" *', f'id = "{id_}"'.ljust(28), text, count=1, flags=re.MULTILINE
    )


def write_template(file: Path) -> None:
    """Write a new sheet; its id is the name of the file.

    Raises:
        NewSheetError: the file has no name for a sheet, is there already, or can't be written.
    """
    id_ = file.name.removesuffix(sheet_library.ENDING)
    good = re.fullmatch(ID_PATTERN, id_) and len(id_) <= LONGEST_NAME and id_ != TEMPLATE_ID
    if id_ == file.name or not good:
        called = f"my-game{sheet_library.ENDING}, with at most {LONGEST_NAME} letters"
        raise NewSheetError(f"Call the new sheet like {called}, not {quote(file.name)}.")
    if id_ in sheet_library.sheet_ids():
        raise NewSheetError(f"{id_} comes with cdgdevice; give the new sheet another name.")
    write_new_file(file, template(id_).encode(), NewSheetError)


_LATE = 99
"""A turn, a round or a count that takes the most room."""
_DISPLAY = ((CardView(Facing.UP),),) * len(Space)
_MANY = 9
"""Entries of a menu that must scroll, and so has the least room."""


def find_unfitting_texts(sheet: Sheet) -> tuple[str, ...]:
    """Return a sentence for each text of a sheet that the screen can't show whole."""
    return tuple(dict.fromkeys(_complaints(sheet)))


def _complaints(sheet: Sheet) -> Iterator[str]:
    for name in _names(sheet):
        yield from check_fit(_board(sheet, name))
    for entry in _entries(sheet):
        yield from check_fit(MenuView("Menu", (entry,) * _MANY, 0))
    longest = max(_names(sheet), key=len)
    for text in _texts(sheet):
        yield from check_fit(_board(sheet, longest, text.replace("{n}", str(_LATE))))
    for note in sheet.notes:
        yield from check_fit(PageView(PageKind.NOTE, note_heading(note), (note.text,)))
    for term in sheet.terms:
        yield from check_fit(PageView(PageKind.NOTE, term.word, (term.text,)))


def _board(sheet: Sheet, name: str, *lines: str) -> BoardView:
    spaces = () if not sheet.family.has_display else _DISPLAY
    hand = sheet.hands.high or None
    return BoardView(name, _LATE, _LATE, spaces, lines, hand if sheet.hands.counted else None, hand)


def _names(sheet: Sheet) -> tuple[str, ...]:
    others = (name for variant in sheet.variants for name in variant.names.values())
    return (*sheet.sides.values(), *others)


def _entries(sheet: Sheet) -> Iterator[str]:
    """Return what stands in menus: of the game, of a new game, and of the saved games."""
    yield sheet.title
    yield f"{sheet.title} T{sheet.turn.last or _LATE}"
    if sheet.hands.high:
        yield from (f"{name}: {sheet.hands.high}" for name in _names(sheet))
    yield from (f"[x] {variant.title}" for variant in sheet.variants)
    yield from (way.title for way in sheet.instead)
    yield from (action.title for action in sheet.actions)
    yield from (card.title for card in sheet.beside)
    for step in walk_sheet_steps(sheet):
        if isinstance(step, Decide):
            yield from (answer.title for answer in step.answers)
    yield from map(note_heading, sheet.notes)
    yield from (term.word for term in sheet.terms)


def _texts(sheet: Sheet) -> Iterator[str]:
    """Return what stands on a side's board."""
    yield from (text for texts in sheet.before_deal.values() for text in texts)
    yield from (step.text for step in sheet.set_up)
    yield from (reminder.text for reminder in sheet.turn.reminders)
    for step in walk_sheet_steps(sheet):
        yield from filter(None, (getattr(step, key, "") for key in ("text", "undo")))


class NoSheetFileError(CdgDeviceError, OSError):
    """The file can't be read; the sentence says why."""


def check_sheet_text(file: Path) -> Iterator[str]:
    """Check the sheet in a file and give what there is to say, in lines of at most 80 columns.

    Raises:
        NoSheetFileError: the file can't be read.
        SheetError: it has mistakes; it has a sentence for each.
    """
    content = _file_content(file)
    found = _read_sheet(content, file.name)
    yield wrap_lines(f"{file.name}: no mistakes.")
    remarks = (*find_old_spellings(content), *find_unreachable(found), *find_unfitting_texts(found))
    if remarks:
        yield "\nWorth a look:"
        yield from (wrap_lines(f"- {remark}") for remark in remarks)
    yield "\nHow it plays:"
    yield from (wrap_lines(f"  {line}") for line in play_sample_games(found))
    try:
        yield f"\n{odds_table(found)}"
    except NoOddsError as none:
        yield f"\n{wrap_lines(str(none))}"


def is_sheet_file(named: str) -> bool:
    """Return whether a sheet is named by its file: an id has no ending."""
    return named.endswith(sheet_library.ENDING)


def find_sheet(named: str, shelf: sheet_library.SheetLibrary) -> Sheet:
    """Return the sheet that is named by its id, or by the file of the player's own.

    Raises:
        CdgDeviceError: there is none of this id, or it can't be read, or has mistakes.
    """
    return read_sheet_at(Path(named)) if is_sheet_file(named) else shelf.sheet(named)


def read_sheet_at(file: Path) -> Sheet:
    """Read a sheet; one that has the name of another's file is a mistake, whatever is in it.

    Raises:
        NoSheetFileError: the file can't be read.
        SheetError: it has mistakes; it has a sentence for each.
    """
    return _read_sheet(_file_content(file), file.name)


def _read_sheet(content: bytes, name: str) -> Sheet:
    id_ = name.removesuffix(sheet_library.ENDING)
    taken = (
        f"{name}: a sheet of this id comes with cdgdevice, and this one would be left out; "
        "give it another id and file name.",
    )
    try:
        found = sheet_library.read_sheet_file(content, name)
    except SheetError as error:
        raise SheetError(
            (*(taken if id_ in sheet_library.sheet_ids() else ()), *error.mistakes)
        ) from error
    if id_ in sheet_library.sheet_ids() and found != sheet_library.load_sheet(id_):
        raise SheetError(taken)
    return found


def _file_content(file: Path) -> bytes:
    try:
        return read_regular_file(file, LARGEST_FILE + 1)
    except OSError as error:
        raise NoSheetFileError(
            f"The sheet {file} can't be read ({error.strerror}); name another."
        ) from error
