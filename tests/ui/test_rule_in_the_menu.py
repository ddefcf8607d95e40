"""From what is done to its rule with one push, and from a card's note to its action and back."""

import pytest
from msgspec.structs import replace

from cdgdevice.games.sheet_library import sheet_ids
from cdgdevice.render.views import SCROLLED_COLUMNS
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.notes import list_rules
from cdgdevice.rules.player_actions import TakeAction
from cdgdevice.rules.prompt import prompt
from cdgdevice.ui.intents_and_commands import AskGame, Press, Scroll
from cdgdevice.ui.menu import build_menu, update_menu
from cdgdevice.ui.state import MenuEntry, MenuLayer, PageLayer, UiContext, UiState
from tests.rules.playing import answer_plainly, new, play
from tests.rules.small_sheets import played, small

NOTE = '\n[[notes]]\ntitle = "Advance"\ntext = "They advance."\nsource = "rule 7"\n'
WAY = """
[[instead]]
id = "enemy"
title = "Enemy"
source = "turn"
steps = [{ do = "go-on", text = "Advance.", note = "Advance" }]
"""


def menu(history: GameHistory) -> MenuLayer:
    return build_menu(history, UiContext())


def find(entries: tuple[MenuEntry, ...], title: str) -> MenuEntry:
    """The entry of this title, in a list or in one that it opens."""
    for entry in entries:
        if entry.title == title:
            return entry
        if entry.page is None and entry.entries:
            try:
                return find(entry.entries, title)
            except LookupError:
                continue
    raise LookupError(title)


def test_the_rule_of_what_is_done_is_the_first_entry_of_the_menu() -> None:
    waits = played(small("checks", WAY, NOTE), "choose enemy")
    first = menu(waits).entries[0]
    assert first.title == "Rule: Advance"
    assert first.page.text == ("They advance.",)


def test_without_a_note_on_it_the_menu_begins_as_it_did() -> None:
    assert not menu(played(small("open"))).entries[0].title.startswith("Rule")


def test_the_first_rule_once_read_offers_those_of_what_follows() -> None:
    playing = play(new("washingtons-war-2022"), "roll AB", "choose A")
    top = menu(playing)
    first = top.entries[0]
    assert first.title == "Rule: Mandatory cards"
    after = ["When done: Filling slots", "When done: Seven cards"]
    assert [entry.title for entry in first.entries] == after
    assert top.highlighted == 1, "a combat card is no further away than without a rule"
    top = replace(top, highlighted=0)
    reading = update_menu(UiState(layer=top), top, Press.KNOB).state.layer
    assert isinstance(reading, PageLayer)
    assert isinstance(reading.below, MenuLayer)
    assert reading.below.entries[0].title == after[0]


def test_an_order_that_stands_leads_to_its_rule() -> None:
    done = play(new("for-the-people-2018"), "roll AB", "choose A", "choose done")
    first = menu(done).entries[0]
    refilling = find((first, *first.entries), "Order: Refilling")
    assert refilling.page.text[0].startswith('About "Union: Fill A')


@pytest.mark.parametrize("sheet", sheet_ids())
def test_only_a_note_on_what_is_asked_is_called_the_rule_all_through_two_turns(sheet: str) -> None:
    history = new(sheet)
    for _ in range(120):
        asked = [f"Rule: {note.title}" for note in list_rules(history)]
        top = menu(history).entries
        called = [entry.title for entry in top if entry.title.startswith("Rule: ")]
        assert called == [title for title in asked[:1] if len(title) <= SCROLLED_COLUMNS]
        below = top[0].entries
        called += [entry.title for entry in below if entry.title.startswith("Rule: ")]
        assert set(called) <= set(asked), prompt(history.now).text
        history = play(history, answer_plainly(history))


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        (("roll AB",), "When done: Refilling"),
        (("roll AB", "choose A"), "When done: Refilling"),
        (("roll AB", "choose A", "choose done"), "Order: Refilling"),
    ],
)
def test_where_no_note_is_on_what_is_asked_the_entry_is_called_by_what_it_is_of(
    lines: tuple[str, ...], title: str
) -> None:
    refilling = NOTE.replace('"Advance"', '"Refilling"\norders = ["fill"]')
    assert menu(played(small("open", refilling), *lines)).entries[0].title == title


def test_a_word_of_the_document_is_explained_among_the_notes() -> None:
    words = find(menu(new("last-crusade")).entries, "Words")
    cap = find(words.entries, "CAP")
    assert cap.page.text[0].startswith("Combat air patrol.")


def test_a_card_s_note_offers_its_action_while_that_is_allowed_and_a_way_back() -> None:
    playing = play(new("paths-of-glory-2022"), "roll AB", "choose A")
    top = menu(playing)
    note = find(top.entries, "#22 Mata Hari")
    assert note.entries[0].command == AskGame(TakeAction("reveal-display"))
    listed = MenuLayer("Notes", (note,), below=top)
    reading = update_menu(UiState(layer=listed), listed, Press.KNOB).state.layer
    assert isinstance(reading, PageLayer)
    after = reading.below
    assert isinstance(after, MenuLayer)
    assert after.entries[0].title == "Mata Hari/Cloak & Dagger"
    taken = update_menu(UiState(layer=after), after, Press.KNOB)
    assert taken.commands == (AskGame(TakeAction("reveal-display")),)
    back = update_menu(UiState(layer=after), after, Scroll(1)).state.layer
    assert isinstance(back, MenuLayer)
    assert update_menu(UiState(layer=back), back, Press.KNOB).state.layer == listed


def test_where_its_action_is_not_allowed_a_note_is_only_read() -> None:
    note = find(menu(new("paths-of-glory-2022")).entries, "#22 Mata Hari")
    assert note.entries == ()


def test_the_rule_of_an_action_under_way_does_not_offer_to_begin_it_again() -> None:
    asks = play(new("last-crusade"), "choose 20", "roll 3", "enemy-special")
    first = menu(asks).entries[0]
    assert first.title == "Rule: Enemy Specials"
    commands = [entry.command for entry in first.entries]
    assert AskGame(TakeAction("enemy-special")) not in commands
