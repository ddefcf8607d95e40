from itertools import product

import pytest
from msgspec.structs import replace

from cdgdevice.render.bitmap import HEIGHT, WIDTH, Bitmap
from cdgdevice.render.describe import describe
from cdgdevice.render.draw import check_fit
from cdgdevice.render.draw_board import FOOT, draw_chits, draw_space, format_chit_count
from tests.drawn import draw_view
from tools.example_views import (
    DOWN,
    DOWN_HIGHLIGHTED,
    DOWN_OFFERED,
    UP,
    UP_HIGHLIGHTED,
    UP_OFFERED,
    example_board,
)

CARDS = (UP, DOWN, UP_OFFERED, DOWN_OFFERED, UP_HIGHLIGHTED, DOWN_HIGHLIGHTED)
FIVE = (UP, UP, DOWN, DOWN, DOWN)


@pytest.mark.parametrize("quiet", [False, True])
def test_every_state_of_a_space_looks_different(quiet: bool) -> None:
    pairs = [p for p in product(CARDS, repeat=2) if sum(c.highlighted for c in p) < 2]
    states = [(), *((card,) for card in CARDS), *pairs]
    assert len({draw_space("A", cards, quiet).bits for cards in states}) == len(states)


@pytest.mark.parametrize("quiet", [False, True])
@pytest.mark.parametrize("cards", [(card,) for card in CARDS] + [(UP, DOWN), (UP, UP_HIGHLIGHTED)])
def test_the_letters_tell_the_spaces_apart(cards: tuple, quiet: bool) -> None:
    assert len({draw_space(letter, cards, quiet).bits for letter in "ABCDE"}) == 5


def test_every_space_shows_its_own_card() -> None:
    pictures = set()
    for place in range(5):
        cards = [DOWN] * 5
        cards[place] = UP
        pictures.add(draw_view(example_board(tuple(cards))).tobytes())
    assert len(pictures) == 5


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize("chosen", [(UP_HIGHLIGHTED, UP), (UP, UP_HIGHLIGHTED)])
def test_a_ring_never_touches_the_cards_beside_it(place: int, chosen: tuple) -> None:
    empty: list = [()] * 5
    alone, crowd, rest = empty.copy(), [(UP, UP)] * 5, [(UP, UP)] * 5
    alone[place] = crowd[place] = chosen
    rest[place] = ()
    ring, beside, nothing = (_lit(example_board(tuple(cards))) for cards in (alone, rest, empty))
    assert _lit(example_board(tuple(crowd))) == ring + beside - nothing


def test_offered_cards_are_lit_only_on_the_side_at_work() -> None:
    offered = example_board((UP_OFFERED,) * 5)
    waiting = replace(offered, quiet=True)
    assert _lit(offered) > 2 * _lit(waiting)


def test_the_title_is_a_lit_bar_only_on_the_side_at_work() -> None:
    view = example_board(FIVE)
    assert _bar(view) > 128 * 8 / 2 > _bar(replace(view, quiet=True))


def test_every_count_of_chits_looks_different() -> None:
    counts = [(left, of) for left in (None, *range(21)) for of in (None, *range(21))]
    pictures = {draw_view(example_board(FIVE, left=left, of=of)).tobytes() for left, of in counts}
    assert len(pictures) == len(counts)


def test_chits_that_are_left_and_chits_that_are_played_are_as_many_as_the_hand() -> None:
    for of in range(1, 21):
        for left in range(of + 1):
            canvas = Bitmap(WIDTH, HEIGHT)
            draw_chits(canvas, left, of, 1)
            figures = 5 * len(format_chit_count(left, of))
            row = [bool(canvas.bits >> 64 * x + 4 & 1) for x in range(127 - figures)]
            dots = sum(now and not before for before, now in zip([False, *row], row, strict=False))
            assert dots == of


