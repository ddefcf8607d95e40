"""The card display mat: true places for cards, whole on a page, pages that meet."""

import pytest

from cdgdevice.errors import CdgDeviceError
from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.printing.mat import GAP, STRIP, draw_mat
from cdgdevice.printing.pen import INK
from cdgdevice.printing.products_and_sizes import MARGIN, Paper
from cdgdevice.printing.sheet_text import display_spots
from cdgdevice.rules.card_display import Side, Space
from cdgdevice.rules.sheet_entries import SheetFamily
from cdgdevice.rules.texts.templates import begin_sentence
from tests.printing.looking import DOTS, Picture, covered, pictures, runs, texts

WITH_DISPLAY = [id_ for id_ in sheet_ids() if load_sheet(id_).family is not SheetFamily.CHECKS]


def frames(picture: Picture, card: tuple[float, float]) -> list[float]:
    """Where the upright lines of the places are, in millimetres from the left."""
    row = int((MARGIN + 9 + 9 + card[1] / 2 - 8) * DOTS)
    dark = covered(picture[row - 2 * DOTS : row + 2 * DOTS], INK, 60).all(axis=0)
    return [start + length / 2 for start, length in runs(dark)]


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("card", [(63.0, 88.0), (70.0, 95.0)])
def test_every_place_is_as_wide_and_as_high_as_a_card(
    paper: Paper, card: tuple[float, float]
) -> None:
    for picture in pictures(draw_mat(paper, load_sheet("washingtons-war-2018"), card).pdf()):
        lines = frames(picture, card)
        assert len(lines) >= 4
        assert len(lines) % 2 == 0
        for left, right in zip(lines[::2], lines[1::2], strict=True):
            assert right - left == pytest.approx(card[0], abs=0.2)
        for right, left in zip(lines[1:-1:2], lines[2::2], strict=True):
            assert left - right == pytest.approx(GAP, abs=0.2)
        column = int((lines[0] + 10) * DOTS)
        dark = covered(picture[:, column : column + 5 * DOTS], INK, 60).all(axis=1)
        top, bottom = (start + length / 2 for start, length in runs(dark)[:2])
        assert bottom - top == pytest.approx(card[1], abs=0.2)


@pytest.mark.parametrize("id_", WITH_DISPLAY)
def test_each_side_has_each_space_once_with_the_facing_at_set_up(id_: str) -> None:
    game = load_sheet(id_)
    pages = texts(draw_mat(Paper.A4, game).pdf())
    half = len(pages) // 2
    for side, text in zip(Side, (" ".join(pages[:half]), " ".join(pages[half:])), strict=True):
        assert game.sides[side] in text
        assert text.count("set-up: face-up") == len(game.face_up)
        assert text.count("set-up: face-") == len(Space)
        for space in Space:
            assert text.split().count(space.value) >= 2


def test_a_place_shows_the_results_that_turn_its_card_up() -> None:
    for id_ in WITH_DISPLAY:
        game = load_sheet(id_)
        if game.family is SheetFamily.ROW:
            continue
        for spot in display_spots(game):
            shown = {result.value for result in spot.results}
            if len(spot.title) == 1:
                named = {each for each in ("AB", "DE", "ABC", "CDE") if spot.title in each}
                assert shown == named | ({"JR"} if spot.title == "C" else set()), id_


def test_what_stands_below_a_place_has_a_caption() -> None:
    pile = " ".join(texts(draw_mat(Paper.A4, load_sheet("standard-2018")).pdf()))
    assert pile.count("turned up by") == 2 * len(Space)
    row = " ".join(texts(draw_mat(Paper.A4, load_sheet("twilight-struggle-five-card")).pdf()))
    assert row.count("proposed, it is played by") == 2 * len(Space)
    assert "turned up by" not in row


def test_discards_have_a_place_where_the_last_page_has_room_for_it() -> None:
    pages = texts(draw_mat(Paper.A4, load_sheet("standard-2018")).pdf())
    assert ["Discards" in page for page in pages] == [False, True, False, True]
    small = texts(draw_mat(Paper.A4, load_sheet("standard-2018"), (44, 68)).pdf())
    assert not any("Discards" in page for page in small)


