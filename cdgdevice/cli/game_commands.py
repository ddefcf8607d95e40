"""The commands about the games of this computer: play one here, list them, and test their dice."""

import json
import os
import re
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from cdgdevice.cli.known_words import list_completions
from cdgdevice.cli.terminal_board import Look
from cdgdevice.cli.terminal_game import play_in_terminal
from cdgdevice.config import effective, keys_and_defaults, name_first_sheet
from cdgdevice.dice.counting import DiceCounter
from cdgdevice.dice.pictures import draw_dice_counts
from cdgdevice.dice.report import power_table, report_dice, report_dice_as_json
from cdgdevice.errors import CdgDeviceError, MisuseError
from cdgdevice.fold_lines import COLUMNS, fold_text, wrap_lines
from cdgdevice.games import disk, open_game, sheet_library, tabletop
from cdgdevice.games.convert_old_games import convert_old_games
from cdgdevice.games.exported_game import LARGEST_GAME_FILE
from cdgdevice.games.game_folder import GameFolder, SavedGame
from cdgdevice.games.replay import FindSheet, replay_journal
from cdgdevice.games.tabletop import read_game_file
from cdgdevice.render.language import load_language
from cdgdevice.rules.engine import AnswerResult
from cdgdevice.rules.game_log import write_whole_log
from cdgdevice.rules.requests import NewGame, Request, read_names
from cdgdevice.rules.sheet import Sheet
from cdgdevice.sheet_tools.own_sheet import is_sheet_file, read_sheet_at


def play(
    sheet: str | None,
    game: int | None,
    new: bool,
    hands: Sequence[int] | None,
    names: Sequence[str] | None,
    options: Sequence[str],
    reader: str | None,
    config_file: Path | None,
    folder: Path | None,
) -> int:
    """Play by hand in this terminal: game number `game`, else a new one if anything of it is said.

    Else the last one of the sheet, an id or a file, or of all. `reader` is a die reader's port.

    Raises:
        CdgDeviceError: the sheet's file has mistakes, or the game can't take what is asked of it.
    """
    if game is not None and (sheet or new or hands or names or options):
        raise MisuseError("--game continues a game as it is, with no other option and no sheet")
    kept, config = _games_kept(config_file, folder)
    sheets = _open_sheets(config_file, config.games)
    if sheets.shelf.mistakes:
        print(fold_text(" ".join(sheet_library.describe_left_out(sheets.shelf))))
    id_, find = _name_sheet(sheet, sheets.find)
    first = id_ or name_first_sheet(config.sheet)
    sizes = (hands[0], hands[1]) if hands else None
    on = name_options(find(first), options) if options else ()
    wanted = NewGame(first, sizes, on, names=read_names(names))
    if game is not None or new or hands or names or options:
        table = _open_table(kept, None if game is None else kept.numbered(game), wanted, find)
    elif id_:
        table = _open_table(kept, kept.last_of(first), wanted, find)
    else:
        table = _open_last(kept, replace(wanted, set_up=config.set_up, few_questions=True), find)
    file = _remember_file(sheet, find(first), sheets) if sheet else None
    status = _play_at(table, config, reader)
    places = {"--reader": reader, "--config": config_file, "--folder": folder}
    _tell_how_to_continue(table, file, places)
    return status


def _open_table(
    kept: GameFolder, name: str | None, first: NewGame, find: FindSheet
) -> open_game.OpenGame:
    """Open the game in the file `name`, or begin `first` if that is None."""
    counted = kept.counted()
    if name is not None:
        return open_game.OpenGame.resume(kept, name, find=find, counted=counted)
    return open_game.OpenGame.new(
        kept, replace(first, set_up=True, few_questions=True), find=find, counted=counted
    )


def _open_last(kept: GameFolder, first: NewGame, find: FindSheet) -> open_game.OpenGame:
    """Open the last game of all, or begin the first one."""
    games = tabletop.Games(kept, first, find=find)
    if games.notice is not None and games.notice.kind is open_game.OpeningNoticeKind.ANOTHER:
        print(fold_text(games.notice.text))
    return games.tabletop


