"""`check-sheet`: every mistake at once, what is odd, what doesn't fit, and how the sheet plays."""

import os
from importlib.resources import files
from pathlib import Path

import pytest
from msgspec.structs import replace

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.sheet_entries import Note, Reminder, Variant
from cdgdevice.rules.steps import Answer, Decide, Say
from cdgdevice.sheet_tools import own_sheet
from cdgdevice.sheet_tools.sample_games import play_sample_games
from cdgdevice.sheets.reading.sheet_checks import find_unreachable
from cdgdevice.sheets.reading.sheet_schema import SheetError, read_sheet

STANDARD = load_sheet("standard-2018")
LONG = "Far more words than any board of the gadget can show between cards and chits. " * 3


def written(folder: Path, *changes: tuple[str, str]) -> Path:
    """A new sheet, changed."""
    text = own_sheet.template("my-game")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = folder / "my-game.toml"
    file.write_text(text, encoding="utf-8")
    return file


def told(file: Path) -> str:
    return "\n".join(own_sheet.check_sheet_text(file))


def test_every_mistake_is_told_at_once(tmp_path: Path) -> None:
    file = written(tmp_path, ('family = "pile"', 'family = "pille"'), ('first = "left"', ""))
    with pytest.raises(SheetError) as refused:
        told(file)
    assert [sentence.split(":")[1].strip() for sentence in refused.value.mistakes] == [
        "family",
        "turn.first",
    ]


@pytest.mark.parametrize(
    ("change", "mistake"),
    [
        (('when = ["play"]', 'when = ["plya"]'), 'actions[1].when[1]: "plya" is not known.'),
        (('result = "AB"', 'result = "JR"'), 'results[2].result: "JR" is there already'),
        (('result = "AB"', 'result = "XX"'), 'results[2].result: "XX" is not known.'),
        (('spaces = ["C"]', 'spaces = ["F"]'), 'spaces[1]: "F" is not known.'),
    ],
)
def test_what_follows_from_a_mistake_is_not_told_as_well(
    tmp_path: Path, change: tuple[str, str], mistake: str
) -> None:
    with pytest.raises(SheetError) as refused:
        told(written(tmp_path, change))
    (sentence,) = refused.value.mistakes
    assert mistake in sentence


def test_a_file_that_is_not_called_as_its_sheet_is_a_mistake(tmp_path: Path) -> None:
    file = written(tmp_path)
    other = file.rename(tmp_path / "other.toml")
    with pytest.raises(SheetError, match=r"call the file my-game\.toml"):
        told(other)


def test_what_can_never_come_to_pass_is_told(tmp_path: Path) -> None:
    unused = '[[variants]]\nid = "odd"\ntitle = "Odd"\ndefault = false\nsource = "-"\n[[variants]]'
    said = told(written(tmp_path, ("[[variants]]", unused)))
    assert "Worth a look" in said
    assert 'variants "odd" changes nothing' in " ".join(said.split())


def test_an_earlier_spelling_of_a_step_is_played_and_the_new_one_is_told(tmp_path: Path) -> None:
    old = '{ do = "if-picked", then = [{ do = "count" }] }'
    said = told(written(tmp_path, ('{ do = "count" }', old)))
    assert 'do = "if-picked" is now do = "if", picked = true (line 130).' in " ".join(said.split())


def test_what_does_not_fit_the_screen_is_told(tmp_path: Path) -> None:
    said = told(written(tmp_path, ('title = "1-Ops"', 'title = "One operation without a card"')))
    assert "'One operation without a card' has 28 characters" in " ".join(said.split())


def test_an_id_that_is_taken_is_a_mistake(tmp_path: Path) -> None:
    file = tmp_path / "standard-2018.toml"
    file.write_text(own_sheet.template("standard-2018").replace('title = "My game"', "", 1))
    with pytest.raises(SheetError) as refused:
        told(file)
    taken, missing = refused.value.mistakes
    assert taken == (
        "standard-2018.toml: a sheet of this id comes with cdgdevice, and this one would be left "
        "out; give it another id and file name."
    )
    assert "title: is missing" in missing


def test_a_sheet_of_cdgdevice_s_own_has_no_mistake(tmp_path: Path) -> None:
    file = tmp_path / "standard-2018.toml"
    file.write_bytes(files("cdgdevice.sheets").joinpath(file.name).read_bytes())
    assert "no mistakes" in told(file)


def test_how_it_plays_is_told_by_a_round_and_by_its_odds(tmp_path: Path) -> None:
    said = told(written(tmp_path))
    assert "The die: " in said
    assert "Space of the card played" in said
    assert max(len(line) for line in said.splitlines()) <= 80


@pytest.mark.parametrize("id_", sheet_ids())
def test_a_round_of_each_side_of_every_sheet_is_played_alike_each_time(id_: str) -> None:
    sheet = load_sheet(id_)
    lines = list(play_sample_games(sheet))
    assert lines == list(play_sample_games(sheet))
    assert any(line.startswith("  > ") for line in lines)
    assert all(any(line.startswith(f"{name}: ") for line in lines) for name in sheet.sides.values())


