"""Entries of a sheet: what is written is what is read, and what is left out has its default."""

from functools import partial

from cdgdevice.rules import conditions
from cdgdevice.rules import sheet_entries as entries
from cdgdevice.rules.card_display import Mark, Side, Space
from cdgdevice.rules.card_steps import CardUse, PickableCards, Uncounted
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.guided.list_steps import GoOn
from cdgdevice.rules.sheet import Alternative, RowRules, SheetAction, TurnRules
from cdgdevice.rules.steps import Headlines
from tests.sheets.reading.sheet_texts import (
    CHECKS,
    OPEN,
    PILE,
    ROW_FAMILY,
    action,
    entry,
    read,
    variant,
)


def test_hands_are_counted_unless_a_sheet_says_otherwise() -> None:
    plain = read(PILE).hands
    assert plain == entries.HandRules(
        (7, 7), 4, 8, vary=False, source="hands", counted=True, by_turn=()
    )
    varying = PILE.replace("low = 4", "low = 4\nvary = true\ncounted = false\nby-turn = [4, 5]")
    assert read(varying).hands == entries.HandRules(
        (7, 7), 4, 8, vary=True, source="hands", counted=False, by_turn=(4, 5)
    )


def test_without_hands_no_size_is_known_and_nothing_is_counted() -> None:
    assert read(CHECKS).hands == entries.HandRules(
        (0, 0), 0, 0, vary=False, source="", counted=False
    )


def test_a_guided_list_needs_no_display() -> None:
    sheet = read(CHECKS)
    assert (sheet.family, sheet.face_up, sheet.outcomes) == (entries.SheetFamily.CHECKS, (), {})
    assert sheet.instead[0].steps == (GoOn("Move the enemy."),)


def test_a_turn_is_read_with_its_reminders() -> None:
    text = ROW_FAMILY.replace(
        'turn = { first = "left", source = "turn" }',
        """
[turn]
first = "right"
rounds = 6
discard = "any"
source = "turn"
last = 10
fresh-every = 3
begins = [{ do = "headlines" }]

[[turn.reminders]]
text = "Shuffle."
round = 0
even = true

[[turn.reminders]]
text = "Turn up a scoring card."
side = "left"
round = 5
turns = [4, 10]
if-open = "right"
once = "scoring-card"

[[turn.reminders]]
text = "Score."
""",
    )
    assert read(text).turn == TurnRules(
        Side.RIGHT,
        6,
        entries.TurnEndDiscard.ANY,
        "turn",
        last=10,
        fresh_every=3,
        begins=(Headlines(),),
        reminders=(
            entries.Reminder("Shuffle.", None, 0, (1, 99), True, None, None),
            entries.Reminder(
                "Turn up a scoring card.", Side.LEFT, 5, (4, 10), False, Side.RIGHT, "scoring-card"
            ),
            entries.Reminder("Score.", None, None, (1, 99), False, None, None),
        ),
    )


def test_a_variant_is_read_with_all_that_it_changes() -> None:
    text = OPEN + variant(
        'group = "scenario"',
        "hands = [6, 5]",
        'face-up = { left = ["C"] }',
        'sides = { right = "Rome" }',
        'doubled = { side = "left", spaces = ["A", "D"], once = ["D"] }',
    )
    assert read(text).variants == (
        entries.Variant(
            "storm",
            "Two",
            False,
            "rule",
            group="scenario",
            face_up={Side.LEFT: (Space.C,)},
            names={Side.RIGHT: "Rome"},
            hands=(6, 5),
            doubling=entries.FixedDoubling(Side.LEFT, (Space.A, Space.D), (Space.D,)),
        ),
    )


def test_doubled_spaces_are_a_variant_that_a_rule_switches_on() -> None:
    table = '[doubled-spaces]\nwhen = "{when}"\nsource = "#8"\n'
    on = {when: read(OPEN + table.format(when=when)).variants for when in ("rule", "option")}
    doubled = partial(entries.Variant, "doubled-spaces", "Doubled spaces", source="#8", more=True)
    text = "he side with more cards has two in some spaces."
    assert on["rule"] == (doubled(default=True, text=f"By the rules, t{text}"),)
    assert on["option"] == (doubled(default=False, text=f"T{text}"),)


def test_a_way_to_take_the_round_is_nothing_more_than_it_says() -> None:
    plain = Alternative("two", "Two", "rule")
    assert read(PILE + entry("instead")).instead == (plain,)


def test_a_way_to_take_the_round_is_read_whole() -> None:
    flags = (
        "first-round",
        "begins-turn",
        "must",
        "counts",
        "once",
        "after-roll",
        "last-chit",
        "ends-turn",
    )
    text = (
        PILE
        + variant()
        + entry(
            "instead",
            *(f"{flag} = true" for flag in (*flags, "on-map", "fallback")),
            'out-of-cards = "must"',
            'variant = "storm"',
            'side = "right"',
            "turns = [1, 2]",
            'plays = "A"',
            'steps = [{ do = "uncounted" }]',
            "pile-gone = true",
            "at-most = 4",
            "at-least = 1",
        )
    )
    assert read(text).instead == (
        Alternative(
            "two",
            "Two",
            "rule",
            on_map=True,
            out_of_cards=entries.WhenOutOfCards.MUST,
            side=Side.RIGHT,
            plays=Space.A,
            is_compulsory=True,
            counts=True,
            after_roll=True,
            ends_turn=True,
            fallback=True,
            steps=(Uncounted(),),
            conditions=(
                conditions.WithVariant("storm"),
                conditions.InTurns((1, 2)),
                conditions.InFirstRound(),
                conditions.BeginsTurn(),
                conditions.PileGone(),
                conditions.AtMostCards(4),
                conditions.AtLeastCards(1),
                conditions.LastChit(),
                conditions.OnceAGame("two"),
            ),
        ),
    )


