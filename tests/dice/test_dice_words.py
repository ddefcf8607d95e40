"""What the counts of a die tell, in words that say no more than the throws can show."""

import pytest

from cdgdevice.dice import report
from cdgdevice.drivers.reader.reader_messages import SIMULATED_UID as SIMULATED

GADGET = report.DieIdentity(report.DieOwner.GADGET)
STICKERS = report.DieIdentity(report.DieOwner.READER, "E6616407E3482C21", pips=False)
EVEN = (52, 47, 58, 55, 49, 51)
LOADED = (120, 40, 40, 40, 40, 40)


def said(*counts: int) -> str:
    return report.fairness_verdict(report.DieCount(GADGET, counts, 0))


def figured(*counts: int) -> str:
    return report.format_test(report.DieCount(GADGET, counts, 0))


def said_shortly(*counts: int) -> str:
    return report.short_verdict(report.DieCount(GADGET, counts, 0))


def test_nobody_is_told_that_a_die_is_fair() -> None:
    assert said(*EVEN) == (
        "No sign of unfairness that 312 rolls could show. A face that comes up 24.2 % of the "
        "time, not 16.7 %, would be noticed 7 to 8 times in 10."
    )
    assert said_shortly(*EVEN) == "312 rolls. Looks fair so far."


def test_few_throws_are_said_to_be_few() -> None:
    assert said(0, 1, 0, 2, 0, 1) == "4 rolls are too few to test: it takes 30."
    assert said_shortly(0, 1, 0, 0, 0, 0) == "1 roll: too few to tell."


def test_too_few_rolls_have_no_figures() -> None:
    assert figured(28, 0, 1, 0, 0, 0) == ""
    assert figured(5, 5, 5, 5, 5, 5) == "Chi-square 0.00, 5 degrees of freedom, p 1.0000."


def test_thousands_are_told_apart_wherever_throws_are_counted() -> None:
    many = (823, 815, 830, 812, 829, 830)
    assert said(*many).startswith("No sign of unfairness that 4,939 rolls could show.")
    assert said_shortly(*many) == "4,939 rolls. Looks fair so far."
    assert report.describe_corrections(report.DieCount(STICKERS, many, 1234)).startswith(
        "Corrected: 1,234 (25.0 %)"
    )


@pytest.mark.parametrize(
    ("counts", "rarity"),
    [
        ((75, 46, 48, 52, 47, 46), "about one fair die in 32"),
        ((87, 46, 48, 52, 47, 46), "about one fair die in 4,700"),
        (LOADED, "fewer than one fair die in a million"),
        ((100_000, 1, 1, 1, 1, 1), "fewer than one fair die in a million"),
    ],
)
def test_an_uneven_die_is_told_by_how_rare_that_is(counts: tuple[int, ...], rarity: str) -> None:
    assert said(*counts) == (f"Unlikely for a fair die: {rarity} rolls so unevenly.")


def test_the_screen_tells_the_p_value_in_three_places() -> None:
    assert said_shortly(*LOADED) == "320 rolls. Unlikely for a fair die (p<0.001)."
    assert said_shortly(75, 46, 48, 52, 47, 46).endswith("(p 0.031).")


def test_a_die_is_named_by_whose_it_is() -> None:
    assert report.die_title(GADGET) == "The gadget's own dice"
    assert report.die_title(STICKERS) == "Die reader E6616407E3482C21, a die with results"
    assert (
        report.die_title(report.DieIdentity(report.DieOwner.READER, "", pips=True))
        == "Die reader, a die with pips"
    )
    assert (
        report.die_title(report.DieIdentity(report.DieOwner.HAND, which=report.DieColour.WHITE))
        == "Rolled by hand, the white die"
    )
    unknown = report.DieIdentity(report.DieOwner.UNKNOWN, which=report.DieColour.COLOURED)
    assert report.short_titles((STICKERS, unknown)) == ("Die reader", "Unknown: coloured")


def test_a_reader_s_id_is_shown_on_the_screen_only_where_it_tells_two_apart() -> None:
    other = report.DieIdentity(report.DieOwner.READER, "E661640712345678", pips=False)
    assert report.short_titles((STICKERS, GADGET)) == ("Die reader", "The gadget's dice")
    assert report.short_titles((STICKERS, other)) == ("Die reader ..2C21", "Die reader ..5678")


def test_a_die_s_title_leaves_room_for_which_die_it_is() -> None:
    other = report.DieIdentity(report.DieOwner.READER, "E661640712345678", pips=False)
    by_hand = tuple(
        report.DieIdentity(whose, which=which)
        for whose in (report.DieOwner.HAND, report.DieOwner.UNKNOWN)
        for which in report.DieColour
    )
    for title in report.short_titles((STICKERS, other, *by_hand, GADGET)):
        assert len(title) <= 17, title


def test_throws_of_the_simulator_are_said_to_be_no_real_die_s() -> None:
    simulated = report.DieIdentity(report.DieOwner.READER, SIMULATED, pips=False)
    assert report.die_title(simulated) == "Simulated die reader, a die with results"
    assert report.short_titles((STICKERS, simulated)) == ("Die reader", "Simulated reader")


def test_a_stickered_die_has_results_on_its_faces_and_any_other_has_numbers() -> None:
    assert report.face_labels(STICKERS) == ("JR", "AB", "DE", "ABC", "CDE", "EVENT")
    assert (
        report.face_labels(report.DieIdentity(report.DieOwner.READER, "E661", pips=True))
        == report.face_labels(GADGET)
        == tuple("123456")
    )


def test_corrections_are_told_with_what_they_changed() -> None:
    assert report.describe_corrections(report.DieCount(STICKERS, EVEN, 0)) == ""
    assert (
        report.describe_corrections(report.DieCount(STICKERS, EVEN, 3))
        == "Corrected: 3 (1.0 %); counted as corrected."
    )
    assert report.describe_corrections(report.DieCount(GADGET, EVEN, 1)) == (
        "Corrected by the player: 1 (0.3 %); counted as rolled."
    )
