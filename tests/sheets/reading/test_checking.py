"""What a sheet says must go together: each thing that does not is one sentence with its place."""

import pytest

from tests.sheets.reading.sheet_texts import (
    CHECKS,
    GUIDED,
    OPEN,
    PILE,
    RESULT,
    RESULTS,
    ROW_FAMILY,
    SET_UP,
    UNCOUNTED,
    action,
    entry,
    mistakes_of,
    only_mistake,
    read,
    term,
    variant,
)

TIRED = entry("states", id_="tired")
HANDS_IN_ALL = PILE.replace("low = 4", "low = 4\nby-turn = [6, 7]") + variant("hands = [6, 7]")

LIST = """[[lists]]
id = "pay"
title = "It is paid for"
source = "-"
steps = [{}]
"""
KEEPS = '{ do = "set", name = "supply", number = 1 }'


def reminding(reminder: str) -> str:
    """Write a sheet with this reminder."""
    return PILE.replace('source = "turn"', f'source = "turn", reminders = [{{ {reminder} }}]')


@pytest.mark.parametrize("text", [PILE, OPEN, UNCOUNTED, ROW_FAMILY, CHECKS])
def test_the_shortest_sheet_of_each_family_is_read(text: str) -> None:
    read(text)


@pytest.mark.parametrize(
    ("text", "where", "remedy"),
    [
        # Ids.
        (PILE + entry("instead", id_="done"), "instead[1].id", "choose another id"),
        (PILE + entry("instead", id_="A"), "instead[1].id", 'must be like "one-ops"'),
        (PILE + action("{ do = 'uncounted' }") * 2, "actions", "rename or remove one"),
        (PILE + entry("instead") * 2, "instead", "rename or remove one"),
        (
            PILE + entry("instead", id_="one") + action('{ do = "uncounted" }'),
            "actions",
            "has one, as [[instead]] has",
        ),
        (PILE + variant(id_="doubled-spaces"), "variants[1].id", "choose another id"),
        (PILE + variant(id_="range-a"), "variants[1].id", "choose another id"),
        # Names of other entries.
        (PILE + entry("instead", 'variant = "storm"'), "instead[1].variant", "[[variants]]"),
        (
            PILE + variant() + entry("instead", 'variant = "strom"'),
            "instead[1].variant",
            'Did you mean "storm"?',
        ),
        (
            PILE + action('{ do = "if", variant = "storm" }'),
            "actions[1].steps[1].variant",
            "[[variants]]",
        ),
        (
            PILE + action('{ do = "offer-beside", card = "home-card" }'),
            "actions[1].steps[1].card",
            "[[beside]]",
        ),
        (
            PILE
            + entry("beside", id_="home-card")
            + action('{ do="offer-beside", card="hom-card" }'),
            "actions[1].steps[1].card",
            'Did you mean "home-card"?',
        ),
        (
            PILE
            + action(
                '{ do = "set", name = "columns", number = 2 },'
                ' { do = "each", name = "colums", steps = [{ do = "uncounted" }] }'
            ),
            "actions[1].steps[2].name",
            'Did you mean "columns"?',
        ),
        (
            PILE + action('{ do = "check", level = "level", text = "?" }'),
            "actions[1].steps[1].level",
            "no step keeps a number",
        ),
        (
            PILE
            + action(
                '{ do = "tell", text = "Mark it.", into = "marked", called = "it" },'
                ' { do = "go-on", text = "Move {markd}." }'
            ),
            "actions[1].steps[2].text",
            'Did you mean "marked"?',
        ),
        (
            PILE
            + action('{ do = "run", list = "pay" }')
            + LIST.format('{ do = "flip", spaces = ["A"] }'),
            "lists[1].steps[1].do",
            "a list that others run picks none",
        ),
        (
            PILE + LIST.format('{ do = "run", list = "pay" }'),
            "lists[1].steps",
            "would never end",
        ),
        (
            PILE + LIST.format('{ do = "set", name = "supply", number = 1 }') * 2,
            "lists",
            "has pay more than once",
        ),
        (
            PILE + action('{ do = "run", list = "refit" }'),
            "actions[1].steps[1].list",
            '"refit" is not known',
        ),
        (
            PILE
            + action('{ do = "run", list = "dice", together = "Who fires?" }')
            + '\n[[lists]]\nid = "dice"\ntitle = "Dice"\nsource = "Guns"\n'
            'steps = [{ do = "check", text = "It fires?", low = 1, high = 3, then = ['
            '{ do = "check", text = "It hits?", low = 1, high = 3 }] }]',
            "actions[1].steps[1].together",
            "hang on each other or on answers",
        ),
        (
            PILE
            + action(
                '{ do = "each", name = "marked", told = true, steps = [{ do = "end-game" }] }'
            ),
            "actions[1].steps[1].name",
            "no step tells anything into",
        ),
        (
            PILE + action('{ do = "tell", text = "Now {suply}." }, ' + KEEPS),
            "actions[1].steps[1].text",
            'Did you mean "supply"?',
        ),
        (
            PILE + action('{ do = "if", name = "supply", above = "10" }, ' + KEEPS),
            "actions[1].steps[1].above",
            "Write the number without quotes: above = 10.",
        ),
        (
            PILE + action('{ do = "how-many", name = "n", text = "?", low = 6, high = 5 }'),
            "actions[1].steps[1].low",
            "from 0 to 5",
        ),
        (
            PILE + action('{ do = "set", name = "supply", plus = 100 }, ' + KEEPS),
            "actions[1].steps[1].plus",
            "from 0 to 99",
        ),
        (
            reminding('text = "It is {morale}."'),
            "turn.reminders[1].text",
            'no number with "begins" in [[kept]]',
        ),
        (
            reminding('text = "Up.", adds = 1'),
            "turn.reminders[1].adds",
            '"adds" and "to" together',
        ),
        (
            reminding('text = "Up.", forgets = "deck"'),
            "turn.reminders[1].forgets",
            'no number without "begins" in [[kept]]',
        ),
        (
            PILE + action('{ do = "if", name = "supply", above = "cost" }, ' + KEEPS),
            "actions[1].steps[1].above",
            "no step keeps a number",
        ),
        (
            PILE
            + action(
                '{ do = "divide", name = "supply", among = "units", share = "a", over = "b" }, '
                + KEEPS
            ),
            "actions[1].steps[1].among",
            "no step keeps a number",
        ),
        (
            PILE + '[[kept]]\nid = "supply"\ntitle = "Supply"\nsource = "-"\n',
            "kept[1].id",
            "no step keeps or tells",
        ),
        (CHECKS + '[set-up]\nlist = "pay"\nsource = "-"\n', "set-up.list", "[[lists]]"),
        (
            PILE.replace(SET_UP, SET_UP + 'list = "pay"\n') + LIST.format('{ do = "end-game" }'),
            "set-up.list",
            "for the checks family only",
        ),
        (
            PILE + action('{ do = "go-on", text = "Move {it." }'),
            "actions[1].steps[1].text",
            "may hold a name in brackets",
        ),
        (
            PILE + action('{ do = "tell", text = "Mark it.", into = "marked" }'),
            "actions[1].steps[1].into",
            '"into" and "called" together',
        ),
        # What the method has no place for.
        (
            PILE.replace('right = "Blues"', 'right = "Blues", third = "Syracuse"'),
            "sides.third",
            "The method has two sides: a third power plays with one of them.",
        ),
        (
            PILE.replace('first = "left"', 'first = "third"'),
            "turn.first",
            "The method has two sides",
        ),
        (
            PILE.replace('face-up = ["A", "B"]', 'face-up = ["A", "F"]'),
            "set-up.face-up[2]",
            "a sixth card is beside the display, in [[beside]].",
        ),
        # Tables of a family.
        (
            PILE.replace(RESULT.format(result="DE"), ""),
            "results",
            "each result once; missing: DE",
        ),
        (OPEN.replace(SET_UP, ""), "set-up", "write this section"),
        (ROW_FAMILY.split("[row]")[0], "row", "write this section"),
        (ROW_FAMILY + RESULT.format(result="JR"), "results", "no place in the row family"),
        (
            ROW_FAMILY.replace("face-up = []", 'face-up = ["A"]'),
            "set-up.face-up",
            "no space or all",
        ),
        (
            ROW_FAMILY + '[doubled-spaces]\nwhen = "rule"\nsource = "#8"\n',
            "doubled-spaces",
            "no place in the row family",
        ),
        (
            PILE + '[row]\nsource = "row"\nranges = { A = 3, B = 4, C = 5, D = 4, E = 3 }\n',
            "row",
            "no place in the pile family",
        ),
        (CHECKS + SET_UP, "set-up", "no place in the checks family but for"),
        (CHECKS + RESULTS, "results", "no place in the checks family"),
        (CHECKS.replace(GUIDED, entry("instead")), "instead", "must have an entry with steps"),
        (
            ROW_FAMILY + variant("face-up = { left = ['A'] }"),
            "variants[1].face-up",
            "no place in the row family",
        ),
        # Hands and chits.
        (PILE + variant("hands = [6, 9]"), "variants[1].hands[2]", "from 4 to 8, not 9"),
        (UNCOUNTED + variant("hands = [6, 5]"), "variants[1].hands", "section [hands]"),
        (PILE.replace("low = 4", "low = 4\nby-turn = [4, 9]"), "hands.by-turn[2]", "from 4 to 8"),
        # One wrong bound is one mistake, whatever it bounds.
        (HANDS_IN_ALL.replace("high = 8", "high = 80"), "hands.high", "from 4 to 20, not 80"),
        (HANDS_IN_ALL.replace("high = 8", ""), "hands.high", "is missing"),
        (HANDS_IN_ALL.replace("low = 4", "low = 0"), "hands.low", "from 1 to 20, not 0"),
        (HANDS_IN_ALL.replace("high = 8", "high = 5"), "hands.by-turn[1]", "from 4 to 5, not 6"),
        (HANDS_IN_ALL.replace("low = 4", "low = 8"), "hands.by-turn[1]", "from 8 to 8, not 6"),
        (UNCOUNTED + action('{ do = "count" }'), "actions[1].steps[1].do", "let [hands] count"),
        (UNCOUNTED + action('{ do = "hand-size", by = 1 }'), "actions[1].steps[1].do", "[hands]"),
        (
            UNCOUNTED + action('{ do = "again" }', "needs-chit = true"),
            "actions[1].needs-chit",
            "let [hands] count",
        ),
        (
            PILE + action('{ do = "at-turn-end", text = "Shuffle." }', "unless-ordered = 'Tojo'"),
            "actions[1].unless-ordered",
            'the note of one of its steps "at-turn-end"',
        ),
        (
            PILE
            + '\n[[notes]]\ntitle = "Tojo"\ntext = "t"\nsource = "s"\n'
            + action(
                '{ do = "at-turn-end", whose = "other", text = "Shuffle.", note = "Tojo" }',
                "unless-ordered = 'Tojo'",
            ),
            "actions[1].unless-ordered",
            'not of one whose = "other"',
        ),
        (
            UNCOUNTED + action('{ do = "again" }', "chit-left = true"),
            "actions[1].chit-left",
            "let [hands] count",
        ),
        (
            PILE + action('{ do = "again" }', 'when = ["choose"]', 'use = "any"'),
            "actions[1].use",
            'add "play" to when',
        ),
        # Doubled spaces of a scenario.
        (
            PILE + variant("doubled = { side = 'left', spaces = ['A', 'C'] }"),
            "variants[1].doubled.spaces",
            "must not name C",
        ),
        (
            OPEN + variant("doubled = { side = 'left', spaces = ['A'], once = ['B'] }"),
            "variants[1].doubled.once",
            "name them under spaces",
        ),
        (
            OPEN + variant("doubled = { side = 'left', spaces = [] }"),
            "variants[1].doubled.spaces",
            "must not be empty",
        ),
        (
            (OPEN + variant("group = 'war'") + variant("group = 'war'", id_="peace")).replace(
                "default = false", "default = true"
            ),
            "variants",
            'more than one default in group "war"',
        ),
        # Ways to take the round.
        (PILE + entry("instead", 'plays = "C"'), "instead[1].plays", "not face-up at set-up"),
        (
            PILE
            + variant("face-up = { right = ['C'] }")
            + entry("instead", 'plays = "C"', 'side = "left"'),
            "instead[1].plays",
            "not face-up at set-up",
        ),
        (PILE + entry("instead", "turns = [3, 1]"), "instead[1].turns", "[1, 3]"),
        (PILE + entry("instead", "turns = [3]"), "instead[1].turns", "must have 2 elements"),
        (PILE + TIRED + entry("instead", "while = []"), "instead[1].while", "must not be empty"),
        (PILE + TIRED + entry("instead", "unless = []"), "instead[1].unless", "must not be empty"),
        (PILE + entry("instead", "while = []"), "instead[1].while", "must not be empty"),
        # What follows from a value that can't be read is no mistake of its own.
        (
            PILE
            + action(
                '{ do = "discard" }, { do = "fill" }',
                'card = "upp"',
                "offered = true",
                'when = ["choose"]',
            ),
            "actions[1].card",
            'Did you mean "up"?',
        ),
        (
            PILE + action('{ do = "use-up" }', 'when = ["pla"]'),
            "actions[1].when[1]",
            'Did you mean "play"?',
        ),
        (
            PILE.replace('result = "DE"', ""),
            "results[3].result",
            "is missing",
        ),
        (
            PILE.replace('{ do = "flip", spaces = ["C"] }', '{ do = "flip" }', 1),
            "results[1].steps[1].spaces",
            "is missing",
        ),
        (
            PILE + TIRED.replace('"tired"', '"Tired"') + entry("instead", 'while = ["tired"]'),
            "states[1].id",
            "must be like",
        ),
        (
            PILE
            + action('{ do = "tell", text = "Go.", note = "Rule" }')
            + '\n[[notes]]\ntitle = 3\ntext = "Go."\nsource = "rule"\n',
            "notes[1].title",
            "must be a text",
        ),
        (
            PILE + action('{ do = "discard" }, { do = "fill" }, { do = "play" }'),
            "actions[1].steps[1].do",
            "needs a card",
        ),
        # Ids are what requests and journals name.
        (PILE + entry("instead", id_="a" * 61), "instead[1].id", "an id has 60 at most"),
        # Actions.
        (PILE + action(""), "actions[1].steps", "at least 1"),
        (PILE + action('{ do = "again" }', "when = []"), "actions[1].when", "must not be empty"),
        (
            PILE + action('{ do = "again" }', "offered = true", 'when = ["choose"]'),
            "actions[1].offered",
            'add card = "up"',
        ),
        (
            PILE + action('{ do = "again" }', "offered = true", 'card = "up"'),
            "actions[1].offered",
            'add "choose" to when',
        ),
        # Cards.
        (
            PILE + '[marks]\nkinds = ["combat"]\nexcess = "flip"\nsource = "#4"\n',
            "marks.excess",
            "name that kind of mark",
        ),
        (
            PILE + '[marks]\nkinds = ["combat"]\njolly-roger = true\nsource = "#7"\n',
            "marks.jolly-roger",
            "name one of these kinds",
        ),
        (PILE + entry("beside", "target = 4"), "beside[1].target", "row family only"),
        (PILE + entry("beside", 'holder = "left"'), "beside[1].holder", "row family only"),
        (
            OPEN
            + '[[variants]]\nid = "one-deck"\ntitle = "One"\ndefault = false\nsource = "#1"\n'
            + "pile-off-displays = true\n",
            "variants[1].pile-off-displays",
            "pile family only",
        ),
        (
            PILE + '[[notes]]\ncard = "Mata Hari"\ntitle = "M"\ntext = "t"\nsource = "s"\n',
            "notes[1].card",
            'must be like "#22"',
        ),
        # Words that are explained.
        (PILE + term("Deck") + term("deck"), "terms[2].word", "explained already; keep one"),
        (PILE + term("Words"), "terms[1].word", "lists all words; name it otherwise"),
        (PILE + term("die", 'also = ["words"]'), "terms[1].also", "name it otherwise"),
        (PILE + term("{space}"), "terms[1].word", "must have no brackets {}"),
        (PILE + term("die", 'also = ["{space}"]'), "terms[1].also", "must have no brackets {}"),
        (PILE + term("die", text="A {space}."), "terms[1].text", "must have no brackets {}"),
    ],
)
def test_what_does_not_go_together_is_refused_in_one_sentence(
    text: str, where: str, remedy: str
) -> None:
    sentence = only_mistake(text)
    assert f": {where}: " in sentence
    assert remedy in sentence


