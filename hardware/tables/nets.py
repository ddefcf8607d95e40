"""What is joined to what, once every wire of a build is there: the net list."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hardware.tables.headers import HEADERS, Board, HeaderPin, Kind
from hardware.tables.pins import Pin, read_every_pin
from hardware.tables.roles import Role, role_of
from hardware.tables.wires import End, Wire


@dataclass(frozen=True, slots=True)
class Net:
    """Terminals that are one piece of metal."""

    name: str
    """`3V3`, `GND`, `5V`, the word of its pin in the pin table, or one of its terminals.

    Where several of these meet, which must not be, all of them with `and` between.
    """
    ends: frozenset[End]
    """Its terminals, without splices."""
    powers: frozenset[Kind]
    """The power of the boards that is on it."""
    pins: frozenset[Pin]
    """The pins of the pin table that are on it."""

    def at(self, thing: str) -> tuple[str, ...]:
        """Give the terminals that it has at a thing, in order."""
        return tuple(sorted(end.terminal for end in self.ends if end.thing == thing))


def board_of(end: End) -> Board | None:
    """Give the board whose header the end is on; None where it is on none."""
    return Board(end.thing) if end.pin is not None else None


def header_pin(end: End) -> HeaderPin | None:
    """Give the header's pin that the end is on; None where it is on no board."""
    board = board_of(end)
    return HEADERS[board][end.pin] if board and end.pin is not None else None


def pin_at(end: End, pins: Mapping[str, Pin] | None = None) -> Pin | None:
    """Give the pin table's row for an end; None for power pins and other things."""
    row = header_pin(end)
    at = (board_of(end), row.gpio if row else None)
    known = read_every_pin() if pins is None else pins
    return next((pin for pin in known.values() if (pin.board, pin.gpio) == at), None)


def find_nets(wires: Iterable[Wire], pins: Mapping[str, Pin] | None = None) -> tuple[Net, ...]:
    """Join what wires, splices and the boards' own power planes join; sorted by name.

    `pins` is the pin table, the one of this repository where none is given.
    """
    groups: dict[End, set[End]] = {}
    planes: dict[tuple[str, Kind], End] = {}
    for wire in wires:
        for end in (wire.start, wire.end):
            groups.setdefault(end, {end})
            row = header_pin(end)
            if row and row.kind in _PLANES:
                _join(groups, end, planes.setdefault((end.thing, row.kind), end))
        _join(groups, wire.start, wire.end)
    found = {id(group): frozenset(group) for group in groups.values()}.values()
    nets = (_net(group, pins) for group in found)
    return tuple(sorted(nets, key=lambda net: (net.name, sorted(map(str, net.ends)))))


_PLANES = {Kind.THREE: "3V3", Kind.FIVE: "5V", Kind.GROUND: "GND"}


def _join(groups: dict[End, set[End]], one: End, other: End) -> None:
    if groups[one] is not groups[other]:
        groups[one] |= groups[other]
        for end in groups[other]:
            groups[end] = groups[one]


def _net(ends: frozenset[End], known: Mapping[str, Pin] | None) -> Net:
    powers = frozenset(row.kind for row in map(header_pin, ends) if row and row.kind in _PLANES)
    pins = frozenset(pin for pin in (pin_at(end, known) for end in ends) if pin)
    names = sorted(_PLANES[kind] for kind in powers) + sorted(pin.word for pin in pins)
    metal = frozenset(end for end in ends if role_of(end.thing) is not Role.SPLICE)
    plain = min(f"{end.thing}.{end.terminal}" for end in metal or ends)
    return Net(" and ".join(names) or plain, metal, powers, pins)
