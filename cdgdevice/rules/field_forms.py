"""How a field is written in a sheet's file, beyond what its type says.

`sheets/reading` reads by that; a field is called as in the file, with `_` for `-`.
"""

from enum import Enum
from typing import Annotated

from msgspec import Struct


class Whole(Struct, frozen=True):
    """A whole number within bounds."""

    low: int | str
    """The smallest, or the name of the field that holds it."""
    high: int | str


class Change(Struct, frozen=True):
    """A whole number, up or down by so many at most, and never 0."""

    most: int


class Id(Struct, frozen=True):
    """A name in small letters."""

    like: str
    """An example, to be shown to who wrote it otherwise."""
    of_option: bool = False
    """The game calls an option or an action so: words of the gadget's own are taken."""


class Like(Struct, frozen=True):
    """A text that matches all of a regular expression, as an example does."""

    pattern: str
    example: str


class Key(Struct, frozen=True):
    """What the field is called in the file, where that is another word."""

    name: str


class Reference(Struct, frozen=True):
    """The id of an entry in another table of the sheet."""

    table: str
    """Like "variants"."""


class Default(Struct, frozen=True):
    """What it is in a file that leaves it out, where the type itself wants it said."""

    value: object


class AtLeast(Struct, frozen=True):
    """An array with so many elements or more."""

    number: int


class OneOrMore(Struct, frozen=True):
    """An array, or its only element by itself."""


class TogetherWith(Struct, frozen=True):
    """Written together with another field, or not at all."""

    field: str


class TextKind(Enum):
    """What a text may hold in brackets."""

    COUNTED = "counted"
    """`{n}`, for a number that a guided list counts."""
    NAMING = "naming"
    """`{name}`, for what the list has told under it."""


Words = Annotated[str, TextKind.COUNTED]
NamingWords = Annotated[str, TextKind.NAMING]
NumberName = Annotated[str, Id("columns")]
"""Under which a number is kept."""


class NumberOrName(Struct, frozen=True):
    """A number itself, or the name under which one is kept."""


Amount = Annotated[str | int, NumberOrName()]
