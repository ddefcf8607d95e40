"""Another language than English: its catalogue, and what writes texts and views in it."""

import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from cdgdevice.rules.texts.templates import ENGLISH, Form, GivenName, Template, Text, join_names
from cdgdevice.rules.texts.words import Words

T = TypeVar("T")
CATALOGUES = Path(__file__).parents[1] / "languages"
"""A file a language: each text or template in English, and what it is in that language."""

FORMS: Mapping[str, Mapping[str, Form]] = {
    "de": {
        **ENGLISH,
        # A noun keeps its capital within a sentence.
        "inside": str,
        "of": str,
        "and": lambda names: join_names(names, "und"),
        "or": lambda names: join_names(names, "oder"),
        "series": lambda names: join_names(names, "oder"),
        "else": lambda names: f", oder {join_names(names, 'oder')}" if names else "",
    }
}
"""How each language writes values, as `ENGLISH` does."""


class Language:
    """Writes texts as its catalogue has them; what it does not have stays as it is.

    It is for the `sheets` with these ids: a game that it has only some words of stays in English.
    """

    def __init__(self, code: str, catalogue: Mapping[str, str], sheets: Collection[str]) -> None:
        self.code = code
        self._catalogue, self._forms, self._sheets = catalogue, FORMS.get(code, ENGLISH), sheets
        self._template = cache(self._translate_template)
        self._words = cache(self._write_fields)

    def for_sheet(self, sheet: str) -> "Language":
        """Return what a game of the sheet with this id is written in: this language, or English."""
        return self if sheet in self._sheets else IN_ENGLISH

    def write(self, said: T) -> T:
        """Return a text, or all texts of a value such as a view, in this language."""
        if self is IN_ENGLISH:
            return said
        written: Any = said
        match said:
            case GivenName():
                pass
            case Text():
                values = {name: self.write(value) for name, value in said.values.items()}
                written = Text(self._template(said.template), values)
            case str():
                written = self._catalogue.get(said, said)
            case tuple():
                written = tuple(map(self.write, said))
            case Template():
                written = self._template(said)
            case Words():
                written = self._words(said)
            case Struct():
                written = self._write_fields(said)
        return cast(T, written)

    def _translate_template(self, template: Template) -> Template:
        # One without words of its own, such as "{cards:and}", is in no catalogue.
        written = self._catalogue.get(template.english, template.english)
        return Template(written, *template.names, forms=self._forms)

    def _write_fields(self, said: Struct) -> Struct:
        values = {name: getattr(said, name) for name in said.__struct_fields__}
        return replace(said, **{name: self.write(value) for name, value in values.items()})


IN_ENGLISH = Language("en", {}, ())
"""What every text is in before it is written in another."""


def read_catalogue(name: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return what a language has for each text, of all groups, and the sheets that it is for."""
    table = tomllib.loads((CATALOGUES / f"{name}.toml").read_text(encoding="utf-8"))
    sheets = tuple(table.pop("sheets"))
    return {english: text for group in table.values() for english, text in group.items()}, sheets


def load_language(code: str) -> Language:
    """Return a language by its code."""
    return IN_ENGLISH if code == IN_ENGLISH.code else Language(code, *read_catalogue(code))
