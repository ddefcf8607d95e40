"""The figures of a sheet, written for a terminal or for another program."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from cdgdevice.columns import COLUMNS
from cdgdevice.method.display import Space
from cdgdevice.method.figures.odds import odds
from cdgdevice.method.sheet import Sheet

BAR = 36
"""Columns of the longest bar."""

POLICY = """\
Exact, with every result equally likely and every choice left to chance: on the
Jolly Roger C half the time and else any other card offered; otherwise any card
offered. Equal hands, no counting, no special cards."""


def odds_table(found: Sheet) -> str:
    """Write the odds of a sheet for a terminal; no line is longer than `COLUMNS`.

    Raises:
        NoFiguresError: when it has none.
    """
    told = odds(found)
    tables = (
        ("Face-down cards of the five, between rounds", told.hidden),
        ("Cards to choose from, once cards have been turned up", told.offered),
        ("Space of the card played", told.played),
    )
    longest = max(share for _, shares in tables for share in shares.values())
    lines = [
        f"{found.title} ({found.id})",
        f"{told.states} ways for a side's five cards to lie between rounds; odds in the long run.",
    ]
    for heading, shares in tables:
        lines += ["", heading, *_rows(shares, longest)]
    return "\n".join([*lines, "", POLICY])


def odds_for_programs(found: Sheet) -> dict[str, object]:
    """Give the odds of a sheet as an object of JSON, in fractions.

    Raises:
        NoFiguresError: when it has none.
    """
    told = odds(found)
    return {
        "sheet": found.id,
        "states": told.states,
        "hidden": _fractions(told.hidden),
        "offered": _fractions(told.offered),
        "played": _fractions(told.played),
    }


def _fractions(shares: Mapping[int, Fraction] | Mapping[Space, Fraction]) -> dict[str, str]:
    return {_key(key): _written(share) for key, share in shares.items()}


def _rows(
    shares: Mapping[int, Fraction] | Mapping[Space, Fraction], longest: Fraction
) -> Iterator[str]:
    for key, share in shares.items():
        bar = "#" * round(BAR * share / longest)
        row = f"{_key(key):>3} {float(100 * share):7.3f} %  {bar:{BAR}} "
        exact = _written(share)
        # A fraction that is too long for the terminal is in the JSON.
        yield f"{row} {exact}" if len(row) + 1 + len(exact) <= COLUMNS else row.rstrip()


def _key(key: int | Space) -> str:
    return key.value if isinstance(key, Space) else str(key)


def _written(share: Fraction) -> str:
    return f"{share.numerator}/{share.denominator}"
