"""The I2C buses: what pulls a line up, what must pull it low, and how fast it rises."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from hardware.electricity.sums import Limit, Load, Sum
from hardware.electricity.things import Circuit
from hardware.tables.figure import Figure, Source
from hardware.tables.headers import Board
from hardware.tables.nets import Net, board_of, pin_at
from hardware.tables.parts import Part
from hardware.tables.pins import Direction
from hardware.tables.roles import Role, role_of

SINK: Final = Limit(3, Source.STANDARD, "NXP UM10204: 3 mA at 0.4 V, whoever pulls low")
RISE: Final = Limit(300, Source.STANDARD, "NXP UM10204: rise from 30 % to 70 % at 400 kHz")
CAPACITANCE: Final = Limit(400, Source.STANDARD, "NXP UM10204: of a line")
LOW_V: Final = 0.4
"""How low a line must go with 3 mA in it, in volts."""
RISE_FACTOR: Final = 0.8473
"""From 30 % to 70 % of the supply takes this many times R x C: ln(0.7 / 0.3)."""


@dataclass(frozen=True, slots=True)
class PullUp:
    """A resistor from a line to its supply."""

    whose: str
    least_ohm: float
    nominal_ohm: float
    most_ohm: float
    figures: tuple[Figure, ...]
    sure: bool
    """False for what may as well be missing: modules are sold with and without."""


def pull_ups(circuit: Circuit, net: Net) -> tuple[PullUp, ...]:
    """Give what pulls a line of a bus up."""
    return tuple(_pull_ups(circuit, net))


def _pull_ups(circuit: Circuit, net: Net) -> Iterable[PullUp]:
    for end in sorted(net.ends, key=str):
        board, role = board_of(end), role_of(end.thing)
        part = circuit.part(end.thing)
        if board is Board.PI:
            yield _resistor("the Pi", part, "i2c_pull_up_ohm", sure=True)
        elif board is Board.PICO:
            low, high = part.figure("pull_up_low_ohm"), part.figure("pull_up_high_ohm")
            yield PullUp("the Pico", low.value, high.value, high.value, (low, high), True)
        elif role in (Role.SCREEN, Role.SENSOR):
            yield _resistor(end.thing, part, "pull_up_ohm", sure=role is Role.SENSOR)


def _resistor(whose: str, part: Part, name: str, *, sure: bool) -> PullUp:
    ohm, tolerance = part.figure(name), part.figure("pull_up_tolerance_percent")
    band = ohm.value * tolerance.value / 100
    low, high = ohm.value - band, ohm.value + band
    return PullUp(whose, low, ohm.value, high, (ohm, tolerance), sure)


def lines(circuit: Circuit, board: Board) -> tuple[Net, ...]:
    """Give the nets of a board's bus."""
    return tuple(
        net
        for net in circuit.nets
        if any(
            board_of(end) is board and (pin := pin_at(end)) and pin.direction is Direction.BUS
            for end in net.ends
        )
    )


def bus_sums(circuit: Circuit, board: Board) -> tuple[Sum, ...]:
    """Give the sums of a board's bus, each for the worse of its two lines."""
    both = (_line(circuit, board, net) for net in lines(circuit, board))
    return tuple(max(rows, key=lambda row: row.total) for rows in zip(*both, strict=True))


def sunk_at_worst(circuit: Circuit, board: Board) -> float:
    """Give what a line puts into a chip that pulls it to 0.4 V, in mA: both bands at their ends.

    The sum itself takes the values as they are named.
    """
    high = circuit.part(board.value).figure("rail_high_V").value
    every = (pull_ups(circuit, net) for net in lines(circuit, board))
    return max(sum(1000 * (high - LOW_V) / up.least_ohm for up in ups) for ups in every)


def _line(circuit: Circuit, board: Board, net: Net) -> Iterable[Sum]:
    chip = circuit.part(board.value)
    name = f"SDA and SCL of the {board.short}"
    ups = pull_ups(circuit, net)
    volts, high = chip.figure("output_high_V"), chip.figure("rail_high_V")
    sunk = tuple(
        Load(
            f"pull-up of {up.whose}, as named",
            1000 * (volts.value - LOW_V) / up.nominal_ohm,
            (volts, *up.figures),
        )
        for up in ups
    )
    yield Sum(f"{name}: current at 0.4 V", "mA", sunk, SINK)
    least = 1 / sum(1 / up.least_ohm for up in ups)
    keeps = LOW_V / (SINK.amount / 1000)  # of a chip that just does what the standard asks
    low = Load(
        "the strongest pull-ups and the highest rail, against a chip that just keeps the standard",
        high.value * keeps / (keeps + least),
        (high, *(figure for up in ups for figure in up.figures)),
    )
    yield Sum(f"{name}: low level", "V", (low,), Limit.of(chip.figure("input_low_V"), 2 / 3))
    held = tuple(_capacitances(circuit, net))
    sure = [up for up in ups if up.sure]
    most = 1 / sum(1 / up.most_ohm for up in sure)
    rise = tuple(
        Load(load.what, RISE_FACTOR * most * load.amount / 1000, load.figures) for load in held
    )
    yield Sum(f"{name}: capacitance", "pF", held, CAPACITANCE)
    yield Sum(f"{name}: rise, through {' and '.join(up.whose for up in sure)}", "ns", rise, RISE)


def _capacitances(circuit: Circuit, net: Net) -> Iterable[Load]:
    ribbon = circuit.parts["jumper-wires"]
    of_ribbon, length = ribbon.figure("wire_pF"), ribbon.mm("length")
    pieces = sum(wire.length_mm for wire in circuit.wires if circuit.net_of(wire) == net)
    yield Load(f"{pieces} mm of wire", of_ribbon.value * pieces / length, (of_ribbon,))
    for end in sorted(net.ends, key=str):
        part = circuit.part(end.thing)
        pin = part.figure("i2c_input_pF")
        board = (part.electric["i2c_board_pF"],) if "i2c_board_pF" in part.electric else ()
        amount = pin.value + sum(figure.value for figure in board)
        yield Load(f"{end.thing}: its pin{' and board' if board else ''}", amount, (pin, *board))