BOT = """
id = "bot"
title = "Bot"
publisher = "-"
year = 2026
source = "-"
family = "checks"
[sides]
left = "You"
right = "Bot"
[turn]
first = "left"
rounds = 1
source = "-"
[[instead]]
id = "yours"
title = "Your turn"
side = "left"
source = "-"
steps = [
  { do = "how-many", name = "morale", text = "Morale at the start?", high = 20 },
  { do = "how-many", name = "lost", text = "Morale lost?", high = 20 },
  { do = "set", name = "morale", minus = "lost" },
  { do = "if", name = "morale", else = [
    { do = "tell", text = "It has none." },
    { do = "end-game" },
  ] },
]
[[instead]]
id = "its"
title = "Its turn"
side = "right"
source = "-"
steps = [
  { do = "remember", name = "anger", text = "Anger?" },
  { do = "how-many", name = "guns", text = "How many guns?", high = 9 },
  { do = "each", name = "guns", steps = [
    { do = "check", level = "anger", text = "Gun {n}?", tally = "hits", then = [
      { do = "tell", text = "Gun {n} fires." },
    ], else = [{ do = "tell", text = "Gun {n} is out." }] },
  ] },
  { do = "if", name = "hits", above = 1, then = [{ do = "go-on", text = "A hail of fire." }] },
  { do = "decide", text = "Is a fort near?", answers = [
    { id = "yes", title = "Yes", steps = [{ do = "tell", text = "Attack it." }] },
    { id = "no", title = "No", steps = [{ do = "tell", text = "Wait." }] },
  ] },
]
"""


def test_samples_of_a_bot_reach_every_branch_of_both_sides_entries() -> None:
    said = " ".join(play_sample_games(read_sheet(BOT, "bot.toml")))
    for text in (
        "Morale lost?",
        "It has none.",
        "Gun 1 fires.",
        "is out.",
        "A hail of fire.",
        "Attack it.",
        "Wait.",
    ):
        assert text in said, text


def test_samples_take_each_action_and_every_result_of_a_new_sheet() -> None:
    lines = list(play_sample_games(read_sheet(own_sheet.template("my-game"), "my-game.toml")))
    assert {line for line in lines if line.startswith("  The die: ")} == {
        f"  The die: {result.value}." for result in DieResult
    }
    assert any("> random-discard" in line for line in lines)
    assert "  > one-ops" in lines


@pytest.mark.parametrize("id_", sheet_ids())
def test_a_built_in_sheet_fits_the_screen_and_all_of_it_can_come_to_pass(
    id_: str,
) -> None:
    assert own_sheet.find_unfitting_texts(load_sheet(id_)) == ()
    assert find_unreachable(load_sheet(id_)) == ()


def with_steps(*steps: Say | Decide) -> Sheet:
    (first, *others) = STANDARD.actions
    return replace(STANDARD, actions=(replace(first, steps=steps), *others))


@pytest.mark.parametrize(
    ("sheet_", "words"),
    [
        (replace(STANDARD, title="A title of much too many words"), "A title of much too many"),
        (
            replace(STANDARD, sides={Side.LEFT: "x" * 26, Side.RIGHT: "Right"}),
            "a title has room for 25",
        ),
        (
            replace(
                STANDARD,
                variants=(Variant("a", "A", True, "-", names={Side.LEFT: "y" * 26}),),
            ),
            "a title has room for 25",
        ),
        (
            replace(STANDARD, variants=(Variant("a", "Twenty-one characters", True, "-"),)),
            "'[x] Twenty-one characters' has 25",
        ),
        (with_steps(Say(LONG)), "there is room for"),
        (with_steps(Decide("Which?", (Answer("a", LONG), Answer("b", "B")))), "line has room"),
        (with_steps(Say("caf\u00e9 \u2603")), "no letter for"),
        (
            replace(STANDARD, notes=(Note("#22", "A card of many more words", "-", "-"),)),
            "room for 24",
        ),
        (
            replace(
                STANDARD,
                turn=replace(
                    STANDARD.turn,
                    reminders=(Reminder(LONG, None, None, (1, 9), False, None, None),),
                ),
            ),
            "there is room for",
        ),
    ],
)
def test_each_text_that_does_not_fit_is_named(sheet_: Sheet, words: str) -> None:
    assert own_sheet.find_unfitting_texts(STANDARD) == ()
    assert any(words in sentence for sentence in own_sheet.find_unfitting_texts(sheet_))


def test_what_can_t_be_read_is_told(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    for file, why in (
        (tmp_path / "none.toml", "No such file"),
        (tmp_path, "no ordinary file"),
        (pipe, "no ordinary file"),
    ):
        with pytest.raises(own_sheet.NoSheetFileError, match=why):
            told(file)
