"""A small share of `python -m bench.classifier`, in every run of the tests."""

import pytest

from bench.classifier import bound, flat_dice, leaning_dice, main
from bench.modelled_throws import CONDITIONS, Conditions


@pytest.mark.parametrize("conditions", CONDITIONS, ids=lambda conditions: conditions.name)
def test_no_throw_is_misread_and_fewer_than_a_tenth_are_rejected(conditions: Conditions) -> None:
    seen = flat_dice(conditions, seed=5, throws=600)
    assert seen["throws"] == 600
    assert seen["wrong"] == 0
    assert seen["rejected"] < 60


def test_a_leaning_die_is_its_own_face_or_cocked() -> None:
    seen = leaning_dice(CONDITIONS[1], seed=5, throws=150)
    assert {end for _, end in seen} <= {"right", "COCKED", "MOVING"}
    assert all(degrees < 20 for degrees, end in seen if end == "right")


@pytest.mark.parametrize(
    ("wrong", "of", "most"), [(0, 300_000, 9.9857e-6), (1, 10, 0.39416), (3, 3, 1.0)]
)
def test_the_bound_is_that_of_clopper_and_pearson(wrong: int, of: int, most: float) -> None:
    assert bound(wrong, of) == pytest.approx(most, rel=1e-4)


def test_the_command_says_that_it_is_a_model_and_what_it_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--throws", "40", "--processes", "1"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("A model: no physical sensor was measured.")
    assert "40 throws a condition" in said
    for conditions in CONDITIONS:
        assert conditions.name in said


def test_the_command_refuses_no_throws(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--throws", "0"])
    assert "--throws takes a number from 1." in capsys.readouterr().err
