"""What the parser says of a text that is no TOML, in words for whoever wrote it."""

import re
from typing import Final

from cdgdevice.method.toml_lines import last_statement

CURLY: Final = "these are curly quotes; type straight ones."
"""Editors that mean well, and pages that were copied from, make them of the straight ones."""

_CURLIES = "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f«»"
_POSITION = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_TWICE = "this key has a value already; keep one of the two."
_BACKSLASH = r"a \ in a text needs single quotes around the text: 'C:\games'."
_NOT_CLOSED = "a text is not closed; end it with the quote that began it."
_PLAIN_WORDS = {
    "Cannot overwrite a value": _TWICE,
    "Duplicate inline table key": _TWICE,
    "Cannot declare": "this section is there already; keep its keys in one place.",
    "Cannot redefine": "this section is there already; keep its keys in one place.",
    "Cannot mutate": "this section is there already; keep its keys in one place.",
    "Invalid value": "the value is not valid; texts go in quotes, yes and no are true and false.",
    "Invalid date": "there is no such date or time; texts go in quotes.",
    "Illegal character '\\n'": _NOT_CLOSED,
    "Found invalid character '\\n'": _NOT_CLOSED,
    "Unterminated string": _NOT_CLOSED,
    "Expected \"'": _NOT_CLOSED,
    "Illegal character": "a character that can't be seen is in this line; type the line anew.",
    "Found invalid character": "a character that can't be seen is in this line; type it anew.",
    "Unescaped '\\": _BACKSLASH,
    "Invalid hex value": _BACKSLASH,
    "Escaped character": _BACKSLASH,
    "Unclosed array": "an array is not closed; end it with ].",
    "Unclosed inline table": "a { is not closed; end it with }, on the same line.",
    "Expected ']]'": "after the name of the section comes ]].",
    "Expected ']'": "after the name of the section comes ].",
    "Expected '='": "after the key comes = and a value.",
    "Expected newline": "the line goes on behind its end; one key a line, and # before a remark.",
    "Invalid statement": "this is neither key = value nor a [section].",
}
"""By what the parser's words begin with."""


def explained(said: str, text: str) -> tuple[int, str]:
    """Turn what the parser said of `text` into a line, counted from 1, and a sentence."""
    found = _POSITION.search(said)
    if not found:  # the parser lets the errors of int() through, without a position
        return 1, "a number is too long."
    reason = said[: found.start()]
    at_end = found[1] is None
    line = last_statement(text) if at_end else int(found[1])
    words = text.split("\n")[line - 1]
    at = len(words) if at_end else int(found[2]) - 1
    return line, _sentence(reason, words, at, at_end=at_end)


def _sentence(reason: str, words: str, at: int, *, at_end: bool) -> str:
    """Say what is wrong in the line `words`, at the index `at`."""
    plain = next((plain for begins, plain in _PLAIN_WORDS.items() if reason.startswith(begins)), "")
    if at < len(words) and words[at] in _CURLIES:
        return CURLY
    if plain is _NOT_CLOSED and not set(_CURLIES).isdisjoint(words):
        return "a text is not closed; end it with the straight quote that began it."
    if reason == "Invalid value" and at_end:
        return "the value is missing, or its bracket is not closed."
    if reason.startswith("Invalid initial character"):
        if words.lstrip().startswith("["):
            return "the name of the section is missing, or has more than plain letters in it."
        return "a key is missing; keep { and } on one line."
    return plain or f"this is not understood ({reason})."
