"""Words that several commands share, and how a command is added to a parser."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path


class Even(argparse.HelpFormatter):
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


class Commands:
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

    def group(self, name: str, about: str) -> "Commands":
        """Add a command that has commands of its own."""
        added = self._added.add_parser(name, help=about, description=about, formatter_class=Even)
        return Commands(added)


def path(text: str) -> Path:
    """Read a path; an empty one, as of a variable that is not set, would be where we are."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)


def count(text: str) -> int:
    """Read a number of things: 1 or more."""
    if not (text.isascii() and text.isdigit()) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 up")
    return int(text)


def config(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the configuration."""
    parser.add_argument(
        "--config",
        type=path,
        metavar="FILE",
        help="the configuration; the folder `sheets` beside it has sheets of your own",
    )


def folder(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the folder of the games."""
    parser.add_argument("--folder", type=path, metavar="FOLDER", help="where games are kept")
