"""What an entry of a journal keeps of the dice: whose they were, and what their faces stood for."""

from datetime import UTC, datetime
from typing import Any

import pytest

from cdgdevice.games.journal_format import JournalEntry, ReaderDie, read_entry, write_entry
from cdgdevice.rules.die import DieConversion, DieResult
from cdgdevice.rules.requests import RollDice

NOON = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)
TURNED = DieConversion(tuple(reversed(DieResult)))


def entry(**more: Any) -> JournalEntry:
    return JournalEntry(NOON, "reader", RollDice(result=DieResult.ABC), 1, {"turn": 1}, **more)


@pytest.mark.parametrize(
    "kept",
    [
        entry(),
        entry(own=True),
        entry(throw=(7, 1), reader=ReaderDie("E661", pips=False)),
        entry(throw=(7, 1), reader=ReaderDie("E661", pips=True, conversion=TURNED)),
        entry(reader=ReaderDie("", pips=True)),
    ],
)
def test_an_entry_is_read_back_as_it_was_written(kept: JournalEntry) -> None:
    assert read_entry(write_entry(kept)) == kept


def test_an_entry_of_an_older_version_tells_nothing_of_whose_dice_they_were() -> None:
    old = read_entry(
        {
            "at": "2026-11-03T12:00:00Z",
            "by": "button",
            "request": {"do": "roll", "die": 4},
            "turn": 1,
            "facts": {},
        }
    )
    assert (old.reader, old.own) == (None, False)


def test_what_is_not_told_takes_no_room_in_the_journal() -> None:
    assert {"reader", "own", "throw"} & set(write_entry(entry())) == set()
    assert write_entry(entry(reader=ReaderDie("E661", pips=False)))["reader"] == {
        "uid": "E661",
        "pips": False,
    }


@pytest.mark.parametrize(
    "damage",
    [
        {"own": "yes"},
        {"reader": "E661"},
        {"reader": {"uid": "E661"}},
        {"reader": {"uid": "E661", "pips": 1}},
        {"reader": {"uid": "E661", "pips": True, "conversion": ["JR"]}},
        {"reader": {"uid": "E661", "pips": True, "conversion": ["X"] * 6}},
    ],
)
def test_what_no_version_wrote_is_no_entry(damage: dict[str, object]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the sentence is told by whoever reads the file
        read_entry({**write_entry(entry()), **damage})
