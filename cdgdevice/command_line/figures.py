"""The commands about chances: of a sheet, and of dice."""

import argparse

from cdgdevice.command_line import words
from cdgdevice.command_line.words import Commands


def add(commands: Commands) -> None:
    """Add odds, perft and dice."""
    telling = commands.add("odds", _odds, "Work out a sheet's odds in the long run, exactly.")
    telling.add_argument("sheet", metavar="SHEET", help="one with a Method die")
    telling.add_argument("--json", action="store_true", help="as one line of JSON, in fractions")
    words.config(telling)
    counting = commands.add("perft", _perft, "Count the lines of play of one side from the set-up.")
    counting.add_argument("sheet", metavar="SHEET", help="one with a Method die")
    counting.add_argument("depth", type=int, metavar="DEPTH", help="rounds")
    counting.add_argument("--divide", action="store_true", help="also by the first result")
    counting.add_argument("--json", action="store_true", help="as one line of JSON")
    words.config(counting)
    fair = commands.add(
        "dice", _dice, "Tell how the dice of all games fell, and whether they are fair."
    )
    fair.add_argument("--sheet", metavar="SHEET", help="only the games of this sheet")
    fair.add_argument("--json", action="store_true", help="as one line of JSON")
    fair.add_argument("--picture", type=words.path, metavar="FILE", help="draw them too, as a PNG")
    fair.add_argument(
        "--power", action="store_true", help="tell what so many throws can show, and nothing else"
    )
    words.config(fair)
    words.folder(fair)


def _odds(given: argparse.Namespace) -> int:
    from cdgdevice.workshop.commands import tell_odds

    return tell_odds(given.sheet, given.json, given.config)


def _perft(given: argparse.Namespace) -> int:
    from cdgdevice.workshop.commands import tell_perft

    return tell_perft(given.sheet, given.depth, given.divide, given.json, given.config)


def _dice(given: argparse.Namespace) -> int:
    from cdgdevice.fair_dice.commands import tell_dice, tell_power

    if given.power:
        return tell_power()
    return tell_dice(given.sheet, given.json, given.picture, given.config, given.folder)
