"""From bytes to TOML: what is no TOML is one sentence with its line, never an exception."""

import re
import tomllib
from typing import Any, Final

from cdgdevice.method.mistakes import Mistakes
from cdgdevice.method.toml_lines import last_statement

LARGEST: Final = 64 * 1024
"""Bytes; a longer file is refused unread."""
LONGEST: Final = 1000
"""Bytes a line; a dotted key of ten thousand parts would cost the parser gigabytes."""

_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
"""Its byte order marks."""


def decode(source: str | bytes, mistakes: Mistakes) -> str | None:
    """Give the text with plain line ends and no byte order mark; None when it is unreadable.

    Bytes are UTF-8, or UTF-16 if they begin with its byte order mark: Windows calls that Unicode.
    """
    raw = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    if len(raw) > LARGEST:
        mistakes.add(1, f"the file is larger than {LARGEST // 1024} KiB; is it the right one?")
        return None
    wide = raw.startswith(_UTF_16)
    name = "UTF-16" if wide else "UTF-8"
    try:
        text = _plain_ends(raw.decode("utf-16" if wide else "utf-8-sig"))
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-16" if wide else "utf-8", "replace")
        line = _plain_ends(before).count("\n") + 1
        mistakes.add(line, f"byte 0x{raw[error.start]:02X} is not {name}; save the file as UTF-8.")
        return None
    for line, content in enumerate(text.split("\n"), start=1):
        if len(content.encode()) > LONGEST:
            mistakes.add(line, f"the line is longer than {LONGEST} bytes; break it up.")
            return None
    return text


def _plain_ends(text: str) -> str:
    """Give the text with the line ends of other systems made plain."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def load(text: str, mistakes: Mistakes) -> dict[str, Any] | None:
    """Give the tables of `text`; None when it is no TOML."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        mistakes.add(1, "brackets are nested too deeply; take some out.")
    except ValueError as error:
        mistakes.add(*_explained(str(error), text))
    return None


_NOT_CLOSED = "a text is not closed; end it with the quote that began it."
_PLAIN_WORDS = {
    "Cannot overwrite a value": "this key has a value already; keep one of the two.",
    "Invalid value": "the value is not valid; texts go in quotes, yes and no are true and false.",
    "Illegal character '\\n'": _NOT_CLOSED,
    "Unterminated string": _NOT_CLOSED,
    'Expected "\'"': _NOT_CLOSED,
    "Unclosed array": "an array is not closed; end it with ].",
    "Unclosed inline table": "a table is not closed; end it with }.",
    "Invalid initial character for a key part": "a key is missing; keep { and } on one line.",
    "Expected '=' after a key in a key/value pair": "after the key comes = and a value.",
}


def _explained(said: str, text: str) -> tuple[int, str]:
    """Turn what the parser said into a line and a sentence."""
    found = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", said)
    if not found:  # the parser lets the errors of int() through, without a position
        return 1, "this is not valid TOML: a number is too long."
    reason = said[: found.start()]
    if found[1] is None:
        line = last_statement(text)
        if reason == "Invalid value":
            return line, "the value is missing, or its bracket is not closed."
    else:
        line = int(found[1])
    if reason.startswith(("Cannot declare", "Cannot redefine", "Cannot mutate")):
        return line, "this table is there already; keep its keys in one place."
    return line, _PLAIN_WORDS.get(reason, f"this is not valid TOML: {reason}.")
