"""Words that several commands share, and how a command is added to a parser."""

import argparse
from collections.abc import Callable
from pathlib import Path


class Commands:
    """The commands of a parser, to be added to."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._added = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(
        self, name: str, does: Callable[[argparse.Namespace], int], about: str
    ) -> argparse.ArgumentParser:
        """Add a command; `does` gives its exit status, and may call `misused` with a sentence."""
        added = self._added.add_parser(name, help=about, description=about)
        added.set_defaults(command=does, misused=added.error)
        return added

    def group(self, name: str, about: str) -> "Commands":
        """Add a command that has commands of its own."""
        return Commands(self._added.add_parser(name, help=about, description=about))


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
