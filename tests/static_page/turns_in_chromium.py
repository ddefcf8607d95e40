"""A turn of every sheet in Chromium, at every size."""

import pytest

from tests.static_page.turns import MOST_TAPS, PLAYER, SIZES, list_turns


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_turn_of_every_sheet_is_played_by_what_a_finger_can_reach(open_page, width, height):
    page = open_page(viewport={"width": width, "height": height})
    for turn in list_turns(width):
        played = page.evaluate(PLAYER, turn)
        assert played["amiss"] == [], turn
        assert 0 < played["taps"] < MOST_TAPS, turn
