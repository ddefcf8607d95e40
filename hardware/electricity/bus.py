"""The I2C buses: what pulls a line up, what must pull it low, and how fast it rises.

Adafruit's boards have a level shifter in each line, a BSS138 with a pull-up on both sides. While
the line is low the transistor joins the two sides. On its way up it lets go where the gate is only
its threshold above the line; from there each side rises by its own pull-ups. Both parts of the way
are added up, for each side.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Final

from hardware.electricity.sums import Limit, Load, Sum
from hardware.electricity.things import Circuit
from hardware.tables.figure import Figure, Source
from hardware.tables.headers import Board
from hardware.tables.nets import Net, board_of, pin_at
from hardware.tables.parts import Part
from hardware.tables.pins import Direction, read_pin_table
from hardware.tables.roles import Role, role_of

SINK: Final = Limit(3, Source.STANDARD, "NXP UM10204: 3 mA at 0.4 V, whoever pulls low")
FAST: Final = Limit(300, Source.STANDARD, "NXP UM10204: rise from 30 % to 70 % at 400 kHz")
STANDARD: Final = Limit(1000, Source.STANDARD, "NXP UM10204: rise from 30 % to 70 % at 100 kHz")
STANDARD_HZ: Final = 100_000
"""Up to here a bus is in standard mode, which has more time to rise."""
CAPACITANCE: Final = Limit(400, Source.STANDARD, "NXP UM10204: of a line")
LOW_V: Final = 0.4
"""How low a line must go with 3 mA in it, in volts."""
LOW_SHARE, HIGH_SHARE = 0.3, 0.7
"""Of the supply: between these a rise is counted."""


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
    behind: bool = False
    """Behind a level shifter, at the chip's side."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a level shifter, or all of a line that has none."""

    said: str
    pull_ups: tuple[PullUp, ...]
    held: tuple[Load, ...]
    """Its capacitances, in pF."""

    @property
    def ohm(self) -> float:
        """All of its pull-ups together, at their most."""
        return 1 / sum(1 / up.most_ohm for up in self.pull_ups)

    @property
    def farad(self) -> float:
        """All of its capacitance, in pF."""
        return sum(load.amount for load in self.held)


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
            shifted = "shifter_threshold_V" in part.electric
            sure = role is Role.SENSOR or shifted
            yield _resistor(end.thing, part, "pull_up_ohm", sure=sure)
            if shifted:
                yield replace(
                    _resistor(f"{end.thing}'s chip", part, "pull_up_ohm", sure=True), behind=True
                )


def board_pull_up(whose: str, part: Part) -> PullUp:
    """Give the pull-up that a bought board has on each of its lines."""
    return _resistor(whose, part, "pull_up_ohm", sure=False)


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
    near = Side("", tuple(up for up in ups if up.sure and not up.behind), _held(circuit, net))
    yield Sum(f"{name}: capacitance", "pF", near.held, CAPACITANCE)
    yield from _rises(circuit, board, net, near)


def _rises(circuit: Circuit, board: Board, net: Net, near: Side) -> Iterable[Sum]:
    """Give how long the line rises, and how long behind a level shifter where there is one."""
    hertz = read_pin_table().buses[board].frequency_hz
    limit = STANDARD if hertz <= STANDARD_HZ else FAST
    name = f"SDA and SCL of the {board.short}: rise"
    whose = " and ".join(up.whose for up in near.pull_ups)
    shifted = next((end for end in net.ends if _is_shifted(circuit, end.thing)), None)
    if shifted is None:
        yield Sum(f"{name}, through {whose}", "ns", _alone(near, LOW_SHARE, HIGH_SHARE), limit)
        return
    part = circuit.part(shifted.thing)
    ups = tuple(up for up in pull_ups(circuit, net) if up.behind)
    far = Side(f"{shifted.thing}'s chip", ups, _behind(shifted.thing, part))
    volts = circuit.part(board.value).figure("output_high_V").value
    lets_go = 1 - part.figure("shifter_threshold_V").value / volts
    both = _together((near, far), LOW_SHARE, lets_go, part.figure("shifter_threshold_V"))
    for side, said in ((near, f"through {whose}"), (far, f"at {far.said}")):
        loads = (both, *_alone(side, lets_go, HIGH_SHARE))
        yield Sum(f"{name}, {said}", "ns", loads, limit)


def _is_shifted(circuit: Circuit, thing: str) -> bool:
    return "shifter_threshold_V" in circuit.part(thing).electric


def _alone(side: Side, low: float, high: float) -> tuple[Load, ...]:
    """Give a load for each capacitance: how long it takes from one share of the supply to another.

    A side charged through R takes R x C x ln((1 - low) / (1 - high)).
    """
    factor = log((1 - low) / (1 - high))
    return tuple(
        Load(load.what, factor * side.ohm * load.amount / 1000, load.figures) for load in side.held
    )


def _together(sides: Sequence[Side], low: float, high: float, told: Figure) -> Load:
    """Give how long both sides take while the transistor joins them."""
    ohm = 1 / sum(1 / side.ohm for side in sides)
    held = [load for side in sides for load in side.held]
    amount = log((1 - low) / (1 - high)) * ohm * sum(load.amount for load in held) / 1000
    figures = (told, *(figure for load in held for figure in load.figures))
    return Load("both sides of the level shifter, until it lets go", amount, figures)


def _held(circuit: Circuit, net: Net) -> tuple[Load, ...]:
    return tuple(_capacitances(circuit, net))


def _behind(thing: str, part: Part) -> tuple[Load, ...]:
    """Give what the chip's side of a level shifter holds."""
    pin, tracks, gate = (
        part.figure(name) for name in ("i2c_input_pF", "chip_tracks_pF", "shifter_chip_pF")
    )
    return (
        Load(f"{thing}: its chip and tracks", pin.value + tracks.value, (pin, tracks)),
        Load(f"{thing}: its level shifter, the chip's side", gate.value, (gate,)),
    )


def wire_load(circuit: Circuit, net: Net) -> Load:
    """Give the capacitance of all wires of a net, in pF."""
    ribbon = circuit.parts["jumper-wires"]
    of_ribbon, length = ribbon.figure("wire_pF"), ribbon.mm("length")
    pieces = sum(wire.length_mm for wire in circuit.wires if circuit.net_of(wire) == net)
    return Load(f"{pieces} mm of wire", of_ribbon.value * pieces / length, (of_ribbon,))


def _capacitances(circuit: Circuit, net: Net) -> Iterable[Load]:
    yield wire_load(circuit, net)
    for end in sorted(net.ends, key=str):
        part = circuit.part(end.thing)
        pin = part.figure("i2c_input_pF")
        board = (part.electric["i2c_board_pF"],) if "i2c_board_pF" in part.electric else ()
        if "shifter_wire_pF" in part.electric:
            shifter = part.figure("shifter_wire_pF")
            amount = shifter.value + sum(figure.value for figure in board)
            yield Load(f"{end.thing}: its level shifter and board", amount, (shifter, *board))
            continue
        amount = pin.value + sum(figure.value for figure in board)
        yield Load(f"{end.thing}: its pin{' and board' if board else ''}", amount, (pin, *board))
