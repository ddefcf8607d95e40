"""What a shell needs to complete the words of a command line.

A module of its own: it is loaded only by `cdgdevice completion`, which no other command waits for.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from cdgdevice.cli.parser import build_parser
from cdgdevice.errors import CdgDeviceError, MissingPackageError
from cdgdevice.games.sheet_library import open_sheet_library


def print_completion(shell: str, config_file: Path | None) -> int:
    """Print the script by which a shell completes commands, options and sheets.

    Raises:
        MissingPackageError: shtab is not installed.
        CdgDeviceError: it is too old for this shell.
    """
    try:
        import shtab
    except ModuleNotFoundError as error:
        raise MissingPackageError("Completion", str(error.name)) from error
    if shell not in shtab.SUPPORTED_SHELLS:
        raise CdgDeviceError(f"This computer's shtab does not know {shell}; a newer one does.")
    kinds = {"FILE": shtab.FILE, "FOLDER": shtab.DIRECTORY}
    parser = build_parser()
    for action in _actions(parser):
        if action.metavar == "SHEET":
            action.choices = open_sheet_library(config_file).ids()
        elif isinstance(action.metavar, str) and action.metavar in kinds:
            action.complete = kinds[action.metavar]  # type: ignore[attr-defined]
    print(shtab.complete(parser, shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield all arguments of a parser, and of its commands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
        else:
            yield action
