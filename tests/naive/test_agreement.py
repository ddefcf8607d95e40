"""The program and the second reading of the documents agree, wherever a game goes."""

from itertools import product
from random import Random
from typing import Any

import pytest

from cdgdevice.games.sheet_library import load_sheet as shelved
from cdgdevice.games.sheet_library import sheet_ids
from tests.examples import count_examples
from tests.naive.agreeing import Pair, offered, wander
from tests.naive.facts import FACTS

GAMES = 0.08
"""Random games of each sheet, for each example of a property."""
REQUESTS = 150
"""Requests in each."""
STATES = 5.0
"""Different states that a walk looks at, for each sheet and each example of a property."""

OFTEN = {"choose": 20, "roll": 20, "combat-card": 2, "combat-over": 3, "mark": 1.5}
SELDOM = {"end-game": 0.02, "end-turn": 0.2, "hand-size": 0.4}

ASIDE = ("undo", "correct", "end-game")
"""What leads back, or out of the game: the random games do it."""


def any_variants(sheet: str, random: Random) -> dict[str, Any]:
    """Variants switched at random, at most one of a group."""
    chosen: dict[str, Any] = {}
    groups: set[str] = set()
    for variant in shelved(sheet).variants:
        on = random.random() < 0.4 and variant.group not in groups
        chosen[variant.id] = on
        if on and variant.group:
            groups.add(variant.group)
    return chosen


def any_hands(sheet: str, random: Random) -> list[int] | None:
    """Hand sizes that the sheet allows; None where it knows none."""
    hands = shelved(sheet).hands
    if not hands.high:
        return None
    return [random.randint(hands.low, hands.high), random.randint(hands.low, hands.high)]


def walk(pair: Pair, without: tuple[str, ...], states: int) -> int:
    """Take every request from every state, nearest the set-up first; give how many were looked at.

    A state is known by all that the second reading keeps in mind, not only by what is shown.
    """
    known = {mind(pair)}
    waiting = [pair]
    for here in waiting:
        for kind, requests in offered(here).items():
            for request in requests if kind not in without else []:
                there = here.branch()
                there.take(request)
                if mind(there) not in known:
                    known.add(mind(there))
                    waiting.append(there)
                if len(known) == states:
                    return states
    return len(known)


def mind(pair: Pair) -> str:
    """All that the second reading keeps in mind of a game."""
    table = pair.model.table
    return repr({key: table[key] for key in sorted(table) if key not in ("facts", "steps")})


def test_every_sheet_has_been_read_a_second_time() -> None:
    assert set(FACTS) == set(sheet_ids())


@pytest.mark.parametrize("sheet", FACTS)
def test_both_readings_set_up_alike_with_every_variant_and_unequal_hands(sheet: str) -> None:
    hands = shelved(sheet).hands
    sizes = [[hands.low, hands.high], [hands.high, hands.low]] if hands.high else [None]
    for variant in shelved(sheet).variants:
        for on, of in product((True, False), (None, *sizes)):
            Pair(sheet, {variant.id: on}, of)


@pytest.mark.parametrize("sheet", FACTS)
def test_both_readings_agree_on_whatever_can_be_asked_near_the_set_up(sheet: str) -> None:
    assert walk(Pair(sheet), ASIDE, count_examples(STATES)) > 50


@pytest.mark.parametrize("sheet", FACTS)
def test_both_readings_agree_on_every_roll_and_choice_of_the_first_rounds(sheet: str) -> None:
    actions = tuple(kind for kind in FACTS[sheet]["actions"])
    always = ("mark", "hand-size", "range", "combat-card", "combat-over", "end-turn")
    walk(Pair(sheet), (*ASIDE, *always, *actions), count_examples(STATES))


@pytest.mark.parametrize("sheet", FACTS)
def test_both_readings_agree_through_long_games_of_every_variant(sheet: str) -> None:
    for number in range(count_examples(GAMES)):
        random = Random(number)
        options = any_variants(sheet, random) if number else {}
        hands = any_hands(sheet, random) if number % 3 == 2 else None
        wander(Pair(sheet, options, hands), random, REQUESTS, OFTEN | SELDOM)


def seven_face_up_on_the_left() -> Pair:
    """The right side carries a card out, and the left has seven face-up cards of nine."""
    pair = Pair("standard-2018", hands=[12, 1])
    for side, result, card in (("left", "ABC", "C"), ("left", "DE", "E2"), ("right", "AB", "A")):
        pair.take({"do": "roll", "side": side, "result": result})
        pair.take({"do": "choose", "option": card})
        if side == "left":
            pair.take({"do": "choose", "option": "done"})
    pair.take({"do": "act", "action": "random-discard"})
    return pair


def test_both_readings_pick_the_same_card_of_seven_with_whatever_throws() -> None:
    waiting = [seven_face_up_on_the_left()]
    for _ in range(3):
        thrown = [(here, number) for here in waiting for number in range(1, 7)]
        waiting = []
        for here, number in thrown:
            there = here.branch()
            there.take({"do": "roll", "die": number})
            if there.said["stage"] == "dice":
                waiting.append(there)
    assert len(waiting) == 6  # 6 * 6 * 6 = 30 * 7 + 6: those few are thrown for once more
