"""The commands that tend the die reader."""

import argparse

from cdgdevice.command_line import words
from cdgdevice.command_line.words import Commands


def add(commands: Commands) -> None:
    """Add reader, with the commands of its own."""
    tending = commands.group("reader", "Tend the die reader: load its firmware, ask it, watch it.")

    def port(parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--port",
            type=_port,
            metavar="PORT",
            help="a device, a URL, or auto (default: as configured)",
        )
        words.config(parser)

    loading = tending.add("flash", _reader_flash, "Load the firmware onto a Pico with MicroPython.")
    loading.add_argument("--check", action="store_true", help="only say which files differ")
    port(loading)
    port(tending.add("info", _reader_info, "Say who the reader is and what it knows."))
    port(tending.add("calibrate", _reader_calibrate, "Teach the reader its die, step by step."))
    looking = tending.add("test", _reader_test, "Show what the reader sees, until Ctrl-C.")
    looking.add_argument("--lines", type=words.count, metavar="N", help="end after N readings")
    looking.add_argument(
        "--take", action="store_true", help="acknowledge throws, so that no game counts them"
    )
    looking.add_argument("--record", type=words.path, metavar="FILE", help="keep the readings")
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
    judging.add_argument("file", type=words.path, metavar="FILE")


def _reader_flash(given: argparse.Namespace) -> int:
    from cdgdevice.reader_commands.commands import flash_reader

    return flash_reader(given.port, given.config, given.check)


def _reader_info(given: argparse.Namespace) -> int:
    from cdgdevice.reader_commands.commands import tell_about

    return tell_about(given.port, given.config)


def _reader_calibrate(given: argparse.Namespace) -> int:
    from cdgdevice.reader_commands.commands import calibrate_reader

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


def _reader_simulate(given: argparse.Namespace) -> int:
    from cdgdevice.reader_commands.commands import simulate_reader

    return simulate_reader(given.blank)


def _reader_judge(given: argparse.Namespace) -> int:
    from cdgdevice.reader_commands.commands import judge_recording

    return judge_recording(given.file)


def _port(text: str) -> str:
    """Read a port; an empty name, as of a variable that is not set, would mean any."""
    if text in ("", "none"):
        raise argparse.ArgumentTypeError(f"{text!r} names no port: name a device, a URL, or auto")
    return text
