"""The dice in a terminal: bars, figures, and what can't be known from them."""

import json
from pathlib import Path

import pytest

from cdgdevice.dice.fairness import chi_square, noticeable_bias, simulate_power, throws_needed
from cdgdevice.dice.report import (
    BIASES,
    DICE,
    SIZES,
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
        "The gadget's own dice: 312 throws",
        "  1          52  16.7 %  #############################################|",
        "  2          47  15.1 %  #########################################    |",
        "  3          58  18.6 %  #############################################|####",
    ]


def test_the_figures_of_the_test_and_the_corrections_follow() -> None:
    told = report_dice(counted(EVEN))
    assert "Each 52.0 expected (|). Chi-square 1.54, p 0.9086, 5 degrees of freedom." in told
    assert "Corrected by the player: 1 (0.3 %); counted as thrown." in told
    assert "Chi-square 5.00, p 0.7222, exact." in report_dice(counted(FEW))


def test_it_is_said_how_many_fair_dice_are_called_unlikely() -> None:
    assert "So is one fair die in 20. If" in words_of(counted(EVEN))
    told = words_of(counted(UNEVEN, EVEN, FEW))
    assert "in 20: of 3 that are tested at once, at least one is in up to 14 cases of 100." in told


def test_a_die_thrown_too_rarely_to_be_called_unlikely_is_not_counted_among_those() -> None:
    once = DieCount(DieIdentity(DieOwner.HAND), (0, 1, 0, 0, 0, 0), 0)
    twice = DieCount(DieIdentity(DieOwner.UNKNOWN), (0, 2, 0, 0, 0, 0), 0)
    told = words_of(counted(EVEN, UNEVEN, once, twice))
    assert "of 2 that are tested at once (fewer than 3 throws tell nothing), at" in told
    assert "one is in up to 10 cases of 100." in told
    assert "tested at once" not in words_of(counted(EVEN, once))
    assert "fair die" not in words_of(counted(once, twice))


def test_of_a_throw_that_tells_nothing_there_is_no_chi_square_and_no_p() -> None:
    once = DieCount(DieIdentity(DieOwner.HAND), (0, 1, 0, 0, 0, 0), 0)
    assert report_dice(counted(once)).splitlines()[7:] == [
        "  Each 0.2 expected (|).",
        "  1 throw is too few to tell anything.",
    ]
    (given,) = report_dice_as_json(counted(once))["dice"]
    assert (given["p"], given["chi_square"]) == (None, None)


def test_p_is_explained() -> None:
    assert "p is the share of fair dice that throw at least as unevenly." in words_of(counted(FEW))


def test_testing_again_and_again_is_warned_of() -> None:
    assert "any die is called unlikely sooner or later" in words_of(counted(EVEN))


def test_without_throws_there_is_a_sentence_and_no_figures() -> None:
    assert report_dice(counted()) == (
        "No throws are kept yet: every roll of a game that is played counts."
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
    assert own["p"] == pytest.approx(chi_square(EVEN.faces).p, rel=1e-5)
    assert (given["games"], given["left_out"], given["as_written"]) == (3, [], [])


def test_another_program_gets_no_figures_that_say_nothing() -> None:
    (given,) = report_dice_as_json(counted(FEW))["dice"]
    assert json.dumps([given["p"], given["chi_square"]]) == "[0.722222, 5.0]"
    (even,) = report_dice_as_json(
        counted(DieCount(DieIdentity(DieOwner.HAND), (5, 5, 5, 5, 5, 5), 0))
    )["dice"]
    assert even["p"] == 1.0


def test_thousands_are_told_apart_in_the_report_too() -> None:
    told = report_dice(counted(UNEVEN))
    assert "5,234 throws\n  JR      1,204  23.0 %" in told
    assert "Each 872.3 expected" in told


def test_the_table_of_powers_holds_what_the_functions_say(table: str) -> None:
    rows = [line.split() for line in table.splitlines()]
    bias = noticeable_bias(1000) or 0
    simulated = f"{100 * simulate_power(1000, bias, DICE, seed=1000):.0f}"
    assert ["1,000", f"{100 * bias:.1f}", "%", simulated, "%"] in rows
    assert ["20.0", "%", f"{throws_needed(0.2):,}", "78", "%"] in rows


def test_the_table_says_first_how_many_throws_a_face_at_a_fifth_takes(table: str) -> None:
    assert " ".join(table.split()).startswith(
        "To notice that one face comes up once in 5 throws, not once in 6, takes some 1,600 "
        "throws, if 8 of 10 such dice are to be noticed (80 % power)."
    )


def test_that_a_bias_is_noticed_7_to_8_times_in_10_is_what_the_simulation_shows(table: str) -> None:
    simulated = [int(line.split()[-2]) for line in table.splitlines() if line.endswith("%")]
    assert len(simulated) == len(SIZES) + len(BIASES)
    assert all(70 <= share <= 80 for share in simulated)


def test_the_documentation_s_table_is_the_command_s(table: str) -> None:
    page = Path(__file__).parents[2] / "docs" / "DICE.md"
    assert f"```\n{table}\n```" in page.read_text(encoding="utf-8")


def test_what_the_documentation_says_of_five_fair_dice_is_so() -> None:
    assert "in up to 23 cases of 100" in words_of(counted(*[EVEN] * 5))
