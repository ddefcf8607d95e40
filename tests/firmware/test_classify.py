from itertools import product
from random import Random

import classify
import pytest

from bench.modelled_throws import EMPTY_TRAY, Bench
from firmware.simulated.light import Scene, leaning

FACES = range(1, 7)


@pytest.fixture(scope="module")
def bench() -> Bench:
    """A reader and a die, calibrated."""
    return Bench(Random("classify"))


def label(bench: Bench, scene: Scene) -> int | None:
    return bench.judged(scene)[0]


@pytest.mark.parametrize("face", FACES)
def test_each_face_is_known_again(bench: Bench, face: int) -> None:
    seen, margin, _, fault = bench.judged(bench.flat(face))
    assert (seen, fault) == (face, None)
    assert margin >= 2 * classify.SURE


def test_an_empty_tray_is_no_face(bench: Bench) -> None:
    assert label(bench, EMPTY_TRAY) == 0


@pytest.mark.parametrize("face", FACES)
def test_a_worn_and_grimy_sticker_is_still_its_face(bench: Bench, face: int) -> None:
    assert label(bench, Scene(face=face, worn=0.15, grime=0.1, tint=0.05)) == face


@pytest.mark.parametrize("face", FACES)
def test_a_sticker_worn_half_to_paper_is_no_face_or_still_its_own(bench: Bench, face: int) -> None:
    assert label(bench, Scene(face=face, worn=0.5)) in (None, face)


@pytest.mark.parametrize("face", FACES)
def test_steady_light_from_outside_changes_nothing(bench: Bench, face: int) -> None:
    assert label(bench, Scene(face=face, stray=0.15 * bench.white)) == face


@pytest.mark.parametrize(
    ("one", "other"),
    [(one, other) for one, other in product(FACES, FACES) if other not in (one, 7 - one)],
)
def test_a_die_that_leans_on_its_neighbour_is_no_face(bench: Bench, one: int, other: int) -> None:
    for degrees in (20, 30, 45):
        assert label(bench, leaning(one, other, degrees)) is None


def test_a_colour_between_two_faces_is_no_face(bench: Bench) -> None:
    for one, other in ((1, 6), (2, 5)):
        mixed = Scene(face=one, other=other, part=0.5)
        assert label(bench, mixed) is None, (one, other)


def test_a_light_that_is_no_die_is_no_face(bench: Bench) -> None:
    white = bench.known.white
    assert classify.judge(bench.known, (0, white, 0, white))[0] is None
    assert classify.judge(bench.known, (white, white, white, 3 * white))[0] is None


def test_foreign_light_above_a_quarter_of_white_is_a_fault(bench: Bench) -> None:
    known = bench.known
    dark = (0, 0, 0, known.white // classify.LIGHT_PART)
    assert classify.fault((dark, dark), known) is None
    assert classify.fault(((0, 0, 0, dark[3] + 1), dark), known) == "LIGHT"


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("lit", [True, False])
@pytest.mark.parametrize("channel", range(4))
def test_a_channel_at_its_limit_is_a_fault(
    bench: Bench, channel: int, lit: bool, known: bool
) -> None:
    full = tuple(classify.LIMIT if each == channel else 100 for each in range(4))
    dark = (0, 0, 0, 0)
    frame = (dark, full) if lit else (full, dark)
    assert classify.fault(frame, bench.known if known else None) == "SATURATED"


def test_a_reading_is_lit_less_dark_less_the_empty_tray() -> None:
    frame = ((1, 2, 3, 4), (100, 200, 300, 400))
    assert classify.reading(frame, (10, 20, 30, 400)) == (89, 178, 267, -4)


def test_the_margin_has_three_digits_at_most(bench: Bench) -> None:
    red, green, blue, clear, _ = bench.known.faces[3]
    assert classify.judge(bench.known, (red, green, blue, clear)) == (3, 999)
    assert classify.judge(bench.known, (0, 0, 0, 0))[1] <= 999


@pytest.mark.parametrize("scale", [1, 60])
def test_any_counts_that_the_sensor_can_give_are_judged(bench: Bench, scale: int) -> None:
    rng = Random(scale)
    for _ in range(2000):
        red, green, blue, clear = (rng.randint(-200, classify.LIMIT) // scale for _ in range(4))
        seen, margin = classify.judge(bench.known, (red, green, blue, clear))
        assert seen in (None, 0, 1, 2, 3, 4, 5, 6)
        assert 100 <= margin <= 999
