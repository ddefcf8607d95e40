"""What can be typed: every command with its arguments, as data that loads nothing else."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from cdgdevice.printing.products_and_sizes import COUNTER_INCHES, EVERYTHING, Paper, Product


class Argument(Struct, frozen=True):
    """An argument of a command, as `ArgumentParser.add_argument` takes it."""

    name: str
    settings: Mapping[str, Any]


class Command(Struct, frozen=True):
    """A command."""

    name: str
    runs: str
    """The function that does it, "module:function" below `cdgdevice`: it takes the arguments by
    their names and returns the exit status. It is loaded only when the command is given."""
    about: str
    example: str
    """A whole command line; `{sheet}` in it is a sheet's id."""
    arguments: tuple[Argument, ...] = ()


class CommandGroup(Struct, frozen=True):
    """A word before commands of its own."""

    name: str
    about: str
    commands: tuple[Command, ...]


def _argument(
    name: str, metavar: str | tuple[str, str] | None, about: str, **settings: Any
) -> Argument:
    return Argument(name, {"metavar": metavar, "help": about, **settings})


def _flag(name: str, about: str, **settings: Any) -> Argument:
    return Argument(name, {"action": "store_true", "help": about} | settings)


def _path(name: str, metavar: str, about: str, **settings: Any) -> Argument:
    return _argument(name, metavar, about, type=_read_path, **settings)


