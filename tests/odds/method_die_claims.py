"""The claims about the Method die and the card display."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import groupby

from cdgdevice.games.sheet_library import load_sheet, sheet_ids
from cdgdevice.odds import odds
from cdgdevice.rules.card_display import Display, Facing, Space
from cdgdevice.rules.die import STANDARD_CONVERSION, DieResult
from cdgdevice.rules.sheet_entries import SheetFamily
from tests.odds.claim import Claim, holds, percent

PLAIN = (Space.A, Space.B, Space.D, Space.E)

TITLES = {SheetFamily.PILE: "pile", SheetFamily.OPEN: "open"}
EVENT_TURNS_ONE = ("commands-and-colors-2018", "washingtons-war-2018")
"""Where EVENT turns up one card and no more; the page says what that changes."""


@cache
def with_method_die() -> dict[SheetFamily, tuple[str, ...]]:
    """Every sheet that has odds, by its family."""
    families = {id_: load_sheet(id_).family for id_ in sheet_ids()}
    assert set(TITLES) == {family for family in SheetFamily if family.rolls_method_die}
    return {
        family: tuple(id_ for id_, its in families.items() if its is family) for family in TITLES
    }


@cache
def odds_of(id_: str) -> odds.Odds:
    return odds.work_out_odds(load_sheet(id_))


@cache
def lines_of(id_: str) -> dict[Display, tuple[odds.RoundLine, ...]]:
    return odds.list_all_lines(load_sheet(id_))


def each_family(verdicts: Mapping[SheetFamily, bool]) -> str:
    """One word where the families agree, else one for each."""
    if len(set(verdicts.values())) == 1:
        return holds(next(iter(verdicts.values())))
    return told({family: holds(yes) for family, yes in verdicts.items()})


def told(what: Mapping[SheetFamily, str]) -> str:
    """What there is to tell of each family; once, where it is the same."""
    if len(set(what.values())) == 1:
        return next(iter(what.values()))
    return "; ".join(f"{TITLES[family]}: {text}" for family, text in what.items())


def naming(space: Space) -> list[DieResult]:
    """The results that name this space; the others offer face-up cards wherever they lie."""
    letters = {DieResult.JR: "C", DieResult.EVENT: ""}
    return [result for result in DieResult if space.value in letters.get(result, result.value)]


def named(space: Space) -> Fraction:
    """The chance that the die names this space."""
    return Fraction(len(naming(space)), len(DieResult))


def choices(leading: Iterable[odds.RoundLine]) -> Iterator[tuple[Fraction, set[Space]]]:
    """The sets of spaces offered in a round, each with its chance."""
    for _, group in groupby(leading, key=lambda line: (line.result, line.turned)):
        lines = list(group)
        yield sum((line.chance for line in lines), Fraction()), {x.played.space for x in lines}


@cache
def eligible(id_: str) -> dict[Space, Fraction]:
    """How often a card of each space is offered, in the long run."""
    ways = lines_of(id_)
    shares: dict[Space, Fraction] = defaultdict(Fraction)
    for display, share in odds.find_facing_shares(ways).items():
        for chance, spaces in choices(ways[display]):
            for space in spaces:
                shares[space] += share * chance
    return shares


def eligible_as_it_lies(id_: str, space: Space) -> dict[Facing, set[Fraction]]:
    """The chances that this space's card is offered, by how it lies before the round."""
    chances: dict[Facing, set[Fraction]] = defaultdict(set)
    for display, leading in lines_of(id_).items():
        lies = display.spaces[list(Space).index(space)][0]
        assert lies is not None
        offered = [chance for chance, spaces in choices(leading) if space in spaces]
        chances[lies].add(sum(offered, Fraction()))
    return chances


def eligible_at_first(id_: str) -> dict[Space, Fraction]:
    """How often a card of each space is offered in the first round."""
    first = next(iter(lines_of(id_).values()))
    return {
        space: sum((chance for chance, spaces in choices(first) if space in spaces), Fraction())
        for space in Space
    }


