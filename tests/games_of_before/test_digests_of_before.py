"""Random answers lead where they led in the first version: journals hold the digests of that."""

import json
from pathlib import Path

import pytest

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.requests import read_request
from cdgdevice.rules.snapshot import compute_digest

GAMES = [
    json.loads(line)
    for line in Path(__file__).with_name("random_answers.jsonl").read_text("utf-8").splitlines()
]
"""Of each sheet the requests that version 0.1.0 was asked, and its digest after each."""


@pytest.mark.parametrize(("sheet", "answers"), GAMES, ids=[sheet for sheet, _ in GAMES])
def test_random_answers_lead_where_they_led(sheet: str, answers: list[tuple[dict, str]]) -> None:
    history = None
    for raw, digest in answers:
        request = read_request(raw)
        if history is None:
            history = begin_game(load_sheet(sheet), request)
        else:
            history = answer_request(history, request).history
        assert compute_digest(history) == digest, raw
