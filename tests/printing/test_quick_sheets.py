"""The quick sheets: all 18 fit, nothing of a sheet is missing, and the refills are the engine's."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from cdgdevice.method.die import Conversion, Result
from cdgdevice.method.display import Facing, Place, Space
from cdgdevice.method.errors import MethodError
from cdgdevice.method.terms import Family
from cdgdevice.printing.paper import MARGIN, Paper
from cdgdevice.printing.printout import FOOT
from cdgdevice.printing.quick_sheet import quick_sheet
from cdgdevice.printing.sheet_blocks import refill_words
from cdgdevice.table.shelf import sheet, sheet_ids
from cdgdevice.workshop.sheet_words import course_words, variant_words
from cdgdevice.workshop.step_words import step_lines
from cdgdevice.workshop.way_words import action_words, instead_words
from tests.method.playing import new, options, play
from tests.printing.looking import Words, sizes, texts, words

WITH_DIE = [id_ for id_ in sheet_ids() if sheet(id_).family in (Family.PILE, Family.OPEN)]


@cache
def drawn(id_: str, paper: Paper = Paper.A4) -> bytes:
    """The quick sheet of a game, drawn once."""
    return quick_sheet(paper, sheet(id_)).pdf()


def overlapping(page: list[Words]) -> Iterator[tuple[Words, Words]]:
    """Each two pieces of text that stand in each other's way."""
    downwards = sorted(page, key=lambda each: each.top)
    for number, one in enumerate(downwards):
        for other in downwards[number + 1 :]:
            if other.top > one.bottom - 0.9:
                break
            if min(one.right, other.right) - max(one.left, other.left) > 0.3:
                yield one, other


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("id_", sheet_ids())
def test_a_sheet_fits_two_pages_and_no_words_overlap_or_leave_the_page(
    id_: str, paper: Paper
) -> None:
    pdf = drawn(id_, paper)
    pages = list(words(pdf))
    assert len(pages) <= 2
    for page, (width, height) in zip(pages, sizes(pdf), strict=True):
        for each in page:
            assert MARGIN - 0.1 <= each.left <= each.right <= width - MARGIN + 0.1, each
            assert MARGIN - 0.1 <= each.top <= each.bottom <= height - MARGIN + 0.1, each
        text = [each for each in page if each.bottom < height - MARGIN - FOOT + 0.5]
        foot = [each for each in page if each not in text]
        assert min(each.top for each in foot) > height - MARGIN - FOOT
        assert not list(overlapping(text))


@pytest.mark.parametrize("id_", sheet_ids())
def test_all_words_of_a_sheet_are_there(id_: str) -> None:
    game = sheet(id_)
    text = " ".join(texts(drawn(id_)))
    told = [*course_words(game), *map(variant_words, game.variants)]
    for outcome in game.outcomes.values():
        told += step_lines(outcome.steps, game)
    for way in game.instead:
        told += (way.title, *instead_words(way, game))
    for action in game.actions:
        told += (action.title, *action_words(action, game))
    told += [card.title for card in game.beside]
    for note in game.notes:
        told += (note.card or "", note.title, note.text)
    for line in told:
        # A page or a column may end within it; a word may be broken at its hyphen.
        missing = [
            word
            for word in line.replace("{n}", "n").split()
            if word not in text and word.replace("-", "") not in text.replace("-", "")
        ]
        assert not missing, line
    assert game.title in text


@pytest.mark.parametrize("id_", ["washingtons-war-2022", "standard-2018"])
def test_sentences_stay_whole_within_a_column(id_: str) -> None:
    text = " ".join(texts(drawn(id_)))
    for note in sheet(id_).notes:
        assert note.text in text


@pytest.mark.parametrize("id_", WITH_DIE)
def test_every_result_is_on_the_first_page(id_: str) -> None:
    text = texts(drawn(id_))[0].split()
    for result in Result:
        assert ("C" if result is Result.JR else result.value) in text


@pytest.mark.parametrize("id_", WITH_DIE)
def test_the_refill_is_as_the_engine_deals_it(id_: str) -> None:
    game = sheet(id_)
    tried = 0
    for result in game.outcomes:
        said = " ".join(refill_words(game, result))
        for space in Space:
            start = new(id_)
            try:
                rolled = play(start, f"roll {result.value}")
                if space.value not in options(rolled):
                    continue
                on_c = rolled.now.seats[rolled.now.active].display.facing(Place(Space.C))
                done = play(rolled, f"choose {space.value}", "choose done")
            except MethodError:
                continue  # this sheet asks for something else first
            display = done.now.seats[rolled.now.active].display
            facing = display.facing(Place(space))
            tried += 1
            if game.family is Family.OPEN:
                assert said == "Refill: face-down."
                assert facing is Facing.DOWN
                continue
            assert display.facing(Place(Space.C)) is Facing.DOWN
            assert "C's own next card is face-down." in said
            if space is not Space.C:
                assert facing is on_c
            if "the card on C, face-up" in said:
                assert on_c is Facing.UP
            if "face-down unless it was face-up before" in said:
                assert on_c is Facing.DOWN
    assert tried >= 8


def test_the_dice_on_the_panels_follow_the_conversion() -> None:
    swapped = Conversion(tuple(reversed(Conversion().results)))
    game = sheet("standard-2018")
    usual = quick_sheet(Paper.A4, game).pdf()
    assert quick_sheet(Paper.A4, game, swapped).pdf() != usual
    assert quick_sheet(Paper.A4, game, Conversion()).pdf() == usual


def test_a_sheet_too_long_for_two_pages_goes_on_in_type_that_can_be_read() -> None:
    game = sheet("standard-2018")
    long = replace(game, notes=game.notes * 4)
    pdf = quick_sheet(Paper.A4, long).pdf()
    assert len(texts(pdf)) > 2
