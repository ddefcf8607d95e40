"""Every sheet in Chromium: a whole turn at the smallest size, the first round at the others.

And the first round of every sheet once by keys alone, in a browser that has no network any more."""

import os

import pytest

from tests.static_page.turns import FIRST_ROUND, PLAYER, SIZES, WHOLE_TURN, list_turns

WHOLE_EVERYWHERE = "CDGDEVICE_WHOLE_TURNS" in os.environ
"""`.ci/page --whole`: whole turns at every size, which takes ten minutes more."""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_sheet_is_played_by_what_a_finger_can_reach(open_page, width, height):
    is_whole = WHOLE_EVERYWHERE or (width, height) == SIZES[0]
    most_taps = WHOLE_TURN if is_whole else FIRST_ROUND
    page = open_page(viewport={"width": width, "height": height})
    for turn in list_turns(width, most_taps):
        played = page.evaluate(PLAYER, turn)
        assert played["amiss"] == [], turn
        assert 0 < played["taps"] < WHOLE_TURN, turn


@pytest.fixture
def offline(visited):
    """The browser that has the program, without a network."""
    visited.set_offline(offline=True)
    yield
    visited.set_offline(offline=False)


def test_every_sheet_is_played_by_keys_alone_and_without_a_network(open_page, offline):
    page = open_page(viewport={"width": 1280, "height": 800})
    page.expose_function("pressKey", page.keyboard.press)
    for turn in list_turns(1280, WHOLE_TURN if WHOLE_EVERYWHERE else FIRST_ROUND):
        played = page.evaluate(PLAYER, turn)
        assert played["amiss"] == [], turn
        assert 0 < played["taps"] < WHOLE_TURN, turn
