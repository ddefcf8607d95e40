"""The odds of a sheet as a table for a terminal, or as an object of JSON."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from cdgdevice.fold_lines import COLUMNS
from cdgdevice.odds.odds import work_out_odds
from cdgdevice.rules.card_display import Space
from cdgdevice.rules.sheet import Sheet

_BAR = 36  # columns of the longest bar

_POLICY = """\
Exact, with every result equally likely and every choice left to chance: on the
Jolly Roger C half the time and else any other card offered; otherwise any card
offered. Equal hands, no counting, no special cards."""


def odds_table(found: Sheet) -> str:
    """Write the odds of a sheet for a terminal; no line is longer than `COLUMNS`.

    Raises:
        NoOddsError: when it has none.
    """
    told = work_out_odds(found)
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
    return "\n".join([*lines, "", _POLICY])


def odds_as_json(found: Sheet) -> dict[str, object]:
    """Return the odds of a sheet as an object of JSON, in fractions.

    Raises:
        NoOddsError: when it has none.
    """
    told = work_out_odds(found)
    return {
        "sheet": found.id,
        "states": told.states,
        "hidden": _fractions(told.hidden),
        "offered": _fractions(told.offered),
        "played": _fractions(told.played),
    }


def _fractions(shares: Mapping[int, Fraction] | Mapping[Space, Fraction]) -> dict[str, str]:
    return {_key(key): _format_share(share) for key, share in shares.items()}


def _rows(
    shares: Mapping[int, Fraction] | Mapping[Space, Fraction], longest: Fraction
) -> Iterator[str]:
    for key, share in shares.items():
        bar = "#" * round(_BAR * share / longest)
        row = f"{_key(key):>3} {float(100 * share):7.3f} %  {bar:{_BAR}} "
        exact = _format_share(share)
        # A fraction that is too long for the terminal is in the JSON.
        yield f"{row} {exact}" if len(row) + 1 + len(exact) <= COLUMNS else row.rstrip()


def _key(key: int | Space) -> str:
    return key.value if isinstance(key, Space) else str(key)


def _format_share(share: Fraction) -> str:
    return f"{share.numerator}/{share.denominator}"
