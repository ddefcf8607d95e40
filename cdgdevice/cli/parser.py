"""Read the command line, run the command, and make a sentence of whatever goes wrong with it."""

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from pkgutil import resolve_name
from typing import NoReturn

from cdgdevice import __version__
from cdgdevice.cli.streams import drop_output, prepare_streams
from cdgdevice.config import USUAL_SHEETS
from cdgdevice.errors import CdgDeviceError, MisuseError, error_place, report_mistake
from cdgdevice.fold_lines import fold_sentences
from cdgdevice.printing.products import COUNTER_INCHES, EVERYTHING, Paper, Product
from cdgdevice.rules.requests import RulesError
from cdgdevice.rules.texts.words import did_you_mean


class EvenHelpFormatter(argparse.HelpFormatter):
    """Writes the help of commands in two even columns.

    Python 3.11 forgets that commands are indented, and has no room for the longest of them.
    """

    def add_argument(self, action: argparse.Action) -> None:
        """Make room for an argument, and for the commands below it."""
        super().add_argument(action)
        if isinstance(action.choices, dict):
            deeper = self._current_indent + self._indent_increment
            longest = deeper + max(map(len, action.choices))
            self._action_max_length = max(self._action_max_length, longest)


_REFUSED_CHOICE = re.compile(r"argument (.*): invalid choice: '?(.*?)'? \(choose from (.*)\)")
"""What argparse says of a word that is none of those it knows."""


class SuggestingParser(argparse.ArgumentParser):
    """Names the nearest word where one is mistyped."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and end; of choices the nearest one is named too."""
        refused = _REFUSED_CHOICE.search(message)
        if refused:
            what, given, choices = refused.groups()
            known = re.findall(r"[\w-]+", choices)
            near = did_you_mean(given, known)
            message = (
                f"there is no command {given!r}.{near} `{self.prog} --help` lists them"
                if what == "COMMAND"
                else f"{what} can't be {given!r}: it is one of {', '.join(known)}.{near}"
            )
        self.print_usage(sys.stderr)
        sentence = f"{self.prog}: error: {message.removesuffix('.')}"
        self.exit(2, f"{fold_sentences(sentence, sys.stderr)}\n")

    def refuse(self, unknown: Sequence[str]) -> NoReturn:
        """Say which arguments this command does not know, and end."""
        known = re.findall(r"--[\w-]+", self.format_help())
        self.error(f"it has no {' '.join(unknown)}.{did_you_mean(unknown[0], known)}")


class CommandGroup:
    """The commands of a parser, to be added to; without any of them it shows its help."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self.parser = parser
        self._added = parser.add_subparsers(title="commands", metavar="COMMAND")
        parser.set_defaults(command=None, parser=parser)

    def add(
        self, name: str, command: str, about: str, example: str = ""
    ) -> argparse.ArgumentParser:
        """Add a command, done by the function `command`, "package.module:function".

        Its help ends with the `example`, a whole command line; `{sheet}` in it is a sheet's id.
        It is loaded only when the command is given, takes the arguments by their names, and returns
        the exit status. It may raise a `MisuseError`.
        """
        shown = example.replace("{sheet}", USUAL_SHEETS["first"])
        added = self._added.add_parser(
            name, help=about, description=about, epilog=shown and f"Example: `{shown}`"
        )
        added.set_defaults(command=command, parser=added)
        return added

    def group(self, name: str, about: str) -> "CommandGroup":
        """Add a command that has commands of its own."""
        added = self._added.add_parser(
            name,
            help=about,
            description=about,
            epilog=f"`{self.parser.prog} {name} COMMAND --help` tells more, with an example.",
            formatter_class=EvenHelpFormatter,
        )
        return CommandGroup(added)


def read_path(text: str) -> Path:
    """Read a path; an empty one, as of a variable that is not set, would be where we are."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)


def read_count(text: str) -> int:
    """Read a number of things: 1 or more."""
    if not (text.isascii() and text.isdigit()) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 up")
    return int(text)


