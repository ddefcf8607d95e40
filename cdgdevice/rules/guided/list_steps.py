"""The step types that guided lists are made of, and what tests the numbers that they keep.

A guided list takes the player through a procedure: it asks, rolls, keeps numbers under names, and
says what to do by hand. Its steps work on no card; those that repeat other steps are in
`rules/steps.py`.
"""

import re
from typing import Annotated, ClassVar

from msgspec import Struct

from cdgdevice.rules import field_forms

NAMED = re.compile(r"\{([a-z0-9-]+)\}")
"""Stands in the text of a guided list for what the list has told under a name."""


# What a number is tested for.


class AtMostKept(Struct, frozen=True):
    """A die passes when it is at most the kept number `level`."""

    words: ClassVar = "{text}[tally: (On {level} or less one more is {tally}.)]"
    if_so: ClassVar = "On {level} or less:"
    if_not: ClassVar = "Above {level}:"
    level: field_forms.NumberName
    tally: Annotated[str | None, field_forms.Id("columns")] = None
    """Passes are counted under this name."""


class NumberAbove(Struct, frozen=True):
    """A kept number is above another, or above a number that is given."""

    if_so: ClassVar = "If {name} above {above}:"
    if_not: ClassVar = "If {name} not above {above}:"
    above: field_forms.Amount
    name: field_forms.NumberName


class NumberLasts(Struct, frozen=True):
    """A kept number is at least `keep` after another is spent."""

    if_so: ClassVar = "If {keep} or more {name} stay[amount: after the {amount}]:"
    if_not: ClassVar = "If less than {keep} {name} stay[amount: after the {amount}]:"
    keep: Annotated[int, field_forms.Whole(0, 99)]
    name: field_forms.NumberName
    amount: Annotated[str | int | None, field_forms.NumberOrName()] = None
    """What would be spent, and to spend 0 is always allowed; left out, nothing is spent."""


class AnyKept(Struct, frozen=True):
    """A kept number is above 0."""

    if_so: ClassVar = "If [!is_flag:any ]{name}:"
    if_not: ClassVar = "If no {name}:"
    name: field_forms.NumberName


NumberTest = NumberAbove | NumberLasts | AnyKept
"""What `if` may test of a kept number."""

# Steps.


class Remember(Struct, frozen=True):
    """A die's number is kept under a name."""

    do: ClassVar = "remember"
    words: ClassVar = "{text} Roll a die: that is the {name}."
    name: field_forms.NumberName
    text: field_forms.Words
    note: str | None = None
    """The title of the note that has its rule."""


class SetTo(Struct, frozen=True):
    """The number itself."""

    words: ClassVar = "[number>1:There are {number} {name}.]"
    number: Annotated[int, field_forms.Whole(0, 99)]


class Plus(Struct, frozen=True):
    """So much more, or as much as another kept number, and never above 99."""

    words: ClassVar = "Add [!is_number:the ]{plus} to the {name}."
    plus: field_forms.Amount


class Minus(Struct, frozen=True):
    """So much less, or as much as another kept number, and never below 0."""

    words: ClassVar = "Take [!is_number:the ]{minus} off the {name}."
    minus: field_forms.Amount


NumberChange = Plus | Minus | SetTo


class SetNumber(Struct, frozen=True):
    """A number is kept under a name, or a kept one changes."""

    do: ClassVar = "set"
    name: field_forms.NumberName
    value: NumberChange


class HowMany(Struct, frozen=True):
    """The player says a number, and it is kept under a name."""

    do: ClassVar = "how-many"
    words: ClassVar = "{text} Count the {name}."
    name: field_forms.NumberName
    text: field_forms.NamingWords
    high: Annotated[int, field_forms.Whole(1, 99)]
    low: Annotated[int, field_forms.Whole(0, "high")] = 0
    kind: Annotated[str | None, field_forms.Id("launch")] = None
    """An amount that is new each time: the question starts at the last answer of this kind.

    Without it the question starts at the number that is kept under the name.
    """
    note: str | None = None
    """The title of the note that has its rule."""


class Divide(Struct, frozen=True):
    """A kept number is shared out evenly: what each gets is kept, and what is left over."""

    do: ClassVar = "divide"
    words: ClassVar = "Share the {name} among the {among}: the {share}, and what is left {over}."
    name: field_forms.NumberName
    among: field_forms.NumberName
    """Among so many; with none nothing is shared, and all is left over."""
    share: field_forms.NumberName
    over: field_forms.NumberName


class RunList(Struct, frozen=True):
    """The steps of one of the sheet's lists run here."""

    do: ClassVar = "run"
    words: ClassVar = "Do this: {list}.[together: All its dice are rolled together.]"
    list: Annotated[str, field_forms.Reference("lists")]
    together: Annotated[str, field_forms.TextKind.NAMING] = ""
    """What its dice are rolled for; they are independent, so all are rolled at once."""
    note: str | None = None
    """The title of the note that has its rule."""


class Phase(Struct, frozen=True):
    """A part of a guided list begins: its title stands at the top of the screen."""

    do: ClassVar = "phase"
    words: ClassVar = "{title}:"
    title: str


class PickNumber(Struct, frozen=True):
    """A fair choice among as many things as a kept number says."""

    do: ClassVar = "random"
    words: ClassVar = "{text} (Dice pick one of the {name}.)"
    name: field_forms.NumberName
    text: field_forms.NamingWords


class GoOn(Struct, frozen=True):
    """Something to do on the map; the player says when it is done."""

    do: ClassVar = "go-on"
    words: ClassVar = "{text:unnamed}"
    text: Annotated[str, field_forms.TextKind.NAMING]
    note: str | None = None
    """The title of the note that has its rule."""


class DeclareGameOver(Struct, frozen=True):
    """The game is over; steps before it say who has won."""

    do: ClassVar = "end-game"
    words: ClassVar = "The game is over."
