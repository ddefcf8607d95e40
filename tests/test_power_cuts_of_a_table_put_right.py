"""The power goes while a game is set up, and while the table is put right: what was shown stays."""

from functools import cache

import pytest

from cdgdevice.config.settings import DieSource
from tests.promises import JournalLostError, written_in
from tests.recorded_disk import Course, does
from tests.recorded_evening import Evening
from tests.test_power_cuts_of_an_evening import Tried, try_cuts

AT_ONCE = 20
"""Disks that are tried after a step, chosen by chance: of an evening all are."""
PUT_RIGHT = "Put the table right"
ANSWERED = (
    "next",  # a page of the set-up
    "'card': 'B', 'facing': 'empty'",
    "'card': 'B', 'facing': 'down'",
    "'card': 'C', 'facing': 'up'",
    "'left': 5",
    "'turn': 2",
    "'active': 'right'",
    "undo",
)


@cache
def _course() -> Course:
    """Lead a game's set-up, put each kind of thing right, take one back, and go on."""
    at = Evening()
    with at.switched_on(DieSource.BUTTON):
        at.chooses("New game", "Paths of Glory 2022 box", "Begin")
        at.plays(3)
        at.chooses(PUT_RIGHT, "Central Powers: cards", "B:", "No card")
        at.chooses(PUT_RIGHT, "Central Powers: cards", "B:", "Face-down")
        at.chooses(PUT_RIGHT, "Allied Powers: cards", "C:", "Face-up")
        at.chooses(PUT_RIGHT, "Central Powers: 7 left", "5")
        at.chooses(PUT_RIGHT, "Turn", "2")
        at.takes_back()
        at.chooses(PUT_RIGHT, "To play", "Allied")
        at.plays(2)
    return at.recorded.course


def test_nothing_is_lost_that_was_shown_of_a_set_up_and_of_a_table_put_right() -> None:
    tried = Tried()
    try_cuts(_course(), tried, written_in(_course()), bound=AT_ONCE)
    print(f"\n{tried}")
    assert tried.cuts > 300
    assert len(tried.different) > 20


def test_the_same_without_syncs_is_caught() -> None:
    unsynced = [step for step in _course() if not does(step, "sync")]
    with pytest.raises(JournalLostError):
        try_cuts(unsynced, Tried(), written_in(_course()), bound=AT_ONCE)


def test_each_kind_of_answer_is_tried() -> None:
    asked = [
        str(entry["request"])
        for written in written_in(_course()).values()
        for entry in written.entries
    ]
    for word in ANSWERED:
        assert any(word in each for each in asked), (word, asked)
