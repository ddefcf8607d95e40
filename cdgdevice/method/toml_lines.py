"""Where each value of a TOML text stands: the standard library's parser does not tell.

The text must be valid TOML: `tomllib` has to accept it first. This scanner only follows
brackets, keys and commas; it neither checks nor converts any value.
"""

import re
import tomllib
from functools import cached_property
from typing import NamedTuple

Path = tuple[str | int, ...]
"""Keys from the top, and indices (from 0) into arrays: `("die", "conversion", "1")`."""

_TOKEN = re.compile(
    r'''
    (?P<skip> \#[^\n]* | [ \t\n]+ )
  | (?P<quoted> """(?:\\.|[^\\])*?"""(?!") | \'\'\'.*?\'\'\'(?!\')
              | "(?:\\.|[^"\\\n])*"(?!") | '[^'\n]*'(?!') )
  | (?P<mark> [][{}=,.] )
  | (?P<bare> [^][{}=,.\s\#"']+ )
    ''',
    re.VERBOSE | re.DOTALL,
)


class Spot(NamedTuple):
    """Where something stands."""

    file: int
    """Which of the texts, counted from 0."""
    line: int
    """Counted from 1."""


class Lines:
    """Where everything stands in a text, or in several of which each is laid over those before.

    Looked up once it is asked for, so at a mistake only.
    """

    def __init__(self, *texts: str) -> None:
        self._texts = texts

    def spot(self, path: Path) -> Spot:
        """Say where a table, key or array element stands, or the nearest that it lies within."""
        while True:
            for file in reversed(range(len(self._texts))):
                if path in self._numbers[file]:
                    return Spot(file, self._numbers[file][path])
            path = path[:-1]

    @cached_property
    def _numbers(self) -> tuple[dict[Path, int], ...]:
        return tuple(map(locate, self._texts))


def locate(text: str) -> dict[Path, int]:
    """Give the line, counted from 1, of every table, key and array element of `text`."""
    scanner = _Scanner()
    scanner.scan(text)
    return scanner.lines


def last_statement(text: str) -> int:
    """Give the line where the last statement begins; the text may end in the middle of it."""
    scanner = _Scanner()
    scanner.scan(text)
    return scanner.began


class _Scanner:
    """Follows the text token by token."""

    def __init__(self) -> None:
        self.lines: dict[Path, int] = {(): 1}
        self.began = 1
        self._elements: dict[Path, int] = {}  # [[arrays of tables]]: how many there are so far
        self._table: Path = ()  # the [table] that the statements belong to
        self._header = 0  # how many brackets opened the header being read
        self._key: list[str] = []
        self._value: Path | None = None  # the value being read
        self._open: list[tuple[str, Path, int]] = []  # bracket, its path, index of the element

    def scan(self, text: str) -> None:
        line, at, resting = 1, 0, True
        while token := _TOKEN.match(text, at):
            if token.lastgroup != "skip":
                if resting:
                    self.began, resting = line, False
                self._read(token[0], token.lastgroup == "mark", line)
            if "\n" in token[0] and not self._open:
                self._key, self._value, self._header = [], None, 0
                resting = True
            line += token[0].count("\n")
            at = token.end()

    def _read(self, token: str, is_mark: bool, line: int) -> None:
        if self._value is None:
            self._read_key(token, is_mark, line)
        elif not is_mark or token in "[{":
            self._read_value(token, is_mark, line)
        elif token == ",":
            bracket, path, index = self._open.pop()
            self._open.append((bracket, path, index + 1))
            self._expect_next(bracket, path, index + 1)
        elif token in "]}":
            self._leave()

    def _read_key(self, token: str, is_mark: bool, line: int) -> None:
        if not is_mark:
            self._key.append(_plain(token))
        elif token == "[":
            self._header += 1
        elif token == "]" and self._key:
            self._enter_table(line)
        elif token == "=":
            parent = self._open[-1][1] if self._open else self._table
            self._value = self._note(parent, self._key, line)
            self._key = []
        elif token == "}":
            self._leave()

    def _read_value(self, token: str, is_mark: bool, line: int) -> None:
        assert self._value is not None
        self.lines.setdefault(self._value, line)
        if is_mark:
            path = self._value
            self._open.append((token, path, 0))
            self._expect_next(token, path, 0)

    def _expect_next(self, bracket: str, path: Path, index: int) -> None:
        self._value = (*path, index) if bracket == "[" else None

    def _leave(self) -> None:
        _, self._value, _ = self._open.pop()

    def _enter_table(self, line: int) -> None:
        path: Path = ()
        for part in self._key[:-1]:
            path = self._last(self._note(path, [part], line))
        path = self._note(path, self._key[-1:], line)
        if self._header == 2:
            self._elements[path] = self._elements.get(path, 0) + 1
        self._table = self._last(path)
        self.lines.setdefault(self._table, line)
        if self._header == 1:
            self.lines[self._table] = line  # [a.b] may have named a before [a] did
        self._key = []

    def _last(self, path: Path) -> Path:
        return (*path, self._elements[path] - 1) if path in self._elements else path

    def _note(self, path: Path, key: list[str], line: int) -> Path:
        for part in key:
            path = (*path, part)
            self.lines.setdefault(path, line)
        return path


def _plain(key: str) -> str:
    """Take the quotes and escapes out of a key."""
    return next(iter(tomllib.loads(f"{key} = 0"))) if key[0] in "\"'" else key
