"""Sheets are data: all mistakes of one are told at once, and one that is read can be played."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from time import thread_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.games.sheet_library import NoSheetError, load_sheet, sheet_ids
from cdgdevice.rules.engine import answer_request, begin_game
from cdgdevice.rules.prompt import prompt
from cdgdevice.rules.requests import NewGame
from cdgdevice.rules.sheet import Sheet
from cdgdevice.sheets.reading.sheet_checks import find_unreachable
from cdgdevice.sheets.reading.sheet_schema import SheetError, read_sheet
from tests.examples import examples
from tests.rules.walking import picked

BROKEN = Path(__file__).parent / "sheets" / "broken.toml"

# Line, path, and what the remedy names, for every mistake of broken.toml.
MISTAKES = [
    (1, "id", "my-game-2026"),
    (1, "source", "write this key"),
    (1, "family", "write this key"),
    (2, "title", "must not be empty"),
    (3, "publisher", "a text in quotes"),
    (4, "year", "from 1900 to 2100"),
    (5, "familly", 'Did you mean "family"?'),
    (7, "sides.right", "write this key"),
    (9, "sides.middle", "left, right"),
    (12, "set-up.face-up[2]", "A, B, C, D, E"),
    (16, "hands.default", "two numbers"),
    (17, "hands.low", "from 1 to 20"),
    (18, "hands.high", "from 1 to 20"),
    (19, "hands.vary", "true or false"),
    (22, "turn.source", "write this key"),
    (23, "turn.first", "left, right"),
    (24, "turn.rounds", "a whole number"),
    (25, "turn.discard", 'Did you mean "combat"?'),
    (28, "doubled-spaces.when", "option, rule"),
    (31, "variants", "rename or remove one"),
    (46, "instead[1].variant", 'Did you mean "one-ops"?'),
    (53, "results[1].steps[1].spaces", "twice"),
    (54, "results[1].steps[2].do", 'Did you mean "offer"?'),
    (58, "results[2].result", "keep one of the two"),
    (60, "results[2].steps", "and then offer it"),
    (68, "results[3].steps", "at least 1"),
    (70, "results[4].source", "write this key"),
    (73, "results[4].steps[1].until", "from 1 to 10"),
    (74, "results[4].steps[2].uses[1]", 'Did you mean "event"?'),
    (83, "results[5].steps[3].do", "must come before the offers"),
    (83, "results[5].steps[3].uses", "Known here: do, spaces, whose"),
    (88, "instead[2].id", "choose another id"),
    (91, "instead[2].turns", "[1, 2]"),
    (94, "actions[1].source", "write this key"),
    (97, "actions[1].when[2]", 'Did you mean "choose"?'),
    (98, "actions[1].needs-chits", 'Did you mean "needs-chit"?'),
    (100, "actions[1].steps[1].do", "needs a card"),
    (101, "actions[1].steps[2].then[1].do", 'Did you mean "discard"?'),
    (105, "marks.kinds[1]", 'Did you mean "scoring"?'),
    (106, "marks.jolly-roger", "name one of these kinds"),
    (109, "notes[1].text", "write this key"),
]


def test_a_broken_sheet_tells_every_mistake_at_once_with_its_line_path_and_remedy() -> None:
    with pytest.raises(SheetError) as refused:
        read_sheet(BROKEN.read_bytes(), "broken.toml")
    told = refused.value.mistakes
    found = [re.fullmatch(r"broken\.toml line (\d+): ([^:]+): (.+[.?])", each) for each in told]
    assert all(found), told
    where = [(int(match[1]), match[2]) for match in found if match]
    assert where == [(line, path) for line, path, _ in MISTAKES]
    for sentence, (_, _, remedy) in zip(told, MISTAKES, strict=True):
        assert remedy in sentence


def text_of(sheet_id: str) -> str:
    return files("cdgdevice.sheets").joinpath(f"{sheet_id}.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("sheet_id", sheet_ids())
def test_every_sheet_is_read_and_is_named_as_its_file(sheet_id: str) -> None:
    assert load_sheet(sheet_id).id == sheet_id


@pytest.mark.parametrize("sheet_id", sheet_ids())
def test_every_entry_of_a_sheet_names_the_rule_that_it_was_read_from(sheet_id: str) -> None:
    raw = tomllib.loads(text_of(sheet_id))
    tables = [value for key, value in raw.items() if isinstance(value, dict) and key != "sides"]
    entries = [entry for value in raw.values() if isinstance(value, list) for entry in value]
    assert raw["source"].strip()
    for table in (*tables, *entries):
        assert table["source"].strip(), table


@pytest.mark.parametrize("sheet_id", sheet_ids())
def test_reading_a_sheet_takes_no_time_worth_waiting_for(sheet_id: str) -> None:
    text = text_of(sheet_id)
    times = []
    for _ in range(5):
        began = thread_time()
        read_sheet(text, sheet_id)
        times.append(thread_time() - began)
    # A sheet that leads through a whole game is long; to read its TOML alone takes a third of this.
    assert min(times) < max(0.02, 0.002 * len(text) / 1024)


@pytest.mark.parametrize("sheet_id", sheet_ids())
def test_a_sheet_has_nothing_that_no_game_can_come_to(sheet_id: str) -> None:
    assert find_unreachable(load_sheet(sheet_id)) == ()


LINES = {id_: tuple(text_of(id_).splitlines()) for id_ in sheet_ids()}
ALL_LINES = sorted({line for lines in LINES.values() for line in lines})
WORDS = sorted({word for line in ALL_LINES for word in re.findall(r'"[^"]*"|\w+|[][{}=,]', line)})


@st.composite
def mutated_sheets(draw: st.DrawFn) -> str:
    """A sheet with a few lines or words swapped, lost, doubled or come from elsewhere."""
    lines = list(LINES[draw(st.sampled_from(sheet_ids()))])
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(("lose", "double", "swap", "line", "word", "character"))):
            case "lose" if len(lines) > 1:
                del lines[at]
            case "double":
                lines.insert(at, lines[at])
            case "swap":
                other = draw(st.integers(0, len(lines) - 1))
                lines[at], lines[other] = lines[other], lines[at]
            case "line":
                lines.insert(at, draw(st.sampled_from(ALL_LINES)))
            case "word":
                words = re.findall(r'"[^"]*"|\w+|[][{}=,]|\s+|.', lines[at])
                if words:
                    words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(WORDS))
                lines[at] = "".join(words)
            case _:
                cut = draw(st.integers(0, len(lines[at])))
                lines[at] = lines[at][:cut] + draw(st.text(max_size=2)) + lines[at][cut + 1 :]
    return "\n".join(lines)


@examples(3)
@given(mutated_sheets(), st.lists(st.integers(0, 100_000), min_size=15, max_size=15))
def test_a_sheet_is_refused_in_sentences_or_can_be_played(text: str, numbers: list[int]) -> None:
    mistakes: tuple[str, ...] = ()
    try:
        assert_can_be_played(read_sheet(text, "mutated.toml"), numbers)
    except SheetError as refused:
        mistakes = refused.mistakes or ("without a sentence",)
    for sentence in mistakes:
        assert re.fullmatch(r"mutated\.toml line \d+: \S[^\n]*[.?]", sentence)


def assert_can_be_played(read: Sheet, numbers: list[int]) -> None:
    history = begin_game(read, NewGame(read.id))
    for number in numbers:
        now = prompt(history.now)
        assert now.rollers or now.options or now.stage == "game-end"
        request = picked(history, number)
        if request is None:
            return
        history = answer_request(history, request).history


def test_a_sheet_that_is_not_there_is_refused_with_the_nearest_that_is() -> None:
    with pytest.raises(NoSheetError, match='Did you mean "paths-of-glory-2022"'):
        load_sheet("paths-of-glroy-2022")
