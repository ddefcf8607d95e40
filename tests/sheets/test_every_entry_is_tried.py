"""Nothing of a sheet goes untried: each entry is promised by a test, which is held to it."""

from importlib import import_module
from pathlib import Path

import pytest

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from tests.sheets.trying import entries, promised

for module in sorted(Path(__file__).parent.glob("test_*.py")):
    if module.stem != Path(__file__).stem:
        import_module(f"tests.sheets.{module.stem}")


@pytest.mark.parametrize("sheet_id", sheet_ids())
def test_every_variant_way_and_card_of_a_sheet_is_tried_by_a_test(sheet_id: str) -> None:
    assert entries(load_sheet(sheet_id)) - promised == set()
