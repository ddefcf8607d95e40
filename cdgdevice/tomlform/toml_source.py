"""The text of a TOML file: from bytes to tables, where each value stands, and its mistakes.

What is no TOML is one sentence with its line, never an exception. The standard library's parser
does not tell where a value stands: the scanner here follows brackets, keys and commas of a text
that `tomllib` has accepted; it neither checks nor converts any value.
"""

import re
import tomllib
from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final, NamedTuple

from cdgdevice.rules.texts.near_words import find_most_like
from cdgdevice.rules.texts.templates import quote

_MAX_LISTED = 10


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


def describe_value(value: object) -> str:
    """Name in a word or two what a TOML value is."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return quote(value)
        case int() | float():
            return str(value) if abs(value) < 10**12 or value != value else "a huge number"
        case list():
            return "an array"
        case dict():
            return "a section"
        case _:
            return "a date or time"


def find_near(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that is most like `word`; None where none is like it."""
    plain = {name.casefold(): name for name in known}
    near = find_most_like(word.casefold(), plain)
    return None if near is None else plain[near]


def suggest_known(word: str, known: Iterable[str], heading: str) -> str:
    """Return the known word that `word` may have meant, and the list of them unless it is long.

    The text goes behind a sentence: it begins with a space, or is empty when nothing is known.
    Without a `heading` there is no list.
    """
    names = dict.fromkeys(known)
    near = find_near(word, names)
    meant = f" Did you mean {quote(near)}?" if near is not None else ""
    if not names or not heading or (near is not None and len(names) > _MAX_LISTED):
        return meant
    return f"{meant} {heading}: {', '.join(names)}."


KeyPath = tuple[str | int, ...]
"""Keys from the top, and indices (from 0) into arrays: `("die", "conversion", "1")`."""

_TOKEN = r'''
    (?P<skip> \#[^\n]* | [ \t\n]+ )
  | (?P<quoted> """(?:\\.|[^\\])*?"""(?!") | \'\'\'.*?\'\'\'(?!\')
              | "(?:\\.|[^"\\\n])*"(?!") | '[^'\n]*'(?!') )
  | (?P<mark> [][{}=,.] )
  | (?P<bare> [^][{}=,.\s\#"']+ )
    '''


class TextPosition(NamedTuple):
    """Where something stands."""

    file: int
    """Which of the texts, counted from 0."""
    line: int
    """Counted from 1."""


class TomlLines:
    """Where everything stands in a text, or in several of which each is laid over those before.

    Looked up once it is asked for, so at a mistake only.
    """

    def __init__(self, *texts: str) -> None:
        self._texts = texts

    def spot(self, path: KeyPath) -> TextPosition:
        """Return where a table, key or array element is, or the nearest that contains it."""
        while True:
            for file in reversed(range(len(self._texts))):
                if path in self._numbers[file]:
                    return TextPosition(file, self._numbers[file][path])
            path = path[:-1]

    @cached_property
    def _numbers(self) -> tuple[dict[KeyPath, int], ...]:
        return tuple(map(locate_values, self._texts))


def locate_values(text: str) -> dict[KeyPath, int]:
    """Return the line, counted from 1, of every table, key and array element of `text`."""
    return _TomlScanner(text).lines


