"""Reading a TOML file the way one reads a filled-in form: every mistake at once, none raised.

    form, mistakes = parse(source, "cdgdevice.toml")
    if form is not None:
        die = form.table("die")
        source = die.text("source", "button", choices=("button", "reader", "hand"))
        form.close()
    if mistakes:
        raise ConfigError(mistakes.sentences)

A sentence reads `cdgdevice.toml line 12: die.source: "buton" is not known. Did you mean "button"?`
Elements of an array are counted from 1 in sentences: `steps[2].text`.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import Enum
from typing import Any, Final, TypeVar

from cdgdevice.method import values
from cdgdevice.method.mistakes import Mistakes, described, quoted, suggestion
from cdgdevice.method.toml_lines import Lines, Path
from cdgdevice.method.toml_text import decode, load


class Need(Enum):
    """Stands for a default where there is none."""

    REQUIRED = "required"
    """The key must be there: leaving it out is a mistake."""


REQUIRED: Final = Need.REQUIRED

T = TypeVar("T")
D = TypeVar("D")
M = TypeVar("M", bound=Enum)
W = TypeVar("W", bound=int)


def parse(source: str | bytes, name: str) -> tuple["Form | None", Mistakes]:
    """Read TOML; `name` is the file's name in sentences.

    The form is None when the text is no TOML at all: then the mistakes hold the one sentence why.
    Never raises, whatever the bytes are.
    """
    mistakes = Mistakes(name)
    text = decode(source, mistakes)
    root = None if text is None else load(text, mistakes)
    if text is None or root is None:
        return None, mistakes
    return Form(root, (), Lines(text), mistakes), mistakes


class Form:
    """One table of the file: ask it for each key it may have, then `close` it.

    No getter raises. A wrong value is a mistake, and the default comes back. Where there is no
    default, a missing key is a mistake too, and a stand-in of the right type comes back: it is
    worth nothing, and nobody uses it who looks at the mistakes first.
    """

    __slots__ = (
        "_faulty",
        "_handed_out",
        "_known",
        "_lines",
        "_mistakes",
        "_path",
        "_table",
        "_wrong",
        "keys",
    )

    def __init__(self, table: dict[str, Any], path: Path, lines: Lines, mistakes: Mistakes) -> None:
        self._table = table
        self._path = path
        self._lines = lines
        self._mistakes = mistakes
        self._known: dict[str, None] = {}
        self._handed_out: dict[Path, Form] = {}
        self._wrong: set[str] = set()
        self._faulty: set[str | int] = set()
        self.keys: tuple[str, ...] = tuple(table)
        """The keys that are there, in the order of the file."""

    def __contains__(self, key: str) -> bool:
        """Tell whether `key` is there, and count it among the known ones."""
        self._known[key] = None
        return key in self._table

    @property
    def line(self) -> int:
        """The line where this table begins, or its nearest outer table when it is not there."""
        return self._lines.spot(self._path).line

    def text(
        self,
        key: str,
        default: D | Need = REQUIRED,
        *,
        choices: Collection[str] = (),
        pattern: str = "",
        like: str = "",
    ) -> str | D:
        """Read a text: one of `choices`, or matching all of `pattern`, as the example `like` does.

        A blank text is a mistake.
        """
        return self._one(key, default, "", lambda v: values.text(v, choices, pattern, like))

    def whole(self, key: str, default: D | Need = REQUIRED, *, low: int, high: int) -> int | D:
        """Read a whole number from `low` to `high`."""
        return self._one(key, default, low, lambda v: values.whole(v, low, high))

    def whole_or_false(
        self, key: str, default: D | Need = REQUIRED, *, low: int, high: int
    ) -> int | D | None:
        """Read a whole number from `low` to `high`, or `false`, which gives None."""
        return self._one(key, default, None, lambda v: values.whole_or_false(v, low, high))

    def pick(self, key: str, default: D | Need = REQUIRED, *, allowed: Sequence[W]) -> W | D:
        """Read one of a few whole numbers."""
        return self._one(key, default, allowed[0], lambda v: values.pick(v, allowed))

    def number(
        self, key: str, default: D | Need = REQUIRED, *, low: float, high: float
    ) -> float | D:
        """Read a number from `low` to `high`, whole or not."""
        return self._one(key, default, low, lambda v: values.number(v, low, high))

    def yes_no(self, key: str, default: D | Need = REQUIRED) -> bool | D:
        """Read `true` or `false`."""
        return self._one(key, default, False, values.yes_no)

    def one_of(self, key: str, kind: type[M], default: D | Need = REQUIRED) -> M | D:
        """Read the value of a member of the enum `kind`: a text or a whole number."""
        return self._one(key, default, next(iter(kind)), lambda v: values.member(v, kind))

    def texts(
        self,
        key: str,
        default: D | Need = REQUIRED,
        *,
        count: int | None = None,
        choices: Collection[str] = (),
        pattern: str = "",
        like: str = "",
    ) -> tuple[str, ...] | D:
        """Read an array of texts, `count` of them if it is given."""
        return self._many(key, default, count, lambda v: values.text(v, choices, pattern, like))

    def wholes(
        self,
        key: str,
        default: D | Need = REQUIRED,
        *,
        low: int,
        high: int,
        count: int | None = None,
    ) -> tuple[int, ...] | D:
        """Read an array of whole numbers from `low` to `high`, `count` of them if it is given."""
        return self._many(key, default, count, lambda v: values.whole(v, low, high))

    def some_of(
        self, key: str, kind: type[M], default: D | Need = REQUIRED, *, count: int | None = None
    ) -> tuple[M, ...] | D:
        """Read an array of values of members of the enum `kind`, each at most once."""
        found = self._many(key, default, count, lambda v: values.member(v, kind))
        if isinstance(found, tuple) and len(set(found)) < len(found):
            self._refuse((key,), "must not name anything twice.")
        return found

    def pairs(
        self, key: str, *, choices: Collection[str] = (), pattern: str = "", like: str = ""
    ) -> dict[str, str]:
        """Read a table of texts under keys of the writer's choosing; no table gives none."""
        inner = self.table(key)
        return {k: inner.text(k, choices=choices, pattern=pattern, like=like) for k in inner.keys}

    def table(self, key: str, *, required: bool = False) -> "Form":
        """Give the table `key`; one that is not there is an empty form.

        With `required` its absence is a mistake, and what it lacks is not told one by one.
        """
        value = self._table.get(key, {})
        if key not in self and required:
            self.refuse(key, "is missing; write this section.")
            return self._inner({}, (key,), quiet=True)
        if not isinstance(value, dict):
            self.refuse(key, f"must be a section, not {described(value)}.")
            return self._inner({}, (key,), quiet=True)
        return self._inner(value, (key,))

    def each(self, key: str, *, at_least: int = 0) -> "tuple[Form, ...]":
        """Give every table of the array `key`; an array that is not there has none."""
        value = self._table.get(key, [])
        if key not in self and at_least:
            self.refuse(key, "is missing; write at least one such section.")
        elif not isinstance(value, list):
            self.refuse(key, f"must be an array of sections, not {described(value)}.")
        elif len(value) < at_least:
            self.refuse(key, f"must have at least {at_least} sections, not {len(value)}.")
        else:
            return tuple(self._element(key, i, item) for i, item in enumerate(value))
        return ()

    def refuse(self, key: str, sentence: str) -> None:
        """Note a mistake of `key`, or of this table where `key` is empty.

        `sentence` goes on after the path: "must be …", and ends with a full stop. A key whose value
        could not be read is not refused again: what follows from that is no mistake of its own.
        """
        if key not in self._wrong:
            self._refuse((key,) if key else (), sentence)

    def is_wrong(self, key: str) -> bool:
        """Tell whether a value of `key`, or one that lies within it, could not be read."""
        within = (form for path, form in self._handed_out.items() if path[0] == key)
        return key in self._wrong or any(
            form.is_wrong(inner) for form in within for inner in form.keys
        )

    def has_mistakes(self, key: str) -> bool:
        """Tell whether any mistake of `key`, or of what lies within it, was noted up to now."""
        within = (form for path, form in self._handed_out.items() if path[0] == key)
        return key in self._faulty or any(form._is_faulty() for form in within)

    def _is_faulty(self) -> bool:
        return bool(self._faulty) or any(form._is_faulty() for form in self._handed_out.values())

    def known(self) -> Iterator[str]:
        """Give every key that was asked for, here and in each table handed out."""
        yield from self._known
        for form in self._handed_out.values():
            yield from form.known()

    def unknown(self) -> Iterator[tuple[str, object]]:
        """Give every key that nobody asked for, with its value: here and in each table handed out.

        All is known of it only at the end, when `close` notes these as mistakes.
        """
        yield from ((key, self._table[key]) for key in self.keys if key not in self._known)
        for form in self._handed_out.values():
            yield from form.unknown()

    def forgive(self) -> None:
        """Count every key of this table as known: what is wrong with it was told already."""
        self._known.update(dict.fromkeys(self.keys))

    def close(self) -> None:
        """Note every key that nobody asked for, here and in each table handed out."""
        self._close(self._homes())

    def _close(self, homes: dict[str, str]) -> None:
        heading = "Known here"  # said once
        for key in self.keys:
            if key in self._known:
                continue
            if key in homes:  # moved by a [section] line above it, or by the lack of one
                self.refuse(key, f"belongs {homes[key]}, not here.")
            else:
                near = suggestion(key, self._known, heading)
                self.refuse(key, f"is not a known key.{near}")
                heading = "" if heading and heading in near else heading
        for form in self._handed_out.values():
            form._close(homes)

    def _homes(self) -> dict[str, str]:
        """Say where every key belongs that only one table knows."""
        homes: dict[str, str] = {}
        shared: set[str] = set()
        within = [self]
        while within:
            form = within.pop()
            within.extend(form._handed_out.values())
            place = f"in [{_written(form._path)}]" if form._path else "above the first [section]"
            shared.update(homes.keys() & form._known)
            homes.update(dict.fromkeys(form._known, place))
        return {key: home for key, home in homes.items() if key not in shared}

    def _one(self, key: str, default: D | Need, stand_in: T, read: Callable[[object], T]) -> T | D:
        fallback = stand_in if isinstance(default, Need) else default
        if key in self:
            try:
                return read(self._table[key])
            except values.WrongValueError as wrong:
                self.refuse(key, str(wrong))
                self._wrong.add(key)
        elif isinstance(default, Need):
            self.refuse(key, "is missing; write this key.")
        return fallback

    def _many(
        self, key: str, default: D | Need, count: int | None, read: Callable[[object], T]
    ) -> tuple[T, ...] | D:
        def read_all(value: object) -> tuple[T, ...]:
            if not isinstance(value, list):
                raise values.WrongValueError(f"must be an array, not {described(value)}.")
            if count is not None and len(value) != count:
                raise values.WrongValueError(f"must have {count} elements, not {len(value)}.")
            good = []
            for i, item in enumerate(value):
                try:
                    good.append(read(item))
                except values.WrongValueError as wrong:
                    self._refuse((key, i), str(wrong))
                    self._wrong.add(key)
            return tuple(good)

        empty: tuple[T, ...] = ()
        return self._one(key, default, empty, read_all)

    def _element(self, key: str, index: int, item: object) -> "Form":
        if isinstance(item, dict):
            return self._inner(item, (key, index))
        self._refuse((key, index), f"must be a section, not {described(item)}.")
        return self._inner({}, (key, index), quiet=True)

    def _inner(self, table: dict[str, Any], below: Path, *, quiet: bool = False) -> "Form":
        if below not in self._handed_out:
            mistakes = Mistakes("") if quiet else self._mistakes
            self._handed_out[below] = Form(table, self._path + below, self._lines, mistakes)
        return self._handed_out[below]

    def _refuse(self, below: Path, sentence: str) -> None:
        self._faulty.update(below[:1] or ("",))
        path = self._path + below
        spot = self._lines.spot(path)
        self._mistakes.add(spot.line, f"{_written(path)}: {sentence}", spot.file)


def _written(path: Path) -> str:
    """Write a path as `die.conversion`, `steps[1].text`; the top is called `file`."""
    written = ""
    for part in path:
        if isinstance(part, int):
            written += f"[{part + 1}]"
        else:
            written += "." + (part if re.fullmatch(r"[\w-]{1,60}", part) else quoted(part))
    return written[1:] or "file"
