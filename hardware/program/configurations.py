"""The pins in the two configuration files: the documented example, and the minimal build's."""

from collections.abc import Sequence
from typing import Final

from hardware.tables.headers import Board
from hardware.tables.nets import find_nets
from hardware.tables.pins import Direction, Pin, PinTable
from hardware.tables.wires import Wire

_REMARKS: Final = {
    "knob_first": "if the knob turns the wrong way, swap first and second",
    "left_lamp": "the lamps in the two buttons",
    "buzzer": "an active buzzer behind a transistor, say on {here}: it sounds while that is high",
    "key_a": "direct keys of the five spaces; {keys} are free, for instance",
}
"""What the example says behind a key."""


def example(table: PinTable) -> str:
    """Write every key with its default."""
    *others, last = (str(pin.gpio) for pin in _pins(table) if pin.word.startswith("key_"))
    keys = f"{', '.join(others)} and {last}"
    lines = []
    for pin in _pins(table):
        line = f"{pin.word} = {pin.gpio if pin.fitted else 'false'}"
        remark = _REMARKS.get(pin.word, "").format(here=pin.gpio, keys=keys)
        lines.append(f"{line:<17} # {remark}" if remark else line)
    return "\n".join(lines)


def only_wired(table: PinTable, wires: Sequence[Wire]) -> str:
    """Write the keys of what the program takes for granted: `false` where a build lacks it."""
    wired = {pin for net in find_nets(wires, table.pins) for pin in net.pins}
    return "\n".join(
        f"{pin.word} = {pin.gpio if pin in wired else 'false'}"
        for pin in _pins(table)
        if pin.fitted or pin in wired
    )


def _pins(table: PinTable) -> tuple[Pin, ...]:
    """Give the pins that a configuration chooses."""
    return tuple(pin for pin in table.of(Board.PI) if pin.direction is not Direction.BUS)
