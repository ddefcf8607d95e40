"""How steps and entries stand in a sheet's file: one reader, which goes by what types declare."""

import re
from collections.abc import Collection, Iterable, Iterator
from enum import Enum
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct, field
from msgspec.structs import replace

from cdgdevice.rules import field_forms, player_actions, sheet_entries
from cdgdevice.rules.card_display import Side, Space
from cdgdevice.rules.guided.list_steps import NAMED
from cdgdevice.rules.requests import LONGEST_NAME
from cdgdevice.rules.sheet import Condition
from cdgdevice.rules.steps import STEP_TYPES, Decide, Step, nested_keys, nested_steps
from cdgdevice.rules.texts.templates import quote
from cdgdevice.sheets.reading.old_steps import update_old_step
from cdgdevice.tomlform.form import REQUIRED, Form, Need
from cdgdevice.tomlform.value_checks import LIMITS

LIMITS |= {
    Side: "The method has two sides: a third power plays with one of them.",
    Space: "The method has five spaces: a sixth card is beside the display, in [[beside]].",
}


class StepList(Struct, frozen=True):
    """Steps of one array of the file."""

    form: Form
    """The table that has the array."""
    key: str
    steps: tuple[Step, ...]
    picked: bool = False
    """A card is picked before they run."""
    rolled: bool = False
    """They are the steps of a result."""
    offers: bool = False
    """They may offer cards."""
    under_way: bool = False
    """They may run while a card is under way."""
    shared: bool = False
    """They are a list that other lists run."""

    @property
    def readable(self) -> bool:
        """Every step of it, and of those that they hold, could be read, and there is one."""
        return bool(self.steps) and self._whole and all(self._whole_within())

    def __iter__(self) -> Iterator[tuple[Form, Step]]:
        """Return each step with its table; nothing when a step could not be read."""
        forms = self.form.each(self.key)
        if len(forms) == len(self.steps):
            yield from zip(forms, self.steps, strict=True)

    def nested(self, form: Form, step: Step) -> tuple["StepList", ...]:
        """Return the lists of steps that this step of the list holds."""
        lists = nested_steps(step)
        if not lists:
            return ()
        forms = form.each("answers") if isinstance(step, Decide) else (form,) * len(lists)
        places = zip(forms, nested_keys(step), lists, strict=True)
        return tuple(replace(self, form=f, key=k, steps=s) for f, k, s in places)

    def walk(self) -> Iterator[tuple[Form, Step]]:
        """Return each step with its table, and those that it holds."""
        for form, step in self:
            yield form, step
            for inner in self.nested(form, step):
                yield from inner.walk()

    @property
    def _whole(self) -> bool:
        return len(self.form.each(self.key)) == len(self.steps)

    def _whole_within(self) -> Iterator[bool]:
        for form, step in self:
            for inner in self.nested(form, step):
                yield inner._whole and all(inner._whole_within())


ID_PATTERN = "[a-z0-9]+(-[a-z0-9]+)*"
"""What an id looks like; so none can be a card's, like A or D2."""

_RESERVED_IDS = player_actions.BUILT_IN_ACTIONS | {
    "done",
    "extra",
    "home",
    "next-side",
    "next-turn",
    "nothing",
    "pile",
    "turn-c",
}
"""What the rules call their own options and actions."""
_RESERVED_SETTINGS = frozenset(
    [sheet_entries.DOUBLED_SPACES, *(f"range-{letter}" for letter in "abcde")]
)
"""What the rules call their own settings."""


class References(Struct, frozen=True):
    """What the rest of a sheet may build on, and the steps that were read so far."""

    sheet: Form
    family: sheet_entries.SheetFamily | None
    """None when the sheet does not say it in a way that can be read."""
    hands: sheet_entries.HandRules
    variants: tuple[str, ...]
    """Ids."""
    beside: tuple[str, ...] = ()
    """Ids."""
    states: tuple[str, ...] = ()
    """Ids."""
    lists: tuple[str, ...] = ()
    """Ids."""
    step_lists: list[StepList] = field(default_factory=list)
    """Grows as entries are read; checked when all of them are known."""


OrElse = TypeVar("OrElse")


def read_id(form: Form, key: str, default: OrElse | Need = REQUIRED, *, like: str) -> str | OrElse:
    """Read an id, which a request may name; `like` is an example."""
    name = form.text(key, default, pattern=ID_PATTERN, like=like)
    if isinstance(name, str) and len(name) > LONGEST_NAME:
        form.refuse(key, f"has {len(name)} characters, and an id has {LONGEST_NAME} at most.")
    return name


def read_variant_id(form: Form) -> str:
    """Read the id of a variant."""
    return _refuse_reserved(form, read_id(form, "id", like="eight-cards"), _RESERVED_SETTINGS)


def all_have(sheet: Form, table: str, key: str) -> bool:
    """Return whether every entry of a table could be read as far as this key, which names it."""
    return not any(item.is_wrong(key) for item in sheet.each(table))


