"""Notes are found by the number of a card or by words, the likeliest first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules.note_search import find_notes, list_acts_of_note, note_heading, note_number
from cdgdevice.rules.requests import NotAllowedError
from cdgdevice.rules.sheet_entries import Note
from cdgdevice.sheet_tools.look_up import look_up_notes

MATA_HARI = Note("#22", "Mata Hari", "Turn all cards of the other side face-up.", "Book")
LABOUR = Note("#3-#5", "Labour cards", "Each may be held until turn 22.", "Book")
PAIR = Note("AP #7, #31", "Two of a kind", "They count as one.", "Book")
RESHUFFLE = Note(None, "Reshuffle", "Mata Hari and the other removed cards stay out.", "Book")
NOTES = (LABOUR, PAIR, MATA_HARI, RESHUFFLE)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("", NOTES),
        ("  ", NOTES),
        ("22", (MATA_HARI,)),
        ("#22", (MATA_HARI,)),
        ("# 22", (MATA_HARI,)),
        ("4", (LABOUR,)),
        ("#5", (LABOUR,)),
        ("6", ()),
        ("31", (PAIR,)),
        ("22 4", (LABOUR, MATA_HARI)),
        ("#22, #31,99", (PAIR, MATA_HARI)),
        ("98 99", ()),
        ("98 #99", ()),
        ("mata", (MATA_HARI, RESHUFFLE)),
        ("HARI mata", (MATA_HARI, RESHUFFLE)),
        ("22 mata", (MATA_HARI,)),
        ("resh", (RESHUFFLE,)),
        ("shuffle", ()),
        ("other", (MATA_HARI, RESHUFFLE)),
        ("#99", ()),
        ("no such words", ()),
    ],
)
def test_a_note_is_found_by_card_number_or_words(words: str, wanted: tuple[Note, ...]) -> None:
    assert find_notes(NOTES, words) == wanted


def test_a_number_is_a_card_s_and_no_number_in_a_text() -> None:
    assert find_notes((LABOUR,), "22") == find_notes((LABOUR,), "#22") == ()
    with pytest.raises(NotAllowedError, match=r"^There is no note on card 5\. "):
        look_up_notes(load_sheet("washingtons-war-2022"), "5")


def test_a_heading_names_the_card_where_there_is_one() -> None:
    assert [note_heading(note) for note in (MATA_HARI, RESHUFFLE)] == ["#22 Mata Hari", "Reshuffle"]
    assert [note_number(note) for note in NOTES] == [3, 7, 22, None]


@given(st.text(max_size=30), st.text(min_size=1, max_size=30))
def test_whatever_is_asked_only_notes_are_given_each_once(words: str, title: str) -> None:
    notes = (*NOTES, Note(None, title, words or "-", "Book"))
    given_back = find_notes(notes, words)
    assert all(note in notes for note in given_back)
    assert len(set(given_back)) == len(given_back)


@given(st.sampled_from(NOTES))
def test_a_note_is_found_by_its_own_heading(note: Note) -> None:
    assert note in find_notes(NOTES, note_heading(note))


@pytest.mark.parametrize("sheet_id", [id_ for id_ in sheet_ids() if id_.endswith("2018")])
def test_a_note_that_names_an_action_names_one_of_its_sheet(sheet_id: str) -> None:
    sheet = load_sheet(sheet_id)
    titles = {action.title.casefold() for action in sheet.actions}
    named = [
        note.text.split("Action: ")[1].split(". ")[0].rstrip(".")
        for note in sheet.notes
        if "Action: " in note.text
    ]
    assert {title.casefold() for title in named} <= titles


@pytest.mark.parametrize(
    ("sheet_id", "cards"),
    [
        ("paths-of-glory-2018", ("#22", "#23")),
        ("empire-of-the-sun-2018", ("JP#33", "JP#43", "JP#67", "JP#68", "US#52", "US#60", "US#79")),
        ("wilderness-war-2018", ("#6", "#35", "#36", "#37", "#62", "#67", "#69")),
        ("washingtons-war-2018", ("#84", "#97", "#102", "#106", "#109")),
    ],
)
def test_the_note_of_a_card_that_has_an_action_leads_to_it(
    sheet_id: str, cards: tuple[str, ...]
) -> None:
    sheet = load_sheet(sheet_id)
    notes = {note.card: note for note in sheet.notes}
    for card in cards:
        assert "Action: " in notes[card].text or list_acts_of_note(sheet, notes[card]), card
