"""Notes in the terminal: in full and within 80 columns, or one sentence why there are none."""

import pytest
from msgspec.structs import replace

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.requests import NotAllowedError
from cdgdevice.rules.sheet_entries import Note
from cdgdevice.sheet_tools.look_up import list_headings, look_up_notes

LONG = " ".join(["Each word of a note is shown whole."] * 12)
NOTED = replace(
    load_sheet("standard-2018"),
    notes=(
        Note("#22", "Mata Hari", LONG, "Book, front side"),
        Note(None, "Reshuffle", "Short.", "Book, back side"),
    ),
)


def test_a_note_is_told_with_its_heading_and_source_in_80_columns() -> None:
    lines = look_up_notes(NOTED, "22").splitlines()
    assert lines[0] == "#22 Mata Hari"
    assert lines[-1] == "  (Book, front side)"
    assert max(map(len, lines)) <= 80
    assert " ".join(" ".join(lines[1:-1]).split()) == LONG


def test_without_words_every_note_is_told() -> None:
    told = look_up_notes(NOTED, "")
    assert "#22 Mata Hari" in told
    assert told.endswith("\n\nReshuffle\n  Short.\n  (Book, back side)")
    assert list_headings(NOTED.notes) == "  #22 Mata Hari\n  Reshuffle"


def test_what_no_note_is_on_is_refused_with_what_to_do() -> None:
    with pytest.raises(
        NotAllowedError, match=r"on card 23\. Name another card's number, or a word\."
    ):
        look_up_notes(NOTED, "#23")
    with pytest.raises(NotAllowedError, match="has no notes"):
        look_up_notes(replace(NOTED, notes=()), "22")


@pytest.mark.parametrize(
    ("words", "guess"),
    [("courrier", "courier"), ("Mata Hary", "mata hari"), ("resufle", "shuffle")],
)
def test_a_word_with_a_slip_is_refused_with_the_word_that_was_meant(words: str, guess: str) -> None:
    courier = Note(None, "Courier", "Then shuffle.", "Book")
    noted = replace(NOTED, notes=(*NOTED.notes[:1], courier))
    with pytest.raises(NotAllowedError, match=rf'is on "{words}"\. Did you mean "{guess}"\?'):
        look_up_notes(noted, words)


def test_words_of_two_notes_are_not_guessed_together() -> None:
    with pytest.raises(NotAllowedError, match="or fewer words"):
        look_up_notes(NOTED, "hary reshufle")


def test_cards_come_by_their_numbers_and_then_the_rules() -> None:
    notes = (*NOTED.notes[::-1], Note("AP #7", "Two", "Short.", "Book"))
    assert list_headings(notes) == "  AP #7 Two\n  #22 Mata Hari\n  Reshuffle"
    told = look_up_notes(replace(NOTED, notes=notes), "")
    assert told.index("AP #7") < told.index("#22") < told.index("Reshuffle")
