"""Notes in the terminal: in full and within 80 columns, or one sentence why there are none."""

from dataclasses import replace

import pytest

from cdgdevice.method.errors import NotAllowedError
from cdgdevice.method.sheet import Note
from cdgdevice.notes_text import headings, looked_up
from cdgdevice.table.shelf import sheet

LONG = " ".join(["Each word of a note is shown whole."] * 12)
NOTED = replace(
    sheet("standard-2018"),
    notes=(
        Note("#22", "Mata Hari", LONG, "Book, front side"),
        Note(None, "Reshuffle", "Short.", "Book, back side"),
    ),
)


def test_a_note_is_told_with_its_heading_and_source_in_80_columns() -> None:
    lines = looked_up(NOTED, "22").splitlines()
    assert lines[0] == "#22 Mata Hari"
    assert lines[-1] == "  (Book, front side)"
    assert max(map(len, lines)) <= 80
    assert " ".join(" ".join(lines[1:-1]).split()) == LONG


def test_without_words_every_note_is_told() -> None:
    told = looked_up(NOTED, "")
    assert "#22 Mata Hari" in told
    assert told.endswith("\n\nReshuffle\n  Short.\n  (Book, back side)")
    assert headings(NOTED.notes) == "  #22 Mata Hari\n  Reshuffle"


def test_what_no_note_is_on_is_refused_with_what_to_do() -> None:
    with pytest.raises(
        NotAllowedError, match=r'is on "#23"; name a card\'s number or fewer words\.'
    ):
        looked_up(NOTED, "#23")
    with pytest.raises(NotAllowedError, match="has no notes"):
        looked_up(replace(NOTED, notes=()), "22")
