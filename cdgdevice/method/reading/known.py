"""What the entries of a sheet may name: ids of their own, and ids of other entries."""

from collections.abc import Collection
from dataclasses import dataclass, field

from cdgdevice.method.form import REQUIRED, Form, Need
from cdgdevice.method.mistakes import quoted
from cdgdevice.method.reading.course import StepList
from cdgdevice.method.sheet import Hands
from cdgdevice.method.terms import Family

ID = "[a-z0-9]+(-[a-z0-9]+)*"
"""What an id looks like; so none can be a card's, like A or D2."""
DOUBLED_SPACES = "doubled-spaces"
"""The variant that a sheet with a [doubled-spaces] table has (Book, common mechanic #8)."""

_TAKEN = frozenset(
    {
        "combat-card",
        "combat-over",
        "done",
        "end-game",
        "end-turn",
        "extra",
        "hand-size",
        "home",
        "mark",
        "next-side",
        "next-turn",
        "nothing",
        "pile",
        "range",
        "turn-c",
    }
)
"""What the rules call their own options and actions."""
_SETTINGS = frozenset([DOUBLED_SPACES, *(f"range-{letter}" for letter in "abcde")])
"""What the rules call their own settings."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the rest of a sheet may build on, and the steps that were read so far."""

    family: Family | None
    """None when the sheet does not say it in a way that can be read."""
    hands: Hands
    variants: tuple[str, ...]
    """Ids."""
    beside: tuple[str, ...]
    """Ids."""
    courses: list[StepList] = field(default_factory=list)
    """Grows as entries are read; checked when all of them are known."""


def own_id(form: Form, like: str) -> str:
    """Read the id of an option or an action."""
    return _free(form, form.text("id", pattern=ID, like=like), _TAKEN)


def variant_id(form: Form) -> str:
    """Read the id of a variant."""
    return _free(form, form.text("id", pattern=ID, like="eight-cards"), _SETTINGS)


def reference(
    form: Form, key: str, ids: Collection[str], table: str, default: Need | None = REQUIRED
) -> str | None:
    """Read the id of an entry of another table of the sheet."""
    if ids:
        return form.text(key, default, choices=ids)
    name = form.text(key, default)
    if name:
        form.refuse(key, f"{quoted(name)} is not known; write an entry [[{table}]] with that id.")
    return name


def refuse_doubles(form: Form, key: str, ids: Collection[str]) -> None:
    """Refuse ids that are there more than once."""
    listed = list(ids)
    twice = sorted({name for name in listed if listed.count(name) > 1})
    if twice:
        form.refuse(key, f"has {', '.join(twice)} more than once; rename or remove one.")


def _free(form: Form, name: str, taken: Collection[str]) -> str:
    if name in taken:
        form.refuse("id", f"{quoted(name)} is the gadget's own word; choose another id.")
    return name
