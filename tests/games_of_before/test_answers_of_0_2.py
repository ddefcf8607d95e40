"""Games of version 0.2, in which less was asked, replay to the table that they led to."""

import json
from pathlib import Path
from typing import Any

import pytest

from cdgdevice.games.journal_reader import JOURNAL_FORMAT, JournalContent
from cdgdevice.games.replay import replay_journal
from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.facts import write_facts

GAMES: list[list[tuple[dict[str, Any], dict[str, Any]]]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "answers_of_0_2.jsonl").read_text("utf-8").splitlines()
]
"""Each request of a game, and the facts of the table after it."""


@pytest.mark.parametrize("answers", GAMES)
def test_a_game_of_0_2_replays_to_its_table_wherever_it_stopped(
    answers: list[tuple[dict[str, Any], dict[str, Any]]],
) -> None:
    at = "2026-11-03T19:22:05Z"
    (new, at_first), *taken = answers
    header = {"journal": JOURNAL_FORMAT, "at": at, "request": new, "facts": at_first}
    entries = tuple(
        {"at": at, "by": "button", "request": request, "turn": facts["turn"], "facts": facts}
        for request, facts in taken
    )
    for number, (request, facts) in enumerate(taken, start=1):
        written = JournalContent(header, entries[:number], torn=False)
        replayed = replay_journal("game", written, load_sheet)
        assert write_facts(replayed.history) == facts, request
