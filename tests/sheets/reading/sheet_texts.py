"""The shortest sheet of each family, as text, for tests to add to."""

import pytest

from cdgdevice.rules.sheet import Sheet
from cdgdevice.sheets.reading.sheet_schema import SheetError, read_sheet

HEAD = """
id = "made-up"
title = "Made up"
publisher = "Nobody"
year = 2026
source = "a test"
family = "{family}"
sides = {{ left = "Reds", right = "Blues" }}
turn = {{ first = "left", source = "turn" }}
"""
RESULT = """
[[results]]
result = "{result}"
source = "results"
steps = [
  {{ do = "flip", spaces = ["C"] }},
  {{ do = "offer", spaces = ["C"], uses = ["any"] }},
]
"""
RESULTS = "".join(
    RESULT.format(result=result) for result in ("JR", "AB", "DE", "ABC", "CDE", "EVENT")
)
SET_UP = """
[set-up]
face-up = ["A", "B"]
source = "set-up"
"""
HANDS = """
[hands]
default = [7, 7]
low = 4
high = 8
source = "hands"
"""
ROW = """
[set-up]
face-up = []
source = "set-up"

[row]
ranges = { A = 3, B = 4, C = 5, D = 4, E = 3 }
source = "ranges"
"""
GUIDED = """
[[instead]]
id = "enemy-turn"
title = "Enemy turn"
source = "turn"
steps = [{ do = "go-on", text = "Move the enemy." }]
"""

PILE = HEAD.format(family="pile") + SET_UP + HANDS + RESULTS
OPEN = HEAD.format(family="open") + SET_UP + HANDS + RESULTS
UNCOUNTED = HEAD.format(family="pile") + SET_UP + RESULTS
ROW_FAMILY = HEAD.format(family="row") + ROW + HANDS
CHECKS = HEAD.format(family="checks") + GUIDED


def action(steps: str, *more: str) -> str:
    """Write an action of these steps, and of these further keys."""
    keys = {"when": '["play"]'} | dict(key.split(" = ", 1) for key in more)
    written = "\n".join(f"{key} = {value}" for key, value in keys.items())
    return (
        f'\n[[actions]]\nid = "one"\ntitle = "One"\nsource = "card"\n{written}\nsteps = [{steps}]\n'
    )


def entry(table: str, *keys: str, id_: str = "two") -> str:
    """Write an entry of an array of tables."""
    head = f'id = "{id_}"\ntitle = "Two"\nsource = "rule"'
    return "\n".join(["", f"[[{table}]]", head, *keys, ""])


def variant(*keys: str, id_: str = "storm") -> str:
    """Write a variant that is off by default."""
    return entry("variants", "default = false", *keys, id_=id_)


def term(word: str, *keys: str, text: str = "A made-up thing.") -> str:
    """Write a word that is explained."""
    head = f'word = "{word}"\ntext = "{text}"\nsource = "rule"'
    return "\n".join(["", "[[terms]]", head, *keys, ""])


def read(text: str) -> Sheet:
    """Read a sheet that has no mistakes."""
    return read_sheet(text, "made-up.toml")


def mistakes_of(text: str) -> tuple[str, ...]:
    """Give the sentences that a sheet is refused with."""
    with pytest.raises(SheetError) as refused:
        read_sheet(text, "made-up.toml")
    return refused.value.mistakes


def only_mistake(text: str) -> str:
    """Give the one sentence that a sheet is refused with."""
    (sentence,) = mistakes_of(text)
    return sentence
