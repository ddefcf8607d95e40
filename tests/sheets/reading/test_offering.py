"""Every result ends with a card to play: steps that could leave the player without are refused."""

import pytest

from tests.sheets.reading.sheet_texts import PILE, RESULT, only_mistake, read

OPTION = """
[[variants]]
id = "storm"
title = "Storm"
default = false
source = "variants"
"""
FLIP_A = '{ do = "flip", spaces = ["A"] }'
FLIP_C = '{ do = "flip", spaces = ["C"] }'
OFFER_A = '{ do = "offer", spaces = ["A"], uses = ["any"] }'
OFFER_C = '{ do = "offer", spaces = ["C"], uses = ["any"] }'
OFFER_ALL = '{ do = "offer", spaces = ["A", "B", "C", "D", "E"], uses = ["any"] }'
HOME = '{ do = "home" }'
TURN_UP = '{ do = "turn-up", until = 2 }'


def with_jr(*steps: str) -> str:
    """A sheet whose Jolly Roger has these steps."""
    old = RESULT.format(result="JR")
    lines = ",\n".join(steps)
    new = old[: old.index("steps = [")] + f"steps = [\n{lines}\n]\n"
    return PILE.replace(old, new) + OPTION


def when(then: str, otherwise: str = "") -> str:
    return f'{{ do = "if", variant = "storm", then = [{then}], else = [{otherwise}] }}'


def check(then: str, otherwise: str = "") -> str:
    return (
        f'{{ do = "check", text = "?", low = 1, high = 3, then = [{then}], else = [{otherwise}] }}'
    )


@pytest.mark.parametrize(
    "steps",
    [
        (FLIP_C, OFFER_C),
        (FLIP_A, OFFER_ALL),
        (TURN_UP, OFFER_ALL),
        # What lies between or after does no harm.
        (FLIP_C, '{ do = "uncounted" }', OFFER_C, '{ do = "tell", text = "Go." }'),
        (HOME, FLIP_C, OFFER_C),
        (when(HOME), FLIP_C, OFFER_C),
        # Each way through offers a card of its own, or rolls again.
        (when(f"{FLIP_A}, {OFFER_A}", f"{FLIP_C}, {OFFER_C}"),),
        (FLIP_C, when(OFFER_C, OFFER_ALL)),
        (FLIP_C, check(OFFER_C, '{ do = "again", roll = true }')),
        (FLIP_C, check('{ do = "again", roll = true }'), OFFER_C),
    ],
)
def test_a_result_that_always_offers_a_card_is_read(steps: tuple[str, ...]) -> None:
    read(with_jr(*steps))


@pytest.mark.parametrize(
    "steps",
    [
        # Only the flipped card is sure to be face-up.
        (FLIP_A, OFFER_C),
        (OFFER_ALL,),
        # One card that is turned up anywhere may lie where nothing is offered.
        (TURN_UP, OFFER_A),
        # The other side's card is not mine to play.
        ('{ do = "flip", spaces = ["C"], whose = "other" }', OFFER_C),
        # The later offer takes the sure one away.
        (FLIP_C, OFFER_C, '{ do = "offer", spaces = ["A"], uses = ["any"], only = true }'),
        # One way through offers nothing.
        (FLIP_C, when(OFFER_C)),
        (FLIP_C, check("", OFFER_C)),
        (when(FLIP_C), OFFER_C),
        (
            FLIP_C,
            f'{{ do = "set", name = "n", number = 1 }}, {{ do = "each", name = "n",'
            f" steps = [{OFFER_C}] }}",
        ),
    ],
)
def test_a_result_that_may_offer_nothing_is_refused(steps: tuple[str, ...]) -> None:
    assert "or nothing can be played" in only_mistake(with_jr(*steps))


@pytest.mark.parametrize("late", [FLIP_C, TURN_UP, when(FLIP_A), check("", TURN_UP)])
def test_cards_are_turned_before_they_are_offered(late: str) -> None:
    assert "must come before the offers; move it up" in only_mistake(with_jr(FLIP_C, OFFER_C, late))


def test_a_home_card_is_offered_before_c_is_turned() -> None:
    sentence = only_mistake(with_jr(FLIP_C, HOME, OFFER_C))
    assert "results[1].steps[2].do: must come before C is flipped" in sentence


def test_a_home_card_is_offered_only_where_c_is_turned() -> None:
    assert 'must flip C after "home"' in only_mistake(with_jr(HOME, FLIP_A, OFFER_A))


def test_many_branches_take_no_time_worth_waiting_for() -> None:
    flips = [check(f'{{ do = "flip", spaces = ["{space}"] }}') for space in "ABDE" * 10]
    read(with_jr(*flips, FLIP_C, OFFER_ALL))
