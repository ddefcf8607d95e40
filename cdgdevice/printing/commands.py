"""The command `print`: PDFs at true scale for a home printer."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cdgdevice.columns import folded
from cdgdevice.configured import configured, layers
from cdgdevice.errors import CdgDeviceError, MissingPackageError
from cdgdevice.method.die import Conversion
from cdgdevice.method.sheet import Sheet
from cdgdevice.method.terms import Family
from cdgdevice.method.words import listed
from cdgdevice.printing.paper import Paper
from cdgdevice.printing.products import ABOUT, EVERYTHING, OF_A_GAME, Product
from cdgdevice.shelves import shelf_beside

DEFAULT_SHEET = "standard-2018"
"""The sheet that is printed where the player names none and there is no configuration."""

_BY_NUMBERS = {Product.CONVERSION, Product.QUICK_SHEET}
"""What says which result each number of a die stands for."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How the player wants it printed."""

    paper: Paper
    die: float
    """Edge of the die that is stickered, in millimetres."""
    card: tuple[float, float]
    """Width and height of the game's cards, in millimetres."""


def list_products() -> int:
    """List what there is to print."""
    width = max(len(product.value) for product in Product)
    for product in Product:
        print(f"{product.value:{width}}  {ABOUT[product]}")
    print(f"{EVERYTHING:{width}}  all of these")
    of_a_game = listed((product.value for product in OF_A_GAME), "and")
    example = "`cdgdevice print quick-sheet washingtons-war-2022`"
    print(folded(f"A game's are {of_a_game}: {example}."))
    return 0


def print_products(
    what: str, sheet_id: str | None, wishes: Wishes, folder: Path, config: Path | None
) -> int:
    """Write the PDFs of a product, or of all, into a folder, which is made if need be.

    Raises:
        CdgDeviceError: the configuration has mistakes, or one can't be drawn or written.
    """
    source = " and ".join(layer.name for layer in layers(config))
    chosen = configured(config)
    conversion = chosen.die.conversion
    usual = chosen.sheet if source else DEFAULT_SHEET
    found = shelf_beside(config).sheet(sheet_id or usual)
    wanted = tuple(Product) if what == EVERYTHING else (Product(what),)
    if what == EVERYTHING and found.family is Family.CHECKS:
        wanted = tuple(product for product in wanted if product is not Product.MAT)
        print(f"{found.title} has no card display: no mat is printed.")
    if what == EVERYTHING and not (found.hands.counted and found.hands.high):
        wanted = tuple(product for product in wanted if product is not Product.CHITS)
        print(f"{found.title} counts no cards: no chits are printed.")
    if not _BY_NUMBERS.isdisjoint(wanted):
        print(_numbers(conversion, source))
    for name, pages, pdf in _drawn(wanted, found, conversion, wishes):
        file = folder / f"{name}.pdf"
        _write(file, pdf)
        print(f"{file}: {pages} page{'' if pages == 1 else 's'} of {wishes.paper.title}.")
    print("Print at 100 %, and measure the line at the foot of a page.")
    return 0


def _drawn(
    wanted: tuple[Product, ...], sheet: Sheet, conversion: Conversion, wishes: Wishes
) -> Iterator[tuple[str, int, bytes]]:
    """Give each product's name, the number of its pages, and its PDF."""
    try:
        from cdgdevice.printing.chits import chits
        from cdgdevice.printing.conversion import conversion_cards
        from cdgdevice.printing.mat import mat
        from cdgdevice.printing.quick_sheet import quick_sheet
        from cdgdevice.printing.stickers import plain_stickers, tray_stickers
    except ModuleNotFoundError as error:
        package = str(error.name).partition(".")[0]
        raise MissingPackageError("Printing", package, "print") from error
    paper = wishes.paper
    for product in wanted:
        match product:
            case Product.STICKERS:
                printout = tray_stickers(paper, wishes.die)
            case Product.PLAIN_STICKERS:
                printout = plain_stickers(paper, wishes.die)
            case Product.CONVERSION:
                printout = conversion_cards(paper, conversion)
            case Product.CHITS:
                printout = chits(paper, sheet)
            case Product.MAT:
                printout = mat(paper, sheet, wishes.card)
            case Product.QUICK_SHEET:
                printout = quick_sheet(paper, sheet, conversion)
        yield printout.name, len(printout.pages), printout.pdf()


def _numbers(conversion: Conversion, source: str) -> str:
    """Say what the numbers of an ordinary die stand for, and who says so."""
    stand_for = ", ".join(
        f"{number} {result.value}" for number, result in enumerate(conversion.results, 1)
    )
    who = f"as {source} says" if source else "which is usual"
    return folded(f"The numbers of an ordinary die: {stand_for}, {who}.")


def _write(file: Path, pdf: bytes) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(pdf)
    except OSError as error:
        raise CdgDeviceError(
            f"{file} can't be written ({error.strerror}); name another folder with --out."
        ) from error
