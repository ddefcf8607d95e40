"""A sheet in words: nothing of it goes unsaid, and every line fits a terminal."""

import re
import types
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules import steps
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.card_steps import CardUse, FlipSpaces, Offer
from cdgdevice.rules.guided.list_steps import AnyKept, AtMostKept
from cdgdevice.rules.requests import NotAllowedError
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.sheet_entries import Reminder
from cdgdevice.rules.steps import (
    Answer,
    AnyPicked,
    Between,
    Check,
    Decide,
    If,
    Say,
    Step,
    VariantOn,
    walk_steps,
)
from cdgdevice.sheet_tools.look_up import list_terms, look_up_term
from cdgdevice.sheet_tools.sheet_words import entry_words, sheet_lines
from cdgdevice.sheet_tools.step_words import step_lines

KINDS = get_args(Step)
STANDARD = load_sheet("standard-2018")


def sample_of(hint: Any, number: int) -> Any:
    """Some value of a type, from 0 on."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        if number % 2 and type(None) in args:
            return None
        kinds = [each for each in args if each is not type(None)]
        return sample_of(kinds[number % len(kinds)], number)
    if origin is tuple:
        if args[0] == Step:
            return (Say("Do it."),) if number % 3 else ()
        return (sample_of(args[0], number),)
    if hint is Answer:
        return Answer("yes", "Yes", (Say("Do it."),))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return list(hint)[number % len(hint)]
    if isinstance(hint, type) and issubclass(hint, Struct):
        return sample_struct(hint, number)
    return {int: number + 1, bool: bool(number % 2), str: "Words"}[hint]


def sample_struct(kind: Any, number: int) -> Any:
    hints = get_type_hints(kind, None, vars(steps))
    return kind(**{name: sample_of(hints[name], number) for name in kind.__struct_fields__})


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_step_has_words(kind: type[Any]) -> None:
    for number in range(6):
        for line in step_lines((sample_struct(kind, number), Say("After it.")), STANDARD):
            assert line.strip()
            assert line.strip()[0].isupper() or line.strip()[0].isdigit(), line
            assert line[-1] in ".:)", line


def test_what_steps_hold_stands_below_them() -> None:
    steps = (
        Check("Roll for surrender", Between(1, 2), (Say("It falls."),), (Say("It holds."),)),
        If(VariantOn("own-decks"), (), (Say("Shuffle."),)),
        Decide("Who?", (Answer("a", "Rome", (Say("Rome's."),)),)),
    )
    assert step_lines(steps, STANDARD) == (
        "Roll for surrender.",
        "On 1 to 2:",
        "  It falls.",
        "Otherwise:",
        "  It holds.",
        'Without "A deck for each side":',
        "  Shuffle.",
        "Who?",
        "Rome:",
        "  Rome's.",
    )


def test_a_guided_list_is_told_as_one_would_tell_a_player() -> None:
    game = load_sheet("last-crusade")
    told = step_lines(game.list_steps("launch-checks"), game)
    assert told[:5] == (
        "For each of the fighters, number {n}:",
        "  Fighter {n} launches?",
        "  On aggression or less:",
        "    Fighter {n} passes.",
        "  Otherwise:",
    )
    columns = step_lines(game.list_steps("order-and-columns"), game)
    assert columns[:2] == (
        "There are 3 columns.",
        "Do this: Order and checks. All its dice are rolled together.",
    )
    columns = step_lines(game.list_steps("order-checks"), game)
    aggressive = "Column {n} {order}: aggressive?"
    assert f"  {aggressive} (On aggression or less one more is advancing.)" in columns


def test_a_list_that_others_run_is_named_where_it_runs_and_told_once() -> None:
    lines = sheet_lines(load_sheet("last-crusade"))
    assert "Do this: Refit." in map(str.strip, lines)
    assert lines.count("Refit: Reinforcement Phase") == 1


def test_a_result_is_told_as_a_player_would() -> None:
    found = STANDARD.outcomes
    told = {result.value: step_lines(outcome.steps, STANDARD) for result, outcome in found.items()}
    assert told["AB"] == ("Flip A and B.", "Play A or B for anything.")
    assert step_lines((FlipSpaces(()), Offer((), (CardUse.EVENT,))), STANDARD), "nothing breaks it"


def test_an_empty_branch_goes_unsaid() -> None:
    steps = (
        Check("Roll", Between(1, 2), (), (Say("It holds."),)),
        Check("Roll again", Between(6, 6)),
        Check("Launch?", AtMostKept("level"), (), (Say("It stays."),)),
        If(AnyPicked(picked=True), (), (Say("None."),)),
        If(AnyKept("guns"), (), (Say("Silence."),)),
    )
    assert step_lines(steps, STANDARD) == (
        "Roll.",
        "Not on 1 to 2:",
        "  It holds.",
        "Roll again.",
        "Launch?",
        "Above level:",
        "  It stays.",
        "If no card is picked:",
        "  None.",
        "If no guns:",
        "  Silence.",
    )


def test_a_reminder_is_told_with_its_moment() -> None:
    reminders = (
        Reminder("Weather.", None, 0, (1, 99), False, None, None),
        Reminder("Scoring.", Side.RIGHT, 4, (4, 10), True, Side.LEFT, "score"),
        Reminder("Victory?", None, None, (10, 10), False, None, None),
        Reminder("Late.", None, None, (3, 99), False, None, None),
        Reminder("Home.", None, None, (2, 2), False, None, None, STANDARD.instead[0].id),
    )
    turn = replace(STANDARD.turn, rounds=1, reminders=reminders)
    told = " ".join(" ".join(sheet_lines(replace(STANDARD, turn=turn))).split())
    assert "A turn has 1 round a side." in told
    assert "As the turn begins: Weather." in told
    assert (
        "Right side, before round 4, in even turns 4 to 10, while Left side's row is open by the "
        "other, once a turn: Scoring."
    ) in told
    assert "At the turn's end, in turn 10: Victory?" in told
    assert "At the turn's end, from turn 3 on: Late." in told
    assert f'At the turn\'s end, in turn 2, unless "{STANDARD.instead[0].title}" was used' in told


def test_what_is_named_is_named_by_its_title() -> None:
    five = "\n".join(sheet_lines(load_sheet("twilight-struggle-five-card")))
    assert "China Card is the other side's, to play from now on." in five
    assert "with a card that may be played for anything, unless" in " ".join(five.split())
    assert "Left: USSR. Right: US. First: USSR." in five
    tournament = " ".join(" ".join(sheet_lines(load_sheet("washingtons-war-2018"))).split())
    assert 'with "Tournament rule"' in tournament


@pytest.fixture(params=sheet_ids())
def any_sheet(request: pytest.FixtureRequest) -> Sheet:
    return load_sheet(request.param)


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


def test_no_bare_id_stands_in_a_sentence(any_sheet: Sheet) -> None:
    told = " ".join(" ".join(sheet_lines(any_sheet)[3:]).split())
    ids = [entry.id for entry in (*any_sheet.variants, *any_sheet.beside)]
    for id_ in (id_ for id_ in ids if "-" in id_):
        # Where an entry is told itself, its id stands beside its title.
        prose = re.sub(rf"\({id_}\)|{id_} \((on|off)", "", told)
        assert not re.search(rf"(?<![\w-]){id_}(?![\w-])", prose), id_


def test_every_step_of_every_way_is_told(any_sheet: Sheet) -> None:
    for way in any_sheet.instead:
        told = entry_words(way, any_sheet)
        assert len(told) > sum(isinstance(step, Say) for step in walk_steps(way.steps))
    for action in any_sheet.actions:
        told = entry_words(action, any_sheet)
        for step in walk_steps(action.steps):
            if isinstance(step, Say):
                assert any(step.text.rstrip(".") in line for line in told)


def test_a_sheet_that_explains_no_word_says_so_and_sends_nobody_to_a_list() -> None:
    bare = replace(STANDARD, terms=())
    assert list_terms(bare) == "No word of this game is explained here."
    with pytest.raises(NotAllowedError, match=r'^"halving" is not explained here\.$'):
        look_up_term(bare, "halving")
