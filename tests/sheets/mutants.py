"""Sheets with one thing changed, as a slip of the hand or an idea of its owner changes it."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from importlib.resources import files
from random import Random
from typing import Any

from cdgdevice.games.sheet_library import sheet_ids

Path = tuple[str | int, ...]
"""Keys and indices from the top of a sheet's file to one of its values."""

LONG = "A text without an end. " * 60
ODD_TEXTS = (
    "{",
    "}",
    "{n}",
    "{n} {m}",
    "{0}",
    "%s %(a)s",
    "\\",
    '"',
    "'",
    "\t",
    "\x1b[31m",
    "\x7f",
    "one\ntwo",
    "\u200bhidden",
    "\u2028",
    "Łódź Ελλάδα",
    "日本",
    "🎲",
    "e\u0301",
    "\u202eback",
    "x" * 300,
    LONG,
    "A",
    "done",
    "Back",
    "No",
    "7",
    "-1",
    ": ",
    ".",
    "?",
)
"""What a person or an editor may put into a text."""
ODD_NUMBERS = (-1, 0, 1, 2, 6, 7, 20, 99, 10**6, 2**63)


def sheet_trees() -> dict[str, dict[str, Any]]:
    """Give the tables of each sheet that comes with the gadget, by its id."""
    folder = files("cdgdevice.sheets")
    return {
        id_: tomllib.loads(folder.joinpath(f"{id_}.toml").read_text("utf-8")) for id_ in sheet_ids()
    }


def list_places(value: object, path: Path = ()) -> Iterator[Path]:
    """Give the path of every value within this one."""
    inner: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    for key, each in inner:
        yield (*path, key)
        yield from list_places(each, (*path, key))


def list_changes(value: object) -> list[str]:
    """Name what can be changed of such a value."""
    match value:
        case bool():
            return ["delete", "flip", "exchange"]
        case int():
            return ["delete", "exchange", "up", "down", *(f"number {n}" for n in ODD_NUMBERS)]
        case str():
            return ["delete", "exchange", "unknown", *(f"text {n}" for n in range(len(ODD_TEXTS)))]
        case list():
            return ["delete", "exchange", "empty", "double", "reverse"]
        case _:
            return ["delete", "exchange", "empty", "double"]


def mutate(tree: Mapping[str, Any], path: Path, change: str, random: Random) -> dict[str, Any]:
    """Give a copy of a sheet's tables with the value at this path changed."""
    changed = deepcopy(dict(tree))
    *above, key = path
    holder: Any = changed
    for part in above:
        holder = holder[part]
    value = holder[key]
    match change:
        case "delete":
            del holder[key]
        case "double":
            _double(holder, key, value)
        case "exchange":
            _exchange(changed, path, holder, random)
        case _:
            holder[key] = _change_value(value, change)
    return changed


def _double(holder: Any, key: str | int, value: Any) -> None:
    if isinstance(holder, list):
        holder.insert(int(key), deepcopy(value))
    elif isinstance(value, list):
        holder[key] = value + deepcopy(value)


def _exchange(tree: dict[str, Any], path: Path, holder: Any, random: Random) -> None:
    """Exchange a value for another of its kind, or the same key of another entry."""
    kind = type(holder[path[-1]])
    others = [other for other in list_places(tree) if type(find_value(tree, other)) is kind]
    named = [other for other in others if other[-1] == path[-1]]
    other = random.choice(named if random.random() < 0.7 else others)
    if other[: len(path)] == path or path[: len(other)] == other:
        return
    *above, key = other
    there = find_value(tree, tuple(above))
    holder[path[-1]], there[key] = there[key], holder[path[-1]]


def find_value(tree: Any, path: Path) -> Any:
    """Give the value at a path."""
    for part in path:
        tree = tree[part]
    return tree


def _change_value(value: Any, change: str) -> object:
    match change.split():
        case ["flip"]:
            return not value
        case ["up"]:
            return value + 1
        case ["down"]:
            return value - 1
        case ["empty"]:
            return type(value)()
        case ["reverse"]:
            return [*reversed(value)]
        case ["unknown"]:
            return f"{value}x"
        case ["text", number]:
            return ODD_TEXTS[int(number)]
    return int(change.removeprefix("number "))


def write_toml(tree: Mapping[str, Any]) -> str:
    """Write tables as a sheet's file has them: sections, and one line an entry of an array."""
    return "".join(_section(tree, ""))


def _section(table: Mapping[str, Any], path: str) -> Iterator[str]:
    later = {k: v for k, v in table.items() if isinstance(v, dict) or _is_of_tables(v)}
    for key, value in table.items():
        if key not in later:
            yield f"{_key(key)} = {_value(value)}\n"
    for key, value in later.items():
        name = f"{path}{_key(key)}"
        if isinstance(value, dict):
            yield f"\n[{name}]\n"
            yield from _section(value, f"{name}.")
        else:
            for each in value:
                yield f"\n[[{name}]]\n"
                yield from _entry(each)


def _entry(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        yield f"{_key(key)} = {_value(value)}\n"


def _is_of_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            written = json.dumps(value, ensure_ascii=False).replace("\x7f", r"\u007f")
            # A line has 1000 bytes at most; a text of several lines may be broken.
            pieces = re.findall(r"(?:\\u....|\\.|[^\\]){1,200}", written[1:-1])
            return written if len(written) < 200 else '"""' + "\\\n".join(_kept(pieces)) + '"""'
        case list():
            return "[" + "".join(f"\n{_value(each)}," for each in value) + "\n]"
        case dict():
            return "{" + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + "}"
    return str(value)


def _kept(pieces: list[str]) -> Iterator[str]:
    """Keep the space that a piece begins with: a broken line would swallow it."""
    for piece in pieces:
        yield re.sub("^ ", r"\\u0020", piece)
