"""The commands for a gadget that does not do as it should."""

import argparse

from cdgdevice.command_line import words
from cdgdevice.command_line.words import Commands


def add(commands: Commands) -> None:
    """Add selftest and report."""
    trying = commands.add("selftest", _self_test, "Try every part, and say how to mend what fails.")
    trying.add_argument("--json", action="store_true", help="for a program to read; asks nobody")
    trying.add_argument(
        "--no-questions", action="store_true", help="leave out what a person has to press or see"
    )
    words.config(trying)
    words.folder(trying)
    reporting = commands.add(
        "report", _report, "Collect what a bug report needs in one file, without anything private."
    )
    reporting.add_argument(
        "file",
        nargs="?",
        type=words.path,
        metavar="FILE",
        help="default: cdgdevice-report.md; - is standard output",
    )
    words.config(reporting)
    words.folder(reporting)


def _self_test(given: argparse.Namespace) -> int:
    from cdgdevice.selftest.commands import self_test

    return self_test(given.config, given.folder, json=given.json, asks=not given.no_questions)


def _report(given: argparse.Namespace) -> int:
    from cdgdevice.selftest.commands import make_report

    return make_report(given.config, given.folder, given.file)
