"""What no game can come to is told by name; it is no mistake, so the sheet is read."""

import pytest

from cdgdevice.sheets.reading.sheet_checks import find_unreachable
from tests.sheets.reading.sheet_texts import (
    CHECKS,
    PILE,
    ROW_FAMILY,
    UNCOUNTED,
    action,
    entry,
    read,
    variant,
)

STEP = '{ do = "tell", text = "Go." }'


def with_turn(text: str, *keys: str) -> str:
    return text.replace('source = "turn"', ", ".join(['source = "turn"', *keys]), 1)


def reminder(*keys: str) -> str:
    return "reminders = [{ " + ", ".join(['text = "Score."', *keys]) + " }]"


@pytest.mark.parametrize(
    ("text", "name", "why"),
    [
        (PILE + action(STEP, 'result = "JR"', 'when = ["ready"]'), 'actions "one"', "a result"),
        (ROW_FAMILY + action(STEP, 'result = "JR"'), 'actions "one"', "no such result"),
        (CHECKS + action(STEP, 'when = ["choose"]'), 'actions "one"', "no card is chosen"),
        (
            PILE + action(STEP, 'when = ["choose"]', "offered = true", 'card = "down"'),
            'actions "one"',
            "those are face-up",
        ),
        (
            PILE + action(STEP, "first-round = true", 'when = ["turn-end"]'),
            'actions "one"',
            "the first round is over",
        ),
        (
            with_turn(PILE, "last = 9") + action(STEP, "turns = [10, 12]"),
            'actions "one"',
            "the last turn is 9",
        ),
        (
            with_turn(PILE, "last = 9") + entry("instead", "turns = [10, 12]"),
            'instead "two"',
            "the last turn is 9",
        ),
        (PILE.replace("low = 4", "low = 4\nby-turn = [5]"), "hands.default", "begins with 5"),
        (UNCOUNTED + entry("instead", "last-chit = true"), 'instead "two"', "counts no chits"),
        (ROW_FAMILY + entry("instead", "fallback = true"), 'instead "two"', "no result offers"),
        (PILE + variant(), 'variants "storm"', "no entry of the sheet uses it"),
        (PILE + variant('group = "war"'), 'variants "storm"', "no entry of the sheet uses it"),
        (PILE + entry("beside"), 'beside "two"', 'no "offer-beside" offers it'),
        (ROW_FAMILY + entry("beside"), 'beside "two"', 'no "offer-beside" offers it'),
        (
            with_turn(PILE, "last = 9", reminder("turns = [10, 12]")),
            "turn.reminders[1]",
            "the last turn is 9",
        ),
        (
            with_turn(PILE, "rounds = 6", reminder("round = 7", 'side = "left"')),
            "turn.reminders[1]",
            "a turn has 6 rounds",
        ),
        (
            with_turn(PILE, reminder("turns = [3, 3]", "even = true")),
            "turn.reminders[1]",
            "turn 3 is not even",
        ),
        (
            with_turn(PILE, reminder('if-open = "left"')),
            "turn.reminders[1]",
            'no step is "open-row"',
        ),
        (with_turn(UNCOUNTED, 'discard = "any"'), "turn.discard", "counts no chits"),
        (
            PILE + action('{ do = "again" }, { do = "uncounted" }'),
            'actions "one"',
            'after "again"',
        ),
        (
            PILE + action(f'{{ do="check", text="?", low=1, high=6, else=[{STEP}] }}'),
            'actions "one"',
            "any number is from 1 to 6",
        ),
        (
            PILE
            + variant()
            + action(
                '{ do = "if", variant = "storm", then = ['
                f'{{ do = "again", roll = true }}, {STEP}] }}'
            ),
            'actions "one"',
            'after "again"',
        ),
    ],
)
def test_what_can_never_come_to_pass_is_told(text: str, name: str, why: str) -> None:
    (sentence,) = find_unreachable(read(text))
    assert sentence.startswith(name)
    assert why in sentence
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    "text",
    [
        PILE,
        CHECKS,
        ROW_FAMILY,
        PILE + action(STEP, 'result = "JR"', 'when = ["ready", "choose"]'),
        PILE + variant() + entry("instead", 'variant = "storm"'),
        PILE + variant() + action(STEP, 'variant = "storm"'),
        PILE + variant() + action(f'{{ do = "if", variant = "storm", then = [{STEP}] }}'),
        PILE + variant("hands = [6, 5]"),
        PILE + variant('face-up = { left = ["C"] }'),
        # What the others of a group differ from.
        PILE + variant('group = "war"').replace("default = false", "default = true"),
        PILE + '[doubled-spaces]\nwhen = "option"\nsource = "#8"\n',
        ROW_FAMILY + entry("beside", "target = 4"),
        PILE + entry("beside") + action('{ do = "offer-beside", card = "two" }'),
        with_turn(PILE, "last = 9", "rounds = 6", reminder("turns = [9, 9]")),
        with_turn(PILE, "rounds = 6", reminder("round = 6", 'side = "left"')),
        with_turn(ROW_FAMILY, reminder('if-open = "left"')) + action('{ do = "open-row" }'),
    ],
)
def test_what_can_come_to_pass_is_not_told(text: str) -> None:
    assert find_unreachable(read(text)) == ()
