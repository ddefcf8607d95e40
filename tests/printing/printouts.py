"""One of everything that can be printed."""

from functools import cache

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.printing import stickers_and_chits
from cdgdevice.printing.mat import draw_mat
from cdgdevice.printing.printout import Printout
from cdgdevice.printing.products_and_sizes import Paper
from cdgdevice.printing.quick_sheet import draw_quick_sheet
from cdgdevice.rules.die import STANDARD_CONVERSION


@cache
def one_of_each(paper: Paper) -> tuple[Printout, ...]:
    """Every product, with the mats of all three families that have one."""
    pile, open_, row = map(
        load_sheet, ("paths-of-glory-2022", "washingtons-war-2018", "twilight-struggle-five-card")
    )
    return (
        stickers_and_chits.draw_test_strip(paper),
        stickers_and_chits.draw_stickers(paper),
        stickers_and_chits.draw_stickers(paper, plain=True),
        stickers_and_chits.draw_conversion_cards(paper, STANDARD_CONVERSION),
        stickers_and_chits.draw_chits(paper, pile),
        *(draw_mat(paper, each) for each in (pile, open_, row)),
        draw_quick_sheet(paper, pile),
    )