@pytest.mark.parametrize(
    ("reminder", "where", "remedy"),
    [
        ("round = 5", "round", "needs a side"),
        ("side = 'left'", "side", "needs a round from 1"),
        ("side = 'left', round = 0", "side", "needs a round from 1"),
        ("turns = [9, 4]", "turns", "[4, 9]"),
        ("off = 'scored'", "off", 'goes with "adds" and "to"'),
    ],
)
def test_a_reminder_says_when_it_is_due(reminder: str, where: str, remedy: str) -> None:
    sentence = only_mistake(reminding(f"text = 'Score.', {reminder}"))
    assert f": turn.reminders[1].{where}: " in sentence
    assert remedy in sentence


PICKS = [
    *('{ do = "play" }', '{ do = "offer-picked", uses = ["any"] }', '{ do = "discard" }'),
    *(
        '{ do = "fill" }',
        '{ do = "swap" }',
        '{ do = "take" }',
        '{ do = "swap", for = "under-way" }',
    ),
    '{ do = "method-die", then = [{ do = "uncounted" }] }',
]


@pytest.mark.parametrize("step", PICKS)
def test_a_step_on_a_picked_card_needs_one_picked_before_it(step: str) -> None:
    assert "needs a card" in only_mistake(PILE + action(step))
    assert "needs a card" in only_mistake(PILE + action(f'{step}, {{ do = "pick-random" }}'))
    read(PILE + action(f'{{ do = "pick-random" }}, {step}'))
    read(PILE + action(step, 'card = "up"'))


