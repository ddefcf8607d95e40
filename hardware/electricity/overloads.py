"""Every sum that passes its limit: nothing is drawn of a build that would be harmed."""

from collections.abc import Iterable
from math import isinf

from hardware.electricity.builds import circuit_of, sums_of
from hardware.electricity.things import Circuit
from hardware.tables.builds import Build


def overloads(circuits: Iterable[Circuit] | None = None) -> tuple[str, ...]:
    """Say which sums of these builds, of all builds where none are given, pass their limits.

    Gives a sentence each, and nothing where all sums hold. The tables must be without mistakes:
    `hardware.tables.sound` finds those.

    Raises:
        TablesError: when a part lacks a figure that a sum needs.
    """
    every = (circuit_of(build) for build in Build) if circuits is None else circuits
    return tuple(
        f"{circuit.build}: {row.what}: {_amount(row.total)} {row.unit} pass the limit of "
        f"{row.limit.amount:.3g} {row.unit} ({row.limit.told_by}); change the wires or the part."
        for circuit in every
        for row in sums_of(circuit)
        if not row.holds
    )


def _amount(total: float) -> str:
    return "endless" if isinf(total) else f"{total:.3g}"
