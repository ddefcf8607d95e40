"""Checks of guided lists: names of numbers, names that are told, and lists that run others."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from cdgdevice.rules.guided.list_steps import (
    NAMED,
    AtMostKept,
    Divide,
    GoOn,
    HowMany,
    PickNumber,
    Remember,
    RunList,
    SetNumber,
    SetTo,
)
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.steps import (
    Check,
    Decide,
    Each,
    ListStep,
    Say,
    Step,
    list_step_parts,
    walk_steps,
)
from cdgdevice.rules.texts.templates import quote
from cdgdevice.sheets.reading.step_schema import refuse_duplicates
from cdgdevice.tomlform.form import Form
from cdgdevice.tomlform.toml_source import suggest_known


def check_guided_lists(form: Form, sheet: Sheet, steps: Sequence[tuple[Form, Step]]) -> None:
    """Refuse names that no step keeps or tells, and lists that never end.

    `form` is the sheet's, and `steps` are all of it with their tables.
    """
    _check_kept_numbers(steps, sheet)
    _check_told_names(form, sheet, steps)
    _check_reminders(form, sheet)
    _check_dice_together(sheet, steps)
    _check_lists(form, sheet)


_KEYS_OF_NUMBERS = ("name", "amount", "above", "among", "level", "plus", "minus")
"""What names a kept number in the steps of a list."""


def _check_kept_numbers(steps: Sequence[tuple[Form, Step]], sheet: Sheet) -> None:
    kept = _list_kept_numbers((step for _, step in steps), sheet) | _list_told(steps)
    for form, step in steps:
        # What it names was told, and is no number.
        if isinstance(step, Each) and step.told:
            continue
        own = (step,) if isinstance(step, ListStep) else ()
        for key, part in product(_KEYS_OF_NUMBERS, (*own, *list_step_parts(step))):
            name = getattr(part, key, None)
            if isinstance(name, str) and name not in kept:
                _refuse_number(form, key, name, kept)


def _list_kept_numbers(steps: Iterable[Step], sheet: Sheet) -> dict[str, None]:
    kept = dict.fromkeys(sheet.first_numbers)
    for step in steps:
        match step:
            case Remember(name) | SetNumber(name, SetTo()) | HowMany(name):
                kept[name] = None
            case Check(passes=AtMostKept(tally=str() as name)):
                kept[name] = None
            case Divide(share=share, over=over):
                kept |= {share: None, over: None}
    return kept


def _list_told(steps: Sequence[tuple[Form, Step]]) -> dict[str, None]:
    return dict.fromkeys(step.into for _, step in steps if isinstance(step, Say) and step.into)


_NAMING_STEPS = GoOn | RunList | Say | Decide | HowMany | Check | PickNumber
"""Steps whose text may hold what is kept or told under a name."""


def _check_told_names(form: Form, sheet: Sheet, steps: Sequence[tuple[Form, Step]]) -> None:
    told = _list_told(steps)
    kept = _list_kept_numbers((step for _, step in steps), sheet)
    for at, step in steps:
        if isinstance(step, _NAMING_STEPS):
            key = "together" if isinstance(step, RunList) else "text"
            for name in NAMED.findall(getattr(step, key)):
                if name not in {*told, *kept, "n"}:
                    near = suggest_known(name, {**told, **kept}, "Such names")
                    at.refuse(key, f"no step keeps or tells anything under {quote(name)}.{near}")
        if isinstance(step, Each) and step.told and step.name not in told:
            near = suggest_known(step.name, told, "Such names")
            at.refuse("name", f"no step tells anything into {quote(step.name)}.{near}")
    for item, each in zip(form.each("kept"), sheet.kept, strict=True):
        if each.id and each.id not in {*told, *kept}:
            item.refuse("id", f"no step keeps or tells anything under {quote(each.id)}.")


def _check_reminders(form: Form, sheet: Sheet) -> None:
    """Refuse a reminder that names a number which may not be kept yet."""
    first = dict.fromkeys(sheet.first_numbers)
    for item, each in zip(form.table("turn").each("reminders"), sheet.turn.reminders, strict=True):
        named = [("text", name) for name in NAMED.findall(each.text)]
        for key, name in (*named, *((("to", each.to), ("off", each.to and each.off)))):
            if name is not None and name not in first:
                near = suggest_known(name, first, "Numbers that a game begins with")
                item.refuse(key, f'{quote(name)} is no number with "begins" in [[kept]].{near}')
        counted = dict.fromkeys(kept.id for kept in sheet.kept if kept.begins is None)
        if each.forgets and each.forgets not in counted:
            near = suggest_known(each.forgets, counted, "Such numbers")
            why = f'{quote(each.forgets)} is no number without "begins" in [[kept]].{near}'
            item.refuse("forgets", why)


_TOGETHER = Check | Each | PickNumber | Remember | RunList | Say | SetNumber
"""What a list may have whose dice are rolled together: nothing that waits for anything else."""


def _check_dice_together(sheet: Sheet, steps: Sequence[tuple[Form, Step]]) -> None:
    """Refuse to roll dice together of which one hangs on another, or that wait for an answer."""
    lists = {each.id: each.steps for each in sheet.lists}
    for at, run in steps:
        if isinstance(run, RunList) and run.together:
            inner = lists.get(run.list, ())
            nested = (one for each in walk_steps(inner) for one in _branches(each))
            asked = (Decide, HowMany, GoOn, Check, PickNumber, Remember)
            if not all(isinstance(each, _TOGETHER) for each in walk_steps(inner)) or any(
                isinstance(each, asked) for each in nested
            ):
                at.refuse(
                    "together", f"the dice of {quote(run.list)} hang on each other or on answers."
                )


def _branches(step: Step) -> Iterator[Step]:
    if isinstance(step, Check):
        yield from walk_steps((*step.then, *step.otherwise))


def _check_lists(form: Form, sheet: Sheet) -> None:
    """Refuse two lists of one id, and a list that comes back to itself."""
    refuse_duplicates(form, "lists", tuple(each.id for each in sheet.lists))
    runs = {
        each.id: {step.list for step in walk_steps(each.steps) if isinstance(step, RunList)}
        for each in sheet.lists
    }
    for item, each in zip(form.each("lists"), sheet.lists, strict=True):
        reached: set[str] = set()
        ahead = set(runs[each.id])
        while ahead:
            name = ahead.pop()
            reached.add(name)
            ahead |= runs.get(name, set()) - reached
        if each.id in reached:
            item.refuse("steps", f"run {quote(each.id)} itself again, and would never end.")


def _refuse_number(form: Form, key: str, name: str, kept: dict[str, None]) -> None:
    near = suggest_known(name, kept, "Kept numbers")
    if name.isdigit() and key != "name":
        near = f" Write the number without quotes: {key} = {int(name)}."
    form.refuse(key, f"no step keeps a number under {quote(name)}.{near}")
