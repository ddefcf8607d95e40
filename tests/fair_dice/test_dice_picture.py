"""The picture of the counts: a panel a die, in which a higher count is a higher bar."""

from PIL import Image

from cdgdevice.fair_dice.picture import WIDTH, picture
from cdgdevice.table.dice_count import Counted, DiceCount
from cdgdevice.table.thrown import Die, Whose

GADGET = Die(Whose.GADGET)
BLUE = (48, 105, 152)


def drawn(*faces: tuple[int, ...]) -> Image.Image:
    return picture(DiceCount(tuple(Counted(GADGET, shown, 0) for shown in faces), 1, 1))


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


def test_without_throws_the_picture_says_so() -> None:
    colours = picture(DiceCount((), 0, 0)).getcolors()
    assert colours is not None
    assert len(colours) == 2
