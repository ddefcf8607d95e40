"""The sums of each build."""

from collections.abc import Mapping
from dataclasses import replace

from hardware.electricity.bus import bus_sums
from hardware.electricity.pins import pin_sums
from hardware.electricity.spi import spi_sums
from hardware.electricity.sums import Sum
from hardware.electricity.supply import rail_sum, steady_sum, supply_sum
from hardware.electricity.things import Circuit
from hardware.electricity.volts import volts_sum
from hardware.tables.builds import Build
from hardware.tables.headers import Board
from hardware.tables.parts import Part, read_parts
from hardware.tables.wires import read_wires


def circuit_of(build: Build, parts: Mapping[str, Part] | None = None) -> Circuit:
    """Read a build from the tables."""
    known = read_parts() if parts is None else parts
    return Circuit(build.value, read_wires(build.value), known)


def sums_of(circuit: Circuit) -> tuple[Sum, ...]:
    """Give every sum of a build; none for the motor, which is counted in the die tray."""
    if circuit.build == Build.MOTOR.value:
        return ()
    if circuit.build == Build.DIE_TRAY.value:
        return _board_sums(circuit, Board.PICO)
    if circuit.build == Build.FOUR_PINS.value:
        # Buttons, lamps, knob and supply are the reference build's.
        return _board_sums(circuit, Board.PI)
    tray = replace(circuit, build=Build.DIE_TRAY.value, wires=read_wires(Build.DIE_TRAY.value))
    return (
        supply_sum(circuit, tray),
        steady_sum(circuit, Board.PI),
        *_board_sums(circuit, Board.PI),
    )


def _board_sums(circuit: Circuit, board: Board) -> tuple[Sum, ...]:
    rail, volts = rail_sum(circuit, board), volts_sum(circuit, board)
    bus = (*bus_sums(circuit, board), *spi_sums(circuit, board))
    return (rail, volts, *bus, *pin_sums(circuit, board))
