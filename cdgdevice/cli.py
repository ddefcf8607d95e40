"""The commands. Each imports only what it needs, when it is called."""

import argparse
import os
import sys
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from traceback import extract_tb

from cdgdevice import __version__
from cdgdevice.errors import CdgDeviceError
from cdgdevice.method.errors import MethodError

TENDING = "Tend the die reader: load its firmware, ask it, watch it."


def run_command(arguments: list[str]) -> int:
    """Run one command and give its exit status.

    0 is done, 1 refused with a sentence, 2 misused, 70 a mistake of the program.
    """
    _ready_streams()
    try:
        given = _parser().parse_args(arguments)
        command: Callable[[argparse.Namespace], int] = given.command
        status = command(given)
        sys.stdout.flush()
    except (CdgDeviceError, MethodError) as refused:
        print(refused, file=sys.stderr)
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
            f"cdgdevice can't go on: {error.strerror or error} ({_where(error)}).", file=sys.stderr
        )
        return 1
    except Exception as mistake:
        _tell_mistake(mistake)
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


def _tell_mistake(mistake: Exception) -> None:
    what = " ".join(f"{type(mistake).__name__}: {mistake}".split())
    print(
        f"This is a mistake of cdgdevice; please report it: {what} ({_where(mistake)}).",
        file=sys.stderr,
    )


def _where(error: BaseException) -> str:
    """Give the places in the code that an error came through, the innermost first: one line."""
    frames = reversed(extract_tb(error.__traceback__))
    return " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cdgdevice",
        description="Runs the CDG Solo Method for card-driven wargames.",
        epilog="`cdgdevice COMMAND --help` tells more of each command.",
    )
    parser.add_argument("--version", action="version", version=f"cdgdevice {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(
        name: str, does: Callable[[argparse.Namespace], int], about: str
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=about, description=about)
        added.set_defaults(command=does)
        return added

    looking = command("sheets", _sheets, "List the sheets there are, show one, or write a new one.")
    looking.set_defaults(misused=looking.error)
    looking.add_argument(
        "sheet", nargs="?", metavar="SHEET", help="show this one; `new` writes one to start from"
    )
    looking.add_argument(
        "file", nargs="?", type=_path, metavar="FILE", help="of the new sheet: my-game.toml"
    )
    _config(looking)
    trying = command(
        "check-sheet", _check_sheet, "Check a sheet of your own, and try how it plays."
    )
    trying.add_argument("file", type=_path, metavar="FILE")
    reading = command("notes", _notes, "Read the notes on a game's cards and rules.")
    reading.add_argument("sheet", metavar="SHEET", help="`cdgdevice sheets` lists them")
    reading.add_argument("words", nargs="*", metavar="WORD", help="numbers of cards, or words")
    _config(reading)
    _config(
        command(
            "engine", _engine, "Speak the text protocol (JSON Lines) on standard input and output."
        )
    )
    playing = command("play", _play, "Play by hand in this terminal.")
    playing.set_defaults(misused=playing.error)
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
    _config(playing)
    _folder(playing)
    listing = command("games", _games, "List the games that were begun.")
    _config(listing)
    _folder(listing)
    running = command("run", _run, "Be the gadget: pins, die reader and screens.")
    _config(running)
    _folder(running)
    simulating = command("sim", _sim, "The same gadget with simulated pins and screens, as a page.")
    simulating.add_argument("--port", type=int, default=8017, help="of the local page (0: any)")
    simulating.add_argument(
        "--reader", metavar="PORT", help="a real die reader: a device, a URL, or auto"
    )
    simulating.add_argument("--no-browser", action="store_true", help="don't open a browser")
    _config(simulating)
    _folder(simulating)
    showing = command("demo", _demo, "Play one scripted turn through everything, with pictures.")
    showing.add_argument(
        "--out", type=_path, default=Path("demo"), metavar="FOLDER", help="default: demo"
    )
    telling = command("odds", _odds, "Work out a sheet's odds in the long run, exactly.")
    telling.add_argument("sheet", metavar="SHEET", help="one with a Method die")
    telling.add_argument("--json", action="store_true", help="as one line of JSON, in fractions")
    _config(telling)
    counting = command("perft", _perft, "Count the lines of play of one side from the set-up.")
    counting.add_argument("sheet", metavar="SHEET", help="one with a Method die")
    counting.add_argument("depth", type=int, metavar="DEPTH", help="rounds")
    counting.add_argument("--divide", action="store_true", help="also by the first result")
    counting.add_argument("--json", action="store_true", help="as one line of JSON")
    _config(counting)
    fair = command("dice", _dice, "Tell how the dice of all games fell, and whether they are fair.")
    fair.add_argument("--sheet", metavar="SHEET", help="only the games of this sheet")
    fair.add_argument("--json", action="store_true", help="as one line of JSON")
    fair.add_argument("--picture", type=_path, metavar="FILE", help="draw them too, as a PNG")
    fair.add_argument(
        "--power", action="store_true", help="tell what so many throws can show, and nothing else"
    )
    _config(fair)
    _folder(fair)
    _printing(command("print", _print, "Write PDFs to print: stickers, chits, mats, sheets."))
    _reader_commands(commands.add_parser("reader", help=TENDING, description=TENDING))
    checking = command("check-config", _check_config, "Report every mistake of a configuration.")
    checking.add_argument("file", nargs="?", type=_path, metavar="FILE")
    return parser


