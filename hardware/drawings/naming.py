"""What things are called under drawings, and on the pins of the two boards."""

from collections.abc import Mapping

from hardware.tables.headers import Board
from hardware.tables.nets import board_of, header_pin, pin_at
from hardware.tables.parts import Part
from hardware.tables.roles import Role, role_of
from hardware.tables.wires import End, Wire

BOARD_NAMES = {Board.PI: "Raspberry Pi", Board.PICO: "Pico"}
_LINES = {"sda": "SDA", "scl": "SCL"}


def title(thing: str) -> str:
    """Give a thing's name as the guides write it: `Left screen`, `Raspberry Pi`."""
    if thing in (board.value for board in Board):
        return BOARD_NAMES[Board(thing)]
    plain = " ".join(_LINES.get(word, word) for word in thing.split("_"))
    return plain[0].upper() + plain[1:]


def is_splice(thing: str) -> bool:
    """Say whether a thing is only wires soldered together."""
    return role_of(thing) is Role.SPLICE


def parts_by_thing(parts: Mapping[str, Part], build: str) -> dict[str, Part]:
    """Give the bought part behind each thing that wires of a build go to."""
    boards = {board.value: parts[board.value] for board in Board}
    return boards | {
        wired.thing: part for part in parts.values() for wired in part.wired if wired.build == build
    }


def reaches(wires: tuple[Wire, ...], end: End) -> tuple[End, ...]:
    """Give where the wires at an end lead, straight through splices."""
    found: list[End] = []
    seen = {end}
    queue = [end]
    while queue:
        here = queue.pop(0)
        for wire in wires:
            for one, other in ((wire.start, wire.end), (wire.end, wire.start)):
                if one == here and other not in seen:
                    seen.add(other)
                    (queue if is_splice(other.thing) else found).append(other)
    return tuple(found)


def pin_label(end: End) -> str:
    """Give what a board's pin is called and serves: `GPIO5: left button`; else the terminal."""
    row, board, pin = header_pin(end), board_of(end), pin_at(end)
    if row is None or board is None:
        return end.terminal
    return f"{row.name}: {pin.meaning}" if pin else row.name
