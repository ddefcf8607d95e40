"""A sheet in words: nothing of it goes unsaid, and every line fits a terminal."""

import types
from dataclasses import fields
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from cdgdevice.method import steps as vocabulary
from cdgdevice.method.holding import deep
from cdgdevice.method.sheet import Sheet
from cdgdevice.method.steps import Check, Decide, FlipSpaces, IfVariant, Offer, Say, Step
from cdgdevice.method.terms import Use
from cdgdevice.table.shelf import sheet, sheet_ids
from cdgdevice.workshop.sheet_words import sheet_lines
from cdgdevice.workshop.step_words import step_lines
from cdgdevice.workshop.way_words import action_words, instead_words

KINDS = get_args(Step)


def sample_of(hint: Any, number: int) -> Any:
    """Some value of a type, from 0 on."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return None if number % 2 and type(None) in args else sample_of(args[0], number)
    if origin is tuple:
        if args[0] == Step:
            return (Say("Do it."),) if number % 3 else ()
        return (sample_of(args[0], number),)
    if hint is vocabulary.Answer:
        return vocabulary.Answer("yes", "Yes", (Say("Do it."),))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return list(hint)[number % len(hint)]
    return {int: number + 1, bool: bool(number % 2), str: "Words"}[hint]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_step_has_words(kind: type[Any]) -> None:
    hints = get_type_hints(kind, vars(vocabulary))
    for number in range(6):
        values = {each.name: sample_of(hints[each.name], number) for each in fields(kind)}
        for line in step_lines((kind(**values), Say("After it."))):
            assert line.strip()
            assert line.strip()[0].isupper() or line.strip()[0].isdigit(), line
            assert line[-1] in ".:)", line


def test_what_steps_hold_stands_below_them() -> None:
    steps = (
        Check("Roll for surrender", 1, 2, (Say("It falls."),), (Say("It holds."),)),
        IfVariant("own-decks", (), (Say("Shuffle."),)),
        Decide("Who?", (vocabulary.Answer("a", "Rome", (Say("Rome's."),)),)),
    )
    assert step_lines(steps) == (
        "Roll for surrender.",
        "On 1 to 2:",
        "  It falls.",
        "Otherwise:",
        "  It holds.",
        "With own-decks: nothing.",
        "Otherwise:",
        "  Shuffle.",
        "Who?",
        "Rome:",
        "  Rome's.",
    )


def test_a_result_is_told_as_a_player_would() -> None:
    found = sheet("standard-2018").outcomes
    told = {result.value: step_lines(outcome.steps) for result, outcome in found.items()}
    assert told["AB"] == ("Flip A and B.", "Play A or B for anything.")
    assert step_lines((FlipSpaces(()), Offer((), (Use.EVENT,)))), "nothing breaks it"


@pytest.fixture(params=sheet_ids())
def any_sheet(request: pytest.FixtureRequest) -> Sheet:
    return sheet(request.param)


def test_every_sheet_is_told_in_80_columns(any_sheet: Sheet) -> None:
    lines = [line for told in sheet_lines(any_sheet) for line in told.split("\n")]
    assert max(map(len, lines)) <= 80


def test_everything_that_can_be_asked_for_by_name_is_told(any_sheet: Sheet) -> None:
    told = " ".join(" ".join(sheet_lines(any_sheet)).split())
    names = [any_sheet.id, any_sheet.title, *any_sheet.sides.values()]
    names += [each.id for each in (*any_sheet.variants, *any_sheet.instead, *any_sheet.actions)]
    names += [f"{result.value}: " for result in any_sheet.outcomes]
    names += [each.title for each in (*any_sheet.variants, *any_sheet.instead, *any_sheet.actions)]
    assert [name for name in names if name not in told] == []
    assert f"{len(any_sheet.notes)} notes" in told or not any_sheet.notes


def test_every_step_of_every_way_is_told(any_sheet: Sheet) -> None:
    for way in any_sheet.instead:
        told = instead_words(way, any_sheet)
        assert len(told) > sum(isinstance(step, Say) for step in deep(way.steps))
    for action in any_sheet.actions:
        told = action_words(action, any_sheet)
        for step in deep(action.steps):
            if isinstance(step, Say):
                assert any(step.text.rstrip(".") in line for line in told)
