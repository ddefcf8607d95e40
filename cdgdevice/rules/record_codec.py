"""Records as bytes: what the rules keep in memory, written so that it can be read back.

Any value that a state is made of can be written: records and enumerations, tuples,
sets, mappings, sentences, words, whole numbers, yes and no, and nothing. What several records share
is written once, and is shared again when it is read. What belongs to the sheet is written as its
number among the sheet's parts, and is that very part again: the rules tell steps apart by identity.

Reading makes nothing but such values, whatever the bytes say. It does not check that a field holds
what its type allows, so bytes that may have been damaged need a checksum.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from typing import Any
from zlib import compress, decompressobj, error

from msgspec import Struct

from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.texts.templates import Template, Text

_PLAIN = frozenset({bool, int, str})
_LARGEST = 16 * 2**20
"""Bytes that are read of what was packed; the rest is missing then, so that it can't be read."""
_TUPLE, _SET, _MAPPING, _PART, _TEXT = range(5)
"""What a node is that is no record: its first number. Those of the records' types follow."""


def pack_records(values: tuple[object, ...], sheet: Sheet) -> bytes:
    """Write these values, which belong to a game of this sheet.

    Raises:
        TypeError: there is a value of another kind among them.
    """
    packing = _Packing(sheet)
    root = packing.refer(values)
    written = [packing.shapes, packing.nodes, root]
    return compress(json.dumps(written, separators=(",", ":")).encode("ascii"))


def unpack_records(packed: bytes, sheet: Sheet) -> tuple[Any, ...]:
    """Read what `pack_records` wrote, with the same sheet.

    Raises:
        ValueError: it was not written by a version with the same records.
    """
    try:
        written = decompressobj().decompress(packed, _LARGEST)
        shapes, nodes, root = json.loads(written)
        made: list[Any] = []
        known = {(kind.__module__, kind.__qualname__): kind for kind in _list_kinds()}
        kinds = [_check_fields(known[module, name], fields) for module, name, fields in shapes]
        for first, *fields in nodes:
            values = [made[field[0]] if isinstance(field, list) else field for field in fields]
            if first == _TUPLE:
                made.append(tuple(values))
            elif first == _SET:
                made.append(frozenset(values))
            elif first == _MAPPING:
                made.append(dict(zip(values[::2], values[1::2], strict=True)))
            elif first == _PART:
                made.append(_list_parts(sheet)[values[0]])
            elif first == _TEXT:
                english, short, names, about = values
                made.append(Text(_recall_template(english, short, names), about))
            else:
                made.append(kinds[first - _TEXT - 1](*values))
        return tuple(made[root[0]])
    except (error, AttributeError, LookupError, RecursionError, TypeError, ValueError) as fault:
        raise ValueError("not written by this version") from fault


_parts_of_last: tuple[Sheet | None, list[object]] = None, []


def _list_parts(sheet: Sheet) -> list[object]:
    """Return the sheet, and every record and tuple in it, always in the same order."""
    global _parts_of_last
    of, parts = _parts_of_last
    if of is not sheet:
        found: dict[int, object] = {}
        _add_parts(sheet, found)
        parts = [*found.values()]
        _parts_of_last = sheet, parts
    return parts


def _add_parts(value: object, found: dict[int, object]) -> None:
    if isinstance(value, Struct):
        inside: Iterable[object] = (getattr(value, name) for name in value.__struct_fields__)
    elif isinstance(value, tuple):
        inside = value
    elif isinstance(value, Mapping):
        for part in value.values():
            _add_parts(part, found)
        return
    else:
        return
    if value and id(value) not in found:
        found[id(value)] = value
        for part in inside:
            _add_parts(part, found)


class PackedAnswers(Struct, frozen=True):
    """Answers that follow each other in a game, as `pack_records` writes them."""

    packed: bytes
    count: int
    """How many they are."""
    rolls: int
    """How many of them are rolls."""

    def unpack(self, sheet: Sheet) -> tuple[Any, ...]:
        """Return the answers, which belong to a game of this sheet.

        Raises:
            ValueError: a version with other records has packed them.
        """
        return unpack_records(self.packed, sheet)


class _Packing:
    """The nodes that were written so far: each names only earlier ones."""

    def __init__(self, sheet: Sheet) -> None:
        self.shapes: list[list[object]] = []
        self.nodes: list[list[object]] = []
        self._kinds: dict[type, int] = {}
        self._known: dict[int, int] = {}
        self._parts = {id(part): number for number, part in enumerate(_list_parts(sheet))}

    def refer(self, value: object) -> object:
        """Return what stands for a value: itself, or the number of its node."""
        if value is None or type(value) in _PLAIN:
            return value
        known = self._known.get(id(value))
        if known is None:
            node = self._write_node(value)
            known = self._known[id(value)] = len(self.nodes)
            self.nodes.append(node)
        return [known]

    def _write_node(self, value: object) -> list[object]:
        if id(value) in self._parts:
            return [_PART, self._parts[id(value)]]
        match value:
            case Enum():
                return [self._number_kind(type(value), []), self.refer(value.value)]
            case Struct():
                fields = type(value).__struct_fields__
                number = self._number_kind(type(value), [*fields])
                return [number, *(self.refer(getattr(value, name)) for name in fields)]
            case tuple():
                return [_TUPLE, *map(self.refer, value)]
            case frozenset():
                return [_SET, *map(self.refer, sorted(value, key=str))]
            case Text():
                template, short = value.template, value.template.shorter
                words = "" if short is template else short.english
                named = (template.english, words, template.names, value.values)
                return [_TEXT, *map(self.refer, named)]
            case Mapping():
                return [_MAPPING, *(self.refer(part) for pair in value.items() for part in pair)]
        raise TypeError(type(value))

    def _number_kind(self, kind: type, fields: list[str]) -> int:
        if kind not in self._kinds:
            self._kinds[kind] = len(self.shapes) + _TEXT + 1
            self.shapes.append([kind.__module__, kind.__qualname__, fields])
        return self._kinds[kind]


@cache
def _recall_template(english: str, short: str, names: tuple[str, ...]) -> Template:
    return Template(english, *names, short=short)


def _list_kinds() -> Iterator[type[Any]]:
    """Yield every kind of record and enumeration that the program has."""
    kinds: list[type[Any]] = [Struct, Enum]
    while kinds:
        below = kinds.pop().__subclasses__()
        kinds += below
        yield from below


def _check_fields(kind: type[Any], fields: list[str]) -> type[Any]:
    if [*getattr(kind, "__struct_fields__", ())] != fields:
        raise TypeError(kind)
    return kind
