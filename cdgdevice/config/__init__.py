"""The configuration: which parts the gadget has, and how it behaves.

Every value has a default: an empty file is the reference build with four-pin screens.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path

USUAL_SHEETS: Mapping[str, str] = tomllib.loads(
    Path(__file__).with_name("usual_sheets.toml").read_text(encoding="utf-8")
)
"""Ids of the sheets that are meant where nobody names one."""
ASK = "ask"
"""Stands for the first game's sheet if the player is asked for it."""


def name_first_sheet(sheet: str) -> str:
    """Return the sheet of the first game, where nobody can be asked for it."""
    return USUAL_SHEETS["first"] if sheet == ASK else sheet
