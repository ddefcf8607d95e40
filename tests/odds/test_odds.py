"""The odds of every sheet with a Method die, against the engine itself."""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from typing import TypeVar

import pytest
from msgspec.structs import replace

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.odds.odds import NoOddsError, list_all_lines, set_up_without_variants, work_out_odds
from cdgdevice.rules.card_display import Display, Facing, Space
from cdgdevice.rules.card_steps import (
    CardUse,
    FlipSpaces,
    HomeCard,
    Offer,
    OfferBeside,
    TurnUp,
    Whose,
)
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.guided.list_steps import RunList
from cdgdevice.rules.sheet import GuidedList, Outcome
from cdgdevice.rules.sheet_entries import SheetFamily
from cdgdevice.rules.steps import Again, Decide, If, Say, Step, VariantOn
from tests.odds.method_die_claims import lines_of, odds_of, with_method_die
from tests.odds.through_the_engine import SIDE, Round, begun, rounds

K = TypeVar("K")

SHEETS = tuple(id_ for ids in with_method_die().values() for id_ in ids)


@cache
def played_out(id_: str) -> dict[Display, tuple[Round, ...]]:
    """Every round from every facing that comes up when the engine plays."""
    found: dict[Display, tuple[Round, ...]] = {}
    waiting = [begun(load_sheet(id_)).now.seats[SIDE].display]
    while waiting:
        display = waiting.pop()
        if display not in found:
            found[display] = tuple(rounds(begun(load_sheet(id_), display)))
            waiting.extend(taken.display for taken in found[display])
    return found


def settled(ways: dict[Display, tuple[Round, ...]]) -> dict[Display, float]:
    """The share of each facing, by letting the chances flow until nothing changes any more."""
    step: dict[Display, dict[Display, float]] = {}
    for display, taken in ways.items():
        step[display] = defaultdict(float)
        for one in taken:
            step[display][one.display] += float(one.chance)
    shares = dict.fromkeys(ways, 1 / len(ways))
    for _ in range(400):
        flowing: dict[Display, float] = defaultdict(float)
        for display, share in shares.items():
            for after, chance in step[display].items():
                flowing[after] += share * chance
        shares = flowing
    return shares


@pytest.mark.parametrize("id_", SHEETS)
def test_every_line_is_one_that_the_engine_plays(id_: str) -> None:
    ways = lines_of(id_)
    assert ways.keys() == played_out(id_).keys()
    for display, leading in ways.items():
        told = {
            (x.result.value, tuple(map(str, x.turned)), str(x.played)): (
                x.offered,
                x.chance,
                x.after,
            )
            for x in leading
        }
        assert len(told) == len(leading)
        assert told == {
            one.name: (len(one.offered), one.chance, one.display)
            for one in played_out(id_)[display]
        }


@pytest.mark.parametrize("id_", SHEETS)
def test_the_odds_are_those_of_the_engine_played_on_and_on(id_: str) -> None:
    ways = played_out(id_)
    hidden: dict[int, float] = defaultdict(float)
    offered: dict[int, float] = defaultdict(float)
    played: dict[Space, float] = defaultdict(float)
    for display, share in settled(ways).items():
        hidden[len(display.places_facing(Facing.DOWN))] += share
        for one in ways[display]:
            offered[len(one.offered)] += share * float(one.chance)
            played[Space(one.name[2])] += share * float(one.chance)
    told = odds_of(id_)
    assert told.states == len(ways)
    assert told.hidden == pytest.approx(without_nothing(hidden), abs=1e-9)
    assert told.offered == pytest.approx(without_nothing(offered), abs=1e-9)
    assert told.played == pytest.approx(without_nothing(played), abs=1e-9)


def without_nothing(shares: dict[K, float]) -> dict[K, float]:
    """What has a share at all: what is left for ever has hardly any after so many rounds."""
    return {key: share for key, share in shares.items() if share > 1e-12}


@pytest.mark.parametrize("id_", SHEETS)
def test_each_table_adds_up_to_one_exactly(id_: str) -> None:
    told = odds_of(id_)
    for table in (told.hidden, told.offered, told.played):
        assert sum(table.values()) == 1
        assert all(share > 0 for share in table.values())


@pytest.mark.parametrize("id_", SHEETS)
def test_each_result_has_one_sixth_of_the_lines_from_any_facing(id_: str) -> None:
    for leading in lines_of(id_).values():
        by_result: dict[DieResult, Fraction] = defaultdict(Fraction)
        for line in leading:
            by_result[line.result] += line.chance
        assert by_result == dict.fromkeys(DieResult, Fraction(1, 6))


