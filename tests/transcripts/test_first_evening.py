"""docs/FIRST_EVENING.md shows what the terminal really says."""

import re
from pathlib import Path

from tests.transcripts.transcript import replayed, sessions

PAGE = Path(__file__).parents[2] / "docs" / "FIRST_EVENING.md"
SHOWN = "\n".join(re.findall(r"```text\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL))


def test_the_evening_is_played_as_the_page_shows_it() -> None:
    played = replayed(SHOWN, few_questions=True)
    assert played.split() == SHOWN.split()
    assert "turn 2, round 1" in played


def test_the_same_evening_is_played_by_the_sheet_of_2022_with_one_question_more() -> None:
    (of_2018,) = sessions(SHOWN, few_questions=True)
    of_2022 = SHOWN.replace("paths-of-glory-2018\n", "paths-of-glory-2022\n>\n", 1)
    (played,) = sessions(of_2022, few_questions=True)
    assert played.taken[1:] == of_2018.taken
    for before, now in zip(of_2018.games[1:], played.games[2:], strict=True):
        assert before.now.turn == now.now.turn
        assert [seat.display for seat in before.now.seats.values()] == [
            seat.display for seat in now.now.seats.values()
        ]
