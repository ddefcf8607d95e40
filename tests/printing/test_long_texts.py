"""A player's own sheet may have long names, odd signs and many notes: all of it stays on paper."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from cdgdevice.errors import CdgDeviceError
from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.printing.mat import draw_mat
from cdgdevice.printing.printout import Printout
from cdgdevice.printing.products_and_sizes import MARGIN, Paper
from cdgdevice.printing.quick_sheet import draw_quick_sheet
from cdgdevice.printing.stickers_and_chits import draw_chits
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.sheet_entries import Note
from tests.printing.looking import sizes, texts, words

LONG = replace(
    load_sheet("standard-2018"),
    title="The Struggle for Supremacy in the Wilderness of Middle Europe, " * 2,
    source="A book & <b>another</b> one, " * 9,
    sides={Side.LEFT: "The Left and Northern " * 4, Side.RIGHT: "W" * 40},
)


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("printing", [draw_chits, draw_mat, draw_quick_sheet])
def test_long_names_are_written_smaller_and_stay_within_the_margins(
    printing: Callable[[Paper, Sheet], Printout], paper: Paper
) -> None:
    pdf = printing(paper, LONG).pdf()
    for page, (width, height) in zip(words(pdf), sizes(pdf), strict=True):
        for each in page:
            assert MARGIN - 0.1 <= each.left <= each.right <= width - MARGIN + 0.1, each
            assert MARGIN - 0.1 <= each.top <= each.bottom <= height - MARGIN + 0.1, each


def test_signs_that_mean_something_to_the_typesetter_are_printed_as_they_are() -> None:
    note = Note(None, "<i>", "Roll < 3 & win > 2; <b>not</b> &amp; bold.", "-")
    text = texts(draw_quick_sheet(Paper.A4, replace(LONG, notes=(note,))).pdf())
    assert note.text in " ".join(text)
    assert "A book & <b>another</b> one" in text[0]


def test_a_sheet_that_would_fill_a_book_is_refused() -> None:
    notes = (Note(None, "Too long", "Long words. " * 1000, "-"),)
    with pytest.raises(CdgDeviceError, match="The sheet standard-2018 is too long to print"):
        draw_quick_sheet(Paper.A4, replace(LONG, notes=notes))
