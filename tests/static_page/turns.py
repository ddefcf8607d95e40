"""Turns that are played in any browser by what a finger can reach: what `player.js` is to play."""

import os
from collections.abc import Iterator
from pathlib import Path

from tests.static_page.serving import list_sheets

SIZES = [(360, 740), (390, 844), (768, 1024), (1280, 800), (1920, 1080)]
"""Two phones, a tablet, a laptop and a large screen: widths and heights."""
PLAYER = Path(__file__).with_name("player.js").read_text(encoding="utf-8")
WHOLE_TURN = 300
"""More taps than a turn of any sheet takes."""
FIRST_ROUND = 15
"""Taps for the set-up and a round of each sheet."""
EVERYWHERE = "CDGDEVICE_WHOLE_TURNS" in os.environ
"""`.ci/page --whole`: a whole turn of every sheet at each size, by keys, and in each browser."""


def list_turns(
    width: int, most_taps: int = WHOLE_TURN, share: slice = slice(None)
) -> Iterator[dict[str, object]]:
    """Yield, for each sheet of the share, what `player.js` takes in a window of this width."""
    if EVERYWHERE:
        most_taps, share = WHOLE_TURN, slice(None)
    for number, sheet in list(enumerate(list_sheets()))[share]:
        named = {"title": sheet["title"], "edition": sheet["edition"]}
        yield {**named, "seed": number + width, "mostTaps": most_taps, "isPhone": width < 768}
