"""Steps: each is read by its name into its type, with those that it holds."""

import pytest

from cdgdevice.rules.card_display import Facing, Space
from cdgdevice.rules.card_steps import (
    CardUse,
    ChangeChits,
    ChitsAtMost,
    ChitsBy,
    CountCards,
    DiscardPicked,
    EmptyPile,
    Fill,
    FlipSpaces,
    HandSize,
    HomeCard,
    Nominate,
    NotDrawn,
    Offer,
    OfferBeside,
    OfferPicked,
    Pick,
    PickableCards,
    PickRandom,
    PickUnderWay,
    PlayPicked,
    Reshuffle,
    ReshuffledCards,
    ReturnExcess,
    SwapFor,
    SwapPicked,
    TakePicked,
    TurnUp,
    Uncounted,
    UseUp,
    Whose,
)
from cdgdevice.rules.guided.list_steps import (
    AnyKept,
    AtMostKept,
    DeclareGameOver,
    Divide,
    GoOn,
    HowMany,
    Minus,
    NumberAbove,
    NumberLasts,
    Phase,
    PickNumber,
    Plus,
    Remember,
    RunList,
    SetNumber,
    SetTo,
)
from cdgdevice.rules.steps import (
    Again,
    Answer,
    AnyPicked,
    Between,
    ChangeState,
    Check,
    Decide,
    Each,
    ExtraCard,
    ExtraCardChange,
    HandOver,
    Headlines,
    If,
    MethodCheck,
    OpenRow,
    RangeCheck,
    Repeat,
    Say,
    SayAtTurnEnd,
    Step,
    VariantOn,
)
from cdgdevice.sheets.reading.old_steps import OLD_SPELLINGS, find_old_spellings
from cdgdevice.sheets.reading.step_schema import DEEPEST_NESTING, STEP_NAMES
from tests.sheets.reading.sheet_texts import PILE, ROW_FAMILY, action, entry, only_mistake, read

BESIDE = """
[[beside]]
id = "extra-event"
title = "Extra event"
source = "beside"

[[variants]]
id = "storm"
title = "Storm"
default = false
source = "variants"

[marks]
kinds = ["mandatory"]
excess = "flip"
source = "marks"
"""