def add_config_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the configuration."""
    parser.add_argument(
        "--config",
        dest="config_file",
        type=read_path,
        metavar="FILE",
        help="the configuration; the folder `sheets` beside it has sheets of your own",
    )


def add_folder_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that name the configuration and the folder of the games."""
    add_config_option(parser)
    parser.add_argument("--folder", type=read_path, metavar="FOLDER", help="where games are kept")


def add_game_commands(commands: CommandGroup) -> None:
    """Add sheets, check-sheet, notes, engine, play and games."""
    sheets = commands.add(
        "sheets",
        "cdgdevice.cli.sheet_commands:sheets",
        "List the sheets there are, show one, or write a new one.",
        example="cdgdevice sheets {sheet}",
    )
    sheets.add_argument(
        "sheet",
        nargs="?",
        metavar="SHEET",
        help="show this one, or list those with this word; `new` writes one to start from",
    )
    sheets.add_argument(
        "file", nargs="?", type=read_path, metavar="FILE", help="of the new sheet: my-game.toml"
    )
    add_config_option(sheets)
    check = commands.add(
        "check-sheet",
        "cdgdevice.cli.sheet_commands:check_sheet",
        "Check a sheet of your own, and try how it plays.",
        example="cdgdevice check-sheet my-game.toml",
    )
    check.add_argument("file", type=read_path, metavar="FILE", help="the sheet: my-game.toml")
    notes = commands.add(
        "notes",
        "cdgdevice.cli.sheet_commands:show_notes",
        "Read the notes on a game's cards and rules.",
        example="cdgdevice notes {sheet} combat",
    )
    notes.add_argument("sheet", metavar="SHEET", help="`cdgdevice sheets` lists them")
    notes.add_argument("words", nargs="*", metavar="WORD", help="numbers of cards, or words")
    add_config_option(notes)
    add_config_option(
        commands.add(
            "engine",
            "cdgdevice.cli.engine_command:serve_engine",
            "Speak the text protocol (JSON Lines) on standard input and output.",
            example="cdgdevice engine < requests.jsonl",
        )
    )
    play = commands.add(
        "play",
        "cdgdevice.cli.game_commands:play",
        "Play by hand in this terminal.",
        example="cdgdevice play --new {sheet}",
    )
    play.add_argument(
        "sheet",
        nargs="?",
        metavar="SHEET",
        help="go on with the last game of this sheet, or of the sheet in this file (default: the "
        "last game of all)",
    )
    play.add_argument(
        "--game",
        type=int,
        metavar="NUMBER",
        help="go on with this game; `cdgdevice games` lists them",
    )
    play.add_argument("--new", action="store_true", help="begin a new game; the old ones are kept")
    play.add_argument(
        "--hands", nargs=2, type=int, metavar=("LEFT", "RIGHT"), help="hand sizes of a new game"
    )
    play.add_argument(
        "--option",
        dest="options",
        action="append",
        default=[],
        metavar="NAME",
        help="switch a variant of the sheet on in a new game, by its title or id (no-NAME: off)",
    )
    add_folder_options(play)
    games = commands.add(
        "games",
        "cdgdevice.cli.game_commands:keep_games",
        "List your games; copy one to another computer, rename or delete one.",
        example="cdgdevice games export 3 evening.cdg",
    )
    games.add_argument(
        "do",
        nargs="?",
        choices=("export", "import", "rename", "delete", "convert"),
        help="`export NUMBER FILE` writes that game to a file, `import FILE` adds the game in one, "
        "`rename NUMBER NAME` gives it a name, `delete NUMBER` asks and deletes it, `convert` "
        "rewrites the games of version 0.1",
    )
    games.add_argument(
        "named", nargs="*", metavar="NUMBER FILE", help="the game, and the file or the name"
    )
    add_folder_options(games)


