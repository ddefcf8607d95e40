"""What the supply and the 3.3 V rails give."""

from collections.abc import Iterable
from typing import Final

from hardware.electricity.pins import all_pins_sum, optional_pins
from hardware.electricity.sums import Limit, Load, Sum
from hardware.electricity.switched import most
from hardware.electricity.things import Circuit
from hardware.tables.headers import Board
from hardware.tables.pins import Direction
from hardware.tables.roles import Role

SHARE: Final = 0.8
"""How much of the supply's rating may be planned for."""


def rail_sum(circuit: Circuit, board: Board) -> Sum:
    """Add up what a board's 3.3 V rail gives, to modules and through its own pins."""
    limit = Limit.of(circuit.part(board.value).figure("rail_limit_mA"))
    loads = (*_modules(circuit), *_options(circuit, board), *_through_pins(circuit, board))
    return Sum(f"3.3 V rail of the {board.short}, at its most", "mA", loads, limit)


def steady_sum(circuit: Circuit, board: Board) -> Sum:
    """Add up what the rail gives hour after hour: screens with text on them."""
    limit = Limit.of(circuit.part(board.value).figure("rail_steady_mA"))
    screens = (
        Load(f"{thing}, with text", typical.value, (typical,))
        for thing in circuit.those(Role.SCREEN)
        for typical in (circuit.part(thing).figure("typical_mA"),)
    )
    loads = (*screens, *_through_pins(circuit, board))
    return Sum(f"3.3 V rail of the {board.short}, in play", "mA", loads, limit)


def _modules(circuit: Circuit) -> Iterable[Load]:
    for thing in circuit.those(Role.SCREEN):
        most = circuit.part(thing).figure("most_mA")
        yield Load(f"{thing}, all white", most.value, (most,))
    for thing in circuit.those(Role.SENSOR):
        led, chip = (circuit.part(thing).figure(name) for name in ("led_most_mA", "sensor_mA"))
        yield Load(f"{thing}: LED", led.value, (led,))
        yield Load(f"{thing}: chip", chip.value, (chip,))


def _options(circuit: Circuit, board: Board) -> Iterable[Load]:
    for pin in optional_pins(circuit, board):
        if pin.direction is Direction.OUT:
            yield most(circuit, pin)


def _through_pins(circuit: Circuit, board: Board) -> Iterable[Load]:
    every = all_pins_sum(circuit, board)
    yield Load("through its pins", every.total, every.figures)


def supply_sum(circuit: Circuit, tray: Circuit) -> Sum:
    """Add up what the supply gives, all at its most, with the die tray on the USB socket."""
    rating = circuit.parts["power-supply"].figure("limit_mA")
    loads = (*_board(circuit, Board.PI), *_board(tray, Board.PICO))
    return Sum("supply, with the die tray", "mA", loads, Limit.of(rating, SHARE))


def _board(circuit: Circuit, board: Board) -> Iterable[Load]:
    part, five = circuit.part(board.value), circuit.part(Board.PI.value).figure("supply_low_V")
    most, share, volts = (
        part.figure(name) for name in ("most_mA", "rail_share_percent", "output_high_V")
    )
    yield Load(f"{board.short} itself", most.value, (most,))
    rail = rail_sum(circuit, board)
    drawn = rail.total * volts.value / (five.value * share.value / 100)
    yield Load(f"{rail.what}, seen from 5 V", drawn, (*rail.figures, volts, five, share))