# Each step of the pile family as it is written, and what it is read as.
STEPS: list[tuple[str, Step]] = [
    ('do = "flip", spaces = ["A", "C"]', FlipSpaces((Space.A, Space.C))),
    ('do = "flip", spaces = ["C"], whose = "other"', FlipSpaces((Space.C,), Whose.OTHER)),
    ('do = "turn-up", until = 2', TurnUp(2)),
    ('do = "turn-up", until = 2, one = true', TurnUp(2, one=True)),
    (
        'do = "offer", spaces = ["A"], uses = ["event", "discard"]',
        Offer((Space.A,), (CardUse.EVENT, CardUse.DISCARD)),
    ),
    ('do = "offer-beside", card = "extra-event"', OfferBeside("extra-event")),
    (
        'do = "pick", whose = "both", among = "down-first", text = "Pick."',
        Pick(Whose.BOTH, PickableCards.DOWN_FIRST, "Pick."),
    ),
    (
        'do = "pick", among = "any", spaces = ["A", "E"], text = "Pick."',
        Pick(Whose.MINE, PickableCards.ANY, "Pick.", (Space.A, Space.E)),
    ),
    ('do = "pick-random"', PickRandom(Whose.MINE, PickableCards.UP)),
    ('do = "pick-random", picked = true', PickRandom(Whose.MINE, PickableCards.UP, picked=True)),
    (
        'do = "pick-random", whose = "other", among = "down"',
        PickRandom(Whose.OTHER, PickableCards.DOWN),
    ),
    ('do = "pick-under-way"', PickUnderWay()),
    ('do = "nominate", text = "Nominate."', Nominate(Whose.MINE, "Nominate.")),
    (
        'do = "nominate", text = "Nominate.", chits = true, among = "any"',
        Nominate(Whose.MINE, "Nominate.", chits=True, among=PickableCards.ANY),
    ),
    ('do = "play"', PlayPicked(Whose.BOTH)),
    ('do = "play", whose = "other"', PlayPicked(Whose.OTHER)),
    ('do = "offer-picked", uses = ["lowest-ops"]', OfferPicked((CardUse.LOWEST_OPS,))),
    ('do = "discard"', DiscardPicked(stays=False)),
    ('do = "not-drawn"', NotDrawn()),
    ('do = "fill"', Fill(None, discards=False)),
    ('do = "fill", facing = "up", discards = true', Fill(Facing.UP, discards=True)),
    ('do = "fill", facing = "up", later = true', Fill(Facing.UP, later=True)),
    ('do = "swap"', SwapPicked()),
    ('do = "take"', TakePicked()),
    ('do = "take", gap = true', TakePicked(gap=True)),
    ('do = "swap", for = "under-way"', SwapPicked(card=SwapFor.UNDER_WAY)),
    ('do = "return-excess"', ReturnExcess()),
    ('do = "count", whose = "both"', CountCards(Whose.BOTH)),
    ('do = "chits", by = -2', ChangeChits(Whose.MINE, ChitsBy(-2))),
    ('do = "chits", at-most = 4', ChangeChits(Whose.MINE, ChitsAtMost(4))),
    ('do = "uncounted"', Uncounted()),
    ('do = "use-up"', UseUp()),
    ('do = "hand-size", by = 1', HandSize(1)),
    ('do = "empty-pile"', EmptyPile()),
    (
        'do = "reshuffle", takes = "pile", text = "Shuffle."',
        Reshuffle(Whose.MINE, ReshuffledCards.PILE, "Shuffle."),
    ),
    (
        'do = "check", text = "Rain?", low = 1, high = 3, then = [{ do = "again" }]',
        Check("Rain?", Between(1, 3), (Again(),), ()),
    ),
    (
        'do = "method-die", whose = "other", then = [{ do = "discard" }]',
        MethodCheck(Whose.OTHER, (DiscardPicked(),)),
    ),
    (
        'do = "decide", text = "Attack?", answers = ['
        '{ id = "yes", title = "Yes", steps = [{ do = "uncounted" }] },'
        ' { id = "no", title = "No" }]',
        Decide("Attack?", (Answer("yes", "Yes", (Uncounted(),)), Answer("no", "No"))),
    ),
    (
        'do = "if", picked = true, then = [{ do = "discard" }],'
        ' else = [{ do = "tell", text = "None." }]',
        If(AnyPicked(picked=True), (DiscardPicked(),), (Say("None."),)),
    ),
    (
        'do = "if", variant = "storm", then = [{ do = "tell", text = "Rain." }],'
        ' else = [{ do = "tell", text = "Sun." }]',
        If(VariantOn("storm"), (Say("Rain."),), (Say("Sun."),)),
    ),
    ('do = "tell", text = "Add a step."', Say("Add a step.")),
    ('do = "at-turn-end", text = "Shuffle."', SayAtTurnEnd("Shuffle.")),
    (
        'do = "at-turn-end", whose = "both", text = "Shuffle."',
        SayAtTurnEnd("Shuffle.", Whose.BOTH),
    ),
    ('do = "again"', Again()),
    ('do = "again", roll = true', Again(roll=True)),
    ('do = "remember", name = "level", text = "Level."', Remember("level", "Level.")),
    ('do = "set", name = "failed", number = 0', SetNumber("failed", SetTo(0))),
    (
        'do = "how-many", name = "columns", text = "Columns?", high = 9',
        HowMany("columns", "Columns?", 9),
    ),
    (
        'do = "each", name = "columns", steps = [{ do = "go-on", text = "Column {n}." }]',
        Each("columns", (GoOn("Column {n}."),)),
    ),
    (
        'do = "check", level = "level", text = "It moves?", tally = "moved",'
        ' then = [{ do = "go-on", text = "Move." }]',
        Check("It moves?", AtMostKept("level", "moved"), (GoOn("Move."),), ()),
    ),
    (
        'do = "if", name = "moved", else = [{ do = "uncounted" }]',
        If(AnyKept("moved"), (), (Uncounted(),)),
    ),
    ('do = "set", name = "moved", plus = "level"', SetNumber("moved", Plus("level"))),
    ('do = "set", name = "moved", minus = "level"', SetNumber("moved", Minus("level"))),
    (
        'do = "if", name = "moved", keep = 5, amount = "level", else = [{ do = "again" }]',
        If(NumberLasts(5, "moved", "level"), (), (Again(),)),
    ),
    (
        'do = "repeat", name = "moved", steps = [{ do = "go-on", text = "Move." }]',
        Repeat("moved", (GoOn("Move."),)),
    ),
    (
        'do = "if", name = "moved", above = "level", then = [{ do = "again" }]',
        If(NumberAbove("level", "moved"), (Again(),), ()),
    ),
    (
        'do = "divide", name = "moved", among = "columns", share = "each", over = "left-over"',
        Divide("moved", "columns", "each", "left-over"),
    ),
    (
        'do = "each", name = "marked", told = true, steps = [{ do = "go-on", text = "Move {n}." }]',
        Each("marked", (GoOn("Move {n}."),), told=True),
    ),
    ('do = "run", list = "pay"', RunList("pay")),
    ('do = "phase", title = "Recon"', Phase("Recon")),
    ('do = "end-game"', DeclareGameOver()),
    ('do = "random", name = "columns", text = "Column"', PickNumber("columns", "Column")),
    ('do = "go-on", text = "Move."', GoOn("Move.")),
]
ROW_STEPS: list[tuple[str, Step]] = [
    ('do = "range-dice", then = [{ do = "play" }]', RangeCheck((PlayPicked(),))),
    ('do = "discard", stays = true', DiscardPicked(stays=True)),
    ('do = "open-row"', OpenRow()),
    ('do = "extra-card", card = "picked"', ExtraCard(ExtraCardChange.PICKED)),
    ('do = "extra-card"', ExtraCard()),
    (
        'do = "extra-card", card = "gone", whose = "other"',
        ExtraCard(ExtraCardChange.GONE, Whose.OTHER),
    ),
    ('do = "hand-over", card = "china-card"', HandOver("china-card")),
    (
        'do = "tell", text = "Mark it.", into = "marked", called = "it"',
        Say("Mark it.", into="marked", called="it"),
    ),
    ('do = "headlines"', Headlines()),
    ('do = "state", state = "trapped"', ChangeState("trapped")),
    ('do = "state", state = "trapped", ends = true', ChangeState("trapped", ends=True)),
]
CHINA_BESIDE = entry("beside", id_="china-card")
TRAPPED = entry("states", id_="trapped")
PAY = entry(
    "lists", 'steps = [{ do = "tell", text = "Pay.", into = "marked", called = "it" }]', id_="pay"
)
CHINA = entry("beside", "target = 4", 'holder = "left"', id_="china-card")
KEPT = "".join(
    f'{{ do = "set", name = "{name}", number = 1 }}, ' for name in ("level", "columns", "moved")
)


