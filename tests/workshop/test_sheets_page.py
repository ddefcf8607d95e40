"""docs/SHEETS.md: every word of a sheet is there, and every example is read without a mistake."""

import re
from pathlib import Path

import pytest

from cdgdevice.method.die import Result
from cdgdevice.method.form import parse
from cdgdevice.method.reading.known import Known
from cdgdevice.method.reading.sheet import read_sheet
from cdgdevice.method.reading.steps import STEP_NAMES, read_steps
from cdgdevice.method.sheet import Family, Hands
from cdgdevice.workshop.template import template

PAGE = (Path(__file__).parents[2] / "docs" / "SHEETS.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
STEPS = re.findall(r"(?m)^\| `(\{ do = .*?\})` \|", PAGE)
KNOWN = Known(
    Family.PILE,
    Hands((7, 7), 1, 12, vary=True, source="-"),
    variants=("own-decks",),
    beside=("china-card",),
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
    form, mistakes = parse(f"steps = [{step}]", "example.toml")
    assert form is not None
    assert len(read_steps(form, "steps", KNOWN)) == 1
    form.close()
    assert mistakes.sentences == ()


def test_every_step_has_an_example() -> None:
    shown = {found[1] for found in re.finditer(r'do = "([a-z-]+)"', " ".join(STEPS))}
    assert shown == set(STEP_NAMES)


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
    assert all(f"`{result.value}`" in PAGE for result in Result)
