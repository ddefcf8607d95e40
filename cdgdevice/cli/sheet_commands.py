"""The commands on sheets: list, show, write, check, read the notes, and work out figures."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from cdgdevice.errors import MisuseError
from cdgdevice.fold_lines import wrap_lines
from cdgdevice.games.sheet_library import SheetLibrary, name_in_full, open_sheet_library
from cdgdevice.odds.odds import count_by_first_result, count_lines, odds_as_json, odds_table
from cdgdevice.sheet_tools import look_up, own_sheet, sheet_words
from cdgdevice.system.folders import locate_sheet_folders


def sheets(sheet: str | None, file: Path | None, config_file: Path | None) -> int:
    """List the sheets, or those with a word; show one, or write a new one into a file.

    Raises:
        MisuseError: a file is named for a sheet that is there already.
    """
    if sheet == own_sheet.TEMPLATE_ID:
        return _write_new_sheet(file or own_sheet.TEMPLATE_FILE, config_file)
    if file is not None:
        raise MisuseError(f"only `sheets {own_sheet.TEMPLATE_ID}` takes a file")
    shelf = open_sheet_library(config_file)
    found = () if sheet is None or sheet in shelf.ids() else _find_sheets(shelf, sheet)
    if sheet is None or found:
        lines = _sheet_list_lines(shelf, found or shelf.ids())
    else:
        lines = iter(sheet_words.sheet_lines(own_sheet.find_sheet(sheet, shelf)))
    for line in lines:
        print(line)
    return 0


def _find_sheets(shelf: SheetLibrary, words: str) -> tuple[str, ...]:
    """Return the ids of the sheets whose id, title, edition or document has all these words."""
    wanted = words.casefold().split()
    sheets = map(shelf.sheet, shelf.ids())
    told = {each.id: f"{each.id} {name_in_full(each)} {each.source}".casefold() for each in sheets}
    return tuple(id_ for id_, known in told.items() if all(word in known for word in wanted))


def _sheet_list_lines(shelf: SheetLibrary, ids: Sequence[str]) -> Iterator[str]:
    """Yield a head; then id, family and title of each sheet in a line, its source in the next.

    The title has its edition. The player's own sheets are marked; at the end comes what is wrong
    with others of their own.
    """
    width = max(map(len, shelf.ids()))
    yield f"{'sheet':{width}}  {'family':6}  game, and the document"
    for id_ in ids:
        read = shelf.sheet(id_)
        title = name_in_full(read) + (", yours" if id_ in shelf.own else "")
        yield wrap_lines(f"{id_:{width}}  {read.family.value:6}  {title}")
        yield wrap_lines(f"    {read.source}")
    yield from map(wrap_lines, shelf.mistakes)


def _write_new_sheet(file: Path, config_file: Path | None) -> int:
    own_sheet.write_template(file)
    # Beside a configuration that was named, or else where this user keeps theirs.
    nearest, *_, own = locate_sheet_folders("" if config_file is None else str(config_file))
    print(wrap_lines(f"{file} is written, and can be played as it is. Change it, and try it with"))
    print(f"  cdgdevice check-sheet {file}")
    print(f"  cdgdevice play {file}")
    folder = own if config_file is None else nearest
    print(wrap_lines(f"To have it among the others, put it into {folder}."))
    return 0


def check_sheet(file: Path) -> int:
    """Print what is wrong with a sheet, what is odd, and how it plays."""
    for line in own_sheet.check_sheet_text(file):
        print(line)
    return 0


def show_notes(sheet: str, words: Sequence[str], config_file: Path | None) -> int:
    """Print the notes of a sheet, all or those that the words ask for."""
    found = own_sheet.find_sheet(sheet, open_sheet_library(config_file))
    print(look_up.look_up_notes(found, " ".join(words)))
    return 0


def show_odds(sheet: str, as_json: bool, config_file: Path | None) -> int:
    """Print the odds of a sheet, as tables with bars or as one line of JSON.

    Raises:
        NoFiguresError: when it has none.
    """
    found = own_sheet.find_sheet(sheet, open_sheet_library(config_file))
    print(json.dumps(odds_as_json(found)) if as_json else odds_table(found))
    return 0


def show_perft(
    sheet: str, depth: int, divide: bool, as_json: bool, config_file: Path | None
) -> int:
    """Print how many lines of play one side has, `divide` by first result too.

    Raises:
        NoFiguresError: when it has none, or the depth is out of range.
    """
    found = own_sheet.find_sheet(sheet, open_sheet_library(config_file))
    count = count_lines(found, depth)
    parts = count_by_first_result(found, depth) if divide else {}
    by_result = {result.value: part for result, part in parts.items()}
    if as_json:
        print(json.dumps({"lines": count} | ({"divide": by_result} if divide else {})))
        return 0
    if by_result:
        print("first  lines of play")
    for result, part in by_result.items():
        print(f"{result:7}{part}")
    print(f"{count} line{_s(count)} of play over {depth} round{_s(depth)} of one side, {found.id}.")
    return 0


def _s(count: int) -> str:
    return "" if count == 1 else "s"
