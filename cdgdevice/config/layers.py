"""Files laid over each other, field by field: what a later one does not say is as before.

A table is merged key by key, however it is written: `[screens.left]` and `left = { … }` are one.
Everything else is replaced whole, and so is `die.conversion`: its six numbers mean nothing apart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cdgdevice.method.form import Form
from cdgdevice.method.mistakes import Mistakes
from cdgdevice.method.toml_lines import Lines, Path
from cdgdevice.method.toml_text import decode, load

Table = Mapping[str, Any]
"""What TOML files say: texts, numbers, yes and no, and tables of these under their keys."""

WHOLE: Final = frozenset({("die", "conversion")})
"""The tables that are one field."""
DEEPEST: Final = 3
"""Keys from the top to the deepest field, as in `screens.left.contrast`."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One file of the configuration."""

    name: str
    """What it is called in sentences."""
    content: str | bytes
    unread: str = ""
    """Why it could not be read, as a sentence; empty where it could."""


class Layers:
    """What files say when each is laid over those before; wrong ones say nothing."""

    def __init__(self, layers: Sequence[Layer]) -> None:
        self.mistakes = Mistakes(*(layer.name for layer in layers))
        """What is wrong with the files; what their `form` finds comes to these."""
        self.unused: tuple[str, ...] = ()
        """The files that can't be read at all: there is no telling what they say."""
        self.table: Table = {}
        """What they say."""
        texts = []
        for number, layer in enumerate(layers):
            mistakes = Mistakes(layer.name)
            text = decode(layer.content, mistakes)
            table = None if text is None else load(text, mistakes)
            self.mistakes.include(mistakes, number)
            if text is None or table is None or layer.unread:
                self.unused = (*self.unused, layer.name)
                texts.append("")
            else:
                self.table = over(self.table, table)
                texts.append(text)
        self.form = Form(dict(self.table), (), Lines(*texts or [""]), self.mistakes)
        """The same, to be read."""


def over(lower: Table, upper: Table, within: Path = ()) -> dict[str, Any]:
    """Lay a table over another one; `within` says where they stand."""
    merged = dict(lower)
    for key, value in upper.items():
        path = (*within, key)
        below = merged.get(key)
        one = path in WHOLE or len(path) >= DEEPEST
        if isinstance(value, dict) and isinstance(below, dict) and not one:
            merged[key] = over(below, value, path)
        else:
            merged[key] = value
    return merged
