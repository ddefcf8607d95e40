"""What kind of thing it is that wires go to: its name says so."""

from enum import Enum
from typing import Final

from hardware.tables.headers import Board


class Role(Enum):
    """What a thing does, for a check, a sum and a drawing."""

    BOARD = "board"
    """The Pi or the Pico."""
    SCREEN = "screen"
    """A display on the bus."""
    SENSOR = "sensor"
    """A sensor on the bus."""
    BUTTON = "button"
    """A contact."""
    KNOB = "knob"
    """Two contacts that turn, and one that is pushed."""
    LAMP = "lamp"
    """A light-emitting diode."""
    RESISTOR = "resistor"
    """A resistor in the run of a wire."""
    MOTOR = "motor"
    """A small motor with two leads."""
    TRANSISTOR = "transistor"
    """What switches for a pin: base, collector, emitter."""
    DIODE = "diode"
    """Takes the kick of a coil; its ring is the end that plus goes to."""
    SPLICE = "splice"
    """Wires soldered together."""


_BOARDS: Final = frozenset(board.value for board in Board)


def role_of(thing: str) -> Role:
    """Give a thing's role: that of `left_screen` is its last word.

    Raises:
        ValueError: with a sentence, where the name says none.
    """
    if thing in _BOARDS:
        return Role.BOARD
    try:
        return Role(thing.rpartition("_")[2])
    except ValueError:
        raise ValueError(f'"{thing}" must end with what it is, like "left_screen".') from None
