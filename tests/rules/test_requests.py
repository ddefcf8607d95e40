"""Requests as they are written down: nothing is lost, and a die may be numbered anyhow."""

import json
from itertools import permutations
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from cdgdevice.rules import requests
from cdgdevice.rules.card_display import Facing, Place, Side, Space
from cdgdevice.rules.die import DieConversion, DieResult
from cdgdevice.rules.history import drop_cancelled_flips
from cdgdevice.rules.instructions import FlipCards
from cdgdevice.rules.player_actions import BuiltInAction, read_action
from tests.rules.playing import LEFT

names = st.text(min_size=1, max_size=20)
dice = st.one_of(
    st.just(((), None)),
    st.tuples(st.tuples(st.integers(1, 6)), st.none()),
    st.tuples(st.tuples(st.integers(1, 6), st.integers(1, 6)), st.none()),
    st.tuples(st.just(()), st.sampled_from(DieResult)),
)
args = st.dictionaries(
    names.filter(lambda name: name not in ("do", "action")),
    st.one_of(names, st.integers(-99, 99)),
    max_size=3,
)
news = st.builds(
    requests.NewGame,
    names,
    st.one_of(st.none(), st.tuples(st.integers(1, 20), st.integers(1, 20))),
    st.dictionaries(names, st.booleans(), max_size=3).map(
        lambda found: tuple(sorted(found.items()))
    ),
    st.one_of(st.none(), st.integers()),
    names=st.sampled_from([None, ("Romans", "Gauls")]),
)
anything = st.one_of(
    news,
    st.builds(
        lambda side, die: requests.RollDice(side, *die),
        st.one_of(st.none(), st.sampled_from(Side)),
        dice,
    ),
    st.builds(requests.ChooseOption, names),
    st.builds(lambda name, given: read_action(name, given), names, args),
    st.builds(lambda die: requests.CorrectRoll(*die), dice.filter(any)),
    st.just(requests.UndoLast()),
)


@given(anything)
def test_a_request_written_down_reads_back_the_same(
    request: requests.NewGame | requests.Request,
) -> None:
    assert requests.read_request(json.loads(json.dumps(requests.write_request(request)))) == request


@pytest.mark.parametrize(
    "given",
    [
        "Romans",
        ["Romans"],
        ["Gauls", "gauls"],
        ["Romans", ""],
        ["Romans", "Gauls of Gaul!!"],
        ["Romans", "Großgermanien!"],
        ["Romans", "Louÿs"],
        ["Romans", "Κέλτες"],
    ],
)
def test_names_of_sides_that_a_screen_can_t_show_or_tell_apart_are_refused(given: object) -> None:
    with pytest.raises(requests.NotAllowedError, match="two different names"):
        requests.read_request({"do": "new", "sheet": "standard-2018", "names": given})


def test_the_standard_die_shows_a_c_on_1_4_and_5() -> None:
    """The one thing that the Book says in words of its conversion table."""
    numbers = range(1, 7)
    with_c = [
        n
        for n in numbers
        if DieConversion().result(n) in (DieResult.JR, DieResult.ABC, DieResult.CDE)
    ]
    assert with_c == [1, 4, 5]


def test_any_conversion_gives_each_result_one_number() -> None:
    for order in permutations(DieResult):
        conversion = DieConversion(order)
        assert [conversion.number(conversion.result(n)) for n in range(1, 7)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "results",
    [(), tuple(DieResult)[:5], (*tuple(DieResult)[:5], DieResult.JR), (*DieResult, DieResult.AB)],
)
def test_a_conversion_that_is_not_one_to_one_is_refused(results: tuple[DieResult, ...]) -> None:
    with pytest.raises(ValueError, match="each of the six results exactly once"):
        DieConversion(results)


def test_cards_turned_down_and_up_again_by_a_correction_are_left_as_they_lie() -> None:
    a, c, d = Place(Space.A), Place(Space.C), Place(Space.D)
    acts = (FlipCards(LEFT, (c, d), Facing.DOWN), FlipCards(LEFT, (a, c), Facing.UP))
    assert drop_cancelled_flips(acts) == (
        FlipCards(LEFT, (d,), Facing.DOWN),
        FlipCards(LEFT, (a,), Facing.UP),
    )


@pytest.mark.parametrize("kind", get_args(BuiltInAction), ids=lambda kind: kind.__name__)
def test_a_built_in_action_needs_all_its_arguments(kind: type[Struct]) -> None:
    """`read_action` finds the type by their names, in old journals too."""
    assert kind.__struct_defaults__ == ()