def test_a_card_that_one_branch_picks_may_be_spoken_of_after_it() -> None:
    branch = (
        '{ do="check", text="?", low=1, high=3, then=[{ do="pick-random" }, { do="discard" }] }'
    )
    read(PILE + action(f'{branch}, {{ do = "fill" }}'))
    other = branch.replace("] }", '], else = [{ do = "fill" }] }')
    assert "actions[1].steps[1].else[1].do: needs a card" in only_mistake(PILE + action(other))


@pytest.mark.parametrize(
    ("family", "step", "remedy"),
    [
        (PILE, '{ do = "range-dice" }', "row family only"),
        (PILE, '{ do = "discard", stays = true }', "row family only"),
        (OPEN, '{ do = "open-row" }', "row family only"),
        (OPEN, '{ do = "extra-card" }', "row family only"),
        (OPEN, '{ do = "headlines" }', "row family only"),
        (OPEN, '{ do = "reshuffle", takes = "pile", text = "Shuffle." }', "another"),
        (ROW_FAMILY, '{ do = "method-die" }', "needs the Method die"),
        (ROW_FAMILY, '{ do = "again" }', "needs the Method die"),
        (PILE, '{ do = "home" }', "for results only"),
        (PILE, '{ do = "return-excess" }', "section [marks]"),
    ],
)
def test_a_step_that_can_do_nothing_in_a_family_is_refused(
    family: str, step: str, remedy: str
) -> None:
    sentence = only_mistake(family + action(step, 'card = "up"'))
    assert ": actions[1].steps[1].do: " in sentence
    assert remedy in sentence


