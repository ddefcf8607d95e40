"""The tables and what is made from them, read when a test asks and once.

Nothing is read while pytest collects: a mistaken table fails tests, with its sentences.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

from hardware.making.makers import ROOT
from hardware.tables.parts import Part, read_parts
from hardware.tables.pins import Pin, read_pins
from hardware.tables.sound import check


@cache
def parts() -> Mapping[str, Part]:
    """Give every part by its id."""
    return read_parts()


def pin(key: str) -> Pin:
    """Give a row of the pin table: `pi.left_button`."""
    return read_pins()[key]


@cache
def made(module: str) -> Mapping[Path, str]:
    """Give what the module's `made_texts` makes, by its path from the repository's root."""
    check()
    texts: Mapping[Path, str] = import_module(module).made_texts()
    return texts


def kept(path: str | Path) -> str:
    """Give a committed file's text by its path from the repository's root."""
    return (ROOT / path).read_text(encoding="utf-8")
