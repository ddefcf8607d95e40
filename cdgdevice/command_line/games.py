"""The commands about games and their sheets."""

import argparse
import sys

from cdgdevice.command_line import words
from cdgdevice.command_line.mistakes import tell_mistake
from cdgdevice.command_line.words import Commands


def add(commands: Commands) -> None:
    """Add sheets, check-sheet, notes, engine, play and games."""
    looking = commands.add(
        "sheets", _sheets, "List the sheets there are, show one, or write a new one."
    )
    looking.add_argument(
        "sheet", nargs="?", metavar="SHEET", help="show this one; `new` writes one to start from"
    )
    looking.add_argument(
        "file", nargs="?", type=words.path, metavar="FILE", help="of the new sheet: my-game.toml"
    )
    words.config(looking)
    trying = commands.add(
        "check-sheet", _check_sheet, "Check a sheet of your own, and try how it plays."
    )
    trying.add_argument("file", type=words.path, metavar="FILE")
    reading = commands.add("notes", _notes, "Read the notes on a game's cards and rules.")
    reading.add_argument("sheet", metavar="SHEET", help="`cdgdevice sheets` lists them")
    reading.add_argument("words", nargs="*", metavar="WORD", help="numbers of cards, or words")
    words.config(reading)
    words.config(
        commands.add(
            "engine", _engine, "Speak the text protocol (JSON Lines) on standard input and output."
        )
    )
    playing = commands.add("play", _play, "Play by hand in this terminal.")
    playing.add_argument(
        "sheet", nargs="?", metavar="SHEET", help="its last game (default: the last game of all)"
    )
    playing.add_argument(
        "--game", type=int, metavar="NUMBER", help="that game; `cdgdevice games` lists them"
    )
    playing.add_argument("--new", action="store_true", help="begin anew, keeping the old games")
    playing.add_argument(
        "--hands", nargs=2, type=int, metavar=("LEFT", "RIGHT"), help="hand sizes of a new game"
    )
    playing.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME",
        help="switch a variant of the sheet on in a new game (no-NAME: off)",
    )
    words.config(playing)
    words.folder(playing)
    listing = commands.add("games", _games, "List the games that were begun.")
    words.config(listing)
    words.folder(listing)


def _sheets(given: argparse.Namespace) -> int:
    from cdgdevice.workshop.commands import list_sheets, new_sheet, show_sheet
    from cdgdevice.workshop.template import FILE, NEW

    if given.sheet == NEW:
        return new_sheet(given.file or FILE, given.config)
    if given.file is not None:
        given.misused(f"only `sheets {NEW}` takes a file")
    if given.sheet is not None:
        return show_sheet(given.sheet, given.config)
    return list_sheets(given.config)


def _check_sheet(given: argparse.Namespace) -> int:
    from cdgdevice.workshop.commands import check_sheet

    return check_sheet(given.file)


def _notes(given: argparse.Namespace) -> int:
    from cdgdevice.workshop.commands import tell_notes

    return tell_notes(given.sheet, " ".join(given.words), given.config)


def _engine(given: argparse.Namespace) -> int:
    from cdgdevice.shelves import shelf_beside
    from cdgdevice.table.text_protocol import LONGEST, TextProtocol

    protocol = TextProtocol(shelf_beside(given.config), report=tell_mistake)
    # Bytes, so that a line which is no UTF-8 is answered with a sentence like any other; and no
    # more of them than show that a line is too long: a character has at most four.
    most = 4 * LONGEST + 1
    while raw := sys.stdin.buffer.readline(most):
        rest = raw
        while len(rest) == most and not rest.endswith(b"\n"):
            rest = sys.stdin.buffer.readline(most)
        print(protocol.answer_line(raw.decode("utf-8", "replace")), flush=True)
    return 0


def _play(given: argparse.Namespace) -> int:
    from cdgdevice.by_hand.commands import play

    if given.game is not None and (given.sheet or given.new or given.hands or given.option):
        given.misused("--game goes on with a game as it is: nothing else can be said of it")
    return play(
        given.sheet,
        given.game,
        given.new,
        given.hands,
        given.option,
        given.config,
        given.folder,
    )


def _games(given: argparse.Namespace) -> int:
    from cdgdevice.by_hand.commands import list_games

    return list_games(given.config, given.folder)
