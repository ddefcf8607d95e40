"""One of everything that can be printed."""

from functools import cache

from cdgdevice.method.die import STANDARD
from cdgdevice.printing.chits import chits
from cdgdevice.printing.conversion import conversion_cards
from cdgdevice.printing.mat import mat
from cdgdevice.printing.paper import Paper
from cdgdevice.printing.printout import Printout
from cdgdevice.printing.quick_sheet import quick_sheet
from cdgdevice.printing.stickers import plain_stickers, tray_stickers
from cdgdevice.table.shelf import sheet


@cache
def one_of_each(paper: Paper) -> tuple[Printout, ...]:
    """Every product, with the mats of all three families that have one."""
    pile, open_, row = map(
        sheet, ("paths-of-glory-2022", "washingtons-war-2018", "twilight-struggle-five-card")
    )
    return (
        tray_stickers(paper),
        plain_stickers(paper),
        conversion_cards(paper, STANDARD),
        chits(paper, pile),
        *(mat(paper, each) for each in (pile, open_, row)),
        quick_sheet(paper, pile),
    )
