"""What `why` says at the terminal: the rule of what is asked, ordered or possible."""

import re

import pytest

from cdgdevice.cli.known_words import list_completions
from cdgdevice.cli.terminal_rules import describe_rule
from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.render.language import load_language
from cdgdevice.rules.engine import answer_request
from cdgdevice.rules.note_search import find_notes, words_for_note
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import RollDice
from tests.cli.typed_lines import begun, said
from tests.rules.playing import answer_plainly, new, play


def test_why_tells_the_rule_of_an_action_and_what_to_type_while_it_is_allowed() -> None:
    told = said("paths-of-glory-2022", "ABC", "A", "why reveal-display")[-1]
    assert "#22 Mata Hari" in told
    assert "Possible now: reveal-display." in told
    assert (
        "Possible now: reveal-display." not in said("paths-of-glory-2022", "why reveal-display")[-1]
    )
    misspelt = said("paths-of-glory-2022", "why reveal-diplay")[-1]
    assert misspelt.endswith('Did you mean "reveal-display"?\n')


def test_why_names_the_rule_of_the_step_where_there_is_no_note_on_it() -> None:
    told = said("last-crusade", "20", "3", "random-choice", "why")[-1]
    assert told.startswith("The rule: Enemy Targeting Criteria; ")
    assert "The document: The Last Crusade, Solitaire Rules (1995)." in told
    assert said("washingtons-war-2022", "why")[-1].startswith("Who goes first\n")


def test_why_tells_after_the_rule_of_what_is_asked_that_of_what_follows_and_of_each_order() -> None:
    of = "washingtons-war-2022"
    playing = said(of, "AB", "A", "why")[-1]
    assert re.findall(
        r"^(?:Mandatory cards|When it is done:|Filling slots: .*)$", playing, re.M
    ) == [
        "Mandatory cards",
        "When it is done:",
        "Filling slots: type notes filling slots.",
    ]
    done = said(of, "AB", "A", "done", "why")[-1]
    assert (
        '\nAbout "British: Fill A, face-down.":\nFilling slots: type notes filling slots.\n' in done
    )
    assert '\nAbout "British: Cards Remaining: 6 of 7.":\nSeven cards: ' in done
    done = said("paths-of-glory-2022", "AB", "A", "done", "why")[-1]
    assert '\nAbout "Central Powers: Cards Remaining: 6 of 7.":\nCount: ' in done


def test_why_in_a_question_says_nothing_of_another_one() -> None:
    told = said("last-crusade", "20", "4", "your-turn", "why")[-1]
    assert told.startswith("Enemy Specials\n")
    assert "Your assaults" not in told


@pytest.mark.parametrize("sheet", sheet_ids())
def test_why_fits_a_screen_of_24_lines_in_every_question_of_two_turns(sheet: str) -> None:
    history = new(sheet)
    for _ in range(80):
        assert describe_rule(history, "").count("\n") < 24, prompt(history.now).text
        history = play(history, answer_plainly(history))


@pytest.mark.parametrize("sheet", sheet_ids())
def test_every_note_is_found_by_the_words_that_why_names(sheet: str) -> None:
    notes = load_sheet(sheet).notes
    assert [note for note in notes if note not in find_notes(notes, words_for_note(note))] == []


def test_why_tells_the_first_note_in_full_and_of_others_how_to_read_them() -> None:
    told = said("illusions-of-glory-2022", "why")[-1]
    assert told.startswith("The roll\n  A side begins its round with the Fate Die.")
    others = "#1 Drive On E. Prussia: type notes 1.\n#7 Galicia Offensive: type notes 7.\n"
    assert f"\n{others}Six rounds: type notes six rounds.\n" in told


def test_why_names_the_notes_on_many_cards_together_and_the_words_that_show_them_all() -> None:
    history = play(new("for-the-people-2022"), "roll ABC", "choose A")
    told = " ".join(describe_rule(history, "reaction").split())
    (words,) = re.findall(r": type notes ([0-9 ]+)\.", told)
    found = find_notes(history.now.sheet.notes, words)
    assert [note.title for note in found if f"{note.card} {note.title}" not in told] == []
    assert len(found) > 3


def test_why_has_no_rule_for_what_only_says_how_a_question_came_out() -> None:
    asked = ("ABC", "A", "reaction", "enough")
    answers = said("caesar-rome-vs-gaul-2022", *asked, "why")
    assert "No card answers." in answers[-2]
    assert "No card answers." not in answers[-1]
    assert 'About "Flip the enemy\'s hand."' in said("last-crusade", "20", "4", "why")[-1]


@pytest.mark.parametrize("sheet", sheet_ids())
def test_every_word_that_is_completed_after_why_is_taken_and_has_a_rule(sheet: str) -> None:
    history = new(sheet)
    seen: set[str] = set()
    for _ in range(40):
        words = [word for word in list_completions(history, "why ") if word not in seen]
        for word in words:
            assert re.search(r"^The rule: |^  \(", describe_rule(history, word), re.MULTILINE), word
        seen.update(words)
        history = play(history, answer_plainly(history))
    assert seen


def test_why_of_what_the_program_offers_in_every_game_leads_to_its_notes() -> None:
    playing = play(new("standard-2018"), "roll AB", "choose A")
    assert describe_rule(playing, "combat-card").startswith("Combat")
    assert describe_rule(playing, "mark").startswith("Mandatory cards\n")
    dealt = ("choose left-event", "choose right-event", "choose next")
    row = play(new("twilight-struggle-five-card"), *dealt)
    assert describe_rule(row, "range").startswith("Proposed card\n")


@pytest.mark.parametrize(
    "lines",
    [
        ("20",),
        ("20", "3", "enemy-special"),
        ("20", "4", "your-turn"),
        ("20", "4", "your-turn", "none"),
        ("20", "4", "headquarters"),
    ],
)
def test_why_offers_no_action_that_would_ask_again_what_is_asked(lines: tuple[str, ...]) -> None:
    told = said("last-crusade", *lines, "why")[-1]
    assert "\n  (" in told, "a note is told"
    assert "Type " not in told


def test_why_before_your_turn_tells_the_note_on_it() -> None:
    told = said("last-crusade", "20", "3", "why")[-1]
    assert told.startswith("Your turn\n")
    assert "your-turn" in told.rsplit("Possible now: ", 1)[1]


def test_why_of_an_action_that_is_under_way_does_not_say_to_begin_it() -> None:
    assert (
        "Possible now: enemy-special." in said("last-crusade", "20", "3", "why enemy-special")[-1]
    )
    told = said("last-crusade", "20", "3", "enemy-special", "why enemy-special")[-1]
    assert "Type " not in told


def test_why_after_an_action_that_found_no_card_leads_to_the_note_on_it() -> None:
    lines = ("table left A down", "table left B down", "right DE", "D", "senate-outraged", "why")
    *_, told, rule = said("caesar-rome-vs-gaul-2022", *lines)
    assert "Rome has no face-up card: go on as usual." in told
    assert "#42 Senate Outraged: type notes 42." in rule


def test_the_words_that_a_german_rule_names_find_its_notes() -> None:
    german, start = load_language("de"), begun("paths-of-glory-2022")
    rolled = [answer_request(start, RollDice(die=(number,))).history for number in range(1, 7)]
    told = [" ".join(describe_rule(history, "", german).split()) for history in (start, *rolled)]
    named = [words for each in told for words in re.findall(r": notes ([^.]+) eingeben\.", each)]
    assert named
    assert all(find_notes(start.now.sheet.notes, words) for words in named)
