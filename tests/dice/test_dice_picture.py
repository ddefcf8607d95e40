"""The picture of the counts: a panel a die, in which a higher count is a higher bar."""

import numpy as np
import pytest
from PIL import Image
from scipy import stats

from cdgdevice.dice.fairness import MIN_ROLLS
from cdgdevice.dice.pictures import WIDTH, draw_dice_counts, fair_range
from cdgdevice.dice.report import DiceCount, DieCount, DieIdentity, DieOwner

GADGET = DieIdentity(DieOwner.GADGET)
BLUE = (48, 105, 152)
RANGE = (226, 232, 240)


def drawn(*faces: tuple[int, ...]) -> Image.Image:
    return draw_dice_counts(DiceCount(tuple(DieCount(GADGET, shown, 0) for shown in faces), 1, 1))


def bars(image: Image.Image) -> list[int]:
    """The height of each bar, measured near its left edge, where no figures are."""
    pitch = (WIDTH - 80) // 6
    return [
        sum(image.getpixel((40 + place * pitch + 32, y)) == BLUE for y in range(470))
        for place in range(6)
    ]


def test_bars_are_as_high_as_their_counts() -> None:
    heights = bars(drawn((10, 20, 30, 40, 50, 60)))
    assert heights == sorted(heights)
    assert abs(heights[5] - 6 * heights[0]) < 20


def test_each_die_has_a_panel_of_its_own() -> None:
    one, two = drawn((1, 2, 3, 4, 5, 6)), drawn((1, 2, 3, 4, 5, 6), (6, 5, 4, 3, 2, 1))
    assert two.size == (WIDTH, 2 * one.height)
    upper = two.crop((0, 0, WIDTH, one.height))
    lower = two.crop((0, one.height, WIDTH, 2 * one.height))
    assert upper.tobytes() == one.tobytes()
    # The dashed line hides two rows of some bars.
    pairs = zip(bars(lower), reversed(bars(upper)), strict=True)
    assert all(abs(one - other) <= 2 for one, other in pairs)


def test_the_range_of_a_fair_face_is_drawn_only_where_there_are_throws_enough_for_it() -> None:
    def has_range(*faces: int) -> bool:
        return any(colour == RANGE for _, colour in drawn(faces).getcolors() or ())

    assert not has_range(1, 0, 0, 0, 0, 0)
    assert not has_range(4, 5, 5, 5, 5, 5)
    assert has_range(5, 5, 5, 5, 5, 5)


@pytest.mark.parametrize("throws", [MIN_ROLLS, 31, 40, 55, 100, 300, 1000, 5000])
def test_about_19_of_20_counts_of_a_fair_face_lie_in_that_range(throws: int) -> None:
    low, high = fair_range(throws)
    counts = np.arange(throws + 1)
    within = counts[(low <= counts) & (counts <= high)]
    assert stats.binom.pmf(within, throws, 1 / 6).sum() == pytest.approx(0.95, abs=0.03)