@pytest.mark.parametrize(("written", "step"), STEPS)
def test_a_step_is_read_by_its_name(written: str, step: Step) -> None:
    sheet = read(PILE + BESIDE + PAY + action(f"{KEPT}{{ {written} }}", 'card = "up"'))
    assert sheet.actions[0].steps[3:] == (step,)


@pytest.mark.parametrize(("written", "step"), ROW_STEPS)
def test_a_step_of_the_row_family_is_read_by_its_name(written: str, step: Step) -> None:
    sheet = read(ROW_FAMILY + CHINA + TRAPPED + action(f"{{ {written} }}", 'card = "up"'))
    assert sheet.actions[0].steps == (step,)


def test_a_home_card_is_read_in_a_result() -> None:
    text = PILE.replace('{ do = "flip"', '{ do = "home" },\n  { do = "flip"', 1)
    first = next(iter(read(text).outcomes.values()))
    assert first.steps[0] == HomeCard()


def test_every_step_that_a_sheet_can_have_is_tried_above() -> None:
    tried = {written.split('"')[1] for written, _ in (*STEPS, *ROW_STEPS)}
    assert tried | {"home"} == set(STEP_NAMES)


OLD_STEPS: list[tuple[str, Step]] = [
    ('do = "add", name = "moved", amount = "level"', SetNumber("moved", Plus("level"))),
    ('do = "chits-at-most", number = 4', ChangeChits(Whose.MINE, ChitsAtMost(4))),
    ('do = "check-against", level = "level", text = "?"', Check("?", AtMostKept("level"))),
    (
        'do = "each-named", name = "marked", steps = [{ do = "go-on", text = "Move {n}." }]',
        Each("marked", (GoOn("Move {n}."),), told=True),
    ),
    ('do = "exchange"', SwapPicked(card=SwapFor.UNDER_WAY)),
    ('do = "if-any", name = "moved"', If(AnyKept("moved"))),
    ('do = "if-enough", name = "moved", keep = 5', If(NumberLasts(5, "moved"))),
    ('do = "if-more", name = "moved", than = "level"', If(NumberAbove("level", "moved"))),
    (
        'do = "if-picked", then = [{ do = "discard" }]',
        If(AnyPicked(picked=True), (DiscardPicked(),)),
    ),
    ('do = "recall", text = "Done: {moved}."', Say("Done: {moved}.")),
    ('do = "recall"', Say("Look again at what this list has said.")),
    ('do = "roll-again"', Again(roll=True)),
    ('do = "spend", name = "moved", amount = "level"', SetNumber("moved", Minus("level"))),
]
OLD_ROW_STEPS: list[tuple[str, Step]] = [
    ('do = "begin", state = "trapped"', ChangeState("trapped")),
    ('do = "drop-extra", whose = "other"', ExtraCard(ExtraCardChange.GONE, Whose.OTHER)),
    ('do = "end", state = "trapped"', ChangeState("trapped", ends=True)),
    ('do = "steal"', ExtraCard(ExtraCardChange.PICKED)),
]