def add_gadget_commands(commands: CommandGroup) -> None:
    """Add run, sim, demo and check-config."""
    run = commands.add(
        "run",
        "cdgdevice.cli.gadget_commands:run",
        "Run the gadget: pins, die reader and screens.",
        example="cdgdevice run --folder games",
    )
    add_folder_options(run)
    sim = commands.add(
        "sim",
        "cdgdevice.cli.gadget_commands:simulate",
        "Run a simulated gadget, as a page in your browser.",
        example="cdgdevice sim --share",
    )
    sim.add_argument("--port", type=int, default=8017, help="the page's port (0: any that is free)")
    sim.add_argument(
        "--share",
        action="store_true",
        help="let phones of your network in, with a code that is shown",
    )
    sim.add_argument("--reader", metavar="PORT", help="a real die reader: a device, a URL, or auto")
    sim.add_argument(
        "--no-browser", dest="browser", action="store_false", help="don't open a browser"
    )
    add_folder_options(sim)
    demo = commands.add(
        "demo",
        "cdgdevice.simulator.demo:play_demo",
        "Play one scripted turn through everything, with pictures.",
        example="cdgdevice demo --out pictures",
    )
    demo.add_argument(
        "--out", type=read_path, default=Path("demo"), metavar="FOLDER", help="default: demo"
    )
    check = commands.add(
        "check-config",
        "cdgdevice.cli.gadget_commands:check_config",
        "Report every mistake of a configuration.",
        example="cdgdevice check-config cdgdevice.toml",
    )
    check.add_argument(
        "file",
        nargs="?",
        type=read_path,
        metavar="FILE",
        help="the configuration (default: what is in force on this computer)",
    )


def add_reader_commands(commands: CommandGroup) -> None:
    """Add reader, with the commands of its own."""
    reader = commands.group("reader", "Set up, calibrate and watch the die reader.")

    def port(parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--port",
            type=_port,
            metavar="PORT",
            help="a device, a URL, or auto (default: as configured)",
        )
        add_config_option(parser)

    flash = reader.add(
        "flash",
        "cdgdevice.cli.reader_commands:flash_reader",
        "Load the firmware onto a Pico with MicroPython.",
        example="cdgdevice reader flash --check",
    )
    flash.add_argument(
        "--check", dest="only_check", action="store_true", help="only say which files differ"
    )
    port(flash)
    port(
        reader.add(
            "info",
            "cdgdevice.cli.reader_commands:show_reader_info",
            "Show which reader this is, and what it knows.",
            example="cdgdevice reader info --port auto",
        )
    )
    port(
        reader.add(
            "calibrate",
            "cdgdevice.cli.reader_commands:calibrate_reader",
            "Teach the reader its die, step by step.",
            example="cdgdevice reader calibrate --port auto",
        )
    )
    test = reader.add(
        "test",
        "cdgdevice.cli.reader_commands:watch_reader",
        "Show what the reader sees, until Ctrl-C.",
        example="cdgdevice reader test --lines 20",
    )
    test.add_argument(
        "--lines", dest="readings", type=read_count, metavar="N", help="end after N readings"
    )
    test.add_argument(
        "--take", action="store_true", help="acknowledge throws, so that no game counts them"
    )
    test.add_argument("--record", type=read_path, metavar="FILE", help="keep the readings")
    test.add_argument(
        "--face",
        type=int,
        choices=range(7),
        metavar="FACE",
        help="what truly lies on top: 1 to 6, or 0 for the empty tray",
    )
    test.add_argument("--note", default="", help="about the recording: lamp, stickers")
    port(test)
    port(
        reader.add(
            "shake",
            "cdgdevice.cli.reader_commands:shake_tray",
            "Run the tray's motor once, so that you hear it.",
            example="cdgdevice reader shake --port auto",
        )
    )
    port(
        reader.add(
            "test-strip",
            "cdgdevice.cli.reader_commands:try_test_strip",
            "Try printed colours before any sticker is cut.",
            example="cdgdevice reader test-strip --port auto",
        )
    )
    simulate = reader.add(
        "simulate",
        "cdgdevice.cli.reader_commands:simulate_reader",
        "Simulate a die reader, until Ctrl-C.",
        example="cdgdevice reader simulate --blank",
    )
    simulate.add_argument("--blank", action="store_true", help="it is not calibrated yet")
    judge = reader.add(
        "judge",
        "cdgdevice.cli.reader_commands:judge_recording",
        "Judge a recording with this program's firmware.",
        example="cdgdevice reader judge FILE",
    )
    judge.add_argument(
        "file", type=read_path, metavar="FILE", help="what `reader test --record` wrote"
    )