def test_no_card_of_a_doubled_space_is_kept_beside_the_display() -> None:
    text = PILE + entry("beside", "tracked = true", id_="kept")
    text += action('{ do = "extra-card", card = "picked", place = "kept" }', 'card = "up"')
    read(text)
    doubled = '[doubled-spaces]\nwhen = "option"\nsource = "#8"\n'
    for other in (doubled, variant("doubled = { side = 'left', spaces = ['A', 'D'] }")):
        assert ": actions[1].steps[1].do: leaves a whole space empty" in only_mistake(text + other)


def test_a_question_whose_every_answer_needs_an_extra_card_is_refused() -> None:
    answers = '{ id = "x", title = "X", extra = "mine" }, { id = "y", title = "Y"'
    step = 'do = "decide", text = "Which?", answers = [' + answers
    read(ROW_FAMILY + action(f"{{ {step} }}] }}", 'card = "up"'))
    sentence = only_mistake(ROW_FAMILY + action(f'{{ {step}, extra = "mine" }}] }}', 'card = "up"'))
    assert ": actions[1].steps[1].answers: " in sentence
    assert 'leave "extra" out of one' in sentence


def test_a_guided_list_has_no_cards() -> None:
    text = CHECKS.replace("steps = [", 'steps = [{ do = "flip", spaces = ["A"] }, ')
    assert "the checks family has no cards" in only_mistake(text)