@pytest.mark.parametrize(("written", "step"), OLD_STEPS)
def test_an_earlier_spelling_of_a_step_is_read_as_the_step_it_is_now(
    written: str, step: Step
) -> None:
    sheet = read(PILE + BESIDE + PAY + action(f"{KEPT}{{ {written} }}", 'card = "up"'))
    assert sheet.actions[0].steps[3:] == (step,)


@pytest.mark.parametrize(("written", "step"), OLD_ROW_STEPS)
def test_an_earlier_spelling_of_a_row_step_is_read_as_the_step_it_is_now(
    written: str, step: Step
) -> None:
    sheet = read(ROW_FAMILY + CHINA + TRAPPED + action(f"{{ {written} }}", 'card = "up"'))
    assert sheet.actions[0].steps == (step,)


def test_every_earlier_spelling_of_a_step_is_tried_above() -> None:
    tried = {written.split('"')[1] for written, _ in (*OLD_STEPS, *OLD_ROW_STEPS)}
    assert tried == set(OLD_SPELLINGS)
    assert not tried & set(STEP_NAMES)


def test_a_mistake_in_an_earlier_spelling_names_the_key_that_is_in_the_file() -> None:
    wrong = '{ do = "spend", name = "moved", amount = 100 }'
    assert "actions[1].steps[4].amount: must be" in only_mistake(PILE + action(KEPT + wrong))


def test_an_earlier_spelling_is_found_with_its_lines_and_the_new_one() -> None:
    text = (
        'steps = [\n{ do = "end" },\n{ do = "if", then = [{ do = "spend" }] },\n{ do = "end" }]\n'
    )
    assert list(find_old_spellings(text.encode())) == [
        'do = "end" is now do = "state", ends = true (lines 2, 4).',
        'do = "spend" is now do = "set", with "minus" for "amount" (line 3).',
    ]


