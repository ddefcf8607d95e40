"""What the source documents claim of chances, computed; docs/CLAIMS.md tells the verdicts."""

from fractions import Fraction
from pathlib import Path

import pytest

from cdgdevice.rules.card_display import Facing, Space
from cdgdevice.rules.sheet_entries import SheetFamily
from tests.odds import selection_chart, two_dice
from tests.odds.claims import tables
from tests.odds.method_die_claims import (
    EVENT_TURNS_ONE,
    PLAIN,
    eligible,
    eligible_as_it_lies,
    eligible_at_first,
    named,
    odds_of,
    with_method_die,
)
from tests.odds.two_dice_claims import SIX_ROUNDS

PAGE = Path(__file__).parents[2] / "docs" / "CLAIMS.md"

PILE = with_method_die()[SheetFamily.PILE]
OPEN = with_method_die()[SheetFamily.OPEN]
for_pile = pytest.mark.parametrize("id_", PILE)
for_open = pytest.mark.parametrize("id_", OPEN)
for_all = pytest.mark.parametrize("id_", PILE + OPEN)


def test_the_page_says_what_is_computed() -> None:
    assert tables() in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("family", with_method_die(), ids=lambda family: family.value)
def test_the_page_may_speak_of_families_for_their_sheets_have_the_same_odds(
    family: SheetFamily,
) -> None:
    first, *others = (id_ for id_ in with_method_die()[family] if id_ not in EVENT_TURNS_ONE)
    for other in others:
        assert odds_of(other) == odds_of(first), other
        assert eligible(other) == eligible(first), other


def test_two_sheets_whose_event_turns_up_one_card_differ_by_less_than_a_quarter_of_a_percent() -> (
    None
):
    usual = next(id_ for id_ in OPEN if id_ not in EVENT_TURNS_ONE)
    for id_ in EVENT_TURNS_ONE:
        for mine, theirs in (
            (odds_of(id_).hidden, odds_of(usual).hidden),
            (odds_of(id_).offered, odds_of(usual).offered),
            (odds_of(id_).played, odds_of(usual).played),
        ):
            assert mine.keys() == theirs.keys()
            assert all(abs(mine[each] - theirs[each]) < Fraction(1, 400) for each in mine)


@for_pile
def test_with_the_pile_on_c_one_to_four_cards_are_unknown(id_: str) -> None:
    assert set(odds_of(id_).hidden) == {1, 2, 3, 4}


@for_open
def test_with_the_pile_aside_all_five_cards_can_be_unknown(id_: str) -> None:
    assert set(odds_of(id_).hidden) == {1, 2, 3, 4, 5}


@for_pile
def test_with_the_pile_on_c_there_are_always_two_cards_to_choose_from(id_: str) -> None:
    assert min(odds_of(id_).offered) == 2


@for_open
def test_with_the_pile_aside_a_jolly_roger_can_leave_one_card(id_: str) -> None:
    assert 0 < odds_of(id_).offered[1] < Fraction(1, 90)


@for_all
def test_a_b_d_and_e_are_equally_likely_to_be_eligible_and_to_be_played(id_: str) -> None:
    assert len({eligible(id_)[space] for space in PLAIN}) == 1
    assert len({odds_of(id_).played[space] for space in PLAIN}) == 1
    assert len({named(space) for space in PLAIN}) == 1


@for_all
def test_in_the_first_round_a_and_b_are_twice_as_likely_to_be_eligible(id_: str) -> None:
    first = eligible_at_first(id_)
    assert first[Space.A] == first[Space.B] == 2 * first[Space.D] == 2 * first[Space.E]


def test_the_die_names_c_more_often_than_any_other_space() -> None:
    assert named(Space.C) == Fraction(1, 2)
    assert named(Space.A) == Fraction(1, 3)


@for_pile
def test_with_the_pile_on_c_the_other_cards_are_eligible_more_often_than_c(id_: str) -> None:
    assert eligible(id_)[Space.C] < eligible(id_)[Space.A]


@for_open
def test_with_the_pile_aside_c_is_eligible_most_often(id_: str) -> None:
    assert eligible(id_)[Space.C] > eligible(id_)[Space.A]


@for_all
def test_a_face_up_card_is_eligible_more_often_than_a_face_down_one(id_: str) -> None:
    for space in PLAIN:
        chances = eligible_as_it_lies(id_, space)
        assert chances[Facing.UP] == {Fraction(2, 3)}
        assert min(chances[Facing.DOWN]) == Fraction(1, 3)
        assert max(chances[Facing.DOWN]) <= Fraction(2, 5)


def test_eleven_cards_leave_the_hand_in_the_six_rounds_of_the_book() -> None:
    assert sum(len(two_dice.leaving((card,))) for card in SIX_ROUNDS) == 11


def test_a_range_is_met_without_doubles_in_five_of_36_throws_for_each_number_of_it() -> None:
    assert {card: two_dice.granted_odds(card) for card in two_dice.RANGES} == {
        card: Fraction(5 * reach, 36) for card, reach in two_dice.RANGES.items()
    }


def test_doubles_come_one_time_in_six() -> None:
    assert two_dice.doubles_odds() == Fraction(1, 6)


def test_of_two_dice_every_throw_plays_one_card() -> None:
    for card in two_dice.RANGES:
        assert sum(two_dice.played_odds(card).values()) == 1


def test_who_nominates_a_or_e_does_not_get_the_range_more_than_half_the_time() -> None:
    for card in "AE":
        assert 1 - two_dice.granted_odds(card) == Fraction(21, 36)
    assert two_dice.played_odds("A")["A"] == Fraction(19, 36)
    assert two_dice.played_odds("E")["E"] == Fraction(1, 2)


@pytest.mark.parametrize("cards", selection_chart.CHART)
def test_the_selection_chart_picks_each_card_alike(cards: int) -> None:
    assert selection_chart.chances(cards) == dict.fromkeys(range(cards), Fraction(1, cards))


def test_the_selection_chart_never_takes_more_than_one_roll_and_a_half() -> None:
    assert max(map(selection_chart.expected_rolls, selection_chart.CHART)) == Fraction(3, 2)
