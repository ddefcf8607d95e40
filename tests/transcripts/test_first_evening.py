"""docs/FIRST_EVENING.md shows what the terminal really says."""

import re
from pathlib import Path

from tests.transcripts.transcript import replayed

PAGE = Path(__file__).parents[2] / "docs" / "FIRST_EVENING.md"


def test_the_evening_is_played_as_the_page_shows_it() -> None:
    shown = "\n".join(re.findall(r"```text\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL))
    played = replayed(shown, few_questions=True)
    assert played.split() == shown.split()
    assert "turn 2, round 1" in played
