"""Whether a build's wires are right: every terminal gets what it needs, once, and nothing else."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Final

from hardware.tables.headers import Board, Kind
from hardware.tables.nets import Net, find_nets
from hardware.tables.parts import Part, Terminal, terminals_of
from hardware.tables.pins import Direction, Pin
from hardware.tables.roles import Role, role_of
from hardware.tables.wires import End, Wire

_WANTED: Final = {Terminal.GROUND: {Kind.GROUND}, Terminal.THREE: {Kind.THREE}}
_SAID: Final = {Kind.GROUND: "ground", Kind.THREE: "3.3 V", Kind.FIVE: "5 V"}
_BUS: Final = (Terminal.SDA, Terminal.SCL)
_SPI: Final = (
    Terminal.CLOCK,
    Terminal.DATA,
    Terminal.DATA_COMMAND,
    Terminal.SELECT,
    Terminal.RESET,
)
_READ: Final = (Role.BUTTON, Role.KNOB)
"""What a pin reads; every other line that is not the bus's is driven."""
_BETWEEN: Final = frozenset({Role.RESISTOR, Role.TRANSISTOR})
"""What leads from a pin to something else."""
_SWITCHED: Final = (Role.MOTOR, Role.TRANSISTOR, Role.DIODE)
"""What takes more than a pin gives, or more than it may give at once."""


def wrong_wires(
    build: str,
    wires: Sequence[Wire],
    parts: Mapping[str, Part],
    pins: Mapping[str, Pin] | None = None,
) -> tuple[str, ...]:
    """Say all that is wrong with the wires of a build, a sentence each; nothing where all is right.

    `pins` is the pin table, the one of this repository where none is given.
    """
    things = terminals_of(build, parts)
    known = {
        End(thing, word): what for thing, words in things.items() for word, what in words.items()
    }
    ends = Counter(end for wire in wires for end in (wire.start, wire.end))
    found = [
        f"{_said(end)} has no wire."
        for end, what_for in known.items()
        if what_for is not Terminal.FREE and not ends[end]
    ]
    for end, count in ends.items():
        role = role_of(end.thing)
        if role is Role.SPLICE:
            if count < 3:
                found.append(f"{end.thing} joins {count} wires; it needs three or more.")
            continue
        if count > 1:
            found.append(f"{_said(end)} has {count} wires; join them in a splice.")
        if role is not Role.BOARD and known.get(end, Terminal.FREE) is Terminal.FREE:
            found.append(f"{_said(end)} has a wire and is no terminal to be wired.")
    for net in find_nets(wires, pins):
        found += _wrong_net(net, known)
    return tuple(f"{build}: {sentence}" for sentence in found)


def _wrong_net(net: Net, known: Mapping[End, Terminal]) -> Iterable[str]:
    if len(net.powers) + len(net.pins) > 1:
        yield f"{net.name} are joined."
        return
    if not net.ends:
        yield f"{net.name} joins splices alone; lead it to a terminal."
    for end in sorted(net.ends & known.keys(), key=_said):
        what_for = known[end]
        if what_for is Terminal.FREE:
            continue
        wanted = _WANTED.get(what_for, set())
        if net.powers != wanted:
            yield f"{_said(end)} is wired to {_power(net.powers)}, not to {_power(wanted)}."
        elif not wanted:
            yield from _wrong_line(end, what_for, net)


def _wrong_line(end: End, what_for: Terminal, net: Net) -> Iterable[str]:
    """Say what is wrong with a terminal on a net without power."""
    pin = next(iter(net.pins), None)
    role = role_of(end.thing)
    if pin is None:
        # Between a resistor and its lamp there is no pin, nor behind a transistor.
        lone = not _BETWEEN & {role_of(other.thing) for other in net.ends}
        if what_for in (*_BUS, *_SPI) or lone:
            yield f"{_said(end)} leads to no pin of a board."
    elif what_for in _BUS or pin.direction is Direction.BUS:
        if pin.direction is not Direction.BUS or pin.word != what_for.value:
            yield f"{_said(end)} is wired to the pin of {pin.word}."
    elif what_for in _SPI:
        # The lines that each screen has for itself are named after it.
        if pin.word.removeprefix(f"{end.thing.split('_')[0]}_") != what_for.value:
            yield f"{_said(end)} is wired to the pin of {pin.word}."
    elif (pin.direction is Direction.IN) is not (role in _READ):
        does = "reads" if pin.direction is Direction.IN else "drives"
        yield f"{_said(end)} is wired to the pin of {pin.word}, which {does} its line."
    elif role in _SWITCHED:
        yield f"{_said(end)} is wired straight to the pin of {pin.word}."
    elif pin.board is Board.PI and pin.word.split("_")[0] != end.thing.split("_")[0]:
        yield f"{_said(end)} is wired to the pin of {pin.word}."


def _power(kinds: Set[Kind]) -> str:
    return " and ".join(_SAID[kind] for kind in kinds) or "a line"


def _said(end: End) -> str:
    return f"{end.thing}.{end.terminal}"
