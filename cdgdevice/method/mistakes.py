"""The mistakes of text files: all of them, each one sentence with its line and its remedy."""

import difflib
from collections.abc import Iterable

_SHOWN = 60
_LISTED = 10


class Mistakes:
    """Collects what is wrong with the files of these names; true when anything is."""

    def __init__(self, *names: str) -> None:
        self._names = names
        self._found: dict[tuple[int, int, str], None] = {}

    def add(self, line: int, text: str, file: int = 0) -> None:
        """Note one mistake in `line`, counted from 1; the same mistake is noted once.

        `file` counts the names from 0.
        """
        self._found[file, line, text] = None

    def include(self, other: "Mistakes", file: int) -> None:
        """Note what was found in one file by itself."""
        self._found.update({(file, line, text): None for _, line, text in other._found})

    def __bool__(self) -> bool:
        return bool(self._found)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Every mistake as `NAME line 12: …`, in the order of the files and lines."""
        in_order = sorted(self._found, key=lambda found: found[:2])
        return tuple(f"{self._names[file]} line {line}: {text}" for file, line, text in in_order)


def quoted(text: str) -> str:
    """Give `text` in double quotes, on one line and not too long for a sentence."""
    shown = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04X}" for c in shown) + '"'


def described(value: object) -> str:
    """Say in a word or two what a TOML value is."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return quoted(value)
        case int() | float():
            return str(value) if abs(value) < 10**12 or value != value else "a huge number"
        case list():
            return "an array"
        case dict():
            return "a section"
        case _:
            return "a date or time"


def suggestion(word: str, known: Iterable[str], heading: str) -> str:
    """Give the known word that `word` may have meant, and the list of them unless it is long.

    The text goes behind a sentence: it begins with a space, or is empty when nothing is known.
    Without a `heading` there is no list.
    """
    plain = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(word.casefold(), plain, n=1)
    meant = f" Did you mean {quoted(plain[near[0]])}?" if near else ""
    if not plain or not heading or (near and len(plain) > _LISTED):
        return meant
    return f"{meant} {heading}: {', '.join(plain.values())}."
