"""Letters of orders do not touch, nor do the result and the count in the bottom row."""

from itertools import product
from string import ascii_letters, digits

import pytest
from msgspec.structs import replace

from cdgdevice.render.draw_board import FOOT
from cdgdevice.render.text import LARGE, MEDIUM, SMALL, Font, draw_line
from tests.drawn import draw_view
from tools.example_views import UP, example_board


@pytest.mark.parametrize("font", [MEDIUM, LARGE], ids=["medium", "large"])
def test_no_letter_or_digit_of_an_order_touches_the_one_beside_it(font: Font) -> None:
    edges = {}
    for letter in ascii_letters + digits:
        picture = draw_line(letter, font).to_image()
        edges[letter] = tuple(
            {y for y in range(font.height) if picture.getpixel((x, y))} for x in (0, font.width - 1)
        )
    touching = [
        (one, other)
        for one, other in product(edges, repeat=2)
        if any(abs(y - by) < 2 for y in edges[one][1] for by in edges[other][0])
    ]
    assert touching == []


def test_result_and_count_stand_apart_in_the_bottom_row() -> None:
    board = example_board((UP,) * 5, side="United Provinces")
    plain, told = (
        draw_view(replace(board, result=said)).crop((0, FOOT, 128, 64)) for said in ("", "ABC")
    )
    lit = [[bool(p.crop((x, 0, x + 1, 8)).getbbox()) for x in range(128)] for p in (plain, told)]
    added = [x for x in range(128) if lit[1][x] and not lit[0][x]]
    count = next(x for x in range(max(added) + 1, 128) if lit[0][x])
    assert added
    assert count - max(added) > SMALL.width
