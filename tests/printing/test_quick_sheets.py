"""The quick sheets: all 18 fit, nothing of a sheet is missing, and the refills are the engine's."""

from collections.abc import Iterator
from functools import cache

import pytest
from msgspec.structs import replace

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.printing.pen import INK
from cdgdevice.printing.printout import FOOT, Block, Column, lay_out
from cdgdevice.printing.products_and_sizes import MARGIN, Paper
from cdgdevice.printing.quick_sheet import draw_quick_sheet
from cdgdevice.printing.sheet_text import refill_words, sheet_blocks
from cdgdevice.rules.card_display import Facing, Place, Space
from cdgdevice.rules.die import DieConversion, DieResult
from cdgdevice.rules.requests import RulesError
from cdgdevice.rules.sheet_entries import SheetFamily
from cdgdevice.sheet_tools import sheet_words
from cdgdevice.sheet_tools.step_words import step_lines
from tests.printing.looking import DOTS, Words, covered, pictures, sizes, texts, words
from tests.rules.playing import new, options, play

WITH_DIE = [
    id_ for id_ in sheet_ids() if load_sheet(id_).family in (SheetFamily.PILE, SheetFamily.OPEN)
]


@cache
def drawn(id_: str, paper: Paper = Paper.A4) -> bytes:
    """The quick sheet of a game, drawn once."""
    return draw_quick_sheet(paper, load_sheet(id_)).pdf()


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
    game = load_sheet(id_)
    text = " ".join(texts(drawn(id_)))
    told = [*sheet_words.course_words(game), *map(sheet_words.variant_words, game.variants)]
    for outcome in game.outcomes.values():
        told += step_lines(outcome.steps, game)
    for way in game.instead:
        told += (way.title, *sheet_words.outline_words(way, game))
    for action in game.actions:
        if outline := sheet_words.outline_words(action, game):
            told += (action.title, *outline)
    told += [card.title for card in game.beside if not card.tracked]
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


@pytest.mark.parametrize("id_", sheet_ids())
def test_of_each_way_it_is_told_who_may_take_it(id_: str) -> None:
    game = load_sheet(id_)
    told = {(block.heading, *block.lines[:1]) for block in sheet_blocks(game)}
    assert {(way.title, sheet_words.entry_words(way, game)[0]) for way in game.instead} <= told


@pytest.mark.parametrize("id_", ["washingtons-war-2022", "standard-2018"])
def test_sentences_stay_whole_within_a_column(id_: str) -> None:
    text = " ".join(texts(drawn(id_)))
    for note in load_sheet(id_).notes:
        assert note.text in text


@pytest.mark.parametrize("id_", WITH_DIE)
def test_every_result_is_on_the_first_page(id_: str) -> None:
    text = texts(drawn(id_))[0].split()
    for result in DieResult:
        assert ("C" if result is DieResult.JR else result.value) in text


@pytest.mark.parametrize("id_", WITH_DIE)
def test_the_refill_is_as_the_engine_deals_it(id_: str) -> None:
    game = load_sheet(id_)
    tried = 0
    for result in game.outcomes:
        said = " ".join(refill_words(game, result))
        for space in Space:
            start = new(id_)
            try:
                rolled = play(start, f"roll {result.value}")
                if space.value not in options(rolled):
                    continue
                on_c = rolled.now.seats[rolled.now.active].display.facing_at(Place(Space.C))
                done = play(rolled, f"choose {space.value}", "choose done")
            except RulesError:
                continue  # this sheet asks for something else first
            display = done.now.seats[rolled.now.active].display
            facing = display.facing_at(Place(space))
            tried += 1
            if game.family is SheetFamily.OPEN:
                assert said == "Refill: face-down."
                assert facing is Facing.DOWN
                continue
            assert display.facing_at(Place(Space.C)) is Facing.DOWN
            assert "The next card on C stays face-down." in said
            if space is not Space.C:
                assert facing is on_c
            if "the card on C, face-up" in said:
                assert on_c is Facing.UP
            if "face-down unless it was face-up before" in said:
                assert on_c is Facing.DOWN
    assert tried >= 8


