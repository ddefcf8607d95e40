"""An evening that is dealt is a transcript like those that are kept."""

import pytest

from cdgdevice.games.sheet_library import sheet_ids
from tests.transcripts.evening import is_over, write_evening
from tests.transcripts.transcript import sessions


@pytest.mark.parametrize("sheet_id", sheet_ids())
def test_an_evening_goes_through_several_turns_and_nothing_is_refused(sheet_id: str) -> None:
    (session,) = sessions(write_evening(sheet_id, 0), few_questions=True)
    assert len(session.taken) == len(session.at_rest)
    assert is_over(session.games[-1])


def test_another_number_deals_another_evening_with_the_same_settings() -> None:
    first, second = (
        write_evening("wilderness-war-2018", seed, "--hands", "7", "9") for seed in (1, 2)
    )
    assert first != second
    assert first.startswith("$ cdgdevice play wilderness-war-2018 --hands 7 9\n")
    assert "British: Chits: 9 of 9 left." in second
