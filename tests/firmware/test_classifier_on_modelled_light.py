"""A small share of `python -m bench.classifier`, in every run of the tests."""

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from bench import modelled_studies
from bench.bounds import bound, likeness, worth
from bench.classifier import main
from bench.modelled_throws import CONDITIONS, Bench
from firmware.simulated.light import WINDOW, Scene
from firmware.simulated.spectra import THINGS

ROOT = Path(__file__).parents[2]


def test_the_page_s_table_and_shares_are_the_command_s() -> None:
    page = (ROOT / "docs" / "CLASSIFIER.md").read_text(encoding="utf-8")
    output = (ROOT / "bench" / "classifier.txt").read_text(encoding="utf-8")
    (table,) = re.findall(r"```\n(flat dice .*?)```", page, re.DOTALL)
    assert table in output
    told = page[page.index("## What this shows") : page.index("## What is in the model")]
    shares = re.findall(r"\b(\d+\.\d+) %", told)
    assert len(shares) >= 6
    assert [share for share in shares if f" {share}%" not in output] == []


@pytest.mark.parametrize("window", [0.03, WINDOW])
def test_no_throw_is_misread_and_fewer_than_a_tenth_are_rejected(window: float) -> None:
    seen: list[Counter[str]] = [Counter() for _ in CONDITIONS]
    for seed in range(40):
        for total, found in zip(seen, modelled_studies.flat_dice(seed, 10, window), strict=True):
            total.update(found)
    for total in seen:
        assert total["throws"] == 400
        assert total["wrong"] == 0
        assert total["rejected"] < 40


def test_a_die_that_tumbles_is_one_roll_of_the_face_that_it_comes_to_show() -> None:
    bench = Bench(Random("tumble"))
    for face in [1, 2, 3, 4, 5, 6] * 10:
        rolls, frames = bench.tumble(bench.flat(face))
        assert rolls == [face]
        assert frames <= 6


@pytest.mark.parametrize("seed", range(3))
def test_a_lying_die_is_not_counted_again(seed: int) -> None:
    for seen in modelled_studies.lying_dice(seed, throws=2):
        assert seen["lying"] > 0
        assert seen["again"] == 0


@pytest.mark.parametrize("window", [0.03, WINDOW])
def test_a_leaning_die_is_its_own_face_or_cocked_over_a_sensor_that_is_near(window: float) -> None:
    seen = modelled_studies.leaning_dice(5, 60, window)
    near = {key[1:] for key in seen if key[0] <= 12}
    assert {end for _, end in near} <= {"right", "COCKED", "MOVING"}
    assert all(degrees < 30 for degrees, end in near if end == "right")


def test_of_a_mixture_the_face_that_is_seen_less_is_never_told() -> None:
    seen = modelled_studies.any_mixture(5, throws=150)
    assert sum(seen.values()) == 150
    assert {end for end, _ in seen} <= {"none", "more", "third"}


def test_a_sticker_that_is_half_gone_is_rejected_and_one_that_is_gone_is_white() -> None:
    seen = modelled_studies.worn_dice(5, throws=30)
    assert seen[0.5, "wrong"] == 0
    assert seen[1.0, "wrong"] > 20


def test_skin_and_cloth_are_told_as_the_same_faces_always() -> None:
    # This is a weakness that the documents own up to.
    seen = modelled_studies.other_things(5, throws=20)
    assert {thing for thing, _ in seen} == set(THINGS)
    assert {face for thing, face in seen if thing == "light skin"} <= {0, 5}
    assert {face for thing, face in seen if thing == "wood"} == {0}


def test_a_thing_on_the_window_is_no_die_of_the_model() -> None:
    bench = Bench(Random("thing"), window=0.03)
    paper, nothing = (
        bench.frame(Scene(thing=thing))[1] for thing in ("white paper, a bare die", "")
    )
    assert paper[3] > 5 * nothing[3]


@pytest.mark.parametrize(
    ("wrong", "of", "most"), [(0, 300_000, 9.9857e-6), (1, 10, 0.39416), (3, 3, 1.0)]
)
def test_the_bound_is_that_of_clopper_and_pearson(wrong: int, of: int, most: float) -> None:
    assert bound(wrong, of) == pytest.approx(most, rel=1e-4)


def test_throws_of_one_specimen_are_worth_less_the_more_alike_they_are() -> None:
    assert likeness([10, 0, 0, 0] * 25, 10) == 1
    rng = Random("likeness")
    chance = [sum(rng.random() < 0.3 for _ in range(10)) for _ in range(2000)]
    assert likeness(chance, 10) == pytest.approx(0, abs=0.01)
    assert worth(1000, 10, 0.0) == 1000
    assert worth(1000, 10, 1.0) == pytest.approx(100)


def test_the_command_says_that_it_is_a_model_and_what_it_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--specimens", "4", "--processes", "1"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("A model: no physical sensor was measured.")
    assert "4 specimens of reader and die" in said
    for words in (*(conditions.name for conditions in CONDITIONS), *THINGS, "12 mm", "100%"):
        assert words in said


def test_the_command_refuses_no_specimens(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--specimens", "0"])
    assert "--specimens takes a number from 1." in capsys.readouterr().err


def test_the_command_refuses_a_window_that_mirrors_more_than_all(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["--window", "101"])
    assert "--window takes a number from 0 to 100." in capsys.readouterr().err