def test_an_action_is_the_active_side_s_and_needs_nothing_unless_it_says_so() -> None:
    assert read(PILE + action('{ do = "uncounted" }')).actions == (
        SheetAction(
            "one",
            "One",
            (entries.ActionMoment.PLAY,),
            (Uncounted(),),
            "card",
            who=entries.ActionSide.ACTIVE,
        ),
    )


def test_an_action_is_read_whole() -> None:
    text = action(
        '{ do = "uncounted" }',
        'when = ["choose", "play"]',
        'who = "either"',
        'side = "left"',
        'card = "up-first"',
        "offered = true",
        "needs-chit = true",
        'variant = "storm"',
        'result = "JR"',
        "turns = [1, 3]",
        "first-round = true",
        "chit-left = true",
        "once = true",
        "all-up = true",
        'use = "event"',
        "other-chit = true",
        "other-played = true",
        "rolled = true",
        "revealed = true",
        'under-way = "card"',
        "pile-gone = true",
        "once-a-round = true",
    )
    assert read(PILE + variant() + text).actions == (
        SheetAction(
            "one",
            "One",
            (entries.ActionMoment.CHOOSE, entries.ActionMoment.PLAY),
            (Uncounted(),),
            "card",
            who=entries.ActionSide.EITHER,
            only=Side.LEFT,
            card=PickableCards.UP_FIRST,
            offered=True,
            revealed=True,
            conditions=(
                conditions.WithVariant("storm"),
                conditions.InTurns((1, 3)),
                conditions.BeforeAnyRound(),
                conditions.AfterResult(DieResult.JR),
                conditions.ChitToSpare(),
                conditions.ChitLeft(),
                conditions.AllUp(),
                conditions.PlayedFor((CardUse.EVENT,)),
                conditions.OtherChitLeft(),
                conditions.OtherHasPlayed(),
                conditions.RolledFor(),
                conditions.WhileUnderWay(entries.PlayUnderWay.CARD),
                conditions.PileGone(),
                conditions.OnceARound("one"),
                conditions.OnceAGame("one"),
            ),
        ),
    )


def test_what_a_card_must_be_played_for_is_one_use_or_an_array_of_them() -> None:
    (listed,) = read(PILE + action('{ do = "uncounted" }', 'use = ["event", "any"]')).actions
    assert listed.conditions == (conditions.PlayedFor((CardUse.EVENT, CardUse.ANY)),)


def test_a_card_set_aside_and_what_takes_the_place_of_combat_cards_are_read() -> None:
    text = (
        '[combat]\nsource = "#3"\nunless = "storm"\n'
        '[set-aside]\nside = "right"\nspaces = ["A", "E"]\nturns = [1, 2]\nsource = "set-up"\n'
    )
    sheet = read(PILE + variant() + text)
    assert (sheet.combat, sheet.combat_unless) == (True, "storm")
    assert sheet.set_aside == entries.SetAsideRules(
        Side.RIGHT, (Space.A, Space.E), (1, 2), "set-up"
    )


def test_what_each_side_does_before_the_deal_is_read() -> None:
    sheet = read(PILE + '[set-up.before]\nright = ["Set #1 aside.", "Shuffle."]\n')
    assert sheet.before_deal == {Side.RIGHT: ("Set #1 aside.", "Shuffle.")}


def test_marks_ranges_notes_and_cards_beside_the_row_are_read() -> None:
    text = (
        ROW_FAMILY
        + entry("beside", "counts = true", "target = 4", 'holder = "left"', id_="china-card")
        + '[marks]\nkinds = ["scoring", "mandatory"]\nexcess = "last"\n'
        'jolly-roger = true\nsource = "#7"\n'
        '[[notes]]\ncard = "#22"\ntitle = "Mata Hari"\ntext = "Turn all up."\nsource = "back"\n'
        '[[notes]]\ntitle = "Chits"\ntext = "Seven each."\nsource = "front"\n'
    )
    sheet = read(text)
    assert sheet.beside == (entries.BesideCard("china-card", "Two", "rule", True, 4, Side.LEFT),)
    assert sheet.marks == entries.MarkRules(
        (Mark.SCORING, Mark.MANDATORY), entries.ExcessRule.LAST, True, "#7"
    )
    ranges = dict(zip(Space, (3, 4, 5, 4, 3), strict=True))
    assert sheet.row == RowRules(ranges, "ranges")
    assert sheet.notes == (
        entries.Note("#22", "Mata Hari", "Turn all up.", "back"),
        entries.Note(None, "Chits", "Seven each.", "front"),
    )