def _port(text: str) -> str:
    """Read a port; an empty name, as of a variable that is not set, would mean any."""
    if text in ("", "none"):
        raise argparse.ArgumentTypeError(f"{text!r} names no port: name a device, a URL, or auto")
    return text


def add_selftest_commands(commands: CommandGroup) -> None:
    """Add selftest and report."""
    selftest = commands.add(
        "selftest",
        "cdgdevice.cli.selftest_commands:self_test",
        "Try every part, and say how to mend what fails.",
        example="cdgdevice selftest --no-questions",
    )
    selftest.add_argument(
        "--json", dest="as_json", action="store_true", help="for a program to read; asks nobody"
    )
    selftest.add_argument(
        "--no-questions",
        dest="asks",
        action="store_false",
        help="leave out what a person has to press or see",
    )
    add_folder_options(selftest)
    report = commands.add(
        "report",
        "cdgdevice.cli.selftest_commands:make_report",
        "Collect what a bug report needs in one file, without anything private.",
        example="cdgdevice report -",
    )
    report.add_argument(
        "file",
        nargs="?",
        type=read_path,
        metavar="FILE",
        help="default: cdgdevice-report.md, or the next free number; - is standard output",
    )
    add_folder_options(report)


def add_print_command(commands: CommandGroup) -> None:
    """Add print."""
    parser = commands.add(
        "print",
        "cdgdevice.cli.print_command:print_wanted",
        "Write PDFs to print: stickers, chits, mats, sheets.",
        example="cdgdevice print mat --sheet {sheet} --paper letter",
    )
    parser.add_argument(
        "what",
        nargs="?",
        choices=[*(product.value for product in Product), EVERYTHING],
        metavar="WHAT",
        help="what to print; without it, a list of what there is",
    )
    parser.add_argument("of", nargs="?", metavar="SHEET", help="the game's (or with --sheet)")
    parser.add_argument("--sheet", metavar="SHEET", help="`cdgdevice sheets` lists them")
    parser.add_argument(
        "--paper", choices=[paper.value for paper in Paper], default="a4", help="default: a4"
    )
    parser.add_argument(
        "--out", type=read_path, default=Path("print"), metavar="FOLDER", help="default: print"
    )
    parser.add_argument(
        "--die-mm", type=float, default=16.0, metavar="SIZE", help="edge of the die (16)"
    )
    parser.add_argument(
        "--card-mm",
        nargs=2,
        type=float,
        default=(63.0, 88.0),
        metavar=("WIDTH", "HEIGHT"),
        help="of the game's cards (63 88)",
    )
    parser.add_argument(
        "--chit-inch", choices=[*COUNTER_INCHES], help="of counters to paste chits on (else 15 mm)"
    )
    add_config_option(parser)


