"""A nomination stays with the dice that were taken back, also after a restart."""

from collections.abc import Iterable
from datetime import UTC, datetime

from msgspec.structs import replace

from cdgdevice.games.journal_format import JournalEntry, write_entry
from cdgdevice.games.journal_reader import JournalContent
from cdgdevice.games.replay import ReplayedGame, answer_again, replay_journal
from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.facts import write_facts
from cdgdevice.rules.history import GameHistory
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NewGame, write_request
from tests.rules.playing import new, options, read

FIVE = "twilight-struggle-five-card"
BEGUN = ("choose left-event", "choose right-event", "choose next")
FISHED = ("choose E", "roll 5 2", "undo", "undo", "choose C", "roll 6 6", "choose done")
"""What version 0.2 allowed: a card is proposed with its dice known."""


def replayed(requests: Iterable[str]) -> tuple[ReplayedGame, GameHistory]:
    """Replay a journal of these answers, as version 0.2 wrote it, and the game as it was then."""
    history = new(FIVE)
    header = {"request": write_request(NewGame(FIVE)), "facts": write_facts(history)}
    entries = []
    for asked in map(read, requests):
        free = replace(history, now=replace(history.now, kept_nominations={}))
        history = answer_again(free, asked)
        facts = write_facts(history)
        at = datetime(2026, 11, 27, tzinfo=UTC)
        entries.append(write_entry(JournalEntry(at, "button", asked, 1, facts)))
    written = JournalContent(header, tuple(entries), torn=False)
    return replay_journal("one.journal", written, load_sheet), history


def test_a_journal_in_which_another_card_was_proposed_replays_without_a_doubt() -> None:
    again, before = replayed((*BEGUN, *FISHED))
    assert not again.rules_changed
    assert write_facts(again.history) == write_facts(before)
    assert again.history.now.seats == before.now.seats


def test_after_a_restart_the_proposal_that_was_taken_back_stays() -> None:
    again, _ = replayed((*BEGUN, *FISHED[:4]))
    assert [card for card in options(again.history) if card in "ABCDE"] == ["E"]
    assert prompt(again.history.now).text[-1] == "You took back its dice."
