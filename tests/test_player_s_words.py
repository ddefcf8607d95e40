"""A sheet uses the words of its own document.

What no text says is in tests/house/test_words_not_used.py.
"""

import re

import pytest

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules.sheet import Sheet
from cdgdevice.sheet_tools.sheet_words import sheet_lines

OF_ANOTHER_DOCUMENT = {
    "paths-of-glory-2016": r"\bchits?\b|discard pile|Method die|Fate Die|\bslots?\b",
    "twilight-struggle-five-card": (
        r"\bwhite\b|\bcolou?red\b|\bnominat\w*|\bchits?\b|Method die|Fate Die|\bslots?\b"
    ),
    **dict.fromkeys(
        (id_ for id_ in sheet_ids() if id_.endswith("-2018")),
        r"Fate Die|Cards Remaining|Max Hand Size|\bslots?\b|\bcubes?\b|Played Pile|draw deck",
    ),
}


def _read_in(sheet: Sheet) -> str:
    notes = (f"{note.title}: {note.text}" for note in sheet.notes)
    return "\n".join((*sheet_lines(sheet), *notes))


@pytest.mark.parametrize("id_", OF_ANOTHER_DOCUMENT)
def test_a_sheet_says_no_word_of_another_document(id_: str) -> None:
    found = re.findall(OF_ANOTHER_DOCUMENT[id_], _read_in(load_sheet(id_)), re.IGNORECASE)
    assert found == []
