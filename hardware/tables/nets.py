"""What is joined to what: the wires of a build, gathered where they meet."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from hardware.tables.headers import HEADERS, Board, Kind
from hardware.tables.pins import read_pins
from hardware.tables.wires import End, Wire

GROUND: Final = "ground"
THREE: Final = "3.3 V"
FIVE: Final = "5 V"
POWERS: Final = frozenset({GROUND, THREE, FIVE})
_POWER: Final = {Kind.GROUND: GROUND, Kind.THREE: THREE, Kind.FIVE: FIVE}


@dataclass(frozen=True, slots=True)
class Net:
    """Everything that one conductor joins, through wires and splices."""

    name: str
    """`GROUND`, `THREE`, `FIVE`, the key of the pin that is on it, or else its first end."""
    meets: frozenset[str]
    """All of the first three kinds of names that are on it: more than one is a short circuit."""
    ends: tuple[End, ...]
    """Each once, in the order of the wires."""
    wires: tuple[Wire, ...]


def nets(wires: Iterable[Wire]) -> tuple[Net, ...]:
    """Gather wires; a board's grounds are one net, and so are its pins of 3.3 V or 5 V."""
    groups: list[tuple[set[str], list[Wire]]] = []
    for wire in wires:
        names = {_place(wire.start), _place(wire.end)}
        joined = []
        for group in [group for group in groups if group[0] & names]:
            groups.remove(group)
            names |= group[0]
            joined += group[1]
        groups.append((names, [*joined, wire]))
    return tuple(_net(names, joined) for names, joined in groups)


def _net(names: set[str], wires: list[Wire]) -> Net:
    ends = tuple(dict.fromkeys(end for wire in wires for end in (wire.start, wire.end)))
    meets = frozenset(names & {*POWERS, *read_pins()})
    name = next((name for name in (*_POWER.values(), *read_pins()) if name in meets), "")
    return Net(name or f"{ends[0].thing}.{ends[0].terminal}", meets, ends, tuple(wires))


def _place(end: End) -> str:
    """Name the place of an end: what has the same name is joined already, on a board or a joint."""
    if end.pin is None:
        return f"{end.thing}.{end.terminal}"
    board = Board(end.thing)
    pin = HEADERS[board][end.pin]
    if pin.kind in _POWER:
        return _POWER[pin.kind]
    for each in read_pins().values():
        if (each.board, each.gpio) == (board, pin.gpio):
            return each.key
    return f"{end.thing}.{pin.name}"
