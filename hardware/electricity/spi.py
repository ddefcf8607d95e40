"""The SPI bus of the screens: its clock, and how fast its lines rise and fall."""

from collections.abc import Iterable

from hardware.electricity.bus import board_pull_up, wire_load
from hardware.electricity.sums import Limit, Load, Sum
from hardware.electricity.things import Circuit
from hardware.tables.headers import Board
from hardware.tables.nets import Net, pin_at
from hardware.tables.pins import Pin, read_pin_table
from hardware.tables.roles import Role, role_of

_EDGE = 2.2
"""From 10 % to 90 % of the way takes this many times R x C: ln(0.9 / 0.1)."""
_WEAK_MA = 2.0
"""At this current an output's least voltage is told: that makes its resistance at most."""


def spi_sums(circuit: Circuit, board: Board) -> Iterable[Sum]:
    """Give the sums of the screens' SPI bus, the edges for the line that holds most."""
    every = [net for net in circuit.nets if is_spi(net)]
    if not every:
        return
    screen = circuit.part(circuit.those(Role.SCREEN)[0])
    most = screen.figure("most_clock_kHz")
    khz = read_pin_table().spi.frequency_hz / 1000
    yield Sum("SPI: clock", "kHz", (Load("as pins.toml has it", khz, (most,)),), Limit.of(most))
    held = max((tuple(_held(circuit, net)) for net in every), key=_total)
    high = circuit.part(board.value).figure("driven_high_V")
    rail = circuit.part(board.value).figure("output_high_V")
    ohm = 1000 * (rail.value - high.value) / _WEAK_MA
    edge = tuple(
        Load(load.what, _EDGE * ohm * load.amount / 1000, (rail, high, *load.figures))
        for load in held
    )
    yield Sum("SPI: rise and fall of a line", "ns", edge, Limit.of(screen.figure("edge_limit_ns")))


def is_spi(net: Net) -> bool:
    """Say whether a net is a line of the SPI bus."""
    return any(pin in read_pin_table().spi.pins().values() for pin in net.pins)


def line_load(circuit: Circuit, net: Net, pin: Pin) -> Load:
    """Give what a line takes from its pin while it is low: the pull-ups that boards may have."""
    high = circuit.part(pin.board.value).figure("rail_high_V")
    screens = [end.thing for end in net.ends if role_of(end.thing) is Role.SCREEN]
    ups = [board_pull_up(thing, circuit.part(thing)) for thing in screens]
    amount = sum(1000 * high.value / up.least_ohm for up in ups)
    return Load(f"{pin.meaning}, low", amount, (high, *(one for up in ups for one in up.figures)))


def _held(circuit: Circuit, net: Net) -> Iterable[Load]:
    yield wire_load(circuit, net)
    for end in sorted(net.ends, key=str):
        if pin_at(end):
            pin = circuit.part(end.thing).figure("i2c_input_pF")
            yield Load(f"{end.thing}: its pin", pin.value, (pin,))
        else:
            part = circuit.part(end.thing)
            both = (part.figure("input_pF"), part.figure("board_pF"))
            yield Load(f"{end.thing}: its pin and board", sum(one.value for one in both), both)


def _total(loads: tuple[Load, ...]) -> float:
    return sum(load.amount for load in loads)
