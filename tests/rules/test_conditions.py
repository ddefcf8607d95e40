"""The closed set of conditions: what ways and actions of sheets may ask for."""

import pytest

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules import conditions
from cdgdevice.rules.conditions import OF_ACTIONS, OF_WAYS, OnceAGame
from cdgdevice.rules.sheet import Condition, find_condition
from tests.rules.playing import actions
from tests.rules.small_sheets import action, played, small

PLAYS = (("AB", "A"), ("EVENT", "A"))
"""A card for any purpose, and one for its event only."""


def test_every_condition_can_be_written_in_a_way_or_an_action() -> None:
    every = {kind for kind in vars(conditions).values() if hasattr(kind, "holds")} - {Condition}
    assert {*OF_WAYS, *OF_ACTIONS} == every


def test_no_two_conditions_of_a_table_have_the_same_key() -> None:
    for kinds in (OF_WAYS, OF_ACTIONS):
        keys = [kind.key for kind in kinds]
        assert sorted(set(keys)) == sorted(keys)


def test_an_entry_has_its_conditions_in_the_order_in_which_they_are_told() -> None:
    sheets = [load_sheet(each) for each in sheet_ids()]
    told = [(way, OF_WAYS) for sheet in sheets for way in sheet.instead]
    told += [(action, OF_ACTIONS) for sheet in sheets for action in sheet.actions]
    for entry, kinds in told:
        places = [kinds.index(type(condition)) for condition in entry.conditions]
        assert places == sorted(set(places))


def test_what_is_had_once_a_game_is_noted_by_the_entry_s_own_id() -> None:
    for each in sheet_ids():
        sheet = load_sheet(each)
        for entry in (*sheet.instead, *sheet.actions):
            once = find_condition(entry, OnceAGame)
            assert once is None or once.entry == entry.id


@pytest.mark.parametrize(
    ("use", "offered"),
    [
        ('"event"', [False, True]),
        ('["event", "any"]', [True, True]),
        ('["any", "lowest-ops"]', [True, False]),
    ],
)
def test_an_action_for_an_event_is_offered_for_a_full_card_only_where_it_names_that(
    use: str, offered: list[bool]
) -> None:
    of = small("pile", action('{ do = "uncounted" }', use=use))
    full, event = (played(of, f"roll {result}", f"choose {card}") for result, card in PLAYS)
    assert ["act" in actions(full), "act" in actions(event)] == offered
