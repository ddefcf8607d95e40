"""Where a line could get more volts than its chip bears."""

from collections.abc import Mapping

from hardware.electricity.sums import Limit, Load, Sum
from hardware.electricity.things import Circuit
from hardware.tables.headers import Board, Kind
from hardware.tables.nets import Net, board_of, header_pin
from hardware.tables.roles import Role, role_of


def volts_sum(circuit: Circuit, board: Board) -> Sum:
    """Give the highest volts that any GPIO of a board can get from what is wired to it."""
    figure = circuit.part(board.value).figure("pin_limit_V")
    given = {
        Kind.THREE: circuit.part(board.value).figure("output_high_V"),
        Kind.FIVE: circuit.parts["power-supply"].figure("supply_V"),
    }
    volts = highest_volts(circuit, {kind: one.value for kind, one in given.items()})
    at_pins = [net for net in circuit.nets if _has_gpio(net, board)]
    worst = max(at_pins, key=lambda net: volts[net])
    told = tuple(one for one in given.values() if one.value == volts[worst])
    load = Load(f"the line {worst.name}", volts[worst], told)
    return Sum(f"highest voltage at a pin of the {board.short}", "V", (load,), Limit.of(figure))


def highest_volts(circuit: Circuit, given: Mapping[Kind, float]) -> dict[Net, float]:
    """Give the most volts that each net can reach.

    Power pins give `given`, in volts; ground gives none. Every part may pass what one of its
    terminals has on to all others: a module pulls its lines up to its supply, a contact closes, a
    resistor carries no current.
    """
    own = {net: _own_volts(net, given) for net in circuit.nets}
    fed = {net for net, volts in own.items() if volts is not None}
    reached = {net: volts or 0.0 for net, volts in own.items()}
    for _ in circuit.nets:  # each pass goes one part further
        for thing in circuit.things:
            if role_of(thing) is Role.BOARD:
                continue
            nets = [net for net in circuit.nets if net.at(thing)]
            most = max(reached[net] for net in nets)
            reached |= {net: max(reached[net], most) for net in nets if net not in fed}
    return reached


def _own_volts(net: Net, given: Mapping[Kind, float]) -> float | None:
    """Give what its power pins put on a net; None where it has none."""
    every = {Kind.GROUND: 0.0, **given}
    return max((every[kind] for kind in net.powers), default=None)


def _has_gpio(net: Net, board: Board) -> bool:
    rows = (header_pin(end) for end in net.ends if board_of(end) is board)
    return any(row and row.kind is Kind.GPIO for row in rows)
