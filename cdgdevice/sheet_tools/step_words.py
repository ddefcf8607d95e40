"""The steps of a sheet in words: what a result, an action or a guided list does, line by line.

Each type of step has its own template, beside its keyword: `{field}` stands for
a field of the step in words, `{words.pile}` for a word of the sheet's document, and `[field: text]`
for a text that is there only if the field says something, or `[field=value: text]` if it is so.
The templates of a test or a change within a step stand beside its fields.
"""

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from string import Formatter
from typing import Any

from msgspec import Struct

from cdgdevice.rules.card_display import Facing, Side, Space
from cdgdevice.rules.card_steps import CardUse, PickableCards, ReshuffledCards, Whose
from cdgdevice.rules.guided.list_steps import NAMED, SetNumber, SetTo
from cdgdevice.rules.sheet import Alternative, Condition, Sheet, SheetAction, walk_sheet_steps
from cdgdevice.rules.sheet_entries import BesideCard, PlayUnderWay
from cdgdevice.rules.steps import Decide, Step, list_step_parts, nested_steps
from cdgdevice.rules.texts.templates import begin_sentence, join_names, possessive_of, quote

_INDENT = "  "
_CHOICES: Mapping[Enum, str] = {
    Whose.MINE: "your",
    Whose.OTHER: "the other side's",
    Whose.BOTH: "both sides'",
    Facing.UP: "up",
    Facing.DOWN: "down",
    PickableCards.UP: "face-up card",
    PickableCards.DOWN: "face-down card",
    PickableCards.UP_FIRST: "card, a face-up one if there is any",
    PickableCards.DOWN_FIRST: "card, a face-down one if there is any",
    PickableCards.ANY: "card, face-up or face-down",
    PickableCards.PLAYED: "card just played",
    PickableCards.KEPT: "kept card, by its {words.space}",
    CardUse.ANY: "for anything",
    CardUse.EVENT: "as its {words.event}",
    CardUse.LOWEST_OPS: "if it is the lowest face-up {lowest} card",
    CardUse.DISCARD: "to be discarded",
    ReshuffledCards.NOTHING: "the {words.discards}",
    ReshuffledCards.FACE_DOWN: "the {words.discards} and the face-down cards",
    ReshuffledCards.ALL: "the {words.discards} and all cards of the display",
    PlayUnderWay.CARD: "one of the display",
    PlayUnderWay.ANY_CARD: "",
    PlayUnderWay.BESIDE: "none of the display",
    ReshuffledCards.PILE: "the {words.discards} and the {words.draw_pile}",
}
"""What each choice of a field is called; these are templates, too."""
_OPTIONAL = re.compile(r"\[(!?)([a-z_]+)(?:(!=|=|<|>)([^:]*))?:([^\[\]]*)\]")
_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
}


def step_lines(steps: Iterable[Step], sheet: Sheet) -> tuple[str, ...]:
    """Return a line for each step, and below it, indented by two columns, those that it holds.

    The sheet is the one that they are of: it knows what variants and cards are called.
    """
    return tuple(line for step in steps for line in _describe_step(step, sheet))


def fill_words(part: Struct | Condition, sheet: Sheet) -> str:
    """Return the template of a step, or of a condition, with its fields filled in."""
    return _StepFormatter(part, sheet).fill_own("words")


def state_title(state: str, sheet: Sheet) -> str:
    """Return what the sheet calls a state of a side."""
    return next((each.title for each in sheet.states if each.id == state), state)


def list_title(name: str, sheet: Sheet) -> str:
    """Return what the sheet calls one of its lists."""
    return next((each.title for each in sheet.lists if each.id == name), name)


def title_of(id_: str, sheet: Sheet) -> str:
    """Return the title of a way, an action or a card beside the display, by its id."""
    entries: tuple[Alternative | SheetAction | BesideCard, ...]
    entries = (*sheet.instead, *sheet.actions, *sheet.beside)
    return next((entry.title for entry in entries if entry.id == id_), id_)


def variant_title(id_: str, sheet: Sheet) -> str:
    """Return the title of a variant by its id, in quotes: it is no word of the method."""
    return f'"{next((each.title for each in sheet.variants if each.id == id_), id_)}"'


def _describe_step(step: Step, sheet: Sheet) -> tuple[str, ...]:
    said = _StepFormatter(step, sheet)
    first, if_so, if_not = map(said.fill_own, ("words", "if_so", "if_not"))
    if isinstance(step, Decide):
        return (first, *_describe_answers(step, sheet))
    then, otherwise = (*nested_steps(step), (), ())[:2]
    so = _head_lines(if_so, then, sheet)
    return (
        *filter(None, (first,)),
        *so,
        *_head_lines("Otherwise:" if so else if_not, otherwise, sheet),
    )


