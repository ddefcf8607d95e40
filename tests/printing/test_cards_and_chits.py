"""The conversion card and the chits."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.printing.pen import HAIR
from cdgdevice.printing.products_and_sizes import MARGIN, Paper
from cdgdevice.printing.result_marks import GROUNDS
from cdgdevice.printing.stickers_and_chits import (
    CHIT_SIZE,
    CONVERSION_CARD,
    COUNTER_SIZES,
    PLAYS,
    SIDE_COLOURS,
    draw_chits,
    draw_conversion_cards,
)
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import STANDARD_CONVERSION, DieConversion
from tests.printing.looking import DOTS, covered, pictures, runs, sizes, texts, words

GAME = load_sheet("paths-of-glory-2022")


@pytest.mark.parametrize("paper", list(Paper))
def test_a_conversion_card_is_as_large_as_a_playing_card(paper: Paper) -> None:
    lines = covered(pictures(draw_conversion_cards(paper, STANDARD_CONVERSION).pdf())[0], HAIR, 60)
    width = Counter(length for line in lines for _, length in runs(line) if 50 < length < 150)
    height = Counter(length for line in lines.T for _, length in runs(line) if length > 50)
    assert min(width) == pytest.approx(CONVERSION_CARD[0], abs=0.3)
    assert min(height) == pytest.approx(CONVERSION_CARD[1], abs=0.3)


@pytest.mark.parametrize("turned", [0, 4])
def test_the_conversion_card_follows_the_configured_conversion(turned: int) -> None:
    results = STANDARD_CONVERSION.results[turned:] + STANDARD_CONVERSION.results[:turned]
    pdf = draw_conversion_cards(Paper.A4, DieConversion(results)).pdf()
    picture = pictures(pdf)[0]
    tops = []
    for result in results:
        if GROUNDS[result] != (255, 255, 255):
            rows = covered(picture, GROUNDS[result]).any(axis=1)
            tops.append(rows.argmax())
    assert tops == sorted(tops)
    for sentence in PLAYS.values():
        assert sentence in texts(pdf)[0]


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("side", list(Side))
def test_chits_are_fifteen_millimetres(paper: Paper, side: Side) -> None:
    front = covered(pictures(draw_chits(paper, GAME).pdf())[0], SIDE_COLOURS[side])
    heights = [length for line in front.T[::7] for _, length in runs(line)]
    assert max(heights) == pytest.approx(CHIT_SIZE, abs=0.25)
    row = int(np.flatnonzero(front.sum(axis=1) > 100 * DOTS)[0]) + DOTS
    starts = [start for start, _ in runs(front[row])]
    assert len(starts) == 12
    for one, other in pairwise(starts):
        assert other - one == pytest.approx(CHIT_SIZE, abs=0.15)


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize(("inch", "edge"), [("5/8", 15.875), ("1/2", 12.7)])
def test_chits_are_as_large_as_the_counters_they_are_pasted_on(
    paper: Paper, inch: str, edge: float
) -> None:
    pdf = draw_chits(paper, GAME, COUNTER_SIZES[inch]).pdf()
    front = covered(pictures(pdf)[0], SIDE_COLOURS[Side.LEFT])
    row = int(np.flatnonzero(front.sum(axis=1) > 60 * DOTS)[0]) + DOTS
    starts = [start for start, _ in runs(front[row])]
    for one, other in pairwise(starts):
        assert other - one == pytest.approx(edge, abs=0.15)
    numbers = [
        each.words
        for page, (width, height) in zip(words(pdf), sizes(pdf), strict=True)
        for each in page
        if each.words.isdigit()
        and MARGIN <= each.left <= each.right <= width - MARGIN
        and each.bottom <= height - MARGIN - 8
    ]
    assert {number: numbers.count(str(number)) for number in range(1, 13)} == dict.fromkeys(
        range(1, 13), 8
    )


def test_each_side_has_the_chits_1_to_12_twice_with_a_back_behind_every_front() -> None:
    pdf = draw_chits(Paper.A4, GAME).pdf()
    numbers = [each for each in next(words(pdf)) if each.words.isdigit() and each.top < 250]
    middles = {
        number: sorted(
            ((each.top + each.bottom) / 2, (each.left + each.right) / 2)
            for each in numbers
            if each.words == str(number)
        )
        for number in range(1, 13)
    }
    for number, places in middles.items():
        assert len(places) == 8, number
        for front, back in zip(places[::2], places[1::2], strict=True):
            assert back[0] - front[0] == pytest.approx(CHIT_SIZE, abs=1.0)
            assert back[1] == pytest.approx(front[1], abs=1.0)
    for side in Side:
        assert texts(pdf)[0].count(GAME.sides[side]) == 2


def test_the_two_sides_of_a_chit_look_different() -> None:
    picture = pictures(draw_chits(Paper.A4, GAME).pdf())[0]
    for colour in SIDE_COLOURS.values():
        rows = covered(picture, colour).sum(axis=1) > 100 * DOTS
        fronts = runs(rows)
        assert fronts
        for start, length in fronts:
            behind = picture[int((start + length + 1) * DOTS) : int((start + length + 13) * DOTS)]
            assert covered(behind, (255, 255, 255)).mean() > 0.8