class _TomlScanner:
    """Follows the text token by token."""

    def __init__(self, text: str) -> None:
        self.lines: dict[KeyPath, int] = {(): 1}
        self.began = 1
        """The line where the last statement begins; the text may end in the middle of it."""
        self._elements: dict[KeyPath, int] = {}  # [[arrays of tables]]: how many there are so far
        self._table: KeyPath = ()  # the [table] that the statements belong to
        self._header = 0  # how many brackets opened the header being read
        self._key: list[str] = []
        self._value: KeyPath | None = None  # the value being read
        self._open: list[tuple[str, KeyPath, int]] = []  # bracket, its path, index of the element
        self._scan(text)

    def _scan(self, text: str) -> None:
        line, at, resting = 1, 0, True
        read_token = re.compile(_TOKEN, re.VERBOSE | re.DOTALL).match
        while token := read_token(text, at):
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
            self._key.append(_unquote_key(token))
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

    def _expect_next(self, bracket: str, path: KeyPath, index: int) -> None:
        self._value = (*path, index) if bracket == "[" else None

    def _leave(self) -> None:
        _, self._value, _ = self._open.pop()

    def _enter_table(self, line: int) -> None:
        path: KeyPath = ()
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

    def _last(self, path: KeyPath) -> KeyPath:
        return (*path, self._elements[path] - 1) if path in self._elements else path

    def _note(self, path: KeyPath, key: list[str], line: int) -> KeyPath:
        for part in key:
            path = (*path, part)
            self.lines.setdefault(path, line)
        return path


def _unquote_key(key: str) -> str:
    """Take the quotes and escapes out of a key."""
    return next(iter(tomllib.loads(f"{key} = 0"))) if key[0] in "\"'" else key


CURLY_QUOTES_SENTENCE: Final = "these are curly quotes; type straight ones."
"""Editors that mean well, and pages that were copied from, make them of the straight ones."""

_CURLY_QUOTES = "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f«»"
_POSITION = r" \(at (?:line (\d+), column (\d+)|end of document)\)$"
_KEY_TWICE = "this key has a value already; keep one of the two."
_BACKSLASH = r"a \ in a text needs single quotes around the text: 'C:\games'."
_TEXT_NOT_CLOSED = "a text is not closed; end it with the quote that began it."
_PLAIN_WORDS = {
    "Cannot overwrite a value": _KEY_TWICE,
    "Duplicate inline table key": _KEY_TWICE,
    "Cannot declare": "this section is there already; keep its keys in one place.",
    "Cannot redefine": "this section is there already; keep its keys in one place.",
    "Cannot mutate": "this section is there already; keep its keys in one place.",
    "Invalid value": "the value is not valid; texts go in quotes, yes and no are true and false.",
    "Invalid date": "there is no such date or time; texts go in quotes.",
    "Illegal character '\\n'": _TEXT_NOT_CLOSED,
    "Found invalid character '\\n'": _TEXT_NOT_CLOSED,
    "Unterminated string": _TEXT_NOT_CLOSED,
    "Expected \"'": _TEXT_NOT_CLOSED,
    "Illegal character": "a character that can't be seen is in this line; type the line again.",
    "Found invalid character": "a character that can't be seen is in this line; type it again.",
    "Unescaped '\\": _BACKSLASH,
    "Invalid hex value": _BACKSLASH,
    "Escaped character": _BACKSLASH,
    "Unclosed array": "an array is not closed; end it with ].",
    "Unclosed inline table": "a { is not closed; end it with }, on the same line.",
    "Expected ']]'": "after the name of the section comes ]].",
    "Expected ']'": "after the name of the section comes ].",
    "Expected '='": "after the key comes = and a value.",
    "Expected newline": "there is more after the value; one key a line, and # before a remark.",
    "Invalid statement": "this is neither key = value nor a [section].",
}
"""By what the parser's words begin with."""


def explain_parser_error(said: str, text: str) -> tuple[int, str]:
    """Turn what the parser said of `text` into a line, counted from 1, and a sentence."""
    found = re.search(_POSITION, said)
    if not found:  # the parser lets the errors of int() through, without a position
        return 1, "a number is too long."
    reason = said[: found.start()]
    at_end = found[1] is None
    line = _TomlScanner(text).began if at_end else int(found[1])
    words = text.split("\n")[line - 1]
    at = len(words) if at_end else int(found[2]) - 1
    return line, _explain_line(reason, words, at, at_end=at_end)


