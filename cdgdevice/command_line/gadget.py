"""The commands that are the gadget, or show it."""

import argparse
from pathlib import Path

from cdgdevice.command_line import words
from cdgdevice.command_line.words import Commands


def add(commands: Commands) -> None:
    """Add run, sim, demo and check-config."""
    running = commands.add("run", _run, "Be the gadget: pins, die reader and screens.")
    words.config(running)
    words.folder(running)
    simulating = commands.add(
        "sim", _sim, "The same gadget with simulated pins and screens, as a page."
    )
    simulating.add_argument("--port", type=int, default=8017, help="of the local page (0: any)")
    simulating.add_argument(
        "--reader", metavar="PORT", help="a real die reader: a device, a URL, or auto"
    )
    simulating.add_argument("--no-browser", action="store_true", help="don't open a browser")
    words.config(simulating)
    words.folder(simulating)
    showing = commands.add(
        "demo", _demo, "Play one scripted turn through everything, with pictures."
    )
    showing.add_argument(
        "--out", type=words.path, default=Path("demo"), metavar="FOLDER", help="default: demo"
    )
    checking = commands.add(
        "check-config", _check_config, "Report every mistake of a configuration."
    )
    checking.add_argument("file", nargs="?", type=words.path, metavar="FILE")


def _run(given: argparse.Namespace) -> int:
    from cdgdevice.commands import run

    return run(given.config, given.folder)


def _sim(given: argparse.Namespace) -> int:
    from cdgdevice.commands import simulate

    return simulate(given.config, given.folder, given.port, not given.no_browser, given.reader)


def _demo(given: argparse.Namespace) -> int:
    from cdgdevice.commands import demonstrate

    return demonstrate(given.out)


def _check_config(given: argparse.Namespace) -> int:
    from cdgdevice.config.commands import check_config

    return check_config(given.file)
