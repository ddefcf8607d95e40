"""From bytes to TOML: what is no TOML is one sentence with its line, never an exception."""

import tomllib
from typing import Any, Final

from cdgdevice.method.mistakes import Mistakes
from cdgdevice.method.toml_explained import CURLY, explained

LARGEST: Final = 64 * 1024
"""Bytes; a longer file is refused unread."""
LONGEST: Final = 1000
"""Bytes a line; a dotted key of ten thousand parts would cost the parser gigabytes."""

_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
"""Its byte order marks."""
_UTF_32: Final = (b"\xff\xfe\0\0", b"\0\0\xfe\xff")
_CURLY: Final = frozenset(b"\x84\x91\x92\x93\x94")
"""Curly quotes where Windows has one byte a character; UTF-8 begins nothing with them."""


def decode(source: str | bytes, mistakes: Mistakes) -> str | None:
    """Give the text with plain line ends and no byte order mark; None when it is unreadable.

    Bytes are UTF-8, or UTF-16 if they begin with its byte order mark: Windows calls that Unicode.
    """
    raw = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    if len(raw) > LARGEST:
        mistakes.add(1, f"the file is larger than {LARGEST // 1024} KiB; is it the right one?")
        return None
    if told := _no_plain_text(raw):
        mistakes.add(1, told)
        return None
    wide = raw.startswith(_UTF_16)
    name = "UTF-16" if wide else "UTF-8"
    try:
        text = _plain_ends(raw.decode("utf-16" if wide else "utf-8-sig"))
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-16" if wide else "utf-8", "replace")
        line = _plain_ends(before).count("\n") + 1
        byte = raw[error.start]
        not_so = f"byte 0x{byte:02X} is not {name}; save the file as UTF-8."
        mistakes.add(line, CURLY if byte in _CURLY and not wide else not_so)
        return None
    for line, content in enumerate(text.split("\n"), start=1):
        if "\0" in content:
            mistakes.add(line, "the file is damaged from here on; write it anew.")
            return None
        if len(content.encode()) > LONGEST:
            mistakes.add(line, f"the line is longer than {LONGEST} bytes; break it up.")
            return None
    return text


def _no_plain_text(raw: bytes) -> str:
    """Say what else than plain text this is; nothing if it may be text."""
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
        mistakes.add(*explained(str(error), text))
    return None