def _read_path(text: str) -> Path:
    """Read a path; an empty one, as of a variable that is not set, would be where we are."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)


def _read_count(text: str) -> int:
    """Read a number of things: 1 or more."""
    if not (text.isascii() and text.isdigit()) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 up")
    return int(text)


def _read_port(text: str) -> str:
    """Read a port; an empty name, as of a variable that is not set, would mean any."""
    if text in ("", "none"):
        raise argparse.ArgumentTypeError(f"{text!r} names no port: name a device, a URL, or auto")
    return text


_CONFIG = _path(
    "--config",
    "FILE",
    "the configuration; your own sheets are in the folder `sheets` beside it",
    dest="config_file",
)
_FOLDERS = (_CONFIG, _path("--folder", "FOLDER", "where games are saved"))
_PORT = (
    _argument(
        "--port", "PORT", "a device, a URL, or auto (default: as configured)", type=_read_port
    ),
    _CONFIG,
)
_READER = _argument("--reader", "PORT", "a real die reader: a device, a URL, or auto")
_JSON = _flag("--json", "as one line of JSON", dest="as_json")
_DIE_SHEET = _argument("sheet", "SHEET", "one with a Method die")

GAME_COMMANDS = (
    Command(
        "sheets",
        "cli.sheet_commands:sheets",
        "List the sheets there are, show one, or write a new one.",
        "cdgdevice sheets {sheet}",
        (
            _argument(
                "sheet",
                "SHEET",
                "show this one, or list those with this word; `new` writes one to start from",
                nargs="?",
            ),
            _path("file", "FILE", "the new sheet: my-game.toml", nargs="?"),
            _CONFIG,
        ),
    ),
    Command(
        "check-sheet",
        "cli.sheet_commands:check_sheet",
        "Check a sheet of your own, and show how it plays.",
        "cdgdevice check-sheet my-game.toml",
        (_path("file", "FILE", "the sheet: my-game.toml"),),
    ),
    Command(
        "notes",
        "cli.sheet_commands:show_notes",
        "Read the notes on a game's cards and rules.",
        "cdgdevice notes {sheet} combat",
        (
            _argument("sheet", "SHEET", "`cdgdevice sheets` lists them"),
            _argument("words", "WORD", "numbers of cards, or words", nargs="*"),
            _CONFIG,
        ),
    ),
    Command(
        "engine",
        "cli.engine_command:serve_engine",
        "Speak the text protocol (JSON Lines) on standard input and output.",
        "cdgdevice engine < requests.jsonl",
        (_CONFIG,),
    ),
    Command(
        "play",
        "cli.game_commands:play",
        "Play in this terminal, with the cards on your table.",
        "cdgdevice play --new {sheet}",
        (
            _argument(
                "sheet",
                "SHEET",
                "continue the last game of this sheet, or of the sheet in this file "
                "(default: the last game of all)",
                nargs="?",
            ),
            _argument(
                "--game", "NUMBER", "continue this game; `cdgdevice games` lists them", type=int
            ),
            _flag("--new", "begin a new game; the old ones stay"),
            _argument("--hands", ("LEFT", "RIGHT"), "hand sizes of a new game", nargs=2, type=int),
            _argument(
                "--names", ("LEFT", "RIGHT"), "what to call the sides of a new game", nargs=2
            ),
            _argument(
                "--option",
                "NAME",
                "switch on a variant in a new game, by its title or id (no-NAME: off)",
                dest="options",
                action="append",
                default=[],
            ),
            _READER,
            *_FOLDERS,
        ),
    ),
    Command(
        "games",
        "cli.game_commands:keep_games",
        "List your games; read the log of one, copy it to another computer, rename or delete it.",
        "cdgdevice games export 3 evening.cdg",
        (
            _argument(
                "do",
                None,
                "`log NUMBER` prints what was played in that game, a line for each round, "
                "`export NUMBER FILE` writes the game to a file, `import FILE` adds the game "
                "in one, `rename NUMBER NAME` names it, `delete NUMBER` deletes it after "
                "asking, `convert` rewrites the games of version 0.1",
                nargs="?",
                choices=("log", "export", "import", "rename", "delete", "convert"),
            ),
            _argument("named", "NUMBER FILE", "the game, and the file or the name", nargs="*"),
            *_FOLDERS,
        ),
    ),
)
GADGET_COMMANDS = (
    Command(
        "run",
        "cli.gadget_commands:run",
        "Run the gadget: pins, die reader and screens.",
        "cdgdevice run --folder games",
        _FOLDERS,
    ),
    Command(
        "sim",
        "cli.gadget_commands:simulate",
        "Run a simulated gadget, as a page in your browser.",
        "cdgdevice sim --share",
        (
            _argument(
                "--port", None, "the page's port (0: any that is free)", type=int, default=8017
            ),
            _flag("--share", "let phones on your network in, with a code"),
            _READER,
            _flag("--no-browser", "don't open a browser", dest="browser", action="store_false"),
            *_FOLDERS,
        ),
    ),
    Command(
        "demo",
        "simulator.demo:play_demo",
        "Play one scripted turn on simulated parts, and draw it.",
        "cdgdevice demo --out pictures",
        (_path("--out", "FOLDER", "default: demo", default=Path("demo")),),
    ),
    Command(
        "check-config",
        "cli.gadget_commands:check_config",
        "Report every mistake in a configuration.",
        "cdgdevice check-config cdgdevice.toml",
        (
            _path(
                "file",
                "FILE",
                "the configuration (default: what applies on this computer)",
                nargs="?",
            ),
        ),
    ),
)
READER_COMMANDS = CommandGroup(
    "reader",
    "Set up, calibrate and watch the die reader.",
    (
        Command(
            "flash",
            "cli.reader_commands:flash_reader",
            "Load the firmware onto a Pico with MicroPython.",
            "cdgdevice reader flash --check",
            (_flag("--check", "only say which files differ", dest="only_check"), *_PORT),
        ),
        Command(
            "info",
            "cli.reader_commands:show_reader_info",
            "Show which reader this is, and what it knows.",
            "cdgdevice reader info --port auto",
            _PORT,
        ),
        Command(
            "calibrate",
            "cli.reader_commands:calibrate_reader",
            "Teach the reader its die, step by step.",
            "cdgdevice reader calibrate --port auto",
            _PORT,
        ),
        Command(
            "test",
            "cli.reader_commands:watch_reader",
            "Show what the reader sees, until Ctrl-C.",
            "cdgdevice reader test --lines 20",
            (
                _argument(
                    "--lines", "N", "end after N readings", dest="readings", type=_read_count
                ),
                _flag("--take", "acknowledge rolls, so that no game counts them"),
                _path("--record", "FILE", "keep the readings"),
                _argument(
                    "--face",
                    "FACE",
                    "the face that is really up: 1 to 6, or 0 for an empty tray",
                    type=int,
                    choices=range(7),
                ),
                _argument("--note", None, "about the recording: lamp, stickers", default=""),
                *_PORT,
            ),
        ),
        Command(
            "shake",
            "cli.reader_commands:shake_tray",
            "Run the tray's motor once, so that you hear it.",
            "cdgdevice reader shake --port auto",
            _PORT,
        ),
        Command(
            "test-strip",
            "cli.reader_commands:try_test_strip",
            "Try printed colours before any sticker is cut.",
            "cdgdevice reader test-strip --port auto",
            _PORT,
        ),
        Command(
            "simulate",
            "cli.reader_commands:simulate_reader",
            "Simulate a die reader, until Ctrl-C.",
            "cdgdevice reader simulate --blank",
            (_flag("--blank", "it is not calibrated yet"),),
        ),
        Command(
            "judge",
            "cli.reader_commands:judge_recording",
            "Judge a recording with this program's firmware.",
            "cdgdevice reader judge FILE",
            (_path("file", "FILE", "what `reader test --record` wrote"),),
        ),
    ),
)
OTHER_COMMANDS = (
    Command(
        "dice-bridge",
        "cli.bridge_command:bridge_dice",
        "Serve Bluetooth dice as a die reader.",
        "cdgdevice dice-bridge --list",
        (
            _flag("--list", "list the dice in range, with their signals", dest="listed"),
            _argument("--take", "NAME", "choose a die: the first, or the second after it"),
            _argument("--forget", "NAME", "forget a die"),
            _argument("--port", "PORT", "where the game finds it: unix:/PATH"),
        ),
    ),
    Command(
        "selftest",
        "cli.selftest_commands:self_test",
        "Test every part, and say how to fix what fails.",
        "cdgdevice selftest --no-questions",
        (
            _flag("--json", "for a program to read; asks nothing", dest="as_json"),
            _flag(
                "--no-questions",
                "leave out what a person has to press or see",
                dest="asks",
                action="store_false",
            ),
            *_FOLDERS,
        ),
    ),
    Command(
        "report",
        "cli.selftest_commands:make_report",
        "Collect what a bug report needs in one file, without anything private.",
        "cdgdevice report -",
        (
            _path(
                "file",
                "FILE",
                "default: cdgdevice-report.md, or the next free number; - is standard output",
                nargs="?",
            ),
            *_FOLDERS,
        ),
    ),
    Command(
        "print",
        "cli.print_command:print_wanted",
        "Write PDFs to print: stickers, chits, mats, sheets.",
        "cdgdevice print mat --sheet {sheet} --paper letter",
        (
            _argument(
                "what",
                "WHAT",
                "what to print (default: list what there is)",
                nargs="?",
                choices=[*(product.value for product in Product), EVERYTHING],
            ),
            _argument("of", "SHEET", "the game's sheet (or with --sheet)", nargs="?"),
            _argument("--sheet", "SHEET", "`cdgdevice sheets` lists them"),
            _argument(
                "--paper",
                None,
                "default: a4",
                choices=[paper.value for paper in Paper],
                default="a4",
            ),
            _path("--out", "FOLDER", "default: print", default=Path("print")),
            _argument("--die-mm", "SIZE", "edge of the die (16)", type=float, default=16.0),
            _argument(
                "--card-mm",
                ("WIDTH", "HEIGHT"),
                "size of the game's cards (63 88)",
                nargs=2,
                type=float,
                default=(63.0, 88.0),
            ),
            _argument(
                "--chit-inch",
                None,
                "size of counters to paste chits on (else 15 mm)",
                choices=[*COUNTER_INCHES],
            ),
            _CONFIG,
        ),
    ),
    Command(
        "odds",
        "cli.sheet_commands:show_odds",
        "Compute a sheet's exact odds in the long run.",
        "cdgdevice odds {sheet}",
        (_DIE_SHEET, _flag("--json", "as one line of JSON, in fractions", dest="as_json"), _CONFIG),
    ),
    Command(
        "perft",
        "cli.sheet_commands:show_perft",
        "Count the lines of play of one side from the set-up.",
        "cdgdevice perft {sheet} 2 --divide",
        (
            _DIE_SHEET,
            _argument("depth", "DEPTH", "rounds", type=int),
            _flag("--divide", "also by the first result"),
            _JSON,
            _CONFIG,
        ),
    ),
    Command(
        "dice",
        "cli.game_commands:show_dice",
        "Show how your dice fell in all games, and whether they look fair.",
        "cdgdevice dice --sheet {sheet}",
        (
            _argument("--sheet", "SHEET", "only the games of this sheet"),
            _JSON,
            _path("--picture", "FILE", "draw them too, as a PNG"),
            _flag("--power", "only tell what so many rolls can show"),
            *_FOLDERS,
        ),
    ),
    Command(
        "completion",
        "cli.shell_completion:print_completion",
        "Print what your shell needs to complete commands, options and sheets by Tab.",
        'eval "$(cdgdevice completion bash)"',
        (_argument("shell", None, "your shell", choices=("bash", "zsh", "fish")), _CONFIG),
    ),
)
COMMANDS = (*GAME_COMMANDS, *GADGET_COMMANDS, READER_COMMANDS, *OTHER_COMMANDS)
