"""Leaves out of sentences on the configuration what its owner wrote: it may be a password."""

import re
from collections.abc import Collection
from pathlib import Path

from cdgdevice.config import Config
from cdgdevice.config.pins import FACTORIES
from cdgdevice.config.reading import NONE
from cdgdevice.config.writing import written
from cdgdevice.gadget.desk.settings import DieSource
from cdgdevice.gadget.glass.controller import Controller
from cdgdevice.method.die import Result
from cdgdevice.selftest.private import GONE
from cdgdevice.table.shelf import sheet_ids

_MISTAKE = re.compile(r" line \d+: ")
"""Stands in every sentence on a mistake, between the file's name and what is wrong."""
_KEY = re.compile(r"(?:[\w-]+|\(left out\))(?:\.[\w-]+|\.\(left out\)|\[\d+\])*(?=: )")
_QUOTE = re.compile(r'"([^"]*)"')
_FROM_FIRST_TO_LAST = re.compile(r'".*"')
_EXAMPLES = (
    *("auto", NONE, "/dev/cdgdevice-die", "socket://127.0.0.1:7000", "/dev/i2c-1"),
    "record:/tmp/glass",
)
"""What sentences offer as examples."""

KEYS = tuple(dict(written(Config(Path("/games")))))
"""Every key of the configuration, with its whole name."""
_PARTS = {part for key in KEYS for part in key.split(".")} | {"file"}
_WORDS = {
    *_PARTS,
    *_EXAMPLES,
    *FACTORIES,
    *(each.value for kind in (DieSource, Controller, Result) for each in kind),
}


def without_quotes(sentence: str) -> str:
    """Give a sentence on a mistake without the texts and keys in it that are not the program's.

    What is no such sentence is given back as it is.
    """
    found = _MISTAKE.search(sentence)
    if found is None:
        return sentence
    head, rest = sentence[: found.end()], sentence[found.end() :]
    known: list[str] = []

    def hide(quote: re.Match[str]) -> str:
        if quote[1] not in _WORDS and quote[1] not in sheet_ids():
            return quote[0]
        known.append(quote[0])
        return f"\0{len(known) - 1}\0"

    # What was written may have quotes in it: so all between the first and the last that are left.
    rest = _FROM_FIRST_TO_LAST.sub(GONE, _QUOTE.sub(hide, rest))
    rest = re.sub("\0(\\d+)\0", lambda number: known[int(number[1])], rest)
    return head + _KEY.sub(_known_parts, rest, count=1)


def _known_parts(path: re.Match[str]) -> str:
    if path.start():  # only what the sentence begins with
        return path[0]
    parts = path[0].split(".")
    return ".".join(each if each.split("[")[0] in _PARTS else GONE for each in parts)


def known_keys(fields: Collection[str]) -> tuple[str, ...]:
    """Give those of these keys, each with its whole name, that the configuration knows."""
    return tuple(each for each in fields if each in KEYS)
