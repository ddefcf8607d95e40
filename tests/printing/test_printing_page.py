"""docs/PRINTING.md: what it says is so."""

import re
from pathlib import Path

import pytest

from cdgdevice.cli.parser import run_command
from cdgdevice.drivers.reader.die_stickers import STICKERS
from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.printing.mat import CARD, CARD_SIZES, draw_mat
from cdgdevice.printing.products_and_sizes import EVERYTHING, MARGIN, Paper, Product
from cdgdevice.printing.stickers_and_chits import DIE, DIE_SIZES, RIM

PAGE = (Path(__file__).parents[2] / "docs" / "PRINTING.md").read_text(encoding="utf-8")


def test_it_names_everything_that_can_be_printed() -> None:
    named = re.findall(r"(?m)^\| `([a-z][a-z-]*)` \|", PAGE)
    assert named == [product.value for product in Product]
    assert f"print {EVERYTHING} " in PAGE


@pytest.mark.parametrize("line", re.findall(r"(?m)^    cdgdevice (print.*?)(?:  +#.*)?$", PAGE))
def test_its_commands_do_what_they_say(line: str, tmp_path: Path) -> None:
    arguments = line.split()
    assert run_command([*arguments, "--out", str(tmp_path)]) == 0
    assert bool(list(tmp_path.glob("*.pdf"))) is (len(arguments) > 1)


def test_it_names_every_pair_of_opposite_faces() -> None:
    for sticker in STICKERS[:3]:
        pair = (sticker, STICKERS[sticker.opposite - 1])
        cells = (f"{each.face} {each.name}, {each.colour}" for each in pair)
        assert f"| {' | '.join(cells)} |" in PAGE


def test_its_sizes_are_those_of_the_program() -> None:
    (narrow, wide), (low, tall) = CARD_SIZES
    assert f"{DIE_SIZES[0]:g} to {DIE_SIZES[1]:g} mm | {DIE:g} |" in PAGE
    assert f"{narrow:g} to {wide:g} by {low:g} to {tall:g} mm | {CARD[0]:g} {CARD[1]:g} |" in PAGE
    assert f"nearer to an edge than {MARGIN:g} mm" in PAGE
    assert f"{2 * RIM:g} mm smaller" in PAGE


def test_the_widest_cards_that_fit_one_page_are_those_it_names() -> None:
    found = re.search(r"Cards up to (\d+) mm wide fit one page of A4", PAGE)
    assert found
    widest = int(found[1])
    game = load_sheet("standard-2018")
    assert len(draw_mat(Paper.A4, game, (widest, 68)).pages) == 2
    assert len(draw_mat(Paper.A4, game, (widest + 1, 68)).pages) == 4
