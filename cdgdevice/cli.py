"""Runs a command and makes a sentence of whatever goes wrong with it."""

import argparse
import os
import sys
from collections.abc import Callable
from io import TextIOWrapper

from cdgdevice import __version__
from cdgdevice.columns import sentences
from cdgdevice.command_line import figures, gadget, games, printing, reader, trying
from cdgdevice.command_line.mistakes import tell_mistake, where
from cdgdevice.command_line.words import Commands, Even
from cdgdevice.errors import CdgDeviceError
from cdgdevice.method.errors import MethodError


def run_command(arguments: list[str]) -> int:
    """Run one command and give its exit status.

    0 is done, 1 refused with a sentence, 2 misused, 70 a mistake of the program.
    """
    _ready_streams()
    try:
        given = command_parser().parse_args(arguments)
        command: Callable[[argparse.Namespace], int] = given.command
        status = command(given)
        sys.stdout.flush()
    except (CdgDeviceError, MethodError) as refused:
        print(sentences(str(refused), sys.stderr), file=sys.stderr)
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
            f"cdgdevice can't go on: {error.strerror or error} ({where(error)}).", file=sys.stderr
        )
        return 1
    except Exception as mistake:
        tell_mistake(mistake)
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


def command_parser() -> argparse.ArgumentParser:
    """Give the parser of all commands; it loads nothing that a command needs."""
    parser = argparse.ArgumentParser(
        prog="cdgdevice",
        description="Runs the CDG Solo Method for card-driven wargames.",
        epilog="`cdgdevice COMMAND --help` tells more of each command.",
        formatter_class=Even,
    )
    parser.add_argument("--version", action="version", version=f"cdgdevice {__version__}")
    commands = Commands(parser)
    for room in (games, gadget, reader, trying, printing, figures):
        room.add(commands)
    return parser