def _explain_line(reason: str, words: str, at: int, *, at_end: bool) -> str:
    """Describe what is wrong in the line `words`, at the index `at`."""
    plain = next((plain for begins, plain in _PLAIN_WORDS.items() if reason.startswith(begins)), "")
    if at < len(words) and words[at] in _CURLY_QUOTES:
        return CURLY_QUOTES_SENTENCE
    if plain is _TEXT_NOT_CLOSED and not set(_CURLY_QUOTES).isdisjoint(words):
        return "a text is not closed; end it with the straight quote that began it."
    if reason == "Invalid value" and at_end:
        return "the value is missing, or its bracket is not closed."
    if reason == "Invalid value" and (typed := re.match(r"(true|false)\b", words[at:], re.I)):
        return f"write {typed[1].lower()}, in small letters, for {typed[1]}."
    if reason.startswith("Invalid initial character"):
        if words.lstrip().startswith("["):
            return "the name of the section is missing, or has more than plain letters in it."
        return "a key is missing; keep { and } on one line."
    return plain or f"this is not understood ({reason})."


LARGEST_FILE: Final = 64 * 1024
"""Bytes; a longer file is refused unread."""
LONGEST_LINE: Final = 1000
"""Bytes a line; a dotted key of ten thousand parts would cost the parser gigabytes."""

_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
"""Its byte order marks."""
_UTF_32: Final = (b"\xff\xfe\0\0", b"\0\0\xfe\xff")
_CURLY_BYTES: Final = frozenset(b"\x84\x91\x92\x93\x94")
"""Curly quotes where Windows has one byte a character; UTF-8 begins nothing with them."""


def decode_text(source: str | bytes, mistakes: Mistakes) -> str | None:
    """Return the text with plain line ends and no byte order mark; None when it is unreadable.

    Bytes are UTF-8, or UTF-16 if they begin with its byte order mark: Windows calls that Unicode.
    """
    raw = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    if len(raw) > LARGEST_FILE:
        mistakes.add(1, f"the file is larger than {LARGEST_FILE // 1024} KiB; is it the right one?")
        return None
    if told := _recognize_other_format(raw):
        mistakes.add(1, told)
        return None
    wide = raw.startswith(_UTF_16)
    name = "UTF-16" if wide else "UTF-8"
    try:
        text = _with_plain_line_ends(raw.decode("utf-16" if wide else "utf-8-sig"))
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-16" if wide else "utf-8", "replace")
        line = _with_plain_line_ends(before).count("\n") + 1
        byte = raw[error.start]
        not_so = f"byte 0x{byte:02X} is not {name}; save the file as UTF-8."
        mistakes.add(line, CURLY_QUOTES_SENTENCE if byte in _CURLY_BYTES and not wide else not_so)
        return None
    for line, content in enumerate(text.split("\n"), start=1):
        if "\0" in content:
            mistakes.add(line, "the file is damaged from here on; write it again.")
            return None
        if len(content.encode()) > LONGEST_LINE:
            mistakes.add(line, f"the line is longer than {LONGEST_LINE} bytes; break it up.")
            return None
    return text


def _recognize_other_format(raw: bytes) -> str:
    """Describe what else than plain text this is; nothing if it may be text."""
    if raw.startswith(b"{\\rtf"):
        return "this is rich text (RTF); save the file as plain text."
    if raw.startswith(_UTF_32):
        return "this is UTF-32; save the file as UTF-8."
    if raw.startswith(_UTF_16):
        return ""
    within = raw.strip(b"\0")
    # Wide letters have up to three such bytes each; what a power cut left is whole blocks of them.
    if within.count(0) * 3 > len(within) and b"\0\0\0\0" not in within:
        return "this is UTF-16 or UTF-32 without a mark; save the file as UTF-8."
    return ""


def _with_plain_line_ends(text: str) -> str:
    """Return the text with the line ends of other systems made plain."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def load_tables(text: str, mistakes: Mistakes) -> dict[str, Any] | None:
    """Return the tables of `text`; None when it is no TOML."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        mistakes.add(1, "brackets are nested too deeply; take some out.")
    except ValueError as error:
        mistakes.add(*explain_parser_error(str(error), text))
    return None
