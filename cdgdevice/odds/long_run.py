"""Where a chain of states settles in the long run, in exact fractions."""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

ChainState = TypeVar("ChainState", bound=Hashable)

Chain = Mapping[ChainState, Mapping[ChainState, Fraction]]
"""For every state the states that follow it, each with its chance above 0; they add up to 1."""

Reach = Mapping[ChainState, Mapping[ChainState, None]]
"""For every state those that can follow sooner or later, itself included."""


def find_long_run_shares(chain: Chain[ChainState], start: ChainState) -> dict[ChainState, Fraction]:
    """Return the share of time that each state has in the long run, from this start.

    States that are left for ever have none and are not named. Where the process can settle in
    several places, each counts by the chance to end there; where it goes in circles, the share is
    that of whole circles.
    """
    reach = {state: find_reachable(chain, state) for state in find_reachable(chain, start)}
    closed = {
        frozenset(reach[state])
        for state in reach
        if all(state in reach[other] for other in reach[state])
    }
    shares: dict[ChainState, Fraction] = {}
    for settled in closed:
        chance = _chance_to_settle(chain, reach, start, settled)
        within = _shares_within(chain, [state for state in reach if state in settled])
        shares.update({state: chance * share for state, share in within.items()})
    return shares


def find_reachable(chain: Chain[ChainState], start: ChainState) -> dict[ChainState, None]:
    """Return every state that can come up, the start first, each once, in the order of finding."""
    found = {start: None}
    waiting = [start]
    while waiting:
        new = [state for state in chain[waiting.pop()] if state not in found]
        found.update(dict.fromkeys(new))
        waiting.extend(new)
    return found


def _chance_to_settle(
    chain: Chain[ChainState],
    reach: Reach[ChainState],
    start: ChainState,
    settled: frozenset[ChainState],
) -> Fraction:
    """Return the chance to end in `settled`, which is never left."""
    if start in settled:
        return Fraction(1)
    passing = [
        state for state in reach if state not in settled and not settled.isdisjoint(reach[state])
    ]
    rows = [
        [
            *(Fraction(state == other) - chain[state].get(other, Fraction()) for other in passing),
            sum((chain[state].get(end, Fraction()) for end in settled), Fraction()),
        ]
        for state in passing
    ]
    return dict(zip(passing, _solve_equations(rows), strict=True))[start]


def _shares_within(
    chain: Chain[ChainState], states: list[ChainState]
) -> dict[ChainState, Fraction]:
    """Return the shares within states that all lead to each other and to no other."""
    rows = [
        [
            *(chain[state].get(end, Fraction()) - Fraction(state == end) for state in states),
            Fraction(),
        ]
        for end in states[1:]
    ]
    everything = [Fraction(1)] * (len(states) + 1)
    return dict(zip(states, _solve_equations([everything, *rows]), strict=True))


def _solve_equations(rows: list[list[Fraction]]) -> list[Fraction]:
    """Solve linear equations with one solution: a row holds the factors, then the right side."""
    for column in range(len(rows)):
        pivot = next(row for row in range(column, len(rows)) if rows[row][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for number, row in enumerate(rows):
            if number != column and row[column]:
                factor = row[column]
                rows[number] = [
                    value - factor * above for value, above in zip(row, rows[column], strict=True)
                ]
    return [row[-1] for row in rows]