@pytest.mark.parametrize("of", [7, 12, 20])
@pytest.mark.parametrize("start", [1, 41])
def test_a_played_chit_is_much_smaller_than_one_that_is_left(of: int, start: int) -> None:
    lit = []
    for left in (0, of):
        canvas = Bitmap(WIDTH, HEIGHT)
        draw_chits(canvas, left, of, start)
        lit.append(canvas.crop(0, 0, 127 - 5 * len(f"{of}/{of}"), 8).bits.bit_count())
    assert lit[1] >= 3 * lit[0]


def test_more_chits_than_dots_have_room_for_are_still_counted_in_figures() -> None:
    crowd = [draw_view(example_board(FIVE, left=left, of=99)).tobytes() for left in (98, 99)]
    assert crowd[0] != crowd[1]


def test_a_short_text_is_larger_than_a_long_one() -> None:
    short, long = example_board(FIVE, "Roll the die."), example_board(FIVE, "Roll the die. " * 3)
    assert _text_rows(short) != _text_rows(long)
    assert check_fit(short) == check_fit(long) == []


def test_the_clock_keeps_its_place_all_game_long_whatever_the_name() -> None:
    for name in ("British", "A" * 17, "A" * 18, "Austria-Hungary & Germany"):
        early, late = (
            example_board(FIVE, side=name, turn=1, round=1),
            example_board(FIVE, side=name, turn=99),
        )
        assert check_fit(early) == check_fit(late) == []
        assert (_title(early) == _title(late)) == (len(name) > 17)
        assert draw_view(early).tobytes() != draw_view(late).tobytes()


def test_a_text_too_long_for_the_screen_is_told_and_ends_in_dots() -> None:
    row = "Turn each card of it up."
    [sentence] = check_fit(example_board((UP_OFFERED,) * 5, *[row] * 6))
    assert sentence.endswith("takes 6 lines; there is room for 3.")
    cut = draw_view(example_board((UP_OFFERED,) * 5, *[row] * 6))
    assert cut == draw_view(example_board((UP_OFFERED,) * 5, row, row, f"{row[:-3]}...", row[:0]))


def test_a_name_too_long_for_the_title_is_told() -> None:
    [sentence] = check_fit(example_board(FIVE, side="A" * 26))
    assert sentence == f"{'A' * 26!r} has 26 characters; a title has room for 25."


def test_a_word_longer_than_a_line_is_told_and_still_shown_whole() -> None:
    word = "abcdefghijklmnopqrstuvwxyz"
    assert check_fit(example_board(FIVE, word)) == [
        f"{word!r} has 26 characters; a line has room for 25."
    ]
    assert (
        draw_view(example_board(FIVE, word)).tobytes()
        == draw_view(example_board(FIVE, word[:25], word[25:])).tobytes()
    )


def test_a_character_that_the_screen_has_no_letter_for_is_told() -> None:
    [sentence] = check_fit(example_board(FIVE, "Roll \N{GAME DIE}."))
    assert (
        sentence == "'Roll \N{GAME DIE}.' has '\N{GAME DIE}', which the screens have no letter for."
    )


def _lit(view: object) -> int:
    return draw_view(view).histogram()[255]


def _bar(view: object) -> int:
    return draw_view(view).crop((0, 0, 128, 8)).histogram()[255]


def _title(view: object) -> bytes:
    return draw_view(view).crop((0, 0, 128, 8)).tobytes()


def _text_rows(view: object) -> tuple:
    return draw_view(view).crop((0, 32, 128, FOOT)).getbbox()


def test_the_title_has_room_for_what_is_kept_in_mind_of_a_side() -> None:
    board = replace(example_board((UP,) * 5), side="USSR", turn=10, round=6)
    plain = draw_view(board).tobytes()
    for kept in (("China",), ("Trapped", "China")):
        assert draw_view(replace(board, kept=kept)).tobytes() != plain
    # The clock keeps its place: what has no room there is left out, the least urgent first.
    many = replace(board, kept=("Trapped", "China", "Animal", "Space"))
    assert draw_view(many) == draw_view(replace(many, kept=("Trapped", "China")))
    assert "Noted: Trapped, China." in describe(replace(board, kept=("Trapped", "China")))