def _reader_commands(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(
        name: str, does: Callable[[argparse.Namespace], int], about: str
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=about, description=about)
        added.set_defaults(command=does)
        return added

    def port(parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--port", metavar="PORT", help="a device, a URL, or auto (default: as configured)"
        )
        _config(parser)

    loading = command("flash", _reader_flash, "Load the firmware onto a Pico with MicroPython.")
    loading.add_argument("--check", action="store_true", help="only say which files differ")
    port(loading)
    port(command("info", _reader_info, "Say who the reader is and what it knows."))
    port(command("calibrate", _reader_calibrate, "Teach the reader its die, step by step."))
    looking = command("test", _reader_test, "Show what the reader sees, until Ctrl-C.")
    looking.add_argument("--lines", type=_count, metavar="N", help="end after N readings")
    looking.add_argument(
        "--take", action="store_true", help="acknowledge throws, so that no game counts them"
    )
    looking.add_argument("--record", type=_path, metavar="FILE", help="keep the readings")
    looking.add_argument(
        "--face",
        type=int,
        choices=range(7),
        metavar="FACE",
        help="what truly lies on top: 1 to 6, or 0 for the empty tray",
    )
    looking.add_argument("--note", default="", help="about the recording: lamp, stickers")
    looking.set_defaults(misused=looking.error)
    port(looking)
    judging = command("judge", _reader_judge, "Judge a recording with this program's firmware.")
    judging.add_argument("file", type=_path, metavar="FILE")


def _printing(parser: argparse.ArgumentParser) -> None:
    from cdgdevice.printing.paper import Paper
    from cdgdevice.printing.products import EVERYTHING, Product

    parser.set_defaults(misused=parser.error)
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
        "--out", type=_path, default=Path("print"), metavar="FOLDER", help="default: print"
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
    _config(parser)


def _count(text: str) -> int:
    """Read a number of things: 1 or more."""
    if not (text.isascii() and text.isdigit()) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 up")
    return int(text)


def _path(text: str) -> Path:
    """Read a path; an empty one, as of a variable that is not set, would be where we are."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)


def _config(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config",
        type=_path,
        metavar="FILE",
        help="the configuration; the folder `sheets` beside it has sheets of your own",
    )


def _folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--folder", type=_path, metavar="FOLDER", help="where games are kept")


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

    protocol = TextProtocol(shelf_beside(given.config), report=_tell_mistake)
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
    from cdgdevice.commands import play

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
    from cdgdevice.commands import list_games

    return list_games(given.config, given.folder)


def _run(given: argparse.Namespace) -> int:
    from cdgdevice.commands import run

    return run(given.config, given.folder)


def _sim(given: argparse.Namespace) -> int:
    from cdgdevice.commands import simulate

    return simulate(given.config, given.folder, given.port, not given.no_browser, given.reader)


def _demo(given: argparse.Namespace) -> int:
    from cdgdevice.commands import demonstrate

    return demonstrate(given.out)


def _print(given: argparse.Namespace) -> int:
    from cdgdevice.print_command import Wishes, list_products, print_products
    from cdgdevice.printing.paper import Paper

    if given.what is None:
        return list_products()
    if given.of and given.sheet:
        given.misused("the sheet is named twice")
    wishes = Wishes(Paper(given.paper), given.die_mm, tuple(given.card_mm))
    return print_products(given.what, given.of or given.sheet, wishes, given.out, given.config)


def _reader_flash(given: argparse.Namespace) -> int:
    from cdgdevice.reader_commands.commands import flash_reader

    return flash_reader(given.port, given.config, given.check)


def _reader_info(given: argparse.Namespace) -> int:
    from cdgdevice.reader_commands.commands import tell_about

    return tell_about(given.port, given.config)


def _reader_calibrate(given: argparse.Namespace) -> int:
    from cdgdevice.reader_commands.calibrate import calibrate_reader

    return calibrate_reader(given.port, given.config)


def _reader_test(given: argparse.Namespace) -> int:
    from cdgdevice.reader_commands.commands import watch_reader

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


def _reader_judge(given: argparse.Namespace) -> int:
    from cdgdevice.reader_commands.commands import judge_recording

    return judge_recording(given.file)


def _check_config(given: argparse.Namespace) -> int:
    from cdgdevice.commands import check_config

    return check_config(given.file)


def _dice(given: argparse.Namespace) -> int:
    from cdgdevice.fair_dice.command import tell_dice, tell_power

    if given.power:
        return tell_power()
    return tell_dice(given.sheet, given.json, given.picture, given.config, given.folder)


def _odds(given: argparse.Namespace) -> int:
    from cdgdevice.figures import tell_odds
    from cdgdevice.shelves import shelf_beside

    return tell_odds(shelf_beside(given.config).sheet(given.sheet), given.json)


def _perft(given: argparse.Namespace) -> int:
    from cdgdevice.figures import tell_perft
    from cdgdevice.shelves import shelf_beside

    found = shelf_beside(given.config).sheet(given.sheet)
    return tell_perft(found, given.depth, given.divide, given.json)
