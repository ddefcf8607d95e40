"""Every sheet in Chromium: a whole turn at the smallest size, and the first round at another.

And the first round of every sheet once by keys alone, in a browser that has no network any more."""

import pytest

from tests.static_page.turns import FIRST_ROUND, PLAYER, SIZES, WHOLE_TURN, list_turns


def play(page, turns):
    for turn in turns:
        played = page.evaluate(PLAYER, turn)
        assert played["amiss"] == [], turn
        assert 0 < played["taps"] < WHOLE_TURN, turn


def test_a_turn_of_every_sheet_is_played_by_what_a_finger_can_reach(open_page):
    width, height = SIZES[0]
    play(open_page(viewport={"width": width, "height": height}), list_turns(width))


@pytest.mark.parametrize("number", range(1, len(SIZES)))
def test_at_other_sizes_sheets_are_played_too(open_page, number):
    width, height = SIZES[number]
    page = open_page(viewport={"width": width, "height": height})
    play(page, list_turns(width, FIRST_ROUND, slice(number - 1, None, len(SIZES) - 1)))


@pytest.fixture
def offline(visited):
    """The browser that has the program, without a network."""
    visited.set_offline(offline=True)
    yield
    visited.set_offline(offline=False)


def test_every_sheet_is_played_by_keys_alone_and_without_a_network(open_page, offline):
    page = open_page(viewport={"width": 1280, "height": 800})
    page.expose_function("pressKey", page.keyboard.press)
    play(page, list_turns(1280, FIRST_ROUND))
