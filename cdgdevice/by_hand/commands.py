"""The commands about the games of this computer: play one here, and list them."""

from collections.abc import Sequence
from pathlib import Path

from cdgdevice.by_hand.terminal import play as play_here
from cdgdevice.columns import COLUMNS, folded
from cdgdevice.config import Config
from cdgdevice.configured import configured
from cdgdevice.errors import CdgDeviceError
from cdgdevice.method.request import New
from cdgdevice.shelves import left_out, shelf_beside
from cdgdevice.table.dice import is_named
from cdgdevice.table.folder import FolderDisk
from cdgdevice.table.game_folder import GameFolder
from cdgdevice.table.games import Games, NoticeKind
from cdgdevice.table.tabletop import TORN, Tabletop


def play(
    sheet: str | None,
    game: int | None,
    new: bool,
    hands: Sequence[int] | None,
    options: Sequence[str],
    config_file: Path | None,
    folder: Path | None,
) -> int:
    """Play by hand in this terminal: game number `game`, else a new one if anything of it is said.

    Else the last one of the sheet, or the last one of all.
    """
    shelf = shelf_beside(config_file)
    kept, config = _games_kept(config_file, folder)
    if shelf.mistakes:
        print(folded(" ".join(left_out(shelf))))
    find = shelf.sheet
    wanted = New(
        sheet or config.sheet,
        (hands[0], hands[1]) if hands else None,
        tuple(sorted((name.removeprefix("no-"), not name.startswith("no-")) for name in options)),
    )
    counted = kept.counted()
    table: Tabletop
    if game is not None:
        table = Tabletop.resume(kept, kept.numbered(game), find=find, counted=counted)
    elif new or hands or options:
        table = Tabletop.new(kept, wanted, find=find, counted=counted)
    elif sheet:
        last = kept.last_of(sheet)
        if last is None:
            table = Tabletop.new(kept, wanted, find=find, counted=counted)
        else:
            table = Tabletop.resume(kept, last, find=find, counted=counted)
    else:
        games = Games(kept, wanted, find=find)
        table = games.tabletop
        if games.notice is not None and games.notice.kind is NoticeKind.ANOTHER:
            print(folded(games.notice.text))
    if table.torn:
        print(folded(TORN))
    if table.answers:
        print(f"Going on with {table.name}; --new begins another.")
    told: str | None = None
    moved = 0

    def take_line(prompt: str) -> str:
        nonlocal told, moved
        for sentence in table.moved[moved:]:
            print(folded(sentence))
        moved = len(table.moved)
        if table.unsaved is not None and table.unsaved != told:
            print(folded(table.unsaved))
        told = table.unsaved
        return input(prompt)

    play_here(
        table.history,
        lambda request, own: table.answer(
            request, "hand" if is_named(request) and not own else "terminal", own=own
        ),
        take_line,
        print,
        config.die.conversion,
    )
    unsaved = table.save()
    for sentence in table.moved[moved:]:
        print(folded(sentence))
    if unsaved is not None:
        raise CdgDeviceError(unsaved)
    return 0


def list_games(config_file: Path | None, folder: Path | None) -> int:
    """List the games, the one last played first."""
    kept, _ = _games_kept(config_file, folder)
    saved = kept.saved()
    if not saved:
        print("There are no games yet; `cdgdevice play` begins one.")
    for game in saved:
        stands = f"turn {game.turn}" if game.turn else ""
        when = "can't be gone on with"
        if game.last is not None and game.fault is None:
            when = f"{game.last.astimezone():%Y-%m-%d %H:%M}"
        # Whatever a file says, a line of the list stays a line of plain characters.
        name = ascii(game.sheet or game.name)[1:-1][:34]
        print(f"{game.number:5}  {name:34}  {stands:9}  {when}"[:COLUMNS])
    return 0


def _games_kept(config_file: Path | None, folder: Path | None) -> tuple[GameFolder, Config]:
    """Give the folder of the games, and the configuration that says where it is.

    Raises:
        ConfigError: the configuration has mistakes.
    """
    config = configured(config_file, folder)
    return GameFolder(FolderDisk(config.games)), config