def _describe_answers(step: Decide, sheet: Sheet) -> tuple[str, ...]:
    told = {each.title: _head_lines(f"{each.title}:", each.steps, sheet) for each in step.answers}
    if not any(told.values()):
        return (f"{join_names(told, 'or')}.",)
    return tuple(line for title, lines in told.items() for line in lines or (f"{title}.",))


def _head_lines(head: str, steps: tuple[Step, ...], sheet: Sheet) -> tuple[str, ...]:
    """Return the lines of steps below a heading; nothing if there are none."""
    lines = step_lines(steps, sheet)
    return (head, *(_INDENT + line for line in lines)) if lines else ()


class _StepFormatter(Formatter):
    """Fills the templates of one step."""

    def __init__(self, step: Any, sheet: Sheet) -> None:
        self._parts: tuple[Any, ...] = (step, *list_step_parts(step))
        self._sheet = sheet

    def fill_own(self, name: str) -> str:
        """Return a template of the step filled; nothing if it has none of this name."""
        return self.fill(self._find(name, ""))

    def _find(self, name: str, *default: Any) -> Any:
        """Return an attribute of the step, or else of a part of it."""
        has = next((part for part in self._parts if hasattr(part, name)), self._parts[0])
        return getattr(has, name, *default)

    def fill(self, template: str) -> str:
        """Return a template with the step's fields and the sheet's words in it."""
        while (chosen := _OPTIONAL.sub(self._choose, template)) != template:
            template = chosen  # the innermost first
        return self.vformat(template, (), {})

    def get_value(self, key: int | str, *_: object) -> Any:
        """Return a field of the step, or what the template may name beside."""
        match key:
            case "words":
                return self._sheet.words
            case "lowest":
                return self._sheet.lowest
            case "is_flag":
                return self._find("name") in _list_flags(self._sheet)
            case "is_number":
                part = self._parts[-1]
                return isinstance(getattr(part, part.__struct_fields__[0]), int)
            case "some":
                return set(self._find("spaces")) != set(Space)
        return self._read_field(str(key))

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a value in words; a sheet's word may be `capital` or `possessive`."""
        match value, format_spec:
            case str(), "capital":
                return begin_sentence(value)
            case str(), "possessive":
                return possessive_of(value)
            case str(), "unnamed":
                return _hide_names(value)
            case str(), _:
                return value
            case int(), _:
                return str(abs(value))
            case (Space(), *_), _:
                return join_names((space.value for space in value), format_spec or "and")
            case (CardUse(), *_), _:
                return join_names(map(self._name_choice, value), "or")
            case Side(), _:
                return self._sheet.sides[value]
            case Enum(), _:
                return self._name_choice(value)
        return {"or": "no card"}.get(format_spec, "nothing")

    def _name_choice(self, choice: Enum) -> str:
        return self.fill(_CHOICES[choice])

    def _read_field(self, name: str) -> Any:
        value = self._find(name)
        if name == "states":
            return join_names((quote(state_title(state, self._sheet)) for state in value), "and")
        if not isinstance(value, str):
            return value
        if name in _TITLES:
            return _TITLES[name](value, self._sheet)
        if name == "text":
            return value if value[-1:] in ".?!:" else f"{value}."
        return value if name == "title" else value.replace("-", " ")

    def _choose(self, found: re.Match[str]) -> str:
        negated, name, compare, wanted, text = found.groups()
        value = self.get_value(name, (), {})
        if not compare:
            return text if bool(value) is not bool(negated) else ""
        if isinstance(value, Enum):
            value = value.value
        if isinstance(value, int):
            wanted = int(wanted) if wanted.isdecimal() else self._read_field(wanted)
        return text if _COMPARE[compare](value, wanted) else ""


_TITLES = {
    "card": title_of,
    "place": title_of,
    "variant": variant_title,
    "state": state_title,
    "list": list_title,
}


def _list_flags(sheet: Sheet) -> frozenset[str]:
    """Return the names under which a sheet keeps whether something is so: as 1 or 0."""
    marked = (step for step in walk_sheet_steps(sheet) if isinstance(step, SetNumber))
    return frozenset(step.name for step in marked if step.value == SetTo(1))


def _hide_names(text: str) -> str:
    """Leave room on paper for what a list calls by a name only as it is played."""
    return NAMED.sub(lambda name: "{n}" if name[1] == "n" else "...", text)