def test_the_standard_method_has_these_odds_to_the_last_digit() -> None:
    told = work_out_odds(load_sheet("standard-2018"))
    assert told.states == 15
    assert told.hidden == {
        1: Fraction(7, 46),
        2: Fraction(9, 23),
        3: Fraction(15, 46),
        4: Fraction(3, 23),
    }
    assert told.played[Space.C] == Fraction(653, 3312)
    assert told.played[Space.A] == Fraction(2659, 13248)


@pytest.mark.parametrize(
    "family", [family for family in SheetFamily if not family.rolls_method_die]
)
def test_a_sheet_without_a_method_die_has_no_odds_and_says_so(family: SheetFamily) -> None:
    other = replace(load_sheet("standard-2018"), family=family, outcomes={})
    with pytest.raises(NoOddsError, match=r"^[^\n]+ has no odds of this kind: [^\n]+\.$"):
        work_out_odds(other)


def test_a_step_under_a_variant_counts_as_the_sheet_has_the_variant() -> None:
    plain = load_sheet("standard-2018")
    variant = replace(plain.variants[0], id="wide", default=False)
    flips = FlipSpaces(tuple(Space))
    outcome = plain.outcomes[DieResult.AB]
    steps = (If(VariantOn("wide"), (flips,), ()), *outcome.steps)
    outcomes = {**plain.outcomes, DieResult.AB: Outcome(steps, outcome.source)}
    off = replace(plain, variants=(variant,), outcomes=outcomes)
    on = replace(off, variants=(replace(variant, default=True),))
    assert work_out_odds(off) == work_out_odds(plain)
    assert work_out_odds(on) != work_out_odds(plain)


def test_an_offer_of_nothing_else_takes_back_what_was_on_offer() -> None:
    plain = load_sheet("standard-2018")
    outcome = plain.outcomes[DieResult.AB]
    before = Offer(tuple(Space), (CardUse.EVENT,))
    *flips, offer = outcome.steps
    assert isinstance(offer, Offer)

    def odds_with(*steps: Step) -> object:
        outcomes = {**plain.outcomes, DieResult.AB: Outcome((*flips, *steps), outcome.source)}
        return work_out_odds(replace(plain, outcomes=outcomes))

    only = replace(offer, only=True)
    assert odds_with(before, only) == work_out_odds(plain) != odds_with(before, offer)


def test_a_list_that_a_result_runs_counts_as_its_steps() -> None:
    plain = load_sheet("standard-2018")
    outcome = plain.outcomes[DieResult.AB]
    lists = (GuidedList("ab", "A or B", "Here", outcome.steps),)
    outcomes = {**plain.outcomes, DieResult.AB: Outcome((RunList("ab"),), outcome.source)}
    assert work_out_odds(replace(plain, outcomes=outcomes, lists=lists)) == work_out_odds(plain)


def test_every_card_that_is_turned_up_by_choice_is_as_likely_as_any_other() -> None:
    plain = load_sheet("standard-2018")
    offer = Offer(tuple(Space), (CardUse.EVENT,))
    outcomes = {**plain.outcomes, DieResult.EVENT: Outcome((TurnUp(4), offer), "Here")}
    found = replace(plain, outcomes=outcomes)
    lines = [
        line
        for line in list_all_lines(found)[set_up_without_variants(found)]
        if line.result is DieResult.EVENT
    ]
    assert {line.turned for line in lines} == {
        (first, second)
        for first in set_up_without_variants(found).places_facing(Facing.DOWN)
        for second in set_up_without_variants(found).places_facing(Facing.DOWN)
        if first != second
    }
    assert {line.chance for line in lines} == {Fraction(1, 6 * 6 * 4)}
    assert {line.offered for line in lines} == {4}


def test_a_result_that_a_further_die_or_decision_goes_on_from_has_no_odds_and_says_so() -> None:
    plain = load_sheet("standard-2018")
    outcome = plain.outcomes[DieResult.DE]
    for step in (Again(roll=True), Decide("Which?", ()), FlipSpaces((Space.A,), Whose.OTHER)):
        outcomes = {**plain.outcomes, DieResult.DE: Outcome((*outcome.steps, step), outcome.source)}
        with pytest.raises(NoOddsError, match=r"^[^\n]+ decides what its result DE plays\.$"):
            work_out_odds(replace(plain, outcomes=outcomes))


def test_what_is_only_told_or_lies_beside_the_display_changes_no_odds() -> None:
    plain = load_sheet("standard-2018")
    outcomes = {
        result: Outcome((HomeCard(), Say("Sing."), *outcome.steps, OfferBeside("x")), "Here")
        for result, outcome in plain.outcomes.items()
    }
    assert work_out_odds(replace(plain, outcomes=outcomes)) == work_out_odds(plain)
