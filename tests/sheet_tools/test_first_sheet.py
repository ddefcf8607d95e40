"""docs/FIRST_SHEET.md: its blocks make a sheet, and the sheet plays the round that it shows."""

import re
from pathlib import Path

import pytest

from cdgdevice.cli.terminal_board import board_lines
from cdgdevice.cli.typed_words import parse_typed
from cdgdevice.rules.die import DieConversion
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.requests import NewGame
from cdgdevice.sheet_tools.own_sheet import check_sheet_text, read_sheet_at
from cdgdevice.sheets.reading.sheet_schema import SheetError

PAGE = (Path(__file__).parents[2] / "docs" / "FIRST_SHEET.md").read_text("utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
MISTAKE, ROUND = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)


def written(folder: Path, blocks: int) -> Path:
    """The file after so many blocks of the page."""
    file = folder / "verdun.toml"
    file.write_text("\n".join(BLOCKS[:blocks]), "utf-8")
    return file


def test_the_first_block_alone_has_the_mistake_that_the_page_shows(tmp_path: Path) -> None:
    with pytest.raises(SheetError) as refused:
        list(check_sheet_text(written(tmp_path, 1)))
    assert str(refused.value) == MISTAKE.strip()


@pytest.mark.parametrize("blocks", [2, 3])
def test_the_sheet_has_no_mistakes_after_the_second_block_and_the_third(
    tmp_path: Path, blocks: int
) -> None:
    said = list(check_sheet_text(written(tmp_path, blocks)))
    assert said[0] == "verdun.toml: no mistakes."
    assert not any("Worth a look" in line for line in said)


def test_the_finished_sheet_plays_the_round_that_the_page_shows(tmp_path: Path) -> None:
    sheet = read_sheet_at(written(tmp_path, 3))
    history = begin_game(sheet, NewGame(sheet.id, set_up=True))
    for typed, *said in (part.splitlines() for part in ROUND.split("> ")[1:]):
        request = parse_typed(typed.split(), history, DieConversion())
        history = answer_request(history, request).history
        lines = board_lines(history.now).splitlines()
        assert [line for line in said if line not in lines] == [], typed
