"""The command `print`: PDFs at true scale for a home printer."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cdgdevice.config import ASK, USUAL_SHEETS, effective
from cdgdevice.errors import CdgDeviceError, MissingPackageError, MisuseError
from cdgdevice.fold_lines import fold_text
from cdgdevice.games.disk import disk_errors_explained
from cdgdevice.games.sheet_library import open_sheet_library
from cdgdevice.printing.products_and_sizes import ABOUT, EVERYTHING, OF_A_GAME, Paper, Product
from cdgdevice.rules.die import DieConversion
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.texts.templates import join_names
from cdgdevice.sheet_tools.own_sheet import find_sheet

if TYPE_CHECKING:
    from cdgdevice.printing.printout import Printout

_BY_NUMBERS = {Product.CONVERSION, Product.QUICK_SHEET}
"""What says which result each number of a die stands for."""


def _list_everything(sheet: Sheet) -> tuple[Product, ...]:
    """Return the products that a sheet's game has, and say which it has not."""
    left_out = set()
    if not sheet.family.has_display:
        left_out.add(Product.MAT)
        print(f"{sheet.title} has no card display: no mat is printed.")
    if not (sheet.hands.counted and sheet.hands.high):
        left_out.add(Product.CHITS)
        print(f"{sheet.title} counts no cards: no chits are printed.")
    return tuple(product for product in Product if product not in left_out)


def print_wanted(
    what: str | None,
    of: str | None,
    sheet: str | None,
    paper: str,
    out: Path,
    die_mm: float,
    card_mm: Sequence[float],
    chit_inch: str | None,
    config_file: Path | None,
) -> int:
    """Write the PDFs of a product, or of all, into the folder `out`, which is made if need be.

    Without `what` list the products. `die_mm` is the edge of the die that is stickered, `card_mm`
    the width and height of the game's cards, `chit_inch` the counters that chits are pasted on.

    Raises:
        MisuseError: the sheet is named both after the product (`of`) and by an option.
        CdgDeviceError: the configuration has mistakes, or one can't be drawn or written.
    """
    if what is None:
        return _list_products()
    if of and sheet:
        raise MisuseError("the sheet is named twice")
    source = " and ".join(layer.name for layer in effective.read_config_files(config_file))
    config = effective.require_config(config_file)
    usual = config.sheet if source and config.sheet != ASK else USUAL_SHEETS["printed"]
    found = find_sheet(of or sheet or usual, open_sheet_library(config_file))
    wanted = _list_everything(found) if what == EVERYTHING else (Product(what),)
    if not _BY_NUMBERS.isdisjoint(wanted):
        print(_numbers(config.die.conversion, source))
    size, card = Paper(paper), (card_mm[0], card_mm[1])
    conversion = config.die.conversion
    for printout in _draw_products(wanted, found, conversion, size, die_mm, card, chit_inch):
        file = out / f"{printout.name}.pdf"
        _write(file, printout.pdf())
        several = "s" if len(printout.pages) > 1 else ""
        print(f"{file}: {len(printout.pages)} page{several} of {size.title}.")
    print("Print at 100 %, and measure the line at the foot of a page.")
    return 0


def _list_products() -> int:
    """List what there is to print."""
    width = max(len(product.value) for product in Product)
    print(f"{'WHAT':{width}}  what it is")
    for product in Product:
        print(f"{product.value:{width}}  {ABOUT[product]}")
    print(f"{EVERYTHING:{width}}  all of these")
    of_a_game = join_names((product.value for product in OF_A_GAME), "and")
    example = "`cdgdevice print quick-sheet SHEET`"
    print(fold_text(f"A game's are {of_a_game}: {example}."))
    return 0


def _draw_products(
    wanted: tuple[Product, ...],
    sheet: Sheet,
    conversion: DieConversion,
    paper: Paper,
    die: float,
    card: tuple[float, float],
    chit_inch: str | None,
) -> "Iterator[Printout]":
    try:
        from cdgdevice.printing.mat import draw_mat
        from cdgdevice.printing.quick_sheet import draw_quick_sheet
        from cdgdevice.printing.stickers_and_chits import (
            CHIT_SIZE,
            COUNTER_SIZES,
            draw_chits,
            draw_conversion_cards,
            draw_stickers,
            draw_test_strip,
        )
    except ModuleNotFoundError as error:
        package = str(error.name).partition(".")[0]
        raise MissingPackageError("Printing", package) from error
    for product in wanted:
        match product:
            case Product.TEST_STRIP:
                yield draw_test_strip(paper)
            case Product.STICKERS:
                yield draw_stickers(paper, die)
            case Product.PLAIN_STICKERS:
                yield draw_stickers(paper, die, plain=True)
            case Product.CONVERSION:
                yield draw_conversion_cards(paper, conversion)
            case Product.CHITS:
                yield draw_chits(paper, sheet, COUNTER_SIZES[chit_inch] if chit_inch else CHIT_SIZE)
            case Product.MAT:
                yield draw_mat(paper, sheet, card)
            case Product.QUICK_SHEET:
                yield draw_quick_sheet(paper, sheet, conversion)


def _numbers(conversion: DieConversion, source: str) -> str:
    """Describe what the numbers of an ordinary die stand for, and who says so."""
    stand_for = ", ".join(
        f"{number} {result.value}" for number, result in enumerate(conversion.results, 1)
    )
    who = f"as {source} says" if source else "which is usual"
    return fold_text(f"The numbers of an ordinary die: {stand_for}, {who}.")


def _write(file: Path, pdf: bytes) -> None:
    elsewhere = "; name another folder with --out."
    with disk_errors_explained(f"{file} can't be written", elsewhere, CdgDeviceError):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(pdf)
