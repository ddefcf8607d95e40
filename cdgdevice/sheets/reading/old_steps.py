"""Earlier spellings of steps, and how they are written now: an older sheet is read as before."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from cdgdevice.tomlform.form import Form
from cdgdevice.tomlform.toml_source import KeyPath, Mistakes, TomlLines, decode_text, load_tables


class NewSpelling(Struct, frozen=True):
    """How a step that had a keyword of its own is written now."""

    do: str
    adds: Mapping[str, str | bool] = {}
    """Keys with what they are, unless the file has them."""
    renamed: Mapping[str, str] = {}
    """What keys were called, and are called now."""

    @property
    def advice(self) -> str:
        """Return how to write it now."""
        added = (
            f'{key} = "{value}"' if isinstance(value, str) else f"{key} = true"
            for key, value in self.adds.items()
        )
        renamed = (f', with "{new}" for "{old}"' for old, new in self.renamed.items())
        return "".join((", ".join((f'do = "{self.do}"', *added)), *renamed))


OLD_SPELLINGS: Mapping[str, NewSpelling] = {
    "add": NewSpelling("set", renamed={"amount": "plus"}),
    "begin": NewSpelling("state"),
    "check-against": NewSpelling("check"),
    "chits-at-most": NewSpelling("chits", renamed={"number": "at-most"}),
    "drop-extra": NewSpelling("extra-card", {"card": "gone"}),
    "each-named": NewSpelling("each", {"told": True}),
    "end": NewSpelling("state", {"ends": True}),
    "exchange": NewSpelling("swap", {"for": "under-way"}),
    "if-any": NewSpelling("if"),
    "if-enough": NewSpelling("if"),
    "if-more": NewSpelling("if", renamed={"than": "above"}),
    "if-picked": NewSpelling("if", {"picked": True}),
    "recall": NewSpelling("tell", {"text": "Look again at what this list has said."}),
    "roll-again": NewSpelling("again", {"roll": True}),
    "spend": NewSpelling("set", renamed={"amount": "minus"}),
    "steal": NewSpelling("extra-card", {"card": "picked"}),
}
"""The new spelling of each keyword that sheets had earlier."""


def update_old_step(form: Form) -> None:
    """Read the table of a step with an earlier keyword as the step that it is now."""
    new = OLD_SPELLINGS.get(str(form.peek("do")))
    if new is not None:
        adds = {key: value for key, value in new.adds.items() if form.peek(key) is None}
        form.rewrite({"do": new.do, **adds}, new.renamed)


def find_old_spellings(source: bytes) -> Iterator[str]:
    """Yield a sentence with its lines for each earlier spelling of a step that a sheet has."""
    mistakes = Mistakes("")
    text = decode_text(source, mistakes)
    tables = None if text is None else load_tables(text, mistakes)
    if text is None or tables is None:
        return
    lines = TomlLines(text)
    found: dict[str, list[str]] = {}
    for path, old in _walk_old_keywords(tables, ()):
        found.setdefault(old, []).append(str(lines.spot(path).line))
    for old, at in found.items():
        where = f"line{'s' if len(at) > 1 else ''} {', '.join(at)}"
        yield f'do = "{old}" is now {OLD_SPELLINGS[old].advice} ({where}).'


def _walk_old_keywords(value: Any, path: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    inner: Any = ()
    if isinstance(value, dict):
        if value.get("do") in OLD_SPELLINGS:
            yield (*path, "do"), value["do"]
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    for key, each in inner:
        yield from _walk_old_keywords(each, (*path, key))
