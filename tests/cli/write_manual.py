"""Writes docs/cdgdevice.1, the manual page, from the command line's own words:

.venv/bin/python -m tests.cli.write_manual
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from cdgdevice import __version__
from cdgdevice.cli.parser import build_parser
from cdgdevice.system.folders import BOOT_CONFIG, BOOT_SHEETS, SERVICE_FOLDER, SYSTEM_CONFIG

FILE = Path(__file__).parents[2] / "docs/cdgdevice.1"

STATUS = {
    "0": "Done.",
    "1": "Refused, with a sentence that says why; or `selftest` found a fault.",
    "2": "Misused: the command line is wrong.",
    "70": "A mistake of the program, which wants to be reported.",
    "130": "Ended by Ctrl-C.",
}
PLACES = {
    SYSTEM_CONFIG: "The configuration of this computer.",
    BOOT_CONFIG: "The owner's own configuration, over that.",
    BOOT_SHEETS: "Sheets of the owner's own.",
    f"{SYSTEM_CONFIG.rpartition('/')[0]}/sheets": "Sheets of this computer's own.",
    SERVICE_FOLDER: "The games of the gadget.",
    "~/.local/share/cdgdevice": "The games of whoever plays at a terminal.",
    "/usr/share/doc/cdgdevice": "The documentation: README.md leads through it.",
}


def manual() -> str:
    """Give the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    whole = build_parser()
    yield r".\" Written by tests/cli/write_manual.py from the command line's own words."
    yield f'.TH CDGDEVICE 1 "" "cdgdevice {__version__}" "User Commands"'
    yield ".SH NAME"
    yield r"cdgdevice \- runs the CDG Solo Method for card\-driven wargames"
    yield ".SH SYNOPSIS"
    yield r"\fBcdgdevice\fR \fICOMMAND\fR ..."
    yield ".br"
    yield r"\fBcdgdevice\fR [\fICOMMAND\fR] \fB\-\-help\fR"
    yield ".br"
    yield r"\fBcdgdevice \-\-version\fR"
    yield ".SH DESCRIPTION"
    yield _plain(whole.description or "")
    yield "The gadget itself is a service, which starts at every boot;"
    yield r"on any other computer \fBcdgdevice sim\fR shows it as a page, and \fBcdgdevice play\fR"
    yield "plays the same game in a terminal."
    yield ".SH COMMANDS"
    yield from _commands(whole)
    for title, rows in (("EXIT STATUS", STATUS), ("FILES", PLACES)):
        yield f".SH {title}"
        for name, means in rows.items():
            yield from (".TP", rf"\fB{_plain(name)}\fR", _plain(means))
    yield ".SH SEE ALSO"
    yield r"\fBsystemctl\fR(1), \fBjournalctl\fR(1)"


def _commands(of: argparse.ArgumentParser) -> Iterator[str]:
    for action in of._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _command(command)


def _command(command: argparse.ArgumentParser) -> Iterator[str]:
    given = [
        action
        for action in command._actions
        if not isinstance(action, argparse._HelpAction | argparse._SubParsersAction)
    ]
    words = [_said(action) for action in given]
    usage = [f"[{said}]" if action.option_strings else said for action, said in _both(given, words)]
    leads = any(isinstance(action, argparse._SubParsersAction) for action in command._actions)
    more = [r"\fICOMMAND\fR ..."] if leads else []
    yield f'.SS "{" ".join([_plain(command.prog), *usage, *more])}"'
    yield _plain(command.description or "")
    for action, said in _both(given, words):
        if action.help:
            yield from (".TP", said, _plain(action.help))
    if command.epilog:
        yield from (".PP", _plain(command.epilog))
    yield from _commands(command)


def _both(given: list[argparse.Action], words: list[str]) -> Iterator[tuple[argparse.Action, str]]:
    return zip(given, words, strict=True)


def _said(action: argparse.Action) -> str:
    """Give how an argument is written: what is typed as it stands in bold, the rest in italics."""
    names = action.metavar or (action.dest.upper() if action.option_strings else action.dest)
    values = [rf"\fI{_plain(name)}\fR" for name in ([names] if isinstance(names, str) else names)]
    match action.nargs:
        case "?" | "*" if not action.option_strings:
            values = [f"[{values[0]}{' ...' if action.nargs == '*' else ''}]"]
        case "+":
            values = [f"{values[0]} ..."]
        case 0:
            values = []
    return " ".join([*(rf"\fB{_plain(option)}\fR" for option in action.option_strings), *values])


def _plain(text: str) -> str:
    """Write words so that roff takes none of them for its own."""
    plain = text.replace("%%", "%").replace("\\", r"\e").replace("-", r"\-").replace("`", r"\(ga")
    return rf"\&{plain}" if plain.startswith((".", "'")) else plain


if __name__ == "__main__":
    FILE.write_text(manual(), encoding="utf-8")
