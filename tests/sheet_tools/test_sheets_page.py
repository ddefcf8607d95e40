"""The pages on sheets: every word is there, and every example is read without a mistake."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from cdgdevice.games.sheet_library import load_sheet
from cdgdevice.render.text import PRINTABLE
from cdgdevice.rules.card_display import Side
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.sheet_entries import BesideCard, HandRules, Note, SheetFamily, Variant
from cdgdevice.rules.steps import Answer, Decide, Say
from cdgdevice.sheet_tools.own_sheet import find_unfitting_texts, template
from cdgdevice.sheets.reading.sheet_schema import read_sheet
from cdgdevice.sheets.reading.step_schema import STEP_NAMES, References, read_steps
from cdgdevice.tomlform.form import parse_form

DOCS = Path(__file__).parents[2] / "docs"
PAGE = "\n".join(
    (DOCS / name).read_text(encoding="utf-8")
    for name in ("SHEETS.md", "SHEET_STEPS.md", "SHEET_NOTES.md")
)
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
STEPS = re.findall(r"(?m)^\| `(\{ do = .*?\})` \|", PAGE)
NO_TABLE, _ = parse_form("", "-")
assert NO_TABLE is not None
KNOWN = References(
    NO_TABLE,
    SheetFamily.PILE,
    HandRules((7, 7), 1, 12, vary=True, source="-"),
    variants=("own-decks",),
    beside=("china-card",),
    states=("trapped",),
    lists=("choose-target",),
)
NOT_IN = {
    "row": ("results", "combat", "doubled-spaces", "actions", "set-up"),
    "checks": ("results", "combat", "doubled-spaces", "actions", "set-up", "instead", "hands"),
}
"""What the template has that a family has no place for."""


def parts(text: str) -> dict[str, list[str]]:
    """The tables of a sheet, each with the text of all its entries; the empty name is the top."""
    found: dict[str, list[str]] = {"": [""]}
    name = ""
    for line in text.splitlines(keepends=True):
        header = re.match(r"\[\[?([a-z-]+)([].])", line)
        if header:
            name = header[1]
            new = header[2] == "]"
            found.setdefault(name, [])
            found[name] += [line] if new else []
            if not new:
                found[name][-1] += line
        else:
            found[name][-1] += line
    return found


def completed(example: str) -> str:
    """A whole sheet: the template with the tables of the example instead of its own."""
    sheet, new = parts(template("my-game")), parts(example)
    family = re.search(r'^family = "(.*)"', example, re.MULTILINE)
    for table in NOT_IN.get(family[1] if family else "", ()):
        sheet.pop(table, None)
    if "EVENT" in example:
        new["results"] = [text for text in sheet["results"] if "EVENT" not in text] + new["results"]
    if "variants" in new:
        sheet.pop("instead")
    if "unless = " in example:
        text = '[[variants]]\nid = "nominated-combat"\ntitle = "-"\ndefault = false\nsource = "-"\n'
        sheet["variants"].append(text)
    for line in new.pop("")[0].splitlines():
        key = line.partition(" =")[0]
        if key:
            sheet[""][0] = re.sub(rf"(?m)^{key} = .*", line, sheet[""][0])
    sheet.update(new)
    if "beside" in new:
        offer = '{ do = "offer-beside", card = "china-card" },\n]'
        sheet["results"][0] = sheet["results"][0].replace("\n]", f"\n{offer}", 1)
    return "".join(text for table in sheet.values() for text in table)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.split("\n", 1)[0])
def test_every_example_is_part_of_a_sheet_without_a_mistake(example: str) -> None:
    read_sheet(completed(example), "example.toml")


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step[:40])
def test_every_step_is_read_as_it_stands(step: str) -> None:
    form, mistakes = parse_form(f"steps = [{step}]", "example.toml")
    assert form is not None
    assert len(read_steps(form, "steps", KNOWN)) == 1
    form.close()
    assert mistakes.sentences == ()


def test_every_step_has_an_example() -> None:
    shown = {found[1] for found in re.finditer(r'do = "([a-z-]+)"', " ".join(STEPS))}
    assert shown == set(STEP_NAMES)


def test_the_steps_that_take_whose_are_named() -> None:
    taking = set()
    for step in STEPS:
        plain = re.sub(r'whose = "\w+", ', "", step)
        others = re.sub(r'^\{ do = "([a-z-]+)"', r'{ do = "\1", whose = "other"', plain)
        form, mistakes = parse_form(f"steps = [{others}]", "-")
        assert form is not None
        read_steps(form, "steps", KNOWN)
        form.close()
        if not any(" steps[1].whose: " in sentence for sentence in mistakes.sentences):
            taking.update(re.findall(r'^\{ do = "([a-z-]+)"', step))
    (told,) = re.findall(r"These steps take `whose`: (.*?)\.", PAGE, re.DOTALL)
    assert set(re.findall(r"`([a-z-]+)`", told)) == taking


STANDARD = load_sheet("standard-2018")
LIMITED: dict[str, tuple[Callable[[str], Sheet], ...]] = {
    "title of the sheet": (lambda text: replace(STANDARD, title=text),),
    "name of a side": (lambda text: replace(STANDARD, sides={Side.LEFT: text, Side.RIGHT: "x"}),),
    "title of a variant": (
        lambda text: replace(STANDARD, variants=(Variant("x", text, True, "-"),)),
    ),
    "title of a way, an action, an answer or a card beside the display": (
        lambda text: replace(STANDARD, instead=(replace(STANDARD.instead[0], title=text),)),
        lambda text: replace(STANDARD, actions=(replace(STANDARD.actions[0], title=text),)),
        lambda text: replace(
            STANDARD,
            turn=replace(STANDARD.turn, begins=(Decide("?", (Answer("x", text),)),)),
        ),
        lambda text: replace(STANDARD, beside=(BesideCard("x", text, "-"),)),
    ),
    "number and title of a note": (
        lambda text: replace(STANDARD, notes=(Note("#22", text[4:], "-", "-"),)),
    ),
}
"""For each limit of the page sheets that have such a text."""


def test_the_limits_of_the_page_are_those_of_the_screen() -> None:
    told = dict(re.findall(r"(?m)^\| ([a-z ,]+) \| (\d+) \|$", PAGE))
    assert set(told) == set(LIMITED)
    for text, letters in told.items():
        for with_text in LIMITED[text]:
            assert find_unfitting_texts(with_text("x" * int(letters))) == (), text
            assert find_unfitting_texts(with_text("x" * (int(letters) + 1))) != (), text


def test_sixty_letters_of_plain_words_fit_a_board() -> None:
    sentence = "Remove a step of each unit that is out of supply in the East."
    begins = (Say(sentence),)
    assert len(sentence) > 60
    assert find_unfitting_texts(replace(STANDARD, turn=replace(STANDARD.turn, begins=begins))) == ()


def test_the_letters_that_the_page_names_are_those_of_the_screen() -> None:
    assert set("\u00e9\u00df\u00f8\u00bd") <= PRINTABLE
    assert not set("\u201c\u2019\u2014\u20ac\u03a9\u0416\u0142") & PRINTABLE


def test_every_key_of_a_sheet_is_named() -> None:
    """The keys that the reader knows are those which it lists when it meets a strange one."""
    strange = re.sub(r"(?m)^(\[.*\])$", r"\1\nstrange = 1", "strange = 1\n" + template("my-game"))
    with pytest.raises(ValueError, match="strange") as refused:
        read_sheet(strange, "strange.toml")
    keys = set(
        re.findall(r"[a-z-]+", " ".join(re.findall(r"Known here: (.*)\.", str(refused.value))))
    )
    assert len(keys) > 50
    assert {key for key in keys if not re.search(rf"[`\[.\n{{ ]{key}[`\] =]", PAGE)} == set()


def test_every_result_is_named() -> None:
    assert all(f"`{result.value}`" in PAGE for result in DieResult)
