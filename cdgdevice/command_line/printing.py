"""The command that prints."""

import argparse
from pathlib import Path

from cdgdevice.command_line import words
from cdgdevice.command_line.words import Commands
from cdgdevice.printing.paper import Paper
from cdgdevice.printing.products import EVERYTHING, Product


def add(commands: Commands) -> None:
    """Add print."""
    parser = commands.add("print", _print, "Write PDFs to print: stickers, chits, mats, sheets.")
    parser.add_argument(
        "what",
        nargs="?",
        choices=[*(product.value for product in Product), EVERYTHING],
        metavar="WHAT",
        help="without it, what there is is listed",
    )
    parser.add_argument("of", nargs="?", metavar="SHEET", help="the game's (or with --sheet)")
    parser.add_argument("--sheet", metavar="SHEET", help="`cdgdevice sheets` lists them")
    parser.add_argument(
        "--paper", choices=[paper.value for paper in Paper], default="a4", help="default: a4"
    )
    parser.add_argument(
        "--out", type=words.path, default=Path("print"), metavar="FOLDER", help="default: print"
    )
    parser.add_argument(
        "--die-mm", type=float, default=16.0, metavar="SIZE", help="edge of the die (16)"
    )
    parser.add_argument(
        "--card-mm",
        nargs=2,
        type=float,
        default=(63.0, 88.0),
        metavar=("WIDTH", "HEIGHT"),
        help="of the game's cards (63 88)",
    )
    words.config(parser)


def _print(given: argparse.Namespace) -> int:
    from cdgdevice.printing.commands import Wishes, list_products, print_products

    if given.what is None:
        return list_products()
    if given.of and given.sheet:
        given.misused("the sheet is named twice")
    wishes = Wishes(Paper(given.paper), given.die_mm, tuple(given.card_mm))
    return print_products(given.what, given.of or given.sheet, wishes, given.out, given.config)