def read_reference(
    form: Form, key: str, known: References, table: str, default: Need | None = REQUIRED
) -> str | None:
    """Read the id of an entry of another table of the sheet."""
    ids = getattr(known, table)
    if form.peek(key) not in ids and not all_have(known.sheet, table, "id"):
        return form.text(key, default)
    if ids:
        return form.text(key, default, choices=ids)
    name = form.text(key, default)
    if name:
        form.refuse(key, f"{quote(name)} is not known; write an entry [[{table}]] with that id.")
    return name


def _read_references(form: Form, key: str, known: References, table: str) -> tuple[str, ...]:
    """Read the ids of entries of another table of the sheet."""
    ids = getattr(known, table)
    if not all_have(known.sheet, table, "id"):
        return form.texts(key)
    if ids:
        return form.texts(key, choices=ids)
    names = form.texts(key)
    for name in names:
        form.refuse(key, f"{quote(name)} is not known; write an entry [[{table}]] with that id.")
    return names


def read_turn_span(form: Form, key: str = "turns") -> tuple[int, int] | None:
    """Read the first and the last turn, or round, of an entry; None when it has none."""
    if key not in form:
        return None
    span = form.wholes(key, low=1, high=sheet_entries.LAST_TURN, count=2)
    if len(span) < 2:
        return None
    first, last = span
    if first > last:
        one = key.removesuffix("s")
        form.refuse(key, f"must be the first and the last {one}: [{last}, {first}].")
    return first, last


def refuse_duplicates(form: Form, key: str, ids: Collection[str]) -> None:
    """Refuse ids that are there more than once."""
    listed = list(ids)
    twice = sorted({name for name in listed if listed.count(name) > 1})
    if twice:
        form.refuse(key, f"has {', '.join(twice)} more than once; rename or remove one.")


Entry = TypeVar("Entry")


def _refuse_reserved(form: Form, name: str, taken: Collection[str]) -> str:
    if name in taken:
        form.refuse("id", f"{quote(name)} is the gadget's own word; choose another id.")
    return name


DEEPEST_NESTING = 8
"""So many lists of steps may lie one within the other."""

STEP_NAMES = tuple(STEP_TYPES)
"""What a step can be: the values of `do`."""


def read_steps(
    form: Form, key: str, known: References, *, at_least: int = 0, depth: int = 1
) -> tuple[Step, ...]:
    """Read an array of steps; one that can't be read is left out."""
    if depth > DEEPEST_NESTING and key in form:
        form.refuse(
            key,
            f"is nested too deeply; use at most {DEEPEST_NESTING} lists of steps in each other.",
        )
        for each in form.each(key):
            each.ignore_rest()  # nobody asks what is in there
        return ()
    steps = (_read_step(each, known, depth) for each in form.each(key, at_least=at_least))
    return tuple(step for step in steps if step is not None)


def _read_step(form: Form, known: References, depth: int) -> Step | None:
    update_old_step(form)
    kind = STEP_TYPES.get(form.text("do", choices=STEP_NAMES))
    if kind is None:
        form.ignore_rest()  # the name of the step is the one mistake
        return None
    step: Step = _read_fields(form, kind, known, depth)
    return step


class _Field(Struct, frozen=True):
    """A field of a step or an entry, as its type declares it."""

    name: str
    key: str
    kind: Any
    """The type of its value, or of each where there are `many`."""
    many: bool
    default: Any
    """What it is where the file has no such key, or REQUIRED."""
    how: object = None
    """What the type alone does not tell of its writing, if anything."""
    at_least: int = 0
    partner: str | None = None
    """The field without which it is not written."""
    parts: tuple[Any, ...] = ()
    """The types of which its value is one; the first key of each stands in the table itself."""


@cache
def _declared_fields(kind: Any) -> tuple[_Field, ...]:
    """Return the fields of a type of step, answer, entry or condition, in their order."""
    hints = get_type_hints(kind, include_extras=True)
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    required = (NODEFAULT,) * (len(names) - len(defaults))
    return tuple(
        _declared_field(name, hints[name], default)
        for name, default in zip(names, (*required, *defaults), strict=True)
    )


def _declared_field(name: str, hint: Any, default: object) -> _Field:
    hint, *marks = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    many = get_origin(hint) is tuple
    kinds = [kind for kind in get_args(hint) if kind not in (type(None), ...)] or [hint]
    parts = tuple(kinds) if not many and len(kinds) > 1 else ()
    declared = _Field(
        name,
        name.replace("_", "-"),
        kinds[0],
        many,
        REQUIRED if default is NODEFAULT else default,
        parts=parts,
    )
    for mark in marks:
        match mark:
            case field_forms.Default(value):
                declared = replace(declared, default=value)
            case field_forms.AtLeast(number):
                declared = replace(declared, at_least=number)
            case field_forms.Key(key):
                declared = replace(declared, key=key)
            case field_forms.TogetherWith(partner):
                declared = replace(declared, partner=partner)
            case how:
                declared = replace(declared, how=how)
    return declared


