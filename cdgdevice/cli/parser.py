"""Read the command line, run the command, and make a sentence of whatever goes wrong with it."""

import argparse
import os
import sys
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from traceback import extract_tb

from cdgdevice import __version__
from cdgdevice.errors import CdgDeviceError
from cdgdevice.printing.products import EVERYTHING, Paper, Product
from cdgdevice.rules.requests import RulesError
from cdgdevice.terminal_text import fold_sentences


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


class CommandGroup:
    """The commands of a parser, to be added to; without any of them it shows its help."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._added = parser.add_subparsers(title="commands", metavar="COMMAND")

        def show_help(_: argparse.Namespace) -> int:
            parser.print_help(sys.stderr)
            return 2

        parser.set_defaults(command=show_help)

    def add(
        self, name: str, does: Callable[[argparse.Namespace], int], about: str
    ) -> argparse.ArgumentParser:
        """Add a command; `does` gives its exit status, and may call `misused` with a sentence."""
        added = self._added.add_parser(name, help=about, description=about)
        added.set_defaults(command=does, misused=added.error)
        return added

    def group(self, name: str, about: str) -> "CommandGroup":
        """Add a command that has commands of its own."""
        added = self._added.add_parser(
            name, help=about, description=about, formatter_class=EvenHelpFormatter
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
        type=read_path,
        metavar="FILE",
        help="the configuration; the folder `sheets` beside it has sheets of your own",
    )


def add_folder_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the folder of the games."""
    parser.add_argument("--folder", type=read_path, metavar="FOLDER", help="where games are kept")


def report_mistake(mistake: Exception) -> None:
    """Say on standard error that this is a mistake of the program, and where it came up."""
    what = " ".join(f"{type(mistake).__name__}: {mistake}".split())
    print(
        f"This is a mistake of cdgdevice; please report it: {what} ({error_place(mistake)}).",
        file=sys.stderr,
    )


def error_place(error: BaseException) -> str:
    """Return the places in the code that an error came through, the innermost first: one line."""
    frames = reversed(extract_tb(error.__traceback__))
    return " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)