@pytest.mark.parametrize(
    ("step", "moment", "remedy"),
    [
        ('{ do = "pick-under-way" }', "choose", "needs a card under way"),
        ('{ do = "take" }', "ready", "needs a card under way"),
        ('{ do = "swap", for = "under-way" }', "turn-end", "needs a card under way"),
        ('{ do = "offer", spaces = ["A"], uses = ["any"] }', "turn-end", "none is taken"),
        ('{ do = "again", roll = true }', "turn-end", "none is taken"),
    ],
)
def test_a_step_that_can_do_nothing_at_its_moment_is_refused(
    step: str, moment: str, remedy: str
) -> None:
    sentence = only_mistake(PILE + action(step, f'when = ["{moment}"]', 'card = "up"'))
    assert remedy in sentence


def test_no_card_can_be_offered_before_a_turn_begins() -> None:
    begins = 'begins = [{ do = "offer", spaces = ["A"], uses = ["any"] }]'
    text = PILE.replace('source = "turn"', f'source = "turn", {begins}')
    assert ": turn.begins[1].do: leads to a round" in only_mistake(text)


def test_a_family_that_is_not_known_is_the_one_mistake() -> None:
    assert "Did you mean" in only_mistake(PILE.replace('"pile"', '"piles"'))
    assert "write this key" in only_mistake(ROW_FAMILY.replace('family = "row"', ""))


