"""One round on a card display: every way that it can go, and how likely each is.

The policy is the uniform one. Every result comes up one time in six. A card to turn up is any of
the face-down ones. The card to play is any of those offered; but where a result offers some cards
for any purpose and others for certain purposes only, each of the two kinds has one half. So on the
Jolly Roger C is played every other time, as the others depend on being the lowest.

Hands are equal, nothing is counted, no card is special, and every variant is as the sheet has it.
Cards that lie beside the display, at first or for good, are left out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations

from cdgdevice.method.die import Result
from cdgdevice.method.display import Display, Facing, Place, Space
from cdgdevice.method.figures.errors import NoRoundsError
from cdgdevice.method.sheet import Sheet
from cdgdevice.method.steps import (
    FlipSpaces,
    HomeCard,
    IfVariant,
    Offer,
    OfferBeside,
    Say,
    SayAtTurnEnd,
    Step,
    TurnUp,
)
from cdgdevice.method.terms import Family, Use, Whose

METHOD_DIE = frozenset({Family.PILE, Family.OPEN})
"""The families that have a card display and a Method die."""

_Turning = FlipSpaces | TurnUp | Offer


@dataclass(frozen=True, slots=True)
class Line:
    """One way that a round can go."""

    result: Result
    turned: tuple[Place, ...]
    """The cards that were turned up by choice, in the order chosen."""
    played: Place
    offered: int
    """How many cards of the display there were to choose from."""
    chance: Fraction
    """Of all the ways from this display, 0 to 1."""
    after: Display
    """How the cards lie when the gap has been filled."""


@dataclass(frozen=True, slots=True)
class _Branch:
    """A round under way."""

    display: Display
    turned: tuple[Place, ...] = ()
    chance: Fraction = Fraction(1, len(Result))
    offers: Mapping[Place, frozenset[Use]] = field(default_factory=dict)


def set_up(sheet: Sheet) -> Display:
    """Lay out a side's five cards as the sheet says, before any of its variants.

    Raises:
        NoRoundsError: when the sheet has no card display with a Method die.
    """
    if sheet.family not in METHOD_DIE:
        raise NoRoundsError(sheet, "it has no card display with a Method die")
    up = sheet.face_up
    return Display(tuple((Facing.UP if space in up else Facing.DOWN,) for space in Space))


def lines(sheet: Sheet, display: Display) -> Iterator[Line]:
    """Give every way that a round can go from this display; their chances add up to 1.

    Raises:
        NoRoundsError: when a result has steps that make it more than flips and offers.
    """
    for result, outcome in sheet.outcomes.items():
        branches = [_Branch(display)]
        for step in _by_default(sheet, result, outcome.steps):
            branches = [after for branch in branches for after in _stepped(branch, step)]
        for branch in branches:
            for card, chance in _choice(branch.offers).items():
                yield Line(
                    result,
                    branch.turned,
                    card,
                    len(branch.offers),
                    branch.chance * chance,
                    _refilled(sheet.family, branch.display, card),
                )


def _by_default(sheet: Sheet, result: Result, steps: tuple[Step, ...]) -> Iterator[_Turning]:
    """Give the steps that turn and offer cards when no variant was switched."""
    on = {variant.id for variant in sheet.variants if variant.default}
    for step in steps:
        match step:
            case IfVariant(variant, then, otherwise):
                yield from _by_default(sheet, result, then if variant in on else otherwise)
            case FlipSpaces(_, Whose.MINE) | TurnUp() | Offer():
                yield step
            case HomeCard() | OfferBeside() | Say() | SayAtTurnEnd():
                pass
            case _:
                raise NoRoundsError(
                    sheet,
                    f"more than flips and offers decides what its result {result.value} plays",
                )


def _stepped(branch: _Branch, step: _Turning) -> Iterator[_Branch]:
    display = branch.display
    match step:
        case FlipSpaces(spaces):
            yield replace(branch, display=_up(display, display.lying(Facing.DOWN, spaces)))
        case TurnUp(until):
            down = display.lying(Facing.DOWN)
            missing = max(until - len(display.lying(Facing.UP)), 0)
            orders = tuple(permutations(down, min(missing, len(down))))
            for cards in orders:
                yield replace(
                    branch,
                    display=_up(display, cards),
                    turned=branch.turned + cards,
                    chance=branch.chance / len(orders),
                )
        case Offer(spaces, uses):
            offers = dict(branch.offers)
            for card in display.lying(Facing.UP, spaces):
                offers[card] = offers.get(card, frozenset()) | frozenset(uses)
            yield replace(branch, offers=offers)


def _up(display: Display, cards: tuple[Place, ...]) -> Display:
    for card in cards:
        display = display.laid(card, Facing.UP)
    return display


def _choice(offers: Mapping[Place, frozenset[Use]]) -> dict[Place, Fraction]:
    """Tell how likely each offered card is to be played."""
    free = {card for card, uses in offers.items() if Use.ANY in uses}
    kinds = [kind for kind in (free, offers.keys() - free) if kind]
    return {
        card: Fraction(1, len(kinds) * len(kind))
        for card in offers
        for kind in kinds
        if card in kind
    }


def _refilled(family: Family, display: Display, played: Place) -> Display:
    """Fill the gap: from C as its top card lies in the pile family, else face-down."""
    top = Place(Space.C)
    if family is Family.PILE and played != top:
        return display.laid(played, display.facing(top)).laid(top, Facing.DOWN)
    return display.laid(played, Facing.DOWN)