def add_figure_commands(commands: CommandGroup) -> None:
    """Add odds, perft and dice."""
    odds = commands.add(
        "odds",
        "cdgdevice.cli.sheet_commands:show_odds",
        "Work out a sheet's odds in the long run, exactly.",
        example="cdgdevice odds {sheet}",
    )
    odds.add_argument("sheet", metavar="SHEET", help="one with a Method die")
    odds.add_argument(
        "--json", dest="as_json", action="store_true", help="as one line of JSON, in fractions"
    )
    add_config_option(odds)
    perft = commands.add(
        "perft",
        "cdgdevice.cli.sheet_commands:show_perft",
        "Count the lines of play of one side from the set-up.",
        example="cdgdevice perft {sheet} 2 --divide",
    )
    perft.add_argument("sheet", metavar="SHEET", help="one with a Method die")
    perft.add_argument("depth", type=int, metavar="DEPTH", help="rounds")
    perft.add_argument("--divide", action="store_true", help="also by the first result")
    perft.add_argument("--json", dest="as_json", action="store_true", help="as one line of JSON")
    add_config_option(perft)
    dice = commands.add(
        "dice",
        "cdgdevice.cli.game_commands:show_dice",
        "Show how your dice fell in all games, and whether they look fair.",
        example="cdgdevice dice --sheet {sheet}",
    )
    dice.add_argument("--sheet", metavar="SHEET", help="only the games of this sheet")
    dice.add_argument("--json", dest="as_json", action="store_true", help="as one line of JSON")
    dice.add_argument("--picture", type=read_path, metavar="FILE", help="draw them too, as a PNG")
    dice.add_argument(
        "--power", action="store_true", help="tell what so many throws can show, and nothing else"
    )
    add_folder_options(dice)


def add_completion_command(commands: CommandGroup) -> None:
    """Add completion."""
    completion = commands.add(
        "completion",
        "cdgdevice.cli.shell_completion:print_completion",
        "Print what your shell needs to complete commands, options and sheets by Tab.",
        example='eval "$(cdgdevice completion bash)"',
    )
    completion.add_argument("shell", choices=("bash", "zsh", "fish"), help="your shell")
    completion.set_defaults(of=commands.parser)
    add_config_option(completion)


def run_command(arguments: list[str]) -> int:
    """Run one command and return its exit status.

    0 is done, 1 refused with a sentence, 2 misused, 70 a mistake of the program.
    """
    prepare_streams()
    status = _find_status(lambda: _parse_and_call(arguments))
    unwritten = _find_status(_flush_output)  # after a refusal or a help, too
    return status or unwritten


def _flush_output() -> int:
    sys.stdout.flush()
    return 0


def _parse_and_call(arguments: list[str]) -> int:
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:], "--help"]
    given, unknown = build_parser(arguments[:1]).parse_known_args(arguments)
    if unknown:
        given.parser.refuse(unknown)
    return _call_command(**vars(given))


def _find_status(do: Callable[[], int]) -> int:
    """Do this and return its status; whatever goes wrong becomes a sentence and a status."""
    try:
        return do()
    except SystemExit as left:  # argparse, which has said why
        return int(left.code or 0)
    except (CdgDeviceError, RulesError) as refused:
        print(fold_sentences(str(refused), sys.stderr), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader of our output has gone; nothing is left to say.
        drop_output()
        return 1
    except OSError as error:
        drop_output()
        print(
            f"cdgdevice can't go on: {error.strerror or error} ({error_place(error)}).",
            file=sys.stderr,
        )
        return 1
    except Exception as mistake:
        report_mistake(mistake)
        return 70


def _call_command(command: str | None, parser: argparse.ArgumentParser, **arguments: object) -> int:
    """Load the function of a command and call it; without a command show what there is."""
    if command is None:
        parser.print_help(sys.stderr)
        return 2
    run: Callable[..., int] = resolve_name(command)
    try:
        return run(**arguments)
    except MisuseError as misuse:
        parser.error(str(misuse))


def build_parser(first: Sequence[str] = ()) -> SuggestingParser:
    """Return the parser of all commands; it loads nothing that a command needs.

    With `run` as the `first` argument it is that of the gadget's commands alone: the others would
    keep the game waiting.
    """
    parser = SuggestingParser(
        prog="cdgdevice",
        description="Runs the CDG Solo Method for card-driven wargames.",
        epilog="`cdgdevice COMMAND --help` tells more of each command, with an example.",
        formatter_class=EvenHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"cdgdevice {__version__}")
    commands = CommandGroup(parser)
    if list(first) == ["run"]:
        add_gadget_commands(commands)
        return parser
    add_game_commands(commands)
    add_gadget_commands(commands)
    add_reader_commands(commands)
    add_selftest_commands(commands)
    add_print_command(commands)
    add_figure_commands(commands)
    add_completion_command(commands)
    return parser
