"""The odds of a sheet with two dice: which card the 36 throws play when a card was nominated.

The row is full: five cards of it, and those below it that the sheet gives a target number.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from msgspec import Struct

from cdgdevice.rules.card_display import Space
from cdgdevice.rules.sheet import RowRules, Sheet

PURPOSES = ("any-purpose", "event", "other", "other-event")
"""What may come of a nomination: the card for any purpose or its event, or another one so."""


class NominationOdds(Struct, frozen=True):
    """What the dice play when one card is nominated."""

    card: str
    """Its space, or its title below the row."""
    high: int
    """The highest white die that plays it."""
    shares: Mapping[str, Fraction]
    """By each of `PURPOSES`; they add up to 1."""


def work_out_row_odds(sheet: Sheet, row: RowRules) -> tuple[NominationOdds, ...]:
    """Work out what a nomination comes to, for each card that may be nominated."""
    cards = [(space.value, row.ranges[space]) for space in Space]
    cards.extend((card.title, card.target) for card in sheet.beside if card.target)
    return tuple(NominationOdds(card, high, _share_throws(card, high)) for card, high in cards)


def _share_throws(card: str, high: int) -> dict[str, Fraction]:
    throws = tuple(product(range(1, 7), repeat=2))
    counts = Counter(_find_purpose(card, high, white, coloured) for white, coloured in throws)
    return {purpose: Fraction(counts[purpose], len(throws)) for purpose in PURPOSES}


def _find_purpose(card: str, high: int, white: int, coloured: int) -> str:
    doubles = white == coloured
    named = coloured <= len(Space) and tuple(Space)[coloured - 1].value == card
    itself = named or (white <= high and not doubles)
    if doubles:
        return "event" if itself else "other-event"
    return "any-purpose" if itself else "other"


def write_row_odds(sheet: Sheet, row: RowRules) -> str:
    """Write them for a terminal, in the words of the sheet."""
    words = sheet.words
    found = work_out_row_odds(sheet, row)
    first = max(len(words.nominated), *(len(each.card) for each in found))
    heads = (words.white, "it, any use", "it, event", "other, any", "other, event")
    lines = [
        f"{sheet.title} ({sheet.id})",
        f"What 36 rolls of the {words.white} and the {words.coloured} die play of a full row.",
        "",
        f"{words.nominated:{first}}  {heads[0]:>6}" + "".join(f"{h:>14}" for h in heads[1:]),
    ]
    for each in found:
        shares = "".join(f"{_in_throws(each.shares[purpose]):>14}" for purpose in PURPOSES)
        lines.append(f"{each.card:{first}}  {f'1-{each.high}':>6}{shares}")
    return "\n".join(lines)


def _in_throws(share: Fraction) -> str:
    return f"{int(share * 36):2}  {float(100 * share):5.1f} %"


def row_odds_as_json(sheet: Sheet, row: RowRules) -> dict[str, object]:
    """Return them as an object of JSON, in fractions."""
    nominated = {
        each.card: {"high": each.high}
        | {purpose: f"{x.numerator}/{x.denominator}" for purpose, x in each.shares.items()}
        for each in work_out_row_odds(sheet, row)
    }
    return {"sheet": sheet.id, "nominated": nominated}