@pytest.mark.parametrize(
    ("steps", "where", "remedy"),
    [
        ('{ do = "discrad" }', "steps[1].do", 'Did you mean "discard"?'),
        ('{ text = "Do it." }', "steps[1].do", "write this key"),
        ('{ do = "tell" }', "steps[1].text", "write this key"),
        ('{ do = "chits", by = 0 }', "steps[1].by", "must not be 0"),
        (
            '{ do = "check", text = "Rain?", low = 4, high = 2 }',
            "steps[1].high",
            "from 4 to 6, not 2",
        ),
        (
            '{ do = "check", text = "Rain?", low = 0, high = 2 }',
            "steps[1].low",
            "from 1 to 6, not 0",
        ),
        ('{ do = "at-turn-end", text = "{dice}." }', "steps[1].text", "{n} for a counted number"),
        ('{ do = "tell", text = "Roll {dice." }', "steps[1].text", "may hold a name in brackets"),
        ('{ do = "tell", text = "Roll {dice}." }', "steps[1].text", "no step keeps or tells"),
        ('{ do = "tell", text = "Column {n}." }', "steps[1].text", 'within an "each"'),
        (
            '{ do = "decide", text = "?", answers = [{ id = "a", title = "A" }] }',
            "steps[1].answers",
            "at least 2",
        ),
        (
            '{ do = "decide", text = "?",'
            ' answers = [{ id = "a", title = "A" }, { id = "a", title = "B" }] }',
            "steps[1].answers",
            "rename or remove one",
        ),
        (
            '{ do = "check", text = "?", low = 1, high = 2,'
            ' then = [{ do = "uncounted" }, { do = "cuont" }] }',
            "steps[1].then[2].do",
            'Did you mean "count"?',
        ),
        ('{ do = "uncounted", by = 1 }', "steps[1].by", "not a known key"),
        (
            '{ do = "if", picked = true, then = [{ do = "uncounted" }] }',
            "steps[1].do",
            "write a step before it that picks one",
        ),
        (
            '{ do = "pick-random", picked = true }',
            "steps[1].do",
            "write a step before it that picks one",
        ),
        (
            '{ do = "hand-over", card = "china-card" }',
            "steps[1].do",
            "is for the row family only",
        ),
        (
            '{ do = "pick", among = "up", spaces = ["F"], text = "Pick." }',
            "steps[1].spaces[1]",
            "A, B, C, D, E",
        ),
    ],
)
def test_a_step_with_a_mistake_is_refused_in_one_sentence(
    steps: str, where: str, remedy: str
) -> None:
    sentence = only_mistake(PILE + CHINA_BESIDE + action(steps))
    assert f": actions[1].{where}: " in sentence
    assert remedy in sentence


def nested(lists: int) -> str:
    inner = '{ do = "uncounted" }'
    for _ in range(lists - 1):
        inner = f'{{ do = "check", text = "?", low = 1, high = 3, then = [\n{inner}\n] }}'
    return inner


def test_steps_may_lie_as_deep_as_anyone_writes_them() -> None:
    assert len(read(PILE + action(nested(DEEPEST_NESTING))).actions) == 1


def test_steps_that_lie_too_deep_are_refused_in_one_sentence() -> None:
    assert "nested too deeply" in only_mistake(PILE + action(nested(DEEPEST_NESTING + 1)))
    assert "nested too deeply" in only_mistake(PILE + action(nested(100)))


@pytest.mark.parametrize(
    "wrong",
    [
        action('{ do = "state", state = "traped" }', 'card = "up"'),
        action('{ do = "uncounted" }', 'while = ["traped"]'),
    ],
)
def test_a_state_must_be_one_of_the_sheet_s(wrong: str) -> None:
    assert '"traped" is not known' in only_mistake(PILE + TRAPPED + wrong)