def add_game_commands(commands: CommandGroup) -> None:
    """Add sheets, check-sheet, notes, engine, play and games."""
    looking = commands.add(
        "sheets", _sheets, "List the sheets there are, show one, or write a new one."
    )
    looking.add_argument(
        "sheet", nargs="?", metavar="SHEET", help="show this one; `new` writes one to start from"
    )
    looking.add_argument(
        "file", nargs="?", type=read_path, metavar="FILE", help="of the new sheet: my-game.toml"
    )
    add_config_option(looking)
    trying = commands.add(
        "check-sheet", _check_sheet, "Check a sheet of your own, and try how it plays."
    )
    trying.add_argument("file", type=read_path, metavar="FILE")
    reading = commands.add("notes", _notes, "Read the notes on a game's cards and rules.")
    reading.add_argument("sheet", metavar="SHEET", help="`cdgdevice sheets` lists them")
    reading.add_argument("words", nargs="*", metavar="WORD", help="numbers of cards, or words")
    add_config_option(reading)
    add_config_option(
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
    add_config_option(playing)
    add_folder_option(playing)
    listing = commands.add("games", _games, "List the games that were begun.")
    add_config_option(listing)
    add_folder_option(listing)


def _sheets(given: argparse.Namespace) -> int:
    from cdgdevice.cli.sheet_commands import list_sheets, new_sheet, show_sheet
    from cdgdevice.sheet_tools.own_sheet import TEMPLATE_FILE, TEMPLATE_ID

    if given.sheet == TEMPLATE_ID:
        return new_sheet(given.file or TEMPLATE_FILE, given.config)
    if given.file is not None:
        given.misused(f"only `sheets {TEMPLATE_ID}` takes a file")
    if given.sheet is not None:
        return show_sheet(given.sheet, given.config)
    return list_sheets(given.config)


def _check_sheet(given: argparse.Namespace) -> int:
    from cdgdevice.cli.sheet_commands import check_sheet

    return check_sheet(given.file)


def _notes(given: argparse.Namespace) -> int:
    from cdgdevice.cli.sheet_commands import show_notes

    return show_notes(given.sheet, " ".join(given.words), given.config)


def _engine(given: argparse.Namespace) -> int:
    from cdgdevice.games.engine_protocol import LONGEST_REQUEST, EngineProtocol
    from cdgdevice.games.sheet_library import open_sheet_library

    protocol = EngineProtocol(open_sheet_library(given.config), report=report_mistake)
    # Bytes, so that a line which is no UTF-8 is answered with a sentence like any other; and no
    # more of them than show that a line is too long: a character has at most four.
    most = 4 * LONGEST_REQUEST + 1
    while raw := sys.stdin.buffer.readline(most):
        rest = raw
        while len(rest) == most and not rest.endswith(b"\n"):
            rest = sys.stdin.buffer.readline(most)
        print(protocol.answer_line(raw.decode("utf-8", "replace")), flush=True)
    return 0


def _play(given: argparse.Namespace) -> int:
    from cdgdevice.cli.game_commands import play

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
    from cdgdevice.cli.game_commands import list_games

    return list_games(given.config, given.folder)


def add_gadget_commands(commands: CommandGroup) -> None:
    """Add run, sim, demo and check-config."""
    running = commands.add("run", _run, "Be the gadget: pins, die reader and screens.")
    add_config_option(running)
    add_folder_option(running)
    simulating = commands.add(
        "sim", _sim, "The same gadget with simulated pins and screens, as a page."
    )
    simulating.add_argument("--port", type=int, default=8017, help="of the local page (0: any)")
    simulating.add_argument(
        "--reader", metavar="PORT", help="a real die reader: a device, a URL, or auto"
    )
    simulating.add_argument("--no-browser", action="store_true", help="don't open a browser")
    add_config_option(simulating)
    add_folder_option(simulating)
    showing = commands.add(
        "demo", _demo, "Play one scripted turn through everything, with pictures."
    )
    showing.add_argument(
        "--out", type=read_path, default=Path("demo"), metavar="FOLDER", help="default: demo"
    )
    checking = commands.add(
        "check-config", _check_config, "Report every mistake of a configuration."
    )
    checking.add_argument("file", nargs="?", type=read_path, metavar="FILE")


def _run(given: argparse.Namespace) -> int:
    from cdgdevice.cli.gadget_commands import run

    return run(given.config, given.folder)


def _sim(given: argparse.Namespace) -> int:
    from cdgdevice.cli.gadget_commands import simulate

    return simulate(given.config, given.folder, given.port, not given.no_browser, given.reader)


def _demo(given: argparse.Namespace) -> int:
    from cdgdevice.cli.gadget_commands import demonstrate

    return demonstrate(given.out)


def _check_config(given: argparse.Namespace) -> int:
    from cdgdevice.cli.gadget_commands import check_config

    return check_config(given.file)


def add_reader_commands(commands: CommandGroup) -> None:
    """Add reader, with the commands of its own."""
    tending = commands.group("reader", "Tend the die reader: load its firmware, ask it, watch it.")

    def port(parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--port",
            type=_port,
            metavar="PORT",
            help="a device, a URL, or auto (default: as configured)",
        )
        add_config_option(parser)

    loading = tending.add("flash", _reader_flash, "Load the firmware onto a Pico with MicroPython.")
    loading.add_argument("--check", action="store_true", help="only say which files differ")
    port(loading)
    port(tending.add("info", _reader_info, "Say who the reader is and what it knows."))
    port(tending.add("calibrate", _reader_calibrate, "Teach the reader its die, step by step."))
    looking = tending.add("test", _reader_test, "Show what the reader sees, until Ctrl-C.")
    looking.add_argument("--lines", type=read_count, metavar="N", help="end after N readings")
    looking.add_argument(
        "--take", action="store_true", help="acknowledge throws, so that no game counts them"
    )
    looking.add_argument("--record", type=read_path, metavar="FILE", help="keep the readings")
    looking.add_argument(
        "--face",
        type=int,
        choices=range(7),
        metavar="FACE",
        help="what truly lies on top: 1 to 6, or 0 for the empty tray",
    )
    looking.add_argument("--note", default="", help="about the recording: lamp, stickers")
    port(looking)
    simulating = tending.add(
        "simulate", _reader_simulate, "Be a die reader without hardware, until Ctrl-C."
    )
    simulating.add_argument("--blank", action="store_true", help="it is not calibrated yet")
    judging = tending.add("judge", _reader_judge, "Judge a recording with this program's firmware.")
    judging.add_argument("file", type=read_path, metavar="FILE")


def _reader_flash(given: argparse.Namespace) -> int:
    from cdgdevice.cli.reader_commands import flash_reader

    return flash_reader(given.port, given.config, given.check)


def _reader_info(given: argparse.Namespace) -> int:
    from cdgdevice.cli.reader_commands import show_reader_info

    return show_reader_info(given.port, given.config)


def _reader_calibrate(given: argparse.Namespace) -> int:
    from cdgdevice.cli.reader_commands import calibrate_reader

    return calibrate_reader(given.port, given.config)


def _reader_test(given: argparse.Namespace) -> int:
    from cdgdevice.cli.reader_commands import watch_reader

    if given.record is None and (given.face is not None or given.note):
        given.misused("--face and --note are for a recording: --record FILE")
    return watch_reader(
        given.port,
        given.config,
        readings=given.lines,
        take=given.take,
        record=given.record,
        face=given.face,
        note=given.note,
    )


def _reader_simulate(given: argparse.Namespace) -> int:
    from cdgdevice.cli.reader_commands import simulate_reader

    return simulate_reader(given.blank)


def _reader_judge(given: argparse.Namespace) -> int:
    from cdgdevice.cli.reader_commands import judge_recording

    return judge_recording(given.file)


def _port(text: str) -> str:
    """Read a port; an empty name, as of a variable that is not set, would mean any."""
    if text in ("", "none"):
        raise argparse.ArgumentTypeError(f"{text!r} names no port: name a device, a URL, or auto")
    return text


def add_selftest_commands(commands: CommandGroup) -> None:
    """Add selftest and report."""
    trying = commands.add("selftest", _self_test, "Try every part, and say how to mend what fails.")
    trying.add_argument("--json", action="store_true", help="for a program to read; asks nobody")
    trying.add_argument(
        "--no-questions", action="store_true", help="leave out what a person has to press or see"
    )
    add_config_option(trying)
    add_folder_option(trying)
    reporting = commands.add(
        "report", _report, "Collect what a bug report needs in one file, without anything private."
    )
    reporting.add_argument(
        "file",
        nargs="?",
        type=read_path,
        metavar="FILE",
        help="default: cdgdevice-report.md; - is standard output",
    )
    add_config_option(reporting)
    add_folder_option(reporting)


def _self_test(given: argparse.Namespace) -> int:
    from cdgdevice.cli.selftest_commands import self_test

    return self_test(given.config, given.folder, json=given.json, asks=not given.no_questions)


def _report(given: argparse.Namespace) -> int:
    from cdgdevice.cli.selftest_commands import make_report

    return make_report(given.config, given.folder, given.file)


def add_print_command(commands: CommandGroup) -> None:
    """Add print."""
    parser = commands.add("print", _print, "Write PDFs to print: stickers, chits, mats, sheets.")
    parser.add_argument(
        "what",
        nargs="?",
        choices=[*(product.value for product in Product), EVERYTHING],
        metavar="WHAT",
        help="without it, what there is is listed",
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
    add_config_option(parser)


def _print(given: argparse.Namespace) -> int:
    from cdgdevice.cli.print_command import PrintOptions, list_products, print_products

    if given.what is None:
        return list_products()
    if given.of and given.sheet:
        given.misused("the sheet is named twice")
    wishes = PrintOptions(Paper(given.paper), given.die_mm, tuple(given.card_mm))
    return print_products(given.what, given.of or given.sheet, wishes, given.out, given.config)


def add_figure_commands(commands: CommandGroup) -> None:
    """Add odds, perft and dice."""
    telling = commands.add("odds", _odds, "Work out a sheet's odds in the long run, exactly.")
    telling.add_argument("sheet", metavar="SHEET", help="one with a Method die")
    telling.add_argument("--json", action="store_true", help="as one line of JSON, in fractions")
    add_config_option(telling)
    counting = commands.add("perft", _perft, "Count the lines of play of one side from the set-up.")
    counting.add_argument("sheet", metavar="SHEET", help="one with a Method die")
    counting.add_argument("depth", type=int, metavar="DEPTH", help="rounds")
    counting.add_argument("--divide", action="store_true", help="also by the first result")
    counting.add_argument("--json", action="store_true", help="as one line of JSON")
    add_config_option(counting)
    fair = commands.add(
        "dice", _dice, "Tell how the dice of all games fell, and whether they are fair."
    )
    fair.add_argument("--sheet", metavar="SHEET", help="only the games of this sheet")
    fair.add_argument("--json", action="store_true", help="as one line of JSON")
    fair.add_argument("--picture", type=read_path, metavar="FILE", help="draw them too, as a PNG")
    fair.add_argument(
        "--power", action="store_true", help="tell what so many throws can show, and nothing else"
    )
    add_config_option(fair)
    add_folder_option(fair)


def _odds(given: argparse.Namespace) -> int:
    from cdgdevice.cli.sheet_commands import show_odds

    return show_odds(given.sheet, given.json, given.config)


def _perft(given: argparse.Namespace) -> int:
    from cdgdevice.cli.sheet_commands import show_perft

    return show_perft(given.sheet, given.depth, given.divide, given.json, given.config)


def _dice(given: argparse.Namespace) -> int:
    from cdgdevice.cli.game_commands import show_dice, show_power

    if given.power:
        return show_power()
    return show_dice(given.sheet, given.json, given.picture, given.config, given.folder)


def run_command(arguments: list[str]) -> int:
    """Run one command and give its exit status.

    0 is done, 1 refused with a sentence, 2 misused, 70 a mistake of the program.
    """
    _ready_streams()
    try:
        given = build_parser().parse_args(arguments)
        command: Callable[[argparse.Namespace], int] = given.command
        status = command(given)
        sys.stdout.flush()
    except (CdgDeviceError, RulesError) as refused:
        print(fold_sentences(str(refused), sys.stderr), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; nothing is left to say.
        _drop_output()
        return 1
    except OSError as error:
        _drop_output()
        print(
            f"cdgdevice can't go on: {error.strerror or error} ({error_place(error)}).",
            file=sys.stderr,
        )
        return 1
    except Exception as mistake:
        report_mistake(mistake)
        return 70
    else:
        return status


def _ready_streams() -> None:
    """Take a closed stream for an empty one, and no character for an error."""
    sys.stdin = sys.stdin or os.fdopen(os.open(os.devnull, os.O_RDONLY))
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)


def _drop_output() -> None:
    """Throw away what standard output did not take, or Python would try again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands; it loads nothing that a command needs."""
    parser = argparse.ArgumentParser(
        prog="cdgdevice",
        description="Runs the CDG Solo Method for card-driven wargames.",
        epilog="`cdgdevice COMMAND --help` tells more of each command.",
        formatter_class=EvenHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"cdgdevice {__version__}")
    commands = CommandGroup(parser)
    add_game_commands(commands)
    add_gadget_commands(commands)
    add_reader_commands(commands)
    add_selftest_commands(commands)
    add_print_command(commands)
    add_figure_commands(commands)
    return parser
