"""Sentences as values: which one it is and what it is about, kept beside its English.

A sentence of the rules or of the screens is written once, as a `Template`. What it returns is a
`Text`: the English that every reader can show as it is, and the template and the values that
another language needs. Nothing has to read the English to learn what it says.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from string import Formatter
from typing import Any

_ADJECTIVES = ("ch", "ese", "sh")
"""What ends the name of a people that says already whose something is."""


def begin_sentence(words: str) -> str:
    """Return words with a capital letter in front, the others as they are."""
    return f"{words[:1].upper()}{words[1:]}"


def continue_sentence(words: str) -> str:
    """Return words with a small letter in front, as after a colon."""
    return f"{words[:1].lower()}{words[1:]}"


def possessive_of(name: str) -> str:
    """State that something is this side's: `Rome's`, `Central Powers'`, `British`."""
    if name.endswith(_ADJECTIVES):
        return name
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def join_names(names: Iterable[str], last: str) -> str:
    """Join names as in speech: `A, B or C`."""
    *some, final = names
    return f"{', '.join(some)} {last} {final}" if some else final


def _join_series(names: Iterable[str]) -> str:
    """Join what may hold commas and "or" itself: `A or B, C, or D`."""
    *some, final = names
    return f"{', '.join(some)}, or {final}" if some else final


Form = Callable[[Any], str]

ENGLISH: Mapping[str, Form] = {
    "begin": begin_sentence,
    "inside": continue_sentence,
    "initial": lambda words: words[:1].upper(),
    "of": possessive_of,
    "plain": lambda id_: id_.replace("-", " "),
    "list": ", ".join,
    "and": lambda names: join_names(names, "and"),
    "or": lambda names: join_names(names, "or"),
    "series": _join_series,
    "lines": " ".join,
    "else": lambda names: f", or {join_names(names, 'or')}" if names else "",
    "up-to": lambda high: ENGLISH["span"]((1, high)),
    "span": lambda span: "-".join(map(str, dict.fromkeys(span))),
    "quoted": lambda given: quote(given),
}
"""How a value is written, by what follows the colon in its gap: `{name:of}`, `{cards:or}`.

Several are applied in turn, `{ways:or:begin}`. Words with a bar between them are chosen from, by a
number from 0 on, or by whether there is something: `{on:no|yes}`, `{missing:none|one|{missing}}`.
"""


_KEPT = 512
"""So many sentences are kept: round after round the same is said of the same cards."""


class Template:
    """A sentence with gaps. Called with what fills them, it returns the `Text`.

    The values come in the order of their gaps, or in the `order` given. `short` says the same in
    fewer words, for a screen that shows the rest anyhow. It is parsed when it is first said: an
    evening needs few of the hundreds that a start makes.
    """

    __slots__ = ("_forms", "_order", "_short", "english", "names", "parts", "shorter")

    parts: "tuple[Part, ...]"
    names: tuple[str, ...]
    shorter: "Template"

    def __init__(
        self,
        english: str,
        *order: str,
        short: str = "",
        forms: "Mapping[str, Form]" = ENGLISH,
    ) -> None:
        self.english = english
        self._order, self._short, self._forms = order, short, forms

    def __getattr__(self, name: str) -> Any:
        """Parse it where `parts`, `names` or `shorter` are first asked for."""
        if name not in self.__slots__:
            raise AttributeError(name)
        self.parts = parse_template(self.english, self._forms)
        self.names = self._order or tuple(dict.fromkeys(_names_of(self.parts)))
        self.shorter = Template(self._short, *self.names) if self._short else self
        return getattr(self, name)

    def __call__(self, *values: Hashable, **named: Hashable) -> "Text":
        """Return the sentence about these values, the last of them by their names if need be."""
        # Sentences that are the same in English may be of different templates.
        for each in (*values, *named.values()):
            if isinstance(each, _OF_TEXTS):
                return _write_text(self, *values, **named)
        return _recall_text(self, *values, **named)


def _write_text(template: Template, /, *values: object, **named: object) -> "Text":
    about = dict(zip(template.names, values, strict=False))
    about.update(named)
    if len(about) != len(template.names) or len(values) > len(template.names):
        raise TypeError(f"{template.english!r} is about {', '.join(template.names)}")
    return Text(template, about)


_recall_text = lru_cache(_KEPT, typed=True)(_write_text)


class Text(str):
    """A sentence in English that still knows its template, and the values it is about."""

    __slots__ = ("template", "values")

    template: Template
    values: Mapping[str, object]

    def __new__(cls, template: Template, values: Mapping[str, object]) -> "Text":
        """Write the sentence in English."""
        text = str.__new__(cls, fill(template.parts, values))
        text.template, text.values = template, values
        return text


_OF_TEXTS = (Text, tuple)
"""What may hold sentences."""


class GivenName(str):
    """What a player has typed, as the name of a game: the same in every language."""

    __slots__ = ()


Part = tuple[str, str, str, tuple[Form, ...], "tuple[tuple[Part, ...], ...]"]
"""What stands before a gap, its name, the field of its value, how that is written, and the parts
of the words that it chooses from."""


def _names_of(parts: Iterable[Part]) -> Iterable[str]:
    for _, name, _, _, choices in parts:
        yield from (name,) if name else ()
        yield from _names_of(part for choice in choices for part in choice)


def _split_choices(spec: str) -> list[str]:
    """Split at the bars between words that are chosen from, but within none of their gaps."""
    choices, depth = [""], 0
    for letter in spec:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == "|" and depth == 0:
            choices.append("")
        else:
            choices[-1] += letter
    return choices


def parse_template(template: str, forms: Mapping[str, Form]) -> tuple[Part, ...]:
    """Return the parts of a template whose values are written in these `forms`."""
    parts: list[Part] = []
    for literal, gap, given, _ in Formatter().parse(template):
        name, *field = (gap or "").split(".")
        spec = given or ""
        choices = _split_choices(spec) if "|" in spec else []
        written = () if choices else tuple(forms[form] for form in spec.split(":") if form)
        chosen_from = tuple(parse_template(choice, forms) for choice in choices)
        parts.append((literal, name, "".join(field), written, chosen_from))
    return tuple(parts)


def fill(parts: tuple[Part, ...], values: Mapping[str, object]) -> str:
    """Return what a template's parts say of these values."""
    said = ""
    for literal, name, field, forms, choices in parts:
        said += literal
        if name:
            value: Any = getattr(values[name], field) if field else values[name]
            if choices:
                number = value if isinstance(value, int) else bool(value)
                value = fill(choices[min(number, len(choices) - 1)], values)
            for form in forms:
                value = form(value)
            said += value if isinstance(value, str) else str(value)
    return said


def shorten(said: Any) -> Any:
    """Return a text in the fewer words of its template, and of the texts that it is about."""
    if isinstance(said, tuple):
        return tuple(map(shorten, said))
    if not isinstance(said, Text):
        return said
    return Text(said.template.shorter, {name: shorten(of) for name, of in said.values.items()})


_said_together = Template("{said:lines}")


def join_lines(*said: str) -> str:
    """Join sentences to one text."""
    return said[0] if len(said) == 1 else _said_together(said)


_MAX_QUOTED = 60


def quote(text: str) -> str:
    """Return `text` in double quotes, on one line and not too long for a sentence."""
    shown = text if len(text) <= _MAX_QUOTED else text[: _MAX_QUOTED - 1] + "…"
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04X}" for c in shown) + '"'