def test_the_dice_on_the_panels_follow_the_conversion() -> None:
    swapped = DieConversion(tuple(reversed(DieConversion().results)))
    game = load_sheet("standard-2018")
    usual = draw_quick_sheet(Paper.A4, game).pdf()
    assert draw_quick_sheet(Paper.A4, game, swapped).pdf() != usual
    assert draw_quick_sheet(Paper.A4, game, DieConversion()).pdf() == usual


def test_a_text_that_several_notes_share_is_printed_once_below_all_their_headings() -> None:
    text = " ".join(texts(drawn("washingtons-war-2022")))
    assert text.count("Makes the other side lose a random face-up card") == 1
    assert (
        "#84 George Rogers Clark, #97 Admiral Suffren, #102 Admiral Rodney, #106 John Paul Jones, "
        "#109 Edward Bancroft Makes the other side"
    ) in text


@pytest.mark.parametrize("id_", sheet_ids())
def test_the_result_of_c_has_the_mark_that_the_sheet_s_document_prints(id_: str) -> None:
    text = " ".join(texts(drawn(id_)))
    assert ("!! C" in text) == (load_sheet(id_).words.jolly_roger == "!!")


def test_sides_without_names_are_not_listed() -> None:
    assert "First: Left side" not in " ".join(texts(drawn("standard-2018")))
    assert "Left: British. Right: Americans. First: either." in " ".join(
        texts(drawn("washingtons-war-2022"))
    )


def test_what_goes_on_in_the_next_column_has_its_heading_again_and_no_question_ends_a_column() -> (
    None
):
    lines = tuple(f"Line {number}." for number in range(40))
    block = Block("Enemy turn", (*lines[:9], "Guns?", *lines[10:]), "Instead of a roll")
    columns = [Column(0, (left, 12.0), 80.0, height) for left, height in ((12.0, 62.0), (110, 200))]
    found = lay_out([block], columns, 10)
    assert found is not None
    first, second = ([line.words for line in found if line.at[0] == x.at[0]] for x in columns)
    assert (first[-1], second[:3]) == ("Line 8.", ["Enemy turn (continued)", "Guns?", "Line 10."])


def test_a_trap_is_not_broken_from_what_it_leads_to() -> None:
    page = texts(drawn("twilight-struggle-five-card"))[0]
    assert "Discard a card of 2 Ops or more? Discard and roll:" in page
    assert "Out of the trap (continued)" not in page


def test_a_list_that_goes_on_in_the_next_column_says_so() -> None:
    columns = [Column(0, (x, 0), 60, 100) for x in (0, 70)]
    found = lay_out((Block("Nominate", ("A line.",) * 40),), columns, 7)
    assert found is not None
    (again,) = (line for line in found if line.words == "Nominate (continued)")
    assert again.at == (70, 0)


def test_a_list_of_dice_is_told_without_what_only_a_program_minds() -> None:
    text = " ".join(texts(drawn("last-crusade")))
    assert "kept as" not in text
    assert '"' not in text
    assert "It is guided: Reinforcement, Air Action, Recon, Bombardment, Fire & Maneuver" in text
    assert "Aggression check. On aggression or less: Passed: the enemy acts." in text


def test_the_refill_is_as_dark_as_the_rest_and_bold() -> None:
    pdf = drawn("paths-of-glory-2022")
    first = next(words(pdf))
    refills = [each for each in first if each.words.startswith("Refill:")]
    assert len(refills) == 6
    for each in refills:
        rows = slice(int(each.top * DOTS), int(each.bottom * DOTS))
        columns = slice(int(each.left * DOTS), int(each.right * DOTS))
        assert covered(pictures(pdf)[0][rows, columns], INK, 30).mean() > 0.1


def test_a_sheet_too_long_for_two_pages_goes_on_in_type_that_can_be_read() -> None:
    game = load_sheet("standard-2018")
    notes = [replace(note, text=f"{note.text} {n}") for n in range(4) for note in game.notes]
    long = replace(game, notes=tuple(notes))
    pdf = draw_quick_sheet(Paper.A4, long).pdf()
    assert len(texts(pdf)) > 2
