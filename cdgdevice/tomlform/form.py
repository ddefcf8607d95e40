"""Reading a TOML file the way one reads a filled-in form: every mistake at once, none raised.

    form, mistakes = parse_form(source, "cdgdevice.toml")
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
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Final, TypeVar

from cdgdevice.rules.texts.templates import quote
from cdgdevice.tomlform.toml_source import (
    KeyPath,
    Mistakes,
    TomlLines,
    decode_text,
    describe_value,
    find_near,
    load_tables,
    suggest_known,
)
from cdgdevice.tomlform.value_checks import (
    WrongValueError,
    check_member,
    check_number,
    check_pick,
    check_text,
    check_whole,
    check_yes_no,
)


class Need(Enum):
    """Stands for a default where there is none."""

    REQUIRED = "required"
    """The key must be there: leaving it out is a mistake."""


REQUIRED: Final = Need.REQUIRED

ReadValue = TypeVar("ReadValue")
Default = TypeVar("Default")
MemberOfEnum = TypeVar("MemberOfEnum", bound=Enum)
AllowedNumber = TypeVar("AllowedNumber", bound=int)


def parse_form(source: str | bytes, name: str) -> tuple["Form | None", Mistakes]:
    """Read TOML; `name` is the file's name in sentences.

    The form is None when the text is no TOML at all: then the mistakes hold the one sentence why.
    Never raises, whatever the bytes are.
    """
    mistakes = Mistakes(name)
    text = decode_text(source, mistakes)
    root = None if text is None else load_tables(text, mistakes)
    if text is None or root is None:
        return None, mistakes
    return Form(root, (), TomlLines(text), mistakes), mistakes


class Form:
    """One table of the file: ask it for each key it may have, then `close` it.

    No getter raises. A wrong value is a mistake, and the default comes back. Where there is no
    default, a missing key is a mistake too, and a stand-in of the right type comes back: it is
    worth nothing, and nobody uses it who looks at the mistakes first.

    The bound of a number may be the name of a key that holds it: then a mistake there makes no
    second one here.
    """

    def __init__(
        self, table: dict[str, Any], path: KeyPath, lines: TomlLines, mistakes: Mistakes
    ) -> None:
        self._table = table
        self._path = path
        self._lines = lines
        self._mistakes = mistakes
        self._known: dict[str, None] = {}
        self._handed_out: dict[KeyPath, Form] = {}
        self._sections: dict[str, tuple[Form, ...]] = {}
        self._wrong: set[str] = set()
        self._faulty: set[str | int] = set()
        self._limits: dict[str, tuple[int, int]] = {}
        self._numbers: dict[str, int] = {}
        self._old_names: dict[str, str] = {}
        self.limit = ""  # why there are no other keys: behind what is said of an unknown one
        self.keys: tuple[str, ...] = tuple(table)
        """The keys that are there, in the order of the file."""

    def __contains__(self, key: str) -> bool:
        """Return whether `key` is there, and count it among the known ones."""
        self._known[key] = None
        return key in self._table

    def peek(self, key: str) -> object:
        """Return the value of `key` as it is in the file, unchecked; None if it is not there."""
        return self._table.get(key)

    def rewrite(self, changes: Mapping[str, object], renamed: Mapping[str, str]) -> None:
        """Read this table as one with other values and with keys renamed, from old to new.

        Mistakes are still told by the keys that are in the file.
        """
        self._table = {renamed.get(k, k): v for k, v in self._table.items()} | dict(changes)
        self._old_names = {new: old for old, new in renamed.items()}
        self.keys = tuple(self._table)

    @property
    def line(self) -> int:
        """The line where this table begins, or its nearest outer table when it is not there."""
        return self._lines.spot(self._path).line

    def text(
        self,
        key: str,
        default: Default | Need = REQUIRED,
        *,
        choices: Collection[str] = (),
        pattern: str = "",
        like: str = "",
        refused: Mapping[str, str] | None = None,
    ) -> str | Default:
        """Read a text: one of `choices`, or matching all of `pattern`, as the example `like` does.

        A blank text is a mistake, and so is one of `refused`, which says why.
        """
        return self._one(key, default, "", lambda v: check_text(v, choices, pattern, like, refused))

    def whole(
        self, key: str, default: Default | Need = REQUIRED, *, low: int | str, high: int | str
    ) -> int | Default:
        """Read a whole number from `low` to `high`, which may be the name of a key read before."""
        limits = self._limits[key] = self._find_limits(low, high)
        read = self._one(key, default, limits[0], lambda v: self._check_within(v, low, high))
        if key in self._table and key not in self._wrong and isinstance(read, int):
            self._numbers[key] = read
        return read

    def pick(
        self, key: str, default: Default | Need = REQUIRED, *, allowed: Sequence[AllowedNumber]
    ) -> AllowedNumber | Default:
        """Read one of a few whole numbers."""
        return self._one(key, default, allowed[0], lambda v: check_pick(v, allowed))

    def number(
        self, key: str, default: Default | Need = REQUIRED, *, low: float, high: float
    ) -> float | Default:
        """Read a number from `low` to `high`, whole or not."""
        return self._one(key, default, low, lambda v: check_number(v, low, high))

    def yes_no(self, key: str, default: Default | Need = REQUIRED) -> bool | Default:
        """Read `true` or `false`."""
        return self._one(key, default, False, check_yes_no)

    def one_of(
        self, key: str, kind: type[MemberOfEnum], default: Default | Need = REQUIRED
    ) -> MemberOfEnum | Default:
        """Read the value of a member of the enum `kind`: a text or a whole number."""
        return self._one(key, default, next(iter(kind)), lambda v: check_member(v, kind))

    def checked(
        self, key: str, default: Default | Need, check: Callable[[object], ReadValue]
    ) -> ReadValue | Default | None:
        """Read what `check` takes, which raises `WrongValueError` for what it does not."""
        return self._one(key, default, None, check)

    def texts(
        self,
        key: str,
        default: Default | Need = REQUIRED,
        *,
        count: int | None = None,
        choices: Collection[str] = (),
        pattern: str = "",
        like: str = "",
    ) -> tuple[str, ...] | Default:
        """Read an array of texts, `count` of them if it is given.

        An empty array is a mistake, here and below, unless the default is one: then it means the
        same as no such key.
        """
        return self._many(key, default, count, lambda v: check_text(v, choices, pattern, like))

    def wholes(
        self,
        key: str,
        default: Default | Need = REQUIRED,
        *,
        low: int | str,
        high: int | str,
        count: int | None = None,
        bounds_in: "Form | None" = None,
    ) -> tuple[int, ...] | Default:
        """Read an array of whole numbers from `low` to `high`, `count` of them if it is given.

        Bounds that are names are those of keys in this form, or in `bounds_in`.
        """
        having = bounds_in or self
        return self._many(key, default, count, lambda v: having._check_within(v, low, high))

    def enums(
        self,
        key: str,
        kind: type[MemberOfEnum],
        default: Default | Need = REQUIRED,
        *,
        may_be_empty: bool = False,
    ) -> tuple[MemberOfEnum, ...] | Default:
        """Read an array of values of members of the enum `kind`, each at most once.

        With `may_be_empty` an empty array has a meaning of its own.
        """
        found = self._many(
            key, default, None, lambda v: check_member(v, kind), may_be_empty=may_be_empty
        )
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
        """Return the table `key`; one that is not there is an empty form.

        With `required` its absence is a mistake, and what it lacks is not told one by one.
        """
        value = self._table.get(key, {})
        if key not in self and required:
            self._refuse_value(key, "is missing; write this section.")
            return self._inner({}, (key,), quiet=True)
        if not isinstance(value, dict):
            self._refuse_value(key, f"must be a section, not {describe_value(value)}.")
            return self._inner({}, (key,), quiet=True)
        return self._inner(value, (key,))

    def each(self, key: str, *, at_least: int = 0) -> "tuple[Form, ...]":
        """Return every table of the array `key`; an array that is not there has none."""
        if len(self._sections.get(key, ())) > at_least:
            return self._sections[key]
        value = self._table.get(key, [])
        if key not in self and at_least:
            self._refuse_value(key, "is missing; write at least one such section.")
        elif not isinstance(value, list):
            self._refuse_value(key, f"must be an array of sections, not {describe_value(value)}.")
        elif len(value) < at_least:
            self._refuse_value(key, f"must have at least {at_least} sections, not {len(value)}.")
        else:
            self._sections[key] = tuple(self._element(key, *item) for item in enumerate(value))
            return self._sections[key]
        return ()

    def refuse(self, key: str, sentence: str, *, depends_on: Collection[str] = ()) -> None:
        """Note a mistake of `key`, or of this table where `key` is empty.

        `sentence` goes on after the path: "must be …", and ends with a full stop. What follows from
        a value that could not be read is no mistake of its own: nothing is noted where that is the
        value of `key`, or of another key of this table that the mistake `depends_on`.
        """
        if not any(map(self.is_wrong, (key, *depends_on))):
            self._refuse((key,) if key else (), sentence)

    def is_wrong(self, key: str) -> bool:
        """Return whether `key`, or what lies within it, is missing or could not be read."""
        return key in self._wrong or any(form._wrong for form in self._walk_within(key))

    def has_mistakes(self, key: str) -> bool:
        """Return whether any mistake of `key`, or of what lies within it, was noted up to now."""
        return key in self._faulty or any(form._faulty for form in self._walk_within(key))

    def _walk_within(self, key: str) -> "Iterator[Form]":
        return (
            inner
            for path, form in self._handed_out.items()
            if path[0] == key
            for inner in form._walk()
        )

    def known(self) -> set[str]:
        """Return every key that was asked for, here and in each table handed out."""
        return {key for form in self._walk() for key in form._known}

    def unknown(self) -> Iterator[tuple[str, object]]:
        """Yield every key that nobody asked for and its value, here and in each table handed out.

        All is known of it only at the end, when `close` notes these as mistakes.
        """
        for form in self._walk():
            yield from ((key, form._table[key]) for key in form.keys if key not in form._known)

    def ignore_rest(self) -> None:
        """Count every key of this table as known: what is wrong with it was told already."""
        self._known.update(dict.fromkeys(self.keys))

    def close(self, also_called: Mapping[str, tuple[str, ...]] | None = None) -> None:
        """Note every key that nobody asked for, here and in each table handed out.

        `also_called` has what keys are called elsewhere, with the whole names of those keys: a key
        that is not known where it stands may have been meant for one of them.
        """
        if any(set(form.keys).difference(form._known) for form in self._walk()):
            self._close(self._homes(), also_called or {})

    def _walk(self) -> Iterator["Form"]:
        """Return this form and all that were handed out, the outer ones first."""
        within = [self]
        while within:
            form = within.pop()
            within.extend(form._handed_out.values())
            yield form

    def _close(self, homes: dict[str, str], also_called: Mapping[str, tuple[str, ...]]) -> None:
        heading = "Known here"  # said once
        for key in self.keys:
            if key in self._known:
                continue
            if key in homes:  # moved by a [section] line above it, or by the lack of one
                self.refuse(key, f"belongs {homes[key]}, not here.")
            else:
                near = suggest_known(key, self._known, heading)
                meant = find_near(key, (*self._known, *also_called))
                if meant is not None and meant in also_called and meant not in self._known:
                    near = f" Did you mean {' or '.join(map(quote, also_called[meant]))}?"
                self.refuse(key, f"is not a known key.{self.limit}{near}")
                heading = "" if heading and heading in near else heading
        for form in self._handed_out.values():
            form._close(homes, also_called)

    def _homes(self) -> dict[str, str]:
        """Describe where every key belongs that only one table knows."""
        homes: dict[str, str] = {}
        shared: set[str] = set()
        for form in self._walk():
            place = f"in [{_write_path(form._path)}]" if form._path else "above the first [section]"
            shared.update(homes.keys() & form._known)
            homes.update(dict.fromkeys(form._known, place))
        return {key: home for key, home in homes.items() if key not in shared}

    def _one(
        self,
        key: str,
        default: Default | Need,
        stand_in: ReadValue,
        read: Callable[[object], ReadValue],
    ) -> ReadValue | Default:
        fallback = stand_in if isinstance(default, Need) else default
        if key in self:
            try:
                return read(self._table[key])
            except WrongValueError as wrong:
                self._refuse_value(key, str(wrong))
        elif isinstance(default, Need):
            self._refuse_value(key, "is missing; write this key.")
        return fallback

    def _many(
        self,
        key: str,
        default: Default | Need,
        count: int | None,
        read: Callable[[object], ReadValue],
        *,
        may_be_empty: bool = False,
    ) -> tuple[ReadValue, ...] | Default:
        def read_all(value: object) -> tuple[ReadValue, ...]:
            if not isinstance(value, list):
                raise WrongValueError(f"must be an array, not {describe_value(value)}.")
            if count is not None and len(value) != count:
                raise WrongValueError(f"must have {count} elements, not {len(value)}.")
            if not (value or may_be_empty or default == ()):
                raise WrongValueError("must not be empty.")
            good = []
            for i, item in enumerate(value):
                try:
                    good.append(read(item))
                except WrongValueError as wrong:
                    self._refuse((key, i), str(wrong))
                    self._wrong.add(key)
            return tuple(good)

        empty: tuple[ReadValue, ...] = ()
        return self._one(key, default, empty, read_all)

    def _find_limits(self, low: int | str, high: int | str) -> tuple[int, int]:
        """Return the bounds; of a key which is wrong, the least and the most that it may be."""
        return (
            self._numbers.get(low, self._limits[low][0]) if isinstance(low, str) else low,
            self._numbers.get(high, self._limits[high][1]) if isinstance(high, str) else high,
        )

    def _check_within(self, value: object, low: int | str, high: int | str) -> int:
        try:
            return check_whole(value, *self._find_limits(low, high))
        except WrongValueError:
            for bound in (low, high):
                # The bound may be what is wrong: other numbers are not measured by it.
                self._numbers.pop(str(bound), None)
            raise

    def _element(self, key: str, index: int, item: object) -> "Form":
        if isinstance(item, dict):
            return self._inner(item, (key, index))
        self._refuse((key, index), f"must be a section, not {describe_value(item)}.")
        return self._inner({}, (key, index), quiet=True)

    def _inner(self, table: dict[str, Any], below: KeyPath, *, quiet: bool = False) -> "Form":
        if below not in self._handed_out:
            mistakes = Mistakes("") if quiet else self._mistakes
            self._handed_out[below] = Form(table, self._path + below, self._lines, mistakes)
        return self._handed_out[below]

    def _refuse_value(self, key: str, sentence: str) -> None:
        """Note that there is no value of `key` that can be used."""
        self.refuse(key, sentence)
        self._wrong.add(key)

    def _refuse(self, below: KeyPath, sentence: str) -> None:
        self._faulty.update(below[:1] or ("",))
        if below and isinstance(below[0], str):
            below = (self._old_names.get(below[0], below[0]), *below[1:])
        path = self._path + below
        spot = self._lines.spot(path)
        self._mistakes.add(spot.line, f"{_write_path(path)}: {sentence}", spot.file)


def _write_path(path: KeyPath) -> str:
    """Write a path as `die.conversion`, `steps[1].text`; the top is called `file`."""
    written = ""
    for part in path:
        if isinstance(part, int):
            written += f"[{part + 1}]"
        else:
            written += "." + (part if re.fullmatch(r"[\w-]{1,60}", part) else quote(part))
    return written[1:] or "file"