def _remember_file(named: str, sheet: Sheet, sheets: sheet_library.GameSheets) -> str | None:
    """Keep the file of a sheet that is named by it; return it where the games need it named again.

    They need it where they would get another sheet by its id.
    """
    if not is_sheet_file(named) or sheets.remember(sheet, Path(named)):
        return None
    return named


def _tell_how_to_continue(
    table: open_game.OpenGame, file: str | None, places: Mapping[str, str | Path | None]
) -> None:
    """Print the command that continues the game on the table, if anything is played in it yet.

    It names the sheet's `file`, if there is one, in place of the game's number.
    """
    played = _find_played(table)
    if played is None:
        return
    named = ["--game", str(played.number)] if file is None else [file]
    given = [str(word) for option in places.items() if option[1] for word in option]
    command = shlex.join(["cdgdevice", "play", *named, *given])
    print(f"{played.title} is saved; to continue:\n  {command}")  # in one piece, to be copied


def _find_played(table: open_game.OpenGame) -> SavedGame | None:
    """Return the game on the table as a list shows it; None if nothing is played in it yet."""
    if not table.answers or table.name is None:
        return None
    return SavedGame(table.name, sheet_library.name_in_full(table.history.now.sheet))


def _tell_what_was_found(table: open_game.OpenGame) -> None:
    if table.torn:
        print(fold_text(open_game.TORN_NOTICE))
    if table.rules_changed:
        print(fold_text(open_game.RULES_CHANGED_NOTICE))
    if played := _find_played(table):
        print(fold_text(f"Continuing {played.title}, game {played.number}; --new begins another."))


def _play_at(
    table: open_game.OpenGame, config: keys_and_defaults.Config, reader: str | None
) -> int:
    """Play until the player leaves, save what waits, and return the exit status."""
    _tell_what_was_found(table)
    reported: str | None = None
    moves = status = 0

    def report_moves() -> None:
        nonlocal moves
        for sentence in table.moved[moves:]:
            print(fold_text(sentence))
        moves = len(table.moved)

    def take_line(prompt: str) -> str:
        nonlocal reported, status
        report_moves()
        if table.unsaved is not None and table.unsaved != reported:
            print(fold_text(table.unsaved))
        reported = table.unsaved
        try:
            return _read_line(prompt)
        except KeyboardInterrupt:
            status = 130
            raise EOFError from None

    _play_lines(table, config, reader, take_line)
    unsaved = table.save()
    report_moves()
    if unsaved is not None:
        raise CdgDeviceError(unsaved)
    return status


def _play_lines(
    table: open_game.OpenGame,
    config: keys_and_defaults.Config,
    reader: str | None,
    read: Callable[[str], str],
) -> None:
    look = Look(load_language(config.language), _is_in_colour())
    conversion = config.die.conversion

    def take(request: Request, own: bool) -> AnswerResult:
        source = "hand" if open_game.names_dice(request) and not own else "terminal"
        return table.answer(request, source, own=own)

    def tell(sentence: str) -> None:
        print(fold_text(look.language.write(sentence)), flush=True)

    _edit_lines(lambda typed: list_completions(table.history, typed))
    if reader is None:
        play_in_terminal(table.history, take, read, print, conversion, look)
        return
    from cdgdevice.cli.reader_dice import ReaderDice  # few play with a die reader here

    with ReaderDice(reader, config.reader.baud, table, conversion, tell) as dice:

        def take_rolled(request: Request, _: bool) -> AnswerResult:
            return dice.answer(request)

        play_in_terminal(table.history, take_rolled, read, print, conversion, look, dice.roll)


def _read_line(prompt: str) -> str:
    """Show a prompt and read a line.

    Away from a terminal input() would lose a Ctrl-C that comes while it writes the prompt.
    """
    if _is_at_terminal():
        return input(prompt)
    print(prompt, end="", flush=True)
    return input()