def method_die_claims() -> Iterator[Claim]:
    # A test holds all sheets of a family to the same odds.
    sheets = {
        family: next(id_ for id_ in ids if id_ not in EVENT_TURNS_ONE)
        for family, ids in with_method_die().items()
    }
    worked_out = {family: odds_of(id_) for family, id_ in sheets.items()}

    yield Claim(
        "Of the side not played, from 1 (20 %) to 4 (80 %) of 5 cards are unknown",
        "Book, new features",
        each_family({f: set(o.hidden) == {1, 2, 3, 4} for f, o in worked_out.items()}),
        told(
            {
                f: ", ".join(f"{n} cards {percent(share)}" for n, share in o.hidden.items())
                for f, o in worked_out.items()
            }
        ).replace("1 cards", "1 card"),
        "odds",
    )
    yield Claim(
        "There are always two or more cards to choose from",
        "Book, new features",
        each_family({f: min(o.offered) >= 2 for f, o in worked_out.items()}),
        told(
            {
                f: f"only one in {percent(share)} of all rounds, "
                f"{percent(share * len(DieResult))} of the Jolly Rogers"
                if (share := o.offered.get(1, Fraction()))
                else "never one"
                for f, o in worked_out.items()
            }
        ),
        "odds",
    )
    yield Claim(
        "Mostly there are two or three cards to choose from",
        "Book, new features",
        each_family(
            {f: o.offered[2] + o.offered[3] > Fraction(1, 2) for f, o in worked_out.items()}
        ),
        told({f: percent(o.offered[2] + o.offered[3]) for f, o in worked_out.items()}),
        "odds",
    )
    on_c = [STANDARD_CONVERSION.number(result) for result in naming(Space.C)]
    yield Claim(
        "A C comes up on a 1, 4 or 5 of the conversion table",
        "Book, Commands & Colors",
        holds(on_c == [1, 4, 5]),
        f"{named(Space.C)} of the rolls; the Jolly Roger alone {Fraction(1, len(DieResult))}",
    )
    yield Claim(
        "C is the likeliest to be named by the die",
        "Book, new features",
        holds(all(named(Space.C) > named(space) for space in PLAIN)),
        f"C {named(Space.C)}; A, B, D, E {named(Space.A)} each",
    )
    can = {family: eligible(id_) for family, id_ in sheets.items()}
    yield Claim(
        "C is the likeliest to be eligible, face-up cards on offer included",
        "Book, new features",
        each_family({f: all(x[Space.C] > x[space] for space in PLAIN) for f, x in can.items()}),
        told({f: f"C {percent(x[Space.C])}, A {percent(x[Space.A])}" for f, x in can.items()}),
    )
    yield Claim(
        "A, B, D and E are equally likely to become eligible, in the long run",
        "Book, new features",
        each_family({f: len({x[space] for space in PLAIN}) == 1 for f, x in can.items()}),
        told({f: f"{percent(x[Space.A])} each" for f, x in can.items()}),
    )
    first = {family: eligible_at_first(id_) for family, id_ in sheets.items()}
    yield Claim(
        "The same, in the first round",
        "Book, new features",
        each_family({f: len({x[space] for space in PLAIN}) == 1 for f, x in first.items()}),
        told({f: f"A, B {x[Space.A]}; D, E {x[Space.D]}" for f, x in first.items()}),
    )
    yield Claim(
        "A, B, D and E are equally likely to be played, if left to chance",
        "follows from the last but one",
        each_family(
            {f: len({o.played[space] for space in PLAIN}) == 1 for f, o in worked_out.items()}
        ),
        told(
            {
                f: f"{percent(o.played[Space.A])} each, C {percent(o.played[Space.C])}"
                for f, o in worked_out.items()
            }
        ),
        "odds",
    )
    lying = {family: eligible_as_it_lies(id_, Space.A) for family, id_ in sheets.items()}
    yield Claim(
        "The player can't influence a card's chances",
        "Book, new features",
        each_family({f: len(x[Facing.UP] | x[Facing.DOWN]) == 1 for f, x in lying.items()}),
        told(
            {
                f: f"A, B, D or E face-up is offered by {min(x[Facing.UP])} of the rolls, "
                f"face-down by {min(x[Facing.DOWN])} to {max(x[Facing.DOWN])}"
                for f, x in lying.items()
            }
        ),
    )
    yield Claim(
        "At the Event result, one face-up card is the fewest there can be",
        "Book, standard rules",
        each_family({f: max(o.hidden) < len(Space) for f, o in worked_out.items()}),
        told(
            {
                f: f"none in {percent(o.hidden.get(5, Fraction()))} of the rounds"
                for f, o in worked_out.items()
            }
        ),
        "odds",
    )
