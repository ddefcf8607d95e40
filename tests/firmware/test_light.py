from itertools import combinations
from random import Random

import pytest

from cdgdevice.drivers.reader.die_stickers import STICKERS
from firmware.simulated.light import SPECIMEN, WHITE, Scene, channels, counts, inks, leaning

# Red, green and blue as percent of clear, least and most: ams, TCS3472, optical characteristics.
DATA_SHEET = {
    465: ((0, 15), (10, 42), (57, 100)),
    525: (
        (4, 25),
        (54, 85),
        (10, 45),
    ),
    625: ((64, 120), (0, 14), (3, 29)),
}


@pytest.mark.parametrize("wave", DATA_SHEET)
def test_the_modelled_channels_keep_to_the_data_sheet(wave: int) -> None:
    *colours, clear = channels(wave)
    for colour, (least, most) in zip(colours, DATA_SHEET[wave], strict=True):
        assert least <= 100 * colour / clear <= most


def test_white_is_paper_and_takes_no_ink() -> None:
    assert inks((255, 255, 255)) == (0, 0, 0)
    assert SPECIMEN.faces[4] == SPECIMEN.paper
    assert SPECIMEN.paper[3] == pytest.approx(WHITE)


def test_the_sensor_sees_the_face_below_the_one_that_lies_up() -> None:
    # Yellow lies up, white below: nothing is brighter.
    white = next(sticker for sticker in STICKERS if sticker.colour == "white")
    assert max(range(1, 7), key=lambda face: SPECIMEN.faces[face][3]) == white.opposite


@pytest.mark.parametrize(("one", "other"), list(combinations(range(1, 7), 2)))
def test_no_two_faces_give_the_same_light(one: int, other: int) -> None:
    assert SPECIMEN.faces[one] != pytest.approx(SPECIMEN.faces[other], rel=0.05)


def test_foreign_light_is_there_whether_the_led_is_lit_or_not() -> None:
    scene = Scene(stray=500)
    assert SPECIMEN.light(scene, False, 0, 24)[3] == pytest.approx(500)
    lit, shaded = (SPECIMEN.light(each, True, 0, 24)[3] for each in (scene, Scene()))
    assert lit - shaded == pytest.approx(500)


def test_flickering_light_averages_out_over_whole_flickers_only() -> None:
    scene = Scene(stray=500, flicker=1.0, mains=100)
    assert SPECIMEN.light(scene, False, 0, 20)[3] == pytest.approx(500 * 20 / 24)
    readings = [SPECIMEN.light(scene, False, at, at + 24)[3] for at in range(10)]
    # A sine over 2.4 of its waves leaves sin(2.4 pi) / 2.4 pi = 0.126 of its height.
    assert max(readings) == pytest.approx(500 * 1.126, rel=0.01)
    assert min(readings) == pytest.approx(500 * 0.874, rel=0.01)


def test_light_adds_up_over_time() -> None:
    scene = Scene(face=3, stray=500, flicker=0.7, phase=0.2)
    whole = SPECIMEN.light(scene, True, 3, 27)
    halves = zip(
        SPECIMEN.light(scene, True, 3, 11), SPECIMEN.light(scene, True, 11, 27), strict=True
    )
    assert whole == pytest.approx([first + second for first, second in halves])


def test_wear_goes_towards_white_and_grime_towards_black() -> None:
    new = SPECIMEN.light(Scene(face=1), True, 0, 24)
    assert SPECIMEN.light(Scene(face=1, worn=0.2), True, 0, 24)[3] > new[3]
    assert SPECIMEN.light(Scene(face=1, grime=0.2), True, 0, 24)[3] < new[3]
    yellower = SPECIMEN.light(Scene(face=1, tint=0.1), True, 0, 24)
    assert yellower[2] / yellower[0] < new[2] / new[0]


def test_a_leaning_die_is_dim_and_shows_both_faces_alike_at_45_degrees() -> None:
    assert leaning(1, 2, 0).part == pytest.approx(0)
    assert leaning(1, 2, 0).gain == pytest.approx(1)
    assert leaning(1, 2, 45).part == pytest.approx(0.5)
    assert leaning(1, 2, 45).gain < 0.4


def test_the_same_seed_gives_the_same_counts() -> None:
    seen = [counts(Scene(face=2), True, 0, 24, Random(7)) for _ in range(2)]
    assert seen[0] == seen[1]
    assert seen[0] != counts(Scene(face=2), True, 0, 24, Random(8))
