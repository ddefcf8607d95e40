"""Whether a build's wires are right: every terminal gets what it needs, once, and nothing else."""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from typing import Final

from hardware.tables.headers import Board, Kind
from hardware.tables.nets import Net, find_nets
from hardware.tables.parts import Part, Terminal
from hardware.tables.wires import SPLICE, End, Wire

_WANTED: Final = {Terminal.GROUND: {Kind.GROUND}, Terminal.THREE: {Kind.THREE}}
_SAID: Final = {Kind.GROUND: "ground", Kind.THREE: "3.3 V", Kind.FIVE: "5 V"}
_BOARDS: Final = frozenset(board.value for board in Board)


def terminals(build: str, parts: Mapping[str, Part]) -> dict[End, Terminal]:
    """Give every terminal of every part of a build, and what it is for; the boards are left out."""
    return {
        End(wired.thing, word): terminal
        for part in parts.values()
        for wired in part.wired
        if wired.build == build
        for word, terminal in wired.terminals.items()
    }


def wrong_wires(build: str, wires: Sequence[Wire], parts: Mapping[str, Part]) -> tuple[str, ...]:
    """Say all that is wrong with the wires of a build, a sentence each; nothing where all is."""
    known = terminals(build, parts)
    ends = Counter(end for wire in wires for end in (wire.start, wire.end))
    found = []
    for end, what_for in known.items():
        if what_for is not Terminal.FREE and not ends[end]:
            found.append(f"{build}: {_said(end)} has no wire.")
    for end, count in ends.items():
        if end.thing.endswith(SPLICE):
            if count < 3:
                found.append(f"{build}: {end.thing} joins {count} wires; it needs three or more.")
            continue
        if count > 1:
            found.append(f"{build}: {_said(end)} has {count} wires; join them in a splice.")
        if end.thing not in _BOARDS and known.get(end, Terminal.FREE) is Terminal.FREE:
            found.append(f"{build}: {_said(end)} has a wire and is no terminal to be wired.")
    for net in find_nets(wires):
        found += _wrong_net(build, net, known)
    return tuple(found)


def _wrong_net(build: str, net: Net, known: Mapping[End, Terminal]) -> list[str]:
    if len(net.powers) + len(net.pins) > 1:
        return [f"{build}: {net.name} are joined."]
    found = []
    for end in sorted(net.ends & known.keys(), key=_said):
        wanted = _WANTED.get(known[end], set())
        if known[end] is not Terminal.FREE and net.powers != wanted:
            found.append(
                f"{build}: {_said(end)} is wired to {_power(net.powers)}, not to {_power(wanted)}."
            )
    return found


def _power(kinds: Set[Kind]) -> str:
    return " and ".join(_SAID[kind] for kind in kinds) or "a line"


def _said(end: End) -> str:
    return f"{end.thing}.{end.terminal}"
