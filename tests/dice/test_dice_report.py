"""The dice in a terminal: bars, figures, and what can't be known from them."""

import json
from pathlib import Path

import pytest

from cdgdevice.dice.fairness import noticeable_bias, rolls_needed
from cdgdevice.dice.report import (
    DiceCount,
    DieColour,
    DieCount,
    DieIdentity,
    DieOwner,
    power_table,
    report_dice,
    report_dice_as_json,
)
from cdgdevice.fold_lines import COLUMNS

EVEN = DieCount(DieIdentity(DieOwner.GADGET), (52, 47, 58, 55, 49, 51), 1)
UNEVEN = DieCount(
    DieIdentity(DieOwner.READER, "E6616407E3482C21", False), (1204, 1013, 988, 999, 1021, 9), 12
)
FEW = DieCount(DieIdentity(DieOwner.HAND, which=DieColour.WHITE), (0, 1, 0, 2, 0, 1), 0)


def counted(*dice: DieCount, left_out: tuple[str, ...] = ()) -> DiceCount:
    return DiceCount(dice, 3, 3, left_out)


@pytest.fixture(scope="module")
def table() -> str:
    """The table of powers."""
    return power_table()


def words_of(count: DiceCount) -> str:
    """The report without its line ends."""
    return " ".join(report_dice(count).split())


def test_no_line_is_too_long_for_the_terminal(table: str) -> None:
    damaged = ("0007-paths-of-glory-2022.journal is damaged in line 3; " + "and so on " * 12,)
    told = report_dice(counted(UNEVEN, EVEN, FEW, left_out=damaged))
    assert max(map(len, told.splitlines())) <= COLUMNS
    assert max(map(len, table.splitlines())) <= COLUMNS


def test_every_face_has_its_count_its_share_and_a_bar_beside_the_fair_one() -> None:
    assert report_dice(counted(EVEN)).splitlines()[:4] == [
        "The gadget's own dice: 312 rolls",
        "  1          52  16.7 %  #############################################|",
        "  2          47  15.1 %  #########################################    |",
        "  3          58  18.6 %  #############################################|####",
    ]


def test_the_figures_of_the_test_and_the_corrections_follow() -> None:
    told = report_dice(counted(EVEN))
    assert "Each 52.0 expected (|). Chi-square 1.54, 5 degrees of freedom, p 0.9086." in told
    assert "Corrected by the player: 1 (0.3 %); counted as rolled." in told


def test_the_report_says_how_many_fair_dice_are_called_unlikely() -> None:
    assert "So is one fair die in 20. If" in words_of(counted(EVEN))
    assert "So is one fair die in 20. If" in words_of(counted(EVEN, FEW))
    told = words_of(counted(UNEVEN, EVEN, EVEN))
    assert "in 20: of 3 that are tested at once, at least one is in 14 cases of 100." in told
    assert "fair die" not in words_of(counted(FEW))


def test_too_few_rolls_have_no_chi_square_and_no_p() -> None:
    once = DieCount(DieIdentity(DieOwner.HAND), (0, 1, 0, 0, 0, 0), 0)
    assert report_dice(counted(once)).splitlines()[7:] == [
        "  Each 0.2 expected (|).",
        "  1 roll is too few to test: it takes 30.",
    ]
    (given,) = report_dice_as_json(counted(once))["dice"]
    assert (given["p"], given["chi_square"], given["noticeable"]) == (None, None, None)


def test_p_is_explained() -> None:
    assert "p is the share of fair dice that roll at least as unevenly." in words_of(counted(EVEN))


def test_testing_again_and_again_is_warned_of() -> None:
    assert "any die is called unlikely sooner or later" in words_of(counted(EVEN))


def test_without_throws_there_is_a_sentence_and_no_figures() -> None:
    assert report_dice(counted()) == (
        "No rolls are kept yet: every roll of a game that is played counts."
    )


def test_a_game_that_is_left_out_is_named_below() -> None:
    assert report_dice(counted(EVEN, left_out=("0007 is damaged.",))).endswith(
        "\n\n0007 is damaged."
    )


def test_another_program_gets_all_of_it() -> None:
    given = json.loads(json.dumps(report_dice_as_json(counted(UNEVEN, EVEN))))
    reader, own = given["dice"]
    assert reader["reader"] == "E6616407E3482C21"
    assert reader["faces"]["JR"] == 1204
    assert (own["whose"], own["throws"], own["corrected"]) == ("gadget", 312, 1)
    assert own["p"] == pytest.approx(0.9086, abs=1e-4)
    assert (given["games"], given["left_out"], given["as_written"]) == (3, [], [])


def test_thousands_are_told_apart_in_the_report_too() -> None:
    told = report_dice(counted(UNEVEN))
    assert "5,234 rolls\n  JR      1,204  23.0 %" in told
    assert "Each 872.3 expected" in told


def test_the_table_of_powers_holds_what_the_functions_return(table: str) -> None:
    rows = [line.split() for line in table.splitlines()]
    assert ["1,000", f"{100 * noticeable_bias(1000):.1f}", "%"] in rows
    assert ["20.0", "%", f"{rolls_needed(0.2):,}"] in rows


def test_the_table_says_first_how_many_throws_a_face_at_a_fifth_takes(table: str) -> None:
    assert " ".join(table.split()).startswith(
        "To notice that one face comes up once in 5 rolls, not once in 6, takes some 1,600 "
        "rolls, for 8 of 10 such dice to be noticed (80 % power)."
    )


def test_the_documentation_s_table_is_the_command_s(table: str) -> None:
    page = Path(__file__).parents[2] / "docs" / "DICE.md"
    assert f"```\n{table}\n```" in page.read_text(encoding="utf-8")


def test_what_the_documentation_says_of_five_fair_dice_is_so() -> None:
    assert "in 23 cases of 100" in words_of(counted(*[EVEN] * 5))