def _read_fields(form: Form, kind: Any, known: References, depth: int) -> Any:
    """Read a step, an answer or an entry, field by field."""
    read: dict[str, Any] = {}
    declared = _declared_fields(kind)
    for one in declared:
        if one.kind is Condition:
            continue  # they stand in the entry itself, each under its own key
        read[one.name] = _read_field(form, one, known, depth)
    for one in declared:
        # What could not be read is no reason to ask for the other.
        if one.partner is not None and not form.is_wrong(one.key):
            alone = one.key if read[one.name] else one.partner
            if bool(read[one.name]) is not bool(read[one.partner]):
                form.refuse(alone, f'goes with "{one.key}" and "{one.partner}" together.')
    return kind(**read)


def _read_field(form: Form, field: _Field, known: References, depth: int) -> object:
    key, default = field.key, field.default
    if field.parts and field.how is None:
        return _read_part(form, field.parts, known, depth)
    if default is not REQUIRED and key not in form:
        return default
    match field.how:
        case field_forms.NumberOrName():
            return _read_amount(form, key, default)
        case field_forms.Whole(low, high):
            return form.whole(key, default, low=low, high=high)
        case field_forms.Change(most):
            return _read_change(form, key, default, most)
        case field_forms.Id(like, of_option):
            name = read_id(form, key, default, like=like)
            return _refuse_reserved(form, name, _RESERVED_IDS) if of_option else name
        case field_forms.Like(pattern, example):
            return form.text(key, default, pattern=pattern, like=example)
        case field_forms.Reference(table) if field.many:
            return _read_references(form, key, known, table)
        case field_forms.Reference(table):
            return read_reference(form, key, known, table, default)
        case field_forms.OneOrMore() if isinstance(form.peek(key), str):
            return (_read_by_type(form, replace(field, many=False), known, depth),)
        case field_forms.TextKind() as kind:
            return _read_text(form, key, default, kind)
        case _:
            return _read_by_type(form, field, known, depth)


def _read_by_type(form: Form, field: _Field, known: References, depth: int) -> object:
    """Read a field of which the type alone tells how it is written."""
    key, default = field.key, field.default
    if field.kind == Step:
        return read_steps(form, key, known, at_least=field.at_least, depth=depth + 1)
    if field.kind is int and field.many:
        return read_turn_span(form, key) or (None if default is REQUIRED else default)
    if field.kind is bool:
        return form.yes_no(key, default)
    if field.kind is str:
        return form.texts(key, default) if field.many else form.text(key, default)
    if issubclass(field.kind, Enum):
        return (form.enums if field.many else form.one_of)(key, field.kind, default)
    entries = [
        _read_fields(each, field.kind, known, depth)
        for each in form.each(key, at_least=field.at_least)
    ]
    if "id" in field.kind.__struct_fields__:
        refuse_duplicates(form, key, tuple(entry.id for entry in entries))
    return tuple(entries)


def _read_amount(form: Form, key: str, default: Any) -> object:
    """Read a number, or the name under which one is kept."""
    if isinstance(form.peek(key), int):
        return form.whole(key, low=0, high=sheet_entries.MAX_KEPT)
    return read_id(form, key, default, like="columns")


def _read_change(form: Form, key: str, default: Any, most: int) -> object:
    by = form.whole(key, default, low=-most, high=most)
    if by == 0 and key in form:
        form.refuse(key, "must not be 0; take the step out, or say how many.")
    return by


def _read_part(form: Form, parts: tuple[Any, ...], known: References, depth: int) -> object:
    """Read the first of these parts of a step whose first key is there, or else the last one."""
    given = (part for part in parts if _declared_fields(part)[0].key in form.keys)
    return _read_fields(form, next(given, parts[-1]), known, depth)


def _read_text(form: Form, key: str, default: Any, kind: field_forms.TextKind) -> str:
    """Read a text that may hold `{n}`, or what a list has told under a name."""
    text: str = form.text(key, default)
    if kind is field_forms.TextKind.COUNTED and re.search(r"[{}]", text.replace("{n}", "")):
        form.refuse(key, "may hold {n} for a counted number, and no other brackets {}.")
    if kind is field_forms.TextKind.NAMING and re.search(r"[{}]", NAMED.sub("", text)):
        form.refuse(key, "may hold a name in brackets, like {marked}, and no others {}.")
    return text


def read_entry(
    form: Form, kind: type[Entry], known: References, limits: Iterable[type[Condition]] = ()
) -> Entry:
    """Read an entry of a sheet as its type declares it, with the conditions that it may have."""
    entry = _read_fields(form, kind, known, 0)
    found = (_read_condition(form, each, entry.id, known) for each in limits if each.key in form)
    conditions = tuple(condition for condition in found if condition is not None)
    whole: Entry = replace(entry, conditions=conditions) if conditions else entry
    return whole


def _read_condition(form: Form, kind: Any, entry: str, known: References) -> Condition | None:
    """Read a condition that is there: by its own field, or else by true or false."""
    condition: Condition | None
    match _declared_fields(kind):
        case (own,) if own.name != "entry":
            value = _read_field(form, replace(own, key=kind.key), known, 1)
            condition = None if value is None else kind(value)
        case of_entry:
            condition = kind(*(entry for _ in of_entry)) if form.yes_no(kind.key) else None
    return condition
