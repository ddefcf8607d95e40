"""Read the command line, run the command, and make a sentence of whatever goes wrong with it."""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import NoReturn

from cdgdevice import __version__, fold_lines
from cdgdevice.cli.arguments import COMMANDS, GADGET_COMMANDS, Command, CommandGroup
from cdgdevice.cli.streams import drop_output, prepare_streams
from cdgdevice.config import USUAL_SHEETS
from cdgdevice.errors import CdgDeviceError, MisuseError, error_place, report_mistake
from cdgdevice.rules.requests import RulesError
from cdgdevice.rules.texts.near_words import did_you_mean


class TwoColumnHelpFormatter(argparse.HelpFormatter):
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


class SuggestingParser(argparse.ArgumentParser):
    """Names the nearest word if one is mistyped."""

    def error(self, message: str) -> NoReturn:
        """Describe what is wrong and end."""
        self.print_usage(sys.stderr)
        sentence = f"{self.prog}: error: {message.removesuffix('.')}"
        self.exit(2, f"{fold_lines.fold_sentences(sentence, sys.stderr)}\n")

    def refuse(self, unknown: Sequence[str]) -> NoReturn:
        """Describe which arguments this command does not know, and end."""
        known = re.findall(r"--[\w-]+", self.format_help())
        self.error(f"it has no {' '.join(unknown)}.{did_you_mean(unknown[0], known)}")

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Refuse what is none of the choices; argparse offers no other place for the words."""
        if action.choices is None or value in action.choices:
            return
        known = [str(choice) for choice in action.choices]
        near = did_you_mean(str(value), known)
        if isinstance(action, argparse._SubParsersAction):
            self.error(f"there is no command {value!r}.{near} `{self.prog} --help` lists them")
        named = "/".join(action.option_strings) or action.metavar or action.dest
        self.error(f"{named} can't be {str(value)!r}: it is one of {', '.join(known)}.{near}")


def _add_commands(
    parser: argparse.ArgumentParser, commands: Iterable[Command | CommandGroup]
) -> None:
    """Add commands below a parser; without any of them it shows its help."""
    parser.set_defaults(command=None, parser=parser)
    below = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in commands:
        if isinstance(command, CommandGroup):
            example = f"`{parser.prog} {command.name} COMMAND --help` says more, with an example."
            formatter: type[argparse.HelpFormatter] = TwoColumnHelpFormatter
        else:
            example = f"Example: `{command.example.replace('{sheet}', USUAL_SHEETS['first'])}`"
            formatter = argparse.HelpFormatter
        added = below.add_parser(
            command.name,
            help=command.about,
            description=command.about,
            epilog=example,
            formatter_class=formatter,
        )
        if isinstance(command, CommandGroup):
            _add_commands(added, command.commands)
            continue
        for argument in command.arguments:
            added.add_argument(argument.name, **argument.settings)
        added.set_defaults(command=f"cdgdevice.{command.runs}", parser=added)


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
        print(fold_lines.fold_sentences(str(refused), sys.stderr), file=sys.stderr)
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
    module, _, function = command.partition(":")
    run: Callable[..., int] = getattr(import_module(module), function)
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
        epilog="`cdgdevice COMMAND --help` says more about each command, with an example.",
        formatter_class=TwoColumnHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"cdgdevice {__version__}")
    _add_commands(parser, GADGET_COMMANDS if list(first) == ["run"] else COMMANDS)
    return parser
