"""The configuration: which parts the gadget has, and how it behaves.

Every value has a default: an empty file is the reference build.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path

USUAL_SHEETS: Mapping[str, str] = tomllib.loads(
    Path(__file__).with_name("usual_sheets.toml").read_text(encoding="utf-8")
)
"""Ids of the sheets that are meant where nobody names one."""
