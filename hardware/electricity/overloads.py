"""Every sum that passes its limit: nothing is drawn of a build that would be harmed."""

from collections.abc import Iterable
from math import isinf

from hardware.electricity.board import board_sums
from hardware.electricity.builds import circuit_of, sums_of
from hardware.electricity.things import Circuit
from hardware.tables.builds import BOARD, Build
from hardware.tables.parts import read_parts


def overloads(circuits: Iterable[Circuit] | None = None) -> tuple[str, ...]:
    """Say which sums of these builds, of all and the board where none are given, pass their limits.

    Gives a sentence each, and nothing where all sums hold. The tables must be without mistakes:
    `hardware.tables.sound` finds those.

    Raises:
        TablesError: when a part lacks a figure that a sum needs.
    """
    every = (circuit_of(build) for build in Build) if circuits is None else circuits
    rows = [(circuit.build, row) for circuit in every for row in sums_of(circuit)]
    if circuits is None:
        rows += [(BOARD, row) for row in board_sums(read_parts())]
    return tuple(
        f"{what}: {row.what}: {_amount(row.total)} {row.unit} pass the limit of "
        f"{row.limit.amount:.3g} {row.unit} ({row.limit.told_by}); change the wires or the part."
        for what, row in rows
        if not row.holds
    )


def _amount(total: float) -> str:
    return "endless" if isinf(total) else f"{total:.3g}"