def test_the_last_page_of_a_row_says_what_the_two_dice_decide() -> None:
    pages = texts(draw_mat(Paper.A4, load_sheet("paths-of-glory-2016")).pdf())
    assert ["Doubles play what" in page for page in pages] == [False, True, False, True]


def test_the_pile_lies_where_the_sheet_s_family_has_it() -> None:
    piles = {
        family: [spot.title for spot in display_spots(load_sheet(id_)) if spot.pile]
        for family, id_ in (
            (SheetFamily.PILE, "paths-of-glory-2022"),
            (SheetFamily.OPEN, "washingtons-war-2018"),
            (SheetFamily.ROW, "twilight-struggle-five-card"),
        )
    }
    assert piles == {
        SheetFamily.PILE: ["C"],
        SheetFamily.OPEN: ["Draw pile or discards"],
        SheetFamily.ROW: ["Draw deck"],
    }
    assert display_spots(load_sheet("twilight-struggle-five-card"))[0].pile
    assert not display_spots(load_sheet("last-crusade"))


def test_a_row_says_its_ranges_under_its_spaces() -> None:
    game = load_sheet("twilight-struggle-five-card")
    assert game.row is not None
    text = " ".join(texts(draw_mat(Paper.A4, game).pdf())[:2])
    for number in set(game.row.ranges.values()):
        wanted = list(game.row.ranges.values()).count(number)
        assert text.count(f"blue 1 to {number}") == wanted


@pytest.mark.parametrize("id_", WITH_DISPLAY)
def test_there_is_a_place_for_every_chit_that_the_sheet_counts_with(id_: str) -> None:
    game = load_sheet(id_)
    text = texts(draw_mat(Paper.LETTER, game).pdf())[0]
    track = f"{begin_sentence(game.words.chits)}:"
    counted = game.hands.high if game.hands.counted else 0
    for number in range(2, 13):
        assert (str(number) in text.split(track)[-1].split()) is (number <= counted) or (
            track not in text and not counted
        )


def test_where_two_pages_meet_their_marks_are_at_the_same_height() -> None:
    first, second, *_ = pictures(draw_mat(Paper.A4, load_sheet("paths-of-glory-2022")).pdf())
    joint = MARGIN + 3 * (63 + GAP)
    ends = covered(first[:, int((joint - 1.6) * DOTS) : int((joint - 0.6) * DOTS)], INK, 90)
    edge = MARGIN + STRIP
    starts = covered(second[:, int((edge + 0.6) * DOTS) : int((edge + 1.6) * DOTS)], INK, 90)
    on_first, on_second = (
        [round(start, 1) for start, _ in runs(marks.all(axis=1)) if 30 < start < 130]
        for marks in (ends, starts)
    )
    assert on_first == on_second
    assert len(on_first) == 2


def test_small_cards_need_one_page_a_side_and_no_tab() -> None:
    pages = texts(draw_mat(Paper.A4, load_sheet("paths-of-glory-2022"), (44, 68)).pdf())
    assert len(pages) == 2
    assert not any("glue" in page or "cut here" in page for page in pages)


def test_larger_cards_are_tiled_over_more_pages_with_tabs_to_glue() -> None:
    pages = texts(draw_mat(Paper.A4, load_sheet("paths-of-glory-2022")).pdf())
    assert ["glue the next page here" in page for page in pages] == [True, False, True, False]
    assert ["cut here" in page for page in pages] == [False, True, False, True]


def test_a_game_without_a_display_has_no_mat() -> None:
    with pytest.raises(CdgDeviceError, match="The Last Crusade has no card display"):
        draw_mat(Paper.A4, load_sheet("last-crusade"))


@pytest.mark.parametrize("card", [(10, 88), (63, 300), (float("nan"), 88)])
def test_a_card_that_no_mat_can_hold_is_refused_with_what_is_possible(
    card: tuple[float, float],
) -> None:
    with pytest.raises(CdgDeviceError, match="mats for cards 35 to 75 mm wide"):
        draw_mat(Paper.A4, load_sheet("standard-2018"), card)


def test_cards_that_leave_no_room_for_the_chits_are_refused() -> None:
    with pytest.raises(CdgDeviceError, match="no room for the chits on Letter"):
        draw_mat(Paper.LETTER, load_sheet("standard-2018"), (75, 105))