def _name_sheet(sheet: str | None, find: FindSheet) -> tuple[str | None, FindSheet]:
    """Return the id of a sheet that is named by its id or its file, and what finds that too.

    Raises:
        NoSheetFileError: the file can't be read.
        SheetError: it has mistakes.
    """
    if sheet is None or not is_sheet_file(sheet):
        return sheet, find
    own = read_sheet_at(Path(sheet))
    return own.id, lambda id_: own if id_ == own.id else find(id_)


def name_options(sheet: Sheet, named: Sequence[str]) -> tuple[tuple[str, bool], ...]:
    """Return which options are switched on or off (`no-…`), each named by its id or its title."""
    ids = {_plain_name(option.title): option.id for option in sheet.variants}
    ids |= {option.id: option.id for option in sheet.variants}
    switched = ((_plain_name(name), name) for name in named)
    return tuple(
        sorted(
            (ids.get(plain, name), True)
            if plain in ids or not plain.startswith("no-")
            else (ids.get(plain[3:], name[3:]), False)
            for plain, name in switched
        )
    )


def _plain_name(name: str) -> str:
    """Return a name as an id would be: small letters, with hyphens between its words."""
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")


def _is_in_colour() -> bool:
    """Return whether to colour the output: a terminal, and NO_COLOR is not set (no-color.org)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or os.name == "nt"
    return sys.stdout.isatty() and not plain


def _is_at_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _edit_lines(complete: Callable[[str], Sequence[str]]) -> None:
    """Let a person at a terminal edit lines, take earlier ones again, and complete words by Tab.

    `complete` gives the words that may follow a line up to the cursor. Without readline, as on
    Windows, lines are edited as the terminal itself does it.
    """
    if not _is_at_terminal():
        return
    try:
        import readline  # it takes every input() over: only where lines are typed
    except ImportError:
        return
    words: Sequence[str] = ()

    def give(_: str, number: int) -> str | None:
        nonlocal words
        if number == 0:
            words = complete(readline.get_line_buffer()[: readline.get_endidx()])
        return f"{words[number]} " if number < len(words) else None

    readline.set_completer(give)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")


def keep_games(
    do: str | None, named: Sequence[str], config_file: Path | None, folder: Path | None
) -> int:
    """List the games; carry one to or from a file; rename or delete one; convert old ones.

    Raises:
        MisuseError: the number or the file is missing, or there is more than that.
    """
    kept, config = _games_kept(config_file, folder)
    find = _open_sheets(config_file, config.games).find
    match do, named:
        case None, _:
            _list_games(kept, find)
        case "export", [number, file] if _NUMBER.fullmatch(number) and file:
            _export_game(kept, int(number), Path(file))
        case "import", [file] if file:
            _import_game(kept, Path(file), find)
        case "log", [number] if _NUMBER.fullmatch(number):
            _print_log(kept, int(number), find, config.language)
        case "rename", [number, *words] if _NUMBER.fullmatch(number) and words:
            kept.rename(kept.numbered(int(number)), " ".join(words))
            print(fold_text(f"Game {number} is called {' '.join(words)} now."))
        case "delete", [number] if _NUMBER.fullmatch(number):
            _delete_game(kept, int(number))
        case "convert", []:
            converted = tuple(convert_old_games(kept, find))
            for sentence in converted or ("No game here is of version 0.1.",):
                print(fold_text(sentence))
        case _:
            raise MisuseError(
                "say `games log NUMBER`, `games export NUMBER FILE`, `games import FILE`, "
                "`games rename NUMBER NAME`, `games delete NUMBER` or `games convert`"
            )
    return 0


_NUMBER = re.compile("[0-9]+")


def _delete_game(kept: GameFolder, number: int) -> None:
    name = kept.numbered(number)
    kept.check_deletion(name)
    called = next((_call_game(game) for game in kept.saved() if game.name == name), name)
    asked = f"Delete game {number}, {called}, for good? Type yes, or anything else to keep it."
    print(fold_text(asked), flush=True)
    if sys.stdin.readline().strip().lower() != "yes":
        print("It is kept.")
        return
    kept.delete(name)
    print(f"Game {number} is deleted.")


def _print_log(kept: GameFolder, number: int, find: FindSheet, language: str) -> None:
    name = kept.numbered(number)
    history = replay_journal(name, kept.read(name), find).history
    shown_in = load_language(language).for_sheet(history.now.sheet.id)
    for line in shown_in.write(write_whole_log(history)):
        print(wrap_lines(line))


def _export_game(kept: GameFolder, number: int, file: Path) -> None:
    disk.write_new_file(file, kept.export(number))
    print(fold_text(f"Game {number} is in {file}; import it on another computer to go on there."))


def _import_game(kept: GameFolder, file: Path, find: FindSheet) -> None:
    with disk.disk_errors_explained(f"{file} can't be read"), file.open("rb") as packed:
        content = packed.read(LARGEST_GAME_FILE + 1)
    game = read_game_file(content, str(file), find)
    number = kept.add(game.content, game.sheet)
    told = f"It is game {number} now; play it with --game {number}, or switch to it in the menu."
    print(fold_text(told))


def _list_games(kept: GameFolder, find: FindSheet) -> None:
    saved = kept.saved()
    if not saved:
        print("There are no games yet; `cdgdevice play` begins one.")
    else:
        print(f"{'game':>5}  {'sheet':34}  {'stands at':9}  last played")
    for game in saved:
        stands = tabletop.describe_saved(game, find)
        when = "can't be continued"
        if game.last is not None and game.fault is None:
            when = f"{game.last.astimezone():%Y-%m-%d %H:%M}"
        name = _call_game(game)[:34]
        print(f"{game.number:5}  {name:34}  {stands:9}  {when}"[:COLUMNS])


def _call_game(game: SavedGame) -> str:
    """Return what a list calls a game: whatever a file says, in plain characters of one line."""
    known = game.sheet or game.name
    return ascii(f"{game.name_given} ({known})" if game.name_given else known)[1:-1]


def _games_kept(
    config_file: Path | None, folder: Path | None
) -> tuple[GameFolder, keys_and_defaults.Config]:
    """Return the folder of the games, and the configuration that says where it is.

    Raises:
        ConfigError: the configuration has mistakes.
    """
    config = effective.require_config(config_file, folder)
    return GameFolder(disk.FolderDisk(config.games)), config


def _open_sheets(config_file: Path | None, games: Path) -> sheet_library.GameSheets:
    """Return the sheets of the games in this folder."""
    shelf = sheet_library.open_sheet_library(config_file)
    return sheet_library.GameSheets(shelf, disk.FolderDisk(games))


def show_dice(
    sheet: str | None,
    as_json: bool,
    picture: Path | None,
    power: bool,
    config_file: Path | None,
    folder: Path | None,
) -> int:
    """Print the counts of each die, of one sheet's games or of all, and draw them if asked to.

    `power` prints what samples of different sizes can show, and nothing else.

    Raises:
        CdgDeviceError: there are no such games, no throws to draw, or the picture can't be
            written.
    """
    if power:
        print(power_table())
        return 0
    games = folder or effective.require_config(config_file).games
    find = _open_sheets(config_file, games).find
    count = DiceCounter(GameFolder(disk.FolderDisk(games)), find, sheet).count()
    if sheet is not None and not count.dice:
        # Its name may be mistyped; or its sheet is gone, but then there are throws.
        find(sheet)
    print(json.dumps(report_dice_as_json(count)) if as_json else report_dice(count))
    if picture is not None:
        if not count.dice:
            raise CdgDeviceError(f"There is no roll to draw: {picture} is not written.")
        unwritten = f"The picture {picture} can't be written"
        with disk.disk_errors_explained(unwritten, "; name another file.", CdgDeviceError):
            draw_dice_counts(count).save(picture, "PNG", optimize=True)
        # Beside the line of JSON there is nothing else on the standard output.
        print(f"The picture is in {picture}.", file=sys.stderr if as_json else sys.stdout)
    return 0