def test_mistakes_that_have_nothing_to_do_with_each_other_are_told_together() -> None:
    text = PILE + entry("instead", 'plays = "E"', id_="done") + action('{ do = "fill" }')
    assert len(mistakes_of(text)) == 3


@pytest.mark.parametrize("who", ["inactive", "either"])
@pytest.mark.parametrize(
    "step",
    [
        '{ do = "offer", spaces = ["A"], uses = ["any"] }',
        '{ do = "offer-beside", card = "by" }',
        '{ do = "turn-up", until = 2 }',
        '{ do = "again", roll = true }',
        '{ do = "again" }',
    ],
)
def test_only_the_active_side_s_actions_lead_its_round(who: str, step: str) -> None:
    text = PILE + entry("beside", id_="by")
    sentence = only_mistake(text + action(step, f'who = "{who}"'))
    assert ": actions[1].steps[1].do: is for the side whose round it is" in sentence
    read(text + action(step))
    # A picked card takes the round with it, to whichever side it is.
    offered = '{ do = "offer-picked", uses = ["any"] }'
    read(text + action(offered, f'who = "{who}"', 'card = "up"'))


def test_a_step_within_another_leads_the_active_side_s_round_only() -> None:
    within = '{ do = "if", picked = true, then = [{ do = "again", roll = true }] }'
    sentence = only_mistake(PILE + action(within, 'who = "inactive"', 'card = "up"'))
    assert "actions[1].steps[1].then[1].do: is for the side whose round it is" in sentence


def test_a_result_that_uses_itself_again_is_refused() -> None:
    text = OPEN.replace('{ do = "offer"', '{ do = "again" },\n  { do = "offer"', 1)
    assert "without end" in only_mistake(text)


def test_a_reminder_names_what_can_be_used_once() -> None:
    text = reminding('text = "It leaves.", unless-used = "card-aside"')
    way = entry("instead", "once = true", id_="card-aside")
    read(text + way)
    assert "turn.reminders[1].unless-used: no entry" in only_mistake(text)
    always = way.replace("once = true", "")
    assert "has `once` in a game" in only_mistake(text + always)


WAY = 'title = "Enemy turn"'
END = '\n[[instead]]\nid = "end"\ntitle = "End"\nsource = "turn"\n'


@pytest.mark.parametrize(
    "limit",
    ['side = "left"', "once = true", "first-round = true", "turns = [1, 3]", 'variant = "storm"'],
)
def test_in_a_game_without_a_die_each_side_has_something_to_do_in_every_round(limit: str) -> None:
    text = CHECKS.replace(WAY, f"{WAY}\n{limit}") + variant()
    assert mistakes_of(text)[-1].endswith(
        "instead: leaves Blues nothing to do in some rounds; add an entry with "
        'side = "right" that no other key limits, such as "End your turn".'
    )
    read(text + END)


def test_ways_that_share_the_turns_leave_none_out() -> None:
    early = CHECKS.replace(WAY, f"{WAY}\nturns = [1, 3]")
    late = f"{END}turns = [4, 9]\n"
    assert "leaves Reds nothing to do" in mistakes_of(early + late)[0]
    read((early + late).replace('first = "left"', 'first = "left", last = 9'))


def test_a_way_of_the_first_round_is_enough_where_a_turn_has_one() -> None:
    text = CHECKS.replace(WAY, f"{WAY}\nfirst-round = true")
    read(text.replace('first = "left"', 'first = "left", rounds = 1'))
